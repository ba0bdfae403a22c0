"""Workbooks (SpreadsheetML, ECMA-376 part 1): sheets row by row, cells apart by tabs.

Cells, headers, comments, shapes and charts are slots. Pivot tables, links to other files, names,
queries, properties and formulas that hold words are dropped; formats and layout stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from lxml import etree

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged
from sfumato.core.protocols import Intake, Written
from sfumato.formats.media import Media
from sfumato.formats.ooxml import name, number_words, remove, serialized
from sfumato.formats.opc import Package, Part, pack_parts
from sfumato.formats.sheetcells import date_styles
from sfumato.formats.sheetformula import Sheets
from sfumato.formats.sheetnames import drawing_scrub, sheet_scrub
from sfumato.formats.sheetpart import R_ID, SHEET, Book, SheetPart
from sfumato.formats.weave import Piece, changes, weave

_THEME = "application/vnd.openxmlformats-officedocument.theme+xml"
_MAIN_TYPES = (SHEET + "sheet.main+xml", SHEET + "template.main+xml")
_KEPT_NAMES = re.compile(r"_xlnm\.(?:Print_Area|Print_Titles|_FilterDatabase)")
_WORKBOOK_PARTS = frozenset("worksheet sharedStrings styles theme calcChain".split())


class Opened:
    """A workbook taken apart: its pieces, where they live, and the parts of the output."""

    def __init__(self, data: bytes, intake: Intake) -> None:
        package = Package(data, intake.limits)
        self._book = Book(package, intake, Media(package, intake, "xl"))
        source = package.first("officeDocument")
        if source is None:
            raise Damaged("the package has no workbook")
        self._source = source
        self._relations = package.relations(source)
        self._root = self._book.root_of(source)
        kind = package.content_type(source)
        kept = kind if kind in _MAIN_TYPES else _MAIN_TYPES[0]
        self.main = Part("xl/workbook.xml", kept, partial(serialized, self._root))
        self._open()

    @property
    def pieces(self) -> list[Piece]:
        """All the slots, then the nested documents."""
        return [slot for slot, _ in self._book.found] + list(self._book.media.nested())

    @property
    def notes(self) -> tuple[str, ...]:
        """What is left out."""
        return number_words([*self._book.words, *self._book.media.words])

    def edit(self, document: Document, edits: Sequence[Edit]) -> None:
        """Makes the edits."""
        slots = len(self._book.found)
        for change in changes(self.pieces, document, edits):
            if change.index < slots:
                self._book.found[change.index][1].put(change.text)
            else:
                self._book.media.edit(change.index - slots, change.edits)

    def written(self) -> Written:
        """The package made anew."""
        packed = pack_parts(self.main)
        return Written(packed, notes=(*self.notes, *self._book.media.written_notes))

    def _open(self) -> None:
        book = self._book
        rows = [row for row in self._root.iter(name("s:sheet")) if self._leads(row) is not None]
        book.sheets = Sheets([row.get("name", "") for row in rows])
        book.dates = date_styles(self._plain("styles", SHEET + "styles+xml"))
        book.since_1904 = any(
            row.get("date1904") in ("1", "true") for row in self._root.iter(name("s:workbookPr"))
        )
        self._plain("theme", _THEME)
        book.strings = self._shared()
        opened = [(row, self._open_sheet(row)) for row in rows]
        self._drop()
        for row, part in opened:
            self._name_sheet(row, part)
        sheet_scrub(book.minted, book.sheets, lambda _: False).clean(self._root)
        if {one.kind for one in book.package.relations().values()} - {"officeDocument"}:
            book.words.append("document properties dropped")

    def _leads(self, row: etree._Element) -> str | None:
        """The worksheet that a row of the list of sheets leads to."""
        relation = self._relations.get(row.get(R_ID, ""))
        if relation is None or relation.external or relation.kind != "worksheet":
            return None
        return relation.target if relation.target in self._book.package else None

    def _open_sheet(self, row: etree._Element) -> Part:
        source = self._leads(row) or ""
        number = self._book.number("sheet")
        root = self._book.root_of(source)
        leaf = f"xl/worksheets/sheet{number}.xml"
        part = Part(leaf, SHEET + "worksheet+xml", partial(serialized, root))
        SheetPart(self._book, root, part, source, f"sheet {number}").open()
        return part

    def _name_sheet(self, row: etree._Element, part: Part) -> None:
        given = row.get("name", "")
        made = self._book.sheets.name(given) or "Sheet"
        if made != given:
            self._book.words.append("sheet renamed")
        made_id = self.main.link("worksheet", part)
        self._book.minted.update((made, made_id))
        row.set("name", made)
        row.set(R_ID, made_id)

    def _drop(self) -> None:
        words = self._book.words
        lost = [row for row in self._root.iter(name("s:sheet")) if self._leads(row) is None]
        for row in lost:
            remove(row)
            words.append("sheet without cells dropped")
        for named in list(self._root.iter(name("s:definedName"))):
            made = self._book.sheets.formula(named.text or "")
            # The number of a sheet in a name counts the sheets, so it would be wrong after a drop.
            moved = bool(lost) and named.get("localSheetId") is not None
            if made is None or moved or not _KEPT_NAMES.fullmatch(named.get("name", "")):
                remove(named)
                words.append("defined name dropped")
            else:
                named.text = made
                self._book.minted.add(named.get("name", ""))
        unknown = [one for one in self._relations.values() if one.kind not in _WORKBOOK_PARTS]
        words += ["part of an unknown kind dropped"] * len(unknown)

    def _plain(self, kind: str, content_type: str) -> etree._Element | None:
        source = self._book.package.first(kind, self._source)
        if source is None:
            return None
        root = self._book.root_of(source)
        if kind == "theme":
            drawing_scrub(self._book.minted, lambda _: "", lambda _: None).clean(root)
        else:
            sheet_scrub(self._book.minted, self._book.sheets, lambda _: False).clean(root)
        self.main.link(kind, Part(f"xl/{kind}.xml", content_type, partial(serialized, root)))
        return root

    def _shared(self) -> list[etree._Element]:
        source = self._book.package.first("sharedStrings", self._source)
        if source is None:
            return []
        root = self._book.root_of(source)
        strings = list(root.iter(name("s:si")))
        sheet_scrub(self._book.minted, self._book.sheets, lambda _: False).clean(root)
        return strings


class Xlsx:
    """Workbooks and their templates without macros."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """All sheets in their order."""
        opened = Opened(data, intake)
        return weave(opened.pieces, "", opened.notes)

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The workbook with its edits, in a package made anew."""
        opened = Opened(data, intake)
        opened.edit(document, edits)
        return opened.written()


FORMAT = Xlsx()
