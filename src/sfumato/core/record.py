"""Record: what the structured record says of a subject, its people and its documents."""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from sfumato.core.errors import Unreadable

Role = Literal["PATIENT", "CAREGIVER", "PROVIDER", "PERSON"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the record names. `index` counts from 1 within role and subject, 0 is the patient.

    `names` are full names as the record writes them; `encounter` is set where the person belongs to
    one encounter only.
    """

    role: Role
    index: int
    names: tuple[str, ...] = field(repr=False)
    sex: Literal["", "female", "male"] = ""
    encounter: str = field(default="", repr=False)

    @property
    def tag(self) -> str:
        """How spans and reports name the person: "PATIENT", "PROVIDER2"."""
        return self.role if self.role == "PATIENT" else f"{self.role}{self.index}"


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the record that may not stay: a number, an address, a phone, a marked field."""

    text: str = field(repr=False)
    label: str
    person: str = ""
    """The tag of the person it belongs to, if it is one's."""


@dataclass(frozen=True, slots=True)
class Subject:
    """All that the record knows of one subject of care."""

    id: str = field(repr=False)
    people: tuple[Person, ...] = ()
    values: tuple[Value, ...] = ()
    birth: datetime.date | None = field(default=None, repr=False)
    """None where the record gives no date of birth, or two."""
    births: tuple[datetime.date, ...] = field(default=(), repr=False)
    """All dates of birth that the record gives; each is a known value."""
    dates: tuple[datetime.date, ...] = field(default=(), repr=False)
    encounters: tuple[str, ...] = field(default=(), repr=False)
    """The ids of its encounters, in the record's order."""
    problems: tuple[str, ...] = ()
    """What contradicts itself in the record, in words without content."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One document's place in the record."""

    subject: Subject
    written: datetime.date | None = field(default=None, repr=False)
    """The entry date of the note, from which missing years are taken."""
    encounter: str = field(default="", repr=False)
    peers: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """The ids of all subjects of the record, so that no two get one pseudonym."""


@dataclass(frozen=True, slots=True)
class RecordFiles:
    """The structured record of a batch and its mapping, as bytes; a worker reads them."""

    name: str = field(repr=False)
    data: bytes = field(repr=False)
    mapping: bytes = field(repr=False)

    @classmethod
    def read(cls, record: Path, mapping: Path) -> RecordFiles:
        """The bytes of both files."""
        problem = ""
        try:
            return cls(record.name, record.read_bytes(), mapping.read_bytes())
        except OSError as error:
            problem = (error.strerror or "cannot be read").lower()
        raise Unreadable(f"the record or its mapping: {problem}")

    def digest(self) -> str:
        """SHA-256 over both."""
        return hashlib.sha256(self.data + b"\0" + self.mapping).hexdigest()
