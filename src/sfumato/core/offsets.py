"""Offset map: where a range of the original text stands in the output. It holds no text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from sfumato.core.document import Document
from sfumato.core.edit import Edit, block_edits, ordered

LAYOUT = "layout"
"""The operator of a change that only the file's layout made: other white space, no edit."""


class Change(NamedTuple):
    """A range of the original, the range of the output in its place, and what was done there."""

    start: int
    end: int
    to_start: int
    to_end: int
    label: str
    operator: str

    @property
    def keeps(self) -> bool:
        """Whether the original text stays."""
        return self.operator == "keep"


_NOTHING = Change(0, 0, 0, 0, "", "")


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """All changes of one document in order, and the lengths of both texts, in code points."""

    changes: tuple[Change, ...] = ()
    before: int = 0
    after: int = 0
    _made: tuple[Change, ...] = field(init=False, repr=False, compare=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        last = _NOTHING
        for change in (*self.changes, self._finish()):
            if not _follows(last, change):
                raise ValueError("changes must be in order, disjoint and inside both texts")
            last = change
        made = tuple(change for change in self.changes if not change.keeps)
        object.__setattr__(self, "_made", made)
        object.__setattr__(self, "_starts", tuple(change.start for change in made))

    @property
    def edited(self) -> tuple[Change, ...]:
        """The changes that put something else in a place."""
        return tuple(change for change in self._made if change.operator != LAYOUT)

    def moved(self, start: int, end: int) -> tuple[int, int]:
        """The range in the output; an end inside a replaced range takes in all of it."""
        begin = self._start(start)
        return begin, max(begin, self._end(end))

    def touching(self, start: int, end: int) -> tuple[Change, ...]:
        """The changes that share a character with a range, or hold an empty one inside."""
        first = max(0, bisect_right(self._starts, start) - 1)
        last = bisect_left(self._starts, max(end, start + 1))
        return tuple(
            change for change in self._made[first:last] if change.start < end and start < change.end
        )

    def inverse(self) -> OffsetMap:
        """The way back, from the output to the original."""
        back = (
            Change(one.to_start, one.to_end, one.start, one.end, one.label, one.operator)
            for one in self.changes
        )
        return OffsetMap(tuple(back), self.after, self.before)

    def head(self, after: int) -> OffsetMap:
        """The map of the output's first characters alone."""
        changes = tuple(change for change in self.changes if change.to_end <= after)
        last = changes[-1] if changes else _NOTHING
        return OffsetMap(changes, last.end + after - last.to_end, after)

    def shifted(self, ahead: int) -> OffsetMap:
        """The same where so many more characters stand ahead of both texts."""
        changes = (
            Change(a + ahead, b + ahead, c + ahead, d + ahead, label, operator)
            for a, b, c, d, label, operator in self.changes
        )
        return OffsetMap(tuple(changes), self.before + ahead, self.after + ahead)

    def pairs(self) -> Iterator[tuple[slice, slice]]:
        """The stretches between the changes: where they stood and where they stand."""
        for one, two in pairwise((_NOTHING, *self._made, self._finish())):
            yield slice(one.end, two.start), slice(one.to_end, two.to_start)

    def fits(self, before: str, after: str) -> bool:
        """Whether it leads from one text to the other: all that no edit touched is the same."""
        return (len(before), len(after)) == (self.before, self.after) and all(
            before[old] == after[new] for old, new in self.pairs()
        )

    def plain(self) -> dict[str, Any]:
        """The map as plain values."""
        changes = [list(change) for change in self.changes]
        return {"before": self.before, "after": self.after, "changes": changes}

    def _finish(self) -> Change:
        return Change(self.before, self.before, self.after, self.after, "", "")

    def _start(self, offset: int) -> int:
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return offset
        change = self._made[index]
        return change.to_start if offset < change.end else change.to_end + offset - change.end

    def _end(self, offset: int) -> int:
        index = bisect_left(self._starts, offset) - 1
        if index < 0:
            return offset
        change = self._made[index]
        return change.to_end if offset <= change.end else change.to_end + offset - change.end


def map_of(edits: Iterable[Edit], document: Document) -> OffsetMap:
    """The map of a document after its edits, as writers make them: cut to the blocks."""
    changes, shift, cut = [], 0, list(block_edits(document, edits))[::-1]
    for edit in ordered(edits):
        span, start = edit.span, edit.span.start + shift
        while cut and cut[-1].span.start < span.end:
            piece = cut.pop()
            shift += len(piece.replacement) - (piece.span.end - piece.span.start)
        end = span.end + shift
        changes.append(Change(span.start, span.end, start, end, span.label, edit.operator))
    before = len(document.text)
    return OffsetMap(tuple(changes), before, before + shift)


def plain_map(found: Mapping[str, Any]) -> OffsetMap:
    """The map of plain values; a ValueError says that they are none."""
    try:
        changes = tuple(_change(row) for row in found["changes"])
        lengths = _whole(found["before"]), _whole(found["after"])
    except (KeyError, TypeError):
        raise ValueError("not an offset map") from None
    return OffsetMap(changes, *lengths)


def _follows(last: Change, change: Change) -> bool:
    return (
        last.end <= change.start <= change.end and last.to_end <= change.to_start <= change.to_end
    )


def _change(row: Sequence[Any]) -> Change:
    if len(row) != len(Change._fields):
        raise TypeError
    start, end, to_start, to_end, label, operator = row
    if not isinstance(label, str) or not isinstance(operator, str):
        raise TypeError
    return Change(_whole(start), _whole(end), _whole(to_start), _whole(to_end), label, operator)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    return value
