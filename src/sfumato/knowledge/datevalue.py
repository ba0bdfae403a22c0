"""Date value: what a date expression says, with the pieces of its format."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field, replace
from typing import Literal

from sfumato.knowledge import calendarwords as words
from sfumato.knowledge import numberwords

Kind = Literal[
    "full", "partial", "relative", "weekday", "month", "year", "decade", "season", "holiday", "part"
]
Order = Literal["dmy", "mdy", "ymd", "either"]
Part = Literal[
    "text", "day", "month", "year", "weekday", "season", "feast", "decade", "edge", "nth", "same"
]
_SLIPS = str.maketrans("OoIilL", "001111")
_PIVOT = 40
_TURN = {"day": "month", "month": "day"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the expression: fixed text, or one part of the date as it was written."""

    part: Part
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class DateValue:
    """One date of an expression. Fields it leaves open are None; `pieces` keep its format.

    `order` is "either" where day and month could be read both ways; the day and month given are
    then those of the language's habit, and `turned` gives the other reading. `century` is false
    where the year had two digits. `count` and `unit` say a part of the month or the year: the
    second week, the last Friday, the first quarter; `edge` its beginning (0), middle or end (2).
    `when` points where words do: "last", "next", the "same" month.
    """

    kind: Kind
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    season: int | None = None
    feast: str | None = field(default=None, repr=False)
    count: int | None = None
    unit: Literal["", "week", "fortnight", "weekday", "quarter", "half"] = ""
    edge: int | None = None
    when: Literal["", "past", "next", "same"] = ""
    order: Order = "dmy"
    century: bool = True
    language: str = "und"
    pieces: tuple[Piece, ...] = field(default=(), repr=False)

    @property
    def precision(self) -> Literal["day", "month", "year", "none"]:
        """The finest part that the expression fixes."""
        if self.day is not None:
            return "day"
        if self.month is not None:
            return "month"
        return "none" if self.year is None else "year"

    @property
    def date(self) -> datetime.date | None:
        """The calendar day, where the expression says a whole and real one."""
        if self.year is None or self.month is None or self.day is None:
            return None
        return day_of(self.year, self.month, self.day)

    def turned(self) -> DateValue:
        """The other reading of a date whose day and month could be either."""
        pieces = tuple(
            Piece("month" if piece.part == "day" else "day", piece.text)
            if piece.part in _TURN
            else piece
            for piece in self.pieces
        )
        return replace(self, day=self.month, month=self.day, pieces=pieces)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A whole expression: dates and the text around them, in order."""

    parts: tuple[str | DateValue, ...] = field(repr=False)

    @property
    def values(self) -> tuple[DateValue, ...]:
        """The dates of the expression."""
        return tuple(part for part in self.parts if isinstance(part, DateValue))


def day_of(year: int, month: int, day: int) -> datetime.date | None:
    """The calendar day, where there is one."""
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None


def number_of(name: str, written: str) -> int | None:
    """The number that a part of a date says, in digits, words, Roman numerals or a name."""
    if name == "b":
        found = words.month_of(written)
        return found[1] if found else None
    if name == "w":
        weekday = words.weekday_of(written)
        return weekday[1] if weekday else None
    if name == "r":
        return words.roman_of(written)
    plain = written.translate(_SLIPS).lstrip("'’").replace(".", "").replace(",", "")
    return int(plain) if plain.isdecimal() else numberwords.read_number(written)


def full_year(year: int) -> int:
    """The year with its century: two digits below 40 are of this century."""
    if year >= 100:
        return year
    return 2000 + year if year < _PIVOT else 1900 + year
