"""Scores of the recogniser: ordered, never certain, and below certain shapes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.document import Document
from sfumato.core.span import Span, resolve
from sfumato.detect.join import yielding
from sfumato.detect.recogniser import Recogniser
from sfumato.detect.sureness import sureness

_CHANCES = st.lists(st.floats(-20, 0, width=32), min_size=1, max_size=6)


def of(*outside: float) -> float:
    return sureness(np.array(outside, np.float32))


@given(_CHANCES)
def test_a_sureness_is_a_chance_and_never_certain(outside: list[float]) -> None:
    assert 0 <= of(*outside) <= 0.9999


@given(_CHANCES, st.floats(0.125, 5, width=32))
def test_the_less_outside_the_surer(outside: list[float], less: float) -> None:
    assert of(*(chance - less for chance in outside)) >= of(*outside)


def test_the_network_is_taken_for_less_sure_than_it_says() -> None:
    says = 0.99
    assert 0.8 < of(float(np.log(1 - says))) < says


def test_scores_spread_over_the_scale_and_the_middle_is_the_networks_own_choice() -> None:
    text = (
        "Paciente: Saioa Rekarte Iturbe. Acude con su hermana Miren desde Lasarte. La revisa la "
        "Dra. Nekane Olabide en el Hospital de Zumarraga el 12 de mayo. Toma Moviflex."
    )
    scores = [span.score for span in Recogniser().detect(Document("", text))]
    assert max(scores) > 0.95
    assert len(set(scores)) >= len(scores) - 1


def test_where_a_certain_shape_stands_the_recogniser_yields() -> None:
    certain = Span(10, 20, "PATIENT_ID", 0.97, "es-dni")
    found = [Span(5, 20, "PHONE", 0.999), Span(30, 40, "PATIENT", 0.999)]
    assert [span.score for span in yielding(found, [certain])] == [0.96, 0.999]
    assert resolve([certain, *yielding(found, [certain])])[1] == certain


def test_the_recogniser_yields_to_certain_shapes_and_to_no_doubtful_one() -> None:
    firm = [Span(0, 30, "URL", 0.9), Span(12, 15, "EMAIL", 0.99), Span(50, 55, "PHONE", 0.85)]
    found = [Span(28, 60, "PATIENT", 0.999), Span(50, 52, "PATIENT", 0.99)]
    assert [span.score for span in yielding(found, firm)] == [0.89, 0.99]
