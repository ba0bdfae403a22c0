"""CSV and TSV: every cell is a slot; rows without an edit are written back byte for byte.

The quoting is that of RFC 4180, read leniently: quotes inside unquoted cells, text after a
closing quote and a quote that never closes are taken as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged, TooLarge
from sfumato.core.protocols import Intake, Limits, Written
from sfumato.formats.encoding import decode
from sfumato.formats.headings import fitting, label_of
from sfumato.formats.patch import Patch, patched
from sfumato.formats.weave import Slot, changes, weave

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_RECORDS = 200
_HEADER_WITHIN = 10
_CELLS_A_MB = 500  # a cell costs about half a kilobyte of memory, whatever its text
_QUOTED = r'"([^"]*+(?:""[^"]*+)*+)"?'
_SEPARATORS = re.compile(rf"(?:\A|(?<=[,;\t|\r\n])){_QUOTED}|[,;\t|]|\r\n|\r|\n")
_MUST_QUOTE = re.compile(r'[,;\t|"\r\n]')
_LONG_DIGITS = re.compile(r"\d{4}|@")


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where a cell stands in the source text, its value, and its row and column from zero."""

    start: int
    end: int
    text: str = field(repr=False)
    row: int
    column: int
    quoted: bool


class Csv:
    """Tables of delimited text."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """One slot a cell, tabs between cells and line ends between rows."""
        cells = _cells(decode(data).text, intake.limits)
        return weave(_slots(cells), "")

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The table with its edited cells; quotes are added only where they are needed."""
        source = decode(data)
        cells = _cells(source.text, intake.limits)
        made = list(changes(_slots(cells), document, edits))
        text = patched(source.text, (_patch(cells, one.index, one.text) for one in made))
        if made and _delimiter(text) != _delimiter(source.text):
            raise Damaged("the table's delimiter is ambiguous")
        return Written(source.encode(text))


def _cells(text: str, limits: Limits) -> list[_Cell]:
    """The cells of the table, row by row."""
    delimiter = re.escape(_delimiter(text))
    plain = rf"[^{delimiter}\r\n]*+"
    pattern = re.compile(rf"(?:{_QUOTED}({plain})|({plain}))({delimiter}|\r\n|\r|\n|\Z)")
    most = limits.memory_mb * _CELLS_A_MB
    cells: list[_Cell] = []
    position = row = column = 0
    while found := pattern.match(text, position):
        inside, after, bare, mark = found.groups()
        quoted = bare is None
        value = inside.replace('""', '"') + after if quoted else bare
        cells.append(_Cell(found.start(), found.start(4), value, row, column, quoted))
        if len(cells) > most:
            raise TooLarge(f"over {most} cells")
        position = found.end()
        column += 1
        if mark in ("\r\n", "\r", "\n"):
            row, column = row + 1, 0
        if not mark or (position == len(text) and column == 0):
            break
    return cells


def _delimiter(text: str) -> str:
    """The delimiter that stands in the most records.

    Edits only ever add quoted text, so they never raise the count of another delimiter: an
    edited table reads back with the same one.
    """
    counts = list(_counts(text))
    return max(_DELIMITERS, key=lambda mark: _evidence([record.count(mark) for record in counts]))


def _counts(text: str) -> Iterator[str]:
    """For each of the first records, the delimiters that stand outside quotes."""
    record: list[str] = []
    records = 0
    for found in _SEPARATORS.finditer(text):
        mark = found.group()
        if mark in _DELIMITERS:
            record.append(mark)
        elif mark[0] in "\r\n":
            yield "".join(record)
            record = []
            records += 1
            if records == _SAMPLE_RECORDS:
                return
    yield "".join(record)


def _evidence(counts: list[int]) -> tuple[int, int, int]:
    ranked = sorted(counts)
    return ranked[len(ranked) // 5], ranked[len(ranked) // 2], sum(ranked)


def _slots(cells: Sequence[_Cell]) -> list[Slot]:
    header, labels = _header(cells)
    return [
        Slot(
            cell.text,
            f"row {cell.row + 1} column {cell.column + 1}",
            fitting(labels.get(cell.column), cell.text) if cell.row > header else None,
            "\t" if cell.column else "\n",
        )
        for cell in cells
    ]


def _header(cells: Sequence[_Cell]) -> tuple[int, dict[int, str]]:
    """The row of the headings and the label of each column; a title may stand above it."""
    rows: dict[int, list[_Cell]] = {}
    for cell in cells:
        if cell.row >= _HEADER_WITHIN:
            break
        rows.setdefault(cell.row, []).append(cell)
    for row, members in rows.items():
        labels = {cell.column: label for cell in members if (label := label_of(cell.text))}
        values = any(_LONG_DIGITS.search(cell.text) for cell in members)
        if labels and not values and (row == 0 or len(labels) > 1):
            return row, labels
    return -1, {}


def _patch(cells: Sequence[_Cell], index: int, text: str) -> Patch:
    cell = cells[index]
    alone = cell.column == 0 and (index + 1 == len(cells) or cells[index + 1].column == 0)
    if cell.quoted or _MUST_QUOTE.search(text) or (alone and not text):
        text = '"' + text.replace('"', '""') + '"'
    return Patch(cell.start, cell.end, text)


FORMAT = Csv()
