"""Role numbers: unknown people and places of a document, counted so that two never become one.

The same original has one number, and so has a part of a fuller name ("Ruiz" of "Elena Ruiz"); a
part that fits two fuller names has a number of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from sfumato.core.span import Span

_WORD = re.compile(r"[^\W_]+")
_PARTICLES = frozenset(
    "de del la las los el y e i da do dos di van von der den the of and s".split()
)
Words = tuple[str, ...]


def numbers_of(text: str, spans: Sequence[Span]) -> Mapping[Words, int]:
    """The number of each of the originals that some spans of one kind cover."""
    originals = list(dict.fromkeys(words_of(text[span.start : span.end]) for span in spans))
    whole = _joined(originals)
    numbers: dict[Words, int] = {}
    for original in originals:
        numbers.setdefault(whole[original], len(set(numbers.values())) + 1)
        numbers[original] = numbers[whole[original]]
    return numbers


def words_of(original: str) -> Words:
    """The words of an original without case, accents, particles and possessive."""
    plain = unicodedata.normalize("NFKD", original.casefold())
    found = _WORD.findall("".join(sign for sign in plain if not unicodedata.combining(sign)))
    telling = tuple(word for word in found if word not in _PARTICLES)
    return telling or tuple(found) or (original,)


def _joined(originals: Sequence[Words]) -> dict[Words, Words]:
    """For each original the fullest one that it is a part of, itself where that is not clear."""
    found: dict[Words, Words] = {}
    for original in sorted(originals, key=len, reverse=True):
        roots = {found[other] for other in found if _is_part(original, other)}
        found[original] = roots.pop() if len(roots) == 1 else original
    return found


def _is_part(part: Words, whole: Words) -> bool:
    """Whether each word of one stands in the other, or is the initial of a word there."""
    if len(part) > len(whole) or part == whole:
        return part != whole and sorted(part) == sorted(whole)
    left = list(whole)
    for word in sorted(part, key=len, reverse=True):
        match = next((one for one in left if one == word), None) or _by_initial(word, left)
        if match is None:
            return False
        left.remove(match)
    return any(len(word) > 1 for word in part)


def _by_initial(word: str, left: Iterable[str]) -> str | None:
    return next((one for one in left if len(word) == 1 and one[0] == word), None)
