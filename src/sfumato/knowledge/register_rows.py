"""Register rows: what one row, resource or message of a record says, and subjects made of them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sfumato.core.record import Person, Role, Subject, Value
from sfumato.knowledge.register_dates import Reading
from sfumato.knowledge.shadow import shadow

Sex = Literal["", "female", "male"]


@dataclass(frozen=True, slots=True)
class Said:
    """A person as one row names it, with values (text, label) that are the person's."""

    role: Role
    names: tuple[str, ...] = field(repr=False)
    sex: Sex = ""
    values: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Row:
    """What one row says of one subject. Dates are as the record writes them."""

    key: str = field(repr=False)
    people: tuple[Said, ...] = ()
    values: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    births: tuple[str, ...] = field(default=(), repr=False)
    dates: tuple[str, ...] = field(default=(), repr=False)
    encounter: str = field(default="", repr=False)
    written: str = field(default="", repr=False)
    documents: tuple[str, ...] = field(default=(), repr=False)


def sex_of(text: str) -> Sex:
    """The sex that a field of a record says, or a word of kinship in it."""
    word = shadow(text).data.decode("ascii").strip().lower()
    if word in ("f", "female", "woman", "mujer", "femenino", "hembra", "fem"):
        return "female"
    if word in ("m", "male", "man", "h", "hombre", "varon", "masculino", "macho", "v"):
        return "male"
    if word in _WOMEN or word in _MEN:
        return "female" if word in _WOMEN else "male"
    return ""


_WOMEN = frozenset(
    "wife daughter mother sister grandmother aunt niece esposa mujer hija madre hermana abuela tia "
    "sobrina nieta granddaughter stepmother".split()
)
_MEN = frozenset(
    "husband son father brother grandfather uncle nephew esposo marido hijo padre hermano abuelo "
    "tio sobrino nieto grandson stepfather".split()
)


def subject_of(key: str, rows: Sequence[Row], reading: Reading) -> Subject:
    """The subject of all rows that have its key."""
    people, values = _people(rows)
    births = _days((text for row in rows for text in row.births), reading)
    dates = _days((text for row in rows for text in (*row.dates, row.written)), reading)
    return Subject(
        id=key,
        people=people,
        values=tuple(dict.fromkeys((*values, *_own_values(rows)))),
        birth=births[0] if len(births) == 1 else None,
        births=births,
        dates=tuple(sorted(dates)),
        encounters=tuple(dict.fromkeys(row.encounter for row in rows if row.encounter)),
        problems=tuple(_problems(rows, births, people)),
    )


def _people(rows: Sequence[Row]) -> tuple[tuple[Person, ...], list[Value]]:
    """The people in the order in which the record names them, and what is theirs."""
    said: dict[tuple[Role, str], list[tuple[Said, str]]] = {}
    for row in rows:
        for one in row.people:
            name = "" if one.role == "PATIENT" else _same_name(one.names)
            said.setdefault((one.role, name), []).append((one, row.encounter))
    people, values = [], []
    count: dict[Role, int] = {}
    for (role, _), mentions in said.items():
        count[role] = count.get(role, 0) + 1
        encounters = {encounter for _, encounter in mentions}
        person = Person(
            role=role,
            index=0 if role == "PATIENT" else count[role],
            names=tuple(dict.fromkeys(name for one, _ in mentions for name in one.names)),
            sex=next((one.sex for one, _ in mentions if one.sex), ""),
            encounter=encounters.pop() if len(encounters) == 1 else "",
        )
        people.append(person)
        values += [
            Value(text, label, person.tag) for one, _ in mentions for text, label in one.values
        ]
    return tuple(people), values


def _own_values(rows: Iterable[Row]) -> Iterable[Value]:
    return (Value(text, label) for row in rows for text, label in row.values)


def _same_name(names: Sequence[str]) -> str:
    """The letters of the first name, in the alphabet's order of its words."""
    words = re.findall(rb"\w+", shadow(names[0]).data.lower()) if names else []
    return b" ".join(sorted(words)).decode("ascii")


def _days(texts: Iterable[str], reading: Reading) -> tuple[datetime.date, ...]:
    found = (reading.day(text) for text in texts if text)
    return tuple(dict.fromkeys(day for day in found if day is not None))


def _problems(
    rows: Sequence[Row], births: Sequence[datetime.date], people: Sequence[Person]
) -> Iterable[str]:
    if len(births) > 1:
        yield f"record: {len(births)} different dates of birth of the subject; none is used"
    if any(text and not births for row in rows for text in row.births):
        yield "record: the date of birth is no date"
    if not any(person.role == "PATIENT" and person.names for person in people):
        yield "record: the subject has no name"
    names = [_same_name(person.names) for person in people if person.names]
    if len(set(names)) < len(names):
        yield "record: one name stands in two roles; its mentions tell no role"
