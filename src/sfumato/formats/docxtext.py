"""Docxtext: the text of a Word story as slots, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

from sfumato.formats.markup import xml_text
from sfumato.formats.ooxml import name
from sfumato.formats.weave import Slot

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_T, _MATH = name("w:t"), name("m:t")
_P, _R, _TR, _TC, _SDT = (name("w:" + word) for word in ("p", "r", "tr", "tc", "sdt"))
TEXTS = frozenset({_T, _MATH})
_SIGNS: dict[str, str] = {
    name("w:tab"): "\t",
    name("w:ptab"): "\t",
    name("w:br"): "\n",
    name("w:cr"): "\n",
    name("w:noBreakHyphen"): "-",
    name("w:sym"): " ",
    name("w:rt"): " ",
    name("w:rubyBase"): " ",
}
_UNDER_RUNS = frozenset({_R, name("w:ruby")})
_ASIDE = frozenset(name(word) for word in ("w:drawing", "w:pict", "w:object", "w:ffData"))
_BOX = name("w:txbxContent")
_SDT_PROPERTIES = name("w:sdtPr")
_TABLE_PROPERTIES = name("w:tblPr")
_INLINE = (*TEXTS, *_SIGNS, *_ASIDE, _SDT_PROPERTIES)
_SKIPPED = frozenset(name("w:" + word) for word in ("pPr", "rPr", "sdtPr", "sectPr"))
_MOST_BREAKS = 2

_VAL = name("w:val")
SPOKEN: dict[str, tuple[str, ...]] = {
    name("wp:docPr"): ("title", "descr"),
    name("v:textpath"): ("string",),
    **{name(f"v:{word}"): ("alt",) for word in ("shape", "rect", "roundrect", "oval", "line")},
    name("w:listItem"): (name("w:displayText"),),
    name("w:listEntry"): (_VAL,),
    name("w:default"): (_VAL,),
    name("w:tblCaption"): (_VAL,),
    name("w:tblDescription"): (_VAL,),
}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a slot's text lives: in an element, or in one of its attributes."""

    element: etree._Element = field(repr=False)
    attribute: str | None = None

    def put(self, text: str) -> None:
        """Writes a text there."""
        text = xml_text(text)
        if self.attribute is not None:
            self.element.set(self.attribute, text)
            return
        self.element.text = text
        if self.element.tag == _T and text != text.strip():
            self.element.set(_SPACE, "preserve")


Found = tuple[Slot, Spot]


class Story:
    """Walks one part. A place is the story's title and a paragraph number."""

    def __init__(self, title: str, labels: Mapping[etree._Element, str]) -> None:
        self._title = title
        self._labels = labels
        self._paragraph = 0
        self._gap = "\n"
        self._cell_begins = False
        self._found: list[Found] = []

    def walk(self, root: etree._Element) -> list[Found]:
        """All the slots under an element, with where they live."""
        self._blocks(root, None)
        return self._found

    def _blocks(self, container: etree._Element, label: str | None) -> None:
        for child in container:
            tag = child.tag
            if tag == _P:
                self._paragraph += 1
                self._break()
                self._inline(child, label)
            elif tag == _TR:
                self._row(child, label)
            elif tag == _SDT:
                self._blocks(child, self._labels.get(child, label))
                self._properties(child.find(_SDT_PROPERTIES))
            elif tag == _TABLE_PROPERTIES:
                self._properties(child)
            elif tag == _R or tag in TEXTS:
                self._inline(container, label)
                return
            elif tag not in _SKIPPED:
                self._blocks(child, label)

    def _row(self, row: etree._Element, label: str | None) -> None:
        self._break()
        for number, cell in enumerate(_cells(row)):
            self._gap += "\t" if number else ""
            self._cell_begins = True
            self._blocks(cell, label)
        self._cell_begins = False

    def _inline(self, paragraph: etree._Element, label: str | None) -> None:
        aside: list[etree._Element] = []
        for element in paragraph.iter(*_INLINE):
            tag = element.tag
            parent = element.getparent()
            if parent is None or (aside and _inside(element, paragraph)):
                continue
            if tag in TEXTS:
                self._text(element, label or self._control_label(element, paragraph))
            elif tag in _SIGNS:
                # A tab stop of the paragraph's properties has the tag of a tab sign.
                self._gap += _SIGNS[tag] if parent.tag in _UNDER_RUNS else ""
            else:
                aside.append(element)
        for element in aside:
            self._properties(element)

    def _control_label(self, element: etree._Element, paragraph: etree._Element) -> str | None:
        if not self._labels:
            return None
        for above in element.iterancestors():
            if above in self._labels:
                return self._labels[above]
            if above is paragraph:
                break
        return None

    def _properties(self, element: etree._Element | None) -> None:
        for inner in () if element is None else _outside_boxes(element):
            if inner.tag == _BOX:
                self._blocks(inner, None)
            for attribute in SPOKEN.get(inner.tag, ()):
                self._attribute(inner, attribute)

    def _attribute(self, element: etree._Element, attribute: str) -> None:
        text = element.get(attribute)
        if text is not None:
            self._break()
            slot = Slot(text, f"{self._title} property", None, self._gap)
            self._found.append((slot, Spot(element, attribute)))
            self._gap = "\n"

    def _text(self, element: etree._Element, label: str | None) -> None:
        place = f"{self._title} paragraph {self._paragraph}"
        self._found.append((Slot(element.text or "", place, label, self._gap), Spot(element)))
        self._gap = ""

    def _break(self) -> None:
        if self._cell_begins:
            self._cell_begins = False
        elif self._gap.count("\n") < _MOST_BREAKS:
            self._gap += "\n"


def _cells(row: etree._Element) -> Iterator[etree._Element]:
    """The cells of a row, those in content controls and insertions too."""
    for child in row:
        if child.tag == _TC:
            yield child
        elif child.tag not in _SKIPPED and len(child):
            yield from _cells(child)


def _inside(element: etree._Element, paragraph: etree._Element) -> bool:
    """Whether a drawing or form field of the paragraph holds the element."""
    for above in element.iterancestors():
        if above is paragraph:
            return False
        if above.tag in _ASIDE or above.tag == _SDT_PROPERTIES:
            return True
    return False


def _outside_boxes(element: etree._Element) -> Iterator[etree._Element]:
    yield element
    for child in element if element.tag != _BOX else ():
        yield from _outside_boxes(child)


def blank_unread(root: etree._Element, found: list[Found]) -> None:
    """Empties every text and free attribute that the walk did not read."""
    read = {(spot.element, spot.attribute) for _, spot in found}
    for element in root.iter(*TEXTS, *SPOKEN):
        if element.tag in TEXTS and element.text and (element, None) not in read:
            element.text = None
        for attribute in SPOKEN.get(element.tag, ()):
            if element.get(attribute) and (element, attribute) not in read:
                element.attrib[attribute] = ""
