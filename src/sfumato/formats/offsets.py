"""Offsets: where a range of a text stands after its edits."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from sfumato.core.edit import Edit, ordered


class Offsets:
    """The way from the offsets of a text to those of the text with its edits made."""

    def __init__(self, edits: Iterable[Edit]) -> None:
        made = [edit for edit in ordered(edits) if not edit.keeps]
        self._starts = [edit.span.start for edit in made]
        self._ends = [edit.span.end for edit in made]
        self._sizes = [len(edit.replacement) for edit in made]
        self._shifts = [0]
        for start, end, size in zip(self._starts, self._ends, self._sizes, strict=True):
            self._shifts.append(self._shifts[-1] + size - (end - start))

    def moved(self, start: int, end: int) -> tuple[int, int]:
        """The new range; an end inside a replaced span takes in the whole replacement."""
        return self._start(start), self._end(end)

    def _start(self, offset: int) -> int:
        index = bisect_right(self._starts, offset) - 1
        if index >= 0 and offset < self._ends[index]:
            return self._starts[index] + self._shifts[index]
        return offset + self._shifts[index + 1]

    def _end(self, offset: int) -> int:
        index = bisect_left(self._starts, offset) - 1
        if index >= 0 and offset <= self._ends[index]:
            return self._starts[index] + self._shifts[index] + self._sizes[index]
        return offset + self._shifts[index + 1]
