"""Blind sheet: short passages of which a reader tells whether their name or date was replaced.

Half of the passages are from originals, half from released texts, each place only once, shuffled;
which is which lies apart, in the key.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import NamedTuple

from sfumato.core.errors import Damaged
from sfumato.core.offsets import Change
from sfumato.evaluate.surrogatechecks import is_masked, is_same
from sfumato.evaluate.surrogates import Before
from sfumato.evaluate.wilson import by_chance, interval

ORIGINAL, REPLACED = "original", "replaced"
HEADINGS = ("number", "passage", "original or replaced?")
_AROUND = 90
_ANSWERS = {"o": ORIGINAL, "r": REPLACED, "s": REPLACED}
_FORMULA = "=+-@\t"


@dataclass(frozen=True, slots=True)
class BlindSheet:
    """A sheet for the reader, its key, and how many places could not be used."""

    sheet: bytes = field(repr=False)
    key: bytes = field(repr=False)
    passages: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Score:
    """How often a reader was right."""

    right: int
    answered: int
    unanswered: int
    low: float
    high: float
    chance: float
    """How likely a coin is as far from half."""

    @property
    def differs(self) -> bool:
        """Whether the reader does better or worse than chance."""
        return self.low > 0.5 or self.high < 0.5


def blind_sheet(documents: Sequence[Before], number: int, *, seed: int | None = None) -> BlindSheet:
    """A sheet of so many passages, or of as many as there are, in pairs."""
    chance = SystemRandom() if seed is None else _seeded(seed)
    found = list(_places(documents))
    usable = [place for place in found if place.usable]
    chance.shuffle(usable)
    chosen = usable[: min(number, len(usable)) // 2 * 2]
    if not chosen:
        raise Damaged("no replaced place that a reader could judge")
    sides = [ORIGINAL, REPLACED] * (len(chosen) // 2)
    chance.shuffle(sides)
    passages = [
        place.new if side == REPLACED else place.old
        for place, side in zip(chosen, sides, strict=True)
    ]
    sheet = _table(passages)
    key = {"passages": [_digest(one) for one in passages], "sides": sides}
    encoded = (json.dumps(key, indent=1) + "\n").encode()
    return BlindSheet(sheet, encoded, len(chosen), len(found) - len(usable))


def score(answered: bytes, key: bytes) -> Score:
    """The reader's result; answers are `original` and `replaced`, or their first letters."""
    sides, digests = _key(key)
    right = whole = 0
    rows = _rows(answered)
    if [_digest(row[1]) for row in rows] != digests:
        raise Damaged("the sheet and the key do not belong together")
    for row, side in zip(rows, sides, strict=True):
        answer = _ANSWERS.get(row[2].strip().lower()[:1])
        whole += answer is not None
        right += answer == side
    low, high = interval(right, whole)
    return Score(right, whole, len(rows) - whole, low, high, by_chance(right, whole))


class _Place(NamedTuple):
    """The words around a replaced place on both sides, and whether a reader can judge it."""

    old: str
    new: str
    usable: bool


def _seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a sheet that can be made again


def _places(documents: Sequence[Before]) -> Iterator[_Place]:
    """Each replaced place on both sides; passages end where a mask would tell the side."""
    for document in documents:
        made = [one for one in document.offsets.edited if not one.keeps]
        masked = [one for one in made if is_masked(_new(document, one))]
        back = document.offsets.inverse()
        for one in made:
            if one in masked or is_same(
                document.original[one.start : one.end], _new(document, one)
            ):
                yield _Place("", "", False)
                continue
            before = max((mask.end for mask in masked if mask.end <= one.start), default=0)
            after = min((mask.start for mask in masked if mask.start >= one.end), default=None)
            last = document.offsets.before if after is None else after
            first, final = document.offsets.moved(before, last)
            old = _passage(document.original[before:last], one.start - before, one.end - before)
            new = _passage(document.released[first:final], one.to_start - first, one.to_end - first)
            level = back.moved(one.to_start, one.to_end) == (one.start, one.end)
            yield _Place(old, new, level and "[" not in new)


def _new(document: Before, change: Change) -> str:
    return document.released[change.to_start : change.to_end]


def _passage(text: str, start: int, end: int) -> str:
    """The words around a place, which stands between arrows."""
    before = text[max(0, start - _AROUND) : start].rsplit("\n\n", 1)[-1]
    after = text[end : end + _AROUND].split("\n\n", 1)[0]
    if start > _AROUND and len(before) == _AROUND:
        before = "…" + before.partition(" ")[2]
    if end + _AROUND < len(text) and len(after) == _AROUND:
        after = after.rpartition(" ")[0] + "…"
    return " ".join(f"{before}»{text[start:end]}«{after}".split())


def _table(passages: Sequence[str]) -> bytes:
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(HEADINGS)
    for number, passage in enumerate(passages, start=1):
        writer.writerow((number, _harmless(passage), ""))
    return ("\ufeff" + sink.getvalue()).encode("utf-8", "replace")


def _harmless(passage: str) -> str:
    """No formula for the program that opens the table."""
    return f" {passage}" if passage.startswith(tuple(_FORMULA)) else passage


def _digest(passage: str) -> str:
    words = " ".join(passage.split())
    return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:16]


def _rows(answered: bytes) -> list[list[str]]:
    try:
        text = answered.decode("utf-8-sig")
        comma = max(",;\t", key=text.split("\n", 1)[0].count)
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=comma, strict=True))[1:]
        rows = sorted((row for row in rows if any(row)), key=lambda row: int(row[0]))
    except (UnicodeError, csv.Error, ValueError, IndexError):
        rows = [[]]
    if not rows or any(len(row) < len(HEADINGS) for row in rows):
        raise Damaged("not an answered sheet")
    return rows


def _key(key: bytes) -> tuple[list[str], list[str]]:
    try:
        found = json.loads(key)
        return list(found["sides"]), list(found["passages"])
    except (ValueError, KeyError, TypeError):
        pass
    raise Damaged("not the key of a sheet")
