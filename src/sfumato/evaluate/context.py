"""Context: a mistake in the words around it, cut where what was marked begins and ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from sfumato.evaluate.mistakes import Mistake
from sfumato.evaluate.note import Mark
from sfumato.evaluate.shelf import Shelf

Cover = Literal["plain", "both", "gold", "given"]
REACH = 90

_COVERS: dict[tuple[bool, bool], Cover] = {
    (False, False): "plain",
    (True, True): "both",
    (True, False): "gold",
    (False, True): "given",
}


class Piece(NamedTuple):
    """A stretch of text: who marked it, and whether it belongs to the mistake shown."""

    text: str
    cover: Cover
    is_here: bool


def context(
    text: str, gold: Shelf, given: Shelf, mistake: Mistake, *, reach: int = REACH
) -> Iterator[Piece]:
    """The pieces of the text around a mistake, at most `reach` characters to either side."""
    start, end = _window(text, mistake, reach)
    wanted, found = gold.touching(start, end), given.touching(start, end)
    edges = {mistake.start, mistake.end, start, end}
    edges.update(edge for mark in (*wanted, *found) for edge in mark[:2] if start < edge < end)
    for first, last in pairwise(sorted(edge for edge in edges if start <= edge <= end)):
        cover = _COVERS[_is_in(first, last, wanted), _is_in(first, last, found)]
        yield Piece(text[first:last], cover, mistake.start <= first and last <= mistake.end)


def _is_in(first: int, last: int, marks: Sequence[Mark]) -> bool:
    return any(mark.start <= first and last <= mark.end for mark in marks)


def _window(text: str, mistake: Mistake, reach: int) -> tuple[int, int]:
    """Where to cut: at white space, if there is any before the mistake."""
    start, end = max(0, mistake.start - reach), min(len(text), mistake.end + reach)
    before = [place for place in range(start, min(end, mistake.start)) if text[place].isspace()]
    after = [place for place in range(mistake.end, end) if text[place].isspace()]
    if start > 0 and before:
        start = before[0] + 1
    if end < len(text) and after:
        end = after[-1]
    return start, end
