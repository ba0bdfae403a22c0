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


def best_spans(scores: Floats, *, lean: float = 0.0) -> Iterator[tuple[int, int, str, float]]:
    """The spans of the best legal row of tags: first and last token, label, probability.

    `scores` are log-probabilities, one row a token. `lean` is added to the outside tag: below 0
    finds more, above 0 less.
    """
    outside = scores[:, OUTSIDE] + lean
    rest = scores[:, 1:].reshape(len(scores), len(LABELS), 4)
    awake = rest.max(axis=(1, 2)) > outside - _WAKING
    for first, last in _stretches(awake):
        yield from _viterbi(outside[first:last], rest[first:last], first)


_WAKING = 7.0
"""A token whose best tag is this far behind outside can only be outside."""


def _stretches(awake: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], awake.astype(np.int8), [0]))))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def _viterbi(outside: Floats, rest: Floats, shift: int) -> Iterator[tuple[int, int, str, float]]:
    """Best path: free (outside or after an end), or open inside one label."""
    length, labels, _ = rest.shape
    free = 0.0
    opened = np.full(labels, -np.inf, np.float32)
    from_begin = np.zeros((length, labels), np.bool_)
    choice = np.full(length, -1)
    closes = np.zeros(length, np.bool_)
    for at in range(length):
        begin, inside, end, single = (rest[at, :, kind] for kind in range(4))
        ends, singles = opened + end, free + single
        best_end, best_single = int(ends.argmax()), int(singles.argmax())
        options = (free + float(outside[at]), float(ends[best_end]), float(singles[best_single]))
        pick = int(np.argmax(options))
        starts, goes = free + begin, opened + inside
        from_begin[at] = starts >= goes
        opened = np.maximum(starts, goes)
        free = options[pick]
        if pick:
            choice[at], closes[at] = (best_end, True) if pick == 1 else (best_single, False)
    yield from _trace(rest, from_begin, choice, closes, shift)


def _trace(
    rest: Floats,
    from_begin: NDArray[np.bool_],
    choice: NDArray[np.int_],
    closes: NDArray[np.bool_],
    shift: int,
) -> Iterator[tuple[int, int, str, float]]:
    found = []
    at = len(choice) - 1
    while at >= 0:
        label = int(choice[at])
        if label < 0:
            at -= 1
            continue
        first = at
        if closes[at]:
            first -= 1
            while not from_begin[first, label]:
                first -= 1
        sure = np.exp(np.logaddexp.reduce(rest[first : at + 1, label], axis=1)).mean()
        found.append((shift + first, shift + at + 1, LABELS[label], min(1.0, float(sure))))
        at = first - 1
    yield from reversed(found)
