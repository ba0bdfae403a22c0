"""Windows: a row of pieces in overlapping stretches, each judged with context on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

SIZE = 256
EDGE = 32


@dataclass(frozen=True, slots=True)
class Window:
    """Pieces `begin` to `end` are looked at together; what is said of `first` to `last` counts."""

    begin: int
    end: int
    first: int
    last: int


def windows_over(length: int, *, size: int = SIZE, edge: int = EDGE) -> Iterator[Window]:
    """Windows whose counted parts cover every piece once: as few as can be, all of one length.

    Those at the ends have an edge on one side only.
    """
    inner = length - 2 * edge
    count = max(1, ceil(inner / (size - 2 * edge)))
    cuts = [0, *(edge + inner * at // count for at in range(1, count)), length]
    for first, last in pairwise(cuts):
        if first < last:
            yield Window(max(0, first - edge), min(length, last + edge), first, last)
