"""Sheetnotes: headers and footers of sheets by section, and the shapes behind comments."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from sfumato.formats.markup import xml_text

# Codes of header and footer texts (ECMA-376 part 1, 18.3.1.46); those of fonts, colours, pictures
# and file names are dropped, those of pages, dates and the sheet's name stay in the text.
_SECTION = re.compile(r"&([LCR])")
_DROPPED = re.compile(r'&(?:"[^"]*"|\d{1,3}|K[0-9A-F+-]{1,8}|[FZGXYBIUESOH])')
_CODES = re.compile(r"&&|&(?![PNDTA])")
_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


@dataclass(frozen=True, slots=True)
class HeaderSpot:
    """Where one section of a header lives; all sections of one element share their list."""

    element: etree._Element = field(repr=False)
    sections: list[list[str]] = field(repr=False)
    index: int

    def put(self, text: str) -> None:
        """Writes a text there."""
        self.sections[self.index][1] = _CODES.sub("&&", xml_text(text))
        self.element.text = _joined(self.sections)


def header_sections(element: etree._Element) -> list[tuple[str, HeaderSpot]]:
    """The sections of a header or footer, and the element rewritten with nothing but them."""
    found = _SECTION.split(_hidden(element.text or ""))
    pairs = list(zip(found[1::2], found[2::2], strict=True))
    if found[0]:
        pairs.insert(0, ("C", found[0]))
    sections = [[sign, _cleaned(text)] for sign, text in pairs]
    element.text = _joined(sections)
    return [
        (text, HeaderSpot(element, sections, index)) for index, (_, text) in enumerate(sections)
    ]


def _hidden(text: str) -> str:
    """The text with escaped ampersands out of the way."""
    return text.replace("&&", "\0")


def _cleaned(text: str) -> str:
    text = _DROPPED.sub("", text)
    return _CODES.sub("&&", text).replace("\0", "&&")


def _joined(sections: list[list[str]]) -> str:
    return "".join(f"&{sign}{text}" for sign, text in sections)


def notes_drawing(places: list[str]) -> bytes:
    """The VML that Excel wants beside comments: one hidden box a comment."""
    shapes = "".join(_shape(number, place) for number, place in enumerate(places))
    return (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" '
        'xmlns:o="urn:schemas-microsoft-com:office:office" '
        'xmlns:x="urn:schemas-microsoft-com:office:excel">'
        '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" '
        'path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>'
        '<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
        f"{shapes}</xml>"
    ).encode()


def _shape(number: int, place: str) -> str:
    found = _PLACE.fullmatch(place)
    column, row = (column_number(found.group(1)) - 1, int(found.group(2)) - 1) if found else (0, 0)
    return (
        f'<v:shape id="_x0000_s{1025 + number}" type="#_x0000_t202" '
        'style="position:absolute;width:144px;height:79px;visibility:hidden" '
        'fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>'
        '<v:path o:connecttype="none"/><v:textbox/><x:ClientData ObjectType="Note">'
        "<x:MoveWithCells/><x:SizeWithCells/><x:AutoFill>False</x:AutoFill>"
        f"<x:Row>{row}</x:Row><x:Column>{column}</x:Column></x:ClientData></v:shape>"
    )


def column_number(letters: str) -> int:
    """The number of a column, counted from one."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
