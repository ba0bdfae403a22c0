"""PDF ink: the standard font in which replacements and rebuilt text layers are written.

Helvetica is in every reader, so nothing is embedded; a ToUnicode map makes every character of a
replacement read back exactly, whatever shape stands in for it (ISO 32000-1, 9.6.2.2).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any

from pikepdf import Array, Dictionary, Name

from sfumato.formats.pdfcmap import write_unicode
from sfumato.formats.pdfglyphs import NAMES, WIDTHS

_CP1252 = bytes(range(256)).decode("cp1252", "replace")
_GLYPHS = {sign: name for name, sign in reversed(NAMES.items())}
_WIDTH = {sign: width for sign, width in zip(_CP1252, WIDTHS["helvetica"], strict=True) if width}
_FIRST = 33
_LAST = 255


@dataclass(frozen=True, slots=True)
class Stroke:
    """A piece of text in one font: the font's resource name, its codes, its width in ems."""

    font: str
    codes: bytes = field(repr=False)
    width_em: float


class Ink:
    """Hands out codes for characters, and at the end the fonts that explain them."""

    def __init__(self, pdf: Any, prefix: str) -> None:
        self._pdf = pdf
        self._prefix = prefix
        self._code: dict[str, tuple[int, int]] = {}
        self._fonts: list[tuple[Any, list[str]]] = []

    def strokes(self, text: str) -> list[Stroke]:
        """The text in as few pieces as there are fonts in it."""
        result: list[Stroke] = []
        for char in text:
            number, code = self._known(char if char.isprintable() or ord(char) > 159 else " ")
            name = f"{self._prefix}{number}"
            width = width_em(char)
            if result and result[-1].font == name:
                last = result[-1]
                result[-1] = Stroke(name, last.codes + bytes([code]), last.width_em + width)
            else:
                result.append(Stroke(name, bytes([code]), width))
        return result

    def _known(self, char: str) -> tuple[int, int]:
        if char == " ":
            if not self._fonts:
                self._open()
            return 0, 32
        found = self._code.get(char)
        if found is None:
            if not self._fonts or len(self._fonts[-1][1]) > _LAST - _FIRST:
                self._open()
            chars = self._fonts[-1][1]
            found = len(self._fonts) - 1, _FIRST + len(chars)
            chars.append(char)
            self._code[char] = found
        return found

    def _open(self) -> None:
        self._fonts.append((self._pdf.make_indirect(Dictionary()), []))

    def font(self, name: str) -> Any:
        """The font object of a resource name, filled in by `finish`."""
        return self._fonts[int(name[len(self._prefix) :])][0]

    def finish(self) -> None:
        """Fill in the fonts."""
        for font, chars in self._fonts:
            differences: list[Any] = [_FIRST]
            differences += [Name("/" + _shape(char)) for char in chars]
            font.Type, font.Subtype = Name.Font, Name.Type1
            font.BaseFont = Name.Helvetica
            font.Encoding = Dictionary(
                Type=Name.Encoding,
                BaseEncoding=Name.WinAnsiEncoding,
                Differences=Array(differences),
            )
            font.FirstChar, font.LastChar = 32, 32 + len(chars)
            font.Widths = Array([278, *(round(width_em(char) * 1000) for char in chars)])
            table = {bytes([_FIRST + at]): char for at, char in enumerate(chars)}
            table[b" "] = " "
            font.ToUnicode = self._pdf.make_stream(write_unicode(table))
            font.FontDescriptor = self._pdf.make_indirect(
                Dictionary(
                    Type=Name.FontDescriptor, FontName=Name.Helvetica, Flags=32,
                    FontBBox=Array([-166, -225, 1000, 931]), ItalicAngle=0, Ascent=718,
                    Descent=-207, CapHeight=718, StemV=88,
                )
            )  # fmt: skip


def _plain(char: str) -> str:
    """The character whose shape stands in: itself, or its base letter."""
    if char in _WIDTH:
        return char
    base = unicodedata.normalize("NFKD", char)[0]
    return base if base in _WIDTH else ""


def _shape(char: str) -> str:
    if unicodedata.category(char) in ("Mn", "Me", "Cf", "Cc"):
        return "space"
    if char in _GLYPHS:
        return _GLYPHS[char]
    plain = _plain(char)
    return plain if plain.isalpha() and plain.isascii() else _GLYPHS.get(plain, "bullet")


def width_em(char: str) -> float:
    """The width of a character in ems of Helvetica."""
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0.0
    return _WIDTH.get(_plain(char), 556) / 1000
