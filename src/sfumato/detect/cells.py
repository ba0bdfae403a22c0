"""Cells: a name never runs on into the next cell of a table or field of a record."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from sfumato.core.document import Document
from sfumato.core.span import Span


def within_cells(document: Document, spans: Iterable[Span]) -> Iterator[Span]:
    """The spans, each cut where a reader set a tab between two blocks."""
    borders = [
        (one.end, two.start)
        for one, two in pairwise(document.blocks)
        if "\t" in document.text[one.end : two.start]
    ]
    if not borders:
        yield from spans
        return
    ends = [end for end, _ in borders]
    for span in spans:
        start = span.start
        for end, begin in borders[bisect_left(ends, start) : bisect_left(ends, span.end)]:
            yield from _part(span, start, end)
            start = begin
        yield from _part(span, start, span.end)


def in_blocks(document: Document, spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans without what a reader put before, between and behind blocks: no edit changes it."""
    blocks = [block for block in document.blocks if block.start < block.end]
    if not document.blocks:
        return tuple(spans)
    starts, ends = [block.start for block in blocks], [block.end for block in blocks]
    found: list[Span] = []
    for span in spans:
        first, last = bisect_right(ends, span.start), bisect_left(starts, span.end) - 1
        if first <= last:
            found += _part(span, max(span.start, starts[first]), min(span.end, ends[last]))
    return tuple(found)


def _part(span: Span, start: int, end: int) -> Iterator[Span]:
    if (start, end) == (span.start, span.end):
        yield span
    elif start < end:
        yield Span(start, end, span.label, span.score, span.detector)
