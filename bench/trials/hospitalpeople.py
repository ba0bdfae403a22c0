"""The people of the invented hospital: names made of syllables that stand in no list."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from sfumato.detect.known import lexicon
from sfumato.knowledge.shadow import shadow

_ONSETS = "b br c d dr f g gr h j k l m n p r s st t tr v w y z".split()
_MIDDLES = "a e i o u a e i o u ia ei".split()
_CODAS = {
    "en": "n l r s nd rn th v m l n r ".split(" "),
    "es": "n l r s nd    ".split(" "),
}
_ENDS = {
    "en": {"female": "a ie elle ith", "male": "on ick or an", "": "by well mond lock ton fen dale"},
    "es": {"female": "a ina ela", "male": "o ino elo", "": "ez az ondo arra eta ítez úa ález"},
}
Tag = str


@dataclass(frozen=True)
class Who:
    """A person: given names, surnames, sex, and the tag that the record's order gives."""

    given: tuple[str, ...]
    family: tuple[str, ...]
    sex: str
    tag: Tag = ""
    phone: str = ""
    mail: str = ""
    relation: str = ""

    @property
    def full(self) -> str:
        """Given names and surnames."""
        return " ".join((*self.given, *self.family))


@dataclass(frozen=True)
class Visit:
    """An encounter: its id, its day and who treats in it."""

    id: str
    day: datetime.date
    doctor: Who
    nurse: Who


@dataclass(frozen=True)
class Case:
    """A patient with the people around and the visits."""

    id: str
    domain: str
    language: str
    patient: Who
    birth: datetime.date
    street: str
    town: str
    zip: str
    caregivers: tuple[Who, ...]
    visits: tuple[Visit, ...]
    providers: dict[str, Tag] = field(default_factory=dict)
    """Full names of providers to the tags that the record's order gives them."""


class Namer:
    """Makes names that no list of the detectors holds, each once."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._made: set[str] = set()

    def word(self, language: str, sex: str = "") -> str:
        """A new name: a given name with a sex, else a surname."""
        while True:
            name = self._try(language, sex)
            plain = shadow(name).data.decode("ascii").lower()
            if plain not in self._made and len(plain) > 4 and not lexicon().flags(plain):
                self._made.add(plain)
                return name

    def _try(self, language: str, sex: str) -> str:
        pick = self._chance.choice
        middle = pick(_ONSETS) + pick(_MIDDLES) + pick(_CODAS[language])
        second = pick(_ONSETS) if self._chance.random() < 0.5 else ""
        body = middle + (second + pick(_MIDDLES) + pick(_CODAS[language]) if second else "")
        return (body + pick(_ENDS[language][sex].split())).capitalize()

    def who(self, language: str, sex: str, *, family: tuple[str, ...] = ()) -> Who:
        """A new person, of a family or of a new one."""
        given = (self.word(language, sex),)
        if self._chance.random() < 0.25:
            given += (self.word(language, sex),)
        if not family:
            count = 2 if language == "es" and self._chance.random() < 0.8 else 1
            family = tuple(self.word(language) for _ in range(count))
        return Who(given, family, sex)


def cases(count: int, *, seed: int) -> Iterator[Case]:
    """So many patients, in both domains and both languages."""
    chance = random.Random(seed)
    namer = Namer(chance)
    staff = {
        language: [namer.who(language, chance.choice(("female", "male"))) for _ in range(40)]
        for language in ("en", "es")
    }
    for number in range(count):
        domain = ("hospice", "vet")[number % 2]
        language = ("en", "es")[number // 2 % 2]
        yield _case(number, domain, language, namer, staff[language], chance)


def _case(
    number: int, domain: str, language: str, namer: Namer, staff: list[Who], chance: random.Random
) -> Case:
    sex = chance.choice(("female", "male"))
    patient = namer.who(language, sex)
    caregivers = list(_caregivers(patient, language, namer, chance))
    if domain == "vet":
        owner = caregivers[0]
        pet = namer.word(language, sex)
        patient = Who((pet,), owner.family[:1] if chance.random() < 0.3 else (), sex)
    year = chance.randint(1930, 1955) if domain == "hospice" else chance.randint(2008, 2018)
    first = datetime.date(2019, 1, 1) + datetime.timedelta(days=chance.randrange(1000))
    team = chance.sample(staff, 4)
    visits = tuple(
        Visit(
            f"E{number:05}{index}",
            first + datetime.timedelta(days=chance.randint(4, 30) * index),
            team[index % 2],
            team[2 + index % 2],
        )
        for index in range(4)
    )
    providers: dict[str, Tag] = {}
    for visit in visits:
        for one in (visit.doctor, visit.nurse):
            providers.setdefault(one.full, f"PROVIDER{len(providers) + 1}")
    return Case(
        id=f"{chance.choice('HKMQ')}{chance.randrange(100, 999)}-{number:05}",
        domain=domain,
        language=language,
        patient=Who(patient.given, patient.family, sex, "PATIENT"),
        birth=datetime.date(year, chance.randint(1, 12), chance.randint(1, 28)),
        street=_street(namer, language, chance),
        town=namer.word(language),
        zip=f"{chance.randrange(10000, 99999)}",
        caregivers=tuple(caregivers),
        visits=visits,
        providers=providers,
    )


def _street(namer: Namer, language: str, chance: random.Random) -> str:
    name, number = namer.word(language), chance.randint(2, 180)
    if language == "es":
        return f"{chance.choice(('Calle', 'Avenida', 'Plaza', 'C/'))} {name}, {number}"
    return f"{number} {name} {chance.choice(('Street', 'Lane', 'Road', 'Ave'))}"


def _caregivers(patient: Who, language: str, namer: Namer, chance: random.Random) -> Iterator[Who]:
    kin = {
        "en": {"female": "wife daughter sister", "male": "husband son brother"},
        "es": {"female": "esposa hija hermana", "male": "esposo hijo hermano"},
    }
    for number in range(1, chance.randint(1, 3) + 1):
        sex = chance.choice(("female", "male"))
        shared = patient.family[:1] if chance.random() < 0.6 else ()
        if shared and language == "es":
            shared += (namer.word(language),)
        one = namer.who(language, sex, family=shared)
        word = shadow(one.given[0]).data.decode("ascii").lower()
        yield Who(
            one.given,
            one.family,
            sex,
            f"CAREGIVER{number}",
            _phone(language, chance),
            f"{word}{chance.randint(1, 99)}@{namer.word('en').lower()}.example",
            chance.choice(kin[language][sex].split()),
        )


def _phone(language: str, chance: random.Random) -> str:
    if language == "es":
        return f"6{chance.randrange(10_000_000, 99_999_999)}"
    return f"({chance.randint(201, 989)}) 555-{chance.randrange(1000, 9999)}"
