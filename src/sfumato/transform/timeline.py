"""Timeline: the days that the date expressions of a document mean, each beside the others.

What an expression leaves open is taken from what stands around it, in this order:

* day or month first: the record's dates, the weekday written beside, the other dates of the
  document, the habit of the language (American or British);
* the year: the entry date of the note, else the nearest whole date before, else the document's
  latest date;
* the month of a day alone: the date before it, and the weekday written beside.
"""

from __future__ import annotations

import datetime
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.datecounts import Extent, extent_of
from sfumato.knowledge.datefeasts import FEASTS
from sfumato.knowledge.dateread import read
from sfumato.knowledge.datevalue import DateValue, Phrase, day_of
from sfumato.transform import datehabit
from sfumato.transform.datehabit import Reading, follows_birth, recorded

CALENDAR = datetime.date(1582, 10, 15)
"""The first day of the Gregorian calendar: no date before it is moved."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A date with the days that it may mean; None where none is real."""

    value: DateValue = field(repr=False)
    extent: Extent | None = field(default=None, repr=False)
    context: datetime.date | None = field(default=None, repr=False)
    """The date told before, from which the month of a day alone was taken."""
    dated: bool = False
    """Whether that date was told with its year."""

    @property
    def day(self) -> datetime.date | None:
        """The day, where the date says one."""
        if self.extent is None or self.extent[0] != self.extent[1]:
            return None
        return self.extent[0]


@dataclass(frozen=True, slots=True)
class Told:
    """What one span says: its phrase and the moment of each of its dates."""

    phrase: Phrase = field(repr=False)
    moments: tuple[Moment, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """All date expressions of a document, by the place of their span."""

    told: dict[tuple[int, int], Told] = field(repr=False)
    days: tuple[datetime.date, ...] = field(default=(), repr=False)
    """All days told, and those of the record, in order."""

    end: datetime.date | None = field(default=None, repr=False)
    """The last day that anything told may mean."""

    def within(self, extent: Extent) -> tuple[datetime.date, ...]:
        """The days told that lie in an extent."""
        return self.days[bisect_left(self.days, extent[0]) : bisect_right(self.days, extent[1])]


def timeline_of(scene: Scene) -> Timeline:
    """The timeline of a document, made once."""
    return scene.once("timeline", _timeline)


def _timeline(scene: Scene) -> Timeline:
    read_spans = [
        ((span.start, span.end), phrase)
        for span in sorted(scene.spans)
        if span.label == "DATE" and (phrase := _read(scene, span)) is not None
    ]
    births = [follows_birth(scene, place[0]) for place, _ in read_spans]
    told = _Teller(scene, [phrase for _, phrase in read_spans], births).told()
    places = [place for place, _ in read_spans]
    spans = dict(zip(places, told, strict=True))
    moments = [moment for one in told for moment in one.moments]
    days = {moment.day for moment in moments if moment.day} | set(recorded(scene))
    ends = [moment.extent[1] for moment in moments if moment.extent]
    return Timeline(spans, tuple(sorted(days)), max((*ends, *days), default=None))


def _read(scene: Scene, span: Span) -> Phrase | None:
    return read(scene.text[span.start : span.end], language=scene.language)


def told_alone(original: str, scene: Scene) -> Told | None:
    """What an expression says that is no span of the scene's text."""
    phrase = read(original, language=scene.language)
    return _Teller(scene, [phrase], [False]).told()[0] if phrase is not None else None


class _Teller:
    """Goes through the expressions of a document in order and resolves them."""

    def __init__(self, scene: Scene, phrases: Sequence[Phrase], births: Sequence[bool]) -> None:
        self._scene = scene
        self._phrases = phrases
        self._births = births
        self._reading = Reading(scene, [v for phrase in phrases for v in phrase.values])
        self._written = scene.entry.written if scene.entry else None
        self._latest = self._latest_told()
        self._anchored = self._written is not None or self._latest is not None
        self._last: datetime.date | None = None
        self._last_whole = False

    def _latest_told(self) -> datetime.date | None:
        """The latest whole date but those of birth, else the middle of the latest year."""
        values = [
            value
            for phrase, birth in zip(self._phrases, self._births, strict=True)
            for value in phrase.values
            if not birth and value.year is not None
        ]
        values = [self._reading.settled(value) for value in values]
        latest = max((value.date for value in values if value.date), default=None)
        years = [value.year for value in values if value.year is not None]
        return latest or (day_of(max(years), 7, 2) if years else None)

    def told(self) -> list[Told]:
        """What each phrase says."""
        return [
            self._phrase(phrase, birth)
            for phrase, birth in zip(self._phrases, self._births, strict=True)
        ]

    def _phrase(self, phrase: Phrase, birth: bool) -> Told:
        values = [self._reading.settled(value, birth=birth) for value in phrase.values]
        moments: list[Moment] = []
        for at, value in enumerate(values):
            moment = self._moment(value, values[at + 1 :], [m.value for m in moments])
            moments.append(moment)
            if not birth and moment.day is not None and moment.day >= CALENDAR:
                self._last = moment.day
                self._last_whole = value.date is not None or (
                    value.month is None and (self._last_whole or value.year is not None)
                )
        turned = iter(moments)
        parts = tuple(
            part if isinstance(part, str) else next(turned).value for part in phrase.parts
        )
        return Told(Phrase(parts), tuple(moments))

    def _moment(
        self, value: DateValue, after: Sequence[DateValue], before: Sequence[DateValue]
    ) -> Moment:
        if value.kind in ("weekday", "season") and value.year is None:
            return Moment(value)
        month, year = value.month, value.year
        if month is None and value.day is not None:
            month, year = _borrowed_month(year, after, before)
        elif year is None:
            year = next((one.year for one in after if one.year), None) or next(
                (one.year for one in reversed(before) if one.year and one.day), None
            )
        if value.day is not None and month is None:
            return self._lone_day(value, year)
        year, guessed = (year, False) if year else (self._year(value, month), True)
        if year is None:
            return Moment(value)
        full = replace(value, month=month)
        return Moment(value, self._extent(full, year, guessed, after))

    def _extent(
        self, value: DateValue, year: int, guessed: bool, after: Sequence[DateValue]
    ) -> Extent | None:
        if value.feast is not None:
            day = FEASTS[value.feast](year)
            return (day, day) if day else None
        if value.day is None or value.month is None:
            return extent_of(value, year, value.month)
        day = day_of(year, value.month, value.day)
        if day is None and guessed:
            day = day_of(year - year % 4, value.month, value.day)
        if day is not None and value.year is None and not guessed:
            day = _not_after(day, after)
        return (day, day) if day else None

    def reference(self) -> datetime.date | None:
        """The day beside which open years and months are read."""
        near = self._written or self._last or self._latest
        return near or (None if self._scene.entry else datehabit.LATEST)

    def _year(self, value: DateValue, month: int | None) -> int | None:
        near = self.reference()
        if near is None:
            return None
        days = {
            near.year + step: day
            for step in _steps(1 if self._anchored else _FAR)
            if (day := _middle(value, near.year + step, month)) is not None
        }
        named = {year: day for year, day in days.items() if day.isoweekday() == value.weekday}
        if value.weekday is None or value.day is None or not named:
            named = {year: days[year] for year in list(days)[:3]}
        elif not self._anchored:
            return next(iter(named))
        places = {year: place for place, year in enumerate(named)}
        return min(named, key=lambda year: _distance(named[year], near, places[year]), default=None)

    def _lone_day(self, value: DateValue, year: int | None) -> Moment:
        """A day without its month: that of the date before, moved where the weekday says so."""
        near = self._last or self._written or self._latest
        near = near or (None if self._scene.entry else datehabit.LATEST)
        if near is None or value.day is None:
            return Moment(value)
        months = [_month_beside(near, step) for step in _steps(3 if self._anchored else _FAR)]
        days = [day_of(year or y, m, value.day) for y, m in months]
        real = [day for day in days if day is not None]
        named = [day for day in real if day.isoweekday() == value.weekday]
        day = (named or real)[0] if real else None
        extent = (day, day) if day else None
        return Moment(value, extent, self._last, self._last_whole)


def _borrowed_month(
    year: int | None, after: Sequence[DateValue], before: Sequence[DateValue]
) -> tuple[int | None, int | None]:
    """Month and year of the next date of the expression that tells its month, else of the last."""
    for one in (*after, *reversed(before)):
        if one.month is not None:
            return one.month, year or one.year
    return None, year


def _not_after(day: datetime.date, after: Sequence[DateValue]) -> datetime.date:
    """ "28 December to 3 January 2020": what took its year from a later date lies before it."""
    later = next((one.date for one in after if one.date), None)
    if later is None or day <= later or (day - later).days < 31:
        return day
    return day_of(day.year - 1, day.month, day.day) or day


_NEAR_DAYS = 100
_FAR = 11
"""How many months or years a weekday may lead away where nothing else tells the time."""


def _steps(most: int) -> list[int]:
    """Nought, then so many steps to either side, near ones first."""
    return [0, *(step for size in range(1, most + 1) for step in (-size, size))]


def _distance(day: datetime.date, near: datetime.date, preferred: int) -> tuple[bool, int, int]:
    """The same year first, save where another year's day is near and this one's far."""
    days = abs((day - near).days)
    return days > (_NEAR_DAYS if preferred else 366 - _NEAR_DAYS), preferred, days


def _middle(value: DateValue, year: int, month: int | None) -> datetime.date | None:
    if value.feast is not None:
        return FEASTS[value.feast](year)
    if month is not None and value.day is not None:
        return day_of(year, month, value.day)
    extent = extent_of(value, year, month)
    return middle_of(extent) if extent else None


def middle_of(extent: Extent) -> datetime.date:
    """The day in the middle."""
    return extent[0] + (extent[1] - extent[0]) // 2


def _month_beside(day: datetime.date, step: int) -> tuple[int, int]:
    months = day.year * 12 + day.month - 1 + step
    return months // 12, months % 12 + 1
