"""Schemes: names out, labels in, and what either way loses."""

from __future__ import annotations

import pytest

from sfumato.core.errors import PolicyError
from sfumato.core.labels import LABELS
from sfumato.knowledge.schemes import (
    SCHEMES,
    group_in,
    label_in,
    losses,
    merges,
    name_in,
    names_of,
)

MEDDOCAN_TYPES = 29


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_name_that_stands_for_one_label_reads_back_as_that_label(scheme: str) -> None:
    lost = {label for labels in losses(scheme).values() for label in labels}
    for label in LABELS:
        if label not in lost:
            assert label_in(scheme, name_in(scheme, label)) == label


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_name_read_and_written_again_keeps_its_meaning(scheme: str) -> None:
    """Writing what was read gives the same name or one that reads as the same label."""
    for name in names_of(scheme):
        label = label_in(scheme, name)
        if label is not None:
            assert label_in(scheme, name_in(scheme, label)) == label


def test_a_merged_name_reads_as_one_of_its_labels_and_numbers_of_any_kind_as_the_patients() -> None:
    for scheme in SCHEMES:
        for name, labels in losses(scheme).items():
            if name in ("OTRO_NUMERO_IDENTIF", "IDNUM"):
                assert label_in(scheme, name) == "PATIENT_ID"
            else:
                assert label_in(scheme, name) in (*labels, None)


def test_meddocan_has_all_types_of_its_guideline() -> None:
    names = names_of("meddocan")
    assert len(names) == MEDDOCAN_TYPES
    assert all(label_in("meddocan", name) for name in names)
    assert merges("meddocan")["DOCTOR_ID"] == (
        "ID_TITULACION_PERSONAL_SANITARIO",
        "ID_EMPLEO_PERSONAL_SANITARIO",
    )


def test_i2b2_places_and_numbers_are_read_though_never_written() -> None:
    assert merges("i2b2")["LOCATION"] == ("CITY", "STATE", "ZIP", "ROOM", "LOCATION-OTHER")
    assert label_in("i2b2", "SSN") == "PATIENT_ID"


@pytest.mark.parametrize(
    "before",
    [
        "Médico: Alba Rus. Nº de empleado: ",
        "empleada nº ",
        "employee ID: ",
        "Staff number ",
    ],
)
def test_an_employees_number_is_told_by_the_words_before_it(before: str) -> None:
    assert name_in("meddocan", "DOCTOR_ID", before=before) == "ID_EMPLEO_PERSONAL_SANITARIO"


@pytest.mark.parametrize(
    "before", ["", "NºCol: ", "Empleado: Alba Rus. Colegiada ", "personal sanitario "]
)
def test_anything_else_is_a_licence(before: str) -> None:
    assert name_in("meddocan", "DOCTOR_ID", before=before) == "ID_TITULACION_PERSONAL_SANITARIO"


def test_every_name_that_is_written_has_a_tag() -> None:
    for label in LABELS:
        for scheme in ("i2b2", "meddocan"):
            name = name_in(scheme, label)
            assert group_in(scheme, name) != "OTHER" or name_in("i2b2", label) in (
                "OTHER",
                "USERNAME",
                "PATIENT",
            )
    assert group_in("meddocan", "FAMILIARES_SUJETO_ASISTENCIA") == "OTHER"
    assert group_in("i2b2", "LOCATION-OTHER") == "LOCATION"


def test_unknown_names_and_schemes() -> None:
    assert label_in("i2b2", "OLGA") is None
    assert label_in("hipaa", "NONE") is None
    with pytest.raises(PolicyError):
        label_in("klingon", "NAME")
