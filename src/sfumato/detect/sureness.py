"""Sureness: from what the network says of a span's tokens to how likely it is an identifier.

Networks are too sure of themselves. Two numbers bring them back: the odds against "outside",
averaged over the tokens, are stretched and moved (Platt, 1999). They come from
`python -m sfumato.train.calibrate`, on texts from which the network of the `held` track has not
learnt: a span is right where at least half of its letters are marked.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# From 11,641 spans; the small network gives nearly the same (-0.45, 0.58).
SHIFT, STRETCH = -0.42, 0.54
# Nothing is certain.
_SUREST = 0.9999
_LEAST = 1e-7


def odds(outside: NDArray[np.float32]) -> float:
    """The logarithm of the odds that tokens are not outside, from their chances to be."""
    mean = min(float(outside.mean()), -_LEAST)
    return float(np.log(np.expm1(-mean)))


def sureness(outside: NDArray[np.float32]) -> float:
    """How likely a span is an identifier, from the log-probabilities that its tokens are none."""
    weighed = SHIFT + STRETCH * odds(outside)
    return min(_SUREST, float(1 / (1 + np.exp(-weighed))))
