"""Random overlapping and adjacent spans: nothing claimed survives, nothing else is touched."""

from __future__ import annotations

import random

from sfumato.core.edit import Edit, splice
from sfumato.core.labels import LABELS
from sfumato.core.span import Span, resolve

FULL = 100_000
_TEXT = "".join(chr(0x100 + index) for index in range(60))
_MARK = "#"


def trial(count: int, *, seed: int) -> int:
    """Runs the trial on `count` random span sets; the number of spans that were tried."""
    chance = random.Random(seed)
    return sum(_one(chance) for _ in range(count))


def full() -> None:
    """The whole trial."""
    print(f"   {FULL} span sets, {trial(FULL, seed=1)} spans: none survives")


def _one(chance: random.Random) -> int:
    spans = [_span(chance) for _ in range(chance.randint(1, 12))]
    claimed = {place for span in spans for place in range(span.start, span.end)}
    resolved = resolve(spans)
    covered = [place for span in resolved for place in range(span.start, span.end)]
    assert len(covered) == len(set(covered)), "resolved spans overlap"
    assert set(covered) == claimed, "resolve changed what is covered"
    output = splice(_TEXT, [Edit(span, _MARK) for span in resolved])
    left = output.replace(_MARK, "")
    assert left == "".join(c for place, c in enumerate(_TEXT) if place not in claimed)
    return len(spans)


def _span(chance: random.Random) -> Span:
    start = chance.randrange(len(_TEXT))
    end = min(len(_TEXT), start + chance.choice((1, 1, 2, 3, 5, 8, 20)))
    score = chance.choice((0.5, 0.9, 0.9, 1.0))
    return Span(start, end, chance.choice(LABELS), score, chance.choice(("a", "b")))
