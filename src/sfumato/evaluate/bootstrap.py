"""Bootstrap: intervals of figures from documents drawn again with replacement.

The percentile interval of Efron (Ann. Statist. 7, 1979). Documents are drawn, not spans, as the
spans of one document resemble each other. The seed is fixed: same counts, same interval. Two
results over the same documents are compared on the same draws, so that what is hard for both does
not hide the difference between them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from random import Random
from sys import byteorder
from types import MappingProxyType

from sfumato.evaluate.counts import Counts, Key, total

SEED = 1503
RESAMPLES = 1000
CONFIDENCE = 0.95
FEWEST = 5
"""With fewer documents there is no interval: a few of them drawn again say nothing of others."""

_FIELD_BYTES = 8

Figures = Callable[[Counts], Mapping[Key, float]]


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its interval, if there were documents enough for one."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A figure before and after, and the interval of its difference."""

    before: float
    after: float
    difference: Figure

    @property
    def is_certain(self) -> bool:
        """Whether the interval of the difference leaves out zero."""
        low, high = self.difference.low, self.difference.high
        return low is not None and high is not None and (low > 0 or high < 0)


def intervals(
    documents: Sequence[Counts],
    figures: Figures,
    *,
    resamples: int = RESAMPLES,
    numbers: Set[str] = frozenset(),
) -> dict[Key, Figure]:
    """Each figure of the documents with its interval.

    A rate that a resample lacks (a rare label that was not drawn) is taken from the others; a
    number, a figure whose key begins with one of `numbers`, is zero there.
    """
    drawn: dict[Key, list[float]] = {}
    for counts in _resampled(documents, resamples):
        for key, value in figures(counts).items():
            drawn.setdefault(key, []).append(value)
    found: dict[Key, Figure] = {}
    for key, value in figures(total(documents)).items():
        values = drawn.get(key, [])
        if values and key[0] in numbers:
            values += [0.0] * (resamples - len(values))
        found[key] = _figure(value, values)
    return found


def changes(
    before: Sequence[Counts],
    after: Sequence[Counts],
    figures: Figures,
    *,
    resamples: int = RESAMPLES,
) -> dict[Key, Change]:
    """Each figure that both results have, with the paired interval of its difference."""
    drawn: dict[Key, list[float]] = {}
    pairs = zip(_resampled(before, resamples), _resampled(after, resamples), strict=True)
    for old, new in ((figures(old), figures(new)) for old, new in pairs):
        for key in old.keys() & new.keys():
            drawn.setdefault(key, []).append(new[key] - old[key])
    old, new = figures(total(before)), figures(total(after))
    return {
        key: Change(old[key], value, _figure(value - old[key], drawn.get(key, [])))
        for key, value in new.items()
        if key in old
    }


def _figure(value: float, drawn: list[float]) -> Figure:
    if not drawn:
        return Figure(value)
    drawn.sort()
    cut = int(len(drawn) * (1 - CONFIDENCE) / 2)
    return Figure(value, drawn[cut], drawn[-1 - cut])


def _resampled(documents: Sequence[Counts], resamples: int) -> Iterator[Counts]:
    """The counts of each resample.

    A document's counts are packed into one long whole number with a field a key, so that adding up
    a resample is adding a few hundred numbers and not their every part.
    """
    if len(documents) < FEWEST:
        return
    keys = sorted({key for counts in documents for key in counts.values})
    packed = [_packed(counts, keys) for counts in documents]
    draw = Random(SEED)  # noqa: S311 - repeatable, and no secret hangs on it
    for _ in range(resamples):
        fields = _fields(sum(draw.choices(packed, k=len(packed))), len(keys))
        values = {key: number for key, number in zip(keys, fields, strict=True) if number}
        yield Counts(MappingProxyType(values))


def _packed(counts: Counts, keys: Sequence[Key]) -> int:
    return int.from_bytes(array("Q", [counts[key] for key in keys]).tobytes(), byteorder)


def _fields(number: int, length: int) -> array[int]:
    fields = array("Q")
    fields.frombytes(number.to_bytes(length * _FIELD_BYTES, byteorder))
    return fields
