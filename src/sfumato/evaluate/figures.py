"""Figures: the rates that counts give."""

from __future__ import annotations

from sfumato.evaluate.counts import Counts, Key

SPAN_MEASURES = ("ner", "span", "merged")
MEASURES = (*SPAN_MEASURES, "tokens", "characters")
COVERAGE = ("direct_recall", "all_recall", "precision", "leaking_documents")


def figures(counts: Counts) -> dict[Key, float]:
    """Every figure that counts give. A label that does not occur has none."""
    found = headline(counts)
    for label in counts.names("label"):
        _rates(found, ("labels", label), counts, ("label", label))
    for label in counts.names("cover"):
        found["coverage", "labels", label] = _share(counts, ("cover", label))
    for key, number in counts.values.items():
        if key[0] == "confusion":
            found[key] = float(number)
    return found


def headline(counts: Counts) -> dict[Key, float]:
    """The figures of a whole set of documents, without those of each label."""
    found: dict[Key, float] = {}
    for measure in MEASURES:
        _rates(found, (measure,), counts, (measure,))
    found["leak_per_line",] = counts["ner", "fn"] / max(counts["lines", "all"], 1)
    values = (
        _share(counts, ("covered", "direct")),
        _share(counts, ("covered", "all")),
        found["characters", "precision"],
        counts["documents", "leaking"] / max(counts["documents", "all"], 1),
    )
    found |= {("coverage", name): value for name, value in zip(COVERAGE, values, strict=True)}
    return found


def comparable(counts: Counts) -> dict[Key, float]:
    """The figures in which two results are compared: the headline and those of each label."""
    found = figures(counts)
    return {key: value for key, value in found.items() if key[0] != "confusion"}


def _share(counts: Counts, key: Key) -> float:
    whole = counts[(*key, "total")]
    return counts[(*key, "found")] / whole if whole else 0.0


def _rates(found: dict[Key, float], name: Key, counts: Counts, key: Key) -> None:
    tp, fp, fn = counts.outcomes(*key)
    precision = tp / (tp + fp) if tp + fp else 0.0
    recall = tp / (tp + fn) if tp + fn else 0.0
    both = precision + recall
    found[(*name, "precision")] = precision
    found[(*name, "recall")] = recall
    found[(*name, "f1")] = 2 * precision * recall / both if both else 0.0
