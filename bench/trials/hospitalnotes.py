"""The notes of the invented hospital, with what stands where in them; and their record as CSV."""

from __future__ import annotations

import csv
import datetime
import io
import random
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from bench.trials.hospitalpeople import Case, Namer, Visit, Who

_CAREFUL = 0.9
_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
}
_DAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
}
MAPPING = b"""
[record]
kind = "csv"
key = "subject"
encounter = "encounter"
written = "entered"

[record.patient]
name = "patient"
id = "subject"
birth = "birth"
sex = "sex"
address = "address"

[[record.caregiver]]
name = "c1"
phone = "c1_phone"
email = "c1_mail"
relation = "c1_kin"

[[record.caregiver]]
name = "c2"
phone = "c2_phone"
email = "c2_mail"
relation = "c2_kin"

[[record.caregiver]]
name = "c3"
phone = "c3_phone"
email = "c3_mail"
relation = "c3_kin"

[[record.provider]]
name = "doctor"

[[record.provider]]
name = "nurse"

[documents]
file = "note"
"""


@dataclass(frozen=True)
class Mark:
    """An identifier in a note: its place, its kind, and whose it is ("" where nobody's)."""

    start: int
    end: int
    kind: str
    who: str = ""
    known: bool = False


@dataclass(frozen=True)
class Note:
    """A note with its marks."""

    id: str
    case: Case
    visit: Visit
    text: str
    marks: tuple[Mark, ...]


def notes_of(case: Case, count: int, *, seed: int) -> Iterator[Note]:
    """So many notes of a patient, in the order of the visits."""
    chance = random.Random(f"{seed} {case.id}")
    namer = Namer(chance)
    for number in range(count):
        visit = case.visits[number * len(case.visits) // count]
        text, marks = _Writer(case, visit, namer, chance).note()
        yield Note(f"{case.id}-{number:02}", case, visit, text, marks)


def record_of(notes: Sequence[Note]) -> bytes:
    """The structured record of some notes, a row a note."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    people = [f"c{n}{part}" for n in (1, 2, 3) for part in ("", "_phone", "_mail", "_kin")]
    rows.writerow(
        "note subject patient birth sex address encounter entered doctor nurse".split() + people
    )
    for note in notes:
        case, visit = note.case, note.visit
        patient = case.patient
        family = " ".join(patient.family)
        name = f"{family}, {' '.join(patient.given)}" if family else patient.full
        row = [note.id, case.id, name, case.birth.isoformat(), patient.sex]
        row += [f"{case.street}, {case.zip} {case.town}", visit.id, visit.day.isoformat()]
        row += [visit.doctor.full, visit.nurse.full]
        for n in range(3):
            one = case.caregivers[n] if n < len(case.caregivers) else None
            row += [one.full, one.phone, one.mail, one.relation] if one else [""] * 4
        rows.writerow(row)
    return out.getvalue().encode()


@cache
def _sentences() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    part = ""
    for line in (Path(__file__).parent / "hospital.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            part = line.strip("[]")
        elif line and not line.startswith("#"):
            found.setdefault(part, []).append(line.replace("\\n", "\n"))
    return found


class _Writer:
    def __init__(self, case: Case, visit: Visit, namer: Namer, chance: random.Random) -> None:
        self._case, self._visit, self._namer, self._chance = case, visit, namer, chance
        self._text = ""
        self._marks: list[Mark] = []

    def note(self) -> tuple[str, tuple[Mark, ...]]:
        """The text and its marks."""
        part = f"{self._case.domain} {self._case.language}"
        chance, lines = self._chance, _sentences()
        self._write(chance.choice(lines[f"{part} head"]) + "\n")
        body = chance.sample(lines[f"{part} person"], chance.randint(4, 8))
        body += chance.sample(lines[f"{part} plain"], chance.randint(5, 9))
        chance.shuffle(body)
        for sentence in body:
            self._write(sentence + chance.choice((" ", " ", " ", "\n")))
        return self._text, tuple(self._marks)

    def _write(self, sentence: str) -> None:
        guests: dict[str, Who] = {}
        caregivers = list(self._case.caregivers)
        self._chance.shuffle(caregivers)
        last = 0
        for slot in _SLOT.finditer(sentence):
            self._text += sentence[last : slot.start()]
            last = slot.end()
            if slot[1] in ("P", "C", "C2", "D", "N", "U", "V"):
                self._person(slot[1], slot[2], caregivers, guests)
            else:
                self._value(slot[1], caregivers[0])
        self._text += sentence[last:]

    def _person(self, who: str, form: str, caregivers: list[Who], guests: dict[str, Who]) -> None:
        case, known = self._case, True
        if who == "P":
            one = case.patient
        elif who in ("C", "C2"):
            one = caregivers[0 if who == "C" else -1]
        elif who in ("D", "N"):
            one = self._visit.doctor if who == "D" else self._visit.nurse
            one = replace(one, tag=case.providers[one.full])
        else:
            known = False
            sex = self._chance.choice(("female", "male"))
            one = guests.setdefault(who, self._namer.who(case.language, sex))
        if form == "mr" and self._is_unclear(one) and self._chance.random() < _CAREFUL:
            form = "full"
        before, name = _formed(one, form, case.language, self._chance)
        self._text += before
        name = self._disguised(name, known=known)
        self._add(name, "NAME", one.tag or one.full, known=known)

    def _is_unclear(self, one: Who) -> bool:
        """Whether title and surname fit somebody else too; who writes then mostly says more."""
        others = (self._case.patient, *self._case.caregivers)
        same = (two for two in others if two.sex == one.sex and two.tag != one.tag)
        return any(one.family[:1] == two.family[:1] for two in same)

    def _disguised(self, name: str, *, known: bool) -> str:
        """Typing errors, case, accents and line ends, as notes have them."""
        draw = self._chance.random()
        if draw < 0.04 and known:
            return self._mistyped(name)
        if draw < 0.06 and known:
            return name.lower()
        if draw < 0.09:
            return name.upper()
        if draw < 0.14:
            return _plain(name)
        if draw < 0.16 and " " in name:
            return name.replace(" ", "\n", 1)
        if draw < 0.17 and len(name) > 6 and known and name[3:5].isalpha():
            return f"{name[:4]}-\n{name[4:]}"
        return name

    def _mistyped(self, name: str) -> str:
        words = name.split(" ")
        long = [index for index, word in enumerate(words) if len(word) >= 5 and word.isalpha()]
        if not long:
            return name
        index, at = self._chance.choice(long), 0
        word = words[index]
        at = self._chance.randrange(1, len(word) - 1)
        letter = self._chance.choice("aeilnorst")
        words[index] = self._chance.choice(
            (
                word[:at] + word[at + 1 :],
                word[:at] + letter + word[at:],
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                word[:at] + letter + word[at + 1 :],
            )
        )
        return " ".join(words)

    def _value(self, kind: str, caregiver: Who) -> None:
        case, chance = self._case, self._chance
        if kind == "date":
            day = self._visit.day + datetime.timedelta(days=chance.randint(-20, 20))
            self._add(_dated(day, case.language, chance), "DATE")
        elif kind == "weekday":
            day = self._visit.day + datetime.timedelta(days=chance.randint(1, 40))
            self._text += f"{_DAYS[case.language].split()[day.weekday()]}, "
            self._add(_dated(day, case.language, chance), "DATE")
        elif kind == "dob":
            self._add(_dated(case.birth, case.language, chance), "DATE", "PATIENT", known=True)
        elif kind == "id":
            text = case.id if chance.random() < 0.7 else case.id.replace("-", chance.choice(" /."))
            self._add(text, "ID", "PATIENT", known=True)
        elif kind in ("phone", "mail"):
            self._add(getattr(caregiver, kind), kind.upper(), caregiver.tag, known=True)
        elif kind in ("street", "town"):
            self._add(getattr(case, kind), kind.upper(), "PATIENT", known=True)
        elif kind == "zip":
            self._text += case.zip
        else:
            self._add(_place(kind, case.language, self._namer, chance), "PLACE")

    def _add(self, text: str, kind: str, who: str = "", *, known: bool = False) -> None:
        start = len(self._text)
        self._text += text
        self._marks.append(Mark(start, len(self._text), kind, who, known))


def _formed(one: Who, form: str, language: str, chance: random.Random) -> tuple[str, str]:
    """A title that stands before, and the name in its form."""
    given, family = one.given[0], one.family[0] if one.family else ""
    if form == "given" or not family:
        return "", given
    if form == "file":
        shapes = (f"{' '.join(one.family).upper()}, {one.full.split()[0].upper()}", one.full)
        return "", chance.choice((*shapes, f"{' '.join(one.family)}, {' '.join(one.given)}"))
    if form == "full":
        return "", chance.choice((one.full, one.full, f"{given} {family}"))
    if form == "initial":
        return "", f"{given[0]}. {family}"
    if form == "last":
        return "", family
    titles = {"en": ("Dr. ", "Mrs. ", "Mr. "), "es": ("Dr. ", "Sra. ", "Sr. ")}[language]
    if form == "dr":
        title = "Dra. " if language == "es" and one.sex == "female" else titles[0]
        return title, family
    return titles[1 if one.sex == "female" else 2], family


def _plain(name: str) -> str:
    parted = unicodedata.normalize("NFD", name)
    return "".join(sign for sign in parted if not unicodedata.combining(sign))


def _dated(day: datetime.date, language: str, chance: random.Random) -> str:
    month = _MONTHS[language].split()[day.month - 1]
    if language == "es":
        return chance.choice(
            (
                f"{day:%d/%m/%Y}",
                f"{day.day} de {month} de {day.year}",
                f"{day.day}/{day.month}/{day:%y}",
            )
        )
    return chance.choice(
        (f"{day:%m/%d/%Y}", f"{month} {day.day}, {day.year}", f"{day.month}/{day.day}/{day:%y}")
    )


def _place(kind: str, language: str, namer: Namer, chance: random.Random) -> str:
    name = namer.word(language)
    if kind == "place":
        return name
    kinds = {
        "en": "{} Hospital|{} Medical Center|{} Veterinary Clinic|{} Animal Hospital",
        "es": "Hospital {}|Clínica {}|Clínica Veterinaria {}|Centro de Salud {}",
    }
    return chance.choice(kinds[language].split("|")).format(name)
