"""Passages: stretches of a text in a language that the recogniser has not learnt.

In Latin letters the small words tell: those of another language count for it, those of Spanish and
English against it, and words that are neither a little against it, so that names, drugs and headers
amount to nothing. A passage is a stretch whose sum is highest. In other letters their number tells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sfumato.knowledge.language import SMALL_WORDS
from sfumato.knowledge.lists import entries
from sfumato.knowledge.shadow import shadow

_WORD = re.compile(rb"[A-Za-z_]+")
_LEAST_SUM = 5.0
_LEAST_DIFFERENT = 5
_FELL = 4.0
"""A passage has ended where the sum fell by so much."""
_FOR, _FOR_A_LETTER = 1.0, 0.5
_AGAINST = {"home": 1.0, "word": 0.1, "name": 0.0}

_SCRIPTS = {
    "Greek letters": "\u0370-\u03ff\u1f00-\u1fff",
    "Cyrillic letters": "\u0400-\u052f",
    "Armenian letters": "\u0531-\u058f",
    "Hebrew letters": "\u0591-\u05f4",
    "Arabic letters": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff",
    "Indian letters": "\u0900-\u0dff",
    "Thai or Lao letters": "\u0e01-\u0eff",
    "Georgian letters": "\u10a0-\u10ff",
    "Ethiopic letters": "\u1200-\u139f",
    "Korean letters": "\u1100-\u11ff\uac00-\ud7af",
    "Chinese or Japanese signs": "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff",
}
_GAP = 40
"""Digits, signs and other letters that may stand inside a passage in other letters."""
_LEAST_LETTERS = 16
_LEAST_WORDS = 4
_LEAST_SIGNS = 10  # where words are not written apart
_TOGETHER = frozenset(("Chinese or Japanese signs", "Thai or Lao letters"))


@dataclass(frozen=True, slots=True, order=True)
class Passage:
    """A stretch of text, and the language or the letters in which it is written."""

    start: int
    end: int
    language: str


def other_passages(text: str) -> tuple[Passage, ...]:
    """The passages of a text in other languages than Spanish and English, in their order."""
    return tuple(sorted((*_in_other_letters(text), *_in_latin_letters(text))))


@cache
def _languages() -> dict[str, frozenset[str]]:
    """The small words of each language."""
    rows = (line.partition(":") for line in entries("other-languages"))
    return {name: frozenset(words.split()) for name, _, words in rows}


@cache
def _telling() -> dict[str, tuple[str, ...]]:
    """For each small word that Spanish and English have not, the languages that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for name, words in _languages().items():
        for word in words - SMALL_WORDS:
            found[word] = (*found.get(word, ()), name)
    return found


def _in_latin_letters(text: str) -> Iterator[Passage]:
    twin = shadow(text)
    tokens = list(_WORD.finditer(twin.data))
    words = twin.data.lower().decode("ascii")
    row = [words[token.start() : token.end()] for token in tokens]
    taken: list[tuple[int, int]] = []
    for name in _likely(row):
        sums = list(_weights(row, twin.data, [token.start() for token in tokens], name))
        for first, last in _highest(sums):
            different = {row[at] for at in range(first, last) if sums[at] == _FOR}
            if len(different) >= _LEAST_DIFFERENT and _is_free(first, last, taken):
                taken.append((first, last))
                yield Passage(*twin.span(tokens[first].start(), tokens[last - 1].end()), name)


def _likely(row: Sequence[str]) -> list[str]:
    """The languages of which there are enough words at all, the one with most of them first."""
    telling = _telling()
    counts: Counter[str] = Counter()
    different: Counter[str] = Counter()
    for word, times in Counter(word for word in row if word in telling).items():
        for name in telling[word]:
            counts[name] += times
            different[name] += len(word) > 1
    return [
        name
        for name, count in counts.most_common()
        if count >= _LEAST_SUM and different[name] >= _LEAST_DIFFERENT
    ]


def _weights(row: Sequence[str], data: bytes, starts: Sequence[int], name: str) -> Iterator[float]:
    own = _languages()[name]
    for word, start in zip(row, starts, strict=True):
        if word in own:
            yield 0.0 if word in SMALL_WORDS else _FOR if len(word) > 1 else _FOR_A_LETTER
        elif word in SMALL_WORDS:
            yield -_AGAINST["home"]
        else:
            yield -_AGAINST["name" if data[start : start + 1].isupper() else "word"]


def _highest(weights: Sequence[float]) -> Iterator[tuple[int, int]]:
    """The stretches whose sums are highest and high enough: first and last place, half open."""
    first = best_stop = 0
    total = best = 0.0
    for at, weight in enumerate(weights):
        total += weight
        if total > best:
            best, best_stop = total, at + 1
        if total <= 0 or total < best - _FELL:
            if best >= _LEAST_SUM:
                yield first, best_stop
            first, total, best = at + 1, 0.0, 0.0
    if best >= _LEAST_SUM:
        yield first, best_stop


def _is_free(first: int, last: int, taken: Sequence[tuple[int, int]]) -> bool:
    return all(last <= begin or end <= first for begin, end in taken)


def _in_other_letters(text: str) -> Iterator[Passage]:
    """Passages in letters of which the shadow keeps none, so that none is a disguise."""
    if text.isascii():
        return
    for name, letters in _SCRIPTS.items():
        words = [
            (found.start(), found.end())
            for found in re.finditer(f"[{letters}]+", text)
            if b"_" in shadow(found.group()).data
        ]
        for run in _runs(words):
            count = sum(end - start for start, end in run)
            together = name in _TOGETHER
            if count >= (_LEAST_SIGNS if together else _LEAST_LETTERS) and (
                together or len(run) >= _LEAST_WORDS
            ):
                yield Passage(run[0][0], run[-1][1], name)


def _runs(words: Sequence[tuple[int, int]]) -> Iterator[Sequence[tuple[int, int]]]:
    """Words that stand near each other."""
    begin = 0
    for at in range(1, len(words) + 1):
        if at == len(words) or words[at][0] - words[at - 1][1] > _GAP:
            yield words[begin:at]
            begin = at
