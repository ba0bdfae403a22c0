"""Draws of identifiers and contacts; the bench makes fifty times as many."""

import random

import pytest
from bench.trials import drawnnumbers, draws


@pytest.mark.parametrize("kind", ["numbers", "contacts"])
def test_no_surrogate_is_an_original(kind):
    assert draws.KINDS[kind](random.Random(f"test {kind}"), draws.REDUCED) >= draws.REDUCED


def test_layouts_tell_letters_from_digits():
    assert drawnnumbers.layout("Ab-12") == "Aa-99"
