"""Report: a whole evaluation, every figure with its interval. It holds labels and no text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from string import digits
from types import MappingProxyType
from typing import Literal

from sfumato.evaluate.bootstrap import RESAMPLES, Figure, intervals
from sfumato.evaluate.counts import Counts, Key, total
from sfumato.evaluate.direct import NARROW
from sfumato.evaluate.figures import figures, headline
from sfumato.evaluate.metrics import count
from sfumato.evaluate.note import Mark, Note

UNNAMED = "(none given)"
By = Literal["language", "kind", "series"]

_NAMES: dict[By, Callable[[Note], str]] = {
    "language": lambda note: note.language,
    "kind": lambda note: note.kind,
    "series": lambda note: _series_of(note.id),
}
GROUPINGS: tuple[By, ...] = tuple(_NAMES)


@dataclass(frozen=True, slots=True)
class Group:
    """Documents that have a language, a kind or a series in common, and their figures."""

    name: str
    counts: Counts
    figures: Mapping[Key, Figure] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Report:
    """The counts of a corpus and every figure with its interval."""

    documents: tuple[Counts, ...] = field(repr=False)
    counts: Counts
    figures: Mapping[Key, Figure] = field(repr=False)
    direct: frozenset[str]
    """The labels of the gold standard that count as direct identifiers."""
    groups: Mapping[By, tuple[Group, ...]] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )
    resamples: int = RESAMPLES
    unanswered: int = 0
    """Documents of the gold standard without a prediction; they count as if nothing was found."""
    foreign: int = 0
    """Predictions for documents that the gold standard does not have; they count for nothing."""

    @property
    def labels(self) -> list[str]:
        """All labels of the gold standard and of the prediction, the commonest gold label first."""
        return sorted(
            self.counts.names("label"),
            key=lambda name: (-self.counts["cover", name, "total"], name),
        )

    def cells(self) -> dict[str, dict[str, Figure]]:
        """The confusion table: gold label (or spurious) to given label (or missed)."""
        table: dict[str, dict[str, Figure]] = {}
        for key, figure in sorted(self.figures.items()):
            if key[0] == "confusion":
                table.setdefault(key[1], {})[key[2]] = figure
        return table


def evaluate(
    gold: Sequence[Note],
    predicted: Mapping[str, Sequence[Mark]],
    *,
    direct: Set[str] = NARROW,
    by: Iterable[By] = ("language", "kind"),
    resamples: int = RESAMPLES,
) -> Report:
    """Compares predictions, by document id, with a gold standard."""
    documents = tuple(count(note, predicted.get(note.id, ()), direct=direct) for note in gold)
    known = {note.id for note in gold}
    whole = total(documents)
    return Report(
        documents,
        whole,
        intervals(documents, figures, resamples=resamples, numbers={"confusion"}),
        direct=frozenset(whole.names("cover")) & direct,
        groups={name: _groups(gold, documents, _NAMES[name], resamples) for name in by},
        resamples=resamples,
        unanswered=len(known - predicted.keys()),
        foreign=len(predicted.keys() - known),
    )


def _groups(
    gold: Sequence[Note],
    documents: Sequence[Counts],
    name_of: Callable[[Note], str],
    resamples: int,
) -> tuple[Group, ...]:
    """The documents by name, the largest group first; none where no document has a name."""
    members: dict[str, list[Counts]] = {}
    for note, counts in zip(gold, documents, strict=True):
        members.setdefault(name_of(note), []).append(counts)
    if set(members) == {""}:
        return ()
    return tuple(
        Group(name or UNNAMED, total(own), intervals(own, headline, resamples=resamples))
        for name, own in sorted(members.items(), key=lambda item: (-len(item[1]), item[0]))
    )


def _series_of(name: str) -> str:
    """What stands before the number of an id: "en2" of "en2-051"."""
    stem = name.rstrip(digits)
    return stem.rstrip("-_. ") if stem != name else ""
