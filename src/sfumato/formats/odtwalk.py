"""The walk over OpenDocument: its strings become slots, its pictures nested documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from lxml import etree

from sfumato.core.protocols import Intake
from sfumato.formats import registry
from sfumato.formats.markup import xml_text
from sfumato.formats.odtallow import MIXED, PARAGRAPHS, SPACES, name, short
from sfumato.formats.odtclean import HREF, remove
from sfumato.formats.weave import Piece, Slot

_BLANKS = re.compile(r"[ \t\r\n]+")
_SURFACES = {
    "office:annotation": "comment",
    "text:note-body": "footnote",
    "draw:text-box": "text box",
    "style:header": "header",
    "style:header-left": "header",
    "style:header-first": "header",
    "style:footer": "footer",
    "style:footer-left": "footer",
    "style:footer-first": "footer",
}
_CELLS = frozenset({"table:table-cell", "table:covered-table-cell"})
_REPEATED = name("text:c")
_MOST_SPACES = 100
_SPLIT = re.compile(r"(\n|\t|  +)")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture part: its element, its bytes, and the number of its piece."""

    element: etree._Element = field(repr=False)
    data: bytes = field(repr=False)
    name: str
    piece: int


@dataclass(slots=True)
class Walk:
    """Collects the pieces of a document, how each slot is set, and the pictures."""

    read_picture: Callable[[str], bytes | None]
    intake: Intake
    notes: Counter[str]
    pieces: list[Piece] = field(default_factory=lambda: [Slot("", "start", gap="")], repr=False)
    setters: dict[int, tuple[etree._Element, str]] = field(default_factory=dict, repr=False)
    pictures: list[Picture] = field(default_factory=list, repr=False)
    _gap: str = ""
    _numbers: Counter[str] = field(default_factory=Counter)
    _links: list[etree._Element] = field(default_factory=list, repr=False)
    _images: int = 0

    def visit(self, element: etree._Element, surface: str) -> None:
        """Everything in an element, in document order."""
        key = short(element.tag)
        named = _SURFACES.get(key)
        if named:
            self._numbers[named] += 1
            surface = f"{named} {self._numbers[named]}"
            self._gap += "\n"
        if key == "text:note-citation":
            # Without a gap the number of a note would grow onto a date or a telephone.
            self._gap += " "
        if key in PARAGRAPHS:
            self._numbers[f"{surface} paragraph"] += 1
        self._inside(element, key, surface)
        if key in PARAGRAPHS and not _last_in_cell(element):
            self._gap += "\n"
        elif key in _CELLS:
            self._gap += "\t"
        elif key in ("table:table-row", "svg:title", "svg:desc") or named:
            self._gap += "\n"

    def finish(self) -> None:
        """Links that stood outside of paragraphs, and the empty last piece."""
        self._flush()
        self.pieces.append(Slot("", "end", gap=self._gap))

    def _inside(self, element: etree._Element, key: str, surface: str) -> None:
        if key in SPACES:
            count = str(element.get(_REPEATED) or "")
            times = int(count) if key == "text:s" and count.isdecimal() else 1
            self._gap += SPACES[key] * min(max(times, 1), _MOST_SPACES)
            return
        if key == "draw:image" and not self._picture(element):
            return
        if key == "text:a":
            self._links.append(element)
        mixed = key in MIXED
        if mixed:
            self._slot(element, "text", element.text, surface)
        for child in list(element):
            self.visit(child, surface)
            if mixed and child.getparent() is element:
                self._slot(child, "tail", child.tail, surface)
        if key in PARAGRAPHS:
            self._flush()

    def _slot(self, element: etree._Element, where: str, text: str | None, surface: str) -> None:
        if not text:
            return
        place = f"{surface} paragraph {self._numbers[f'{surface} paragraph']}"
        self.setters[len(self.pieces)] = (element, where)
        self.pieces.append(Slot(_BLANKS.sub(" ", text), place, gap=self._gap))
        self._gap = ""

    def _flush(self) -> None:
        """Link targets follow the paragraph that they stand in, so that its text stays whole."""
        for link in self._links:
            self._numbers["link"] += 1
            self.setters[len(self.pieces)] = (link, "href")
            place = f"link {self._numbers['link']}"
            self.pieces.append(Slot(link.get(HREF, ""), place, gap=self._gap + "\n"))
            self._gap = ""
        self._links.clear()

    def _picture(self, element: etree._Element) -> bool:
        self._images += 1
        place = f"image {self._images}"
        part = element.get(HREF, "").removeprefix("./")
        data = self.read_picture(part) if self.intake.images == "clean" else None
        suffix = part.rpartition(".")[2].lower()
        title = f"picture.{suffix if suffix.isalnum() and len(suffix) < 5 else 'png'}"
        nested = registry.read_part(data, title, place, self.intake) if data else None
        if nested is None or isinstance(nested, str):
            self.notes["image"] += 1
            remove(element)
            return False
        self.pictures.append(Picture(element, data or b"", title, len(self.pieces)))
        self.pieces.append(nested)
        return True


def _last_in_cell(element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is not None and short(parent.tag) in _CELLS and element.getnext() is None


def put(element: etree._Element, where: str, text: str) -> None:
    """Writes a slot's new text; tabs, line breaks and runs of spaces become their elements."""
    plain = xml_text(text)
    if where == "href":
        element.set(HREF, plain)
        return
    first, *rest = _SPLIT.split(plain)
    parent = element if where == "text" else element.getparent()
    if parent is None:
        return
    at = 0 if where == "text" else parent.index(element) + 1
    setattr(element, where, first)
    for sign, behind in zip(rest[::2], rest[1::2], strict=True):
        found = next(key for key, space in SPACES.items() if sign.startswith(space))
        made = etree.Element(name(found))
        if len(sign) > 1:
            made.set(_REPEATED, str(len(sign)))
        made.tail = behind
        parent.insert(at, made)
        at += 1
