"""Span: where an identifier stands. It holds no text, so a repr or a log line cannot leak."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sfumato.core.labels import is_label


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A labelled half-open range of code points, with the score and the name of its detector."""

    start: int
    end: int
    label: str
    score: float = 1.0
    detector: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError("a span must be a non-empty range")
        if not is_label(self.label):
            raise ValueError(f"unknown label {self.label!r}")
        if not 0.0 <= self.score <= 1.0:
            raise ValueError("a score lies between 0 and 1")


def resolve(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Disjoint spans that cover every character any of the given spans covered.

    Where spans overlap, the stronger keeps its whole range (higher score, then longer, then
    earlier, then label in alphabet order) and the weaker is cut to what sticks out; what sticks
    out of a span of the same label joins it.
    """
    ranked = sorted(set(spans), key=_strength)
    if len(ranked) < 2:
        return tuple(ranked)
    kept: list[Span] = []
    for cluster in _clusters(sorted(ranked)):
        kept.extend(_cut(cluster))
    return tuple(sorted(kept))


def _strength(span: Span) -> tuple[float, int, int, str, str]:
    return (-span.score, span.start - span.end, span.start, span.label, span.detector)


def _clusters(ordered: list[Span]) -> Iterable[list[Span]]:
    cluster: list[Span] = []
    end = -1
    for span in ordered:
        if cluster and span.start >= end:
            yield cluster
            cluster = []
            end = -1
        cluster.append(span)
        end = max(end, span.end)
    if cluster:
        yield cluster


def _cut(cluster: list[Span]) -> list[Span]:
    if len(cluster) == 1:
        return cluster
    start, end = cluster[0].start, max(span.end for span in cluster)
    ranked = sorted(cluster, key=_strength)
    owner = [-1] * (end - start)
    for rank in range(len(ranked) - 1, -1, -1):
        span = ranked[rank]
        owner[span.start - start : span.end - start] = [rank] * (span.end - span.start)
    pieces: list[Span] = []
    begin = 0
    for index in range(1, len(owner) + 1):
        if index == len(owner) or ranked[owner[index]].label != ranked[owner[begin]].label:
            best = ranked[min(owner[begin:index])]
            pieces.append(Span(start + begin, start + index, best.label, best.score, best.detector))
            begin = index
    return pieces
