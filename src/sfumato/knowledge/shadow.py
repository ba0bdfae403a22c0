"""Shadow: the plain ASCII twin of a text, on which all expressions run.

Each code point of the text becomes one ASCII byte or disappears: accents are dropped, full-width
and look-alike letters and foreign digits become the plain ones, dashes and quotes become one kind;
zero-width signs, soft hyphens, joiners, direction marks and combining marks vanish. Letters with
no plain twin become "_", other signs DEL. So one expression meets every disguise of an
identifier, and offsets map back exactly.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field

from sfumato.knowledge.lookalikes import ALIKE, UNSEEN, plain_by_name

_PLAIN = {
    **ALIKE,
    **dict.fromkeys("\u2028\u2029\u0085", "\n"),
    "\u2800": " ",
    "º": "o",
    "ª": "a",
    "ß": "s",
    "Þ": "T",
    "þ": "t",
    "ð": "d",
    "æ": "a",
    "Æ": "A",
    "œ": "o",
    "Œ": "O",
    "№": "N",
    "€": "E",
    "£": "L",
}
_VANISHING = frozenset({"Mn", "Me", "Cf"})


class _Folding(dict[int, str]):
    """A translation table that fills itself as characters are met."""

    def __missing__(self, code: int) -> str:
        folded = chr(code) if code < 128 else _fold(chr(code))
        self[code] = folded
        return folded


def _fold(char: str) -> str:
    if char in _PLAIN:
        return _PLAIN[char]
    category = unicodedata.category(char)
    if category in _VANISHING or char in UNSEEN:
        return ""
    if category in ("Zs", "Zl", "Zp"):
        return " "
    digit = unicodedata.digit(char, None)
    if digit is not None:
        return str(digit)
    plain = unicodedata.normalize("NFKD", char)[0]
    if plain.isascii():
        return plain
    found = _PLAIN.get(plain) or plain_by_name(plain)
    if found:
        return found
    return "_" if category[0] in "LMN" else "\x7f"


_TABLE = _Folding()


@dataclass(frozen=True, slots=True)
class Shadow:
    """The ASCII bytes of a text, with the way back to its offsets."""

    data: bytes = field(repr=False)
    length: int
    kept: tuple[int, ...] | None = field(default=None, repr=False)
    """For each byte the offset of its code point; None where they are the same."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The range of the text for a range of the shadow; vanished signs inside are covered."""
        if self.kept is None:
            return start, end
        return self.kept[start], self.kept[end - 1] + 1

    def at(self, offset: int) -> int:
        """The position in the shadow of the first kept character at or after an offset."""
        if self.kept is None:
            return offset
        return bisect_right(self.kept, offset - 1)


def shadow(text: str) -> Shadow:
    """The shadow of a text."""
    if text.isascii():
        return Shadow(text.encode("ascii"), len(text))
    data = text.translate(_TABLE).encode("ascii")
    if len(data) == len(text):
        return Shadow(data, len(text))
    kept = tuple(index for index, char in enumerate(text) if _TABLE[ord(char)])
    return Shadow(data, len(text), kept)
