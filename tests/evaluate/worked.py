"""A worked example: one invented text, its gold marks, and a prediction with every sort of mistake.

    Ana Rus, 54 años, vive en Lugo.
    Tel. 982 11 22 33

    Fdo. Dr. Gil

gold        given         strict         place         joined neighbours
Ana Rus     the same      right          right         right
54 años     other label   wrong, missed  right         right
(both)                                                 right: joined on both sides
Lugo        nothing       missed         missed        missed
982 ... 33  982 11 22     wrong, missed  wrong, missed wrong, missed
            Gil           wrong          wrong         wrong
"""

from __future__ import annotations

from sfumato.evaluate.note import Mark, Note

TEXT = "Ana Rus, 54 años, vive en Lugo.\nTel. 982 11 22 33\n\nFdo. Dr. Gil"


def mark(words: str, label: str, *, text: str = TEXT) -> Mark:
    """The first place of some words."""
    start = text.index(words)
    return Mark(start, start + len(words), label)


GOLD = (
    mark("Ana Rus", "PATIENT"),
    mark("54 años", "AGE"),
    mark("Lugo", "LOCATION"),
    mark("982 11 22 33", "PHONE"),
)
GIVEN = (
    mark("Ana Rus", "PATIENT"),
    mark("54 años", "DATE"),
    mark("982 11 22", "PHONE"),
    mark("Gil", "DOCTOR"),
)
NOTE = Note("es-01", TEXT, GOLD, "es", "letter")
EMPTY = Note("es-02", "Nada que decir.\n", (), "es", "letter")
