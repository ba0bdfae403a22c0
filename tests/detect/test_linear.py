"""Time grows with the text and no faster, whatever the text."""

import pytest
from bench.trials.linear import GROWTH, LARGE, LONGEST_S, SMALL, Grown, reduced


def test_hard_texts_of_1_mb_take_four_times_as_long_as_a_quarter_of_them():
    assert (SMALL * 4, LARGE) == (1_000_000, 1_000_000)
    grown = list(reduced())
    assert [one.what for one in grown if not one.is_linear] == []
    expressions = [one for one in grown if not one.what.startswith("recogniser")]
    assert max(one.large_s for one in expressions) < LONGEST_S / 2


@pytest.mark.parametrize(("small_s", "large_s"), [(1.0, GROWTH + 1), (20.0, LONGEST_S + 1)])
def test_what_grows_faster_or_takes_too_long_is_told(small_s, large_s):
    assert not Grown("steep", small_s, large_s).is_linear
    assert Grown("flat", 1.0, 4.0).is_linear
