"""Identifiers in signs that look the same, or with signs that nobody sees between them."""

import pytest
from bench.trials.disguises import DISGUISES, GOLD, LARGEST_FALL, Recall, notes_of, trial

from sfumato.knowledge.shadow import shadow


@pytest.fixture(scope="module")
def recalls() -> dict[str, Recall]:
    return trial(notes_of(GOLD))


@pytest.mark.parametrize("name", DISGUISES)
def test_a_disguise_costs_at_most_half_a_point_of_recall(recalls, name):
    assert recalls[name].total > 500
    assert recalls[name].plain > recalls[name].total / 2
    assert recalls[name].fall <= LARGEST_FALL


@pytest.mark.parametrize("name", DISGUISES)
def test_a_disguise_changes_what_it_is_given_and_its_shadow_is_the_plain_text(name):
    plain = "Tel. 612-345-678, NHC: 40213/A; Vazquez-Wolff_K@mail.example (JOB)"
    disguised = DISGUISES[name](plain)
    assert disguised != plain
    assert shadow(disguised).data.lower() == shadow(plain).data.lower()
