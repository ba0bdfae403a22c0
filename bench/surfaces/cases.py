"""Cases: a laden document of every format by name, made from sentinels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bench.surfaces import (
    mail,
    opendoc,
    pages,
    pdf,
    picture,
    records,
    richtext,
    sheet,
    word,
)
from bench.surfaces.sentinels import Sentinels


@dataclass(frozen=True, slots=True)
class Case:
    """One laden file."""

    name: str
    data: bytes = field(repr=False)
    companions: Mapping[str, bytes] = field(default_factory=dict, repr=False)


def make(kind: str, say: Sentinels) -> Case:
    """A new case of a kind."""
    if kind == "brat":
        text, notes = records.annotated(say)
        return Case("case.txt", text, {".ann": notes})
    ending, builder = _BUILDERS[kind]
    return Case(f"case{ending}", builder(say))


def _docx(say: Sentinels) -> bytes:
    """Surfaces that are part of an address get a bare word, the rest stands between blanks."""

    def mark(surface: str) -> str:
        if surface in ("foreign space", "unknown relationship", "shape link"):
            return say.ascii(surface)
        return f" {say(surface)} " if surface != "split runs" else say(surface)

    return word.everything(mark)


def _docx_nested(say: Sentinels) -> bytes:
    return word.holding(sheet.laden(say), pages.laden(say), _docx(say))


def _composite(say: Sentinels) -> bytes:
    return pdf.composite(*(say(f"line {number}") for number in range(6)))


def _attached(say: Sentinels) -> bytes:
    """A mail with an attachment of every other format."""
    kinds = "docx xlsx odt rtf html fhir hl7 csv json cda xml composite txt mail".split()
    files = enumerate(_made(kinds, say))
    return mail.carrying({f"adjunto-{at}{made.name[4:]}": made.data for at, made in files})


def _made(kinds: list[str], say: Sentinels) -> list[Case]:
    return [make(kind, say) for kind in kinds]


def _drawn(say: Sentinels) -> bytes:
    return pdf.laden(say, hidden=True)


def _scan(say: Sentinels) -> bytes:
    return pdf.scan(picture.jpeg(say))


_BUILDERS: dict[str, tuple[str, Callable[[Sentinels], bytes]]] = {
    "txt": (".txt", pages.note),
    "markdown": (".md", pages.marked),
    "html": (".html", pages.laden),
    "mail": (".eml", mail.laden),
    "mail-of-all": (".eml", _attached),
    "mbox": (".mbox", mail.box),
    "csv": (".csv", records.table),
    "xlsx": (".xlsx", sheet.laden),
    "json": (".json", records.tree),
    "ndjson": (".ndjson", records.lines),
    "record": (".jsonl", records.record),
    "fhir": (".json", records.bundle),
    "hl7": (".hl7", records.message),
    "cda": (".xml", records.clinical),
    "i2b2": (".xml", records.tagged),
    "xml": (".xml", records.markup),
    "docx": (".docx", _docx),
    "docx-of-all": (".docx", _docx_nested),
    "odt": (".odt", opendoc.laden),
    "rtf": (".rtf", richtext.laden),
    "pdf": (".pdf", pdf.laden),
    "pdf-drawn": (".pdf", _drawn),
    "composite": (".pdf", _composite),
    "png": (".png", picture.png),
    "jpeg": (".jpg", picture.jpeg),
    "scan": (".pdf", _scan),
}

KINDS = (*_BUILDERS, "brat")
READ_BY_OCR = frozenset({"png", "jpeg", "scan", "pdf-drawn"})
"""Kinds whose text stands in pixels, before or after; they need tesseract and take seconds."""
