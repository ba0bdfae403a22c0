"""BRAT pairs: a text and its standoff annotations, which follow the text through its edits.

BRAT counts a UTF-8 byte order mark as a character, so offsets in such a pair are one ahead of ours.
Of the .ann file only what the standoff format defines is written (brat.nlplab.org/standoff.html):
offsets are moved, covered texts are taken from the output, notes and the words of normalisations
are dropped, as people write names into them.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Sequence

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.marks import CARRIED, Marked, Moved, Tally, move, tally
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
_NOTE = re.compile(rf"#\d{{1,7}}\t{_NAME} {_ID}\t.*")
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
        offsets = map_of(edits, document).shifted(len(mark))
        lines, told = carried(standoff.text if standoff else "", mark + text, offsets)
        dropped = (
            told.notes + told.others + sum(told.ways[way] for way in told.ways.keys() - CARRIED)
        )
        ann = "".join(f"{line}\n" for line in lines)
        notes = (f"{dropped} lines of the annotations dropped",) if dropped else ()
        encoded = standoff.encode(ann) if standoff else b""
        return Written(source.encode(text), notes=notes, companions={".ann": encoded})


def carried(
    annotations: str, after: str, offsets: OffsetMap, *, keep_notes: bool = False
) -> tuple[list[str], Tally]:
    """The lines of an .ann file at their new places in the text `after`, and what became of them.

    Lines that point to a line that is gone go as well; notes go unless they are to be kept.
    """
    rows = [row for row in re.split(r"\r\n|\r|\n", annotations) if row.strip()]
    found = {index: mark for index, row in enumerate(rows) if (mark := _TEXT_BOUND.match(row))}
    moved = move([_marked(mark) for mark in found.values()], offsets)
    places = dict(zip(found, moved, strict=True))
    lines = [
        _bound(found[index], places[index], after) if index in found else _other(row, keep_notes)
        for index, row in enumerate(rows)
    ]
    whole = _connected([line for line in lines if line])
    counted = tally(moved)
    told = (row.startswith("#") for row in rows)
    counted.notes = sum(told) - sum(line.startswith("#") for line in whole)
    gone = len(rows) - len(whole) - counted.notes
    counted.others = gone - sum(not one.ranges for one in moved)
    return whole, counted


def _marked(found: re.Match[str]) -> Marked:
    pairs = (tuple(map(int, pair.split())) for pair in found.group(3).split(";"))
    ranges = tuple((start, end) for start, end in pairs)
    return Marked(found.group(2), ranges if all(start < end for start, end in ranges) else ())


def _bound(found: re.Match[str], moved: Moved, after: str) -> str | None:
    if not moved.ranges:
        return None
    covered = " ".join(after[start:end] for start, end in moved.ranges)
    places = ";".join(f"{start} {end}" for start, end in moved.ranges)
    plain = " ".join(re.split(r"[\r\n\t]", covered))
    return f"{found.group(1)}\t{found.group(2)} {places}\t{plain}"


def _other(row: str, keep_notes: bool) -> str | None:
    if keep_notes and (_NOTE.fullmatch(row) or _NORMALISED.fullmatch(row)):
        return row
    for kind in (*_LINKS, _NORMALISED):
        if found := kind.fullmatch(row.rstrip()):
            return found.group(1)
    return None


def _connected(lines: list[str]) -> list[str]:
    """The lines that point only to lines that are there."""
    while True:
        known = {line.partition("\t")[0] for line in lines}
        kept = [line for line in lines if line[0] == "T" or known.issuperset(_pointed(line))]
        if len(kept) == len(lines):
            return kept
        lines = kept


def _pointed(line: str) -> list[str]:
    """The ids that a line points to; the words of a note point to nothing."""
    said = line.partition("\t")[2]
    return _REFERENCES.findall(said.partition("\t")[0] if line[0] in "#N" else said)


FORMAT = Brat()
