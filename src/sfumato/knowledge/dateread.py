"""Date reading: what a date expression says, and how to write another date the same way.

`read` takes an expression apart into pieces, each a part of the date or a stretch of text that
stays; `write` fills the pieces with another date in the same format: same separators, padding,
case, language and form of the month's name. A whole date read and written again is unchanged.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from sfumato.knowledge import calendarwords as words
from sfumato.knowledge import numberwords
from sfumato.knowledge.dategrammar import TIMES, Form, takes
from sfumato.knowledge.datevalue import DateValue, Order, Part, Piece, full_year, number_of
from sfumato.knowledge.datewrite import write
from sfumato.knowledge.shadow import Shadow, shadow

__all__ = ["DateValue", "Piece", "read", "write"]
_LONE_DAY = re.compile(r"(?P<d>[0-3]?[0-9])")
_LATEST_TIMES = [(form, re.compile(form.expression, re.IGNORECASE | re.ASCII)) for form in TIMES]


def read(text: str, *, language: str) -> DateValue | None:
    """What a date or time expression says, or None where it is neither."""
    twin = shadow(text)
    plain = twin.data.decode("ascii")
    for form, match in (*takes(plain), *_ended(plain)):
        value = _value(form, match, text, twin, language)
        if value is not None:
            return value
    return _time(plain, text)


def _ended(plain: str) -> Iterator[tuple[Form, re.Match[str]]]:
    """The forms without the full stop of an abbreviation at the end, and a lone day."""
    bare = plain.rstrip(". ")
    if bare != plain:
        yield from takes(bare)
    if match := _LONE_DAY.fullmatch(bare):
        yield Form("lone day", "relative", _LONE_DAY.pattern), match


def _value(
    form: Form, match: re.Match[str], text: str, twin: Shadow, language: str
) -> DateValue | None:
    found = {name: part for name, part in match.groupdict().items() if part}
    parts, order = _parts(found, language, text)
    if parts is None:
        return None
    places = {name: twin.span(*match.span(name)) for name in found if name in _PART_OF}
    year, day, month = parts.get("year"), parts.get("day"), parts.get("month")
    short = len(found.get("y", found.get("y1", found.get("y2", "0000"))).lstrip("'")) == 2
    return DateValue(
        kind=form.kind,
        year=full_year(year) if short and year is not None else year,
        month=month,
        day=day,
        weekday=parts.get("weekday"),
        order=order,
        century=not short,
        language=_language(found, language),
        pieces=tuple(_pieces(text, places, order)),
    )


_PART_OF: dict[str, Part] = {
    "d": "day",
    "dw": "day",
    "a": "day",
    "m": "month",
    "b": "month",
    "r": "month",
    "mw": "month",
    "y": "year",
    "y1": "year",
    "y2": "year",
    "yw": "year",
    "w": "weekday",
    "wt": "weekday",
}


def _parts(found: dict[str, str], language: str, text: str) -> tuple[dict[str, int] | None, Order]:
    numbers: dict[str, int] = {}
    order: Order = "dmy"
    for name, written in found.items():
        part = _PART_OF.get(name)
        if part is None:
            continue
        number = number_of(name, written)
        if number is None:
            return None, order
        numbers.setdefault(part, number)
    if "a" in found:
        order = _order(numbers, language)
        if order == "either" and "weekday" in numbers and "year" in numbers:
            order = _order_by_weekday(numbers) or order
        if order == "mdy" or (order == "either" and language == "en"):
            numbers["day"], numbers["month"] = numbers["month"], numbers["day"]
    elif {"y", "m", "d"} <= found.keys():
        order = "ymd"
    elif "b" in found and "d" in found and text.find(found["d"]) > 0:
        order = "dmy"
    if not 1 <= numbers.get("day", 1) <= 31 or not 1 <= numbers.get("month", 1) <= 12:
        return None, order
    return numbers, order


def _order(numbers: dict[str, int], language: str) -> Order:
    if numbers["day"] > 12:
        return "dmy"
    if numbers["month"] > 12:
        return "mdy"
    return "either" if numbers["day"] != numbers["month"] or language == "en" else "dmy"


def _order_by_weekday(numbers: dict[str, int]) -> Order | None:
    """The order in which the weekday that is written with the date is right, if only one is."""
    year, one, two = full_year(numbers["year"]), numbers["day"], numbers["month"]
    right = [
        order
        for order, month, day in (("dmy", two, one), ("mdy", one, two))
        if datetime.date(year, month, day).isoweekday() == numbers["weekday"]
    ]
    return ("dmy" if right[0] == "dmy" else "mdy") if len(right) == 1 else None


def _language(found: dict[str, str], language: str) -> str:
    if "b" in found and (month := words.month_of(found["b"])):
        named = words.MONTHS[month[0]].language
        return language if named == "es" and language == "ca" else named
    return language


def _pieces(text: str, places: dict[str, tuple[int, int]], order: Order) -> Iterator[Piece]:
    position = 0
    for name, (start, end) in sorted(places.items(), key=lambda item: item[1]):
        if start > position:
            yield Piece("text", text[position:start])
        part = _PART_OF[name]
        if order == "mdy" and name in ("a", "m"):
            part = "month" if name == "a" else "day"
        yield Piece(part, text[start:end])
        position = end
    if position < len(text):
        yield Piece("text", text[position:])


_HOURS_ES = {"media": 30, "cuarto": 15, "en punto": 0}


def _time(plain: str, text: str) -> DateValue | None:
    """A time of day: 14:40, 15h, 16.30, 0130, 9pm, "a las 3 y media"."""
    stripped = re.sub(r"\A(?:at|@|~|sobre) ?", "", plain.strip(), flags=re.IGNORECASE)
    for form, reader in _LATEST_TIMES:
        match = reader.fullmatch(stripped)
        if match is not None and (clock := _clock(match.groupdict())) is not None:
            return DateValue(
                kind=form.kind, hour=clock[0], minute=clock[1], pieces=(Piece("text", text),)
            )
    return None


def _clock(parts: dict[str, str | None]) -> tuple[int, int] | None:
    said = parts.get("h") or parts.get("hw") or ""
    hour = int(said) if said.isdigit() else numberwords.read_number(said)
    if hour is None or hour > 24:
        return None
    minute = int(parts.get("min") or 0)
    quarter = (parts.get("q") or "").lower()
    if quarter:
        offset = _offset(quarter)
        hour, minute = (hour - 1, 60 - offset) if quarter.startswith("menos") else (hour, offset)
    half = (parts.get("p") or "").lower()[:1]
    evening = half == "p" or parts.get("part") in ("tarde", "noche")
    if evening and hour < 12:
        hour += 12
    elif half == "a" and hour == 12:
        hour = 0
    return hour % 24, minute


def _offset(quarter: str) -> int:
    word = quarter.split(" ", 1)[-1] if quarter != "en punto" else quarter
    return _HOURS_ES.get(word, numberwords.read_number(word) or 0)
