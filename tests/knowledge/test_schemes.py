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
    remarks,
)

MEDDOCAN_TYPES = 29
HITZALMED_CATEGORIES = 21
SAFE_HARBOR = "ABCDEFGHIJKLMNOPQR"


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


def test_hitzalmed_has_its_categories_with_or_without_the_spaces_that_brat_forbids() -> None:
    names = names_of("hitzalmed")
    assert len(names) == HITZALMED_CATEGORIES
    for name in names:
        assert label_in("hitzalmed", name.replace(" ", "_")) == label_in("hitzalmed", name)


def test_hipaa_names_are_the_letters_of_the_rule_and_none() -> None:
    assert set(names_of("hipaa")) == {*SAFE_HARBOR, "NONE"}
    assert losses("hipaa")["A"] == ("PATIENT", "RELATIVE", "EMPLOYER")


def test_both_names_and_words_of_kinship_are_relatives_in_meddocan() -> None:
    assert {name_in("meddocan", label) for label in ("RELATIVE", "KINSHIP")} == {
        "FAMILIARES_SUJETO_ASISTENCIA"
    }


def test_a_clinicians_post_in_words_is_an_employment_in_meddocan() -> None:
    named = {
        covered: name_in("meddocan", "DOCTOR_ID", before="NC 28 28 4471. ", covered=covered)
        for covered in (
            "Residente de 5° año",
            "Jefa de Sección",
            "28 28 4471",
            "COL 4471",
            "AB/4471",
        )
    }
    assert [name.split("_")[1] for name in named.values()] == ["EMPLEO"] * 2 + ["TITULACION"] * 3


@pytest.mark.parametrize("before", ["SSN: ", "Social Security No. ", "soc. sec. # ", "SS# "])
def test_a_social_security_number_is_told_by_the_words_before_it(before: str) -> None:
    assert name_in("i2b2", "PATIENT_ID", before=before) == "SSN"
    assert name_in("hipaa", "PATIENT_ID", before=before) == "G"


@pytest.mark.parametrize("before", ["", "MRN ", "SSN see below. MRN ", "lesson "])
def test_any_other_number_of_a_patient_is_that_of_the_record(before: str) -> None:
    assert name_in("i2b2", "PATIENT_ID", before=before) == "MEDICALRECORD"
    assert name_in("hipaa", "PATIENT_ID", before=before) == "H"


@pytest.mark.parametrize("covered", ["54", "54 años", " 7-year-old", "89"])
def test_an_age_below_ninety_is_none_of_the_identifiers_of_hipaa(covered: str) -> None:
    assert name_in("hipaa", "AGE", covered=covered) == "NONE"


@pytest.mark.parametrize("covered", ["90", "104 años", "noventa y 2", "9２", "92 y 3 meses", ""])
def test_a_higher_age_or_one_that_cannot_be_read_is(covered: str) -> None:
    assert name_in("hipaa", "AGE", covered=covered) == "C"


@pytest.mark.parametrize("covered", ["02139", "02139-4307", "SW1A 1AA", "K1A 0B1"])
def test_a_postcode_is_a_zip_in_i2b2(covered: str) -> None:
    assert name_in("i2b2", "LOCATION", covered=covered) == "ZIP"
    assert name_in("i2b2", "LOCATION", covered="Salem 02139") == "CITY"


@pytest.mark.parametrize("scheme", ["hitzalmed", "hipaa", "sfumato"])
def test_a_name_of_another_scheme_goes_under_the_tag_of_its_label(scheme: str) -> None:
    assert group_in(scheme, name_in(scheme, "PHONE")) == "CONTACT"
    assert group_in(scheme, name_in(scheme, "PATIENT")) == "NAME"


def test_every_scheme_that_decides_by_words_says_so() -> None:
    assert any("employee" in words for words in remarks("meddocan"))
    assert any("SSN" in words for words in remarks("i2b2"))
    assert any("under 90" in words for words in remarks("hipaa"))
    assert remarks("sfumato") == ()


def test_unknown_names_and_schemes() -> None:
    assert label_in("i2b2", "OLGA") is None
    assert label_in("hipaa", "NONE") is None
    with pytest.raises(PolicyError):
        label_in("klingon", "NAME")
