"""RTF tokens and characters (Rich Text Format Specification 1.9.1, "RTF syntax")."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sfumato.core.errors import Damaged, TooLarge

OPEN, CLOSE, WORD, SYMBOL, HEX, TEXT, BREAK, BINARY = range(8)
_DEEPEST = 400
_SYNTAX = re.compile(
    rb"\\([A-Za-z]{1,32})(-?[0-9]{1,10})?( )?"
    rb"|\\'([0-9A-Fa-f]{2})"
    rb"|\\(.)"
    rb"|([{}])"
    rb"|([\r\n\0]+)"
    rb"|([^\\{}\r\n\0]+)",
    re.DOTALL,
)
_KINDS = (WORD, WORD, WORD, WORD, HEX, SYMBOL, OPEN, BREAK, TEXT)

CHARSETS = {
    0: "cp1252",
    2: "cp1252",
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "cp936",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
PLATFORMS = {"ansi": "cp1252", "mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
SIGNS = {
    "emdash": "—",
    "endash": "–",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "bullet": "•",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "zwbo": "\u200b",
    "zwnbo": "\u2060",
    "ltrmark": "\u200e",
    "rtlmark": "\u200f",
}
SYMBOLS = {b"\\": "\\", b"{": "{", b"}": "}", b"~": "\u00a0", b"-": "\u00ad", b"_": "\u2011"}


class Token(NamedTuple):
    """A piece of the source; `value` is a word's name, a symbol, a byte or nothing."""

    kind: int
    start: int
    end: int
    value: bytes = b""
    number: int | None = None
    bare: bool = False
    """Whether it is a control word without the space that may end it."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens, and for each opening brace the index of its closing one."""

    data: bytes = field(repr=False)
    list: Sequence[Token] = field(repr=False)
    closing: dict[int, int] = field(repr=False)

    def inner(self, index: int) -> bytes:
        """The source between a group's braces."""
        return self.data[self.list[index].end : self.list[self.closing[index]].start]

    def destination(self, index: int) -> str:
        """The first control word of a group, past an asterisk; "" where there is none."""
        for token in self.list[index + 1 : index + 6]:
            if token.kind == WORD:
                return token.value.decode("ascii")
            if token.kind != BREAK and token.value != b"*":
                break
        return ""

    def starred(self, index: int) -> bool:
        """Whether a group begins with the asterisk that lets readers skip it."""
        for token in self.list[index + 1 : index + 4]:
            if token.kind != BREAK:
                return token.kind == SYMBOL and token.value == b"*"
        return False


def tokenize(data: bytes) -> Tokens:
    """The tokens of the document's one outer group; what stands behind it is left out."""
    found: list[Token] = []
    closing: dict[int, int] = {}
    stack: list[int] = []
    position = 0
    while position < len(data):
        token = _next(data, position)
        position = token.end
        if token.kind == OPEN:
            stack.append(len(found))
            if len(stack) > _DEEPEST:
                raise TooLarge(f"groups nested more than {_DEEPEST} deep")
        elif token.kind == CLOSE:
            if not stack:
                raise Damaged("unbalanced braces")
            closing[stack.pop()] = len(found)
        found.append(token)
        if not stack:
            break
    for index in reversed(stack):
        closing[index] = len(found)
        found.append(Token(CLOSE, len(data), len(data)))
    return Tokens(data, found, closing)


def _next(data: bytes, position: int) -> Token:
    match = _SYNTAX.match(data, position)
    if match is None:
        return Token(BREAK, position, position + 1)
    kind, start, end = _KINDS[match.lastindex or 0], position, match.end()
    if match.group(1) is not None:
        name = match.group(1)
        number = int(match.group(2)) if match.group(2) else None
        if name == b"bin":
            return Token(BINARY, start, min(len(data), end + max(0, number or 0)), number=end)
        return Token(WORD, start, end, name, number, match.group(3) is None)
    if kind == HEX:
        return Token(HEX, start, end, bytes((int(match.group(4), 16),)))
    if kind == OPEN:
        return Token(OPEN if match.group(6) == b"{" else CLOSE, start, end)
    return Token(kind, start, end, match.group(match.lastindex or 0))


def codec_of(page: int | None) -> str | None:
    """The codec of a code page number, or None where Python has none."""
    if page == 65001:
        return "utf-8"
    try:
        return codecs.lookup(f"cp{page}").name
    except LookupError:
        return None


def escape(text: str, skip: int) -> bytes:
    """A text as RTF source; `skip` is how many fallback characters follow each \\u."""
    pieces: list[bytes] = []
    fallback = b"?" * skip or b" "
    for char in text:
        code = ord(char)
        if char in "\\{}":
            pieces.append(b"\\" + char.encode("ascii"))
        elif char == "\n":
            pieces.append(b"\\line ")
        elif char == "\t":
            pieces.append(b"\\tab ")
        elif code < 32:
            pieces.append(b"\\'%02x" % code)
        elif code < 127:
            pieces.append(char.encode("ascii"))
        else:
            wide = char.encode("utf-16-le", "replace")
            for at in range(0, len(wide), 2):
                unit = int.from_bytes(wide[at : at + 2], "little", signed=True)
                pieces.append(b"\\u%d" % unit + fallback)
    return b"".join(pieces)
