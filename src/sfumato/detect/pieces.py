"""Pieces: a text as the recogniser sees it.

The shadow of the text is cut into tokens (runs of letters, runs of digits, single signs) and the
tokens into pieces of a fixed vocabulary in plain lower case. What lower case and plain letters
lose comes back as the look of a piece: its case, and the gap before it. Flags tell in which word
lists a token stands. Numbers become one piece each that tells length and first digits, so that
their shape counts and not their value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sfumato.knowledge.shadow import Shadow, shadow

TOKEN = re.compile(rb"[A-Za-z_]+|\d+|[^\sA-Za-z_\d]")
UNKNOWN, MASKED, BREAK = "[unknown]", "[masked]", "[break]"
SPECIAL = (UNKNOWN, MASKED, BREAK)
INNER = "+"
"""Marks a piece that goes on inside a word."""

LOOKS = 30
FLAGS = 8
_CASES = 6
_LONGEST_WORD = 40
_FIRST_YEAR, _LAST_YEAR = 1900, 2039
_LONGEST_NUMBER = 13

Ints = NDArray[np.int32]


def number_piece(digits: str) -> str:
    """The piece of a run of digits."""
    size = len(digits)
    if size <= 2 or (size == 4 and _FIRST_YEAR <= int(digits) <= _LAST_YEAR):
        return digits
    return f"#{min(size, _LONGEST_NUMBER)}:{digits[0]}"


def number_pieces() -> list[str]:
    """All pieces that numbers can become."""
    exact = [str(n) for n in range(10)] + [f"{n:02d}" for n in range(100)]
    years = [str(year) for year in range(_FIRST_YEAR, _LAST_YEAR + 1)]
    sizes = [f"#{n}:{first}" for n in range(3, _LONGEST_NUMBER + 1) for first in range(10)]
    return [*exact, *years, *sizes]


@dataclass(frozen=True, slots=True)
class Pieces:
    """One text in pieces: parallel arrays, and for each token its first piece and its range."""

    ids: Ints
    looks: Ints
    flags: Ints
    heads: Ints
    """For each token the index of its first piece."""
    starts: Ints
    """For each token its begin in the shadow."""
    ends: Ints
    twin: Shadow

    def __len__(self) -> int:
        return len(self.ids)


class Cutter:
    """Cuts texts into the pieces of a vocabulary."""

    def __init__(
        self, vocabulary: Iterable[str], flags_of: Callable[[str], int] = lambda _: 0
    ) -> None:
        self.ids = {piece: index for index, piece in enumerate(vocabulary)}
        self._unknown = self.ids[UNKNOWN]
        self._flags_of = flags_of
        self._entry = lru_cache(maxsize=200_000)(self._look_up)

    def cut(self, text: str) -> Pieces:
        """The pieces of a text."""
        twin = shadow(text)
        data, entry = twin.data, self._entry
        ids: list[int] = []
        looks: list[int] = []
        flags: list[int] = []
        heads: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        last = 0
        for token in TOKEN.finditer(data):
            start, end = token.span()
            parts, first, rest, known = entry(token.group())
            heads.append(len(ids))
            starts.append(start)
            ends.append(end)
            gap = 0 if start == last else _gap(data[last:start])
            ids += parts
            looks.append(first + gap * _CASES)
            flags.append(known)
            more = len(parts) - 1
            if more:
                looks += [rest] * more
                flags += [known] * more
            last = end
        rows = [np.array(row, np.int32) for row in (ids, looks, flags, heads, starts, ends)]
        return Pieces(rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], twin)

    def _look_up(self, token: bytes) -> tuple[tuple[int, ...], int, int, int]:
        word = token.decode("ascii")
        if word.isdigit():
            return (self.ids.get(number_piece(word), self._unknown),), 0, 0, 0
        if not (word[0].isalpha() or word[0] == "_"):
            return (self.ids.get(word, self._unknown),), 0, 0, 0
        low = word.lower()
        case = _case(word)
        return self.split(low), case, 4 * _CASES + case, self._flags_of(low)

    def split(self, word: str) -> tuple[int, ...]:
        """The pieces of a word in lower case, the longest first from the left."""
        if len(word) > _LONGEST_WORD:
            return (self._unknown,)
        parts: list[int] = []
        begin = 0
        while begin < len(word):
            mark = INNER if begin else ""
            for end in range(len(word), begin, -1):
                found = self.ids.get(mark + word[begin:end])
                if found is not None:
                    parts.append(found)
                    begin = end
                    break
            else:
                return (self._unknown,)
        return tuple(parts)


def _case(word: str) -> int:
    if word.islower():
        return 1
    if word.isupper():
        return 5 if len(word) == 1 else 3
    if word[0].isupper() and word[1:].islower():
        return 2
    return 4


def _gap(between: bytes) -> int:
    if b"\n" not in between:
        return 1
    return 3 if between.count(b"\n") > 1 else 2
