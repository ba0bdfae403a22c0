"""Known join: what the record knows takes its place among what the other detectors found.

A known person or value keeps its whole range and its name; what another detector claims around it
stays where it still says something. Inside an address, a login, a street or the name of a site the
larger find holds, so that "Jones" in "jones@example.org" takes the whole address with it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from sfumato.core.span import Span, resolve

_PEOPLE = frozenset(("PATIENT", "DOCTOR", "RELATIVE"))
_WHOLE = frozenset(("EMAIL", "URL", "USERNAME", "IP"))
_OF_PEOPLE = frozenset(("STREET", "HOSPITAL", "HEALTHCARE_CENTRE", "INSTITUTION", "EMPLOYER"))
"""What may be called after somebody; where hardly more than people stands, it is people."""
_MOSTLY = 0.6
_LINKS = frozenset(
    "y e and i & de del la el los las the of dr dra mr mrs ms sr sra don dona d md rn dvm s".split()
)
_WORD = re.compile(r"\w+")
_GLUE = re.compile(r"[ -]?")

Keeps = Callable[[str], bool]
"""Whether the policy leaves a label as it is."""


def joined(
    text: str, found: Sequence[Span], known: Sequence[Span], *, keeps: Keeps
) -> tuple[Span, ...]:
    """All spans, disjoint; `known` are disjoint and in order."""
    if not known:
        return tuple(found)
    finds, others = _Row(found), _Row(known)
    held = [span for span in known if not _within(text, span, finds, others, keeps)]
    row = _Row(held)
    rest = [piece for span in found for piece in _around(text, span, row.met(span))]
    return resolve([*held, *rest])


class _Row:
    """Spans in order, so that those which meet another are found without a look at all."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [span.start for span in self._spans]
        self._ends = list(accumulate((span.end for span in self._spans), max))

    def met(self, span: Span) -> list[Span]:
        """Those that overlap a span."""
        first, last = bisect_right(self._ends, span.start), bisect_left(self._starts, span.end)
        return [one for one in self._spans[first:last] if one.end > span.start]


def _within(text: str, span: Span, found: _Row, known: _Row, keeps: Keeps) -> bool:
    """Whether a larger find that will be replaced takes a known name or value with it."""
    for other in found.met(span):
        larger = other.start <= span.start and span.end <= other.end
        if not larger or keeps(other.label):
            continue
        if other.end - other.start == span.end - span.start:
            continue
        if other.label in _OF_PEOPLE:
            if span.label not in _PEOPLE or _share(text, other, known.met(other)) < _MOSTLY:
                return True
        elif other.label in _WHOLE or other.label == span.label not in _PEOPLE:
            return True
    return False


def _share(text: str, span: Span, known: Iterable[Span]) -> float:
    """The share of a span's letters that known ones cover."""
    letters = [at for at in range(span.start, span.end) if text[at].isalnum()]
    covered = sum(any(one.start <= at < one.end for one in known) for at in letters)
    return covered / max(1, len(letters))


def _around(text: str, span: Span, met: Sequence[Span]) -> Iterator[Span]:
    """What a span says beside known ones; next to one person it is that person's too."""
    begin = span.start
    if not met:
        yield span
        return
    for one in (*met, None):
        end = one.start if one else span.end
        piece = _trimmed(text, begin, end)
        if piece and _telling(text[slice(*piece)]):
            yield from _piece(text, span, piece, met)
        begin = one.end if one else end


def _piece(text: str, span: Span, piece: tuple[int, int], met: Sequence[Span]) -> Iterator[Span]:
    start, end = piece
    if span.label in _PEOPLE:
        for one in met:
            if one.label not in _PEOPLE:
                continue
            if one.end <= start and _GLUE.fullmatch(text, one.end, start):
                yield Span(one.start, end, one.label, one.score, one.detector)
                return
            if end <= one.start and _GLUE.fullmatch(text, end, one.start):
                yield Span(start, one.end, one.label, one.score, one.detector)
                return
    yield Span(start, end, span.label, span.score, span.detector)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return (start, end) if start < end else None


def _telling(text: str) -> bool:
    """Whether a remainder holds more than links and titles."""
    return any(word.lower() not in _LINKS for word in _WORD.findall(text))
