"""What was found once is found everywhere."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.document import Document
from sfumato.core.span import Span
from sfumato.detect.echo import echo


def echoes(text: str, first: str, label: str, score: float = 0.9) -> list[str]:
    begin = text.index(first)
    span = Span(begin, begin + len(first), label, score, "test")
    return [text[s.start : s.end] for s in echo(Document("x", text), [span])]


@pytest.mark.parametrize(
    ("text", "first", "label", "wanted"),
    [
        ("Saioa Rekarte. Ayer Saioa Rekarte vino", "Saioa Rekarte", "PATIENT", ["Saioa Rekarte"]),
        ("Saioa Rekarte. SAIOA REKARTE", "Saioa Rekarte", "PATIENT", ["SAIOA REKARTE"]),
        ("Saioa Rekarte. Rekarte refiere", "Saioa Rekarte", "PATIENT", ["Rekarte"]),
        ("Saioa Rekarte, rekarte-informe.pdf", "Saioa Rekarte", "PATIENT", ["rekarte"]),
        ("Maeve Tierney. Tierney's son", "Maeve Tierney", "PATIENT", ["Tierney"]),
        ("Saioa Rekarte. Saioa\nRekarte", "Saioa Rekarte", "DOCTOR", ["Saioa\nRekarte"]),
        ("Saioa Rekarte y Saioa, Rekarte", "Saioa Rekarte", "PATIENT", ["Saioa, Rekarte"]),
        ("Íñiguez. La Sra. INIGUEZ", "Íñiguez", "PATIENT", ["INIGUEZ"]),
        ("Rekarte, Rekarte Rekarte", "Rekarte", "PATIENT", ["Rekarte", "Rekarte"]),
        ("NHC 77-123-9. Ver 77 123 9", "77-123-9", "PATIENT_ID", ["77 123 9"]),
        ("C/ Real 12. en c/ real 12", "C/ Real 12", "STREET", ["c/ real 12"]),
        ("saioa_r88 y Saioa_R88", "saioa_r88", "USERNAME", ["Saioa_R88"]),
        ("Hospital Río Hondo, al HOSPITAL RIO HONDO", "Hospital Río Hondo", "HOSPITAL",
         ["HOSPITAL RIO HONDO"]),
    ],
)  # fmt: skip
def test_further_occurrences_are_found(
    text: str, first: str, label: str, wanted: list[str]
) -> None:
    assert echoes(text, first, label) == wanted


@pytest.mark.parametrize(
    ("text", "first", "label"),
    [
        ("Saioa Rekarte. Rekartegi", "Saioa Rekarte", "PATIENT"),
        ("Saioa Rekarte. la rekarte", "Saioa Rekarte", "PATIENT"),
        ("Ana Blanco. Blanco e insoluble", "Ana Blanco", "PATIENT"),
        ("Dr. Servicio Sala. Servicio de", "Servicio Sala", "DOCTOR"),
        ("Leo Paz. Leo Ru", "Leo Paz", "PATIENT"),
        ("2010 y 2010", "2010", "PATIENT_ID"),
        ("Arnedo y Arnedo", "Arnedo", "LOCATION"),
    ],
)
def test_what_may_be_another_thing_is_not_echoed(text: str, first: str, label: str) -> None:
    assert echoes(text, first, label) == []


def test_a_name_that_is_a_common_word_counts_inside_a_sentence() -> None:
    assert echoes("Ana Blanco. Se cita a Blanco hoy", "Ana Blanco", "PATIENT") == ["Blanco"]


def test_uncertain_finds_do_not_spread() -> None:
    assert echoes("Saioa Rekarte, Rekarte", "Saioa Rekarte", "PATIENT", 0.7) == []


def test_hidden_signs_inside_an_echo_are_covered() -> None:
    assert echoes("Rekarte y Rek\u200barte", "Rekarte", "PATIENT") == ["Rek\u200barte"]


def test_without_spans_there_is_no_echo() -> None:
    assert echo(Document("x", "Saioa"), []) == []


@given(st.text(max_size=200), st.data())
def test_any_text_and_any_spans_give_spans_in_bounds_and_the_same_ones_again(
    text: str, data: st.DataObject
) -> None:
    spans = []
    for _ in range(data.draw(st.integers(0, 4)) if text else 0):
        start = data.draw(st.integers(0, len(text) - 1))
        end = data.draw(st.integers(start + 1, len(text)))
        label = data.draw(st.sampled_from(("PATIENT", "HOSPITAL", "PHONE", "STREET")))
        spans.append(Span(start, end, label))
    document = Document("x", text)
    once = echo(document, spans)
    assert once == echo(document, reversed(spans))
    assert all(0 <= span.start < span.end <= len(text) for span in once)


def test_many_names_in_a_long_text_take_linear_time() -> None:
    names = [f"Nam{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}elo" for i in range(600)]
    text = " ".join(names) + (" palabra Namaaelo" * 60_000)
    spans = []
    position = 0
    for name in names:
        spans.append(Span(position, position + len(name), "PATIENT"))
        position += len(name) + 1
    begin = time.process_time()
    assert len(echo(Document("x", text), spans)) >= 60_000
    assert time.process_time() - begin < 5


@pytest.mark.parametrize(
    ("text", "first", "wanted"),
    [
        ("Itziar Goikoetxea. Goikotxea refiere", "Itziar Goikoetxea", ["Goikotxea"]),
        ("Itziar Goikoetxea. Goikoetxxea refiere", "Itziar Goikoetxea", ["Goikoetxxea"]),
        ("Itziar Goikoetxea. Goikoetxae refiere", "Itziar Goikoetxea", ["Goikoetxae"]),
        ("Itziar Goikoetxea. Goikoetvea refiere", "Itziar Goikoetxea", ["Goikoetvea"]),
        ("Itziar Goikoetxea. GOIKOETXA, I.", "Itziar Goikoetxea", ["GOIKOETXA"]),
    ],
)
def test_a_long_name_is_found_one_error_away(text: str, first: str, wanted: list[str]) -> None:
    assert echoes(text, first, "PATIENT") == wanted


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Ana Ibarra. Ibarza refiere", "Ana Ibarra"),
        ("Itziar Goikoetxea. Goikotxae refiere", "Itziar Goikoetxea"),
        ("Itziar Goikoetxea. la goikotxea", "Itziar Goikoetxea"),
        ("Luis Paciencia. Paciente de 40 años", "Luis Paciencia"),
        ("Rosa Consulto. Consulta de ayer", "Rosa Consulto"),
    ],
)
def test_short_names_two_errors_and_common_words_are_not_near(text: str, first: str) -> None:
    assert echoes(text, first, "PATIENT") == []


def test_a_name_that_stands_in_small_letters_is_looked_for_in_small_letters() -> None:
    assert echoes("pac. saioa rekarte. rekarte refiere", "saioa rekarte", "PATIENT") == ["rekarte"]
    assert echoes("pac. ana blanco. blanco e insoluble", "ana blanco", "PATIENT") == []
