"""RTF: what is text, what is dropped, and that edits leave nothing of the original."""

from __future__ import annotations

import binascii
import time
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from sfumato.core.document import Document
from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import Damaged, TooLarge
from sfumato.core.protocols import Intake
from sfumato.core.span import Span
from sfumato.formats.image import available
from sfumato.formats.rtf import FORMAT
from sfumato.formats.rtftoken import escape

EXAMPLE = Path(__file__).parents[2] / "examples" / "old-letter.rtf"
HEAD = rb"{\rtf1\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}}"


def rtf(body: bytes) -> bytes:
    return HEAD + body + b"}"


def text_of(data: bytes) -> str:
    return FORMAT.read(data, Intake()).text


def masking(document: Document, *words: str, by: str = "[X]") -> list[Edit]:
    found = []
    for word in words:
        start = document.text.index(word)
        found.append(Edit(Span(start, start + len(word), "OTHER"), by))
    return found


def written(data: bytes, *words: str, by: str = "[X]") -> bytes:
    document = FORMAT.read(data, Intake())
    edits = masking(document, *words, by=by)
    output = FORMAT.write(data, document, edits, Intake()).data
    assert text_of(output) == splice(document.text, block_edits(document, edits))
    return output


def untouched(data: bytes) -> bytes:
    return written(data)


def test_the_example_is_read_with_its_header_footer_and_footnote() -> None:
    document = FORMAT.read(EXAMPLE.read_bytes(), Intake())
    assert "MRN 60418837" in document.text
    assert "Peak flow diary kept by Mrs Pennock" in document.text
    assert "Page 1 of 1" in document.text
    assert "FEV1\t1.62 L (71 %)" in document.text
    places = {document.place_of(document.text.index(word)) for word in ("MRN", "Peak", "FEV1")}
    assert {place.split()[0] for place in places} == {"header", "footnote", "body"}


def test_names_are_replaced_on_every_surface_of_the_example() -> None:
    data = EXAMPLE.read_bytes()
    document = FORMAT.read(data, Intake())
    edits = []
    for word in ("Pennock", "Harriet", "60418837", "Tarrant", "oswin.tarrant", "L\u00e9onie"):
        start = -1
        while (start := document.text.find(word, start + 1)) >= 0:
            edits.append(Edit(Span(start, start + len(word), "OTHER"), "[X]"))
    output = FORMAT.write(data, document, edits, Intake()).data
    for gone in (b"Pennock", b"Harriet", b"60418837", b"Tarrant", b"oswin", b"onie", b"jmcafferty"):
        assert gone not in output
    assert text_of(output) == splice(document.text, edits)


def test_what_is_not_edited_stays_byte_for_byte() -> None:
    body = b"\\pard\\b Uno\\b0  dos\r\n\\par tres \\'e9\\u8364? cuatro\\par"
    assert untouched(rtf(body)) == rtf(body)
    assert written(rtf(body), "tres") == rtf(body.replace(b"tres \\'e9", b"[X] \\u233?"))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (rb"\'e1\'ef", "áï"),
        (rb"\u243?\u-10179?\u-8704?", "ó😀"),
        (rb"{\uc2\u243\'61\'62c}", "óc"),
        (rb"{\uc0\u243 x}", "óx"),
        (rb"\emdash \lquote a\rquote\~b\_c\-d", "—‘a’\u00a0b\u2011c\u00add"),
        (rb"a\\b\{c\}", "a\\b{c}"),
        (b"par\r\nte", "parte"),
        (b"a\\tab b\\line c\\par d", "a\tb\nc\nd"),
        (b"Ber{\\b ta}", "Berta"),
        (b"visible {\\v oculto}", "visible oculto"),
        (b"{\\unknownword still text}", "still text"),
    ],
)
def test_characters(source: bytes, text: str) -> None:
    assert text_of(rtf(source)) == text


@pytest.mark.parametrize(
    ("charset", "source", "text"),
    [
        (204, rb"\'cf\'e5\'f2\'f0", "Петр"),
        (238, rb"\'b3", "ł"),
        (161, rb"\'c1", "Α"),
        (128, rb"\'8e\'52\'93\'63", "山田"),
        (77, rb"\'8e", "é"),
    ],
)
def test_font_charsets_choose_the_code_page(charset: int, source: bytes, text: str) -> None:
    fonts = rb"{\rtf1\ansi\deff0{\fonttbl{\f0\fnil\fcharset%d Arial;}}" % charset
    assert text_of(fonts + rb"\pard\plain\f0 " + source + b"}") == text


SENTINEL = b"ZEBEDEO"
DROPPED = [
    rb"{\info{\author ZEBEDEO}{\title ZEBEDEO}{\company ZEBEDEO}{\operator ZEBEDEO}}",
    rb"{\*\generator ZEBEDEO;}",
    rb"{\*\template ZEBEDEO}",
    rb"{\*\revtbl {Unknown;}{ZEBEDEO;}}",
    rb"{\*\userprops{\propname a}\proptype30{\staticval ZEBEDEO}}",
    rb"{\*\docvar {a}{ZEBEDEO}}",
    rb"{\*\xmlnstbl {\xmlns1 ZEBEDEO}}",
    rb"{\*\bkmkstart ZEBEDEO}{\*\bkmkend ZEBEDEO}",
    rb"{\*\datastore ZEBEDEO}{\*\themedata ZEBEDEO}{\*\colorschememapping ZEBEDEO}",
    rb"{\*\unheardof ZEBEDEO {\b ZEBEDEO}}",
    rb"{\*\atnid ZEBEDEO}{\*\atnauthor ZEBEDEO}\chatn{\*\annotation{\*\atndate ZEBEDEO}}",
    rb"{\field{\*\fldinst DOCVARIABLE ZEBEDEO}{\fldrslt }}",
    rb"{\field{\*\fldinst FORMTEXT {\*\formfield{\*\ffname ZEBEDEO}}}{\fldrslt }}",
    rb"{\object\objemb{\*\objclass ZEBEDEO}{\*\objdata ZEBEDEO}}",
    rb"{\shp{\*\shpinst{\sp{\sn wzDescription}{\sv ZEBEDEO}}{\sp{\sn ZEBEDEO}{\sv 1}}}}",
    rb"{\shp{\*\shpinst}{\shprslt ZEBEDEO}}",
    rb"{\upr{ZEBEDEO}{\*\ud }}",
    rb"{\deleted\revauthdel1 ZEBEDEO}",
    rb"\deleted ZEBEDEO\deleted0 ",
    rb"{\pict{\*\blipuid ZEBEDEO}\wmetafile8 ZEBEDEO}",
    rb"{\*\shppict{\pict{\*\picprop{\sp{\sn wzName}{\sv ZEBEDEO}}}\emfblip 00}}",
    rb"{\nonshppict{\pict ZEBEDEO}}",
    rb"{\b\info ZEBEDEO{\author ZEBEDEO}}",
    rb"{\b\pict\pngblip ZEBEDEO}",
    rb"\uc7\u32 ZEBEDEO\uc1 ",
    rb"{\uc1\u65 Z\u65 E\u65 B\u65 E\u65 D\u65 E\u65 O}",
    rb"{\listtext{\*\xx ZEBEDEO}}",
    rb"{\*\listtable{\list{\listname ZEBEDEO;}{\listlevel{\leveltext\'07ZEBEDEO;}}}}",
    rb"{\colortbl;\red0ZEBEDEO;}",
    rb"{\stylesheet{\s5 ZEBEDEO;}}",
    rb"{\fonttbl{\f3\fswiss ZEBEDEO;}{\f4\fnil{\*\falt ZEBEDEO}{\*\fontemb ZEBEDEO}Arial;}}",
    rb"{\*\atrfstart ZEBEDEO}{\*\atnref ZEBEDEO}",
    rb"\bin7 ZEBEDEO",
    rb"{\*\fldinst ZEBEDEO}",
    rb"{\xe ZEBEDEO}{\tc ZEBEDEO}",
    rb"{\*\moMath{\mr ZEBEDEO}}",
    rb"{\*\htmltag64 ZEBEDEO}",
    rb"{\*\nesttableprops\trowd ZEBEDEO}{\nonesttables ZEBEDEO}",
]


@pytest.mark.parametrize("source", DROPPED)
def test_what_is_no_text_does_not_pass(source: bytes) -> None:
    data = rtf(b"before " + source + b" after")
    document = FORMAT.read(data, Intake())
    assert "ZEBEDEO" not in document.text
    output = untouched(data)
    assert SENTINEL not in output
    assert b"EBED" not in output.replace(b" ", b"")
    assert "before" in text_of(output)


TEXTUAL = [
    rb"{\header ZEBEDEO}",
    rb"{\footerl ZEBEDEO}",
    rb"{\footnote ZEBEDEO}",
    rb"{\*\annotation ZEBEDEO}",
    rb'{\field{\*\fldinst HYPERLINK "ZEBEDEO"}{\fldrslt x}}',
    rb"{\field{\*\fldinst {\b HYPERLINK ZEBEDEO}}{\fldrslt x}}",
    rb"{\field{\*\fldinst REF a}{\fldrslt ZEBEDEO}}",
    rb"{\shp{\*\shpinst\shpleft1{\sp{\sn shapeType}{\sv 202}}{\shptxt ZEBEDEO}}}",
    rb"{\*\do\dptxbx{\dptxbxtext ZEBEDEO}}",
    rb"{\object{\*\objdata 00}{\result{\b ZEBEDEO}}}",
    rb"{\upr{x}{\*\ud ZEBEDEO}}",
    rb"{\listtext ZEBEDEO\tab}",
    rb"{\v ZEBEDEO}",
    rb"{\revised\revauth1 ZEBEDEO}",
    rb"\'5aEBEDEO",
    rb"\u90?\u69?\u66?\u69?\u68?\u69?\u79?",
    rb"ZE{\b BE}{\i DEO}",
    rb"{\b\footnote ZEBEDEO}",
    rb"{{{{\deeper ZEBEDEO}}}}",
]


@pytest.mark.parametrize("source", TEXTUAL)
def test_text_is_found_and_can_be_replaced(source: bytes) -> None:
    output = written(rtf(b"before " + source + b" after"), "ZEBEDEO", by="[N\u00c9]")
    assert SENTINEL not in output
    assert "ZEBEDEO" not in text_of(output)
    assert "[N\u00c9]" in text_of(output)


def test_text_never_runs_into_the_word_before_it() -> None:
    assert text_of(written(rtf(rb"\b\'e9a"), "\u00e9a", by="Xa")) == "Xa"
    assert text_of(written(rtf(rb"\li-360\'e9a"), "\u00e9a", by="7")) == "7"
    assert text_of(untouched(rtf(rb"\b\insrsid12 text"))) == "text"
    assert text_of(untouched(rtf(rb"\u233{\*\x}abc"))) == "éabc"


def test_revision_identifiers_are_dropped() -> None:
    output = untouched(rtf(rb"\pard\insrsid123\charrsid456 text{\rsidroot77\b x}"))
    assert b"rsid" not in output


@given(st.text(), st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_any_text_is_written_and_read_back(text: str, skip: int) -> None:
    plain = text.encode("utf-16-le", "replace").decode("utf-16-le")
    data = rtf(b"\\uc%d " % skip + escape("x" + plain + "y", skip))
    assert text_of(data) == "x" + plain + "y"
    document = FORMAT.read(data, Intake())
    assert text_of(FORMAT.write(data, document, (), Intake()).data) == document.text


@given(st.text(), st.data())
@settings(max_examples=150, deadline=None)
def test_edits_anywhere_read_back(replacement: str, draw: st.DataObject) -> None:
    data = EXAMPLE.read_bytes()
    document = FORMAT.read(data, Intake())
    start = draw.draw(st.integers(0, len(document.text) - 1))
    end = draw.draw(st.integers(start + 1, min(len(document.text), start + 60)))
    plain = replacement.encode("utf-16-le", "replace").decode("utf-16-le")
    edits = [Edit(Span(start, end, "OTHER"), plain)]
    output = FORMAT.write(data, document, edits, Intake()).data
    assert text_of(output) == splice(document.text, block_edits(document, edits))


@given(
    st.lists(
        st.sampled_from(
            [
                b"{",
                b"}",
                b"\\",
                b"*",
                b"\\b",
                b"\\u233",
                b"\\uc0 ",
                b"\\uc2",
                b"?",
                b"a",
                b" ",
                b"\\'e9",
                b"\\pict",
                b"\\pngblip",
                b"\\footnote",
                b"\\*",
                b"\\bin3 ",
                b"\\deleted",
                b"\r\n",
                b"\\par",
                b"\\fonttbl",
                b"\\f0",
                b";",
                b"\\sp",
                b"\\sn",
                b"\\object",
                b"\\result",
                b"\\upr",
                b"\\ud",
                b"\\fldinst",
                b"HYPERLINK",
                b"\\stylesheet",
                b"\\info",
                b"\\plain",
                b"\\'",
                b"\\shp",
                b"\\~",
            ]
        ),
        max_size=40,
    )
)
@settings(max_examples=300, deadline=None)
def test_any_soup_of_tokens_is_stable_or_refused(soup: list[bytes]) -> None:
    data = rtf(b"".join(soup))
    try:
        document = FORMAT.read(data, Intake(images="drop"))
    except (Damaged, TooLarge):
        return
    output = FORMAT.write(data, document, (), Intake(images="drop")).data
    assert text_of(output) == document.text


def embedded(source: bytes) -> bytes:
    return rtf(b"before {\\*\\shppict{\\pict\\pngblip\\picw9\n" + source + b"}} after")


def a_png() -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (9, 9), "teal").save(buffer, "PNG")
    return buffer.getvalue() + b"ZEBEDEO"


@pytest.mark.ocr
@pytest.mark.parametrize("binary", [False, True])
def test_pictures_pass_through_the_image_part(binary: bool) -> None:
    if not available():
        pytest.skip("tesseract is not installed")
    png = a_png()
    source = b"\\bin%d " % len(png) + png if binary else binascii.hexlify(png)
    document = FORMAT.read(embedded(source), Intake())
    output = FORMAT.write(embedded(source), document, (), Intake()).data
    assert binascii.hexlify(b"\x89PNG") in output
    assert SENTINEL not in output
    assert binascii.hexlify(SENTINEL) not in output
    assert text_of(output) == document.text


def test_pictures_are_dropped_where_the_policy_says_so() -> None:
    intake = Intake(images="drop")
    data = embedded(binascii.hexlify(a_png()))
    document = FORMAT.read(data, intake)
    assert "image dropped (1)" in document.notes
    output = FORMAT.write(data, document, (), intake).data
    assert b"pict" not in output.replace(b"shppict", b"")


def test_broken_files() -> None:
    assert text_of(HEAD + b"no end") == "no end"
    assert text_of(rtf(b"text") + b"} trailing ZEBEDEO") == "text"
    with pytest.raises(Damaged):
        FORMAT.read(b"not at all", Intake())
    with pytest.raises(TooLarge):
        FORMAT.read(rtf(b"{" * 5000), Intake())


@pytest.mark.parametrize(
    "unit", [b"{}", b"\\b", b"\\u233?", b"{\\*\\x}", b"\\'e9", b"a\n", b"{\\sp}", b"{\\pict 00}"]
)
def test_a_megabyte_of_anything_is_quick(unit: bytes) -> None:
    data = rtf(unit * (300_000 // len(unit)))
    began = time.monotonic()
    FORMAT.read(data, Intake(images="drop"))
    assert time.monotonic() - began < 3
