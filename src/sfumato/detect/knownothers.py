"""Known others: the rest of the record in a document of one subject.

Full names, numbers and contacts of everybody in the record are known wherever they stand, and
clinicians turn up in the notes of all patients. Here they are nobody's role, only somebody's name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sfumato.core.document import Document
from sfumato.core.protocols import Register
from sfumato.core.record import Person, Role
from sfumato.core.span import Span
from sfumato.detect.dictionary import Dictionary
from sfumato.knowledge.knownparts import parse

OTHERS = "record:"
_LABELS: dict[Role, str] = {"PATIENT": "PATIENT", "PROVIDER": "DOCTOR"}
_VALUES = frozenset(("PATIENT_ID", "INSURANCE_ID", "PHONE", "EMAIL"))
_SHORTEST = 6


def others(document: Document, register: Register, known: Sequence[Span]) -> Iterator[Span]:
    """What a record knows in a document beside `known`, disjoint spans of its subject in order."""
    ends = [span.end for span in known]
    for dictionary in _compiled(register):
        for span in dictionary.detect(document):
            at = bisect_left(ends, span.start + 1)
            if at == len(known) or known[at].start >= span.end:
                yield Span(span.start, span.end, span.label, 1.0, OTHERS)


def strangers(spans: Iterable[Span]) -> tuple[int, int]:
    """How many ids and how many names of other patients there are among some spans."""
    found = [span.label for span in spans if span.detector == OTHERS]
    return found.count("PATIENT_ID"), found.count("PATIENT")


@lru_cache(maxsize=2)
def _compiled(register: Register) -> tuple[Dictionary, ...]:
    listed: dict[str, list[str]] = {}
    for subject in register.subjects():
        for person in subject.people:
            listed.setdefault(_LABELS.get(person.role, "RELATIVE"), []).extend(_names(person))
        for value in subject.values:
            if value.label in _VALUES and sum(map(str.isalnum, value.text)) >= _SHORTEST:
                listed.setdefault(value.label, []).append(value.text)
    return tuple(Dictionary(texts, label) for label, texts in listed.items())


def _names(person: Person) -> Iterator[str]:
    """Full names of two words or more, with either part first."""
    for name in person.names:
        parts = parse(name)
        if parts is None or len(parts.slots) < 2:
            continue
        family, comma, given = name.partition(",")
        if comma:
            yield from (name, f"{given.strip()} {family}", f"{family} {given.strip()}")
        else:
            first, _, rest = name.partition(" ")
            yield from (name, f"{rest}, {first}", f"{rest} {first}")
