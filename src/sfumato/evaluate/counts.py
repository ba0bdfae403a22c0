"""Counts: whole numbers by key that add, so parts of a corpus sum to the corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

Key = tuple[str, ...]
OUTCOMES = ("tp", "fp", "fn")


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts by key. Those of two sets of documents add up to those of both together."""

    values: Mapping[Key, int] = field(default_factory=lambda: MappingProxyType({}))

    def __getitem__(self, key: Key) -> int:
        return self.values.get(key, 0)

    def __add__(self, other: Counts) -> Counts:
        return total((self, other))

    def names(self, kind: str) -> list[str]:
        """The second parts of the keys of one kind, sorted."""
        return sorted({key[1] for key in self.values if key[0] == kind})

    def outcomes(self, *key: str) -> tuple[int, int, int]:
        """True positives, false positives and false negatives under a key."""
        tp, fp, fn = (self[(*key, outcome)] for outcome in OUTCOMES)
        return tp, fp, fn


def total(documents: Iterable[Counts]) -> Counts:
    """The sum of counts."""
    summed: dict[Key, int] = {}
    for counts in documents:
        for key, value in counts.values.items():
            summed[key] = summed.get(key, 0) + value
    return Counts(MappingProxyType(summed))


def tally(pairs: Iterable[tuple[Key, int]]) -> Counts:
    """Counts from keys with numbers; a key may come often, and zeros are left out."""
    values: dict[Key, int] = {}
    for key, number in pairs:
        if number:
            values[key] = values.get(key, 0) + number
    return Counts(MappingProxyType(values))


def outcome_pairs(key: Key, numbers: Sequence[int]) -> Iterable[tuple[Key, int]]:
    """True positives, false positives and false negatives as pairs for `tally`."""
    return [((*key, outcome), n) for outcome, n in zip(OUTCOMES, numbers, strict=True)]
