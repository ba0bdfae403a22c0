"""Marks: annotations that follow the text through its edits, by one rule for every format.

- A mark that touches no edit covers exactly the same text afterwards.
- A mark that touches an edit takes in the whole replacement: it may grow, never cut into it.
- A mark of a part of an edit stands for the whole replacement, unless another mark of the same
  kind stands for another part of it: then nobody can tell which is which, and both are dropped.
- A mark of which nothing is left, or that lies outside the text, is dropped.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from sfumato.core.offsets import LAYOUT, Change, OffsetMap

Range = tuple[int, int]
Way = Literal["moved", "widened", "ambiguous", "emptied", "outside"]
CARRIED = frozenset({"moved", "widened"})


class Marked(NamedTuple):
    """The ranges of one mark in the original, and its kind in the words of its format."""

    kind: str
    ranges: tuple[Range, ...]


class Moved(NamedTuple):
    """The ranges of one mark in the output, and what became of it."""

    ranges: tuple[Range, ...]
    way: Way


@dataclass(slots=True)
class Tally:
    """How many marks went which way, and how much else was left out."""

    ways: Counter[str] = field(default_factory=Counter)
    notes: int = 0
    """Notes and other free words that were dropped."""
    others: int = 0
    """Parts that cannot be carried, or that hang on a mark that was dropped."""

    def add(self, other: Tally) -> None:
        """The marks of another document too."""
        self.ways += other.ways
        self.notes += other.notes
        self.others += other.others


def move(marks: Sequence[Marked], offsets: OffsetMap) -> list[Moved]:
    """Each mark in the output, in the order of the marks."""
    doubtful = _doubtful(marks, offsets)
    return [_moved(number, mark, offsets, doubtful) for number, mark in enumerate(marks)]


def tally(moved: Sequence[Moved]) -> Tally:
    """How many went which way."""
    return Tally(Counter(one.way for one in moved))


def _moved(number: int, mark: Marked, offsets: OffsetMap, doubtful: set[int]) -> Moved:
    if not mark.ranges or not all(0 <= a <= b <= offsets.before for a, b in mark.ranges):
        return Moved((), "outside")
    if number in doubtful:
        return Moved((), "ambiguous")
    was_empty = all(start == end for start, end in mark.ranges)
    ranges = _joined([offsets.moved(*one) for one in mark.ranges], keep_empty=was_empty)
    if not ranges:
        return Moved((), "emptied")
    touched = any(_edits(offsets, *one) for one in mark.ranges)
    return Moved(ranges, "widened" if touched else "moved")


def _joined(ranges: Sequence[Range], *, keep_empty: bool) -> tuple[Range, ...]:
    """Ranges in their order; those that grew into each other become one."""
    joined: list[Range] = []
    for start, end in ranges:
        if joined and start < joined[-1][1] and joined[-1][0] < end:
            before = joined.pop()
            start, end = min(start, before[0]), max(end, before[1])
        if start < end or keep_empty:
            joined.append((start, end))
    return tuple(joined)


def _doubtful(marks: Sequence[Marked], offsets: OffsetMap) -> set[int]:
    """The marks of which several of one kind stand for parts of the same edit."""
    parts: dict[tuple[str, Change], dict[tuple[Range, ...], list[int]]] = defaultdict(dict)
    for number, mark in enumerate(marks):
        change = _holder(mark, offsets)
        if change is not None:
            parts[mark.kind, change].setdefault(mark.ranges, []).append(number)
    several = (found for found in parts.values() if len(found) > 1)
    return {number for found in several for numbers in found.values() for number in numbers}


def _holder(mark: Marked, offsets: OffsetMap) -> Change | None:
    """The edit of which a mark covers a part and nothing else."""
    if not mark.ranges:
        return None
    start, end = min(a for a, _ in mark.ranges), max(b for _, b in mark.ranges)
    held = [one for one in _edits(offsets, start, end) if one.start <= start and end <= one.end]
    if len(held) != 1 or (start, end) == (held[0].start, held[0].end):
        return None
    return held[0]


def _edits(offsets: OffsetMap, start: int, end: int) -> list[Change]:
    return [change for change in offsets.touching(start, end) if change.operator != LAYOUT]


class Units:
    """Offsets in UTF-16 code units, as Java and JavaScript count, and in code points."""

    def __init__(self, text: str) -> None:
        self._wide = [index for index, sign in enumerate(text) if sign > "\uffff"]
        self._starts = [place + order for order, place in enumerate(self._wide)]

    def points(self, units: int) -> int:
        """The code points before an offset in units; one inside a pair counts as before it."""
        return units - bisect_left(self._starts, units)

    def units(self, points: int) -> int:
        """The units before an offset in code points."""
        return points + bisect_left(self._wide, points)
