"""Pairing: which predicted mark answers which gold mark, for confusions and for reading mistakes.

Every gold mark is paired once: with a predicted mark at its very place (of its own label, if there
is one), else with the one that shares most characters with it, the earlier of two; else with none.
A predicted mark that shares no character with any gold mark is paired with none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sfumato.evaluate.note import Mark
from sfumato.evaluate.shelf import Shelf

Pair = tuple[Mark | None, Mark | None]


def pair(gold: Iterable[Mark], predicted: Iterable[Mark]) -> Iterator[Pair]:
    """The pairs of one document: gold marks in order, then the spurious predictions."""
    given = set(predicted)
    shelf, touched = Shelf(given), set[Mark]()
    for mark in sorted(set(gold)):
        rivals = shelf.touching(mark.start, mark.end)
        touched.update(rivals)
        yield mark, _best(mark, rivals)
    for other in sorted(given - touched):
        yield None, other


def _best(mark: Mark, rivals: Sequence[Mark]) -> Mark | None:
    """The closest rival; `max` keeps the earlier of equals, as rivals come in order."""
    return max(
        rivals,
        key=lambda other: (other == mark, other[:2] == mark[:2], _shared(mark, other)),
        default=None,
    )


def _shared(one: Mark, other: Mark) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))
