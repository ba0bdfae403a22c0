"""Report: a whole evaluation, as values for machines. It holds figures and labels, no text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from sfumato.evaluate.bootstrap import CONFIDENCE, RESAMPLES, SEED, Figure, intervals
from sfumato.evaluate.metrics import MEASURES, Counts, Key, count, figures, total
from sfumato.evaluate.note import Mark, Note

_DIGITS = 6
_OUTCOMES = ("tp", "fp", "fn")


@dataclass(frozen=True, slots=True)
class Report:
    """The counts of a corpus and every figure with its interval."""

    counts: Counts
    figures: Mapping[Key, Figure] = field(repr=False)
    resamples: int = RESAMPLES
    unanswered: int = 0
    """Documents of the gold standard without a prediction; they count as if nothing was found."""
    foreign: int = 0
    """Predictions for documents that the gold standard does not have; they count for nothing."""

    @property
    def labels(self) -> list[str]:
        """All labels, of the gold standard and of the prediction."""
        return self.counts.names("label")

    def outcomes(self, *key: str) -> tuple[int, int, int]:
        """True positives, false positives and false negatives of a measure or a label."""
        tp, fp, fn = (self.counts[(*key, outcome)] for outcome in _OUTCOMES)
        return tp, fp, fn

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
    direct: Set[str],
    resamples: int = RESAMPLES,
) -> Report:
    """Compares predictions, by document id, with a gold standard."""
    documents = [count(note, predicted.get(note.id, ()), direct=direct) for note in gold]
    known = {note.id for note in gold}
    return Report(
        total(documents),
        intervals(documents, figures, resamples=resamples, numbers={"confusion"}),
        resamples,
        unanswered=len(known - predicted.keys()),
        foreign=len(predicted.keys() - known),
    )


def as_json(report: Report) -> dict[str, Any]:
    """Plain values: figures as value, low, high; counts beside them."""
    whole: dict[str, Any] = {
        "documents": report.counts["documents", "all"],
        "lines": report.counts["lines", "all"],
        "unanswered": report.unanswered,
        "foreign": report.foreign,
        "bootstrap": {"resamples": report.resamples, "seed": SEED, "confidence": CONFIDENCE},
    }
    for key, figure in report.figures.items():
        place = whole
        for part in key[:-1]:
            place = place.setdefault(part, {})
        place[key[-1]] = _plain(figure)
    for measure in MEASURES:
        whole[measure] |= _outcomes(report, measure)
    for label in report.labels:
        whole["labels"][label] |= _outcomes(report, "label", label)
    _add_cover(whole, report)
    return whole


def _add_cover(whole: dict[str, Any], report: Report) -> None:
    for label in report.counts.names("cover"):
        entry = whole["coverage"]["labels"][label]
        entry["found"] = report.counts["cover", label, "found"]
        entry["total"] = report.counts["cover", label, "total"]


def _outcomes(report: Report, *key: str) -> dict[str, int]:
    return dict(zip(_OUTCOMES, report.outcomes(*key), strict=True))


def _plain(figure: Figure) -> dict[str, Any]:
    return {
        "value": round(figure.value, _DIGITS),
        "low": round(figure.low, _DIGITS),
        "high": round(figure.high, _DIGITS),
    }
