"""People found by a given name of the list."""

from __future__ import annotations

import pytest

from sfumato.core.document import Document
from sfumato.detect.names import Names


def found(text: str) -> set[str]:
    return {text[s.start : s.end] for s in Names().detect(Document("x", text))}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ayer vino Begoña Larrauri Soto a curas", "Begoña Larrauri Soto"),
        ("- Larrauri Soto, Begoña -", "Larrauri Soto, Begoña"),
        ("then Gavin Proudfellow left", "Gavin Proudfellow"),
        ("BEGOÑA LARRAURI 3 DIAS", "BEGOÑA LARRAURI"),
    ],
)
def test_given_names_bring_their_surnames(text: str, name: str) -> None:
    assert name in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "ELISA positivo",
        "ANA 1/80",
        "EVA 7/10",
        "saco de Douglas",
        "begoña@correo.example",
        "Evaluar",
    ],
)
def test_acronyms_eponyms_and_addresses_stay(text: str) -> None:
    assert not found(text)
