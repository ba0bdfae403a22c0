"""OpenDocument: every surface with text is read, everything else stays behind."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from sfumato.core.document import Document
from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import Damaged, Dangerous, Encrypted
from sfumato.core.protocols import Intake
from sfumato.core.span import Span
from sfumato.formats.archive import pack
from sfumato.formats.image import available
from sfumato.formats.odt import FORMAT

EXAMPLE = Path(__file__).parents[2] / "examples" / "nota-enfermeria.odt"
MIMETYPE = b"application/vnd.oasis.opendocument.text"
DROP = Intake(images="drop")
_URN = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "office": f"{_URN}office:1.0",
        "style": f"{_URN}style:1.0",
        "text": f"{_URN}text:1.0",
        "table": f"{_URN}table:1.0",
        "draw": f"{_URN}drawing:1.0",
        "fo": f"{_URN}xsl-fo-compatible:1.0",
        "svg": f"{_URN}svg-compatible:1.0",
        "form": f"{_URN}form:1.0",
        "script": f"{_URN}script:1.0",
        "xlink": "http://www.w3.org/1999/xlink",
        "dc": "http://purl.org/dc/elements/1.1/",
        "zebedeo": "urn:ZEBEDEO",
    }.items()
)


def odt(body: str, *, styles: str = "", parts: tuple[tuple[str, bytes], ...] = ()) -> bytes:
    content = (
        f"<office:document-content {SPACES}><office:body><office:text>{body}</office:text>"
        "</office:body></office:document-content>"
    )
    files = [("mimetype", MIMETYPE), ("content.xml", content.encode()), *parts]
    if styles:
        whole = f"<office:document-styles {SPACES}>{styles}</office:document-styles>"
        files.append(("styles.xml", whole.encode()))
    return pack(files, stored=("mimetype",))


def paragraph(inner: str) -> bytes:
    return odt(f"<text:p>before {inner} after</text:p>")


def text_of(data: bytes) -> str:
    return FORMAT.read(data, DROP).text


def unpacked(data: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names = "\n".join(archive.namelist()).encode()
        return names + b"".join(archive.read(name) for name in archive.namelist())


def written(data: bytes, *words: str, by: str = "[X]") -> bytes:
    document = FORMAT.read(data, DROP)
    edits = []
    for word in words:
        start = document.text.index(word)
        edits.append(Edit(Span(start, start + len(word), "OTHER"), by))
    output = FORMAT.write(data, document, edits, DROP).data
    assert text_of(output) == splice(document.text, block_edits(document, edits))
    return output


def all_of(document: Document, *words: str) -> list[Edit]:
    edits = []
    for word in words:
        start = -1
        while (start := document.text.find(word, start + 1)) >= 0:
            edits.append(Edit(Span(start, start + len(word), "OTHER"), "[X]"))
    return edits


def test_the_example_is_read_on_every_surface() -> None:
    document = FORMAT.read(EXAMPLE.read_bytes(), DROP)
    places = {
        "Traumatología": "header 1",
        "Página": "footer 1",
        "Confirmar la pauta": "comment 1",
        "Delfina": "footnote 1",
        "mailto:": "link 1",
        "Etiqueta de": "body",
        "Jacinta Balboa Riquelme\tNHC: 2290417": "body",
    }
    for words, place in places.items():
        if words == "Etiqueta de":
            continue
        assert document.place_of(document.text.index(words)).startswith(place)
    assert "22:00\t138/74\t81" in document.text
    assert "Fermín" not in document.text


def test_names_leave_the_example_with_its_metadata_and_history() -> None:
    data = EXAMPLE.read_bytes()
    document = FORMAT.read(data, DROP)
    edits = all_of(document, "Jacinta", "Balboa", "Casals", "2290417", "Delfina", "trauma.planta2")
    output = FORMAT.write(data, document, edits, DROP).data
    everything = unpacked(output).decode("utf-8", "replace")
    for gone in ("Jacinta", "jacinta", "Balboa", "Casals", "2290417", "Delfina", "Ferm", "planta2"):
        assert gone not in everything
    assert text_of(output) == splice(document.text, block_edits(document, edits))


def test_the_package_is_rewritten_with_its_mimetype_first_and_stored() -> None:
    output = written(EXAMPLE.read_bytes())
    assert output == written(EXAMPLE.read_bytes())
    with zipfile.ZipFile(BytesIO(output)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
        assert set(archive.namelist()) == {
            "mimetype",
            "content.xml",
            "styles.xml",
            "META-INF/manifest.xml",
        }


@pytest.mark.ocr
def test_pictures_pass_through_the_image_part() -> None:
    if not available():
        pytest.skip("tesseract is not installed")
    data = EXAMPLE.read_bytes()
    document = FORMAT.read(data, Intake())
    assert "BALBOA RIQUELME" in document.text
    output = FORMAT.write(data, document, all_of(document, "BALBOA", "RIQUELME"), Intake()).data
    with zipfile.ZipFile(BytesIO(output)) as archive:
        assert "Pictures/image1.png" in archive.namelist()
        assert Image.open(BytesIO(archive.read("Pictures/image1.png"))).size == (420, 126)
    assert "BALBOA" not in FORMAT.read(output, Intake()).text


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("a<text:s/>b<text:s text:c='3'/>c", "a b   c"),
        ("a<text:s text:c='1.5'/>b<text:s text:c='-2'/>c", "a b c"),
        ("a<text:tab/>b<text:line-break/>c", "a\tb\nc"),
        ("a\n   b", "a b"),
        ("Ber<text:span>ta</text:span>", "Berta"),
        ("Ber<text:bookmark-start text:name='x'/>ta", "Berta"),
        ("<text:date text:date-value='2020-01-01'>1/1/20</text:date>", "1/1/20"),
        ("<text:placeholder text:placeholder-type='text'>&lt;x&gt;</text:placeholder>", "<x>"),
        ("<text:user-field-get text:name='n'>v</text:user-field-get>", "v"),
        ("<text:database-display text:table-name='t'>v</text:database-display>", "v"),
        ("<text:hidden-text text:string-value='q'>v</text:hidden-text>", "v"),
    ],
)
def test_characters(inner: str, text: str) -> None:
    assert f"before {text} after" in text_of(paragraph(inner))


@pytest.mark.parametrize(
    "body",
    [
        "<text:h>ZEBEDEO</text:h>",
        "<text:list><text:list-item><text:p>ZEBEDEO</text:p></text:list-item></text:list>",
        "<text:section text:name='s'><text:p>ZEBEDEO</text:p></text:section>",
        "<text:table-of-content><text:index-body><text:p>ZEBEDEO</text:p></text:index-body>"
        "</text:table-of-content>",
        "<text:p><text:a xlink:href='http://ZEBEDEO/'>x</text:a></text:p>",
        "<text:p><office:annotation><text:p>ZEBEDEO</text:p></office:annotation></text:p>",
        "<text:p><draw:frame><draw:text-box><text:p>ZEBEDEO</text:p></draw:text-box></draw:frame>"
        "</text:p>",
        "<text:p><draw:custom-shape><text:p>ZEBEDEO</text:p></draw:custom-shape></text:p>",
        "<text:p><draw:frame><draw:text-box/><svg:title>ZEBEDEO</svg:title></draw:frame></text:p>",
        "<text:p><draw:g><svg:desc>ZEBEDEO</svg:desc></draw:g></text:p>",
        "<text:p>ZE<text:span>BE<text:span>DE</text:span></text:span>O</text:p>",
        "<text:p><text:text-input text:description='q'>ZEBEDEO</text:text-input></text:p>",
        "<text:p><text:ruby><text:ruby-base>a</text:ruby-base><text:ruby-text>ZEBEDEO"
        "</text:ruby-text></text:ruby></text:p>",
    ],
)
def test_text_is_found_and_can_be_replaced(body: str) -> None:
    output = written(odt(f"<text:p>one</text:p>{body}<text:p>two</text:p>"), "ZEBEDEO", by="[Ñ]")
    assert b"ZEBEDEO" not in unpacked(output)
    assert "[Ñ]" in text_of(output)


def test_headers_of_styles_are_text() -> None:
    styles = (
        "<office:master-styles><style:master-page><style:header-first><text:p>ZEBEDEO</text:p>"
        "</style:header-first></style:master-page></office:master-styles>"
    )
    output = written(odt("<text:p>x</text:p>", styles=styles), "ZEBEDEO")
    assert b"ZEBEDEO" not in unpacked(output)


@pytest.mark.parametrize(
    "inner",
    [
        "<text:bookmark text:name='ZEBEDEO'/>",
        "<text:span text:style-name='ZEBEDEO'>x</text:span>",
        "<text:span zebedeo:x='ZEBEDEO' text:unheard='ZEBEDEO'>x</text:span>",
        "<zebedeo:x>ZEBEDEO</zebedeo:x>",
        "<text:span><zebedeo:x y='1'>ZEBEDEO</zebedeo:x></text:span>",
        "<text:date text:date-value='ZEBEDEO'>x</text:date>",
        "<text:script script:language='ZEBEDEO'>ZEBEDEO</text:script>",
        "<text:a xlink:href='file:///home/ZEBEDEO/x.odt'>x</text:a>",
        "<text:a xlink:href='#ZEBEDEO'>x</text:a>",
        "<text:a xlink:href='http://x/' office:title='ZEBEDEO' office:name='ZEBEDEO'>x</text:a>",
        "<office:annotation office:name='ZEBEDEO'><dc:creator>ZEBEDEO</dc:creator>"
        "<dc:date>ZEBEDEO</dc:date><text:p>x</text:p></office:annotation>",
        "<draw:frame draw:name='ZEBEDEO'><draw:object xlink:href='./ZEBEDEO'/></draw:frame>",
        "<draw:frame><draw:image xlink:href='../ZEBEDEO.png'/></draw:frame>",
        "<draw:frame><draw:image><office:binary-data>ZEBEDEO</office:binary-data></draw:image>"
        "</draw:frame>",
        "<draw:control draw:control='ZEBEDEO'/>",
        "<!-- ZEBEDEO --><?ZEBEDEO ZEBEDEO?>",
        "<text:change-start text:change-id='ZEBEDEO'/>",
        "<text:toc-mark text:string-value='ZEBEDEO'/>",
        "<text:note><text:note-body>ZEBEDEO<text:p>x</text:p></text:note-body></text:note>",
        "<text:tab text:tab-ref='ZEBEDEO'/>",
    ],
)
def test_what_is_no_text_does_not_pass(inner: str) -> None:
    output = written(paragraph(inner))
    assert b"ZEBEDEO" not in unpacked(output)
    assert "before " in text_of(output)
    assert " after" in text_of(output)


@pytest.mark.parametrize(
    "body",
    [
        "<text:tracked-changes><text:p>ZEBEDEO</text:p></text:tracked-changes>",
        "<office:forms><form:form><form:text form:value='ZEBEDEO'/></form:form></office:forms>",
        "<text:user-field-decls><text:user-field-decl text:name='a' office:string-value='ZEBEDEO'/>"
        "</text:user-field-decls>",
        "<table:table table:name='ZEBEDEO'><table:title>ZEBEDEO</table:title><table:table-row>"
        "<table:table-cell office:string-value='ZEBEDEO' table:formula='ZEBEDEO' "
        "office:value='12345'><text:p>x</text:p></table:table-cell></table:table-row></table:table>",
        "<text:section text:name='ZEBEDEO'><text:section-source xlink:href='ZEBEDEO'/>"
        "</text:section>",
        "ZEBEDEO",
    ],
)
def test_declarations_do_not_pass(body: str) -> None:
    assert b"ZEBEDEO" not in unpacked(written(odt(body + "<text:p>x</text:p>")))


def test_other_parts_do_not_pass() -> None:
    parts = tuple(
        (name, b"<ZEBEDEO/>")
        for name in (
            "meta.xml",
            "settings.xml",
            "manifest.rdf",
            "Thumbnails/thumbnail.png",
            "Configurations2/menubar/ZEBEDEO.xml",
            "Object 1/content.xml",
            "Pictures/unused-ZEBEDEO.png",
            "ZEBEDEO.txt",
        )
    )
    assert b"ZEBEDEO" not in unpacked(written(odt("<text:p>x</text:p>", parts=parts)))


def test_names_that_users_gave_become_numbers_everywhere() -> None:
    styles = (
        "<office:styles><style:style style:name='Informe de ZEBEDEO' style:family='paragraph'/>"
        "</office:styles>"
    )
    body = "<text:p text:style-name='Informe de ZEBEDEO'>x</text:p>"
    everything = unpacked(written(odt(body, styles=styles)))
    assert b"ZEBEDEO" not in everything
    assert everything.count(b'"Name1"') == 2


def test_macros_and_passwords_are_refused() -> None:
    with pytest.raises(Dangerous):
        FORMAT.read(odt("<text:p/>", parts=(("Basic/script-lc.xml", b"<x/>"),)), DROP)
    manifest = (
        f"<m:manifest xmlns:m='{_URN}manifest:1.0'><m:file-entry><m:encryption-data/>"
        "</m:file-entry></m:manifest>"
    )
    with pytest.raises(Encrypted):
        FORMAT.read(odt("<text:p/>", parts=(("META-INF/manifest.xml", manifest.encode()),)), DROP)


def test_broken_packages_are_damaged() -> None:
    with pytest.raises(Damaged):
        FORMAT.read(b"PK\x03\x04 nothing", DROP)
    with pytest.raises(Damaged):
        FORMAT.read(pack([("mimetype", MIMETYPE)]), DROP)
    with pytest.raises(Damaged):
        FORMAT.read(pack([("mimetype", MIMETYPE), ("content.xml", b"<html/>")]), DROP)


_CHARS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
TEXTS = st.text(_CHARS | st.sampled_from("\n\t "), max_size=40)


@given(TEXTS, st.data())
@settings(max_examples=100, deadline=None)
def test_edits_anywhere_read_back(replacement: str, draw: st.DataObject) -> None:
    data = EXAMPLE.read_bytes()
    document = FORMAT.read(data, DROP)
    start = draw.draw(st.integers(0, len(document.text) - 1))
    end = draw.draw(st.integers(start + 1, min(len(document.text), start + 60)))
    edits = [Edit(Span(start, end, "OTHER"), replacement)]
    output = FORMAT.write(data, document, edits, DROP).data
    assert text_of(output) == splice(document.text, block_edits(document, edits))
