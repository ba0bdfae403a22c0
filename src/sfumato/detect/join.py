"""Join: what patterns found, weighed by what the recogniser says of the same place.

Shapes that are certain by themselves (check digits, addresses of mail, fields of a structured
record, a user's own lists) stay as they are, and where the recogniser overlaps them it yields. Of
soft shapes (names, places, words for dates and ages) the network has the say: what it denies sinks
below the default threshold, where only a policy that asks for it sees it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sfumato.core.protocols import Reading
from sfumato.core.span import Span

_SOFT_DETECTORS = frozenset(("patterns", "dates", "ages", "names"))
_SOFT_LABELS = frozenset(
    "PATIENT DOCTOR RELATIVE KINSHIP SEX AGE DATE PROFESSION EMPLOYER COUNTRY LOCATION STREET "
    "HOSPITAL HEALTHCARE_CENTRE INSTITUTION OTHER USERNAME".split()
)
_SOFT_ROWS = ("code-",)
_FIRM_ROWS = ("gps", "username-domain")
# A claim of 0.3 gives a score of 0.5.
_LEAST, _SLOPE = 0.35, 0.5
_SURE = 0.5
_CERTAIN, _STEP = 0.9, 0.01


def is_soft(detector: str, span: Span) -> bool:
    """Whether a recogniser may doubt a span of a detector."""
    if detector not in _SOFT_DETECTORS or span.detector.startswith(_FIRM_ROWS):
        return False
    return span.label in _SOFT_LABELS or span.detector.startswith(_SOFT_ROWS)


def weighed(
    text: str, soft: Sequence[Span], firm: Iterable[Span], readings: Sequence[Reading]
) -> Iterator[Span]:
    """Soft spans with the score that the readings leave them.

    Where firm spans cover a part, they say better what it is and where it ends, and only the
    letters and digits that stick out are weighed.
    """
    if not readings:
        yield from soft
        return
    taken = _merged(span for span in firm if span.score >= _SURE)
    starts = [start for start, _ in taken]
    for span in soft:
        first = max(0, bisect_right(starts, span.start) - 1)
        for start, end in _outside(span, taken[first:]):
            if (start, end) != (span.start, span.end):
                start, end = _trimmed(text, start, end)
            if start < end:
                claim = max(reading.claim(start, end) for reading in readings)
                score = min(span.score, _LEAST + _SLOPE * claim)
                yield replace(span, start=start, end=end, score=score)


def yielding(found: Iterable[Span], firm: Iterable[Span]) -> Iterator[Span]:
    """A recogniser's spans, each scored just below the certain shapes that it overlaps."""
    certain = [span for span in firm if span.score >= _CERTAIN]
    taken = _merged(certain)
    starts, ceilings = [start for start, _ in taken], [1.0] * len(taken)
    for span in certain:
        at = bisect_right(starts, span.start) - 1
        ceilings[at] = min(ceilings[at], span.score - _STEP)
    for span in found:
        at = bisect_left(starts, span.end) - 1
        while at >= 0 and taken[at][1] > span.start:
            span = replace(span, score=min(span.score, ceilings[at]))
            at -= 1
        yield span


def _merged(spans: Iterable[Span]) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    for start, end in sorted((span.start, span.end) for span in spans):
        if ranges and start <= ranges[-1][1]:
            ranges[-1] = (ranges[-1][0], max(end, ranges[-1][1]))
        else:
            ranges.append((start, end))
    return ranges


def _outside(span: Span, taken: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The parts of a span that no taken range covers."""
    begin = span.start
    for start, end in taken:
        if start >= span.end:
            break
        if begin < start:
            yield begin, start
        begin = max(begin, end)
    if begin < span.end:
        yield begin, span.end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return start, end
