"""Passages in languages that the recogniser has not learnt are told, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.protocols import Intake
from sfumato.core.release import Refusal, Release
from sfumato.knowledge.marked import read_marked
from sfumato.knowledge.passages import other_passages
from sfumato.pipeline import Line, run
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import build_policy

_GOLD = Path(__file__).parents[1] / "gold"
_OTHERS = read_marked((_GOLD / "other-languages.txt").read_text("utf-8"))
_SPANISH = "El paciente acude con su hermana y refiere que no ha tomado la medicación. " * 3
_FRENCH = next(note.text for note in _OTHERS if note.id == "fr-2")


@pytest.mark.parametrize("note", _OTHERS, ids=lambda note: note.id)
def test_a_passage_is_told_also_between_lines_of_spanish(note) -> None:  # type: ignore[no-untyped-def]
    text = f"{_SPANISH}\n{note.text}\n{_SPANISH}"
    first, last = len(_SPANISH), len(_SPANISH) + len(note.text) + 2
    passages = other_passages(text)
    assert passages
    assert all(passage.language.lower().startswith(note.kind[:4]) for passage in passages)
    assert all(first <= passage.start < passage.end <= last for passage in passages)
    assert sum(p.end - p.start for p in passages) > 0.2 * len(note.text)


def test_no_invented_note_has_any() -> None:
    for path in sorted((_GOLD / "notes").glob("*.txt")):
        for note in read_marked(path.read_text("utf-8")):
            assert other_passages(note.text) == (), note.id


@pytest.mark.parametrize(
    "text",
    [
        "Jan van der Meer, Ludwig von und zu Hohenstein, Maria dos Santos e Silva, Jordi i Ferran",
        "Hospital de la Santa Creu i Sant Pau, Clínica do Mar, Hôpital de la Pitié, Krankenhaus",
        "amoxicilina, ibuprofeno, bisoprolol 2,5 mg, Voltarén Retard, Nolotil, Enantyum, Adiro",
        "Paciente de Сергей Иванов, α-talasemia, β-bloqueantes, γ-GT 45, Δ 3 mm, 陈伟明 (Wei Ming)",
        "HTA, DM2, IRC, EPOC, ACV, IAM. AP: IQ apendicitis. FUR. TA 120/80, FC 72, SatO2 98 %",
        "El niño dice en casa «ça va, merci» y su madre le contesta «à demain».",
        "AST ALT GGT FA LDH CK Na K Cl Ca P Mg Hb Hto VCM HCM RDW",
        "",
    ],
)
def test_names_drugs_headers_and_a_few_words_are_no_passage(text: str) -> None:
    assert other_passages(text) == ()


@given(st.text(max_size=300))
def test_any_text_gives_passages_in_bounds(text: str) -> None:
    assert all(0 <= p.start < p.end <= len(text) for p in other_passages(text))


@pytest.mark.parametrize(("said", "code"), [("refuse", "language"), ("hold", "held")])
def test_the_policy_says_what_becomes_of_the_document(said: str, code: str) -> None:
    result = _ran(said)
    assert isinstance(result, Refusal)
    assert [reason.code for reason in result.reasons] == [code]
    assert "French" in str(result.reasons[0])
    assert "Taillefer" not in str(result.reasons[0])


def test_what_may_pass_has_a_note() -> None:
    result = _ran("pass")
    assert isinstance(result, Release)
    assert any("French" in note for note in result.notes)


def _ran(said: str) -> Release | Refusal:
    policy = build_policy({"name": "x", "other_languages": said}, where="x")
    text = f"{_SPANISH}\n{_FRENCH}\n"
    return run(text.encode(), Intake(), Line(policy, detectors_of(policy)))
