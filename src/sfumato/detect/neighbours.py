"""Neighbours: words one error away from given ones, found by what is left without a letter.

An error is a letter too many, too few, another one, or two that changed places. Words that are one
error apart share a form with at most one letter left out (Bocek, Hunt and Hyyro 2007), so a look-up
costs as many steps as the word has letters, however many words are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest


class Neighbours:
    """Words, and which of them is one error away from another word."""

    def __init__(self, words: Iterable[str]) -> None:
        self._forms: dict[str, list[str]] = {}
        for word in sorted(set(words)):
            for form in _shortened(word):
                self._forms.setdefault(form, []).append(word)

    def of(self, word: str) -> str | None:
        """The first of the given words that is one error away or the same."""
        met = {near for form in _shortened(word) for near in self._forms.get(form, ())}
        return min((near for near in met if is_near(word, near)), default=None)


def is_near(left: str, right: str) -> bool:
    """Whether one error at most separates two words."""
    if abs(len(left) - len(right)) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip_longest(left, right)) if a != b), None)
    if at is None:
        return True
    swapped = left[at : at + 2][::-1] == right[at : at + 2] and left[at + 2 :] == right[at + 2 :]
    return (
        swapped or left[at + 1 :] in (right[at + 1 :], right[at:]) or left[at:] == right[at + 1 :]
    )


def _shortened(word: str) -> Iterator[str]:
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]
