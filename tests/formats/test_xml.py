"""XML of any kind: every text and attribute is seen, edited in place, and nothing else passes."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from recordlaws import INTAKE, labels, masked, unchanged

from sfumato.core.document import Document
from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import Damaged, Dangerous, InputError, TooLarge
from sfumato.core.protocols import Intake, Limits
from sfumato.core.span import Span
from sfumato.formats.xml import FORMAT

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
CASE = (
    HEAD
    + """<!DOCTYPE informe SYSTEM "http://zebedeo.example/x.dtd">
<!-- Olga Oculta -->
<?own Olga Oculta?>
<informe xmlns="urn:hospital:zebedeo" autor='Dra. Vega &amp; Ríos'>
  <paciente nombre="Olga Rey" nhc="4455667"/>
  <telefono>+34 600 111 222</telefono>
  <nota>Vista por <b>Noemi Paz</b> &#x2014; hija<br/>Vive en Lugo</nota>
  <crudo><![CDATA[Sra. <Berta> & hijo]]></crudo>
  <enlace href="mailto:olga@correo.example"/>
  <vacio></vacio>
</informe>
"""
)
SENTINELS = (
    "zebedeo", "Vega", "Olga Rey", "4455667", "+34 600 111 222", "Noemi Paz", "Lugo", "Berta",
    "olga@correo.example",
)  # fmt: skip
CHARS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")
    | st.sampled_from("]>[\r\n\t<&a'\""),
    max_size=40,
)


def read(data: bytes, intake: Intake = INTAKE) -> Document:
    return FORMAT.read(data, intake)


def test_no_sentinel_survives_on_any_surface() -> None:
    written = masked(FORMAT, CASE.encode(), *SENTINELS)
    assert b"Oculta" not in written.data
    assert b"DOCTYPE" not in written.data
    assert b'xmlns="urn%3Ahospital%3A%5BX%5D"' in written.data
    document = read(CASE.encode())
    assert document.notes == ("comments, instructions and document type dropped (3)",)


def test_what_is_not_edited_stays_as_it_was_written() -> None:
    source = CASE.split("?>\n", 1)[1].replace("\n", "\r\n")
    source = source[source.index("<informe") :]
    for encoding, name in (("utf-8", "UTF-8"), ("utf-16", "UTF-16"), ("cp1252", "ISO-8859-1")):
        plain = source.replace("Ríos", "Ríñ")
        data = f'<?xml version="1.0" encoding="{name}"?>\r\n{plain}'.encode(encoding)
        assert unchanged(FORMAT, data) == data
        assert "[X]" in masked(FORMAT, data, "Lugo").data.decode(encoding)


def test_names_of_elements_and_attributes_are_headings() -> None:
    found = labels(read(CASE.encode()))
    assert found["Olga Rey"] == "PATIENT"
    assert found["4455667"] == "PATIENT_ID"
    assert found["+34 600 111 222"] == "PHONE"


def test_text_flows_through_inline_elements_and_breaks_at_others() -> None:
    text = read(CASE.encode()).text
    assert "nota: Vista por Noemi Paz — hija\nVive en Lugo" in text
    assert "crudo: Sra. <Berta> & hijo" in text


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', Dangerous),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', Dangerous),
        ('<!DOCTYPE a [<!ENTITY % x SYSTEM "http://x.example/">%x;]><a/>', Dangerous),
        ('<!DOCTYPE a [<!ATTLIST a b CDATA "Olga">]><a/>', Dangerous),
        ("<!DOCTYPE a [<!ELEMENT a ANY>]><a/>", Dangerous),
        ("<a>&nbsp;</a>", Damaged),
        ("<a><b></a></b>", Damaged),
        ("<a b='1' b='2'/>", Damaged),
        ("<a/><b/>", Damaged),
        ("<a>" * 400 + "</a>" * 400, Damaged),
        ("", Damaged),
    ],
)
def test_what_could_hide_or_harm_is_refused(source: str, error: type[InputError]) -> None:
    with pytest.raises(error) as caught:
        read(source.encode())
    assert caught.value.__context__ is None


def test_a_flood_of_tags_is_too_large() -> None:
    with pytest.raises(TooLarge):
        read(b"<a>" + b"<b/>" * 20_000 + b"</a>", Intake(limits=Limits(memory_mb=10)))


def test_files_in_base64_are_read_by_their_own_format() -> None:
    letter = base64.b64encode(b"{\\rtf1 Carta de Olga Adjunta y su hermana Pura, de Lugo}").decode()
    data = f"{HEAD}<a><adjunto>{letter}</adjunto><otro dato='{letter}'/></a>".encode()
    written = masked(FORMAT, data, "Adjunta")
    inner = base64.b64decode(etree.fromstring(written.data)[0].text or "")
    assert inner == b"{\\rtf1 Carta de Olga [X] y su hermana Pura, de Lugo}"


def test_pictures_in_addresses_and_files_that_cannot_be_read_are_dropped() -> None:
    torn = base64.b64encode(b"%PDF-1.7 Olga " + bytes(60)).decode()
    data = f"{HEAD}<a src='data:image/png;base64,T2xnYQ=='><b>{torn}</b></a>".encode()
    document = read(data)
    written = FORMAT.write(data, document, (), INTAKE).data
    root = etree.fromstring(written)
    assert root.get("src") == ""
    assert root[0].text is None
    assert any("dropped" in note for note in document.notes)
    unchanged(FORMAT, written)


@given(CHARS, CHARS)
def test_any_text_reads_back(text: str, value: str) -> None:
    root = etree.Element("a", {"b": value.replace("\r", "")})
    root.text = text.replace("\r", "")
    unchanged(FORMAT, etree.tostring(root, encoding="UTF-8"))


@given(CHARS, st.data())
def test_edits_anywhere_read_back(replacement: str, draw: st.DataObject) -> None:
    document = read(CASE.encode())
    start = draw.draw(st.integers(0, len(document.text) - 1))
    end = draw.draw(st.integers(start + 1, min(len(document.text), start + 60)))
    edits = [Edit(Span(start, end, "OTHER"), replacement)]
    output = FORMAT.write(CASE.encode(), document, edits, INTAKE).data
    expected = splice(document.text, block_edits(document, edits))
    assert "".join(read(output).text.split()) == "".join(expected.split())


@given(st.text(st.sampled_from("<>/!-[]CDATA?a ='\"&;#x1"), max_size=60))
def test_no_signs_break_the_reader(source: str) -> None:
    data = f"<a>{source}</a>".encode()
    try:
        document = read(data)
    except InputError:
        return
    assert read(FORMAT.write(data, document, (), INTAKE).data).text == document.text
