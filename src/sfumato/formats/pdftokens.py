"""PDF tokens: a content stream as operators with their operands and byte ranges.

Own reader instead of the library's, because edits need byte ranges, and because what is written
again must be canonical: comments, unknown operators and left-over operands can hold text that no
page shows (ISO 32000-1, 7.8.2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sfumato.core.errors import Damaged, TooLarge

_TOKEN = re.compile(
    rb"[\x00\t\n\x0c\r ]*(?:"
    rb"([+-]?(?:\d+\.?\d*|\.\d+)(?=[\x00\t\n\x0c\r ()<>\[\]{}/%]|$))"
    rb"|([A-Za-z'\"*][A-Za-z0-9*'\"]*)"
    rb"|(\((?:[^()\\]|\\[\x00-\xff])*\))"
    rb"|(/[^\x00\t\n\x0c\r ()<>\[\]{}/%]*)"
    rb"|(<[0-9A-Fa-f\x00\t\n\x0c\r ]*>)"
    rb"|(<<|>>|\[|\])"
    rb"|(%[^\r\n]*)"
    rb"|($)"
    rb"|([+\-.0-9][+\-.0-9eE]*)"
    rb"|(\())"
)
_NUMBER, _WORD, _STRING, _NAME, _HEX, _BRACKET, _COMMENT, _END, _ODD_NUMBER, _OPEN = range(1, 11)
_OPERANDS = (_NUMBER, _NAME, _STRING, _HEX)
_WHITE = b"\x00\t\n\x0c\r "
_END_OF_IMAGE = re.compile(rb"[\x00\t\n\x0c\r ]EI(?=[\x00\t\n\x0c\r /]|$)")
_ESCAPE = re.compile(rb"\\([nrtbf()\\]|[0-7]{1,3}|\r\n|[\x00-\xff])|\r\n?")
_TO_ESCAPE = re.compile(rb"[()\\\r]")
_SIMPLE = {
    b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f",
    b"\r\n": b"", b"\n": b"", b"\r": b"",
}  # fmt: skip
_DEEPEST = 64

ARITY: dict[bytes, int] = {
    **dict.fromkeys(
        (b"q", b"Q", b"h", b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"n", b"W"), 0
    ),
    **dict.fromkeys((b"W*", b"BT", b"ET", b"T*", b"EMC", b"BX", b"EX"), 0),
    **dict.fromkeys(
        (b"w", b"J", b"j", b"M", b"ri", b"i", b"gs", b"CS", b"cs", b"G", b"g", b"sh", b"Do"), 1
    ),
    **dict.fromkeys((b"Tc", b"Tw", b"Tz", b"TL", b"Tr", b"Ts", b"Tj", b"TJ", b"'", b"BMC"), 1),
    **dict.fromkeys((b"d", b"m", b"l", b"Tf", b"Td", b"TD", b"BDC", b"d0"), 2),
    **dict.fromkeys((b"RG", b"rg", b'"'), 3),
    **dict.fromkeys((b"v", b"y", b"re", b"K", b"k"), 4),
    **dict.fromkeys((b"cm", b"Tm", b"c", b"d1"), 6),
    **dict.fromkeys((b"SC", b"SCN", b"sc", b"scn"), -1),
    b"MP": 1,
    b"DP": 2,
    b"BI": 1,
}
"""Operator -> number of operands; -1 where the colour space says how many."""

TEXTY = frozenset((b"Tj", b"TJ", b"'", b'"', b"BDC", b"DP", b"d"))
"""Operators that may have strings, arrays or dictionaries."""
NAMED = frozenset(
    (b"Tf", b"gs", b"cs", b"CS", b"sh", b"Do", b"ri", b"scn", b"SCN", b"BMC", b"BDC", b"MP", b"DP")
)
"""Operators that may have names."""

Operand = bytes | list["Operand"] | dict[bytes, "Operand"]


@dataclass(frozen=True, slots=True)
class Op:
    """An operator; `start` is where its first operand begins, `clean` whether its bytes may pass.

    An inline image is one operator "BI" whose operands are its dictionary and its data.
    """

    name: bytes
    args: list[Operand] = field(repr=False)
    start: int
    end: int
    clean: bool = True


def tokenise(data: bytes, *, most: int = 5_000_000) -> list[Op]:
    """The operators of a content stream; Damaged where it cannot be followed."""
    ops: list[Op] = []
    stack: list[Operand] = []
    open_at: list[int] = []
    match = _TOKEN.match
    pos = start = 0
    clean = True
    texty = named = False
    while True:
        found = match(data, pos)
        if found is None:
            raise Damaged("a content stream cannot be followed")
        kind = found.lastindex
        if kind in _OPERANDS:
            if not stack:
                start = found.start(kind)
            stack.append(found[kind])
            if kind != _NUMBER:
                named = named or kind == _NAME
                texty = texty or kind != _NAME
            pos = found.end()
        elif kind == _WORD:
            name = found[kind]
            pos = found.end()
            if name in (b"true", b"false", b"null"):
                if not stack:
                    start = found.start(kind)
                stack.append(name)
                continue
            if open_at:
                raise Damaged("a content stream has an operator inside an array")
            if not stack:
                start = found.start(kind)
            if name == b"BI":
                op, pos = _inline_image(data, pos, start)
                ops.append(op)
            else:
                arity = ARITY.get(name)
                fits = arity is not None and (arity == len(stack) or arity < 0)
                fits = fits and (not texty or name in TEXTY) and (not named or name in NAMED)
                if arity and arity > 0 and len(stack) > arity:
                    stack = stack[-arity:]
                ops.append(Op(name, stack, start, pos, clean and fits))
            if len(ops) > most:
                raise TooLarge("too many drawing operators")
            stack = []
            clean = True
            texty = named = False
        elif kind == _BRACKET:
            pos = found.end()
            texty = True
            if not stack:
                start = found.start(kind)
            _bracket(found[kind], stack, open_at)
        elif kind == _COMMENT:
            # a comment between operators is left out by itself: ranges do not cover it
            clean = clean and not stack
            pos = found.end()
        elif kind == _END:
            if open_at:
                raise Damaged("a content stream ends inside an array")
            return ops
        elif kind == _ODD_NUMBER:
            if not stack:
                start = found.start(kind)
            stack.append(_mended(found[kind]))
            clean = False
            pos = found.end()
        else:
            if not stack:
                start = found.start(_OPEN)
            texty = True
            end = _nested_string(data, found.start(_OPEN))
            stack.append(data[found.start(_OPEN) : end])
            pos = end


def _bracket(sign: bytes, stack: list[Operand], open_at: list[int]) -> None:
    if sign in (b"[", b"<<"):
        if len(open_at) >= _DEEPEST:
            raise Damaged("a content stream is nested too deep")
        open_at.append(len(stack))
        stack.append(sign)
        return
    opener = b"[" if sign == b"]" else b"<<"
    if not open_at or stack[open_at[-1]] != opener:
        raise Damaged("a content stream has brackets that do not match")
    at = open_at.pop()
    inside = stack[at + 1 :]
    del stack[at:]
    stack.append(inside if sign == b"]" else _dictionary(inside))


def _dictionary(inside: list[Operand]) -> dict[bytes, Operand]:
    return {
        key: value
        for key, value in zip(inside[::2], inside[1::2], strict=False)
        if isinstance(key, bytes)
    }


def _mended(number: bytes) -> bytes:
    """Numbers as careless producers write them ("--5", "12.-3", "1e5") read as most readers do."""
    sign = b"-" if number.startswith(b"-") else b""
    body = re.match(rb"\d*\.?\d*", number.lstrip(b"+-"))
    digits = body[0] if body else b""
    return sign + digits if digits.strip(b".") else b"0"


def _nested_string(data: bytes, at: int) -> int:
    """The end of a string with parentheses inside it."""
    depth = 0
    for found in re.compile(rb"\\[\x00-\xff]|[()]").finditer(data, at):
        if found[0] == b"(":
            depth += 1
        elif found[0] == b")":
            depth -= 1
            if not depth:
                return found.end()
    raise Damaged("a content stream has a string without end")


def _inline_image(data: bytes, pos: int, start: int) -> tuple[Op, int]:
    """The inline image after BI: its dictionary and data (ISO 32000-1, 8.9.7)."""
    entries: list[Operand] = []
    open_at: list[int] = []
    while True:
        found = _TOKEN.match(data, pos)
        kind = found.lastindex if found else None
        if found is None or kind in (_END, _OPEN):
            raise Damaged("an inline image cannot be followed")
        pos = found.end()
        if kind == _WORD and found[kind] == b"ID":
            break
        if kind == _BRACKET:
            _bracket(found[kind], entries, open_at)
        elif kind != _COMMENT and kind is not None:
            entries.append(found[kind])
    attributes = _dictionary(entries)
    pos += data[pos : pos + 1] in (b" ", b"\n", b"\t", b"\r", b"\x00", b"\x0c")
    length = _bare_length(attributes)
    stop = _END_OF_IMAGE.search(data, pos + length if length else max(pos - 1, 0))
    while stop and not _plausible(data[stop.end() : stop.end() + 24]):
        stop = _END_OF_IMAGE.search(data, stop.end())
    if stop is None:
        raise Damaged("an inline image has no end")
    body = data[pos : pos + length] if length else data[pos : max(stop.start(), pos)]
    return Op(b"BI", [attributes, body], start, stop.end(), clean=False), stop.end()


def _plausible(after: bytes) -> bool:
    return all(byte in _WHITE or 32 < byte < 127 for byte in after)


def _bare_length(attributes: dict[bytes, Operand]) -> int:
    """The bytes of an unfiltered image; 0 where the dictionary does not tell."""
    if b"/F" in attributes or b"/Filter" in attributes:
        return 0
    width = number(attributes.get(b"/W", attributes.get(b"/Width", b"0")))
    height = number(attributes.get(b"/H", attributes.get(b"/Height", b"0")))
    bits = number(attributes.get(b"/BPC", attributes.get(b"/BitsPerComponent", b"1")))
    space = attributes.get(b"/CS", attributes.get(b"/ColorSpace", b"/G"))
    parts = {b"/RGB": 3, b"/DeviceRGB": 3, b"/CMYK": 4, b"/DeviceCMYK": 4}
    channels = parts.get(space, 1) if isinstance(space, bytes) else 1
    return int((width * bits * channels + 7) // 8 * height)


def number(operand: Operand) -> float:
    """A number operand; 0 for anything else."""
    try:
        return float(operand) if isinstance(operand, bytes) else 0.0
    except ValueError:
        return 0.0


def string(operand: Operand) -> bytes:
    """The bytes of a literal or hexadecimal string operand (ISO 32000-1, 7.3.4)."""
    if not isinstance(operand, bytes):
        return b""
    if operand.startswith(b"<"):
        digits = operand[1:-1].translate(None, _WHITE)
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
    body = operand[1:-1]
    return _ESCAPE.sub(_escaped, body) if b"\\" in body or b"\r" in body else body


def _escaped(found: re.Match[bytes]) -> bytes:
    code = found[1]
    if code is None:
        return b"\n"
    if code in _SIMPLE:
        return _SIMPLE[code]
    return bytes([int(code, 8) & 255]) if code[:1].isdigit() and code[:1] < b"8" else code


def literal(data: bytes) -> bytes:
    """A string operand. Never in hexadecimal: its digits could pass for somebody's number."""
    return b"(" + _TO_ESCAPE.sub(_escape, data) + b")"


def _escape(found: re.Match[bytes]) -> bytes:
    return b"\\r" if found[0] == b"\r" else b"\\" + found[0]


def decoded_name(operand: Operand) -> str:
    """A name operand without its slash, #xx resolved."""
    if not isinstance(operand, bytes):
        return ""
    text = re.sub(rb"#([0-9A-Fa-f]{2})", lambda hit: bytes([int(hit[1], 16)]), operand[1:])
    return text.decode("utf-8", "surrogateescape")
