"""Addresses, postcodes, towns, countries, hospitals and institutions."""

from __future__ import annotations

import re

import pytest

from sfumato.detect.patterns import Patterns, Row
from sfumato.detect.places import ROWS

DETECTOR = Patterns(ROWS)


def found(text: str, *labels: str) -> set[str]:
    return {text[s.start : s.end] for s in DETECTOR.find(text) if not labels or s.label in labels}


def covered(text: str, part: str, *labels: str) -> bool:
    begin = text.index(part)
    hit = set()
    for span in DETECTOR.find(text):
        if not labels or span.label in labels:
            hit |= set(range(span.start, span.end))
    return all(i in hit for i in range(begin, begin + len(part)) if text[i].isalnum())


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
    "address",
    [
        "C/ Alonso Berruguete 23, 3º izq.",
        "Calle de los Herreros, 7, 1ºD",
        "Pº de la Florida 210, 7º I",
        "Avda. Reyes de Navarra, 14, portal 2, 4º B",
        "Plaza del Trigo s/n",
        "Ctra. de Mirabel, km 3",
        "Carrer de Pau Casals, 52, 2º 1ª",
        "Rúa do Souto 9",
        "Av. Vall d´Arlés, 119-129",
        "avda. lepanto 12, 2ºA",
    ],
)
def test_spanish_addresses_are_found_whole(address: str) -> None:
    assert covered(f"Vive en {address}", address, "STREET")


@pytest.mark.parametrize(
    "address",
    [
        "410 Ironbark St",
        "77 Chestnut Row",
        "Flat 3, 12 Linden Avenue",
        "1288 NW Harbor View Dr, Apt 4B",
        "19 42nd Street",
        "P.O. Box 4471",
        "RR 2, Box 118",
        "County Road 19",
    ],
)
def test_english_addresses_are_found_whole(address: str) -> None:
    assert covered(f"She lives at {address}.", address, "STREET")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("CP: 31512", "31512"),
        ("C/ Real 3, 31512 Fontellas", "31512"),
        ("C/ Real 3, 2º B 31512.", "31512"),
        ("Salina, KS 67401-2211", "67401-2211"),
        ("12 Mill Lane, Ludlow SY8 4TZ", "SY8 4TZ"),
        ("Moose Jaw SK  S6H 1Z8", "S6H 1Z8"),
        ("Atherton QLD 4883", "4883"),
        ("Tralee V92 K2X7", "V92 K2X7"),
    ],
)
def test_postcodes_are_found_in_their_context(text: str, code: str) -> None:
    assert code in found(text, "LOCATION")


@pytest.mark.parametrize(
    "text",
    [
        "leucocitos 12300 con neutrofilia",
        "plaquetas 28001, Hb 12",
        "GCS E4V2M6, RR 18",
        "estadio T4N2M1",
        "T4 2CM",
        "sale a la calle sin ayuda",
        "camina 3 veces al día",
        "10 Units Per Day",
        "the patient was on the road to recovery",
    ],
)
def test_clinical_numbers_and_words_are_no_addresses(text: str) -> None:
    assert not found(text, "LOCATION", "STREET")


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("Localidad/ Provincia: Fontellas, Navarra.", "Fontellas"),
        ("Localidad/ Provincia: Fontellas, Peralejos.", "Peralejos"),
        ("natural de Villar del Rey, casado", "Villar del Rey"),
        ("C/ Real 3, 31512 San Martín de Unx", "San Martín de Unx"),
        ("She grew up in Ballinrobe and moved", "Ballinrobe"),
        ("back to Grand Island, NE 68801", "Grand Island"),
        ("2 Chapel Fold, Gargrave, BD23 3ZX", "Gargrave"),
    ],
)
def test_towns_are_found_by_their_context(text: str, town: str) -> None:
    assert town in found(text, "LOCATION")


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("llegó de Marruecos en 2001", "Marruecos"),
        ("País: España", "España"),
        ("a holiday in New Zealand", "New Zealand"),
        ("NACIDO EN RUMANÍA", "RUMANÍA"),
        ("residente en EE.UU. desde", "EE.UU."),
    ],
)
def test_countries_are_found(text: str, country: str) -> None:
    assert country in found(text, "COUNTRY")


@pytest.mark.parametrize(
    "name",
    [
        "Hospital Universitario Río Hondo",
        "Hospital General de Valdehierro",
        "Complejo Hospitalario de Peñalba",
        "Hospital 5 de Abril",
        "Clínica Santa Brígida",
        "H. U. Río Hondo",
        "Hosp. Gral. de Peñalba",
        "St. Brendan's Hospital",
        "Pine Hollow Medical Center",
        "Cedar Ridge Community Hospital",
        "Calder Valley General",
    ],
)
def test_hospitals_are_found_by_shape(name: str) -> None:
    assert covered(f"fue visto en {name}.", name, "HOSPITAL")


@pytest.mark.parametrize(
    "name",
    [
        "C. S. Valle Umbrío",
        "Centro de Salud Las Encinas",
        "CS San Telmo",
        "Smoky Ridge Family Medicine",
        "Larch Hollow Surgery",
        "Birchwood Health Centre",
        "Elm Tree Practice",
    ],
)
def test_health_centres_are_found_by_shape(name: str) -> None:
    assert covered(f"control en {name}.", name, "HEALTHCARE_CENTRE")


@pytest.mark.parametrize(
    "name",
    [
        "Universidad de Zumaia",
        "Colegio Virgen de la Peña",
        "IES Río Hondo",
        "University of Wexcombe",
        "Harrow Bend High School",
        "Saint Piran's Church",
    ],
)
def test_institutions_are_found_by_shape(name: str) -> None:
    assert covered(f"estudia en {name}.", name, "INSTITUTION")


@pytest.mark.parametrize(
    "text",
    [
        "ingresa en el hospital por disnea",
        "Hospital de día",
        "acude al centro de salud",
        "Servicio de Urología",
        "was seen in the clinic",
        "Hospital Course: uneventful",
        "follow up at the Hospital",
        "estudia en la universidad",
        "Cardiology Clinic",
        "graduated High School",
    ],
)
def test_generic_mentions_stay(text: str) -> None:
    assert not found(text)


def test_companies_are_found_by_their_legal_form() -> None:
    assert "Áridos Montecillo, S.L." in found("peón en Áridos Montecillo, S.L. desde", "EMPLOYER")


def test_lists_are_sorted_into_no_duplicates_and_no_digits() -> None:
    from sfumato.knowledge.lists import entries

    for name in ("countries", "regions"):
        lines = entries(name)
        assert len(lines) == len({line.lower() for line in lines})
        assert not any(re.search(r"\d", line) for line in lines)
