"""The numbers that bring a network's odds back to chances."""

from __future__ import annotations

import numpy as np

from sfumato.train.calibrate import fitted


def test_the_curve_from_which_answers_were_drawn_is_found_again() -> None:
    chance = np.random.default_rng(3)
    odds = chance.normal(2, 4, 40_000)
    right = chance.random(40_000) < 1 / (1 + np.exp(0.4 - 0.55 * odds))
    shift, stretch, loss = fitted(odds, right.astype(float))
    assert abs(shift + 0.4) < 0.05
    assert abs(stretch - 0.55) < 0.02
    assert loss < 0.5
