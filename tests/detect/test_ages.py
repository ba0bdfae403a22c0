"""Ages are found, lengths of time are not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.core.document import Document
from sfumato.detect.ages import Ages, age_years

AGES = Ages()


def marked(text: str) -> str:
    """The text with « » around what was found."""
    spans = sorted({(span.start, span.end) for span in AGES.detect(Document("x", text))})
    for start, end in reversed(spans):
        text = f"{text[:start]}«{text[start:end]}»{text[end:]}"
    return text


FOUND = [
    "Mujer de «53 años» con fiebre.",
    "Varón de «sesenta y tres años» de edad.",
    "Niña de «14 meses» traída por fiebre.",
    "Niño de «3 años y 8 meses» de edad.",
    "Edad: «53»",
    "Edad: «67 años» Sexo: M.",
    "AGE: «71»",
    "Debut a los «58 años», sin secuelas.",
    "Neonato de «3 días» de vida.",
    "La hija («36 años») es enfermera.",
    "a «71-year-old» woman",
    "pt is «66yo» and frail",
    "«92 y/o» lady",
    "He is «5 months old» today.",
    "His aunt, aged «71», died.",
    "She is «ninety-six years old» and well.",
    "A man «in his seventies» collapsed.",
    "She turned «94» on Sunday.",
    "«45»M with chest pain",
]
NOT_FOUND = [
    "Fuma desde hace 5 años.",
    "Tratada durante 3 años.",
    "HTA de 20 años de evolución.",
    "a 5-year history of pain",
    "5-year survival of 80%",
    "on warfarin for 10 years",
    "a 20 pack-years smoker",
    "Gestante de 36+2 semanas",
    "de 32 semanas de edad gestacional",
    "catéter de 7 F",
    "Calle Mayor, 36, 2.º A",
    "A los 3 meses del trasplante recae.",
    "dolor 7/10, Hb 10.5",
]


@pytest.mark.parametrize("expected", FOUND)
def test_an_age_is_found_with_exactly_its_words(expected: str) -> None:
    plain = expected.replace("«", "").replace("»", "")
    assert marked(plain) == expected


@pytest.mark.parametrize("text", NOT_FOUND)
def test_a_length_of_time_stays(text: str) -> None:
    assert marked(text) == text


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("Edad: 92 años", True),
        ("mujer nonagenaria", True),
        ("a 101-year-old man", True),
        ("Edad: 89 años", False),
        ("a 71-year-old man", False),
    ],
)
def test_ages_over_89_are_marked(text: str, over: bool) -> None:
    spans = list(AGES.detect(Document("x", text)))
    assert spans
    assert all(span.detector.endswith(".over89") == over for span in spans)


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("53 años", 53),
        ("71-year-old", 71),
        ("66yo", 66),
        ("92 y/o", 92),
        ("14 meses", 1),
        ("5 months old", 0),
        ("3 días", 0),
        ("3 años y 8 meses", 3),
        ("setenta años", 70),
        ("noventa y tres", 93),
        ("ninety-one", 91),
        ("five years and two months", 5),
        ("in his seventies", 70),
        ("nonagenaria", 90),
        ("hola", None),
    ],
)
def test_an_age_is_read_in_years(text: str, years: int | None) -> None:
    assert age_years(text) == years


@settings(max_examples=80, deadline=None)
@given(st.text())
def test_any_text_is_read_without_failing(text: str) -> None:
    age_years(text)
    for span in AGES.detect(Document("x", text)):
        assert 0 <= span.start < span.end <= len(text)


@pytest.mark.parametrize("unit", ["9 años y ", "12 a ", "in his ", "de 9 ", "Ana Paz, 5"])
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    begun = time.process_time()
    list(AGES.detect(Document("x", text)))
    assert time.process_time() - begun < 4.0
