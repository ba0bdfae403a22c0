import pytest

from sfumato import Block, Document, Edit, Span, splice
from sfumato.core.edit import block_edits, ordered, project


def test_splice_replaces_spans_and_nothing_else():
    edits = [Edit(Span(0, 3, "PATIENT"), "[P]"), Edit(Span(9, 13, "DATE"), "")]
    assert splice("Ana vino 2021.", edits) == "[P] vino ."


def test_a_kept_span_stays():
    assert splice("Ana", [Edit(Span(0, 3, "PATIENT"), "Ana", "keep", "asked")]) == "Ana"


def test_keeping_without_a_reason_is_an_error():
    with pytest.raises(ValueError, match="reason"):
        Edit(Span(0, 3, "PATIENT"), "Ana", "keep")


def test_overlapping_edits_are_an_error():
    with pytest.raises(ValueError, match="overlap"):
        ordered([Edit(Span(0, 3, "PATIENT"), ""), Edit(Span(2, 4, "DATE"), "")])


def test_an_edit_over_several_blocks_replaces_the_first_and_empties_the_others():
    document = Document(
        "", "Ana\tLópez\tx", (Block(0, 3, "a"), Block(4, 9, "b"), Block(10, 11, "c"))
    )
    edits = [Edit(Span(0, 9, "PATIENT"), "[P]")]
    cut = project(document.blocks, edits)
    assert {index: [edit.replacement for edit in found] for index, found in cut.items()} == {
        0: ["[P]"],
        1: [""],
    }
    assert splice(document.text, block_edits(document, edits)) == "[P]\t\tx"


def test_an_edit_shows_no_replacement():
    assert "secret" not in repr(Edit(Span(0, 1, "OTHER"), "secret"))
