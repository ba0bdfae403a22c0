"""Identities: draws replacements for the identifiers of a training text, in the same style."""

from __future__ import annotations

import bisect
import itertools
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path

from sfumato.train.examples import Example
from sfumato.train.lists import census, cities, rows

_WORD = re.compile(r"[^\W\d_]+")
_PARTICLES = frozenset(
    "de del la las los el da do dos van von der den y i e san santa o mc".split()
)
_MONTHS = {
    "es": (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
    ).split(),
    "en": (
        "January February March April May June July August September October November December"
    ).split(),
}
_KINDS = {
    "es": (
        "Hospital",
        "Hospital Universitario",
        "Hospital Comarcal",
        "Clínica",
        "Hospital General",
        "H.",
        "Complejo Hospitalario",
        "Sanatorio",
        "Policlínica",
    ),
    "en": (
        "Hospital",
        "Medical Center",
        "General Hospital",
        "Infirmary",
        "Memorial Hospital",
        "Regional Hospital",
        "Clinic",
        "Community Hospital",
    ),
}


@dataclass(frozen=True, slots=True)
class Pool:
    """Words with weights: common ones are drawn more often, but rare ones are drawn too."""

    words: tuple[str, ...]
    sums: tuple[float, ...] = field(repr=False)

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, float]]) -> Pool:
        """The pool of words and weights."""
        words, weights = zip(*pairs, strict=True)
        return cls(tuple(words), tuple(itertools.accumulate(weights)))

    def draw(self, chance: random.Random) -> str:
        """One word, half of the time by weight, half of the time any."""
        if chance.random() < 0.5:
            return self.words[chance.randrange(len(self.words))]
        place = bisect.bisect(self.sums, chance.random() * self.sums[-1])
        return self.words[min(place, len(self.words) - 1)]


@dataclass(frozen=True, slots=True)
class Pools:
    """The lists of both languages from which identities are drawn."""

    given: dict[str, Pool]
    surnames: dict[str, Pool]
    towns: dict[str, Pool]
    trades: dict[str, Pool]
    hospitals: tuple[str, ...]
    countries: tuple[str, ...]


def read_pools(root: Path) -> Pools:
    """The pools of the name, place, trade and hospital lists."""
    spanish = [
        (_title(row["nombre"]), float(row["frec"]))
        for part in ("hombres", "mujeres")
        for row in rows(root / f"names/ine-{part}.csv")
    ]
    families = [
        (_title(row["apellido"]), float(row["frec_pri"] or 20))
        for row in rows(root / "names/ine-apellidos.csv")
    ]
    towns = [
        (row["municipio_nombre"], 1.0)
        for row in rows(root / "names/codigos_postales_municipios.csv.xz")
    ]
    world = list(cities(root))
    near = [(name, size) for name, country, size in world if country in _SPANISH_COUNTRIES]
    far = [(name, size) for name, country, size in world if country in _ENGLISH_COUNTRIES]
    hospitals = tuple({row["name"] for row in rows(root / "names/es-health-centres.csv")})
    return Pools(
        given={
            "es": Pool.of(spanish),
            "en": Pool.of(_borne(root, "male") + _borne(root, "female")),
        },
        surnames={"es": Pool.of(families), "en": Pool.of(_borne(root, "surname"))},
        towns={"es": Pool.of(towns + [(n, s / 1e6) for n, s in near]), "en": Pool.of(far)},
        trades={"es": _trades(root, "es"), "en": _trades(root, "en")},
        hospitals=tuple(sorted(hospitals)),
        countries=_COUNTRIES,
    )


def pools_within(examples: Iterable[Example]) -> Pools:
    """The pools of the names, towns, trades and hospitals that labelled texts hold themselves."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for example in examples:
        for start, end, label in example.spans:
            for kind, word in _kinds_of(label, example.text[start:end]):
                found[kind, example.language][word] += 1

    def pools(kind: str) -> dict[str, Pool]:
        every = found[kind, "es"] + found[kind, "en"]
        return {name: Pool.of((found[kind, name] or every).items()) for name in ("es", "en")}

    return Pools(
        given=pools("given"),
        surnames=pools("surname"),
        towns=pools("town"),
        trades=pools("trade"),
        hospitals=tuple(sorted(found["hospital", "es"] + found["hospital", "en"])),
        countries=_COUNTRIES,
    )


def _kinds_of(label: str, covered: str) -> Iterator[tuple[str, str]]:
    """What an identifier gives to the pools."""
    if label in ("PATIENT", "DOCTOR", "RELATIVE"):
        for word, given in _names_in(covered):
            if len(word.group()) > 1:
                yield "given" if given else "surname", word.group().capitalize()
    elif label == "LOCATION" and len(covered) > 3 and not any(map(str.isdigit, covered)):
        yield "town", _title(covered) if covered.isupper() else covered
    elif label == "PROFESSION" and len(covered.split()) <= 3:
        yield "trade", covered
    elif label == "HOSPITAL":
        yield "hospital", covered


def _names_in(person: str) -> list[tuple[re.Match[str], bool]]:
    """The words of a person's name, and whether each is a given name."""
    reverse = "," in person
    words = [m for m in _WORD.finditer(person) if m.group().lower() not in _PARTICLES]
    return [
        (word, (index == 0) != reverse or (index == 1 and not reverse and len(words) > 3))
        for index, word in enumerate(words)
    ]


_SPANISH_COUNTRIES = frozenset("ES MX AR CO PE CL UY EC VE BO PY GT CU DO".split())
_ENGLISH_COUNTRIES = frozenset("US GB IE CA AU NZ ZA".split())
_COUNTRIES = tuple(
    "España Francia Portugal Marruecos Rumanía Ecuador Colombia Perú Argentina Italia Alemania "
    "Senegal China Ucrania Bolivia Venezuela Cuba Chile Uruguay México Spain France Ireland Poland "
    "Nigeria India Pakistan Jamaica Kenya Canada Australia Ghana Vietnam Somalia Philippines "
    "Portugal Italy".split()
)


def _borne(root: Path, table: str) -> list[tuple[str, float]]:
    """Names and their shares; the column of the census adds up from the commonest on."""
    pairs = sorted(census(root, table), key=itemgetter(1))
    sums = [0.0, *(total for _, total in pairs)]
    return [
        (name, max(total - before, 1e-4))
        for (name, total), before in zip(pairs, sums, strict=False)
    ]


def _trades(root: Path, language: str) -> Pool:
    labels = (
        label
        for row in rows(root / f"names/esco-occupations_{language}.csv.xz")
        for label in (*row["preferredLabel"].split("/"), *row["altLabels"].split("\n"))
    )
    return Pool.of((label, 1.0) for label in sorted(set(labels)) if 0 < len(label.split()) <= 3)


def _title(words: str) -> str:
    return " ".join(
        word.lower() if word.lower() in _PARTICLES and at else word.capitalize()
        for at, word in enumerate(words.split())
    )


class Identities:
    """Replacements of one document: the same word becomes the same word throughout."""

    def __init__(self, pools: Pools, language: str, chance: random.Random) -> None:
        self._pools = pools
        self._chance = chance
        self._language = language
        self._names: dict[str, str] = {}

    def replace(self, label: str, original: str) -> str:
        """What takes the place of an identifier; the original itself where nothing fits."""
        if label in ("PATIENT", "DOCTOR", "RELATIVE"):
            return self._person(original)
        if label in ("LOCATION", "COUNTRY"):
            return self._place(label, original)
        if label in ("HOSPITAL", "HEALTHCARE_CENTRE"):
            return self._hospital(label, original)
        if label == "PROFESSION" and self._chance.random() < 0.5:
            return _like(original, self._pools.trades[self._from()].draw(self._chance))
        if label in ("STREET", "INSTITUTION", "EMPLOYER"):
            return self._renamed(original)
        if label == "DATE":
            return self._date(original)
        if label in ("EMAIL", "USERNAME", "URL"):
            return self._handle(original)
        if label in ("SEX", "KINSHIP", "OTHER", "PROFESSION"):
            return original
        return self._digits(original, letters=label not in ("AGE", "PHONE", "FAX"))

    def _from(self) -> str:
        other = "en" if self._language == "es" else "es"
        return other if self._chance.random() < 0.15 else self._language

    def _person(self, original: str) -> str:
        source = self._from()
        result = original
        for word, given in reversed(_names_in(original)):
            name = self._name(word.group(), source, given=given)
            result = result[: word.start()] + name + result[word.end() :]
        return result

    def _name(self, word: str, source: str, *, given: bool) -> str:
        if len(word) == 1:
            return self._chance.choice("ABCDEFGHIJKLMNOPRSTVZ") if word.isupper() else word
        key = word.lower()
        if key not in self._names:
            pool = self._pools.given if given else self._pools.surnames
            drawn = pool[source].draw(self._chance).split()
            self._names[key] = drawn[0] if given else drawn[-1]
        return _like(word, self._names[key])

    def _place(self, label: str, original: str) -> str:
        if any(char.isdigit() for char in original):
            return self._digits(original, letters=True)
        if label == "COUNTRY":
            return _like(original, self._chance.choice(self._pools.countries))
        if len(original) <= 3:
            return original
        return _like(original, self._pools.towns[self._from()].draw(self._chance))

    def _hospital(self, label: str, original: str) -> str:
        roll = self._chance.random()
        if roll < 0.35 or label == "HEALTHCARE_CENTRE":
            return self._renamed(original)
        if self._language == "es" and roll < 0.65:
            return _like(original, self._chance.choice(self._pools.hospitals))
        name = self._pools.surnames[self._from()].draw(self._chance)
        if self._chance.random() < 0.5:
            name = self._pools.towns[self._from()].draw(self._chance)
        kind = self._chance.choice(_KINDS[self._language])
        if self._language == "es":
            return f"{kind} {self._chance.choice(('', 'de ', 'San ', 'Virgen de '))}{name}"
        return f"{self._chance.choice(('', 'St. ', 'Mount '))}{name} {kind}"

    def _renamed(self, original: str) -> str:
        """Capitalised words drawn anew, one in two; digits too."""

        def other(found: re.Match[str]) -> str:
            word = found.group()
            if len(word) < 4 or not word[0].isupper() or self._chance.random() < 0.5:
                return word
            pools = self._chance.choice(
                (self._pools.surnames, self._pools.towns, self._pools.given)
            )
            return _like(word, pools[self._from()].draw(self._chance))

        first = _WORD.search(original)
        head = first.end() if first else 0
        return original[:head] + self._digits(_WORD.sub(other, original[head:]), letters=False)

    def _date(self, original: str) -> str:
        months = _MONTHS[self._language]
        names = "|".join(months)
        changed = re.sub(names, lambda _: self._chance.choice(months), original)

        def number(found: re.Match[str]) -> str:
            digits = found.group()
            if len(digits) == 4:
                return (
                    str(self._chance.randint(1930, 2026)) if digits[:2] in ("19", "20") else digits
                )
            if len(digits) <= 2:
                value = self._chance.randint(1, 12)
                return (
                    f"{value:0{len(digits)}d}"
                    if digits[0] == "0" or value > 9 or len(digits) == 1
                    else f"{value + 10}"
                )
            return digits

        return re.sub(r"\d+", number, changed)

    def _handle(self, original: str) -> str:
        def other(found: re.Match[str]) -> str:
            word = found.group()
            if len(word) < 4 or self._chance.random() < 0.4:
                return word
            pool = self._chance.choice((self._pools.surnames, self._pools.given))[self._from()]
            return _like(word, pool.draw(self._chance).split()[0])

        head, at, tail = original.partition("@")
        return _WORD.sub(other, head) + at + tail

    def _digits(self, original: str, *, letters: bool) -> str:
        def other(char: str) -> str:
            if char.isdigit():
                return self._chance.choice("0123456789")
            if letters and "A" <= char <= "Z" and self._chance.random() < 0.3:
                return self._chance.choice("ABCDEFGHJKLMNPQRSTVWXYZ")
            return char

        drawn = "".join(map(other, original))
        if original[:1] in "123456789" and drawn[:1] == "0":
            drawn = self._chance.choice("123456789") + drawn[1:]
        return drawn


def _like(original: str, drawn: str) -> str:
    """A drawn word in the case of the original."""
    if original.isupper() and len(original) > 1:
        return drawn.upper()
    if original.islower():
        return drawn.lower()
    return drawn
