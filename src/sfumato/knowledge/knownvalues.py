"""Known values: numbers, addresses, contacts and birthdays of a record, however they are set.

All needles go into one automaton over the letters and digits of the shadow, so that blanks, dashes
and full stops inside a value make no difference and the time is linear in the text.
"""

from __future__ import annotations

import datetime
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ahocorasick_rs import BytesAhoCorasick, MatchKind

from sfumato.core.record import Value
from sfumato.knowledge import calendarwords
from sfumato.knowledge.dateread import read
from sfumato.knowledge.datevalue import DateValue
from sfumato.knowledge.shadow import Shadow, shadow

SHORTEST = 4
"""Values with fewer letters and digits are sought as they stand, in no other form."""
_SHORTEST_LITERAL = 3
"""Values with fewer are not sought at all: they would be found everywhere."""
_PHONES = ("PHONE", "FAX")
_NATIONAL_DIGITS = 9
_SOLID = re.compile(rb"[A-Za-z0-9]+")
_LONGEST_GAP = 3
_COMPACT_DIGITS = 8
_STREET_WORDS = frozenset(
    "calle c cl cll avenida avda av ave plaza pza plz pl paseo po pso ronda camino carretera ctra "
    "travesia via rua carrer street st avenue road rd lane ln drive dr boulevard blvd court ct way "
    "place terrace close square sq highway hwy of de la el los las del the n no num numero s "
    "north south east west apt unit suite piso puerta".split()
)


@dataclass(frozen=True, slots=True)
class Found:
    """A known value in a text: its place in the shadow, label, and whose it is."""

    start: int
    end: int
    label: str
    person: str


@dataclass(frozen=True, slots=True)
class _Needle:
    label: str
    person: str
    birth: datetime.date | None = field(default=None, repr=False)


class KnownValues:
    """Some values, ready to be found."""

    def __init__(self, values: Iterable[Value], births: Sequence[datetime.date]) -> None:
        self._needles: dict[bytes, _Needle] = {}
        for value in values:
            for form, label in _forms(value):
                if len(form) >= SHORTEST:
                    self._needles.setdefault(form, _Needle(label, value.person))
        for birth in births:
            for form in _birth_forms(birth):
                self._needles.setdefault(form, _Needle("DATE", "PATIENT", birth))
        self._order = sorted(self._needles)
        self._automaton = (
            BytesAhoCorasick(self._order, matchkind=MatchKind.Standard) if self._order else None
        )

    def found(self, twin: Shadow, text: str, language: str) -> Iterator[Found]:
        """The values in a text with its shadow."""
        if self._automaton is None:
            return
        solid = _Solid(twin.data)
        births: list[Found] = []
        matches = self._automaton.find_matches_as_indexes(solid.letters, overlapping=True)
        for index, begin, end in matches:
            start, stop = solid.back(begin), solid.back(end - 1) + 1
            if not _is_whole(twin.data, start, stop) or not solid.is_tight(begin, end):
                continue
            needle = self._needles[self._order[index]]
            one = Found(start, stop, needle.label, needle.person)
            if needle.birth is None:
                yield one
            elif _says(text[slice(*twin.span(start, stop))], needle.birth):
                births.append(one)
        yield from _leftmost(births)


def _leftmost(found: Iterable[Found]) -> Iterator[Found]:
    """The first of overlapping ones: in "12 March 1941; Mar-12-1941" two dates, not a third."""
    end = 0
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if one.start >= end:
            end = one.end
            yield one


class _Solid:
    """The letters and digits of a shadow in lower case, with the way back."""

    def __init__(self, data: bytes) -> None:
        runs = list(_SOLID.finditer(data))
        self.letters = b"".join(run.group() for run in runs).lower()
        self._starts = [run.start() for run in runs]
        self._places: list[int] = []
        self._gaps: list[int] = []
        place, last = 0, None
        for run in runs:
            self._places.append(place)
            self._gaps.append(0 if last is None else run.start() - last)
            place += run.end() - run.start()
            last = run.end()

    def back(self, place: int) -> int:
        """The position in the shadow of a letter."""
        index = bisect_right(self._places, place) - 1
        return self._starts[index] + place - self._places[index]

    def is_tight(self, begin: int, end: int) -> bool:
        """Whether no wide gap lies between two letters of a range."""
        first = bisect_right(self._places, begin)
        last = bisect_right(self._places, end - 1)
        return all(gap <= _LONGEST_GAP for gap in self._gaps[first:last])


def only_literal(text: str) -> bool:
    """Whether a value can be sought only as it stands: short, with wide gaps, of another script."""
    twin = shadow(text).data
    solid = _Solid(twin)
    if b"_" in twin:
        return sum(map(str.isalnum, text)) > 1
    if len(solid.letters) < SHORTEST:
        return len(solid.letters) >= _SHORTEST_LITERAL
    return not solid.is_tight(0, len(solid.letters))


def _is_whole(data: bytes, start: int, end: int) -> bool:
    return not data[start - 1 : start].isalnum() and not data[end : end + 1].isalnum()


def _letters(text: str) -> bytes:
    return b"".join(_SOLID.findall(shadow(text).data)).lower()


def _forms(value: Value) -> Iterator[tuple[bytes, str]]:
    """The ways in which a value may be written, as letters and digits, each with its label."""
    whole = _letters(value.text)
    if value.label == "STREET":
        yield from _address(value.text)
    elif value.label in _PHONES:
        digits = bytes(code for code in whole if 48 <= code <= 57)
        yield digits, value.label
        yield b"00" + digits, value.label
        for cut in {len(digits) - _NATIONAL_DIGITS, len(digits) - _NATIONAL_DIGITS - 1}:
            if 0 < cut <= 4:
                yield digits[cut:], value.label
        for country in (b"34", b"1", b"44", b"0034", b"52", b"54"):
            if len(digits) in (9, 10):
                yield country + digits, value.label
    else:
        yield whole, value.label
        bare = whole.lstrip(b"0")
        if bare.isdigit() and len(bare) > SHORTEST:
            yield bare, value.label


def _address(text: str) -> Iterator[tuple[bytes, str]]:
    """The parts of an address: street with number, street alone, town. Postcodes are no secret."""
    parts = [part for part in re.split(r"[,;\n]", text) if part.strip()]
    for number, part in enumerate(parts):
        words = [word.lower() for word in re.findall(r"[A-Za-z0-9]+", _plain(part))]
        names = [word for word in words if not any(map(str.isdigit, word))]
        core = [word for word in names if word not in _STREET_WORDS]
        if not core:
            continue
        label = "STREET" if number == 0 else "LOCATION"
        if number == 0:
            digits = [word for word in words if word.isdigit()][:1]
            for one in digits:
                yield "".join((*core, one)).encode(), label
                yield "".join((one, *core)).encode(), label
                yield "".join((*names, one)).encode(), label
                yield "".join((one, *names)).encode(), label
            yield "".join(names).encode(), label
            yield _letters(part), label
        elif len("".join(core)) > SHORTEST:
            yield "".join(names).encode(), label


def _plain(text: str) -> str:
    return shadow(text).data.decode("ascii")


def _birth_forms(birth: datetime.date) -> Iterator[bytes]:
    days = {str(birth.day), f"{birth.day:02}"}
    months = {str(birth.month), f"{birth.month:02}"}
    years = {str(birth.year), f"{birth.year % 100:02}"}
    named = {
        _letters(series.names[birth.month - 1]).decode() for series in calendarwords.MONTHS
    } | {calendarwords.ROMAN[birth.month - 1].lower()}
    for day in days:
        for year in years:
            for month in months:
                for form in (day + month + year, month + day + year, year + month + day):
                    yield form.encode()
            for month in named:
                for link in ("", "de"):
                    for between in ("", "de", "del"):
                        yield f"{day}{link}{month}{between}{year}".encode()
                for ending in ("", "st", "nd", "rd", "th"):
                    yield f"{month}{day}{ending}{year}".encode()
                    yield f"{day}{ending}{month}{year}".encode()
                    yield f"{day}{ending}of{month}{year}".encode()
                    yield f"{year}{month}{day}".encode()


def _says(text: str, birth: datetime.date) -> bool:
    """Whether an expression says a day, in whichever order of its numbers."""
    if text.isdigit() and len(text) == _COMPACT_DIGITS:
        return True
    phrases = (read(text, language=language) for language in ("es", "en"))
    return any(_is(value, birth) for phrase in phrases if phrase for value in phrase.values)


def _is(value: DateValue, birth: datetime.date) -> bool:
    if value.year is None or value.year % 100 != birth.year % 100:
        return False
    if value.century and value.year != birth.year:
        return False
    said = (value.day, value.month)
    return said == (birth.day, birth.month) or (
        value.order == "either" and said == (birth.month, birth.day)
    )
