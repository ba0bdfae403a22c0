"""Naming: gold standard and predictions under the label names of one scheme."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sfumato.evaluate.direct import scheme_of
from sfumato.evaluate.note import Mark, Note
from sfumato.knowledge.schemes import label_in, name_in

_WORDS = 80  # as much of the text in front of a mark as decides its name

# What a gold standard may mean by the one label that no scheme has.
COARSE = "ID"
_NUMBERS = frozenset(
    {
        *("PATIENT_ID", "INSURANCE_ID", "CONTACT_ID", "DOCTOR_ID", "ACCOUNT", "LICENSE"),
        *("VEHICLE_ID", "DEVICE_ID", "USERNAME", "BIOMETRIC"),
    }
)


def scheme_of_notes(notes: Iterable[Note]) -> str:
    """The scheme that knows most of the labels of a gold standard."""
    return scheme_of(mark.label for note in notes for mark in note.marks)


def named_notes(notes: Sequence[Note], scheme: str) -> tuple[Note, ...]:
    """The notes with the labels of a scheme."""
    source = scheme_of_notes(notes)
    return tuple(
        replace(note, marks=tuple(_named(note.marks, note.text, source, scheme))) for note in notes
    )


def named_marks(
    notes: Iterable[Note], predicted: Mapping[str, Sequence[Mark]], scheme: str, *, source: str = ""
) -> dict[str, tuple[Mark, ...]]:
    """Predictions with the labels of a scheme; `source`, if not given, is told from the labels."""
    known = source or scheme_of(mark.label for marks in predicted.values() for mark in marks)
    texts = {note.id: note.text for note in notes}
    return {
        name: tuple(_named(marks, texts.get(name, ""), known, scheme))
        for name, marks in predicted.items()
    }


def coarsened(
    notes: Iterable[Note], predicted: Mapping[str, Sequence[Mark]]
) -> dict[str, tuple[Mark, ...]]:
    """Predictions whose numbers are called ID, where the gold standard knows no finer kinds."""
    wanted = {mark.label for note in notes for mark in note.marks}
    coarse = _NUMBERS - wanted if COARSE in wanted else frozenset()
    return {
        name: tuple(m._replace(label=COARSE) if m.label in coarse else m for m in marks)
        for name, marks in predicted.items()
    }


def _named(marks: Iterable[Mark], text: str, source: str, scheme: str) -> Iterator[Mark]:
    """The marks renamed; one that the scheme does not count (SEX under HIPAA) is left out."""
    for mark in marks:
        label = label_in(source, mark.label)
        if source == scheme or label is None:
            yield mark
            continue
        before = text[max(0, mark.start - _WORDS) : mark.start]
        name = name_in(scheme, label, before=before, covered=text[mark.start : mark.end])
        if label_in(scheme, name) is not None:
            yield mark._replace(label=name)
