"""Standoff: marks in BRAT .ann files and in the TAGS of i2b2 and MEDDOCAN XML, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from sfumato.core.errors import Damaged
from sfumato.core.protocols import Limits
from sfumato.evaluate.note import Mark
from sfumato.formats.markup import parse_xml, xml_text
from sfumato.knowledge.schemes import group_in

_TEXT_BOUND = re.compile(
    r"T\S*\t\s*(\S+)\s+(\d{1,9}\s+\d{1,9}(?:\s*;\s*\d{1,9}\s+\d{1,9})*)\s*(?:\t.*)?"
)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_LINE_END = re.compile(r"\r\n|\r|\n")
_CONTROLS = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def read_ann(text: str, place: str) -> tuple[Mark, ...]:
    """The text-bound annotations; each fragment of a discontinuous one is a mark of its own."""
    marks: list[Mark] = []
    for number, line in enumerate(_LINE_END.split(text), start=1):
        if not line.startswith("T"):
            continue
        found = _TEXT_BOUND.fullmatch(line)
        if not found:
            raise Damaged(f"{place}, line {number}: not a text-bound annotation")
        for pair in found.group(2).split(";"):
            start, end = map(int, pair.split())
            marks.append(Mark(start, end, found.group(1)))
    return tuple(marks)


def write_ann(text: str, marks: Sequence[Mark]) -> str:
    """The lines of an .ann file; label and covered text are one word and one line, as BRAT asks."""
    return "".join(
        f"T{number}\t{'_'.join(mark.label.split())} {mark.start} {mark.end}\t"
        f"{' '.join(text[mark.start : mark.end].split())}\n"
        for number, mark in enumerate(marks, start=1)
    )


def read_tagged(data: bytes, place: str) -> tuple[str, tuple[Mark, ...]]:
    """The TEXT of an XML file and its TAGS."""
    root = parse_xml(data, Limits(), bare=True)
    text = root.find("TEXT")
    if text is None or len(text):
        raise Damaged(f"{place}: no TEXT element of plain text")
    tags = [tag for holder in root.findall("TAGS") for tag in holder]
    marks = [_mark(tag.attrib, f"{place}, tag {n}") for n, tag in enumerate(tags, start=1)]
    return text.text or "", tuple(marks)


def write_tagged(text: str, marks: Sequence[Mark], *, scheme: str) -> bytes:
    """An XML file in the manner of MEDDOCAN for its scheme, else of the i2b2 track of 2014."""
    root = "MEDDOCAN" if scheme == "meddocan" else "deIdi2b2"
    clean = xml_text(text)
    tags = "".join(_tags(clean, marks, scheme))
    written = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<{root}>\n<TEXT>{_content(clean)}</TEXT>\n'
        f"<TAGS>\n{tags}</TAGS>\n</{root}>\n"
    )
    return written.encode()


def _tags(text: str, marks: Sequence[Mark], scheme: str) -> Iterator[str]:
    for number, mark in enumerate(marks):
        covered = quoteattr(text[mark.start : mark.end], _CONTROLS)
        yield (
            f'<{group_in(scheme, mark.label)} id="P{number}" start="{mark.start}" '
            f'end="{mark.end}" text={covered} TYPE={quoteattr(mark.label)} comment=""/>\n'
        )


def _mark(attributes: dict[str, str], place: str) -> Mark:
    start, end = attributes.get("start", ""), attributes.get("end", "")
    label = attributes.get("TYPE", "")
    if not (_NUMBER.fullmatch(start) and _NUMBER.fullmatch(end) and label):
        raise Damaged(f"{place}: no start, end and TYPE")
    return Mark(int(start), int(end), label)


def _content(text: str) -> str:
    """Text as character data; a bare return would be read as a line end (XML 1.0, 2.11)."""
    if "\r" in text:
        return escape(text, {"\r": "&#13;"})
    return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"
