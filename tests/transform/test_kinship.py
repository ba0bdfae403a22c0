"""Relatives stay in their generation, gender and number."""

from __future__ import annotations

import pytest
from tests.transform.scenes import surrogate, surrogates

from sfumato.knowledge.kinship import relatives, relatives_named
from sfumato.knowledge.towns import fold


@pytest.mark.parametrize(
    ("original", "language", "allowed"),
    [
        ("abuela", "es", {"bisabuela", "tía abuela"}),
        ("abuelo paterno", "es", {"bisabuelo paterno"}),
        ("tía materna", "es", {"tía paterna"}),
        ("hermano gemelo", "es", {"hermano mellizo"}),
        ("padres", "es", {"tíos", "suegros", "padrastros", "padrinos"}),
        ("abuelita", "es", {"yaya", "abu", "bisabuelita"}),
        ("MADRE", "es", {"TÍA", "SUEGRA", "MADRASTRA", "MADRINA"}),
        ("grandmother", "en", {"great-grandmother", "great-aunt"}),
        ("mother's", "en", {"aunt's", "stepmother's", "mother-in-law's", "godmother's"}),
        ("brothers-in-law", "en", {"brothers", "stepbrothers", "half-brothers"}),
        ("wife", "en", {"girlfriend", "fiancée", "fiancee"}),
        ("neboda", "es", {"filla", "nora", "fillastra"}),
    ],
)
def test_the_class_stays(original: str, language: str, allowed: set[str]) -> None:
    made = {surrogate("KINSHIP", original, language, seed=seed) for seed in range(30)}
    assert made <= allowed


def test_a_name_beside_a_relative_is_left_to_a_person() -> None:
    assert surrogates("vive con <KINSHIP:hermana María José>", "es") == [None]


def test_words_without_a_relative_stay() -> None:
    assert surrogate("KINSHIP", "familia", "es") == "familia"


@pytest.mark.parametrize("one", relatives(), ids=lambda one: f"{one.language} {one.word}")
def test_every_word_has_another_of_its_class_or_is_left(one) -> None:
    language = "en" if one.language == "en" else "es"
    made = surrogates(f"<KINSHIP:{one.word}>", language)[0]
    if made is None:
        return
    known = relatives_named()[fold(made)]
    groups = {(other.group[0], other.generation, other.plural) for other in known}
    same = {
        (other.group[0], other.generation, other.plural)
        for other in relatives_named()[fold(one.word)]
    }
    assert groups & same
