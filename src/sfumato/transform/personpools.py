"""Personpools: the class of a name, and the names its surrogate may be, in a keyed order."""

from __future__ import annotations

import math
import random
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from sfumato.knowledge.names import CULTURES, pool, shares

Role = Literal["given", "surname"]
Sex = Literal["female", "male", "either"]

COMMON = 300
"""How many of the commonest names of a class surrogates are drawn from."""
_MARKS = {
    "eu": re.compile(
        r"tx|tz|[^c]ke?tx|^etx|^ur[rk]|(?:egi|aga|zabal|gorri|mendi|etxea?|eche|goiti|iturri|arren"
        r"|arrieta|ondo|buru|ibar|tegi|tegui|berri[ae]?|barrena|arte|oste|uren|oitia)$"
    ),
    "ca": re.compile(
        r"puig|(?:nech|[gq]uer|[^aeiou]ig|[aeo]ig|ny[àae]?s?|[aeiou]ll|[aeiou]ns|rts|ats|lls|uix|osch)$|l\.l"
    ),
    "gl": re.compile(r"^x[aeiou]|(?:eir[ao]s?|ino|ouro|oure|ufe|eiro|ouzas?|ndeira|sende)$"),
    "ro": re.compile(r"(?:escu|eanu|oiu|aru)$"),
}
_PAIRS, _DRAWS = 3000, 60
_OTHER = {"female": "male", "male": "female"}
_NEAR_DECIBELS = 9
_EITHER_DECIBELS = 8


@dataclass(frozen=True, slots=True)
class Name:
    """An original as far as its surrogate depends on it: two with the same are one."""

    plain: str = field(repr=False)
    role: Role
    sex: Sex = "either"

    @property
    def kind(self) -> str:
        """What the draw is for."""
        return f"{self.role} {self.sex}"


@lru_cache(8192)
def sex_of(plain: str, language: str, said: Sex = "either", beside: Sex = "either") -> Sex:
    """The sex that a given name shows.

    `said` is what a title or the text says, for names of both sexes; `beside` is the sex of the
    given name before it, which decides where the name stands in that list too: José María.
    """
    held = shares(plain)
    female = max(held.get("F", 0), held.get("f", 0) - (10 if language == "es" else 0))
    male = max(held.get("M", 0), held.get("m", 0) - (10 if language == "es" else 0))
    for sex, culture in (("female", "female"), ("male", "male")):
        if any(_holds(f"{place}.{culture}", plain) for place in ("eu", "ca", "gl", "ar", "ro")):
            female, male = (female + 15, male) if sex == "female" else (female, male + 15)
    for place in ("es", "en"):
        female += 30 * _holds(f"{place}.female.nick", plain)
        male += 30 * _holds(f"{place}.male.nick", plain)
    if not female and not male:
        return "either"
    if beside != "either" and (female if beside == "female" else male):
        return beside
    if said != "either" and min(female, male) and abs(female - male) <= 2 * _EITHER_DECIBELS:
        return said
    return "female" if female > male else "male"


@lru_cache(8192)
def culture_of(plain: str, kind: str, language: str, beside: frozenset[str]) -> str:
    """The culture of a name of a kind (female, male, either, surname).

    `beside` are the cultures of the names around it; a name that stands in several lists goes
    with them.
    """
    cultures = cultures_of(plain, kind)
    if _marked(plain) in cultures - {"es"}:
        return _marked(plain)
    common = sorted(cultures & beside)
    if len(cultures) > 1 and len(common) == 1:
        return common[0]
    if language in cultures:
        return language
    if "es" in cultures or "en" in cultures:
        return _nearer(plain, kind, language)
    if cultures:
        return min(cultures, key=CULTURES.index)
    return "en" if _nearer(plain, kind, language) == "en" else _marked(plain)


def cultures_of(plain: str, kind: str) -> frozenset[str]:
    """The cultures whose common names hold a name."""
    return _cultures(plain, kind)


@lru_cache(8192)
def _cultures(plain: str, kind: str) -> frozenset[str]:
    parts = ("", ".first", ".second", ".nick")
    return frozenset(
        culture
        for culture in CULTURES
        if any(_holds(f"{culture}.{kind}{part}", plain) for part in parts)
    )


def _holds(part: str, plain: str) -> bool:
    found = pool(part)
    return found is not None and plain in found.known


def _nearer(plain: str, kind: str, language: str) -> str:
    """Spanish or English: where the name is relatively more frequent, in doubt as the text is."""
    held = shares(plain)
    letters = {"female": "F", "male": "M", "surname": "S"}.get(kind, "FM")
    spanish = max((held.get(c, 0) for c in letters), default=0)
    english = max((held.get(c.lower(), 0) for c in letters), default=0)
    if abs(spanish - english) <= _NEAR_DECIBELS:
        return language if language in ("es", "en") else ("en" if english > spanish else "es")
    return "en" if english > spanish else "es"


def _marked(plain: str) -> str:
    """The culture that the spelling shows."""
    return next((culture for culture, mark in _MARKS.items() if mark.search(plain)), "es")


def candidates(
    name: Name, culture: str, article: str, chance: random.Random, *, rare: bool = False
) -> Iterator[tuple[str, str]]:
    """The names that a surrogate may be, spelled and folded, in the order that chance gives.

    First those of the class, then those of wider classes, then many pairs of these. With `rare`
    each name comes as often as people bear it, so that a rare one tells nothing.
    """
    parts = _parts(name, culture, article)
    for part in parts:
        if rare:
            yield from _borne(part, chance)
        yield from _shuffled(part, chance)
    found = pool(parts[-1])
    assert found is not None
    names = list(zip(found.names[:COMMON], found.plain[:COMMON], strict=True))
    for _ in range(_PAIRS):
        (one, plain_one), (two, plain_two) = chance.choice(names), chance.choice(names)
        yield f"{one}-{two}", f"{plain_one}-{plain_two}"


def _borne(part: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Names of a pool, each as often as people bear it."""
    found = pool(part)
    for _ in range(_DRAWS if found else 0):
        assert found is not None
        place = bisect_right(found.heights, chance.random() * found.heights[-1])
        yield found.names[place], found.plain[place]


def _shuffled(part: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """The common names of a pool from a random place on, in random steps; then the rest."""
    found = pool(part)
    if found is None:
        return
    count = min(len(found.names), COMMON)
    place, step = int(chance.random() * count), 1 + int(chance.random() * count)
    while math.gcd(step, count) > 1:
        step += 1
    for _ in range(count):
        yield found.names[place], found.plain[place]
        place = (place + step) % count
    yield from zip(found.names[count:], found.plain[count:], strict=True)


def _parts(name: Name, culture: str, article: str) -> Sequence[str]:
    """The pools of a class, narrow to wide."""
    if name.role == "surname":
        own = [f"{place}.surname.{article}" for place in ("es", "en") if article]
        wide = [f"{culture}.surname", "en.surname" if culture == "en" else "es.surname"]
        return list(dict.fromkeys((*(p for p in own if pool(p)), *(p for p in wide if pool(p)))))
    if name.sex == "either":
        home = "en" if culture == "en" else "es"
        return (f"{home}.either", f"{home}.female")
    return [
        part
        for part in dict.fromkeys(_given_parts(name.plain, name.sex, culture))
        if pool(part) is not None
    ]


def _given_parts(plain: str, sex: str, culture: str) -> Iterator[str]:
    own = f"{culture}.{sex}"
    if sex == "female" and plain in devoted():
        yield from ("es.female.devoted", "es.female.second")
    for place in ("nick", "first", "second"):
        if _holds(f"{own}.{place}", plain):
            yield f"{own}.{place}"
    # José María, María José: the second name is of the other sex.
    if not _holds(own, plain) and _holds(f"{culture}.{_OTHER[sex]}.first", plain):
        yield f"{own}.second"
    yield own
    yield f"{'en' if culture == 'en' else 'es'}.{sex}"


@lru_cache(1)
def devoted() -> dict[str, str]:
    """Folded second names of women that may follow an article, with their article."""
    made = {}
    for article in ("de las", "de los", "de la", "del"):
        found = pool(f"es.female.{article}")
        made.update(dict.fromkeys(found.plain if found else (), article))
    return made
