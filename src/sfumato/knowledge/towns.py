"""Towns: names, sizes, regions and postcodes of towns, from compiled tables read on first use."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

_SIGNS = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """Words in lower case without accents and signs, one blank between them."""
    lower = text.casefold()
    if not lower.isascii():
        apart = unicodedata.normalize("NFKD", lower)
        lower = "".join(char for char in apart if not unicodedata.combining(char))
    return _SIGNS.sub(" ", lower).strip()


def misread(key: str) -> str:
    """A folded word as it was before a scanner read letters as digits."""
    return key.replace("0", "o").replace("1", "l") if not key.isdigit() else key


@lru_cache(maxsize=50_000)
def folded(name: str) -> str:
    """The same for names from lists, remembered; never for what a document says."""
    return fold(name)


@dataclass(frozen=True, slots=True)
class Town:
    """A town: its country, its region within the country (a province, a state), its people."""

    name: str
    country: str
    region: str
    people: int
    postcodes: tuple[str, ...] = field(default=(), repr=False)


class Towns:
    """One table of towns: sections in which the largest come first."""

    def __init__(self, name: str, country: str) -> None:
        text = files("sfumato").joinpath("data", "places", f"{name}.txt").read_text("utf-8")
        self._lines = text.splitlines()
        self._country = country
        self._starts = [at for at, line in enumerate(self._lines) if line.startswith("[")]
        self._names = [self._lines[at][1:-1] for at in self._starts]
        self._sections = {name: at for at, name in enumerate(self._names)}
        self._by_key = self._keyed()
        self._by_code: dict[str, int] | None = None
        self._made: dict[int, Town] = {}

    def _keyed(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at, line in enumerate(self._lines):
            keys = line.partition("\t")[0]
            if keys is line or keys == line:
                continue
            for key in keys.split("/") if "/" in keys else (keys,):
                found.setdefault(key, []).append(at)
        return found

    def sections(self) -> list[str]:
        """The names of the sections."""
        return list(self._names)

    def named(self, key: str) -> Iterator[Town]:
        """The towns of a folded name."""
        for at in self._by_key.get(key, ()):
            yield self._town(at)

    def own_codes(self, town: Town) -> tuple[str, ...]:
        """The postcodes of a town that no larger one shares; all where it has none of its own."""
        return tuple(code for code in town.postcodes if self.coded(code) == town) or town.postcodes

    def has_own_code(self, town: Town) -> bool:
        """Whether a postcode of a town is shared by no larger one."""
        return any(self.coded(code) == town for code in town.postcodes)

    def coded(self, postcode: str) -> Town | None:
        """The town of a postcode."""
        if self._by_code is None:
            self._by_code = self._coded()
        at = self._by_code.get(postcode)
        return None if at is None else self._town(at)

    def _coded(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for at, line in enumerate(self._lines):
            codes = line.rpartition("\t")[2]
            if len(codes) > 4 and codes[4].isdigit():
                for code in codes.split():
                    found.setdefault(code, at)  # the largest of those that share it
        return found

    def near(self, section: str, people: int, *, count: int) -> list[Town]:
        """The towns of a section that are nearest in size, so many at most."""
        low, high = self._bounds(section)
        at = bisect_left(range(low, high), -people, key=lambda one: -self._town(one).people)
        first = max(low, min(low + at - count // 2, high - count))
        return [self._town(one) for one in range(first, min(high, first + count))]

    def first(self, section: str) -> Town | None:
        """The largest town of a section."""
        low, high = self._bounds(section)
        return self._town(low) if low < high else None

    def _bounds(self, section: str) -> tuple[int, int]:
        place = self._sections.get(section)
        if place is None:
            return 0, 0
        ends = self._starts[place + 1] if place + 1 < len(self._starts) else len(self._lines)
        return self._starts[place] + 1, ends

    def _town(self, at: int) -> Town:
        town = self._made.get(at)
        if town is None:
            cells = self._lines[at].split("\t")
            section = self._names[bisect_right(self._starts, at) - 1]
            country, _, region = section.rpartition(" ") if not self._country else ("", "", section)
            posts = tuple(cells[3].split()) if len(cells) > 3 else ()
            if not self._country and not country:
                country, region = section, ""
            town = Town(cells[1], self._country or country, region, int(cells[2]), posts)
            self._made[at] = town
        return town


@cache
def table(country: str) -> Towns:
    """The table in which the towns of a country are."""
    if country == "ES":
        return Towns("spain", "ES")
    if country == "US":
        return Towns("states", "US")
    return _world()


@cache
def _world() -> Towns:
    return Towns("world", "")
