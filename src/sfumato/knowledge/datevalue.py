"""Date value: what a date expression says, with the pieces of its format."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Literal

from sfumato.knowledge import calendarwords as words
from sfumato.knowledge import numberwords
from sfumato.knowledge.dategrammar import Kind

Order = Literal["dmy", "mdy", "ymd", "either"]
Part = Literal["text", "day", "month", "year", "weekday"]
_SLIPS = str.maketrans("OoIilL", "001111")
_PIVOT = 40


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the expression: fixed text, or one part of the date as it was written."""

    part: Part
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class DateValue:
    """What an expression says. Fields it leaves open are None; `pieces` keep its format.

    `order` is "either" where day and month could be read both ways; the day and month given are
    then those of the language's habit. `century` is false where the year had two digits.
    """

    kind: Kind
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    hour: int | None = None
    minute: int | None = None
    order: Order = "dmy"
    century: bool = True
    language: str = "und"
    pieces: tuple[Piece, ...] = field(default=(), repr=False)

    @property
    def precision(self) -> Literal["day", "month", "year", "time", "none"]:
        """The finest part that the expression fixes."""
        if self.day is not None:
            return "day"
        if self.month is not None:
            return "month"
        if self.year is not None:
            return "year"
        return "time" if self.hour is not None else "none"

    @property
    def date(self) -> datetime.date | None:
        """The calendar day, where the expression says a whole and real one."""
        if self.year is None or self.month is None or self.day is None:
            return None
        valid = 1 <= self.month <= 12 and 1 <= self.day <= _days(self.year, self.month)
        return datetime.date(self.year, self.month, self.day) if valid else None


def _days(year: int, month: int) -> int:
    following = datetime.date(year + month // 12, month % 12 + 1, 1)
    return (following - datetime.timedelta(days=1)).day


def number_of(name: str, written: str) -> int | None:
    """The number that a part of a date says, in digits, words, Roman numerals or a name."""
    if name == "b":
        found = words.month_of(written)
        return found[1] if found else None
    if name in ("w", "wt"):
        weekday = words.weekday_of(written)
        return weekday[1] if weekday else None
    if name == "r":
        return words.roman_of(written)
    if name in ("a", "m") and set(written) == {"I"}:
        return None
    plain = written.translate(_SLIPS).lstrip("'").replace(".", "").replace(",", "")
    return int(plain) if plain.isdecimal() else numberwords.read_number(written)


def full_year(year: int) -> int:
    """The year with its century: two digits below 40 are of this century."""
    if year >= 100:
        return year
    return 2000 + year if year < _PIVOT else 1900 + year
