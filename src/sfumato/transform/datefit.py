"""Date fit: what else of an expression changes with its dates, so that it reads as one.

"Del 3 al 5 de mayo" may come to lie over two months, "16 del mismo mes" in the month after, a feast
becomes a day of the calendar, and a spring with its adjective an autumn.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.calendarwords import MONTHS
from sfumato.knowledge.datevalue import DateValue, Piece
from sfumato.knowledge.numberwords import plain
from sfumato.transform.timeline import Told

_ORDINAL = re.compile(r"(?:st|nd|rd|th|[.]?[ºo°])(?![a-z])", re.IGNORECASE)


def spelled(
    value: DateValue, owner: DateValue, day: datetime.date, other: datetime.date
) -> DateValue:
    """The value with the month or year that it shared, where the new days no longer share it."""
    if value.day is None:
        return _with_year(value, owner) if day.year != other.year else value
    if (day.year, day.month) == (other.year, other.month):
        return value
    own, lent = _place(value, "day"), _place(owner, "day")
    month = _place(owner, "month")
    if own is None or month is None:
        return value
    pieces = value.pieces
    if lent is not None and month < lent:
        added = owner.pieces[month:lent]
        return replace(value, pieces=(*pieces[:own], *added, *pieces[own:]))
    tail = list(owner.pieces[(month if lent is None else lent + 1) : month + 1])
    if len(pieces) > own + 1 and tail and tail[0].part == "text":
        tail[0] = Piece("text", _ORDINAL.sub("", tail[0].text, count=1))
    return replace(value, pieces=(*pieces, *tail))


def _with_year(value: DateValue, owner: DateValue) -> DateValue:
    month, year = _place(owner, "month"), _place(owner, "year")
    if value.month is None or month is None or year is None or year < month:
        return value
    return replace(value, pieces=(*value.pieces, *owner.pieces[month + 1 : year + 1]))


def _place(value: DateValue, part: str) -> int | None:
    return next((at for at, piece in enumerate(value.pieces) if piece.part == part), None)


_SAME = re.compile(
    r",? (?:del?|of) (?:(?:los|este|ese|the|this|that) )?(?:(?:mismo|presente|pr[oó]ximo|actual|"
    r"same|current) )?(?:mes(?: (?:actual|en curso|corriente))?|month|corrientes?)\b\.?| inst\b\.?",
    re.IGNORECASE,
)
_TOLD_DAY = re.compile(r"\b(?:d[ií]a|the)\b", re.IGNORECASE)


def explicit(texts: list[str], told: Told, days: Sequence[datetime.date], shift: int) -> None:
    """Names the month of a day alone, with its year, where the date before has another now."""
    if len(told.moments) != 1:
        return
    moment, day = told.moments[0], days[0]
    if moment.context is None or moment.day is None or moment.value.weekday is not None:
        return
    before = moment.context + datetime.timedelta(days=shift)
    shared = (moment.context.year, moment.context.month) == (moment.day.year, moment.day.month)
    if not shared or (before.year, before.month) == (day.year, day.month):
        return
    at = next(i for i, part in enumerate(told.phrase.parts) if not isinstance(part, str))
    english = moment.value.language == "en"
    name = MONTHS[1 if english else 0].names[day.month - 1]
    year = f"{', ' if english else ' de '}{day.year}" if moment.dated else ""
    named = f" of {name}{year}" if english else f" de {name}{year}"
    after = "".join(texts[at + 1 :])
    if _SAME.search(after):
        texts[at + 1 :] = [_SAME.sub(named, after, count=1)]
    elif _TOLD_DAY.search("".join(texts[:at])) or texts[at][-2:].isalpha():
        texts.insert(at + 1, named)


_MALE = ("próximo", "pasado", "último", "este", "siguiente", "el", "del", "un", "mismo")
_FEMALE = ("próxima", "pasada", "última", "esta", "siguiente", "la", "de la", "una", "misma")
_ARTICLE = re.compile(
    r"\b(el|la|del|al|un|una|este|esta|ese|esa|pr[oó]xim[oa]|pasad[oa]|[uú]ltim[oa]) \Z",
    re.IGNORECASE,
)
_FEMALE_ARTICLES = frozenset("la una esta esa proxima pasada ultima".split())


def seasons_agree(told: Told, written: str, span: Span, scene: Scene) -> str | None:
    """Spanish seasons are masculine but for the spring: adjectives and articles follow."""
    was = any(_is_spring(moment.value.season) for moment in told.moments)
    now = "primavera" in plain(written)
    if was == now or all(moment.value.season is None for moment in told.moments):
        return written
    if not now and "primavera" not in _original(told):
        return written
    before = _ARTICLE.search(scene.text[max(0, span.start - 12) : span.start])
    if before is not None:
        return None
    one, other = (_FEMALE, _MALE) if was else (_MALE, _FEMALE)
    for word, turned in zip(one, other, strict=True):
        written = re.sub(rf"\b{word}\b", turned, written, flags=re.IGNORECASE)
    return written


def _original(told: Told) -> str:
    pieces = (piece.text for moment in told.moments for piece in moment.value.pieces)
    return plain("".join(pieces))


def _is_spring(season: int | None) -> bool:
    return season == 1


_NEEDS_ARTICLE = re.compile(
    r"\b(?:desde|hasta|para|por|tras|durante|antes de|despu[eé]s de) \Z", re.I
)
_WRONG_ARTICLE = re.compile(r"\b(?:la|las|los|una|esta|estas|unas) \Z", re.IGNORECASE)
_JOINS_ARTICLE = re.compile(r"(?:antes|despu[eé]s) de \Z", re.IGNORECASE)


def feasts_agree(told: Told, written: str, span: Span, scene: Scene) -> str | None:
    """A Spanish feast becomes a day with its article: "hasta Navidad", "hasta el 3 de mayo"."""
    first = told.moments[0].value if told.moments else None
    if first is None or first.feast is None or first.language == "en":
        return written
    before = scene.text[max(0, span.start - 16) : span.start]
    if _WRONG_ARTICLE.search(before):
        return None
    if (
        _NEEDS_ARTICLE.search(before)
        and not _JOINS_ARTICLE.search(before)
        and written[:1].isdigit()
    ):
        return f"el {written}"
    return written
