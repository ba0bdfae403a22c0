"""Date counts: parts of months and years, as a stretch of days and as the part a day lies in."""

from __future__ import annotations

import calendar
import datetime

from sfumato.knowledge.datefeasts import nth_weekday
from sfumato.knowledge.datevalue import DateValue, day_of

Extent = tuple[datetime.date, datetime.date]
_SEASON_MONTHS = 3
_EARLY, _MIDDLE = 10, 20
_YEAR_EARLY, _YEAR_MIDDLE = 4, 8


def extent_of(value: DateValue, year: int, month: int | None) -> Extent | None:
    """From which to which day the value's part of a year, or of a month of it, goes."""
    if value.season is not None:
        return _season(value.season, year)
    if value.kind == "decade":
        return _days(year // 10 * 10, 1, 1, year // 10 * 10 + 9, 12, 31)
    if value.unit in ("quarter", "half"):
        return _share_of_year(value, year)
    if month is None:
        return _year(value, year)
    if value.unit == "weekday":
        day = nth_weekday(year, month, value.weekday or 1, value.count or 1)
        return (day, day) if day and day.month == month else None
    return _month(value, year, month)


def _days(y1: int, m1: int, d1: int, y2: int, m2: int, d2: int) -> Extent | None:
    first, last = day_of(y1, m1, d1), day_of(y2, m2, d2)
    return (first, last) if first and last else None


def _season(season: int, year: int) -> Extent | None:
    """Winter goes by the year of its January: December before it, January and February."""
    month = season * _SEASON_MONTHS
    if month == 0:
        return _days(year - 1, 12, 1, year, 2, 28)
    return _days(year, month, 1, year, month + 2, _length(year, month + 2))


def _length(year: int, month: int) -> int:
    return calendar.monthrange(year, month)[1] if 1 <= year <= 9999 else 28


def _share_of_year(value: DateValue, year: int) -> Extent | None:
    months = 3 if value.unit == "quarter" else 6
    count = 12 // months if value.count == -1 else value.count or 1
    month = months * (count - 1) + 1
    return _days(year, month, 1, year, month + months - 1, _length(year, month + months - 1))


def _year(value: DateValue, year: int) -> Extent | None:
    first = 1 if value.edge is None else (1, _YEAR_EARLY + 1, _YEAR_MIDDLE + 1)[value.edge]
    last = 12 if value.edge is None else (_YEAR_EARLY, _YEAR_MIDDLE, 12)[value.edge]
    return _days(year, first, 1, year, last, _length(year, last))


def _month(value: DateValue, year: int, month: int) -> Extent | None:
    length = _length(year, month)
    first, last = 1, length
    if value.edge is not None:
        first = (1, _EARLY + 1, _MIDDLE + 1)[value.edge]
        last = (_EARLY, _MIDDLE, length)[value.edge]
    elif value.unit in ("week", "fortnight") and value.count is not None:
        days = 7 if value.unit == "week" else 15
        first = length - days + 1 if value.count == -1 else days * (value.count - 1) + 1
        last = length if value.unit == "fortnight" and value.count != 1 else first + days - 1
    return _days(year, month, min(first, length), year, month, min(last, length))


def season_in(date: datetime.date) -> tuple[int, int]:
    """The season of a day (0 is winter) and the year by which it goes."""
    season = date.month % 12 // _SEASON_MONTHS
    return season, date.year + (date.month == 12)


def edge_in(date: datetime.date, value: DateValue) -> int:
    """Whether a day lies at the beginning, in the middle or at the end of its month or year."""
    if value.month is None:
        return (date.month > _YEAR_EARLY) + (date.month > _YEAR_MIDDLE)
    return (date.day > _EARLY) + (date.day > _MIDDLE)


def count_in(date: datetime.date, value: DateValue) -> int:
    """Which week, weekday, fortnight, quarter or half of its month or year a day lies in."""
    if value.unit == "quarter":
        return (date.month + 2) // 3
    if value.unit == "half":
        return (date.month + 5) // 6
    if value.unit == "fortnight":
        return 1 if date.day <= 15 else 2
    count = (date.day + 6) // 7
    if value.count == -1 and date.day + 7 > _length(date.year, date.month):
        return -1
    return count
