"""Draws: no surrogate is an original of the document or of the record.

One function a kind: it takes chance and a number of draws, fails where a surrogate equals an
original, and gives the number of draws it made.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.trials import drawnnames, drawnnumbers, drawnplaces

FULL, REDUCED = 1_000_000, 20_000

KINDS: dict[str, Callable[[random.Random, int], int]] = {
    "people": drawnnames.people,
    "numbers": drawnnumbers.numbers,
    "contacts": drawnnumbers.contacts,
    "places": drawnplaces.places,
}
"""What is drawn, and how it is tried."""


def trial(kind: str, draws: int, *, seed: int) -> int:
    """So many draws of a kind; the number that was made."""
    return KINDS[kind](random.Random(f"{seed} {kind}"), draws)


def full() -> None:
    """The whole trial."""
    for kind in KINDS:
        print(f"   {kind}: {trial(kind, FULL, seed=1)} draws, no original among them")
