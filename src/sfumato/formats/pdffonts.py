"""PDF fonts: codes of a show operator to text and widths (ISO 32000-1, 9.6 to 9.10)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pikepdf

from sfumato.core.errors import InputError
from sfumato.formats.pdfcmap import parse_codes, parse_unicode
from sfumato.formats.pdfglyphs import STANDARD, SYMBOL, WIDTHS, glyph_character
from sfumato.formats.pdfstreams import Budget, decoded

UNKNOWN = "\ufffd"
_BASES = {
    "/WinAnsiEncoding": bytes(range(256)).decode("cp1252", "replace"),
    "/MacRomanEncoding": bytes(range(256)).decode("mac_roman", "replace"),
    "/StandardEncoding": STANDARD,
}
_PLAIN_CONTROL = dict.fromkeys((9, 10, 11, 12, 13, 133, 8232, 8233), " ")


@dataclass(slots=True)
class Font:
    """A font as a reader needs it.

    `glyphs` fills as codes are met: code -> (text, width in text units, whether Tw applies).
    """

    key: tuple[int, int] = (0, 0)
    """The object number of the font."""
    wide: bool = False
    vertical: bool = False
    drawn: bool = False
    """A Type3 font: its glyphs are little content streams."""
    identity: bool = False
    unicode: dict[bytes, str] = field(default_factory=dict, repr=False)
    base: list[str] = field(default_factory=list, repr=False)
    widths: dict[int, float] = field(default_factory=dict, repr=False)
    default_width: float = 0.0
    spaces: tuple[tuple[bytes, bytes], ...] = ()
    numbers: dict[bytes, int] | None = field(default=None, repr=False)
    encoded: str = ""
    """The codec of codes that are Unicode themselves ("utf-16-be"), or nothing."""
    glyphs: dict[bytes, tuple[str, float, bool]] = field(default_factory=dict, repr=False)

    def codes(self, data: bytes) -> list[bytes]:
        """The codes in a string."""
        if not self.wide:
            return [data[at : at + 1] for at in range(len(data))]
        if self.spaces:
            return list(self._variable(data))
        return [data[at : at + 2] for at in range(0, len(data), 2)]

    def _variable(self, data: bytes) -> Any:
        at = 0
        while at < len(data):
            size = next(
                (
                    len(low)
                    for low, high in self.spaces
                    if _within(data[at : at + len(low)], low, high)
                ),
                min(len(low) for low, _ in self.spaces) or 1,
            )
            yield data[at : at + size]
            at += size

    def glyph(self, code: bytes) -> tuple[str, float, bool]:
        """Text, width and whether word spacing applies, of one code."""
        known = self.glyphs.get(code)
        if known is None:
            known = (self._text(code), self._width(code), code == b" ")
            self.glyphs[code] = known
        return known

    def _text(self, code: bytes) -> str:
        text = self.unicode.get(code)
        if text is None and not self.wide:
            text = self.base[code[0]] if self.base else None
        if text is None and self.encoded:
            text = code.decode(self.encoded, "replace")
        return _sound(text or UNKNOWN)

    def _width(self, code: bytes) -> float:
        number = int.from_bytes(code, "big")
        if self.numbers is not None:
            number = self.numbers.get(code, 0)
        return self.widths.get(number, self.default_width)


def _within(code: bytes, low: bytes, high: bytes) -> bool:
    return len(code) == len(low) and all(
        one <= byte <= two for one, byte, two in zip(low, code, high, strict=False)
    )


def _sound(text: str) -> str:
    """Line ends inside a glyph become spaces; what is no character becomes the unknown sign."""
    if text.isascii() and text.isprintable():
        return text
    text = text.translate(_PLAIN_CONTROL)
    return "".join(
        UNKNOWN if "\ud800" <= sign <= "\udfff" or sign < " " or "\x7f" <= sign < "\xa0" else sign
        for sign in text
    )


def read_font(source: Any, budget: Budget) -> Font:
    """The decoder of a font dictionary; codes that nothing explains read as the unknown sign."""
    font = Font()
    try:
        _fill(font, source, budget)
    except (InputError, pikepdf.PdfError, ValueError, TypeError, KeyError, OverflowError,
            AttributeError, IndexError, NotImplementedError):  # fmt: skip
        font.unicode = {}
        font.base = [UNKNOWN] * 256
    return font


def _fill(font: Font, source: Any, budget: Budget) -> None:
    kind = str(source.get("/Subtype", ""))
    mapping = source.get("/ToUnicode")
    if isinstance(mapping, pikepdf.Stream):
        font.unicode = parse_unicode(decoded(mapping, budget))
    if kind == "/Type0":
        _fill_composite(font, source, budget)
    else:
        _fill_simple(font, source, kind)


def _fill_simple(font: Font, source: Any, kind: str) -> None:
    name = str(source.get("/BaseFont", "")).lower()
    descriptor = source.get("/FontDescriptor")
    flags = int(descriptor.get("/Flags", 0)) if isinstance(descriptor, pikepdf.Dictionary) else 0
    font.base = _encoding(source, kind, name, symbolic=bool(flags & 4) and not flags & 32)
    first = int(source.get("/FirstChar", 0))
    widths = source.get("/Widths")
    scale = 0.001
    if kind == "/Type3":
        font.drawn = True
        scale = float(source.get("/FontMatrix")[0])
    if isinstance(widths, pikepdf.Array):
        font.widths = {first + at: float(one) * scale for at, one in enumerate(list(widths)[:256])}
        if isinstance(descriptor, pikepdf.Dictionary):
            font.default_width = float(descriptor.get("/MissingWidth", 0)) * scale
        return
    table = WIDTHS.get(_family(name))
    if table is None:
        font.default_width = 0.6
        return
    cp1252 = dict(zip(_BASES["/WinAnsiEncoding"], table, strict=True))
    font.widths = {code: cp1252.get(text, 556) * 0.001 for code, text in enumerate(font.base)}


def _family(name: str) -> str:
    """Which of the standard fonts stands in for a font that brings no widths."""
    if "courier" in name or "mono" in name:
        return "courier"
    bold, slanted = "bold" in name, "italic" in name or "oblique" in name
    if "times" in name or "serif" in name.replace("sans-serif", "").replace("sansserif", ""):
        style = ("bold" if bold else "") + ("italic" if slanted else "")
        return f"times-{style}" if style else "times"
    return "helvetica-bold" if bold else "helvetica"


def _encoding(source: Any, kind: str, name: str, *, symbolic: bool) -> list[str]:
    encoding = source.get("/Encoding")
    base: Any = None
    if isinstance(encoding, pikepdf.Name):
        base = _BASES.get(str(encoding))
    elif isinstance(encoding, pikepdf.Dictionary):
        base = _BASES.get(str(encoding.get("/BaseEncoding", "")))
    if base is None:
        base = _implied(source, kind, name, symbolic=symbolic)
    table = [UNKNOWN if sign in "\x00" else sign for sign in base]
    if isinstance(encoding, pikepdf.Dictionary):
        _differ(table, encoding.get("/Differences"))
    return table


def _implied(source: Any, kind: str, name: str, *, symbolic: bool) -> str:
    """The encoding of a font that names none: its own, which only a few fonts share."""
    if name.endswith("symbol"):
        return SYMBOL
    if "zapfdingbats" in name:
        return "\x00" * 32 + " " + "\u2022" * 223
    descriptor = source.get("/FontDescriptor")
    embedded = isinstance(descriptor, pikepdf.Dictionary) and any(
        key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")
    )
    if kind == "/Type3" or (embedded and symbolic):
        return "\x00" * 256
    return STANDARD


def _differ(table: list[str], differences: Any) -> None:
    if not isinstance(differences, pikepdf.Array):
        return
    code = 0
    for item in differences:
        if isinstance(item, pikepdf.Name):
            if 0 <= code < 256:
                table[code] = glyph_character(str(item)[1:]) or UNKNOWN
            code += 1
        else:
            code = int(item)


def _fill_composite(font: Font, source: Any, budget: Budget) -> None:
    font.wide = True
    below = source.get("/DescendantFonts")[0]
    font.default_width = float(below.get("/DW", 1000)) * 0.001
    _read_widths(font, below.get("/W"))
    encoding = source.get("/Encoding")
    if isinstance(encoding, pikepdf.Stream):
        font.spaces, font.numbers, font.vertical = parse_codes(decoded(encoding, budget))
        return
    name = str(encoding)
    font.vertical = name.endswith("-V")
    font.identity = name.startswith("/Identity")
    if "UCS2" in name or "UTF16" in name:
        font.encoded = "utf-16-be"
        font.numbers = {}
    elif not font.identity:
        # other predefined CMaps are not carried: their codes cannot be told apart
        font.unicode = {}


def _read_widths(font: Font, widths: Any) -> None:
    """The W array: "first [w w w]" or "first last w" (ISO 32000-1, 9.7.4.3)."""
    if not isinstance(widths, pikepdf.Array):
        return
    items = list(widths)
    at = 0
    while at + 1 < len(items):
        first, second = int(items[at]), items[at + 1]
        if isinstance(second, pikepdf.Array):
            for shift, one in enumerate(second):
                font.widths[first + shift] = float(one) * 0.001
            at += 2
        elif at + 2 < len(items):
            width = float(items[at + 2]) * 0.001
            for cid in range(first, min(int(second), first + 65535) + 1):
                font.widths[cid] = width
            at += 3
        else:
            break
