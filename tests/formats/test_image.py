"""Images: what is read, what is painted over, and that nothing but pixels is written."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged, LeakFound, TooLarge, Unsupported
from sfumato.core.protocols import Intake, Limits
from sfumato.core.span import Span
from sfumato.formats import image as module
from sfumato.formats import ocr
from sfumato.formats.barcodes import scan
from sfumato.formats.image import FORMAT, available

EXAMPLE = Path(__file__).parents[2] / "examples" / "etiqueta.png"
NAME = "Berta Quintanar"
WORDS = f"Paciente: {NAME}\nIngreso 12/05/2021"


def picture(text: str = WORDS, *, size: tuple[int, int] = (420, 80), px: int = 24) -> Image.Image:
    page = Image.new("RGB", size, "white")
    ImageDraw.Draw(page).multiline_text(
        (10, 8), text, font=ImageFont.load_default(px), fill="black"
    )
    return page


def packed(page: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    buffer = BytesIO()
    page.save(buffer, kind, **options)
    return buffer.getvalue()


def masking(document: Document, *words: str) -> list[Edit]:
    found = []
    for word in words:
        start = document.text.index(word)
        found.append(Edit(Span(start, start + len(word), "OTHER"), "[X]"))
    return found


def written(data: bytes, *words: str) -> bytes:
    document = FORMAT.read(data, Intake())
    return FORMAT.write(data, document, masking(document, *words), Intake()).data


def needs_ocr() -> None:
    if not available():
        pytest.skip("tesseract is not installed")


@pytest.mark.ocr
def test_lines_are_read_and_marked_as_uncertain() -> None:
    needs_ocr()
    document = FORMAT.read(packed(picture()), Intake())
    assert document.text == WORDS
    assert [block.place for block in document.blocks] == ["image line 1", "image line 2"]
    assert not any(block.certain for block in document.blocks)


@pytest.mark.ocr
def test_a_label_gives_its_words_and_its_barcode() -> None:
    needs_ocr()
    document = FORMAT.read(EXAMPLE.read_bytes(), Intake())
    assert "LORENTE QUIROGA" in document.text
    code = document.blocks[-1]
    assert (code.place, code.label) == ("image barcode 1", "PATIENT_ID")
    assert document.text[code.start : code.end] == "NHC4471902"


@pytest.mark.ocr
def test_a_covered_barcode_is_gone_with_the_number_printed_below_it() -> None:
    needs_ocr()
    data = EXAMPLE.read_bytes()
    document = FORMAT.read(data, Intake())
    code = document.blocks[-1]
    edit = Edit(Span(code.start, code.end, "PATIENT_ID"), "[PATIENT_ID]")
    output = FORMAT.write(data, document, [edit], Intake()).data
    assert not scan(Image.open(BytesIO(output)))
    after = FORMAT.read(output, Intake()).text
    assert "NHC4471902" not in after
    assert "LORENTE QUIROGA" in after


@pytest.mark.ocr
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "BMP", "GIF", "WEBP"])
def test_replaced_words_leave_the_picture_and_the_others_stay(kind: str) -> None:
    needs_ocr()
    output = written(packed(picture(), kind), NAME)
    assert Image.open(BytesIO(output)).format == kind
    after = FORMAT.read(output, Intake()).text
    assert "Berta" not in after
    assert "Quintanar" not in after
    assert "Ingreso 12/05/2021" in after


@pytest.mark.ocr
def test_the_same_picture_is_written_the_same_way_twice() -> None:
    needs_ocr()
    data = packed(picture())
    assert written(data, NAME) == written(data, NAME)


@pytest.mark.ocr
def test_every_page_of_a_tiff_is_read_and_cleaned() -> None:
    needs_ocr()
    pages = [picture(), picture("Segunda hoja\nde Hilario Montes")]
    data = packed(pages[0], "TIFF", save_all=True, append_images=pages[1:])
    document = FORMAT.read(data, Intake())
    assert document.blocks[-1].place == "page 2 image line 2"
    output = written(data, "Hilario Montes")
    assert Image.open(BytesIO(output)).n_frames == 2
    assert "Hilario" not in FORMAT.read(output, Intake()).text


@pytest.mark.ocr
@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_turned_pictures_are_read(degrees: int) -> None:
    needs_ocr()
    data = packed(picture().rotate(degrees, expand=True))
    assert NAME in FORMAT.read(data, Intake()).text
    assert "Berta" not in FORMAT.read(written(data, NAME), Intake()).text


@pytest.mark.ocr
def test_letters_of_ten_pixels_are_read() -> None:
    needs_ocr()
    page = picture(px=11, size=(220, 40))
    assert NAME in FORMAT.read(packed(page), Intake()).text


@pytest.mark.ocr
def test_ink_as_bright_as_its_paper_is_read() -> None:
    needs_ocr()
    page = Image.new("RGB", (420, 80), "white")
    font = ImageFont.load_default(24)
    ImageDraw.Draw(page).multiline_text((10, 8), WORDS, font=font, fill=(255, 255, 0))
    assert NAME in FORMAT.read(packed(page), Intake()).text


@pytest.mark.ocr
def test_a_picture_without_text_passes_with_a_note() -> None:
    needs_ocr()
    data = packed(Image.new("RGB", (60, 60), "teal"))
    document = FORMAT.read(data, Intake())
    assert document.text == ""
    assert document.notes == ("image 1: no readable text",)
    assert Image.open(BytesIO(FORMAT.write(data, document, (), Intake()).data)).size == (60, 60)


def with_metadata(kind: str) -> bytes:
    page = picture()
    exif = Image.Exif()
    exif[0x010E] = "ZEBEDEO"
    exif[0x013B] = "ZEBEDEO"
    options: dict[str, object] = {"exif": exif}
    if kind == "PNG":
        texts = PngImagePlugin.PngInfo()
        texts.add_text("Author", "ZEBEDEO")
        texts.add_itxt("XML:com.adobe.xmp", "<x>ZEBEDEO</x>")
        options["pnginfo"] = texts
    if kind == "JPEG":
        options |= {"comment": b"ZEBEDEO", "xmp": b"ZEBEDEO", "icc_profile": b"ZEBEDEO" * 20}
    if kind == "GIF":
        options = {"comment": b"ZEBEDEO"}
    if kind == "TIFF":
        options["description"] = "ZEBEDEO"
    if kind == "WEBP":
        options["xmp"] = b"ZEBEDEO"
    return packed(page, kind, **options) + b"ZEBEDEO after the end"


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "GIF", "WEBP"])
def test_no_metadata_is_written(kind: str) -> None:
    data = with_metadata(kind)
    assert b"ZEBEDEO" in data
    output = FORMAT.write(data, Document("", ""), (), Intake()).data
    assert b"ZEBEDEO" not in output
    allowed = {"dpi", "jfif", "jfif_version", "jfif_unit", "jfif_density", "version", "loop"}
    allowed |= {"background", "compression", "resolution", "timestamp", "duration", "transparency"}
    assert set(Image.open(BytesIO(output)).info) <= allowed
    assert not dict(Image.open(BytesIO(output)).getexif()).keys() & {0x010E, 0x013B}


def test_the_orientation_of_exif_is_applied() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = packed(Image.new("RGB", (40, 20)), "JPEG", exif=exif)
    output = FORMAT.write(data, Document("", ""), (), Intake()).data
    assert Image.open(BytesIO(output)).size == (20, 40)


def test_only_the_first_frame_of_an_animation_is_kept() -> None:
    frames = [Image.new("L", (20, 20), tone) for tone in (0, 90, 200)]
    data = packed(frames[0], "GIF", save_all=True, append_images=frames[1:])
    written_file = FORMAT.write(data, Document("", ""), (), Intake())
    assert written_file.notes == ("image 1: only the first frame is kept",)
    assert not getattr(Image.open(BytesIO(written_file.data)), "is_animated", False)


def test_colours_hidden_by_transparency_are_gone() -> None:
    page = Image.new("RGBA", (40, 40), (200, 10, 10, 0))
    output = FORMAT.write(packed(page), Document("", ""), (), Intake()).data
    assert Image.open(BytesIO(output)).convert("RGB").getextrema() == ((255, 255),) * 3


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "CMYK", "I;16", "I", "F"])
def test_every_pixel_mode_is_written(mode: str) -> None:
    kind = "TIFF" if mode in ("CMYK", "F", "I") else "PNG"
    page = Image.linear_gradient("L").resize((32, 32))
    data = packed(page.convert(mode if mode != "I;16" else "I").convert(mode), kind)
    output = FORMAT.write(data, Document("", ""), (), Intake()).data
    assert Image.open(BytesIO(output)).size == (32, 32)


def test_too_many_pixels_are_refused_before_decoding() -> None:
    data = packed(Image.new("1", (5000, 5000)))
    intake = Intake(limits=Limits(max_pixels=1_000_000))
    with pytest.raises(TooLarge):
        FORMAT.write(data, Document("", ""), (), intake)


def test_too_many_pages_are_refused() -> None:
    pages = [Image.new("1", (8, 8)) for _ in range(5)]
    data = packed(pages[0], "TIFF", save_all=True, append_images=pages[1:])
    with pytest.raises(TooLarge):
        FORMAT.write(data, Document("", ""), (), Intake(limits=Limits(max_pages=3)))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "BMP", "GIF", "WEBP"])
def test_a_truncated_image_is_damaged(kind: str) -> None:
    data = packed(picture(), kind)
    with pytest.raises(Damaged) as caught:
        FORMAT.write(data[: len(data) // 2], Document("", ""), (), Intake())
    assert caught.value.__context__ is None


def test_without_tesseract_an_image_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_program", lambda: None)
    assert not available()
    with pytest.raises(Unsupported, match="needs tesseract"):
        FORMAT.read(packed(picture()), Intake())


@pytest.mark.ocr
def test_a_word_that_stays_legible_is_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_ocr()
    monkeypatch.setattr(module, "_paint", lambda *_: None)
    data = packed(picture())
    document = FORMAT.read(data, Intake())
    with pytest.raises(LeakFound):
        FORMAT.write(data, document, masking(document, NAME), Intake())


def test_no_repr_shows_a_word() -> None:
    word = ocr.Word("Berta", (0, 0, 1, 1), 90.0, (1,))
    assert "Berta" not in repr(word)
