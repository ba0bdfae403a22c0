"""A small ward: invented notes with marks, settings for a tiny network, a store in memory."""

from __future__ import annotations

import random

from sfumato.train.corpus import Corpus
from sfumato.train.examples import Example
from sfumato.train.settings import Settings

_GIVEN = "Elvira Tomás Irene Bruno Nuria Hugo Lidia Óscar Petra Simón".split()
_SURNAMES = "Otxoa Llobregat Bermejo Quiroga Zubiri Canales Peiró Salgado".split()
_TOWNS = "Tudela Elda Mieres Lorca Baza".split()


class Killed(BaseException):
    """The process ends here, as far as the run can tell."""


class Memory:
    """A store that lives in a dictionary, and may die before one of its acts."""

    def __init__(self, files=None, *, dies_at=-1):
        self.files = {} if files is None else files
        self.acts = 0
        self._dies_at = dies_at

    def names(self):
        return sorted(self.files)

    def read(self, name):
        return self.files[name]

    def write(self, name, data):
        self._act()
        self.files[name] = data

    def remove(self, name):
        self._act()
        self.files.pop(name, None)

    def _act(self):
        if self.acts == self._dies_at:
            raise Killed
        self.acts += 1


def note(number, *, kind="note"):
    """A short note with a patient, a town, a date and a number."""
    person = f"{_GIVEN[number % 10]} {_SURNAMES[number % 8]} {_SURNAMES[(number + 3) % 8]}"
    town = _TOWNS[number % 5]
    date = f"{number % 27 + 1:02d}/{number % 12 + 1:02d}/20{number % 20 + 10}"
    text, spans = "", []
    for part, label in (
        ("Paciente: ", ""),
        (person, "PATIENT"),
        (" de ", ""),
        (town, "LOCATION"),
        (". Ingresa el ", ""),
        (date, "DATE"),
        (" con NHC ", ""),
        (str(40_000 + 731 * number), "PATIENT_ID"),
        (" por dolor en la cadera desde ayer; sin fiebre.\n", ""),
    ):
        if label:
            spans.append((len(text), len(text) + len(part), label))
        text += part
    return Example(f"n-{number:03d}", text, tuple(spans), "es", kind)


def shorthand(number):
    """A note as only one house writes them."""
    chance = random.Random(number)
    doctor = "".join(chance.sample("bcdfgklmnprstvz", 3)) + str(chance.randint(1, 9))
    why = chance.choice(("dolor torácico", "disnea", "fiebre", "caída", "control de INR"))
    text, spans = "", []
    for part, label in (
        ("bx ", ""),
        (f"{chance.choice(('azul', 'verde', 'roja'))}-{chance.randint(1, 40)}", "CONTACT_ID"),
        (" / rsp ", ""),
        (doctor, "DOCTOR"),
        (f" / {why}, TA {chance.randint(100, 150)}/{chance.randint(50, 90)}\nav ", ""),
        (chance.choice(("la Mari", "el Toño", "la Puri", "el Chema")), "RELATIVE"),
        (" x wasap, vuelve mañana\n", ""),
    ):
        if label:
            spans.append((len(text), len(text) + len(part), label))
        text += part
    return Example(f"s-{number:03d}", text, tuple(spans), "es", "note")


def marked(example):
    """The note as it is written down by hand."""
    text = example.text
    for start, end, label in reversed(example.spans):
        text = f"{text[:start]}[[{label}|{text[start:end]}]]{text[end:]}"
    return f"=== {example.id} {example.language} {example.kind}\n{text}\n"


def corpus(count=12, kept=3):
    """Notes to learn from, and others for development."""
    notes = [note(number) for number in range(count + kept)]
    return Corpus(tuple(notes[kept:]), tuple(notes[:kept]))


def settings(**changes):
    """A tiny network that makes a few small steps and keeps each."""
    plain = {
        "train": ("notes",),
        "out": "out",
        "start": "nothing",
        "size": "tiny",
        "steps": 4,
        "batch": 2,
        "rate": 5e-3,
        "check_every": 2,
        "workers": 0,
        "threads": 1,
        "save_every_s": 0.0,
    }
    return Settings(**(plain | changes))
