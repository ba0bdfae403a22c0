"""Word documents: every surface is read or dropped, and the rest of the layout stays."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from bench.surfaces.package import relations
from bench.surfaces.word import (
    SPACES,
    Marks,
    body,
    everything,
    package,
    paragraph,
    unpacked,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import Damaged, Dangerous, InputError
from sfumato.core.protocols import Intake, Limits
from sfumato.core.span import Span
from sfumato.formats.docx import FORMAT
from sfumato.formats.markup import xml_text

INTAKE = Intake(name="a.docx", images="drop")


def text_of(data: bytes) -> str:
    return FORMAT.read(data, INTAKE).text


def edited(data: bytes, pattern: str, replacement: str = "[X]") -> bytes:
    document = FORMAT.read(data, INTAKE)
    edits = [
        Edit(Span(match.start(), match.end(), "OTHER"), replacement)
        for match in re.finditer(pattern, document.text)
    ]
    written = FORMAT.write(data, document, edits, INTAKE).data
    assert text_of(written) == splice(document.text, block_edits(document, edits))
    return written


def escaped(text: str) -> str:
    return (
        xml_text(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\r", "&#13;")
    )


@pytest.fixture(scope="module")
def marked() -> tuple[Marks, bytes]:
    marks = Marks()
    return marks, everything(marks)


def test_no_mark_survives_on_any_surface(marked: tuple[Marks, bytes]) -> None:
    marks, data = marked
    left = unpacked(edited(data, r"Sentinel\d+"))
    assert {marks.surfaces[mark] for mark in marks.surfaces if mark.encode() in left} == set()
    assert b"Senti" not in left
    assert b"1956" not in left


def test_what_a_reader_sees_is_in_the_text(marked: tuple[Marks, bytes]) -> None:
    marks, data = marked
    text = text_of(data)
    seen = {surface for mark, surface in marks.surfaces.items() if mark in text}
    assert seen == {
        *"body;split runs;control;list item;insertion;moved to;formatted;form value".split(";"),
        *"field default;link text;merged;link;in a smart tag;ruby;ruby base;formula".split(";"),
        *"alt text;alt title;text box;shape alt;word art;old text box;diagram;cell".split(";"),
        *"table caption;table alt;header;footer;footnote;endnote;comment".split(";"),
        *"chart title;chart cache;chunk".split(";"),
    }


def test_no_edits_give_the_same_text_and_then_the_same_bytes(marked: tuple[Marks, bytes]) -> None:
    _, data = marked
    once = edited(data, "(?!)")
    assert text_of(once) == text_of(data)
    assert edited(once, "(?!)") == once


def test_the_same_input_gives_the_same_bytes(marked: tuple[Marks, bytes]) -> None:
    _, data = marked
    assert edited(data, r"Sentinel\d+") == edited(data, r"Sentinel\d+")


def test_notes_say_what_was_dropped_without_content(marked: tuple[Marks, bytes]) -> None:
    _, data = marked
    notes = FORMAT.read(data, INTAKE).notes
    assert "document properties dropped" in notes
    assert not any("Sentinel" in note for note in notes)


def test_places_hold_no_content(marked: tuple[Marks, bytes]) -> None:
    _, data = marked
    assert not any("Sentinel" in block.place for block in FORMAT.read(data, INTAKE).blocks)


def test_runs_of_a_paragraph_are_one_line() -> None:
    data = package(body(paragraph("María ", "Sen", "tinel") + paragraph("DNI")))
    assert text_of(data) == "María Sentinel\nDNI"


def test_cells_are_apart_by_tabs_and_rows_by_lines() -> None:
    cell = "<w:tc>{}</w:tc>".format
    rows = "".join(
        f"<w:tr>{cell(paragraph(one))}{cell(paragraph())}{cell(paragraph(two))}</w:tr>"
        for one, two in (("a", "b"), ("c", "d"))
    )
    assert text_of(package(body(f"<w:tbl>{rows}</w:tbl>" + paragraph("e")))) == "a\t\tb\nc\t\td\ne"


def test_tabs_breaks_and_hyphens_stand_between_texts() -> None:
    run = (
        "<w:p><w:pPr><w:tabs><w:tab w:val='left' w:pos='9'/></w:tabs></w:pPr><w:r><w:t>a</w:t>"
        "<w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r></w:p>"
    )
    assert text_of(package(body(run))) == "a\tb\nc-d"


def test_a_text_box_does_not_cut_its_paragraph() -> None:
    box = (
        f"<w:pict><v:shape><v:textbox><w:txbxContent>{paragraph('box')}</w:txbxContent>"
        f"</v:textbox></v:shape></w:pict>"
    )
    data = package(body(f"<w:p><w:r><w:t>Jo</w:t>{box}</w:r><w:r><w:t>sé</w:t></w:r></w:p>"))
    assert text_of(data) == "José\nbox"


def test_a_content_control_titled_as_an_identifier_labels_its_text() -> None:
    control = (
        "<w:sdt><w:sdtPr><w:alias w:val='DNI'/></w:sdtPr><w:sdtContent>"
        "<w:r><w:t>x</w:t></w:r></w:sdtContent></w:sdt>"
    )
    inline = FORMAT.read(package(body(f"<w:p>{control}</w:p>")), INTAKE)
    assert [block.label for block in inline.blocks] == ["PATIENT_ID"]


def test_an_inserted_text_stays_an_insertion_by_nobody() -> None:
    inserted = '<w:p><w:ins w:id="1" w:author="Ana"><w:r><w:t>x</w:t></w:r></w:ins></w:p>'
    left = unpacked(edited(package(body(inserted)), "(?!)"))
    assert b'w:author="Author 1"' in left
    assert b"Ana" not in left


def test_strict_documents_are_read_and_written_in_the_usual_spaces() -> None:
    strict = body(paragraph("hola")).replace(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
    written = edited(package(strict), "hola")
    assert text_of(written) == "[X]"
    assert b"purl.oclc.org" not in unpacked(written)


def test_odd_prefixes_do_not_pass() -> None:
    odd = body(paragraph("hola")).replace("w:", "lopez:").replace("xmlns:w=", "xmlns:lopez=")
    assert b"lopez" not in unpacked(edited(package(odd), "(?!)"))


def test_page_numbers_stay_fields() -> None:
    simple = (
        '<w:p><w:fldSimple w:instr=" PAGE \\* MERGEFORMAT "><w:r><w:t>1</w:t></w:r>'
        "</w:fldSimple></w:p>"
    )
    assert b"PAGE \\* MERGEFORMAT" in unpacked(edited(package(body(simple)), "(?!)"))


def test_a_field_that_never_ends_keeps_its_text() -> None:
    lost = '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>' + paragraph("queda")
    assert text_of(package(body(lost))) == "\n\nqueda".lstrip()


def test_a_custom_style_gets_a_neutral_name_and_is_still_used() -> None:
    styles = (
        f'<w:styles {SPACES}><w:style w:type="paragraph" w:styleId="DrLopez"><w:name '
        'w:val="Dr Lopez"/><w:rPr><w:b/></w:rPr></w:style></w:styles>'
    )
    text = '<w:p><w:pPr><w:pStyle w:val="DrLopez"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>'
    rows = {"rId1": ("styles", "styles.xml")}
    data = package(
        body(text), {"word/styles.xml": styles, "word/_rels/document.xml.rels": relations(rows)}
    )
    left = unpacked(edited(data, "(?!)"))
    assert left.count(b"S1") == 2
    assert b"Lopez" not in left


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=20), min_size=1, max_size=5))
def test_any_text_reads_back(texts: list[str]) -> None:
    data = package(body(paragraph(*(escaped(text) for text in texts))))
    document = FORMAT.read(data, INTAKE)
    assert document.text == "".join(xml_text(text) for text in texts)
    assert text_of(FORMAT.write(data, document, [], INTAKE).data) == document.text


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_edits_read_back_spliced(data: st.DataObject) -> None:
    source = package(body(paragraph("uno dos", "tres", "") + paragraph("cuatro 5 🩺 é")))
    document = FORMAT.read(source, INTAKE)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(document.text)), max_size=6)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    edits = [
        Edit(Span(a, b, "OTHER"), data.draw(st.text(max_size=5).map(xml_text))) for a, b in pairs
    ]
    written = FORMAT.write(source, document, edits, INTAKE)
    assert text_of(written.data) == splice(document.text, block_edits(document, edits))


def test_macros_are_dangerous() -> None:
    rows = {"rId1": ("http://schemas.microsoft.com/office/2006/relationships/vbaProject", "v.bin")}
    data = package(body(""), {"word/_rels/document.xml.rels": relations(rows), "word/v.bin": "x"})
    with pytest.raises(Dangerous):
        FORMAT.read(data, INTAKE)


def test_a_macro_enabled_document_is_dangerous() -> None:
    kind = (
        '<Override PartName="/word/document.xml" '
        'ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>'
    )
    with pytest.raises(Dangerous):
        FORMAT.read(package(body(""), types=kind), INTAKE)


def test_entities_in_a_part_are_dangerous() -> None:
    with pytest.raises(Dangerous):
        FORMAT.read(package('<!DOCTYPE a [<!ENTITY b "c">]>' + body(paragraph("&b;"))), INTAKE)


@pytest.mark.parametrize("document", ["", "<w:document", "not xml"])
def test_a_broken_document_is_damaged(document: str) -> None:
    with pytest.raises(Damaged):
        FORMAT.read(package(document), INTAKE)


def test_a_missing_document_is_damaged() -> None:
    rows = relations({"rId1": ("officeDocument", "word/none.xml")})
    with pytest.raises(Damaged):
        FORMAT.read(package(body(""), {"_rels/.rels": rows}), INTAKE)


def test_deep_nesting_is_refused() -> None:
    deep = "<w:tbl><w:tr><w:tc>" * 100 + paragraph("x") + "</w:tc></w:tr></w:tbl>" * 100
    with pytest.raises(InputError):
        FORMAT.read(package(body(deep)), INTAKE)


@pytest.mark.parametrize("cut", [100, 700, 1500])
def test_a_cut_file_is_refused(marked: tuple[Marks, bytes], cut: int) -> None:
    with pytest.raises(InputError):
        FORMAT.read(marked[1][:-cut], INTAKE)


def test_a_bomb_in_a_part_is_refused() -> None:
    data = package(body("<w:p/>" * 100_000 + " " * 60_000_000))
    with pytest.raises(InputError):
        FORMAT.read(data, Intake(limits=Limits(max_unpacked_bytes=10_000_000)))


def test_a_dropped_image_leaves_a_grey_one(marked: tuple[Marks, bytes]) -> None:
    written = edited(marked[1], "(?!)")
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        assert archive.read("word/media/grey.png").startswith(b"\x89PNG")
        assert b"media/grey.png" in archive.read("word/_rels/document.xml.rels")
