"""Known: the people and values of the structured record, wherever they stand in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sfumato.core.document import Document
from sfumato.core.record import Entry, Role
from sfumato.core.span import Span
from sfumato.detect.dictionary import Dictionary

_LABELS: dict[Role, str] = {
    "PATIENT": "PATIENT",
    "CAREGIVER": "RELATIVE",
    "PROVIDER": "DOCTOR",
    "PERSON": "OTHER",
}


class Known:
    """Finds what the record says of a document's subject; spans tell whose it is."""

    def __init__(self, entry: Entry) -> None:
        subject = entry.subject
        self._lists = [
            (Dictionary(person.names, _LABELS[person.role]), f"known:{person.tag}")
            for person in subject.people
        ]
        self._lists += [
            (Dictionary((value.text,), value.label), f"known:{value.person}")
            for value in subject.values
        ]

    def detect(self, document: Document) -> Iterable[Span]:
        """The known identities of a document."""
        return self._spans(document)

    def _spans(self, document: Document) -> Iterator[Span]:
        for dictionary, name in self._lists:
            for span in dictionary.detect(document):
                yield replace(span, score=1.0, detector=name)
