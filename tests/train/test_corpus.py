"""Marked notes of any scheme become examples, in two parts that depend on the seed alone."""

import pytest
from beds import note

from sfumato.core.errors import SettingsError
from sfumato.train.corpus import Corpus, apart, checked, in_languages, invented, relabelled
from sfumato.train.examples import Example

TEXT = "Vive con su madre Petra Salgado. The patient was seen in the clinic and has no fever."


def example(*spans, text=TEXT, language=""):
    return Example("one", text, spans, language, "note")


@pytest.mark.parametrize(
    ("scheme", "name", "place", "label"),
    [
        ("meddocan", "FAMILIARES_SUJETO_ASISTENCIA", (12, 17), "KINSHIP"),
        ("meddocan", "FAMILIARES_SUJETO_ASISTENCIA", (18, 31), "RELATIVE"),
        ("meddocan", "CALLE", (0, 4), "STREET"),
        ("i2b2", "ZIP", (0, 4), "LOCATION"),
        ("hitzalmed", "Patient_ID", (0, 4), "PATIENT_ID"),
        ("sfumato", "DOCTOR", (0, 4), "DOCTOR"),
    ],
)
def test_labels_of_every_scheme_are_known(scheme, name, place, label):
    (found,) = relabelled([example((*place, name))], scheme, {})
    assert found.spans == ((*place, label),)


def test_names_of_ones_own_come_first_and_may_be_left_out():
    names = {"CALLE": "LOCATION", "Noise": "none"}
    (found,) = relabelled([example((0, 4, "CALLE"), (5, 8, "Noise"))], "meddocan", names)
    assert found.spans == ((0, 4, "LOCATION"),)


def test_a_name_that_nobody_knows_is_an_error():
    with pytest.raises(SettingsError, match="'Ward' is not a label of i2b2"):
        relabelled([example((0, 4, "Ward"))], "i2b2", {})


def test_of_overlapping_marks_the_longest_stays():
    marks = ((12, 31, "RELATIVE"), (12, 17, "KINSHIP"))
    (found,) = relabelled([example(*marks)], "sfumato", {})
    assert found.spans == ((12, 31, "RELATIVE"),)


def test_the_language_is_told_note_by_note_and_else_is_that_of_most():
    english = "The patient was seen in the clinic and has no fever."
    notes = [example(text=t) for t in (english, english, "12.5 mg")]
    assert [e.language for e in in_languages(notes, "auto")] == ["en", "en", "en"]
    assert [e.language for e in in_languages(notes, "es")] == ["es", "es", "es"]
    assert in_languages([example(language="es", text=english)], "auto")[0].language == "es"


def test_two_parts_by_seed_with_every_note_in_one():
    notes = [note(number) for number in range(10)]
    one = apart(notes, 0.3, 1)
    assert len(one.dev) == 3
    assert {e.id for e in one.train} | {e.id for e in one.dev} == {e.id for e in notes}
    assert one == apart(notes[::-1], 0.3, 1)
    assert one.digest() != apart(notes, 0.3, 2).digest()
    assert len(apart(notes[:2], 0.9, 1).train) == 1


def test_too_few_notes_or_marks_are_an_error():
    with pytest.raises(SettingsError, match="too few"):
        apart([note(1)], 0.5, 1)
    with pytest.raises(SettingsError, match="dev: no marked"):
        checked(Corpus((note(1),), (example(),)))


def test_the_invented_notes_are_there_in_both_languages():
    assert {e.language for e in invented()} == {"es", "en"}
