"""What is drawn is never an original, and varied names hide those that leaked."""

from __future__ import annotations

from bench.trials import draws, parrot


def test_no_name_drawn_is_an_original() -> None:
    assert draws.trial("people", draws.REDUCED, seed=7) >= draws.REDUCED


def test_varied_names_cut_what_a_reader_finds_to_a_third() -> None:
    found = {
        dial: parrot.trial(dial, 0.95, parrot.REDUCED, seed=7, knows_lists=False)
        for dial in ("consistent", "varied")
    }
    assert found["consistent"].found > 0.8
    assert found["varied"].found <= parrot.MOST_OF_CONSISTENT * found["consistent"].found
