"""Cover: letters and digits of what identifies lie inside predictions, or they are left to read."""

from __future__ import annotations

import pytest
from worked import EMPTY, GIVEN, GOLD, NOTE, TEXT, mark

from sfumato.evaluate.figures import figures
from sfumato.evaluate.metrics import count, score
from sfumato.evaluate.note import Mark, Note


def test_two_of_four_spans_are_covered_and_one_of_two_direct_ones() -> None:
    counts = count(NOTE, GIVEN)
    assert [counts["covered", "all", part] for part in ("found", "total")] == [2, 4]
    assert [counts["covered", "direct", part] for part in ("found", "total")] == [1, 2]
    assert [counts["cover", "PHONE", part] for part in ("found", "total")] == [0, 1]


def test_letters_and_digits_hidden_rightly_for_nothing_and_left() -> None:
    """Hidden: AnaRus 6, 54años 6, 9821122 7, Gil 3. Wanted beside: Lugo 4, 33 2."""
    counts = count(NOTE, GIVEN)
    assert counts.outcomes("characters") == (19, 3, 6)
    assert figures(counts)["coverage", "precision"] == pytest.approx(19 / 22)


def test_tokens_are_runs_of_letters_or_of_digits() -> None:
    """Hidden: Ana Rus 54 años 982 11 22, and Gil for nothing. Left: Lugo 33."""
    assert count(NOTE, GIVEN).outcomes("tokens") == (7, 1, 2)


def test_a_token_hidden_in_part_is_left_to_read() -> None:
    note = Note("a", "M27x", (Mark(0, 4, "ID"),))
    assert count(note, (Mark(0, 2, "ID"),)).outcomes("tokens") == (1, 0, 2)


def test_signs_at_the_edge_need_no_cover_and_cost_no_precision() -> None:
    note = Note("a", "(Ana) vino", (Mark(0, 5, "PATIENT"),))
    tight, wide = (Mark(1, 4, "PATIENT"),), (Mark(0, 6, "PATIENT"),)
    for given in (tight, wide):
        found = figures(count(note, given))
        assert found["coverage", "all_recall"] == found["coverage", "precision"] == 1.0


def test_several_predictions_cover_one_span_together() -> None:
    given = tuple(mark(words, "DATE") for words in ("982", "11", "22 33"))
    assert count(Note("a", TEXT, GOLD[3:]), given)["covered", "all", "found"] == 1


def test_a_document_leaks_by_one_direct_identifier_and_not_by_others() -> None:
    assert count(NOTE, GIVEN)["documents", "leaking"] == 1
    assert count(NOTE, (*GIVEN, GOLD[3]))["documents", "leaking"] == 0
    both = figures(score((NOTE, EMPTY), {NOTE.id: GIVEN}))
    assert both["coverage", "leaking_documents"] == 1 / 2


def test_what_counts_as_direct_can_be_chosen() -> None:
    counts = count(NOTE, (*GIVEN, GOLD[3]), direct=frozenset({"LOCATION"}))
    assert counts["documents", "leaking"] == 1
    assert counts["covered", "direct", "total"] == 1


def test_a_span_that_stands_twice_in_the_gold_standard_counts_twice_for_cover() -> None:
    assert count(Note("a", TEXT, GOLD[:1] * 2), GIVEN)["covered", "all", "total"] == 2


def test_predictions_outside_the_text_are_cut_to_it() -> None:
    note = Note("a", "Ana", (Mark(0, 3, "PATIENT"),))
    given = (Mark(-4, 2, "X"), Mark(2, 900, "X"), Mark(700, 800, "X"))
    assert figures(count(note, given))["coverage", "all_recall"] == 1.0
