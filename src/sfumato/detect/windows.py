"""Windows: a row of pieces in overlapping stretches, each judged with context on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

SIZE = 256
EDGE = 24


@dataclass(frozen=True, slots=True)
class Window:
    """Pieces `begin` to `end` are looked at together; what is said of `first` to `last` counts."""

    begin: int
    end: int
    first: int
    last: int


def windows_over(length: int, *, size: int = SIZE, edge: int = EDGE) -> Iterator[Window]:
    """Windows whose counted parts cover every piece once."""
    first = 0
    while first < length:
        begin = max(0, min(first - edge, length - size))
        end = min(length, begin + size)
        last = end if end == length else end - edge
        yield Window(begin, end, first, last)
        first = last
