"""Whether the name of a file says who somebody is."""

from __future__ import annotations

import pytest

from sfumato.core.document import Document
from sfumato.core.span import Span
from sfumato.inspection import identifies


def named(name: str, label: str = "DOCTOR", detector: str = "recogniser") -> bool:
    def find(document: Document) -> list[Span]:
        return [Span(0, len(document.text), label, 0.9, detector)]

    return identifies(name, Document("", ""), (), find, lambda _: False)


@pytest.mark.parametrize("name", ["zz", "labo", "tres", "001"])
def test_a_short_piece_that_only_the_recogniser_claims_is_a_guess(name: str) -> None:
    assert not named(name)


@pytest.mark.parametrize("name", ["ana", "luis", "leo", "garcia", "Roe", "saioa-rekarte"])
def test_a_name_is_none(name: str) -> None:
    assert named(name)


def test_another_detector_is_believed() -> None:
    assert named("zz", detector="policy dictionary 1")
