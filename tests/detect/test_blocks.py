"""Labelled blocks are marked whole."""

from __future__ import annotations

from sfumato.core.document import Block, Document
from sfumato.detect.blocks import Blocks


def spans(text: str, *blocks: Block) -> list[tuple[str, str, float, str]]:
    document = Document("x", text, blocks)
    return [
        (text[s.start : s.end], s.label, s.score, s.detector) for s in Blocks().detect(document)
    ]


def test_a_labelled_block_is_one_span_without_the_blanks_around_it() -> None:
    text = "  Saioa Rekarte \n7"
    assert spans(text, Block(0, 16, "PID-5", "PATIENT"), Block(17, 18, "OBX-5")) == [
        ("Saioa Rekarte", "PATIENT", 1.0, "structure")
    ]


def test_a_labelled_block_without_letters_or_digits_is_left_alone() -> None:
    assert spans(" -- ", Block(0, 4, "PID-5", "PATIENT")) == []


def test_an_empty_labelled_block_is_left_alone() -> None:
    assert spans("a", Block(0, 0, "PID-5", "PATIENT"), Block(0, 1, "PID-6")) == []


def test_letters_of_any_script_count() -> None:
    assert spans("王芳", Block(0, 2, "PID-5", "PATIENT"))[0][0] == "王芳"
