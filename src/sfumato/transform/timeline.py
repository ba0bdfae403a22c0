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
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.datecounts import Extent, extent_of
from sfumato.knowledge.datefeasts import FEASTS
from sfumato.knowledge.dateread import read
from sfumato.knowledge.datevalue import DateValue, Order, Phrase, day_of

CALENDAR = datetime.date(1582, 10, 15)
"""The first day of the Gregorian calendar: no date before it is moved."""
LATEST = datetime.date(2026, 1, 1)
"""The day that no date moves past. It is the same for all runs, so that they agree."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A date with the days that it may mean; None where none is real."""

    value: DateValue = field(repr=False)
    extent: Extent | None = field(default=None, repr=False)
    context: datetime.date | None = field(default=None, repr=False)
    """The date from which the month of a day alone was taken."""

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
    told = _Teller(scene, [phrase for _, phrase in read_spans]).told()
    places = [place for place, _ in read_spans]
    spans = dict(zip(places, told, strict=True))
    moments = [moment for one in told for moment in one.moments]
    days = {moment.day for moment in moments if moment.day} | set(_recorded(scene))
    ends = [moment.extent[1] for moment in moments if moment.extent]
    return Timeline(spans, tuple(sorted(days)), max((*ends, *days), default=None))


def _read(scene: Scene, span: Span) -> Phrase | None:
    return read(scene.text[span.start : span.end], language=scene.language)


def told_alone(original: str, scene: Scene) -> Told | None:
    """What an expression says that is no span of the scene's text."""
    phrase = read(original, language=scene.language)
    return _Teller(scene, [phrase]).told()[0] if phrase is not None else None


def _recorded(scene: Scene) -> tuple[datetime.date, ...]:
    """The dates that the record holds of the subject and of the document."""
    if scene.entry is None:
        return ()
    subject = scene.entry.subject
    more = (subject.birth, scene.entry.written)
    return (*subject.dates, *(date for date in more if date is not None))


class _Teller:
    """Goes through the expressions of a document in order and resolves them."""

    def __init__(self, scene: Scene, phrases: Sequence[Phrase]) -> None:
        self._scene = scene
        self._phrases = phrases
        self._known = frozenset(_recorded(scene))
        self._order = _habit(scene, [value for phrase in phrases for value in phrase.values])
        self._written = scene.entry.written if scene.entry else None
        whole = [self._ordered(v).date for phrase in phrases for v in phrase.values]
        years = [v.year for phrase in phrases for v in phrase.values if v.year and v.century]
        self._latest = max((date for date in whole if date), default=None)
        if self._latest is None and years:
            self._latest = day_of(max(years), 7, 2)
        self._last: datetime.date | None = None

    def told(self) -> list[Told]:
        """What each phrase says."""
        return [self._phrase(phrase) for phrase in self._phrases]

    def _phrase(self, phrase: Phrase) -> Told:
        values = [self._ordered(value) for value in phrase.values]
        moments: list[Moment] = []
        for at, value in enumerate(values):
            moment = self._moment(value, values[at + 1 :], [m.value for m in moments])
            moments.append(moment)
            if moment.day is not None and moment.day >= CALENDAR:
                self._last = moment.day
        turned = iter(moments)
        parts = tuple(
            part if isinstance(part, str) else next(turned).value for part in phrase.parts
        )
        return Told(Phrase(parts), tuple(moments))

    def _ordered(self, value: DateValue) -> DateValue:
        """The value in the order of day and month that is likeliest."""
        if value.order != "either":
            return value
        other = value.turned()
        known = [one for one in (value, other) if one.date in self._known]
        named = [one for one in (value, other) if _is_named(one)]
        month_first = [one for one in (value, other) if _is_month_first(one)]
        day_first = [one for one in (value, other) if not _is_month_first(one)]
        for told in (known, named, month_first if self._order == "mdy" else day_first):
            if len(told) == 1:
                return told[0]
        return value

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
        return Moment(value, self._extent(full, self._century(value, year), guessed, after))

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

    def _century(self, value: DateValue, year: int) -> int:
        """A year of two digits lies in the century in which it is no future of the record."""
        latest = max(self._latest_year(), LATEST.year)
        return year - 100 if not value.century and year > latest + 5 else year

    def _latest_year(self) -> int:
        return max((date.year for date in self._known), default=LATEST.year)

    def reference(self) -> datetime.date | None:
        """The day beside which open years and months are read."""
        near = self._written or self._last or self._latest
        return near or (None if self._scene.entry else LATEST)

    def _year(self, value: DateValue, month: int | None) -> int | None:
        near = self.reference()
        if near is None:
            return None
        years = [near.year, near.year - 1, near.year + 1]
        days = {year: _middle(value, year, month) for year in years}
        real = [year for year in years if days[year] is not None]
        if value.weekday is not None and value.day is not None:
            real = [y for y in real if days[y].isoweekday() == value.weekday] or real  # type: ignore[union-attr]
        return min(
            real, key=lambda year: _distance(days[year], near, years.index(year)), default=None
        )

    def _lone_day(self, value: DateValue, year: int | None) -> Moment:
        """A day without its month: that of the date before, moved where the weekday says so."""
        near = self._last or self._written or self._latest
        near = near or (None if self._scene.entry else LATEST)
        if near is None or value.day is None:
            return Moment(value)
        months = [_month_beside(near, step) for step in (0, 1, -1, 2, -2, 3, -3)]
        days = [day_of(year or y, m, value.day) for y, m in months]
        real = [day for day in days if day is not None]
        named = [day for day in real if day.isoweekday() == value.weekday]
        day = (named or real)[0] if real else None
        return Moment(value, (day, day) if day else None, near)


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


def _is_named(value: DateValue) -> bool:
    """Whether the weekday written with a date is that of this reading."""
    return (
        value.weekday is not None
        and value.date is not None
        and value.date.isoweekday() == value.weekday
    )


def _is_month_first(value: DateValue) -> bool:
    parts = [piece.part for piece in value.pieces]
    return parts.index("month") < parts.index("day")


_NEAR_DAYS = 100


def _distance(
    day: datetime.date | None, near: datetime.date, preferred: int
) -> tuple[bool, int, int]:
    """The same year first, save where another year's day is near and this one's far."""
    days = abs((day - near).days) if day else 10_000
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


_AMERICAN = re.compile(
    r"\(\d{3}\) ?\d{3}-\d{4}|\b[A-Z]{2} \d{5}\b|\bSSN\b|\b(?:ER|Tylenol|acetaminophen|pediatric|"
    r"hemoglobin|color|center)\b|\bDOB:? ?\d\d?/\d\d?/"
)
_BRITISH = re.compile(
    r"\bNHS\b|\bA&E\b|\bGP\b|\b(?:haemo|paed|oedema|anaem|oesoph|centre|paracetamol|colour|"
    r"labour|theatre|ward sister)|£|\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}\b"
)


def _habit(scene: Scene, values: Iterable[DateValue]) -> Order:
    """Whether the document writes day or month first: as its clear dates do, else its country."""
    orders = [v.order for v in values if v.month is not None and v.day is not None]
    numeric = [v for v in values if v.month and v.day and _is_numeric(v)]
    clear = [value.order for value in numeric if value.order in ("dmy", "mdy")]
    if clear:
        return "mdy" if clear.count("mdy") > clear.count("dmy") else "dmy"
    if scene.language != "en":
        return "dmy"
    signs = len(_BRITISH.findall(scene.text[:20_000])) - len(_AMERICAN.findall(scene.text[:20_000]))
    signs += orders.count("dmy") - orders.count("mdy")
    return "dmy" if signs > 0 else "mdy"


def _is_numeric(value: DateValue) -> bool:
    return all(piece.text.isdigit() for piece in value.pieces if piece.part in ("day", "month"))
