"""Invented hospitals, centres, schools and firms of the same kind."""

from __future__ import annotations

import re

import pytest
from tests.transform.scenes import surrogate, surrogates

from sfumato.knowledge.sites import is_real


@pytest.mark.parametrize(
    ("label", "original", "shape", "language"),
    [
        ("HOSPITAL", "H. Virgen del Rocío", r"H\. Virgen (?:de|del) .+", "es"),
        ("HOSPITAL", "hptal. san rafael", r"hptal\. san [^A-Z]+", "es"),
        ("HOSPITAL", "Hosp. Ntra. Sra. de la Luz", r"Hosp\. Ntra\. Sra\. (?:de|del) .+", "es"),
        ("HOSPITAL", "Hospital General Ulla Prats", r"Hospital General .+", "es"),
        ("HOSPITAL", "HUCA", r"H[A-Z]{3}", "es"),
        ("HEALTHCARE_CENTRE", "C.S. Valle Alto", r"C\.S\. .+", "es"),
        ("HEALTHCARE_CENTRE", "CAP Rambla", r"CAP .+", "es"),
        ("HEALTHCARE_CENTRE", "CS Zafra II", r"CS .+ II", "es"),
        ("INSTITUTION", "IES Macías", r"IES .+", "es"),
        ("EMPLOYER", "Transportes Hnos. Lafuente, S.L.", r"Transportes Hnos\. .+, S\.L\.", "es"),
        ("HOSPITAL", "St. Mary's Hospital", r"St\. \w+'s Hospital", "en"),
        ("HOSPITAL", "Okomfo General", r".+ General", "en"),
        ("HOSPITAL", "Soar Valley NHS Trust", r".+ NHS Trust", "en"),
        ("HOSPITAL", "Kestrelby VA Medical Center", r".+ VA Medical Center", "en"),
        ("HOSPITAL", "UCLA Medical Center", r"[A-Z]{4} Medical Center", "en"),
        ("HEALTHCARE_CENTRE", "Mill Street Surgery", r".+ Surgery", "en"),
        ("EMPLOYER", "Silvertip Timber Ltd.", r".+ Ltd\.", "en"),
    ],
)  # fmt: skip
def test_kind_and_abbreviations_stay(label: str, original: str, shape: str, language: str) -> None:
    for seed in range(12):
        made = surrogate(label, original, language, seed=seed)
        assert re.fullmatch(shape, made), made
        assert made != original
        assert not is_real(made)


def test_the_town_inside_follows_the_document() -> None:
    for seed in range(12):
        town, hospital = surrogates(
            "Vive en <LOCATION:Parla>. Ingresa en el <HOSPITAL:Hospital de Parla>.", "es", seed=seed
        )
        assert hospital == f"Hospital de {town}" or not is_real(hospital or "")
        assert "Parla" not in (hospital or "Parla")


def test_departments_inside_stay() -> None:
    made = surrogate("HOSPITAL", "Servicio de Cardiología, Hospital Los Enebros", "es")
    assert made.startswith("Servicio de Cardiología, Hospital ")


def test_full_and_short_forms_of_one_hospital_get_one_name() -> None:
    full, short = surrogates(
        "En el <HOSPITAL:Hospital Universitario Virgen del Rocío> y en el "
        "<HOSPITAL:H. Virgen del Rocío>",
        "es",
    )
    assert full is not None
    assert short is not None
    assert full.removeprefix("Hospital Universitario ") == short.removeprefix("H. ")


@pytest.mark.parametrize("name", ["Hospital Virgen del Rocío", "H. La Paz", "HUCA", "MGH"])
def test_real_names_are_known(name: str) -> None:
    assert is_real(name)
