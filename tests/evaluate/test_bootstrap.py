"""Bootstrap: intervals from documents drawn again, the same every time."""

from __future__ import annotations

from types import MappingProxyType

from sfumato.evaluate.bootstrap import FEWEST, changes, intervals
from sfumato.evaluate.counts import Counts, Key


def documents(*hits: int, of: int = 10) -> list[Counts]:
    """Documents with so many of ten found."""
    return [Counts(MappingProxyType({("hit",): n, ("all",): of})) for n in hits]


def share(counts: Counts) -> dict[Key, float]:
    """The rate under test; none where nothing is counted."""
    return {("share",): counts["hit",] / counts["all",]} if counts["all",] else {}


def test_documents_that_are_all_alike_leave_nothing_to_chance() -> None:
    figure = intervals(documents(*[7] * 8), share)["share",]
    assert (figure.value, figure.low, figure.high) == (0.7, 0.7, 0.7)


def test_the_interval_holds_the_value_and_is_the_same_every_time() -> None:
    mixed = documents(*range(10), *range(10))
    first, again = (intervals(mixed, share)["share",] for _ in range(2))
    assert first == again
    assert first.low is not None
    assert first.high is not None
    assert 0.25 < first.low < first.value == 0.45 < first.high < 0.65


def test_more_documents_make_it_narrower() -> None:
    few, many = (intervals(documents(*hits), share)["share",] for hits in ([2, 8] * 5, [2, 8] * 80))
    assert few.high is not None
    assert many.high is not None
    assert many.high - many.value < (few.high - few.value) / 2


def test_too_few_documents_have_no_interval() -> None:
    figure = intervals(documents(*[5] * (FEWEST - 1)), share)["share",]
    assert (figure.value, figure.low, figure.high) == (0.5, None, None)


def test_counts_too_large_for_one_byte_add_up_right() -> None:
    large = documents(*[123_456_789] * 6, of=987_654_321)
    figure = intervals(large, share)["share",]
    assert figure.low == figure.value == figure.high == 123_456_789 / 987_654_321


def test_a_number_that_a_resample_lacks_is_zero_there_and_a_rate_is_left_out() -> None:
    """One document of twenty has the label, so more than 2.5 % of the resamples do not."""
    some = [Counts(MappingProxyType({("rare",): 3})), *[Counts()] * 19]

    def rare(counts: Counts) -> dict[Key, float]:
        return {("rare",): float(counts["rare",])} if counts["rare",] else {}

    assert intervals(some, rare, numbers={"rare"})["rare",].low == 0
    assert intervals(some, rare)["rare",].low == 3


def test_a_difference_in_every_document_is_certain_though_documents_differ_widely() -> None:
    hard = [1, 9] * 10
    better = changes(documents(*hard), documents(*(n + 1 for n in hard)), share)["share",]
    assert better.is_certain
    assert better.difference.low is not None
    assert round(better.difference.low, 9) == round(better.after - better.before, 9) == 0.1


def test_a_difference_that_goes_both_ways_may_be_chance() -> None:
    mixed = changes(documents(*[5] * 20), documents(*[4, 6] * 9, 6, 6), share)["share",]
    assert mixed.after > mixed.before
    assert not mixed.is_certain
