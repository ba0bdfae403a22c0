"""Tags: labels over tokens as begin, inside, end, single; and the best legal row of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sfumato.core.labels import LABELS

OUTSIDE = 0
TAGS = 1 + 4 * len(LABELS)
_BEGIN, _INSIDE, _END, _SINGLE = range(4)
Floats = NDArray[np.float32]
Spans = list[tuple[int, int, str]]


def tag_row(length: int, spans: Sequence[tuple[int, int, str]]) -> list[int]:
    """The tags of a row of tokens for spans over tokens (half open, disjoint)."""
    row = [OUTSIDE] * length
    for start, end, label in spans:
        base = 1 + 4 * LABELS.index(label)
        row[start:end] = [base + _INSIDE] * (end - start)
        row[start], row[end - 1] = base + _BEGIN, base + _END
        if end - start == 1:
            row[start] = base + _SINGLE
    return row


def best_spans(scores: Floats, *, lean: float = 0.0) -> Iterator[tuple[int, int, str]]:
    """The spans of the best legal row of tags: first and last token, label.

    `scores` are log-probabilities, one row a token. `lean` is added to the outside tag: below 0
    finds more, above 0 less.
    """
    outside = scores[:, OUTSIDE] + lean
    best = scores[:, 1:].max(axis=1, initial=-np.inf)
    awake = best > np.maximum(outside, scores[:, OUTSIDE]) - _WAKING
    leads = best > outside
    rest = scores[:, 1:].reshape(len(scores), len(LABELS), 4)
    for first, last in _stretches(awake):
        if leads[first:last].any():
            yield from _best_path(outside[first:last], rest[first:last], first)


_WAKING = 7.0
"""A token whose best tag is this far behind outside can only be outside."""


def _stretches(awake: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], awake.astype(np.int8), [0]))))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def _best_path(outside: Floats, rest: Floats, shift: int) -> Iterator[tuple[int, int, str]]:
    """The best path by Viterbi: free (outside or after an end), or open inside one label."""
    length, labels, _ = rest.shape
    begins, insides, ends, singles = np.ascontiguousarray(rest.transpose(2, 0, 1))
    best_singles = singles.argmax(axis=1)
    single_scores = singles[np.arange(length), best_singles].tolist()
    outsides, single_labels = outside.tolist(), best_singles.tolist()
    free = 0.0
    opened = np.full(labels, -np.inf, np.float32)
    from_begin = np.zeros((length, labels), np.bool_)
    choice = [-1] * length
    closes = [False] * length
    for at in range(length):
        closing = opened + ends[at]
        best_end = int(closing.argmax())
        starts, goes = begins[at] + free, opened + insides[at]
        np.greater_equal(starts, goes, out=from_begin[at])
        opened = np.maximum(starts, goes)
        none, alone, closed = (
            free + outsides[at],
            free + single_scores[at],
            float(closing[best_end]),
        )
        free = max(none, alone, closed)
        if free > none:
            closes[at] = closed >= alone
            choice[at] = best_end if closes[at] else single_labels[at]
    yield from _trace(from_begin, choice, closes, shift)


def _trace(
    from_begin: NDArray[np.bool_], choice: Sequence[int], closes: Sequence[bool], shift: int
) -> Iterator[tuple[int, int, str]]:
    found = []
    at = len(choice) - 1
    while at >= 0:
        label = choice[at]
        first = at
        if label >= 0 and closes[at]:
            first -= 1
            while not from_begin[first, label]:
                first -= 1
        if label >= 0:
            found.append((shift + first, shift + at + 1, LABELS[label]))
        at = first - 1
    yield from reversed(found)
