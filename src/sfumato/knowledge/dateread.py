"""Date reading: what a date expression says, each of its dates with the pieces of its format.

An expression is taken apart into tokens; patterns over their codes find the dates in it. What is
left between them must be known to tell no date and no name ("del", "al", "noche", "last"), or the
whole expression is not read: what cannot be read for certain is nobody's to rewrite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sfumato.knowledge import calendarwords as words
from sfumato.knowledge.datetokens import Token, feast_name, tokens_of
from sfumato.knowledge.datevalue import DateValue, Kind, Order, Part, Phrase, Piece, full_year
from sfumato.knowledge.shadow import Shadow, shadow

__all__ = ["DateValue", "Phrase", "Piece", "read"]

_LONGEST = 160
_YEAR = r"(?:'?[YN]|y|'?[DG](?!\.?h|[-/.,]?[notz]*M|[-/.][DGR]))"
_TO_MONTH = r"(?:[-/.,]|[,.]?[notz]*'?)"
_TO_YEAR = r"[-/.,]{0,2}[otz]*\(?"
_DAY = r"[DGw]\.?h?n?"
_PAIR = r"(?=[DG][-/.]D|D[-/.]G)"
_GOES_ON = r"[-/.]?[otn]*[MR]"
_SURE_YEAR = r"'[NDG]|[YNy]"


def _forms() -> Iterator[tuple[Kind, str]]:
    """Kinds with their patterns, likeliest first; each part of a date is a group."""
    yield "year", r"(?<=Y[-/])(?P<y>[GN])(?![-/.DGM])"
    yield "full", r"(?P<y>Y)(?P<i>[-/.]?)(?P<m>D)(?P=i)(?P<d>[DG])(?![-/.]?[DG])"
    yield "full", r"(?P<y>Y)h?[-/.,]?o?(?P<m>M)h?[-/.,]?(?P<d>[DG])h?"
    yield "full", r"(?P<y>Y)[-/.](?P<m>R)[-/.](?P<d>[DG])"
    yield "full", r"(?P<p>P)"
    yield "full", r"(?<![^(])(?P<p>p)(?!.)"
    yield "part", rf"(?P<c>c|w|[DG]\.?h)(?P<u>[uW])[otzk]+(?P<m>M)(?:{_TO_YEAR}(?P<y>{_YEAR}))?"
    yield "part", r"(?P<c>c|w|[DG]\.?h?)(?P<u>u)[otz]*(?P<y>[Yy])"
    yield "part", r"(?P<c>w|[DG]\.?h)(?P<u>[Wu])|(?P<cc>c)(?P<uu>u)"
    yield "part", r"(?P<u>u)(?P<c>D)[-/,otz]*(?P<y>Y)"
    yield "part", rf"(?P<g>E)[-otz]*(?P<m>M)(?:{_TO_YEAR}(?P<y>{_YEAR}))?(?!h)"
    yield "part", r"(?P<g>E)[-otz]*(?P<y>[Yy])"
    yield "full", rf"(?P<d>{_DAY}){_TO_MONTH}(?P<m>M){_TO_YEAR}(?P<y>{_YEAR}|(?<=o)w(?![notz]*M))"
    yield (
        "full",
        rf"(?P<m>M)[-/.,]{{0,2}}[tn]*(?P<d>{_DAY})(?:[-/.,]{{1,2}}|[-.,]?[otz]+)?(?P<y>'?[YNy])",
    )
    yield "full", rf"(?P<m>M)(?P<i>[-/.])(?P<d>[DG])(?P=i)(?P<y>{_YEAR})"
    yield "full", rf"(?P<a>[DG])(?P<i>[-/.])(?P<b>[DG])(?P=i)(?P<y>{_YEAR})"
    yield "full", r"(?P<a>[DG])[-/.](?P<b>[DG])[-/.](?P<y>Y)"
    yield "full", r"(?P<a>[DG])(?P<b>[DG])(?P<y>[YNDG])(?![,.]?[joM]|[DG]|[-/.])"
    yield "full", rf"(?P<a>[DGw])o(?P<b>[DGw])o(?P<y>{_YEAR}|w)"
    yield "full", r"(?P<d>w)ot?(?P<m>w)[otz]*(?P<y>[yY])"
    yield "full", r"(?P<m>w)(?P<d>w)(?P<y>w|y)"
    yield "full", rf"(?P<d>[DG])(?P<i>[-/.]?)(?P<m>R)(?P=i)(?P<y>{_YEAR})"
    yield "partial", rf"(?P<d>{_DAY}){_TO_MONTH}(?P<m>M)"
    yield "partial", r"(?P<d>[DG])[-/.](?P<m>R)"
    yield "month", r"(?P<m>R)[-/.](?P<y>[YNDG])(?![-/.][DG])"
    yield "month", rf"(?P<m>M){_TO_YEAR}(?P<y>{_SURE_YEAR})"
    yield "month", r"(?P<m>M)(?:[-/][otz]*|o[otz]*)(?P<y>[DGw](?![.]?h))"
    yield "partial", rf"(?P<m>M)[-/.,]{{0,2}}[tn]*(?P<d>{_DAY})"
    yield "month", r"(?P<m>D)[-/.](?P<y>Y)(?![-/.])"
    yield "month", r"(?P<y>Y)[-/](?P<m>D)(?![-/.]?[DG])"
    yield "month", r"(?P<m>D)[-/](?P<y>N)(?![-/.])"
    yield "partial", rf"{_PAIR}(?P<a>[DG])(?P<i>[/.])(?P<b>[DG])(?!(?P=i)|{_GOES_ON})"
    yield "partial", rf"{_PAIR}(?P<a>[DG])-(?P<b>[DG])(?![-/.]|{_GOES_ON})"
    yield "partial", r"(?P<d>[DG])h?,(?P<y>Y)"
    yield "decade", r"(?P<e>'?[YNDG])q|(?P<ee>d)"
    yield "season", rf"(?P<s>S)(?:{_TO_YEAR}(?P<y>{_SURE_YEAR})|o(?P<yy>[DG]))?"
    yield "holiday", rf"(?P<f>F)(?:{_TO_YEAR}(?P<y>{_SURE_YEAR})|o(?P<yy>[DG]))?"
    yield "month", r"(?P<m>M)"
    yield "year", rf"(?P<y>{_SURE_YEAR})"
    yield "relative", rf"(?P<d>{_DAY})"
    yield "weekday", r"(?P<w>W)"


def _compiled() -> tuple[re.Pattern[str], list[Kind], list[dict[str, str]]]:
    """All forms as one expression; each group's name ends with the number of its form."""
    kinds: list[Kind] = []
    groups: list[dict[str, str]] = []
    bodies: list[str] = []
    for number, (kind, form) in enumerate(_forms()):
        names = re.findall(r"\?P<(\w+)>", form)
        body = re.sub(r"\?P<(\w+)>", rf"?P<\g<1>{number}>", form)
        bodies.append(f"(?P<form{number}>{body.replace('(?P=i)', f'(?P=i{number})')})")
        kinds.append(kind)
        groups.append({f"{name}{number}": name[0] for name in names if name != "i"})
    return re.compile("|".join(bodies)), kinds, groups


_ITEM, _KINDS, _GROUPS = _compiled()
_PARTS: dict[str, Part] = {
    "y": "year",
    "m": "month",
    "d": "day",
    "s": "season",
    "f": "feast",
    "e": "decade",
    "w": "weekday",
    "g": "edge",
    "c": "nth",
}
_IDLE = re.compile(r"[otnzjskuwcEh/.,'(T?-]*")
_DAYS = frozenset({"full", "partial", "relative", "holiday"})
_LEAD = re.compile(r"[.,(]*[tnk]*")
_TAIL = re.compile(r"[.,(]+")


@dataclass(frozen=True, slots=True)
class _Item:
    """A date among the tokens: from which to which, its kind and where its parts stand."""

    first: int
    last: int
    kind: Kind
    parts: tuple[tuple[str, int, int], ...]


def read(text: str, *, language: str = "und") -> Phrase | None:
    """What an expression says, or None where it is not read for certain."""
    if not text or len(text) > _LONGEST:
        return None
    twin = shadow(text)
    plain = twin.data.decode("ascii")
    tokens = tokens_of(plain, language=language)
    codes = "".join(token.code for token in tokens)
    found = [_item(match) for match in _ITEM.finditer(codes)]
    if language != "en":
        found = [_month_and_year(item, tokens) for item in found]
    items = _with_weekdays(found, codes)
    if not codes or not _idle_between(items, codes):
        return None
    reading = _Reading(text, plain, twin, tokens, language)
    values = [reading.value(item) for item in items]
    if None in values:
        return None
    return Phrase(tuple(reading.laid_out(items, [value for value in values if value])))


def _item(match: re.Match[str]) -> _Item:
    number = int((match.lastgroup or "form0").removeprefix("form"))
    parts = tuple(
        (name, *match.span(group))
        for group, name in _GROUPS[number].items()
        if match.start(group) >= 0
    )
    return _Item(*match.span(), _KINDS[number], parts)


def _month_and_year(item: _Item, tokens: Sequence[Token]) -> _Item:
    """In Spanish a month and two digits after it ("marzo 23") are a month and its year."""
    if item.kind != "partial" or [name for name, _, _ in item.parts] != ["m", "d"]:
        return item
    month, day = item.parts
    number = tokens[day[1]]
    plain = item.last == day[1] + 1 and number.code in "DG" and number.end - number.start == 2
    if not plain or any(token.code not in "." for token in tokens[month[2] : day[1]]):
        return item
    return replace(item, kind="month", parts=(month, ("y", day[1], day[2])))


def _idle_between(items: Sequence[_Item], codes: str) -> bool:
    """Whether all that is no part of a date tells none."""
    position = 0
    for item in items:
        if not _IDLE.fullmatch(codes, position, item.first):
            return False
        position = item.last
    return _IDLE.fullmatch(codes, position) is not None


def _with_weekdays(items: list[_Item], codes: str) -> list[_Item]:
    """The items with each weekday joined to the day that it names."""
    joined: list[_Item] = []
    waiting: _Item | None = None
    for item in items:
        if waiting is not None and item.kind in _DAYS:
            if _LEAD.fullmatch(codes, waiting.last, item.first):
                item = replace(item, first=waiting.first, parts=(*waiting.parts, *item.parts))
                joined.pop()
        elif item.kind == "weekday" and joined and joined[-1].kind in _DAYS:
            before = joined[-1]
            named = any(name == "w" for name, _, _ in before.parts)
            follows = any(other.first > item.first for other in items if other.kind in _DAYS)
            if not named and not follows and _TAIL.fullmatch(codes, before.last, item.first):
                joined[-1] = replace(before, last=item.last, parts=(*before.parts, *item.parts))
                continue
        joined.append(item)
        waiting = item if item.kind == "weekday" else None
    return joined


class _Reading:
    """The text, its tokens and the language in which they are read."""

    __slots__ = ("language", "plain", "text", "tokens", "twin")

    def __init__(
        self, text: str, plain: str, twin: Shadow, tokens: Sequence[Token], language: str
    ) -> None:
        self.text, self.plain, self.twin = text, plain, twin
        self.tokens, self.language = tokens, language

    def laid_out(
        self, items: Sequence[_Item], values: Sequence[DateValue]
    ) -> Iterator[str | DateValue]:
        """The dates, and the text between them."""
        position = 0
        for item, value in zip(items, values, strict=True):
            start, end = self._place(item.first, item.last)
            if start > position:
                yield self.text[position:start]
            yield value
            position = end
        if position < len(self.text):
            yield self.text[position:]

    def _place(self, first: int, last: int) -> tuple[int, int]:
        return self.twin.span(self.tokens[first].start, self.tokens[last - 1].end)

    def value(self, item: _Item) -> DateValue | None:
        """The date that an item says, or None where it can be none."""
        found = {name: self.tokens[first] for name, first, _ in item.parts}
        if "p" in found:
            return self._packed(item, found["p"])
        places = {
            name: self._place(first, last if name in "ye" else first + 1)
            for name, first, last in item.parts
        }
        order = _told_order(found)
        if "a" in found:
            turn = _order(found["a"].number or 0, found["b"].number or 0)
            if turn is None:
                return None
            order = turn
            month_first = order == "mdy" or (order == "either" and self.language == "en")
            for name, part in (("a", "m"), ("b", "d")) if month_first else (("a", "d"), ("b", "m")):
                found[part], places[part] = found.pop(name), places.pop(name)
        return self._filled(item, found, places, order)

    def _filled(
        self,
        item: _Item,
        found: dict[str, Token],
        places: dict[str, tuple[int, int]],
        order: Order,
    ) -> DateValue | None:
        numbers = {name: token.number for name, token in found.items()}
        year = numbers.get("y")
        if "y" in found and found["y"].code == "'":
            year = self.tokens[self._after(found["y"])].number
        if "m" in numbers and not 1 <= (numbers["m"] or 0) <= 12:
            return None
        value = DateValue(
            kind=item.kind,
            year=full_year(year) if year is not None else None,
            month=numbers.get("m"),
            day=numbers.get("d"),
            weekday=numbers.get("w"),
            season=numbers.get("s"),
            order=order,
            century=year is None or year >= 100,
            language=self._language(found),
            pieces=tuple(self._pieces(item, places)),
        )
        refine = _REFINED.get(item.kind)
        return refine(self, value, found) if refine else value

    def _after(self, token: Token) -> int:
        return self.tokens.index(token) + 1

    def _language(self, found: dict[str, Token]) -> str:
        month, weekday = found.get("m"), found.get("w")
        if weekday is not None and (named := words.weekday_of(self.written(weekday))):
            catalan = words.WEEKDAYS[named[0]].language == "ca"
            if catalan and weekday.end - weekday.start > 1:
                return "ca"
        if month is None or month.code != "M":
            return self.language
        if words.is_month_in(self.written(month), self.language) and not self._elided(month):
            return self.language
        series = words.month_of(self.written(month))
        own = words.MONTHS[series[0]].language if series else self.language
        return "ca" if own == "es" and self._elided(month) else own

    def _elided(self, month: Token) -> bool:
        """Whether "d'" stands before the month, as only Catalan has it."""
        return self.plain[: month.start].lower().endswith("d'")

    def written(self, token: Token) -> str:
        """A token as its plain text has it."""
        return self.plain[token.start : token.end]

    def _pieces(self, item: _Item, places: dict[str, tuple[int, int]]) -> Iterator[Piece]:
        position, stop = self._place(item.first, item.last)
        for name, (start, end) in sorted(places.items(), key=lambda named: named[1]):
            if name not in _PARTS:
                continue
            if start > position:
                yield Piece("text", self.text[position:start])
            yield Piece(_PARTS[name], self.text[start:end])
            position = end
        if position < stop:
            yield Piece("text", self.text[position:stop])

    def _packed(self, item: _Item, token: Token) -> DateValue | None:
        """A date in six or eight digits without separators, perhaps with a time behind it."""
        digits = self.written(token)
        if not digits[:6].isdigit():
            return None
        for order, cuts in _PACKINGS[token.code]:
            parts = {name: int(digits[start:end]) for name, start, end in cuts}
            if not (1 <= parts["m"] <= 12 and 1 <= parts["d"] <= 31):
                continue
            if token.code == "P" and not 1850 <= parts["y"] <= 2150:
                continue
            start, end = self._place(item.first, item.last)
            text = self.text[start:end]
            if len(text) != token.end - token.start:
                return None
            pieces = [Piece(_PARTS[name], text[begin:stop]) for name, begin, stop in cuts]
            if rest := text[max(stop for _, _, stop in cuts) :]:
                pieces.append(Piece("text", rest))
            return DateValue(
                "full",
                full_year(parts["y"]),
                parts["m"],
                parts["d"],
                order=order,
                century=token.code == "P",
                language=self.language,
                pieces=tuple(pieces),
            )
        return None


_Cuts = tuple[tuple[str, int, int], ...]
_PACKINGS: dict[str, tuple[tuple[Order, _Cuts], ...]] = {
    "P": (
        ("ymd", (("y", 0, 4), ("m", 4, 6), ("d", 6, 8))),
        ("dmy", (("d", 0, 2), ("m", 2, 4), ("y", 4, 8))),
        ("mdy", (("m", 0, 2), ("d", 2, 4), ("y", 4, 8))),
    ),
    "p": (
        ("dmy", (("d", 0, 2), ("m", 2, 4), ("y", 4, 6))),
        ("mdy", (("m", 0, 2), ("d", 2, 4), ("y", 4, 6))),
        ("ymd", (("y", 0, 2), ("m", 2, 4), ("d", 4, 6))),
    ),
}


def _order(first: int, second: int) -> Order | None:
    if max(first, second) > 31 or min(first, second) > 12:
        return None
    if first > 12:
        return "dmy"
    return "mdy" if second > 12 else "either"


def _told_order(found: dict[str, Token]) -> Order:
    """The order of a date whose parts are told apart by their forms."""
    if "m" not in found:
        return "dmy"
    month = found["m"].start
    if "y" in found and found["y"].start < month:
        return "ymd"
    return "mdy" if "d" in found and found["d"].start > month else "dmy"


def _decade(reading: _Reading, value: DateValue, found: dict[str, Token]) -> DateValue | None:
    token = found["e"]
    if token.code == "'":
        token = reading.tokens[reading.tokens.index(token) + 1]
    number = token.number
    if number is None or number % 10:
        return None
    return replace(value, year=full_year(number), century=number >= 100)


def _holiday(reading: _Reading, value: DateValue, found: dict[str, Token]) -> DateValue | None:
    return replace(value, feast=feast_name(reading.written(found["f"])))


_UNITS: dict[str, tuple[Literal["week", "fortnight", "quarter", "half"], int]] = {
    "week": ("week", 5),
    "semana": ("week", 5),
    "quincena": ("fortnight", 2),
    "trimestre": ("quarter", 4),
    "trim": ("quarter", 4),
    "quarter": ("quarter", 4),
    "q": ("quarter", 4),
    "semestre": ("half", 2),
    "half": ("half", 2),
}


def _share(reading: _Reading, value: DateValue, found: dict[str, Token]) -> DateValue | None:
    """A part of a month or a year: its edge, its second week, its last Friday, its first half."""
    if "g" in found:
        return replace(value, edge=found["g"].number)
    count = found["c"].number
    if found["u"].code == "W":
        most = 5
        value = replace(value, weekday=found["u"].number, unit="weekday")
    else:
        known = _UNITS.get(reading.written(found["u"]).lower())
        if known is None or (known[0] in ("quarter", "half")) != (value.month is None):
            return None
        unit, most = known
        value = replace(value, unit=unit)
    if count is None or not (count == -1 or 1 <= count <= most):
        return None
    return replace(value, count=count)


_REFINED = {"decade": _decade, "holiday": _holiday, "part": _share}
