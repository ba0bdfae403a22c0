"""Metrics: what a prediction adds to the counts of a corpus.

`score` is pure: the same notes and predictions give the same counts, and the counts of two halves
of a corpus add up to those of the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from sfumato.evaluate.counts import Counts, Key, outcome_pairs, tally, total
from sfumato.evaluate.cover import cover_pairs
from sfumato.evaluate.direct import NARROW
from sfumato.evaluate.note import Mark, Note
from sfumato.evaluate.pairing import pair
from sfumato.evaluate.shelf import Shelf

_Range = tuple[int, int]

SPURIOUS = "(spurious)"
MISSED = "(missed)"


def score(
    notes: Iterable[Note],
    predictions: Mapping[str, Sequence[Mark]],
    *,
    direct: Set[str] = NARROW,
) -> Counts:
    """The counts of notes against predictions by document id; a missing one is an empty one."""
    return total(count(note, predictions.get(note.id, ()), direct=direct) for note in notes)


def count(note: Note, predicted: Sequence[Mark], *, direct: Set[str] = NARROW) -> Counts:
    """What one document adds; `direct` names the labels of direct identifiers."""
    return tally(_pairs(note, predicted, direct))


def _pairs(note: Note, predicted: Sequence[Mark], direct: Set[str]) -> Iterator[tuple[Key, int]]:
    yield ("documents", "all"), 1
    yield ("lines", "all"), sum(1 for line in note.text.splitlines() if line.strip())
    yield from _strict_pairs(set(note.marks), set(predicted))
    yield from _span_pairs(note, predicted)
    yield from cover_pairs(note, predicted, direct)
    for gold, given in pair(note.marks, predicted):
        row = gold.label if gold else SPURIOUS
        yield ("confusion", row, given.label if given else MISSED), 1


def _strict_pairs(gold: Set[Mark], found: Set[Mark]) -> Iterator[tuple[Key, int]]:
    """Same place and same label, together and label by label."""
    for outcome, marks in (("tp", gold & found), ("fp", found - gold), ("fn", gold - found)):
        yield ("ner", outcome), len(marks)
        for mark in marks:
            yield ("label", mark.label, outcome), 1


def _span_pairs(note: Note, predicted: Sequence[Mark]) -> Iterator[tuple[Key, int]]:
    """Same place, whatever the label, and the same with neighbours joined (MEDDOCAN track)."""
    gold, found = {mark[:2] for mark in note.marks}, {mark[:2] for mark in predicted}
    both, extra, lost = gold & found, found - gold, gold - found
    yield from outcome_pairs(("span",), (len(both), len(extra), len(lost)))
    agreed = both | (merged(gold, note.text) & merged(found, note.text))
    shelf = Shelf(Mark(start, end, "") for start, end in agreed)
    beside = (sum(not shelf.holds(*place) for place in places) for places in (extra, lost))
    yield from outcome_pairs(("merged",), (len(agreed), *beside))


def merged(ranges: Set[_Range], text: str) -> set[_Range]:
    """The ranges, neighbours joined where no letter or digit stands between them."""
    joined: list[_Range] = []
    for start, end in sorted(ranges):
        if joined and not any(sign.isalnum() for sign in text[joined[-1][1] : start]):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return set(joined)
