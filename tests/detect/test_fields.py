"""People in labelled fields, after titles and family words; sex by field and in prose."""

from __future__ import annotations

import pytest

from sfumato.detect.fields import ROWS
from sfumato.detect.patterns import Patterns, Row

DETECTOR = Patterns(ROWS)
PEOPLE = ("PATIENT", "DOCTOR", "RELATIVE")


def found(text: str, *labels: str) -> set[str]:
    return {text[s.start : s.end] for s in DETECTOR.find(text) if not labels or s.label in labels}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_each_row_finds_its_example_and_not_its_near_misses(row: Row) -> None:
    alone = Patterns([row])
    marked = row.example
    start, end = marked.index("«"), marked.index("»") - 1
    plain = marked.replace("«", "").replace("»", "")
    assert (start, end) in {(s.start, s.end) for s in alone.find(plain)}
    for near in row.near:
        assert not alone.find(near), near


def test_row_names_are_unique() -> None:
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nombre: Macedonio.", "Macedonio"),
        ("Apellidos: Rial Otero.", "Rial Otero"),
        ("NOMBRE Y APELLIDOS: LARRAURI SOTO, SAIOA   EDAD: 40", "LARRAURI SOTO, SAIOA"),
        ("PACIENTE ........ REKARTE OJEDA, Saioa", "REKARTE OJEDA, Saioa"),
        ("Paciente\tSaioa Rekarte\tSexo", "Saioa Rekarte"),
        ("Paciente=Saioa Rekarte;", "Saioa Rekarte"),
        ("Paciente | Saioa Rekarte | 34", "Saioa Rekarte"),
        ('{"name": "Saioa Rekarte"}', "Saioa Rekarte"),
        ("<Nombre>Saioa</Nombre>", "Saioa"),
        ("**Patient:** Maeve Tierney", "Maeve Tierney"),
        ("Patient name: Tierney, Maeve L.  DOB: 1/2/60", "Tierney, Maeve L."),
        ("Last name: O'Shaughnessy", "O'Shaughnessy"),
        ('Pt: Takumi "Tak" Morinobu', 'Takumi "Tak" Morinobu'),
        ("Nombre: saioa rekarte", "saioa rekarte"),
        ("Nombre: Mª del Carmen Lz. de Arbulo.", "Mª del Carmen Lz. de Arbulo"),
        ("Nombre: Saioa Apellidos: Rekarte", "Saioa"),
        ("Nombre: Saioa Apellidos: Rekarte", "Rekarte"),
    ],
)
def test_patients_are_found_in_fields_of_every_style(text: str, name: str) -> None:
    assert name in found(text, "PATIENT")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Médico: Uxue Larralde Nº Col: 28 28 70973", "Uxue Larralde"),
        ("Fdo.: Dra. Uxue Larralde (col. 1)", "Uxue Larralde"),
        ("Remitido por: Dr.Uxue Larralde Servicio de Urología", "Uxue Larralde"),
        ("Attending: Maeve Tierney, MD", "Maeve Tierney"),
        ("Dictated by: M. L. Tierney", "M. L. Tierney"),
        ("CC: Dr. Tierney", "Tierney"),
        ("avisado el Dr. de la Cuesta por", "de la Cuesta"),
        ("valorado por la doctora Larralde", "Larralde"),
        ("Dres. Larralde y Otxoa", "Otxoa"),
        ("la enfermera Maider cura la herida", "Maider"),
        ("signed Orla Fitzmaurice, RN", "Orla Fitzmaurice"),
        ("Macedonio Rial Otero, col. 361", "Macedonio Rial Otero"),
        ("Kind regards,\nMaeve Tierney", "Maeve Tierney"),
        ("Dra. Puigcerver: preeclampsia", "Puigcerver"),
        ("Dr. Tébarez          05/09/24", "Tébarez"),
    ],
)
def test_doctors_are_found_by_field_title_and_signature(text: str, name: str) -> None:
    assert name in found(text, "DOCTOR")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("su hija Nerea Ibarrondo cuenta", "Nerea Ibarrondo"),
        ("la esposa, Isidora, refiere", "Isidora"),
        ("her daughter Kirsten Vogelmann called", "Kirsten Vogelmann"),
        ("Next of kin: Wendell Okorie (son)", "Wendell Okorie"),
        ("Madre: Antía Iglesias", "Antía Iglesias"),
        ("we rang Torvald Nyqvist, her husband", "Torvald Nyqvist"),
        ("his mother-in-law, Mrs. Dudley", "Dudley"),
        ("hija de Fidencio y Casilda", "Casilda"),
    ],
)
def test_relatives_are_found_after_and_before_family_words(text: str, name: str) -> None:
    assert name in found(text, *PEOPLE)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("acude con su hija", "hija"),
        ("Padre con HTA", "Padre"),
        ("tía materna sana", "tía materna"),
    ],
)
def test_spanish_family_words_are_marked(text: str, word: str) -> None:
    assert word in found(text, "KINSHIP")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Sexo: M.", "M"),
        ("SEXO ..... Varón", "Varón"),
        ("Sex: F", "F"),
        ("Mujer de 45 años", "Mujer"),
        ("varón de setenta y dos años", "varón"),
        ("paciente varón", "varón"),
        ("54 años, mujer", "mujer"),
    ],
)
def test_sex_is_found_in_fields_and_beside_ages(text: str, word: str) -> None:
    assert word in found(text, "SEX")


@pytest.mark.parametrize(
    "text",
    [
        "avisado el Dr. de guardia",
        "Paciente: varón",
        "la Sra. con dolor",
        "Patient: Seen and examined",
        "Patient: Alert and oriented",
        "enfermedad de Parkinson",
        "D. mellitus tipo 2",
        "enfermedad de D. de Addison",
        "Dx: neumonía",
        "PT STATES HE FELL",
        "Dear Colleague,",
        "Nombre: no consta",
        "carcinoma de mama",
        "the patient was told by the doctor",
        "Contact: none",
        "TIA in 2019",
        "técnica de Seldinger",
        "her son Tuesday",
        "maniobra de Valsalva",
    ],
)
def test_what_only_looks_like_a_person_stays(text: str) -> None:
    assert not found(text, *PEOPLE)


def test_disguised_names_are_found_and_covered() -> None:
    text = "Nombre: Sai\u200boa Re\u00adkarte"
    assert "Sai\u200boa Re\u00adkarte" in found(text, "PATIENT")


def test_hostile_text_takes_linear_time() -> None:
    import time

    for piece in (
        "Dr. ",
        "Nombre: ",
        "A.",
        "su hija ",
        "Calle ",
        "A B, ",
        ", MD ",
        "De La ",
        "J. ",
    ):
        text = piece * (200_000 // len(piece))
        begin = time.process_time()
        DETECTOR.find(text)
        assert time.process_time() - begin < 5
