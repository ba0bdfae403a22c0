"""Atlas: to which country, region and town of the surrogate's world an original one goes.

Every answer depends on the original and on the dice alone, so that a town, its region and its
postcode, found together or apart, go to the same place in all documents of the scope.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from sfumato.core.protocols import Scene
from sfumato.knowledge.areas import Area, Country, area_of, areas, countries
from sfumato.knowledge.towns import Town, table
from sfumato.transform.likeness import drawn_from, taken

Draw = Callable[[str, str], random.Random]
"""Chance for a kind and an original, under the dial."""

_SMALL_PEOPLE = 4_000
_NEAREST = 10
_WIDER = 60
_BLOCK = 4
_STAYING = frozenset(("US", "CA", "AU", "GB", "MX"))
_NATIONS = {"X1": "GB", "X2": "GB", "X3": "GB", "X4": "NL"}


def section_of(country: str, region: str) -> str:
    """The name of the section of a table."""
    if country in ("ES", "US"):
        return region
    return f"{country} {region}" if region else country


@cache
def _regions(country: str) -> tuple[str, ...]:
    """The sections of a country with their own towns, those with the largest town first."""
    codes = [one.code for one in areas() if one.country == country and one.code]
    sized = [
        (-town.people, code)
        for code in codes
        if (town := table(country).first(section_of(country, code))) and code not in ("51", "52")
    ]
    return tuple(code for _, code in sorted(sized))


@dataclass(frozen=True, slots=True)
class Atlas:
    """Where the originals of one document go."""

    scene: Scene
    home: str
    anywhere: bool
    settled: bool = True
    """Whether any place of the document is known to lie in the home country."""

    def country(self, code: str, draw: Draw) -> str:
        """The country that a country becomes; that of the document's addresses stays."""
        if self.settled and _NATIONS.get(code, code) == self.home:
            return code
        own = next((one for one in countries() if one.code == code), None)
        if own is None:
            return self.home
        chance = draw("country", own.code)
        for pool in _alike(own):
            found = drawn_from(chance, pool, lambda one: self._free(one))
            if found:
                return found.code
        return own.code

    def _free(self, country: Country) -> bool:
        if country.code == self.home or _NATIONS.get(country.code) == self.home:
            return False
        held = taken(self.scene)
        return not any(held.holds(name) for name in (*country.spanish[:1], *country.english[:1]))

    def region(self, country: str, code: str, draw: Draw) -> tuple[str, str]:
        """The country and region that a region becomes."""
        target = country if country == self.home else self.country(country, draw)
        if target != country:
            return target, self._any_region(target, code, draw)
        if code.startswith("@"):
            group = self._group(code[1:], draw) if self.anywhere else code[1:]
            return country, f"@{group}"
        area = area_of(country, code)
        if area is None or (country in _STAYING and not self.anywhere):
            return country, code
        if country == "ES":
            return country, self._province(area, draw)
        return country, _turned(_regions(country), code, draw("regions", country))

    def _any_region(self, country: str, code: str, draw: Draw) -> str:
        known = _regions(country)
        return draw("region", code).choice(known[: max(1, len(known) // 2)]) if known else ""

    def _province(self, area: Area, draw: Draw) -> str:
        group = self._group(area.group, draw) if self.anywhere else area.group
        own = _provinces(area.group)
        others = _provinces(group)
        if group == area.group:
            return _turned(own, area.code, draw("provinces", group))
        return others[own.index(area.code) % len(others)] if area.code in own else others[0]

    def _group(self, group: str, draw: Draw) -> str:
        return _turned(_groups(), group, draw("groups", "ES"))

    def town(self, town: Town, draw: Draw) -> Town:
        """The town that a town becomes: of similar size, in the region that its own becomes."""
        country, region = self.region(town.country, town.region, draw)
        section = section_of(country, region)
        places = table(country)
        chance = draw("town", f"{town.country} {town.region} {town.name}")
        largest = places.first(section)
        moved = (country, region) != (town.country, town.region)
        own = table(town.country).first(section_of(town.country, town.region))
        if moved and largest and own == town and self._may_be(largest, town):
            return self._given(largest, town)
        for count in (_NEAREST, _WIDER, 10_000):
            near = places.near(section, town.people, count=count)
            found = drawn_from(chance, near, lambda one: self._may_be(one, town))
            if found:
                return self._given(found, town)
        return self.small(country, region, draw, town.name) or town

    def _may_be(self, one: Town, original: Town) -> bool:
        if one.name == original.name or self._others(one) - {original}:
            return False
        if original.postcodes and not table(one.country).has_own_code(one):
            return False
        return not taken(self.scene).holds(one.name)

    def _others(self, one: Town) -> set[Town]:
        """The towns of the document that have become a town."""
        return self._becoming().get(one.name, set())

    def _given(self, one: Town, original: Town) -> Town:
        self._becoming().setdefault(one.name, set()).add(original)
        return one

    def _becoming(self) -> dict[str, set[Town]]:
        return self.scene.once("towns given", _none_given)

    def small(self, country: str, region: str, draw: Draw, original: str) -> Town | None:
        """A small town for one that no table knows."""
        chance = draw("small town", original)
        section = section_of(country, region)
        near = table(country).near(section, _SMALL_PEOPLE, count=_WIDER)
        if not near:
            known = _regions(country)
            section = section_of(country, chance.choice(known)) if known else country
            near = table(country).near(section, _SMALL_PEOPLE, count=_WIDER)
        held = taken(self.scene)
        least = [one for one in near if one.people <= _SMALL_PEOPLE * 3] or near
        return drawn_from(chance, least, lambda one: not held.holds(one.name))


def _none_given(_: Scene) -> dict[str, set[Town]]:
    return {}


def _turned(members: tuple[str, ...], one: str, chance: random.Random) -> str:
    """Another member, near in order: a shuffled block of a few goes round by one."""
    if one not in members or len(members) < 2:
        return one
    start = members.index(one) // _BLOCK * _BLOCK
    if len(members) - start < 2:
        start -= _BLOCK
    stop = start + _BLOCK if len(members) - start - _BLOCK > 1 else len(members)
    block = list(members[start:stop])
    chance.shuffle(block)
    return block[(block.index(one) + 1) % len(block)]


@cache
def _provinces(group: str) -> tuple[str, ...]:
    own = {one.code for one in areas() if one.country == "ES" and one.group == group}
    return tuple(code for code in _regions("ES") if code in own) or tuple(sorted(own))


@cache
def _groups() -> tuple[str, ...]:
    """The communities of Spain, those with the largest town first."""
    found: dict[str, None] = {}
    for code in _regions("ES"):
        area = area_of("ES", code)
        if area:
            found.setdefault(area.group)
    return tuple(found)


@cache
def _alike(own: Country) -> tuple[tuple[Country, ...], ...]:
    """Countries that may stand for one, the best first: same part of the world, same grammar."""
    real = [one for one in countries() if one.code not in _NATIONS and one.code != own.code]
    kind = own.grammar.rstrip("+")
    part = [one for one in real if one.part == own.part and _number(one) == _number(own)]
    exact = [one for one in real if one.grammar == own.grammar and _both(one, own)]
    near = [one for one in exact if one.part == own.part]
    loose = [one for one in part if one.grammar.rstrip("+") == kind and _both(one, own)]
    first = next((pool for pool in (near, loose, exact, part) if len(pool) > 1), exact)
    return tuple(first), tuple(exact), tuple(part), tuple(real)


def _number(country: Country) -> bool:
    return "p" in country.grammar


def _both(one: Country, other: Country) -> bool:
    return is_definite(one) == is_definite(other)


def is_definite(country: Country) -> bool:
    """Whether English puts "the" before its name."""
    return country.english[0].startswith("the ")
