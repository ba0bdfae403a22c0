import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato import Span, resolve


def test_the_stronger_span_keeps_its_whole_range_and_the_weaker_is_cut():
    strong = Span(5, 10, "DATE", 0.9, "a")
    weak = Span(0, 7, "PHONE", 0.5, "b")
    assert resolve([weak, strong]) == (Span(0, 5, "PHONE", 0.5, "b"), strong)


def test_a_weak_span_around_a_strong_one_covers_both_sides():
    inner = Span(3, 6, "EMAIL", 1.0)
    outer = Span(0, 9, "OTHER", 0.5)
    labels = [(span.start, span.end, span.label) for span in resolve([outer, inner])]
    assert labels == [(0, 3, "OTHER"), (3, 6, "EMAIL"), (6, 9, "OTHER")]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=12))
def test_the_order_of_the_spans_does_not_matter(ranges):
    spans = [
        Span(start, start + width, "OTHER", 0.5, str(n)) for n, (start, width) in enumerate(ranges)
    ]
    assert resolve(spans) == resolve(reversed(spans))


@pytest.mark.parametrize("wrong", [(3, 3, "DATE"), (-1, 2, "DATE"), (0, 1, "NAME")])
def test_an_impossible_span_is_an_error(wrong):
    with pytest.raises(ValueError, match=r"span|label"):
        Span(*wrong)


def test_a_span_holds_no_text():
    assert "text" not in repr(Span(0, 4, "PATIENT"))
