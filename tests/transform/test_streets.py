"""Addresses keep their shape: kind of street, number, floor and door."""

from __future__ import annotations

import re

import pytest
from tests.transform.scenes import surrogate

NAME = r"[^\W\d_]+(?:['’· -]{1,2}[^\W\d_]+){0,4}"


@pytest.mark.parametrize(
    ("original", "shape", "language"),
    [
        ("C/ Olmo Viejo, 14, 3º B", rf"C/ {NAME}, \d\d, \dº [A-F]", "es"),
        ("Avda. de Aragón, 88", rf"Avda\. (?:de|del) {NAME}, \d\d", "es"),
        ("Pza. Mayor s/n", rf"Pza\. {NAME} s/n", "es"),
        ("Carrer Girona 211, 4t 3a", rf"Carrer {NAME} \d{{3}}, \dt \da", "es"),
        ("Errekalde kalea 9, 3. ezk.", rf"{NAME} kalea \d, \d\. ezk\.", "es"),
        ("rúa do Sol, 3", rf"rúa (?:do|da|dos|das|de) {NAME}, \d", "es"),
        ("km 7 de la carretera de Burgos", rf"km \d de la carretera (?:de|del) {NAME}", "es"),
        (
            "Av. Insurgentes Sur 123 Col. Roma",
            rf"Av\. {NAME} \d{{3}} Col\. {NAME}",
            "es",
        ),
        ("TRAVESIA DE LA ROSA 5, BAJO IZQ", rf"TRAVESIA {NAME} \d, BAJO IZQ", "es"),
        ("48 Alder St Apt 2B", rf"\d\d {NAME} St Apt \d[A-F]", "en"),
        ("P.O. Box 12", r"P\.O\. Box \d\d", "en"),
        ("Flat 3, 12 Mill Lane", rf"Flat \d, \d\d {NAME} Lane", "en"),
        ("5120 NE Ainsworth St", rf"\d{{4}} NE {NAME} St", "en"),
        ("45 W 31st St", r"\d\d W \d+(?:st|nd|rd|th) St", "en"),
        ("Hwy 7 & Quarry Rd", rf"Hwy \d & {NAME} Rd", "en"),
        ("Aurora Avenue", rf"{NAME} Avenue", "en"),
    ],
)
def test_the_shape_stays(original: str, shape: str, language: str) -> None:
    for seed in range(12):
        made = surrogate("STREET", original, language, seed=seed)
        assert re.fullmatch(shape, made), made
        assert made != original


@pytest.mark.parametrize(
    ("original", "words", "language"),
    [
        ("Loureiro Crespo, 2", ["Loureiro", "Crespo"], "es"),
        ("calle rabida veintidos", ["rabida", "veintidos"], "es"),
        ("Avda. de Esp4ña n.° 19", ["Esp"], "es"),
        ("Flat 22, Nelson Mandela House, Cable Street", ["Nelson", "Mandela", "Cable"], "en"),
        ("The Old Rectory, Church Lane", ["Church"], "en"),
        ("Tyddyn Isaf", ["Tyddyn", "Isaf"], "en"),
    ],
)
def test_no_word_of_the_name_stays(original: str, words: list[str], language: str) -> None:
    for seed in range(12):
        made = surrogate("STREET", original, language, seed=seed)
        assert not any(word in made for word in words)


def test_the_same_street_gets_the_same_name_with_another_number() -> None:
    first = surrogate("STREET", "Calle del Olmo, 14", "es").rpartition(",")[0]
    second = surrogate("STREET", "Calle del Olmo, 20", "es").rpartition(",")[0]
    assert first == second
