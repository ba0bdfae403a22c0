"""Date shift: every date of a subject moves by one number of days and keeps its form.

The number is drawn once from the preferences (days, months and years summed, turned into days, in
whole weeks where weekdays are to stay true) with the subject's dice. Three rules:

* Order. Of a month, a season or a year one day is moved: the middle one of the document's days
  that lie in it, else its own middle; what is written is the month, season or year in which that
  day then lies. As this day always lies within what was said, no two dates change their order,
  whatever their precision, and what is told to the day keeps its distance exactly.
* Today. No date moves past the latest day told in the document or `datehabit.LATEST`. Where the
  direction is free, a document that stands alone moves to the future only if it can; dates shared
  by several documents of a subject move to the past, whatever else is still to come. Where the
  policy asks for the future, a date that would pass is left to a person.
* Age. Without a record the birth date moves by as many years more as the stated ages do. Where it
  tells an age over the cap it is left to a person.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.datevalue import DateValue, Phrase, Piece, day_of
from sfumato.knowledge.datewrite import write
from sfumato.transform import datehabit
from sfumato.transform import timeline as line
from sfumato.transform.ageshift import birth_years
from sfumato.transform.datefit import explicit, feasts_agree, seasons_agree, spelled
from sfumato.transform.timeline import Moment, Timeline, Told

_MONTH_DAYS, _YEAR_DAYS = 30.436875, 365.2425
_WEEK = 7
_MONDAY = datetime.date(2001, 1, 1)


def date(original: str, span: Span, scene: Scene) -> str | None:
    """The date expression moved and written as the original; None where none is certain."""
    timeline = line.timeline_of(scene)
    told = timeline.told.get((span.start, span.end))
    if told is None or scene.text[span.start : span.end] != original:
        told = line.told_alone(original, scene)
    if told is None:
        return None
    try:
        return _moved(told, span, scene, timeline)
    except OverflowError:
        return None


def shift_of(scene: Scene) -> int:
    """The days by which the scene's dates move, below zero into the past."""
    days: int = scene.once("shift", _shift)
    return days


def _shift(scene: Scene) -> int:
    preferences = scene.preferences
    own = scene.subject if scene.subject is not None else scene.text
    chance: random.Random = scene.dice.chance(
        "dates", own if preferences.scope == "project" else ""
    )
    days = sum(
        _drawn(chance, span) * length
        for span, length in (
            (preferences.shift_days, 1.0),
            (preferences.shift_months, _MONTH_DAYS),
            (preferences.shift_years, _YEAR_DAYS),
        )
    )
    total = round(days)
    if total and (preferences.whole_weeks or scene.entry is not None):
        total = max(1, round(days / _WEEK)) * _WEEK
    forward = chance.random() < 0.5
    return total if _goes_forward(scene, total, forward) else -total


def _drawn(chance: random.Random, span: Sequence[int]) -> int:
    return chance.randint(min(span), max(span)) if span else 0


def _goes_forward(scene: Scene, days: int, drawn: bool) -> bool:
    preferences = scene.preferences
    if preferences.shift_direction != "either":
        return preferences.shift_direction == "future"
    if scene.subject is not None and preferences.scope != "document":
        return False
    latest = line.timeline_of(scene).end
    return drawn and latest is not None and _plus(latest, days) <= datehabit.LATEST


def _plus(day: datetime.date, days: int) -> datetime.date:
    try:
        return day + datetime.timedelta(days=days)
    except OverflowError:
        return datetime.date.max if days > 0 else datetime.date.min


def _moved(told: Told, span: Span, scene: Scene, timeline: Timeline) -> str | None:
    days: list[datetime.date] = []
    for number, moment in enumerate(told.moments):
        day = _new_day(moment, shift_of(scene), timeline)
        if day is not None and number == 0:
            day = _born(moment, day, span, scene, timeline)
        if day is None:
            return None
        days.append(day)
    _part_years(told, days)
    texts = list(_texts(told.phrase, _whole(told, days), days))
    explicit(texts, told, days, shift_of(scene))
    written = seasons_agree(told, "".join(texts), span, scene)
    return None if written is None else feasts_agree(told, written, span, scene)


def _part_years(told: Told, days: list[datetime.date]) -> None:
    """Two years of one expression ("2023/24") never become the same."""
    for at in range(1, len(days)):
        before, value = told.moments[at - 1].value, told.moments[at].value
        if "year" == before.precision == value.precision and days[at].year == days[at - 1].year:
            apart = (value.year or 0) - (before.year or 0)
            days[at] = datetime.date(days[at].year + apart, days[at].month, 1)


def _new_day(moment: Moment, shift: int, timeline: Timeline) -> datetime.date | None:
    """The day that stands for a moment, moved; None where it cannot be."""
    if moment.extent is None:
        return _named_only(moment.value, shift)
    first, last = moment.extent
    if first < line.CALENDAR:
        return None
    day = first if first == last else _standing_for(moment, timeline)
    new = _plus(day, shift)
    limit = max(datehabit.LATEST, timeline.end or last, last)
    return new if new >= line.CALENDAR and (shift <= 0 or new <= limit) else None


def _named_only(value: DateValue, shift: int) -> datetime.date | None:
    """A day of the weekday or season that another becomes, where no date is told."""
    if value.kind == "weekday" and value.weekday is not None:
        return _MONDAY + datetime.timedelta(days=(value.weekday - 1 + shift) % _WEEK)
    if value.kind == "season" and value.season is not None:
        return _plus(datetime.date(2001, value.season * 3 + 1, 16), shift % 1461)
    return None


def _standing_for(moment: Moment, timeline: Timeline) -> datetime.date:
    """The middle one of the document's days within, else the middle of what was said."""
    assert moment.extent is not None
    within = timeline.within(moment.extent)
    return within[len(within) // 2] if within else line.middle_of(moment.extent)


def _born(
    moment: Moment, day: datetime.date, span: Span, scene: Scene, timeline: Timeline
) -> datetime.date | None:
    """A birth date moved by as many years more as the stated ages; other dates as they are."""
    if moment.extent is None or not _is_birth(moment, span, scene):
        return day
    if scene.entry is not None and any("birth" in what for what in scene.entry.subject.problems):
        return None
    others = [other for other in timeline.days if other > moment.extent[1]]
    years = birth_years(moment.extent[1], others[-1] if others else datehabit.LATEST, scene)
    if years is None:
        return None
    return day_of(day.year - years, day.month, day.day) or day_of(day.year - years, day.month, 28)


def _is_birth(moment: Moment, span: Span, scene: Scene) -> bool:
    """Whether a date is one of birth, by the record or by the words before it."""
    known = scene.entry.subject.birth if scene.entry else None
    return (known is not None and moment.day == known) or datehabit.follows_birth(scene, span.start)


def _whole(told: Told, days: Sequence[datetime.date]) -> list[DateValue]:
    """The values, with month or year spelled out where they no longer share one."""
    values = [_misnamed(moment) for moment in told.moments]
    written = list(values)
    for at, value in enumerate(values):
        shares = value.month is None if value.day is not None else value.year is None
        owner = _owner(values, at) if shares and value.kind != "weekday" else None
        if owner is not None:
            written[at] = spelled(value, values[owner], days[at], days[owner])
    return written


def _misnamed(moment: Moment) -> DateValue:
    """The value, its weekday as it was written where it is not that of the day."""
    value = moment.value
    if value.weekday is None or moment.day is None or moment.day.isoweekday() == value.weekday:
        return value
    pieces = (Piece("text", p.text) if p.part == "weekday" else p for p in value.pieces)
    return replace(value, pieces=tuple(pieces))


def _owner(values: Sequence[DateValue], at: int) -> int | None:
    """Which other value of the expression lends this one its month or year."""
    month = values[at].day is not None
    others: list[int] = [*range(at + 1, len(values)), *range(at - 1, -1, -1)]
    for other in others:
        lent = values[other].month if month else values[other].year
        if lent is not None:
            return other
    return None


def _texts(
    phrase: Phrase, values: Sequence[DateValue], days: Sequence[datetime.date]
) -> Iterator[str]:
    pairs = iter(zip(values, days, strict=True))
    for part in phrase.parts:
        yield part if isinstance(part, str) else write(*next(pairs))
