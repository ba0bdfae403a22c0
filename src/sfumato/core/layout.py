"""Layout: an offset map led on to the text as the written file reads it, white space and all."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from sfumato.core.offsets import LAYOUT, Change, OffsetMap


class _Gap(NamedTuple):
    """A stretch between two anchors that reads differently: where it was meant, where it is."""

    start: int
    end: int
    to_start: int
    to_end: int

    def to(self, offset: int) -> int:
        """The place of an offset inside the stretch."""
        ahead = self.to_start + offset - self.start
        return self.to_end if offset == self.end else min(ahead, self.to_end)


def led_on(
    offsets: OffsetMap, meant: str, read: str, anchors: Sequence[int], met: Sequence[int]
) -> OffsetMap:
    """The map to the text that was read; `anchors` of what was meant are `met` at these offsets.

    A stretch outside the edits that reads differently becomes a change of its own.
    """
    if meant == read:
        return offsets
    gaps = list(_gaps(meant, read, *_more(offsets, meant, read, anchors, met)))
    found = tuple(_changes(offsets, gaps))
    led = OffsetMap(found, offsets.before, len(read))
    kept = [
        one._replace(to_start=to[0], to_end=to[1])
        for one in offsets.changes
        if one.keeps and not led.touching(one.start, one.end)
        for to in [led.moved(one.start, one.end)]
    ]
    return OffsetMap(tuple(sorted((*found, *kept))), offsets.before, len(read))


def _more(
    offsets: OffsetMap, meant: str, read: str, anchors: Sequence[int], met: Sequence[int]
) -> tuple[list[int], list[int]]:
    """The anchors, and words beside the edits that are met again where there are none.

    What was recognised from an image has no anchors, as it may read differently each time.
    """
    hidden = list(meant)
    for change in offsets.edited:
        hidden[change.to_start : change.to_end] = "\0" * (change.to_end - change.to_start)
    found = list(zip(anchors, met, strict=True))
    for gap in _gaps(meant, read, anchors, met):
        words = _words("".join(hidden[gap.start : gap.end]), gap.start)
        there = _words(read[gap.to_start : gap.to_end], gap.to_start)
        found += _met_again(words, there)
    found.sort()
    return [one for one, _ in found], [two for _, two in found]


def _words(text: str, start: int) -> list[tuple[str, int]]:
    return [(found[0], start + found.start()) for found in re.finditer(r"[^\s\0]+", text)]


def _met_again(
    words: Sequence[tuple[str, int]], there: Sequence[tuple[str, int]]
) -> Iterator[tuple[int, int]]:
    match = SequenceMatcher(None, [one for one, _ in words], [one for one, _ in there], False)
    for block in match.get_matching_blocks() if words and there else ():
        for index in range(block.size):
            word, start = words[block.a + index]
            to = there[block.b + index][1]
            yield from ((start + offset, to + offset) for offset in range(len(word)))


def _gaps(meant: str, read: str, anchors: Sequence[int], met: Sequence[int]) -> Iterator[_Gap]:
    pairs = zip((-1, *anchors, len(meant)), (-1, *met, len(read)), strict=True)
    for (one, here), (two, there) in pairwise(pairs):
        if meant[one + 1 : two] != read[here + 1 : there]:
            yield _Gap(one + 1, two, here + 1, there)


def _changes(offsets: OffsetMap, gaps: Sequence[_Gap]) -> Iterator[Change]:
    """The edits and the gaps between them; a gap that lies in an edit is part of it."""
    starts = [gap.start for gap in gaps]
    ends = [gap.end for gap in gaps]
    last, reached = Change(0, 0, 0, 0, "", ""), 0
    finish = Change(offsets.before, offsets.before, offsets.after, offsets.after, "", "")

    def place(offset: int) -> int:
        index = bisect_left(ends, offset)
        if index < len(gaps) and starts[index] <= offset:
            return gaps[index].to(offset)
        return offset + (gaps[index - 1].to_end - gaps[index - 1].end if index else 0)

    for change in (*(one for one in offsets.changes if not one.keeps), finish):
        shift = last.end - last.to_end
        for gap in gaps[bisect_left(ends, last.to_end) :]:
            if gap.start > change.to_start:
                break
            start, end = max(gap.start, last.to_end), min(gap.end, change.to_start)
            begin, to = max(reached, gap.to(start)), gap.to(end)
            if gap.start == gap.end:
                begin = max(reached, gap.to_start)
            if (start, begin) != (end, to) and to >= begin and (start < end or begin < to):
                yield Change(start + shift, end + shift, begin, to, "", LAYOUT)
                reached = to
        if change is not finish:
            begin = max(reached, place(change.to_start))
            reached = max(begin, place(change.to_end))
            yield change._replace(to_start=begin, to_end=reached)
        last = change
