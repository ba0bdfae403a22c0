"""Bootstrap: intervals of figures from documents drawn again with replacement.

The percentile interval of Efron (Ann. Statist. 7, 1979). Documents are drawn, not spans, as the
spans of one document resemble each other. The seed is fixed: same counts, same interval.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from random import Random

from sfumato.evaluate.metrics import Counts, Key, total

SEED = 1503
RESAMPLES = 1000
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its interval."""

    value: float
    low: float
    high: float


def intervals(
    documents: Sequence[Counts],
    figures: Callable[[Counts], Mapping[Key, float]],
    *,
    resamples: int = RESAMPLES,
    numbers: Set[str] = frozenset(),
) -> dict[Key, Figure]:
    """Each figure of the documents with its interval.

    A rate that a resample lacks (a rare label that was not drawn) is taken from the others; a
    number, a figure whose key begins with one of `numbers`, is zero there.
    """
    drawn: dict[Key, list[float]] = {}
    draw = Random(SEED)  # noqa: S311 - repeatable, and no secret hangs on it
    places = range(len(documents))
    for _ in range(resamples):
        times = [0] * len(documents)
        for index in draw.choices(places, k=len(documents)):
            times[index] += 1
        for key, value in figures(total(documents, times=times)).items():
            drawn.setdefault(key, []).append(value)
    found: dict[Key, Figure] = {}
    for key, value in figures(total(documents)).items():
        values = drawn.get(key, [])
        if key[0] in numbers:
            values += [0.0] * (resamples - len(values))
        found[key] = _figure(value, sorted(values))
    return found


def _figure(value: float, drawn: Sequence[float]) -> Figure:
    if not drawn:
        return Figure(value, value, value)
    cut = int(len(drawn) * (1 - CONFIDENCE) / 2)
    return Figure(value, drawn[cut], drawn[-1 - cut])
