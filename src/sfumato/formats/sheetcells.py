"""Sheetcells: the cells of a worksheet as slots (SpreadsheetML, ECMA-376 part 1, 18.3).

Numbers are slots too: a phone or a record number is a number in many sheets, and a date is a
count of days that only its format shows. A cell that is edited becomes a text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from lxml import etree

from sfumato.core.errors import TooLarge
from sfumato.core.protocols import Limits
from sfumato.formats.docxtext import Spot
from sfumato.formats.headings import label_of
from sfumato.formats.markup import xml_text
from sfumato.formats.ooxml import drop, name
from sfumato.formats.sheetformula import Sheets
from sfumato.formats.weave import Slot

_ROW, _CELL, _FORMULA, _VALUE, _INLINE, _TEXT, _RUN = (
    name("s:" + word) for word in ("row", "c", "f", "v", "is", "t", "r")
)
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_INDEX = re.compile(r"[0-9]{1,9}")
_ELEMENTS_A_MB = 700
_ERRORS = frozenset({"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"})
_TYPES = frozenset({"s", "n", "str", "inlineStr", "b", "e", "d"})
_ROW_NUMBERS = re.compile(r"-?\d{1,7}(?:\.\d{1,12})?")
_ROW_ATTRIBUTES = frozenset(
    "r ht s customFormat customHeight hidden outlineLevel collapsed thickTop thickBot".split()
)
# Built-in number formats that show dates or times (18.8.30).
_DATE_FORMATS = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_EPOCH_1900 = datetime(1899, 12, 30)
_EPOCH_1904 = datetime(1904, 1, 1)
_LAST_SERIAL = 2_958_466
_MOST_HEADING_ROWS = 20


@dataclass(frozen=True, slots=True)
class CellSpot:
    """Where the text of a cell without text elements lives; writing there makes it a text cell."""

    element: etree._Element = field(repr=False)

    def put(self, text: str) -> None:
        """Writes a text there; a formula or number goes."""
        cell = self.element
        cell[:] = []
        cell.set("t", "inlineStr")
        inner = etree.SubElement(etree.SubElement(cell, _INLINE), _TEXT)
        inner.text = xml_text(text)
        inner.set(_SPACE, "preserve")


Placed = tuple[Slot, Spot | CellSpot]
Pieces = list[tuple[str, Spot | CellSpot]]
Row = list[tuple[str, Pieces]]


def is_date_format(code: str) -> bool:
    """Whether a number format shows a date or a time of day."""
    bare = _QUOTED.sub("", code.split(";")[0]).lower()
    return any(sign in bare for sign in "dmyhs") and not any(sign in bare for sign in "0#?")


def date_styles(styles: etree._Element | None) -> frozenset[str]:
    """The indices of the cell styles that show dates."""
    if styles is None:
        return frozenset()
    codes = {
        row.get("numFmtId", ""): row.get("formatCode", "") for row in styles.iter(name("s:numFmt"))
    }
    dates = {str(number) for number in _DATE_FORMATS} - set(codes)
    dates |= {number for number, code in codes.items() if is_date_format(code)}
    rows = styles.find(name("s:cellXfs"))
    return frozenset(
        str(index)
        for index, row in enumerate(() if rows is None else rows)
        if row.get("numFmtId", "") in dates
    )


class Copies:
    """The shared strings of a workbook, copied into the cells that show them, within limits."""

    def __init__(self, strings: list[etree._Element], limits: Limits) -> None:
        self._strings = strings
        self._characters = limits.max_characters
        self._elements = limits.memory_mb * _ELEMENTS_A_MB
        self._sizes: dict[int, tuple[int, int]] = {}

    def take(self, index: str) -> etree._Element | None:
        """A copy of the string of an index; None where there is none."""
        if not _INDEX.fullmatch(index) or int(index) >= len(self._strings):
            return None
        number = int(index)
        found = self._strings[number]
        if number not in self._sizes:
            self._sizes[number] = (sum(map(len, found.itertext())), sum(1 for _ in found.iter()))
        characters, elements = self._sizes[number]
        self._characters -= characters
        self._elements -= elements
        if self._characters < 0 or self._elements < 0:
            raise TooLarge("the cells show more text than the limits allow")
        inner = deepcopy(found)
        inner.tag = _INLINE
        inner.tail = None
        return inner


class Cells:
    """Takes the cells of one sheet: cleans them and lists their slots."""

    def __init__(
        self,
        strings: Copies,
        dates: frozenset[str],
        sheets: Sheets,
        *,
        since_1904: bool,
    ) -> None:
        self._strings = strings
        self._dates = dates
        self._sheets = sheets
        self._epoch = _EPOCH_1904 if since_1904 else _EPOCH_1900
        self._lost_formulas: set[str] = set()
        self.dropped = 0

    def take(self, data: etree._Element, title: str) -> list[Placed]:
        """The slots of a `sheetData` element, row by row."""
        rows = [list(self._row(row)) for row in data]
        heading, labels = _heading(rows)
        placed: list[Placed] = []
        for number, row in enumerate(rows):
            below = labels if number > heading else {}
            beside = _beside(row) if not labels else {}
            placed += _placed(row, {**beside, **below}, f"{title} row {number + 1}")
        return placed

    def _row(self, row: etree._Element) -> Iterator[tuple[str, Pieces]]:
        for key in list(row.attrib):
            value = row.get(key, "")
            if key not in _ROW_ATTRIBUTES or not _ROW_NUMBERS.fullmatch(value):
                drop(row, str(key))
        row.text = row.tail = None
        for number, cell in enumerate(list(row), 1):
            if cell.tag != _CELL:
                row.remove(cell)
                continue
            pieces = self._cell(cell)
            reference = _REFERENCE.fullmatch(cell.get("r", ""))
            if pieces:
                yield reference.group(1) if reference else str(number), pieces

    def _cell(self, cell: etree._Element) -> Pieces:
        kind = cell.get("t", "n")
        _trim(cell, kind)
        formula = cell.find(_FORMULA)
        if formula is not None and not self._keeps(formula):
            cell.remove(formula)
            self.dropped += 1
        value = cell.find(_VALUE)
        shown = "" if value is None else (value.text or "")
        if kind == "s":
            return self._shared(cell, shown)
        if kind == "inlineStr":
            inner = cell.find(_INLINE)
            return [] if inner is None else _texts(inner)
        if kind in ("b", "e"):
            if value is not None and shown not in ("0", "1") and shown not in _ERRORS:
                cell.remove(value)
            return []
        if value is None or not shown:
            return []
        if kind == "n":
            text = self._number(shown, cell.get("s", "0"))
            if text is None:
                cell.set("t", "str")
            return [(shown if text is None else text, CellSpot(cell))]
        return [(shown, CellSpot(cell))]

    def _shared(self, cell: etree._Element, index: str) -> Pieces:
        cell[:] = []
        cell.set("t", "inlineStr")
        inner = self._strings.take(index)
        if inner is None:
            return []
        cell.append(inner)
        return _texts(inner)

    def _keeps(self, formula: etree._Element) -> bool:
        group = formula.get("si", "") if formula.get("t") == "shared" else ""
        text = formula.text or ""
        made = self._sheets.formula(text)
        fits = formula.get("t", "normal") in ("normal", "shared", "array")
        if not fits or (text and made is None) or (group and group in self._lost_formulas):
            self._lost_formulas.add(group)
            return False
        if not text and not group:
            return False
        formula.text = made
        formula.tail = None
        for key in list(formula.attrib):
            if key not in ("t", "si", "ref", "ca") or not _formula_value(formula.get(key, "")):
                drop(formula, str(key))
        return True

    def _number(self, shown: str, style: str) -> str | None:
        """A number as a reader sees it: a date where its format shows one. None for no number."""
        value = math.nan
        try:
            value = float(shown)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or "_" in shown:
            return None
        if style in self._dates and 0 <= value < _LAST_SERIAL:
            return self._date(value)
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        return repr(value)

    def _date(self, serial: float) -> str:
        moment = self._epoch + timedelta(seconds=round(serial * 86400))
        day, clock = moment.strftime("%Y-%m-%d"), moment.strftime("%H:%M:%S")
        clock = clock.removesuffix(":00") if clock.count(":") == 2 else clock
        if serial < 1:
            return clock
        return day if float(serial).is_integer() else f"{day} {clock}"


def _formula_value(value: str) -> bool:
    return value in ("shared", "array", "normal") or bool(
        re.fullmatch(r"\d{1,7}|[A-Z]{1,3}\d{1,7}(?::[A-Z]{1,3}\d{1,7})?", value)
    )


def _trim(cell: etree._Element, kind: str) -> None:
    if kind not in _TYPES:
        drop(cell, "t")
    for key in list(cell.attrib):
        value = cell.get(key, "")
        fits = (
            key == "t"
            or (key == "r" and _REFERENCE.fullmatch(value))
            or (key == "s" and _ROW_NUMBERS.fullmatch(value))
        )
        if not fits:
            drop(cell, str(key))
    cell.text = cell.tail = None
    for child in list(cell):
        child.tail = None
        if child.tag not in (_FORMULA, _VALUE, _INLINE):
            cell.remove(child)
        elif child.tag == _VALUE:
            child.attrib.clear()
            child[:] = []


def _texts(inner: etree._Element) -> Pieces:
    """The texts of a string item; what is neither a text nor a run's look goes."""
    found: Pieces = []
    inner.text = None
    inner.attrib.clear()
    for child in list(inner):
        child.tail = None
        if child.tag == _RUN:
            child.text = None
            for text in child.findall(_TEXT):
                found.append((text.text or "", Spot(text)))
        elif child.tag == _TEXT:
            found.append((child.text or "", Spot(child)))
        else:
            inner.remove(child)
    return found


def _placed(row: Row, labels: Mapping[str, str], place: str) -> Iterator[Placed]:
    gap = "\n"
    for count, (column, pieces) in enumerate(row, 1):
        for text, spot in pieces:
            yield Slot(text, f"{place} cell {count}", labels.get(column), gap), spot
            gap = ""
        gap = "\t"


def _heading(rows: Sequence[Row]) -> tuple[int, dict[str, str]]:
    """The number of the row that heads the columns, and the labels that it gives them."""
    for number, row in enumerate(rows[:_MOST_HEADING_ROWS]):
        labels = _headings(row)
        # In a form, one heading stands below the other.
        form = number + 1 < len(rows) and labels.keys() & _headings(rows[number + 1]).keys()
        if len(row) > 1 and labels and not form and not _digits(row):
            return number, labels
    return len(rows), {}


def _headings(row: Row) -> dict[str, str]:
    found = {column: label_of(_shown(pieces)) for column, pieces in row}
    return {column: label for column, label in found.items() if label is not None}


def _beside(row: Row) -> dict[str, str]:
    """In a form, the label of a cell is what the cell before it says."""
    labels: dict[str, str] = {}
    for (_, before), (column, pieces) in pairwise(row):
        label = label_of(_shown(before))
        if label is not None and label_of(_shown(pieces)) is None:
            labels[column] = label
    return labels


def _shown(pieces: Pieces) -> str:
    return "".join(text for text, _ in pieces)


def _digits(row: Row) -> bool:
    return any(sign.isdigit() for _, pieces in row for sign in _shown(pieces))
