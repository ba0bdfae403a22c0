"""Shelf: marks in the order of their places, so that those near a place are found at once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate

from sfumato.evaluate.note import Mark


class Shelf:
    """Marks to be asked for by place."""

    def __init__(self, marks: Iterable[Mark]) -> None:
        self._marks = sorted(set(marks))
        self._starts = [mark.start for mark in self._marks]
        # How far any mark up to this one reaches: it only grows, so it can be searched.
        self._reach = list(accumulate((mark.end for mark in self._marks), max))

    def touching(self, start: int, end: int) -> list[Mark]:
        """The marks that share a character with a range or stand at its very place, in order."""
        first, last = bisect_left(self._reach, start), bisect_right(self._starts, end)
        return [
            mark
            for mark in self._marks[first:last]
            if (mark.start < end and start < mark.end) or mark[:2] == (start, end)
        ]

    def holds(self, start: int, end: int) -> bool:
        """Whether a range lies inside a single mark."""
        before = bisect_right(self._starts, start)
        return before > 0 and self._reach[before - 1] >= end
