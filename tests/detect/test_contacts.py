"""Mail, web and network addresses, telephones and faxes, and what only looks like them."""

from __future__ import annotations

import pytest

from sfumato.detect import contacts
from sfumato.detect.patterns import Patterns

DETECTOR = Patterns(contacts.ROWS)


def _found(text: str, *labels: str) -> set[str]:
    return {text[span.start : span.end] for span in DETECTOR.find(text) if span.label in labels}


@pytest.mark.parametrize(
    "number",
    [
        "622 48 20 17",
        "622482017",
        "976 482 017",
        "97 648 20 17",
        "976-48-20-17",
        "976.48.20.17",
        "976/48.20.17",
        "976 482017",
        "+34 976 48 20 17",
        "0034 976 482 017",
        "(404) 555-0148",
        "404-555-0148",
        "404.555.0148",
        "+1 404 555 0148",
        "07700 900482",
        "020 7946 0482",
        "+44 20 7946 0482",
        "(02) 5550 4820",
        "55 5611 4820",
        "+52 55 5611 4820",
        "+56 9 4820 1734",
    ],
)
@pytest.mark.parametrize("frame", ["Tel.: {}.", "su hija ({}), avisada", "llamar al {} mañana"])
def test_a_telephone_number_is_found_whole(number: str, frame: str) -> None:
    assert number in _found(frame.format(number), "PHONE")


@pytest.mark.parametrize(
    "text",
    [
        "TA 120/80/60, FC 72, SatO2 98%",
        "PA 135/85 mmHg, P 98 lpm",
        "amoxicilina/clavulánico 875/125 mg cada 8 h, 1-0-1",
        "sutura con Prolene 3-0 y Vicryl 2/0",
        "leucocitos 9.800, plaquetas 186.000, Hb 13,4",
        "el 12/03/2024 a las 12:30:45",
        "doi 10.1016/j.medcli.2020.04.017, PMID 31820471",
        "CIE-10 C50.911, SNOMED 254837009",
        "ECOG 1, Glasgow 15, NIHSS 4-6-8",
        "de 2010 a 2015 se operó 3 veces, 1200 mg/24 h",
        "lactato 1.234, BNP 4820 pg/ml",
        "8,2 x 109 leucocitos / L",
        "T 36.5 P 88 R 16",
        "NCT04820173 y EudraCT 2010-020146-15",
        "dosis total 50 Gy / 25 fracciones / 2 Gy",
    ],
)
def test_measures_dates_and_codes_are_no_contacts(text: str) -> None:
    assert _found(text, "PHONE", "FAX", "EMAIL", "URL", "IP") == set()


def test_a_fax_is_told_from_a_telephone_by_its_word() -> None:
    text = "Tel. 976 48 20 17 · Fax: 976 48 20 18"
    assert "976 48 20 18" in _found(text, "FAX")
    assert "976 48 20 17" not in _found(text, "FAX")


def test_two_numbers_behind_one_word_are_two_spans() -> None:
    found = _found("Tlf: 976482017 / 622482017", "PHONE")
    assert {"976482017", "622482017"} <= found


@pytest.mark.parametrize("text", ["busca 4820", "ext. 4521", "pager 6620", "bleep 4417"])
def test_short_numbers_need_their_word(text: str) -> None:
    assert _found(text, "PHONE") == {text.split()[-1]}


@pytest.mark.parametrize(
    "address",
    [
        "rosa.vidal48@ejemplo.org",
        "r_vidal+cita@mail.hospital-ficticio.es",
        "rosa.vidal (at) ejemplo (dot) org",
        "rosa.vidal[arroba]ejemplo.es",
        "rosa punto vidal arroba ejemplo punto es",
        "RVIDAL@EJEMPLO.ORG",
    ],
)
def test_an_address_is_found_in_any_spelling(address: str) -> None:
    assert address in _found(f"escriba a {address}, gracias", "EMAIL")


def test_an_address_with_look_alike_letters_is_found() -> None:
    text = "escriba a rоsa\u200b.vidal＠ejemplo․org"
    assert _found(text, "EMAIL") == {text.removeprefix("escriba a ")}


@pytest.mark.parametrize(
    "address",
    [
        "https://visor.ejemplo.org/e/48201?u=7",
        "http://10.0.0.12:8080/pacs",
        "www.hospital-ficticio.es/citas",
        "hospitalficticio.org/cita",
        "portal.clinicaficticia.com",
    ],
)
def test_a_web_address_is_found_without_the_full_stop_behind(address: str) -> None:
    assert address in _found(f"Vea {address}.", "URL")


@pytest.mark.parametrize(
    "text", ["p.ej.que no", "sin dolor.no fiebre", "fue alta.es estable", "5.4.mg", "S.aureus"]
)
def test_a_missing_blank_makes_no_web_address(text: str) -> None:
    assert _found(text, "URL") == set()


def test_network_addresses_are_found_and_versions_are_not() -> None:
    assert _found("desde 192.0.2.48 y 2001:db8:48::17", "IP") == {"192.0.2.48", "2001:db8:48::17"}
    assert _found("versión 2.4.1.3 a las 12:30:45, EC 3.4.9.2", "IP") == set()


def test_a_number_read_aloud_is_found() -> None:
    text = "llamen al seis dos dos cuatro ocho dos cero uno siete por favor"
    assert "seis dos dos cuatro ocho dos cero uno siete" in _found(text, "PHONE")
