"""Ranges follow their text; a range that touches a replaced span takes in its replacement."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.edit import Edit, splice
from sfumato.core.span import Span
from sfumato.formats.offsets import Offsets


def test_ranges_widen_over_replacements() -> None:
    offsets = Offsets([Edit(Span(4, 8, "OTHER"), "[X]"), Edit(Span(10, 12, "OTHER"), "")])
    assert offsets.moved(0, 4) == (0, 4)
    assert offsets.moved(4, 8) == (4, 7)
    assert offsets.moved(5, 6) == (4, 7)
    assert offsets.moved(8, 10) == (7, 9)
    assert offsets.moved(10, 12) == (9, 9)
    assert offsets.moved(11, 14) == (9, 11)
    assert offsets.moved(12, 14) == (9, 11)


@given(st.randoms())
def test_untouched_ranges_cover_the_same_text(chance: random.Random) -> None:
    text = "".join(chance.choice("abcde") for _ in range(30))
    cuts = sorted(chance.sample(range(31), 6))
    edits = [
        Edit(Span(one, two, "OTHER"), "X" * chance.randrange(4))
        for one, two in zip(cuts[::2], cuts[1::2], strict=True)
    ]
    after, offsets = splice(text, edits), Offsets(edits)
    for start in range(30):
        end = chance.randrange(start + 1, 31)
        moved = offsets.moved(start, end)
        if all(end <= edit.span.start or edit.span.end <= start for edit in edits):
            assert after[slice(*moved)] == text[start:end]
        assert 0 <= moved[0] <= moved[1] <= len(after)
