"""Measure: how well a network tags labelled texts, while it is being made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from sfumato.detect.pieces import Cutter, Pieces
from sfumato.detect.tags import best_spans
from sfumato.detect.windows import Window, windows_over
from sfumato.train.examples import Example
from sfumato.train.loops import cast
from sfumato.train.network import Network

_BATCH = 128
_DIRECT = frozenset(
    "PATIENT DOCTOR RELATIVE STREET PHONE FAX EMAIL URL HOSPITAL HEALTHCARE_CENTRE".split()
)
Spans = list[tuple[int, int, str]]


@dataclass(frozen=True, slots=True)
class Figures:
    """Strict and span F1, direct identifiers wholly covered, letters rightly covered."""

    strict: float
    span: float
    direct: float
    every: float
    precision: float

    def __str__(self) -> str:
        return (
            f"strict {self.strict:.4f} span {self.span:.4f} direct {self.direct:.4f} "
            f"all {self.every:.4f} precision {self.precision:.4f}"
        )


def tagged(
    network: Network, cutter: Cutter, texts: Sequence[str], device: str, *, lean: float = 0.0
) -> list[Spans]:
    """The spans that a network finds in texts."""
    cut = [cutter.cut(text) for text in texts]
    rows = [np.zeros((len(pieces), network.shape.tags), np.float32) for pieces in cut]
    plan = [(at, w) for at, pieces in enumerate(cut) for w in windows_over(len(pieces))]
    plan.sort(key=lambda item: item[1].end - item[1].begin)
    for start in range(0, len(plan), _BATCH):
        _score(network, cut, rows, plan[start : start + _BATCH], device)
    return [list(_spans(pieces, row, lean)) for pieces, row in zip(cut, rows, strict=True)]


def _score(
    network: Network,
    cut: Sequence[Pieces],
    rows: Sequence[NDArray[np.float32]],
    plan: Sequence[tuple[int, Window]],
    device: str,
) -> None:
    longest = max(w.end - w.begin for _, w in plan)
    stack = np.full((len(plan), 3, longest), -1, np.int64)
    for line, (at, w) in enumerate(plan):
        pieces = cut[at]
        for kind, values in enumerate((pieces.ids, pieces.looks, pieces.flags)):
            stack[line, kind, : w.end - w.begin] = values[w.begin : w.end]
    whole = torch.from_numpy(stack).to(device)
    mask = whole[:, 0] >= 0
    with torch.no_grad(), cast(device):
        vectors = network(*(whole[:, kind].clamp_min(0) for kind in range(3)), mask)
        scores = torch.log_softmax(network.tags(vectors).float(), -1).cpu().numpy()
    for line, (at, w) in enumerate(plan):
        rows[at][w.first : w.last] = scores[line, w.first - w.begin : w.last - w.begin]


def _spans(pieces: Pieces, row: NDArray[np.float32], lean: float) -> Iterator[tuple[int, int, str]]:
    for first, stop, label in best_spans(row[pieces.heads], lean=lean):
        start, end = pieces.twin.span(int(pieces.starts[first]), int(pieces.ends[stop - 1]))
        yield start, end, label


def figures(examples: Sequence[Example], found: Sequence[Spans]) -> Figures:
    """The figures of found spans against the marked ones."""
    strict, span = [0, 0, 0], [0, 0, 0]
    hits = {"direct": [0, 0], "every": [0, 0]}
    inside = covered = 0
    for example, spans in zip(examples, found, strict=True):
        _count(strict, set(example.spans), set(spans))
        _count(span, {s[:2] for s in example.spans}, {s[:2] for s in spans})
        mask, gold = _mask(spans), _mask(example.spans)
        for start, end, label in example.spans:
            hit = all(at in mask for at in range(start, end) if example.text[at].isalnum())
            for name in ("every", "direct") if label in _DIRECT else ("every",):
                hits[name][0] += hit
                hits[name][1] += 1
        letters = [at for at in mask if example.text[at].isalnum()]
        covered += len(letters)
        inside += sum(at in gold for at in letters)
    direct, every = (hits[name][0] / max(1, hits[name][1]) for name in ("direct", "every"))
    return Figures(_f1(strict), _f1(span), direct, every, inside / max(1, covered))


def by_label(
    examples: Sequence[Example], found: Sequence[Spans]
) -> dict[str, tuple[int, int, int]]:
    """For each label how many spans were rightly found, marked and found."""
    counts: dict[str, list[int]] = {}
    for example, spans in zip(examples, found, strict=True):
        for label in {label for *_, label in (*example.spans, *spans)}:
            gold, own = ({s for s in rows if s[2] == label} for rows in (example.spans, spans))
            _count(counts.setdefault(label, [0, 0, 0]), gold, own)
    return {label: (hits, gold, own) for label, (hits, gold, own) in sorted(counts.items())}


def _count(counts: list[int], gold: Set[object], found: Set[object]) -> None:
    counts[0] += len(gold & found)
    counts[1] += len(gold)
    counts[2] += len(found)


def _f1(counts: list[int]) -> float:
    return 2 * counts[0] / max(1, counts[1] + counts[2])


def _mask(spans: Sequence[tuple[int, int, str]]) -> set[int]:
    return {at for start, end, _ in spans for at in range(start, end)}
