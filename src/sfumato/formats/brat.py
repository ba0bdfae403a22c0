"""BRAT pairs: a text and its standoff annotations, which follow the text through its edits.

BRAT counts a UTF-8 byte order mark as a character, so offsets in such a pair are one ahead of ours.
Of the .ann file only what the standoff format defines is written (brat.nlplab.org/standoff.html):
offsets are moved, covered texts are taken from the output, notes and the words of normalisations
are dropped, as people write names into them.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.offsets import OffsetMap, map_of
from sfumato.core.protocols import Intake, Written
from sfumato.formats.encoding import decode

_NAME = r"[A-Za-z_][A-Za-z_-]{0,59}\d?"
_ID = r"[TREAMN#]\d{1,7}"
_TEXT_BOUND = re.compile(
    rf"(T\d{{1,7}})\t({_NAME}) (\d{{1,9}} \d{{1,9}}(?:;\d{{1,9}} \d{{1,9}})*)\t"
)
_LINKS = (
    re.compile(rf"(R\d{{1,7}}\t{_NAME} {_NAME}:{_ID} {_NAME}:{_ID})\t?"),
    re.compile(rf"(E\d{{1,7}}\t{_NAME}:{_ID}(?: {_NAME}:{_ID})*) ?"),
    re.compile(rf"([AM]\d{{1,7}}\t{_NAME} {_ID}(?: {_NAME})?)"),
    re.compile(rf"(\*\t{_NAME}(?: {_ID}){{2,99}})"),
)
_NORMALISED = re.compile(
    rf"(N\d{{1,7}}\tReference {_ID} {_NAME}:[A-Z]{{0,3}}[0-9.]{{1,12}})(?:\t.*)?"
)
_REFERENCES = re.compile(rf"(?<=[ :]){_ID}(?=\s|\Z)")


class Brat:
    """A .txt with its .ann as a companion."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """The text alone; offsets are those of the annotations."""
        text = decode(data).text
        return Document("", text, (Block(0, len(text), "text"),))

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The text with its edits, and the annotations at their new places."""
        source = decode(data)
        annotations = intake.companions.get(".ann", b"")
        standoff = decode(annotations) if annotations.strip() else None
        text = splice(document.text, edits)
        mark = "\ufeff" if source.bom == BOM_UTF8 else ""
        lines, dropped = _moved(
            standoff.text if standoff else "",
            mark + document.text,
            mark + text,
            [_shifted(edit, len(mark)) for edit in edits],
        )
        ann = "".join(f"{line}\n" for line in lines)
        notes = (f"{dropped} lines of the annotations dropped",) if dropped else ()
        encoded = standoff.encode(ann) if standoff else b""
        return Written(source.encode(text), notes=notes, companions={".ann": encoded})


def _shifted(edit: Edit, ahead: int) -> Edit:
    span = edit.span
    return replace(edit, span=replace(span, start=span.start + ahead, end=span.end + ahead))


def _moved(
    annotations: str, before: str, after: str, edits: Iterable[Edit]
) -> tuple[list[str], int]:
    offsets = map_of(edits, Document("", before, (Block(0, len(before), "text"),)))
    rows = [row for row in re.split(r"\r\n|\r|\n", annotations) if row.strip()]
    lines = [line for row in rows if (line := _line(row, before, after, offsets))]
    while len(connected := _connected(lines)) < len(lines):
        lines = connected
    return lines, len(rows) - len(lines)


def _line(row: str, before: str, after: str, offsets: OffsetMap) -> str | None:
    found = _TEXT_BOUND.match(row)
    if found:
        ranges = _ranges(found.group(3), len(before), offsets)
        covered = " ".join(after[start:end] for start, end in ranges)
        places = ";".join(f"{start} {end}" for start, end in ranges)
        plain = " ".join(re.split(r"[\r\n\t]", covered))
        return f"{found.group(1)}\t{found.group(2)} {places}\t{plain}" if ranges else None
    for kind in (*_LINKS, _NORMALISED):
        if found := kind.fullmatch(row.rstrip()):
            return found.group(1)
    return None


def _ranges(written: str, length: int, offsets: OffsetMap) -> list[tuple[int, int]]:
    """The fragments after the edits; those that grew into each other become one."""
    ranges: list[tuple[int, int]] = []
    for pair in written.split(";"):
        start, end = map(int, pair.split())
        if not start < end <= length:
            return []
        start, end = offsets.moved(start, end)
        if ranges and start < ranges[-1][1]:
            start, _ = ranges.pop()
        if start < end:
            ranges.append((start, end))
    return ranges


def _connected(lines: list[str]) -> list[str]:
    """The lines that point only to lines that are there."""
    known = {line.partition("\t")[0] for line in lines}
    return [line for line in lines if line[0] == "T" or known.issuperset(_pointed(line))]


def _pointed(line: str) -> list[str]:
    return _REFERENCES.findall(line.partition("\t")[2])


FORMAT = Brat()
