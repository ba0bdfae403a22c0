"""Metrics: whole-number counts of documents, which add, and the figures that counts give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType

from sfumato.evaluate.note import Mark, Note
from sfumato.evaluate.pairing import pair

Key = tuple[str, ...]
_Range = tuple[int, int]

SPURIOUS = "(spurious)"
MISSED = "(missed)"
MEASURES = ("ner", "span", "merged")


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


def total(documents: Iterable[Counts], *, times: Sequence[int] | None = None) -> Counts:
    """The sum of counts, each taken as often as `times` says."""
    summed: dict[Key, int] = {}
    for index, counts in enumerate(documents):
        often = 1 if times is None else times[index]
        if often:
            for key, value in counts.values.items():
                summed[key] = summed.get(key, 0) + value * often
    return Counts(MappingProxyType(summed))


def count(note: Note, predicted: Sequence[Mark], *, direct: Set[str]) -> Counts:
    """What one document adds; `direct` names the labels of direct identifiers."""
    lines = sum(1 for line in note.text.splitlines() if line.strip())
    values: dict[Key, int] = {("documents", "all"): 1, ("lines", "all"): lines}
    _count_spans(values, note, predicted)
    _count_cover(values, note, predicted, direct)
    for gold, given in pair(note.marks, predicted):
        row = gold.label if gold else SPURIOUS
        _add(values, ("confusion", row, given.label if given else MISSED), 1)
    return Counts(MappingProxyType(values))


def _count_spans(values: dict[Key, int], note: Note, predicted: Sequence[Mark]) -> None:
    """Strict NER, strict span and merged span, as the MEDDOCAN track defines them."""
    gold, found = set(note.marks), set(predicted)
    for outcome, marks in (("tp", gold & found), ("fp", found - gold), ("fn", gold - found)):
        _add(values, ("ner", outcome), len(marks))
        for mark in marks:
            _add(values, ("label", mark.label, outcome), 1)
    wanted, given = {mark[:2] for mark in gold}, {mark[:2] for mark in found}
    agreed = (wanted & given) | (merged(wanted, note.text) & merged(given, note.text))
    _add(values, ("span", "tp"), len(wanted & given))
    _add(values, ("span", "fp"), len(given - wanted))
    _add(values, ("span", "fn"), len(wanted - given))
    _add(values, ("merged", "tp"), len(agreed))
    _add(values, ("merged", "fp"), _outside(given - wanted, agreed))
    _add(values, ("merged", "fn"), _outside(wanted - given, agreed))


def merged(ranges: Set[_Range], text: str) -> set[_Range]:
    """The ranges, neighbours joined where no letter or digit stands between them."""
    joined: list[_Range] = []
    for start, end in sorted(ranges):
        if joined and not any(sign.isalnum() for sign in text[joined[-1][1] : start]):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return set(joined)


def _outside(ranges: Set[_Range], containers: Set[_Range]) -> int:
    return sum(
        not any(first <= start and end <= last for first, last in containers)
        for start, end in ranges
    )


def _count_cover(
    values: dict[Key, int], note: Note, predicted: Sequence[Mark], direct: Set[str]
) -> None:
    """How much is covered, whatever the labels: spans, letters and digits, leaking documents."""
    mask, wanted = _mask(predicted, len(note.text)), _mask(note.marks, len(note.text))
    leaks = False
    for start, end, label in note.marks:
        whole = all(mask[at] for at in range(start, end) if note.text[at].isalnum())
        kinds = ("all", "direct") if label in direct else ("all",)
        for key in (("cover", label), *(("covered", kind) for kind in kinds)):
            _add(values, (*key, "total"), 1)
            _add(values, (*key, "found"), int(whole))
        leaks |= not whole and label in direct
    _add(values, ("documents", "leaking"), int(leaks))
    hidden = [at for at, sign in enumerate(note.text) if mask[at] and sign.isalnum()]
    _add(values, ("characters", "predicted"), len(hidden))
    _add(values, ("characters", "inside"), sum(wanted[at] for at in hidden))


def _mask(marks: Iterable[Mark], length: int) -> bytearray:
    mask = bytearray(length)
    for start, end, _ in marks:
        first, last = max(0, start), min(end, length)
        if first < last:
            mask[first:last] = b"\x01" * (last - first)
    return mask


def _add(values: dict[Key, int], key: Key, number: int) -> None:
    if number:
        values[key] = values.get(key, 0) + number


def figures(counts: Counts) -> dict[Key, float]:
    """Every figure that counts give. A label that does not occur has none."""
    found: dict[Key, float] = {}
    for measure in MEASURES:
        _rates(found, (measure,), counts, (measure,))
    found["leak_per_line",] = counts["ner", "fn"] / max(counts["lines", "all"], 1)
    for label in counts.names("label"):
        _rates(found, ("labels", label), counts, ("label", label))
    found |= _cover_figures(counts)
    for key, number in counts.values.items():
        if key[0] == "confusion":
            found[key] = float(number)
    return found


def _cover_figures(counts: Counts) -> dict[Key, float]:
    documents, leaking = counts["documents", "all"], counts["documents", "leaking"]
    inside, predicted = counts["characters", "inside"], counts["characters", "predicted"]
    found: dict[Key, float] = {
        ("coverage", "direct_recall"): _share(counts, ("covered", "direct")),
        ("coverage", "all_recall"): _share(counts, ("covered", "all")),
        ("coverage", "precision"): inside / predicted if predicted else 0.0,
        ("coverage", "leaking_documents"): leaking / max(1, documents),
    }
    for label in counts.names("cover"):
        found["coverage", "labels", label] = _share(counts, ("cover", label))
    return found


def _share(counts: Counts, key: Key) -> float:
    whole = counts[(*key, "total")]
    return counts[(*key, "found")] / whole if whole else 0.0


def _rates(found: dict[Key, float], name: Key, counts: Counts, key: Key) -> None:
    tp, fp, fn = (counts[(*key, outcome)] for outcome in ("tp", "fp", "fn"))
    precision = tp / (tp + fp) if tp + fp else 0.0
    recall = tp / (tp + fn) if tp + fn else 0.0
    both = precision + recall
    found[(*name, "precision")] = precision
    found[(*name, "recall")] = recall
    found[(*name, "f1")] = 2 * precision * recall / both if both else 0.0
