"""The law of spans; `make bench` runs 100,000 sets."""

from bench.trials import spans


def test_no_character_of_20000_random_span_sets_survives_and_nothing_else_is_touched():
    assert spans.trial(20_000, seed=1) > 20_000
