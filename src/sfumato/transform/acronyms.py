"""Acronyms: another one of the same length that names no known place."""

from __future__ import annotations

import random
from collections.abc import Callable

_VOWELS = "AEIOU"
_CONSONANTS = "BCDFGHLMNPRSTV"
_LONGEST = 6
_TRIES = 60


def is_acronym(text: str) -> bool:
    """Whether a word is written as an acronym: two to six capitals, dots between or not."""
    letters = text.replace(".", "")
    return 2 <= len(letters) <= _LONGEST and letters.isalpha() and letters.isupper()


def acronym(text: str, chance: random.Random, is_used: Callable[[str], bool]) -> str | None:
    """Another acronym with its first letter where that says the kind (hospital, centre)."""
    letters = [at for at, char in enumerate(text) if char.isalpha()]
    for _ in range(_TRIES):
        made = list(text)
        for place, at in enumerate(letters):
            if place == 0 and text[at] in "HC" and len(letters) > 2:
                continue
            made[at] = chance.choice(_VOWELS if text[at] in _VOWELS else _CONSONANTS)
        new = "".join(made)
        if new != text and not is_used(new.replace(".", "")):
            return new
    return None
