"""Date habit: how a document means its dates where they could be read in several ways."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import replace

from sfumato.core.protocols import Scene
from sfumato.knowledge.datevalue import DateValue, Order

LATEST = datetime.date(2026, 1, 1)
"""The day that no date moves past. It is the same for all runs, so that they agree."""
_AHEAD_YEARS = 5


def recorded(scene: Scene) -> tuple[datetime.date, ...]:
    """The dates that the record holds of the subject and of the document."""
    if scene.entry is None:
        return ()
    subject = scene.entry.subject
    more = (subject.birth, scene.entry.written)
    return (*subject.dates, *(date for date in more if date is not None))


_BIRTH = re.compile(
    r"(?:\bf(?:echa|ec|\.)?\.? ?(?:de ?)?nac(?:imiento|im|to)?\b|"
    r"\bnac(?:imiento|id[oa]s?|i[oó])?\b|"
    r"\bF\.? ?N\b|\bd\.? ?o\.? ?b\b|\bbirth ?(?:date|day)?\b|\bborn\b|\bnaixement\b|\bbdate\b)"
    r"[^0-9\n]{0,24}\n?[^0-9\n]{0,8}\Z",
    re.IGNORECASE,
)
_REACH = 48


def follows_birth(scene: Scene, start: int) -> bool:
    """Whether the words before a place announce a date of birth."""
    return _BIRTH.search(scene.text[max(0, start - _REACH) : start]) is not None


class Reading:
    """The habits of one document."""

    __slots__ = ("_days", "_known", "_month_first")

    def __init__(self, scene: Scene, values: Iterable[DateValue]) -> None:
        self._known = frozenset(recorded(scene))
        self._days = frozenset((day.month, day.day) for day in self._known)
        self._month_first = _habit(scene, list(values)) == "mdy"

    def settled(self, value: DateValue, *, birth: bool = False) -> DateValue:
        """The value with its century, its day and month in the order that is likeliest."""
        value = self._with_century(value, birth)
        if value.order != "either":
            return value
        both = [value, self._with_century(value.turned(), birth)]
        choices = (
            [one for one in both if self._is_known(one)],
            [one for one in both if _is_named(one)],
            [one for one in both if _is_month_first(one) == self._month_first],
        )
        return next((found[0] for found in choices if len(found) == 1), value)

    def _is_known(self, value: DateValue) -> bool:
        if value.year is None:
            return (value.month, value.day) in self._days
        return value.date in self._known

    def _with_century(self, value: DateValue, birth: bool) -> DateValue:
        """Two digits mean the year that the record knows, else one that is no far future."""
        if value.century or value.year is None:
            return value
        earlier = replace(value, year=value.year - 100)
        latest = max((day.year for day in self._known), default=LATEST.year)
        limit = max(latest, LATEST.year) + (0 if birth else _AHEAD_YEARS)
        known = self._is_known(earlier) and not self._is_known(value)
        return earlier if known or value.year > limit else value


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
