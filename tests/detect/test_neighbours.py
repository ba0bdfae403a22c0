"""Words one error away, against the definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sfumato.detect.neighbours import Neighbours, is_near

_WORDS = st.text("abc", max_size=5)


def once_wrong(word: str) -> set[str]:
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    return {
        word,
        *(a + b[1:] for a, b in cuts if b),
        *(a + sign + b for a, b in cuts for sign in "abc"),
        *(a + sign + b[1:] for a, b in cuts if b for sign in "abc"),
        *(a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1),
    }


@given(_WORDS, _WORDS)
def test_near_is_one_error_at_most(left: str, right: str) -> None:
    assert is_near(left, right) == (right in once_wrong(left))


@given(st.lists(_WORDS, max_size=6), _WORDS)
def test_neighbours_finds_what_is_near(words: list[str], word: str) -> None:
    wanted = min((w for w in words if is_near(word, w)), default=None)
    assert Neighbours(words).of(word) == wanted
