"""The separators of an HL7 v2 message and its escape sequences (chapter 2.7)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sfumato.core.errors import Damaged

_LAYOUT = re.compile(r"\.(?:fi|nf|(?:in|ti|sk|ce)[+-]?\d{0,3})|H|N")
_BREAKS = re.compile(r"\.br|\.sp[+-]?\d{0,3}")
_HEX = re.compile(r"X((?:[0-9A-Fa-f]{2}){1,200})")


@dataclass(frozen=True, slots=True)
class Marks:
    """The separators that the head of a message declares; an empty one is not in use."""

    field: str
    component: str
    repetition: str
    escape: str
    subcomponent: str

    @classmethod
    def of(cls, head: str) -> Marks:
        """The separators in an MSH, FHS or BHS segment."""
        own = head[3:4]
        declared = head[4:].partition(own)[0] if own else ""
        marks = [own, *(declared[at : at + 1] for at in range(4))]
        used = [mark for mark in marks if mark]
        plain = not any(char.isalnum() or char.isspace() for char in own + declared)
        if not own or len(set(used)) < len(used) or len(declared) > 5 or not plain:
            raise Damaged("MSH declares no usable separators")
        return cls(*marks)

    def names(self) -> dict[str, str]:
        """Separator -> its letter in an escape sequence."""
        pairs = (
            (self.field, "F"),
            (self.component, "S"),
            (self.subcomponent, "T"),
            (self.repetition, "R"),
            (self.escape, "E"),
        )
        return {mark: letter for mark, letter in pairs if mark}


def unescaped(raw: str, marks: Marks, encoding: str) -> str:
    """The text behind a value; a sequence that is not known shows as it stands."""
    mark = marks.escape
    if not mark or mark not in raw:
        return raw
    signs = {letter: sign for sign, letter in marks.names().items()}

    def plain(found: re.Match[str]) -> str:
        name = found.group(1)
        if name in signs:
            return signs[name]
        if _BREAKS.fullmatch(name):
            return "\n"
        if _LAYOUT.fullmatch(name):
            return ""
        codes = _HEX.fullmatch(name)
        return _bytes(codes.group(1), encoding) if codes else found.group()

    own = re.escape(mark)
    return re.sub(rf"{own}([^{own}]{{1,400}}){own}", plain, raw)


def _bytes(codes: str, encoding: str) -> str:
    return bytes.fromhex(codes).decode(encoding, "replace")


def escaped(text: str, marks: Marks) -> str:
    """The text as it may stand in a value."""
    names = marks.names()
    escape = marks.escape

    def safe(char: str) -> str:
        if char in names:
            return f"{escape}{names[char]}{escape}" if escape else " "
        if char == "\n" and escape:
            return f"{escape}.br{escape}"
        if ord(char) < 32 and char != "\t":
            return f"{escape}X{ord(char):02X}{escape}" if escape else " "
        return char

    return "".join(map(safe, text))
