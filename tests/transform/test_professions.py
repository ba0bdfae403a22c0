"""Professions agree with their sentence; states of work stay."""

from __future__ import annotations

import re

import pytest
from bench.trials.grammar import LEAST, share
from tests.transform.scenes import surrogate, surrogates

from sfumato.knowledge.professions import trades


@pytest.mark.parametrize("language", ["es", "en"])
def test_replaced_words_agree_with_their_sentences(language: str) -> None:
    good, wrong = share(language, 120)
    assert good >= LEAST, wrong


@pytest.mark.parametrize(
    ("original", "shape", "language"),
    [
        ("agricultor jubilado", r".+ jubilado", "es"),
        ("Ex minero", r"Ex .+", "es"),
        ("profesora y escritora", r".+ y .+", "es"),
        ("maestro/a", r".+/a", "es"),
        ("CAMARERA", r"[A-ZÁÉÍÓÚÑÓ ]+", "es"),
        ("retired teacher", r"retired .+", "en"),
        ("former police officer", r"former .+", "en"),
        ("SCHOOL PRINCIPAL", r"[A-Z ]+", "en"),
    ],
)
def test_modifiers_and_case_stay(original: str, shape: str, language: str) -> None:
    for seed in range(12):
        made = surrogate("PROFESSION", original, language, seed=seed)
        assert re.fullmatch(shape, made), made
        assert made != original


def test_a_state_alone_stays() -> None:
    assert surrogate("PROFESSION", "jubilada", "es") == "jubilada"


def test_a_common_word_takes_the_sex_that_the_document_tells() -> None:
    women = {one.woman for one in trades("es")}
    for seed in range(20):
        made = surrogates("Mujer de 40 años. Profesión: <PROFESSION:taxista>.", "es", seed=seed)
        assert made[0] in women


def test_lists_are_long() -> None:
    assert len(trades("es")) >= 200
    assert len(trades("en")) >= 200
