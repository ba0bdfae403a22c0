"""PDF: what is taken out is gone from every byte, what stays does not move."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest
from bench.surfaces import pdf as build
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Dictionary, Name
from PIL import Image, ImageDraw

from sfumato.core.document import Document
from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import Damaged, Dangerous, Encrypted, InputError, TooLarge, Unsupported
from sfumato.core.protocols import Intake, Limits
from sfumato.core.span import Span
from sfumato.formats import pdffile
from sfumato.formats.pdf import FORMAT

INTAKE = Intake(name="a.pdf", images="drop")


def read(data: bytes, intake: Intake = INTAKE) -> Document:
    return FORMAT.read(data, intake)


def edits_of(text: str, *words: str, label: str = "PATIENT", said: str = "") -> list[Edit]:
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return [
        Edit(Span(found.start(), found.end(), label), said or f"[{label}]")
        for found in re.finditer(either, text)
    ]


def written(data: bytes, edits: list[Edit], intake: Intake = INTAKE) -> bytes:
    return FORMAT.write(data, read(data, intake), edits, intake).data


def masked(data: bytes, *words: str, said: str = "") -> bytes:
    """The file with the words replaced, after checking that it reads as it should."""
    document = read(data)
    edits = edits_of(document.text, *words, said=said)
    assert edits
    output = written(data, edits)
    assert read(output).text == splice(document.text, block_edits(document, edits))
    return output


def seen(data: bytes) -> str:
    """What another reader finds."""
    with pypdfium2.PdfDocument(data) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_lines_are_blocks_with_places() -> None:
    document = read(build.simple("Informe de alta", "Paciente: Leire Otxoa"))
    assert document.text == "Informe de alta\nPaciente: Leire Otxoa"
    assert [block.place for block in document.blocks] == ["page 1", "page 1"]


def test_a_replaced_name_is_gone_and_the_label_reads_in_its_place() -> None:
    data = build.simple("Paciente: Leire Otxoa, 45 años", "Leire refiere dolor")
    output = masked(data, "Leire Otxoa", "Leire")
    assert not build.holds(output, ["Leire", "Otxoa"])
    assert "[PATIENT]" in seen(output)
    assert "refiere dolor" in seen(output)


def test_what_stays_does_not_move() -> None:
    data = build.simple("Paciente: Leire Otxoa, 45 años en seguimiento")
    output = masked(data, "Leire Otxoa")

    def place(found: bytes) -> tuple[float, ...]:
        with pypdfium2.PdfDocument(found) as document:
            text = document[0].get_textpage()
            at = text.search("en seguimiento").get_next()
            assert at is not None
            return text.get_charbox(at[0])

    assert place(data) == pytest.approx(place(output), abs=0.1)


def test_a_long_replacement_stays_inside_the_box() -> None:
    data = build.simple("Sr. Paz, 45 años")
    output = masked(data, "Paz", said="[a replacement that is far too long for it]")
    with pypdfium2.PdfDocument(output) as document:
        text = document[0].get_textpage()
        boxes = [text.get_charbox(index) for index in range(text.count_chars())]
    assert max(box[2] for box in boxes) < 150


def test_a_label_ends_before_a_glyph_that_kerning_pulls_over_the_name() -> None:
    data = build.raw(b"BT /F1 11 Tf 50 700 Td [(RN MERCY) 260 (. PCR BY LEIRE)] TJ ET")
    output = masked(data, "MERCY", said="[DOCTOR]")
    assert read(output).text == "RN [DOCTOR]. PCR BY LEIRE"


def test_no_number_is_spelled_by_the_codes_of_a_text() -> None:
    output = masked(build.simple("Firma la Dra. Leire", "NHC 6120447"), "Leire", "6120447")
    assert b"6120447" not in b"".join(build.everything(output))


def test_signs_that_end_or_escape_a_string_stay_as_they_are() -> None:
    masked(build.simple("Leire (a\\b) \\) ((x"), "Leire")


def test_no_edits_give_the_same_text_and_the_same_bytes_each_time() -> None:
    data = build.laden(hidden=True)
    output = written(data, [])
    assert read(output).text == read(data).text
    assert written(data, []) == output


def test_every_surface_is_read_or_dropped() -> None:
    data = build.laden(hidden=True)
    text = read(data).text
    for surface in build.SURFACES:
        assert build.sentinel(surface) in text, surface
    for surface in build.DROPPED:
        assert build.sentinel(surface) not in text, surface
        assert build.holds(data, [build.sentinel(surface)]), surface


@pytest.mark.parametrize("hidden", [False, True], ids=["text", "drawn anew"])
def test_no_sentinel_is_left_on_any_surface(hidden: bool) -> None:
    surfaces = (*build.SURFACES, "over a picture") if hidden else build.SURFACES
    words = [build.sentinel(surface) for surface in surfaces]
    output = masked(build.laden(hidden=hidden), *words)
    left = build.holds(output, words + [build.sentinel(surface) for surface in build.DROPPED])
    assert left == []
    assert not build.holds(output, ["Zq"])


def test_composite_fonts_are_read_and_cut() -> None:
    data = build.composite("Paciente Íñigo Muñoz", "العربية Ωμέγα 日本語 😀")
    assert read(data).text == "Paciente Íñigo Muñoz\nالعربية Ωμέγα 日本語 😀"
    output = masked(data, "Íñigo Muñoz")
    assert read(output).text.startswith("Paciente [PATIENT]")


def test_a_glyph_that_says_a_whole_name_does_not_survive_in_the_font() -> None:
    pdf = pikepdf.new()
    made = build.page(pdf, b"BT /F2 11 Tf 50 700 Td <00010002> Tj ET")
    font = build.composite_font(pdf, "ab")
    font.ToUnicode = pdf.make_stream(
        b"2 beginbfchar <0001> <" + "Leire".encode("utf-16-be").hex().encode() + b"> "
        b"<0002> <0061> endbfchar % Leire"
    )
    made.obj.Resources.Font.F2 = font
    output = masked(build.saved(pdf), "Leire")
    assert not build.holds(output, ["Leire"])


def test_half_a_ligature_takes_the_whole_glyph_and_keeps_its_other_half() -> None:
    pdf = pikepdf.new()
    made = build.page(pdf, b"BT /F2 11 Tf 50 700 Td <000100020003> Tj ET")
    font = build.composite_font(pdf, "abc")
    font.ToUnicode = pdf.make_stream(
        b"3 beginbfchar <0001> <0053006f> <0002> <00660069> <0003> <0061> endbfchar"
    )
    made.obj.Resources.Font.F2 = font
    data = build.saved(pdf)
    document = read(data)
    assert document.text == "Sofia"
    edits = [Edit(Span(3, 5, "PATIENT"), "X")]
    assert read(written(data, edits)).text == "SofX"


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_pages_read_the_same(turn: int) -> None:
    pdf = pikepdf.new()
    made = build.page(pdf, build.lines("Paciente: Leire Otxoa", "Ingreso por fiebre"))
    made.obj.Rotate = turn
    data = build.saved(pdf)
    output = masked(data, "Leire Otxoa")
    assert "Ingreso por fiebre" in read(output).text
    assert not build.holds(output, ["Leire"])


def test_all_show_operators_and_spacings_are_cut() -> None:
    content = (
        b"BT /F1 11 Tf 50 700 Td 14 TL 1 Tc 2 Tw (Sra. Leire uno) Tj (Sra. Leire dos) ' "
        b'1 0 (Sra. Leire tres) " [(Sra. Le) -20 (ire) 15 ( cuatro)] TJ 80 Tz T* '
        b"<5372612e204c65697265> Tj 3 Ts (Leire) Tj ET"
    )
    output = masked(build.raw(content), "Leire")
    assert not build.holds(output, ["Leire"])
    assert "cuatro" in seen(output)


def test_a_form_drawn_twice_with_different_edits_is_split() -> None:
    pdf = pikepdf.new()
    form = build._form(pdf, build.lines("Paciente Leire"))
    made = build.page(pdf, b"/X1 Do q 1 0 0 1 0 -100 cm /X1 Do Q", XObject=Dictionary(X1=form))
    assert made
    data = build.saved(pdf)
    document = read(data)
    assert document.text == "Paciente Leire\nPaciente Leire"
    edits = edits_of(document.text, "Leire")[:1]
    assert read(written(data, edits)).text == "Paciente [PATIENT]\nPaciente Leire"
    assert not build.holds(masked(data, "Leire"), ["Leire"])


def test_two_columns_of_prose_are_read_one_after_the_other() -> None:
    rows = b"".join(
        b"1 0 0 1 %d %d Tm (%s) Tj "
        % (x, 700 - 14 * row, b"%s texto de la columna numero %d" % (n, row))
        for row in range(6)
        for x, n in ((50, b"izq"), (310, b"der"))
    )
    text = read(build.raw(b"BT /F1 11 Tf " + rows + b"ET")).text
    assert text.index("izq texto de la columna numero 5") < text.index("der texto")


def test_a_table_row_is_read_across_with_cells_apart() -> None:
    content = b"BT /F1 11 Tf 1 0 0 1 50 700 Tm (NHC) Tj 1 0 0 1 50 680 Tm (Nombre) Tj "
    content += b"1 0 0 1 200 700 Tm (445566) Tj 1 0 0 1 200 680 Tm (Leire) Tj ET"
    assert read(build.raw(content)).text == "NHC\t445566\nNombre\tLeire"


def test_replacements_outside_of_latin_read_back_exactly() -> None:
    masked(build.simple("Paciente: Leire Otxoa"), "Leire Otxoa", said="Łukasz Ωμέγα 日 ñ")


SIGNS = st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp", "Cn", "Co"))


@given(st.text(SIGNS, min_size=1, max_size=30))
@settings(max_examples=40, deadline=None)
def test_any_text_stays_without_edits(text: str) -> None:
    data = build.composite(text, "fin")
    assert read(written(data, [])).text == read(data).text


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_any_disjoint_spans_are_taken_out(draw: st.DataObject) -> None:
    data = build.simple("Leire Otxoa (45), DNI 12345678Z", "vive en Calle Mayor 3,  Soria")
    document = read(data)
    cuts = sorted(draw.draw(st.sets(st.integers(0, len(document.text)), max_size=8)))
    edits = [
        Edit(Span(start, end, "OTHER"), draw.draw(st.sampled_from(["", "x", "[OTHER]"])))
        for start, end in list(pairwise(cuts))[::2]
    ]
    output = written(data, edits)
    want = splice(document.text, block_edits(document, edits))
    assert read(output).text.split() == want.split() or "".join(read(output).text.split()) == (
        "".join(want.split())
    )


def test_hidden_layers_stay_hidden_and_lose_their_names() -> None:
    output = written(build.laden(hidden=True), [])
    with pikepdf.open(io.BytesIO(output)) as pdf:
        assert len(pdf.Root.OCProperties.D.OFF) == 1
        assert str(pdf.Root.OCProperties.OCGs[0].Name) == "layer 1"


def test_attachments_are_cleaned_and_renamed() -> None:
    pdf = pikepdf.new()
    build.page(pdf, build.lines("Informe"))
    build.attach(pdf, "leire-otxoa.txt", b"Nota de Leire Otxoa")
    data = build.saved(pdf)
    assert "Nota de Leire Otxoa" in read(data).text
    output = masked(data, "Leire Otxoa")
    assert not build.holds(output, ["Leire", "otxoa"])
    with pikepdf.open(io.BytesIO(output)) as found:
        assert list(found.attachments) == ["attachment-1.txt"]
        assert found.attachments["attachment-1.txt"].get_file().read_bytes() == b"Nota de [PATIENT]"


def test_a_file_that_opens_without_a_password_is_decrypted() -> None:
    with pikepdf.open(io.BytesIO(build.simple("Paciente Leire"))) as pdf:
        data = build.saved_locked(pdf, user="")
    output = masked(data, "Leire")
    with pikepdf.open(io.BytesIO(output)) as pdf:
        assert not pdf.is_encrypted


def test_a_file_with_a_password_is_refused() -> None:
    with pikepdf.open(io.BytesIO(build.simple("Paciente Leire"))) as pdf:
        data = build.saved_locked(pdf, user="secreto")
    with pytest.raises(Encrypted):
        read(data)


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7\n", b"%PDF-1.7\n" + bytes(4000), b"%PDF-1.4 rubbish \xff\xfe trailer <<>>"],
)
def test_rubbish_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged):
        read(data)


def refusal(data: bytes) -> InputError | None:
    """Why a file is refused; None where it is written."""
    try:
        written(data, [])
    except InputError as error:
        return error
    return None


def test_a_cut_off_file_is_repaired_or_refused() -> None:
    data = build.laden(hidden=True)
    errors = [refusal(data[:size]) for size in range(100, len(data), max(1, len(data) // 40))]
    assert any(errors)
    assert not any("Zq" in str(error) or error.__context__ for error in errors if error)


def test_too_many_pages_are_refused() -> None:
    pdf = pikepdf.new()
    for _ in range(12):
        pdf.add_blank_page()
    with pytest.raises(TooLarge):
        read(build.saved(pdf), Intake(limits=Limits(max_pages=10)))


def test_a_bomb_is_refused() -> None:
    data = build.raw(b"q Q " * 30_000_000)
    with pytest.raises(Dangerous):
        read(data)


def test_forms_that_multiply_are_refused() -> None:
    pdf = pikepdf.new()
    form = build._form(pdf, build.lines("hola") + b" q Q" * 50)
    for _ in range(10):
        outer = build._form(pdf, b"/X1 Do " * 12)
        outer.Resources = Dictionary(XObject=Dictionary(X1=form))
        form = outer
    build.page(pdf, b"/X1 Do", XObject=Dictionary(X1=form))
    with pytest.raises(TooLarge):
        read(build.saved(pdf))


def test_a_form_that_draws_itself_ends() -> None:
    pdf = pikepdf.new()
    form = pdf.make_indirect(build._form(pdf, build.lines("Leire") + b" /X1 Do"))
    form.Resources.XObject = Dictionary(X1=form)
    build.page(pdf, b"/X1 Do", XObject=Dictionary(X1=form))
    output = masked(build.saved(pdf), "Leire")
    assert not build.holds(output, ["Leire"])


def unclear(pdf: pikepdf.Pdf) -> pikepdf.Page:
    """A page with text that own reading cannot follow, for a stray brace in the stream."""
    return build.page(pdf, build.lines("Paciente Leire Otxoa", "Ingreso por fiebre") + b" } ")


def test_a_page_that_cannot_be_followed_is_drawn_anew() -> None:
    pdf = pikepdf.new()
    unclear(pdf)
    data = build.saved(pdf)
    output = masked(data, "Leire Otxoa")
    assert not build.holds(output, ["Leire"])
    with pikepdf.open(io.BytesIO(output)) as found:
        assert build.image_count(found.pages[0]) == 1
    assert "[PATIENT]" in seen(output)


def test_the_picture_of_a_redrawn_page_shows_no_name() -> None:
    pdf = pikepdf.new()
    unclear(pdf)
    data = build.saved(pdf)

    def ink(found: bytes) -> int:
        with pypdfium2.PdfDocument(found) as document:
            shot = document[0].render(scale=2).to_pil().convert("L").crop((200, 90, 400, 130))
        return sum(1 for value in shot.tobytes() if value < 60)

    assert ink(data) > 50
    empty = written(data, edits_of(read(data).text, "Leire Otxoa", said=" "))
    assert ink(empty) == 0


def test_an_invisible_text_layer_takes_the_picture_under_it_along() -> None:
    shot = Image.new("L", (595, 842), 255)
    ImageDraw.Draw(shot).rectangle((50, 50, 300, 70), fill=0)
    pdf = pikepdf.new()
    image = pdf.make_stream(shot.tobytes())
    image.update({"/Type": Name.XObject, "/Subtype": Name.Image, "/Width": 595, "/Height": 842,
                  "/ColorSpace": Name.DeviceGray, "/BitsPerComponent": 8})  # fmt: skip
    layer = b"BT 3 Tr /F1 20 Tf 50 775 Td (Leire Otxoa Paz Ibarra) Tj ET"
    build.page(pdf, b"q 595 0 0 842 0 0 cm /Im1 Do Q " + layer, XObject=Dictionary(Im1=image))
    data = build.saved(pdf)
    output = masked(data, "Leire Otxoa")
    assert not build.holds(output, ["Leire"])
    with pypdfium2.PdfDocument(output) as document:
        drawn = document[0].render(scale=1).to_pil().convert("L")
    assert drawn.getpixel((100, 53)) > 200
    assert drawn.getpixel((250, 60)) < 60


def test_a_scan_without_text_recognition_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdffile, "look_at", lambda *_: pdffile.Picture(note="page 1 dropped"))
    with pytest.raises(Unsupported):
        read(scanned("Leire"), Intake(images="clean"))


def test_a_scan_is_left_blank_where_images_are_dropped() -> None:
    output = written(scanned("Leire"), [])
    with pikepdf.open(io.BytesIO(output)) as pdf:
        assert build.image_count(pdf.pages[0]) == 0


def scanned(text: str) -> bytes:
    shot = Image.new("L", (900, 500), 255)
    ImageDraw.Draw(shot).text((60, 90), text, fill=0, font_size=48)
    out = io.BytesIO()
    shot.save(out, "PDF", resolution=150)
    return out.getvalue()


@pytest.mark.ocr
def test_a_scan_is_read_and_boxes_cover_what_was_found() -> None:
    intake = Intake(name="a.pdf", images="clean")
    data = scanned("Paciente Leire con fiebre")
    document = read(data, intake)
    assert "Leire" in document.text
    output = written(data, edits_of(document.text, "Leire"), intake)
    assert "Leire" not in read(output, intake).text
    assert "fiebre" in read(output, intake).text


def test_nothing_but_the_allowed_keys_is_in_the_catalogue() -> None:
    with pikepdf.open(io.BytesIO(written(build.laden(hidden=True), []))) as pdf:
        assert set(pdf.Root.keys()) <= {"/Type", "/Pages", "/OCProperties", "/Names"}
        assert set(pdf.trailer.keys()) <= {"/Root", "/Size", "/ID", "/Type", "/W", "/Index",
                                           "/Length", "/Filter", "/DecodeParms"}  # fmt: skip
        allowed = {"/Type", "/Parent", "/MediaBox", "/Rotate", "/Contents", "/Resources"}
        assert set(pdf.pages[0].obj.keys()) <= allowed


def test_jpegs_lose_their_comments() -> None:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), "white").save(out, "JPEG", comment=b"Leire")
    pdf = pikepdf.new()
    image = pikepdf.Stream(pdf, out.getvalue())
    image.update({"/Type": Name.XObject, "/Subtype": Name.Image, "/Width": 8, "/Height": 8,
                  "/ColorSpace": Name.DeviceRGB, "/BitsPerComponent": 8,
                  "/Filter": Name.DCTDecode})  # fmt: skip
    build.page(
        pdf, b"q 9 0 0 9 0 0 cm /I1 Do Q " + build.lines("hola"), XObject=Dictionary(I1=image)
    )
    output = written(build.saved(pdf), [])
    assert not build.holds(output, ["Leire"])
    with pikepdf.open(io.BytesIO(output)) as found:
        assert build.image_count(found.pages[0]) == 1


def test_signs_that_renderers_take_apart_do_not_have_a_page_drawn_anew() -> None:
    data = build.composite("Tylenol™ Advil™ Motrin™ 👍🏽 ﬁebre", "Eva Gil")
    document = FORMAT.read(data, Intake())
    assert document.text == "Tylenol™ Advil™ Motrin™ 👍🏽 ﬁebre\nEva Gil"
    assert not document.notes
