"""Cover: how much of what identifies is hidden, whatever the labels say.

A gold span is covered when every letter and digit of it lies inside predictions. A token is a run
of letters or a run of digits; it is wanted when it touches a gold span, and hidden when all of it
lies inside predictions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from sfumato.evaluate.counts import Key, outcome_pairs
from sfumato.evaluate.note import Mark, Note

_TOKEN = re.compile(r"[^\W\d_]+|\d+")


def cover_pairs(
    note: Note, predicted: Sequence[Mark], direct: Set[str]
) -> Iterator[tuple[Key, int]]:
    """What one document adds: spans covered, tokens and characters hidden, whether it leaks."""
    text = note.text
    hidden, wanted = mask_of(predicted, len(text)), mask_of(note.marks, len(text))
    yield from _covered_pairs(note, hidden, direct)
    yield from outcome_pairs(("characters",), _characters(text, hidden, wanted))
    yield from outcome_pairs(("tokens",), _tokens(text, hidden, wanted))


def is_covered(mark: Mark, text: str, hidden: bytearray) -> bool:
    """Whether every letter and digit of a mark is hidden."""
    return all(hidden[at] for at in range(mark.start, mark.end) if text[at].isalnum())


def mask_of(marks: Iterable[Mark], length: int) -> bytearray:
    """One byte a character: 1 inside any of the marks."""
    mask = bytearray(length)
    for start, end, _ in marks:
        first, last = max(0, start), min(end, length)
        if first < last:
            mask[first:last] = b"\x01" * (last - first)
    return mask


def _covered_pairs(note: Note, hidden: bytearray, direct: Set[str]) -> Iterator[tuple[Key, int]]:
    leaks = False
    for mark in note.marks:
        covered = is_covered(mark, note.text, hidden)
        leaks |= not covered and mark.label in direct
        kinds = ("all", "direct") if mark.label in direct else ("all",)
        for key in (("cover", mark.label), *(("covered", kind) for kind in kinds)):
            yield (*key, "total"), 1
            yield (*key, "found"), int(covered)
    yield ("documents", "leaking"), int(leaks)


def _characters(text: str, hidden: bytearray, wanted: bytearray) -> tuple[int, int, int]:
    """Letters and digits that are hidden rightly, hidden for nothing, and left to be read."""
    right = waste = left = 0
    for sign, is_hidden, is_wanted in zip(text, hidden, wanted, strict=True):
        if (is_hidden or is_wanted) and sign.isalnum():
            right += is_hidden and is_wanted
            waste += is_hidden and not is_wanted
            left += is_wanted and not is_hidden
    return right, waste, left


def _tokens(text: str, hidden: bytearray, wanted: bytearray) -> tuple[int, int, int]:
    right = waste = left = 0
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        is_wanted = 1 in wanted[start:end]
        is_hidden = 0 not in hidden[start:end]
        right += is_hidden and is_wanted
        waste += is_hidden and not is_wanted
        left += is_wanted and not is_hidden
    return right, waste, left
