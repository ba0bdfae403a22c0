"""Wards: as many clinical notes and many-page documents as a bench asks for, all invented.

The notes of the recogniser's training and of the tests, in a different order each time around.
"""

from __future__ import annotations

import io
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

import pikepdf

from bench.surfaces import pdf as pages
from bench.surfaces.package import relations
from bench.surfaces.word import SPACES, package
from sfumato.knowledge.marked import read_marked

_FOLDERS = (Path("src/sfumato/train/notes"), Path("tests/gold/notes"))
_LINES_A_PAGE = 48
_COLUMNS = 92
_HEADER = "Hospital Universitario de la Ría · Historia 4471902"
_STYLES = (
    f'<w:styles {SPACES}><w:style w:type="paragraph" w:default="1" w:styleId="Normal">'
    '<w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1">'
    '<w:name w:val="heading 1"/><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style></w:styles>'
)


def notes() -> list[tuple[str, str]]:
    """All invented notes: language and text."""
    return [
        (note.language, note.text)
        for folder in _FOLDERS
        for path in sorted(folder.glob("*.txt"))
        for note in read_marked(path.read_text("utf-8"))
    ]


def supply(count_words: int, *, seed: int) -> list[tuple[str, str]]:
    """Notes until they have so many words, shuffled anew each time around."""
    result: list[tuple[str, str]] = []
    words = 0
    for note in _rounds(random.Random(seed)):
        if words >= count_words:
            break
        result.append(note)
        words += len(note[1].split())
    return result


def _rounds(chance: random.Random) -> Iterator[tuple[str, str]]:
    found = notes()
    while True:
        yield from chance.sample(found, len(found))


def word_count(texts: Iterable[tuple[str, str]]) -> int:
    """How many words some notes have together."""
    return sum(len(text.split()) for _, text in texts)


def word_document(texts: Iterable[tuple[str, str]]) -> bytes:
    """A Word document as word processors write it: styles, split runs, a table, a header."""
    inside = "".join(_chapter(number, text) for number, (_, text) in enumerate(texts, start=1))
    section = (
        '<w:sectPr><w:headerReference w:type="default" r:id="rId2"/>'
        '<w:pgSz w:w="11906" w:h="16838"/></w:sectPr>'
    )
    rows = {"rId1": ("styles", "styles.xml"), "rId2": ("header", "header1.xml")}
    return package(
        f"<w:document {SPACES}><w:body>{inside}{section}</w:body></w:document>",
        {
            "word/_rels/document.xml.rels": relations(rows),
            "word/styles.xml": _STYLES,
            "word/header1.xml": f"<w:hdr {SPACES}>{_paragraph(_HEADER)}</w:hdr>",
        },
    )


def _chapter(number: int, text: str) -> str:
    heading = f'<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>{_run(f"Nota {number}")}</w:p>'
    cells = "".join(f"<w:tr>{_cell(key)}{_cell(value)}</w:tr>" for key, value in _VALUES)
    return heading + "".join(map(_paragraph, text.split("\n"))) + f"<w:tbl>{cells}</w:tbl>"


_VALUES = (("Hemoglobina", "12,4 g/dl"), ("Creatinina", "0,9 mg/dl"), ("TSH", "2,1 mUI/l"))


def _paragraph(line: str) -> str:
    cut = len(line) // 3
    runs = _run(line[:cut]) + '<w:proofErr w:type="spellStart"/>' + _run(line[cut:])
    return f'<w:p w:rsidR="00A77B3E"><w:pPr><w:spacing w:after="60"/></w:pPr>{runs}</w:p>'


def _run(text: str) -> str:
    face = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/>'
    held = f'<w:t xml:space="preserve">{escape(text.replace(chr(9), " "), quote=False)}</w:t>'
    return f'<w:r w:rsidRPr="00B81C2F"><w:rPr>{face}</w:rPr>{held}</w:r>'


def _cell(text: str) -> str:
    return f"<w:tc>{_paragraph(text)}</w:tc>"


def plain_pdf(texts: Iterable[tuple[str, str]]) -> bytes:
    """A PDF as hospital systems print it: a standard font, a line at a time."""
    made = pikepdf.new()
    lines = [line for _, text in texts for line in (*_wrapped(text), "")]
    for start in range(0, len(lines), _LINES_A_PAGE):
        pages.page(made, pages.lines(*lines[start : start + _LINES_A_PAGE]))
    return pages.saved(made)


def _wrapped(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        plain = line.replace("\t", "  ").encode("cp1252", "ignore").decode("cp1252")
        while len(plain) > _COLUMNS:
            at = plain.rfind(" ", 1, _COLUMNS)
            at = at if at > 0 else _COLUMNS
            yield plain[:at]
            plain = plain[at:].lstrip()
        yield plain


def converter() -> str | None:
    """The word processor that can print a document, where one is installed."""
    return shutil.which("soffice")


def printed_pdf(document: bytes) -> bytes:
    """The same document as a word processor prints it: embedded fonts, placed glyphs, tags."""
    soffice = converter()
    assert soffice is not None, "needs LibreOffice"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "notes.docx"
        source.write_bytes(document)
        subprocess.run(
            [soffice, f"-env:UserInstallation={Path(folder).as_uri()}/profile", "--headless",
             "--convert-to", "pdf", "--outdir", folder, str(source)],
            capture_output=True, check=True, timeout=300,
        )  # fmt: skip
        return (Path(folder) / "notes.pdf").read_bytes()


def page_count(data: bytes) -> int:
    """The pages of a PDF."""
    with pikepdf.open(io.BytesIO(data)) as found:
        return len(found.pages)
