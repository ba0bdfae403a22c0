"""Areas: regions, countries and other names of towns, in Spanish and English."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from sfumato.knowledge.towns import fold

Tongue = Literal["es", "en"]


@dataclass(frozen=True, slots=True)
class Area:
    """A region: its country, the code of its towns ("" where it has none), what it is drawn from.

    `name` is the usual name, `short` the abbreviations; all of one line share code and group.
    """

    country: str
    code: str
    group: str
    names: tuple[str, ...]
    shorts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Country:
    """A country: names and people in both languages, and the grammar of its Spanish name."""

    code: str
    part: str
    spanish: tuple[str, ...]
    grammar: str
    english: tuple[str, ...]
    people_es: tuple[str, ...]
    people_en: str

    def names(self, tongue: Tongue) -> tuple[str, ...]:
        """All names in a language, without articles, the usual one first."""
        found = self.spanish if tongue == "es" else self.english
        return tuple(name.removeprefix("the ") for name in found)


def _lines(name: str) -> Iterator[list[str]]:
    text = files("sfumato").joinpath("data", "places", f"{name}.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


@cache
def areas() -> tuple[Area, ...]:
    """All regions; those without towns are one area for each name."""
    found = []
    for country, code, group, names, *shorts in _lines("areas"):
        brief = tuple(shorts[0].split(";")) if shorts else ()
        if code == "-":
            found += [Area(country, "", group, (name,)) for name in names.split(";")]
            found += [Area(country, "", f"{group} short", (name,)) for name in brief]
        else:
            found.append(Area(country, code, group, tuple(names.split(";")), brief))
    return tuple(found)


@cache
def areas_named() -> dict[str, tuple[Area, ...]]:
    """The regions by folded name or abbreviation."""
    found: dict[str, tuple[Area, ...]] = {}
    for area in areas():
        codes = (area.code,) if area.country == "US" else ()
        for name in dict.fromkeys(fold(name) for name in (*area.names, *area.shorts, *codes)):
            found[name] = (*found.get(name, ()), area)
    return found


@cache
def area_of(country: str, code: str) -> Area | None:
    """The region whose towns have a code."""
    return next((one for one in areas() if (one.country, one.code) == (country, code)), None)


@cache
def countries() -> tuple[Country, ...]:
    """All countries."""
    return tuple(
        Country(
            code,
            part,
            tuple(spanish.split("/")),
            grammar,
            tuple(english.split("/")),
            tuple(people_es.split()),
            people_en,
        )
        for code, part, spanish, grammar, english, people_es, people_en in _lines("countries")
    )


@cache
def countries_named() -> dict[str, Country]:
    """The countries by folded name in either language."""
    found: dict[str, Country] = {}
    for country in countries():
        for name in (*country.names("es"), *country.names("en"), *country.english):
            found.setdefault(fold(name), country)
    return found


@cache
def peoples() -> dict[str, tuple[Country, int]]:
    """The words for people of a country, folded, with the place of the form: 0, 1, 2 English."""
    found: dict[str, tuple[Country, int]] = {}
    for country in countries():
        for place, word in enumerate((*country.people_es, country.people_en)):
            found.setdefault(fold(word), (country, place))
    return found


@cache
def aliases() -> dict[str, tuple[str, str]]:
    """The folded name and the country of a town by a folded other name."""
    found = {}
    for others, name, country in _lines("aliases"):
        for other in others.split(";"):
            found[other] = (fold(name), country)
    return found
