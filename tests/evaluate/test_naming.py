"""Naming: both sides under the names of one scheme before they are compared."""

from __future__ import annotations

from worked import GIVEN, NOTE

from sfumato.evaluate.direct import direct_labels, scheme_of
from sfumato.evaluate.naming import coarsened, named_marks, named_notes, scheme_of_notes
from sfumato.evaluate.note import Mark, Note


def test_the_scheme_is_told_from_the_labels() -> None:
    assert scheme_of_notes([NOTE]) == "sfumato"
    assert scheme_of(["FECHAS", "HOSPITAL"]) == "meddocan"
    assert scheme_of(["MEDICALRECORD", "HOSPITAL", "DATE"]) == "i2b2"
    assert scheme_of(["Patient ID", "Hospital"]) == "hitzalmed"
    assert scheme_of([]) == "sfumato"


def test_both_sides_get_the_names_of_the_scheme() -> None:
    (note,) = named_notes([NOTE], "meddocan")
    assert [mark.label for mark in note.marks] == [
        "NOMBRE_SUJETO_ASISTENCIA",
        "EDAD_SUJETO_ASISTENCIA",
        "TERRITORIO",
        "NUMERO_TELEFONO",
    ]
    found = named_marks([NOTE], {NOTE.id: GIVEN}, "meddocan")
    assert found[NOTE.id][0] == note.marks[0]


def test_the_words_before_a_number_decide_its_name_on_both_sides() -> None:
    text = "Nº de empleado: 4471"
    note = Note("a", text, (Mark(16, 20, "ID_EMPLEO_PERSONAL_SANITARIO"),))
    given = {"a": (Mark(16, 20, "DOCTOR_ID"),)}
    assert named_marks([note], given, "meddocan", source="sfumato")["a"] == note.marks


def test_what_a_scheme_does_not_count_is_left_out() -> None:
    note = Note(
        "a", "varón, 54, Gil", (Mark(0, 5, "SEX"), Mark(7, 9, "AGE"), Mark(11, 14, "PATIENT"))
    )
    (named,) = named_notes([note], "hipaa")
    assert named.marks == (Mark(11, 14, "A"),)


def test_a_label_that_nobody_knows_stays() -> None:
    (named,) = named_notes([Note("a", "Eva x7", (Mark(0, 3, "PATIENT"), Mark(4, 6, "ID")))], "i2b2")
    assert [mark.label for mark in named.marks] == ["PATIENT", "ID"]


def test_numbers_are_called_as_a_gold_standard_of_coarse_labels_calls_them() -> None:
    given = {"a": (Mark(0, 2, "PATIENT_ID"), Mark(3, 5, "VEHICLE_ID"), Mark(6, 8, "PHONE"))}
    coarse = Note("a", "x7 y8 z9", (Mark(0, 2, "ID"), Mark(3, 5, "VEHICLE_ID")))
    assert [mark.label for mark in coarsened([coarse], given)["a"]] == ["ID", "VEHICLE_ID", "PHONE"]
    fine = Note("a", "x7 y8 z9", (Mark(0, 2, "PATIENT_ID"),))
    assert coarsened([fine], given) == given


def test_the_wide_list_knows_direct_identifiers_in_every_scheme() -> None:
    wide = direct_labels("wide")
    assert direct_labels("narrow") < wide
    assert {"NOMBRE_SUJETO_ASISTENCIA", "CALLE", "MEDICALRECORD", "Patient ID", "USERNAME"} <= wide
    assert not wide & {"FECHAS", "SEXO_SUJETO_ASISTENCIA", "AGE", "KINSHIP", "LOCATION"}
