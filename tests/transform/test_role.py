"""Role names: one family a subject, role and order in the name, numbers for whoever is unknown."""

from dataclasses import replace

import pytest

from sfumato.core.dice import Dice
from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry, Person, Subject
from sfumato.core.span import Span
from sfumato.transform.role import RoleName

SUBJECT = Subject(
    "A-1001",
    (
        Person("PATIENT", 0, ("Ira Vandermole",)),
        Person("CAREGIVER", 1, ("Corvin Vandermole",)),
        Person("PROVIDER", 1, ("Daria Quenneth",)),
    ),
    encounters=("V1", "V2"),
)
RUN = Dice(b"a run")
SCENE = Scene(
    subject="A-1001",
    entry=Entry(SUBJECT, encounter="V2"),
    dice=RUN.within("subject A-1001"),
    project=RUN,
)


def scene_of(text, *pieces, base=SCENE):
    """A scene whose spans are (text, label, detector) pieces, found from left to right."""
    spans, at = [], 0
    for piece, label, detector in pieces:
        at = text.index(piece, at)
        spans.append(Span(at, at + len(piece), label, 1.0, detector))
        at += len(piece)
    return replace(base, text=text, spans=tuple(spans), _made={})


def replaced(text, *pieces, base=SCENE, operator=None):
    scene = scene_of(text, *pieces, base=base)
    edits = [
        (operator or RoleName()).edit(text[span.start : span.end], span, scene)
        for span in scene.spans
    ]
    return [edit.replacement for edit in edits]


KNOWN = [
    ("Ira", "PATIENT", "known:PATIENT"),
    ("Corvin", "RELATIVE", "known:CAREGIVER1"),
    ("Quenneth", "DOCTOR", "known:PROVIDER1"),
    ("Vandermole", "RELATIVE", "known:CAREGIVER1|PATIENT"),
]
TEXT = "Ira, Corvin, Dr. Quenneth, Vandermole"


def test_names_tell_role_and_order_and_say_where_two_are_possible():
    one, two, three, four = replaced(TEXT, *KNOWN)
    assert one.isalpha()
    assert [two, three] == [f"{one}-CAREGIVER1", f"{one}-PROVIDER1"]
    assert four == f"{one}-CAREGIVER1-OR-PATIENT"


def test_a_subject_has_one_family_in_all_documents_and_another_key_another():
    first = replaced(TEXT, *KNOWN)[0]
    assert replaced("Ira slept", KNOWN[0])[0] == first
    others = {
        replaced(TEXT, *KNOWN, base=replace(SCENE, project=Dice(bytes([n]))))[0] for n in range(9)
    }
    assert len(others) > 5


def test_no_two_subjects_of_a_record_have_one_family():
    peers = tuple(f"A-{number}" for number in range(1000))
    names = set()
    for peer in peers:
        entry = Entry(replace(SUBJECT, id=peer), peers=peers)
        names.add(replaced("Ira slept", KNOWN[0], base=replace(SCENE, entry=entry))[0])
    assert len(names) == len(peers)


def test_a_family_that_stands_in_document_or_record_gets_a_second_one():
    first = replaced("Ira slept", KNOWN[0])[0]
    (second,) = replaced(f"Ira has {first} disease", KNOWN[0])
    assert second.startswith(first)
    assert second != first
    people = (*SUBJECT.people, Person("CAREGIVER", 2, (f"Anna {first}",)))
    entry = Entry(replace(SUBJECT, people=people))
    assert replaced("Ira slept", KNOWN[0], base=replace(SCENE, entry=entry))[0] not in (first, "")


def test_the_encounter_is_told_where_it_is_wished():
    base = replace(SCENE, preferences=Preferences(encounters=True))
    one, two = replaced(TEXT, KNOWN[0], KNOWN[2], base=base)
    assert two == f"{one}-PROVIDER1-ENCOUNTER2"


def test_what_another_detector_found_is_told_by_the_record():
    (name,) = replaced("VANDERMOLE^IRA", ("VANDERMOLE^IRA", "PATIENT", "structure"))
    assert name == "NAME1"  # not written as a name is: a number, and nobody is guessed
    (name,) = replaced("VANDERMOLE, IRA", ("VANDERMOLE, IRA", "PATIENT", "structure"))
    assert name.isalpha()


def test_unknown_people_and_places_are_numbered_and_two_never_become_one():
    text = "Elena Ruiz, Ruiz, E. Ruiz, Olga Sanz, Pedro Mora, Luis Mora, Mora; "
    text += "Harrowby, Weston, HARROWBY"
    people = ["Elena Ruiz", "Ruiz", "E. Ruiz", "Olga Sanz", "Pedro Mora", "Luis Mora", "Mora"]
    pieces = [(name, "DOCTOR", "recogniser") for name in people]
    pieces += [(name, "LOCATION", "recogniser") for name in ("Harrowby", "Weston", "HARROWBY")]
    assert replaced(text, *pieces) == [
        "NAME1",
        "NAME1",
        "NAME1",
        "NAME2",
        "NAME3",
        "NAME4",
        "NAME5",
        "LOCATION1",
        "LOCATION2",
        "LOCATION1",
    ]


def test_a_name_that_the_record_takes_for_somebody_else_is_numbered():
    text = "Thomas Vandermole"
    assert replaced(text, (text, "RELATIVE", "known:")) == ["NAME1"]


@pytest.mark.parametrize(
    ("original", "kept", "numbered"),
    [
        ("67401", "67401", "LOCATION1"),
        ("Harrowby 67401-1234", "LOCATION1 67401-1234", "LOCATION1"),
        ("48001 Harrowby", "48001 LOCATION1", "LOCATION1"),
    ],
)
def test_zip_codes_are_kept_or_cut_as_the_policy_says(original, kept, numbered):
    piece = (original, "LOCATION", "recogniser")
    assert replaced(original, piece) == [kept]
    assert replaced(original, piece, operator=RoleName(zip="number")) == [numbered]
