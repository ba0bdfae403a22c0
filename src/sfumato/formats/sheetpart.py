"""Sheetpart: one worksheet with what hangs on it: tables, drawings, charts, headers, comments."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from lxml import etree

from sfumato.core.protocols import Intake
from sfumato.formats.docxtext import Spot
from sfumato.formats.drawn import chart_scrub
from sfumato.formats.markup import parse_xml, xml_text
from sfumato.formats.media import Media
from sfumato.formats.ooxml import name, relaxed, remove, serialized
from sfumato.formats.opc import Package, Part, Relation
from sfumato.formats.sheetcells import Cells, CellSpot, Copies
from sfumato.formats.sheetformula import Sheets
from sfumato.formats.sheetnames import drawing_scrub, sheet_scrub
from sfumato.formats.sheetnotes import HeaderSpot, column_number, header_sections, notes_drawing
from sfumato.formats.weave import Slot

SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_DRAWING = "application/vnd.openxmlformats-officedocument.drawing+xml"
_CHART = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_VML = "application/vnd.openxmlformats-officedocument.vmlDrawing"
R_ID = name("r:id")
_HEADERS = tuple(
    name(f"s:{word}")
    for word in "oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter".split()
)
_FIRST_CELL = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})")

_KNOWN = frozenset(
    "comments table drawing vmlDrawing hyperlink printerSettings threadedComment".split()
)
_MOST_TABLES = 50

Located = Spot | CellSpot | HeaderSpot


@dataclass(slots=True)
class Book:
    """What the sheets of a workbook share while it is taken apart."""

    package: Package
    intake: Intake
    media: Media
    words: list[str] = field(default_factory=list)
    found: list[tuple[Slot, Located]] = field(default_factory=list, repr=False)
    minted: set[str] = field(default_factory=set, repr=False)
    strings: list[etree._Element] = field(default_factory=list, repr=False)
    dates: frozenset[str] = frozenset()
    sheets: Sheets = field(default_factory=lambda: Sheets([]), repr=False)
    since_1904: bool = False
    copies: Copies | None = None
    _counts: dict[str, int] = field(default_factory=dict)

    def root_of(self, source: str) -> etree._Element:
        """The parsed root of a part."""
        return relaxed(parse_xml(self.package.read(source), self.intake.limits, bare=True))

    def number(self, kind: str) -> int:
        """The next number of a kind of part."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return self._counts[kind]

    def take_cells(self, data: etree._Element, title: str) -> None:
        """Lists the slots of the cells of a sheet."""
        if self.copies is None:
            self.copies = Copies(self.strings, self.intake.limits)
        cells = Cells(self.copies, self.dates, self.sheets, since_1904=self.since_1904)
        self.found += cells.take(data, title)
        self.words += ["formula replaced by its value"] * cells.dropped


_SHOWN = frozenset(name(f"xdr:{word}") for word in ("sp", "pic", "grpSp", "graphicFrame", "cxnSp"))


class SheetPart:
    """One worksheet on its way into the output."""

    def __init__(
        self, book: Book, root: etree._Element, part: Part, source: str, title: str
    ) -> None:
        self._book = book
        self._root = root
        self._part = part
        self._title = title
        self._relations = book.package.relations(source)
        self._tables = 0

    def open(self) -> None:
        """Cleans the sheet and lists its slots."""
        data = self._root.find(name("s:sheetData"))
        placeholder = None if data is None else etree.Element(name("s:sheetData"))
        if data is not None and placeholder is not None:
            self._root.replace(data, placeholder)
        self._scrub()
        if data is not None and placeholder is not None:
            self._book.take_cells(data, self._title)
            data.attrib.clear()
            data.text = data.tail = None
            self._root.replace(placeholder, data)
        self._headers()
        self._notes()
        unknown = [one for one in self._relations.values() if one.kind not in _KNOWN]
        self._book.words += ["part of an unknown kind dropped"] * len(unknown)

    def _scrub(self) -> None:
        book = self._book
        scrub = sheet_scrub(book.minted, book.sheets, self._link)
        if scrub.clean(self._root):
            book.words.append("unknown content dropped")
        for tag in ("hyperlinks", "dataValidations", "conditionalFormatting", "tableParts"):
            for element in list(self._root.iter(name(f"s:{tag}"))):
                if not len(element):
                    remove(element)
                elif element.get("count") is not None:
                    element.set("count", str(len(element)))

    def _link(self, element: etree._Element) -> bool:
        kind = etree.QName(element.tag).localname
        given = element.get(R_ID, "")
        relation = self._relations.get(given)
        if R_ID in element.attrib:
            del element.attrib[R_ID]
        if kind == "pageSetup":
            return True
        if kind == "hyperlink":
            self._book.words.append("link dropped")
            return False
        if kind == "legacyDrawing" or relation is None or relation.external:
            return False
        makers = {"drawing": self._drawing, "tablePart": self._table}
        part = makers[kind](relation) if relation.target in self._book.package else None
        if part is None:
            return False
        made = self._part.link("table" if kind == "tablePart" else kind, part)
        self._book.minted.add(made)
        element.set(R_ID, made)
        return True

    def _table(self, relation: Relation) -> Part | None:
        self._tables += 1
        if relation.kind != "table" or self._tables > _MOST_TABLES:
            return None
        book = self._book
        root = book.root_of(relation.target)
        number = book.number("table")
        for key in ("name", "displayName"):
            root.set(key, f"Table{number}")
        book.minted.add(f"Table{number}")
        for child in list(root):
            if child.tag == name("s:sortState"):
                root.remove(child)
        columns = list(root.iter(name("s:tableColumn")))
        for column in columns:
            column[:] = []
            column.attrib.pop("name", None)
        sheet_scrub(book.minted, book.sheets, lambda _: False).clean(root)
        produce = partial(self._named_table, root, columns)
        return Part(f"xl/tables/table{number}.xml", SHEET + "table+xml", produce)

    def _named_table(self, root: etree._Element, columns: list[etree._Element]) -> bytes:
        """Excel wants the columns of a table to be called as the cells of its first row."""
        first = _FIRST_CELL.match(root.get("ref", ""))
        row = first.group(2) if first else ""
        texts: dict[int, str] = {}
        for cell in self._root.iter(name("s:c")):
            place = _FIRST_CELL.fullmatch(cell.get("r", ""))
            if place and place.group(2) == row:
                texts[column_number(place.group(1))] = "".join(
                    text.text or "" for text in cell.iter(name("s:t"), name("s:v"))
                )
        start = column_number(first.group(1)) if first else 1
        taken: set[str] = set()
        for number, column in enumerate(columns):
            made = texts.get(start + number, "") or f"Column{number + 1}"
            while made.casefold() in taken:
                made += str(number + 1)
            taken.add(made.casefold())
            column.set("name", xml_text(made))
        return serialized(root)

    def _drawing(self, relation: Relation) -> Part | None:
        if relation.kind != "drawing":
            return None
        book = self._book
        root = book.root_of(relation.target)
        part = Part(
            f"xl/drawings/drawing{book.number('drawing')}.xml", _DRAWING, partial(serialized, root)
        )
        relations = book.package.relations(relation.target)
        scrub = drawing_scrub(
            book.minted,
            partial(self._image, relations, part),
            partial(self._chart, relations, part),
        )
        scrub.clean(root)
        for anchor in list(root):
            if not any(child.tag in _SHOWN for child in anchor):
                root.remove(anchor)
        book.found += [
            (Slot(text.text or "", f"{self._title} drawing"), Spot(text))
            for text in root.iter(name("a:t"))
        ]
        return part

    def _image(self, relations: dict[str, Relation], part: Part, given: str) -> str:
        relation = relations.get(given)
        inside = relation is not None and not relation.external and relation.kind == "image"
        media = self._book.media
        made = part.link(
            "image", media.image(relation.target) if inside and relation else media.grey()
        )
        self._book.minted.add(made)
        return made

    def _chart(self, relations: dict[str, Relation], part: Part, given: str) -> str | None:
        book = self._book
        relation = relations.get(given)
        if relation is None or relation.external or relation.kind != "chart":
            return None
        if relation.target not in book.package:
            return None
        root = book.root_of(relation.target)
        chart_scrub(book.minted, self._refer).clean(root)
        number = book.number("chart")
        book.found += [
            (Slot(text.text or "", f"chart {number}"), Spot(text))
            for text in root.iter(name("c:v"), name("a:t"))
        ]
        made = part.link(
            "chart", Part(f"xl/charts/chart{number}.xml", _CHART, partial(serialized, root))
        )
        book.minted.add(made)
        return made

    def _refer(self, given: str) -> str:
        return self._book.sheets.formula(given) or "#REF!"

    def _headers(self) -> None:
        for element in list(self._root.iter(*_HEADERS)):
            spots = header_sections(element)
            self._book.found += [
                (Slot(text, f"{self._title} header"), spot) for text, spot in spots
            ]

    def _notes(self) -> None:
        relation = next(
            (
                one
                for one in self._relations.values()
                if one.kind == "comments" and not one.external
            ),
            None,
        )
        if relation is None or relation.target not in self._book.package:
            return
        book = self._book
        root = book.root_of(relation.target)
        authors = list(root.iter(name("s:author")))
        sheet_scrub(book.minted, book.sheets, lambda _: False).clean(root)
        for number, author in enumerate(authors, 1):
            author.text = f"Author {number}"
        notes = list(root.iter(name("s:comment")))
        for note in notes:
            texts = list(note.iter(name("s:t")))
            gaps = ["\n"] + [""] * len(texts)
            book.found += [
                (Slot(text.text or "", f"{self._title} comment", gap=gap), Spot(text))
                for text, gap in zip(texts, gaps, strict=False)
            ]
        number = book.number("comments")
        made = Part(f"xl/comments{number}.xml", SHEET + "comments+xml", partial(serialized, root))
        self._part.link("comments", made)
        places = [note.get("ref", "A1") for note in notes]
        shapes: Callable[[], bytes] = partial(notes_drawing, places)
        vml = Part(f"xl/drawings/vmlDrawing{number}.vml", _VML, shapes)
        self._point_to(self._part.link("vmlDrawing", vml))

    def _point_to(self, made: str) -> None:
        """Puts the reference to the shapes of the comments where the schema wants it."""
        after = [name(f"s:{word}") for word in ("tableParts", "extLst")]
        element = etree.Element(name("s:legacyDrawing"))
        element.set(R_ID, made)
        later = next((child for child in self._root if child.tag in after), None)
        if later is None:
            self._root.append(element)
        else:
            later.addprevious(element)
