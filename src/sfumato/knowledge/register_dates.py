"""Register dates: days as a record writes them; its other dates tell which number is the month."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sfumato.core.errors import SettingsError
from sfumato.knowledge.dateread import read

Habit = Literal["", "dmy", "mdy"]
_COMPACT = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?\d.*)?")
_EITHER = re.compile(r"(\d\d?)[/.-](\d\d?)[/.-]\d{2,4}\b")


@dataclass(frozen=True, slots=True)
class Reading:
    """How the record writes its days."""

    habit: Habit = ""

    def day(self, text: str) -> datetime.date | None:
        """The day that a field says, or None where it says none."""
        text = text.strip()
        if whole := _COMPACT.fullmatch(text):
            return _real(*map(int, whole.groups()))
        said = read(text.split("T")[0], language="en" if self.habit == "mdy" else "es")
        days = [value.date for value in said.values] if said else []
        return days[0] if len(days) == 1 else None


def _real(year: int, month: int, day: int) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None


def reading_of(texts: Iterable[str], habit: Habit) -> Reading:
    """The reading of a record with these dates, from its mapping or else from themselves."""
    if habit:
        return Reading(habit)
    pairs = [tuple(map(int, found.groups())) for text in texts if (found := _EITHER.match(text))]
    days_first = any(one > 12 for one, _ in pairs)
    months_first = any(two > 12 for _, two in pairs)
    if days_first != months_first:
        return Reading("dmy" if days_first else "mdy")
    if days_first or any(one != two for one, two in pairs):
        raise SettingsError(
            "record: its dates do not tell which number is the month; "
            'write dates = "dmy" or "mdy" under [record] in the mapping'
        )
    return Reading()
