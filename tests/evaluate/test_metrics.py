"""Metrics: the counts of worked examples, done by hand."""

from __future__ import annotations

import pytest
from worked import EMPTY, GIVEN, GOLD, NOTE, TEXT, mark

from sfumato.evaluate.counts import Counts, total
from sfumato.evaluate.figures import figures
from sfumato.evaluate.metrics import MISSED, SPURIOUS, count, merged, score
from sfumato.evaluate.note import Mark, Note


def test_strict_counts_place_and_label() -> None:
    assert count(NOTE, GIVEN).outcomes("ner") == (1, 3, 3)


def test_span_counts_place_whatever_the_label() -> None:
    assert count(NOTE, GIVEN).outcomes("span") == (2, 2, 2)


def test_merged_counts_joined_neighbours_beside_the_spans_at_their_place() -> None:
    assert count(NOTE, GIVEN).outcomes("merged") == (3, 2, 2)


def test_the_rates_of_the_worked_example() -> None:
    found = figures(count(NOTE, GIVEN))
    assert found["ner", "precision"] == found["ner", "recall"] == found["ner", "f1"] == 1 / 4
    assert found["span", "f1"] == 1 / 2
    assert found["merged", "f1"] == pytest.approx(3 / 5)
    assert found["leak_per_line",] == 3 / 3


def test_a_name_marked_word_by_word_is_a_merged_find_and_no_other() -> None:
    given = (mark("Ana", "PATIENT"), mark("Rus", "PATIENT"))
    counts = count(Note("a", TEXT, GOLD[:1]), given)
    assert counts.outcomes("span") == (0, 2, 1)
    assert counts.outcomes("merged") == (1, 0, 0)


def test_neighbours_join_over_signs_but_not_over_letters_or_digits() -> None:
    text = "Ana, Eva (Rus) y Gil 3 Paz"
    ranges = {(0, 3), (5, 8), (10, 13), (17, 20), (23, 26)}
    assert merged(ranges, text) == {(0, 13), (17, 20), (23, 26)}


def test_a_joined_range_reaches_as_far_as_its_longest_part() -> None:
    assert merged({(0, 9), (2, 5), (9, 11)}, "abcdefghijkl") == {(0, 11)}


def test_a_mark_given_twice_counts_once() -> None:
    assert count(NOTE, GIVEN + GIVEN).outcomes("ner") == (1, 3, 3)


def test_labels_have_their_own_counts() -> None:
    counts = count(NOTE, GIVEN)
    assert counts.outcomes("label", "PATIENT") == (1, 0, 0)
    assert counts.outcomes("label", "AGE") == (0, 0, 1)
    assert counts.outcomes("label", "DATE") == (0, 1, 0)
    assert counts.outcomes("label", "PHONE") == (0, 1, 1)


def test_every_gold_span_is_in_the_confusion_table_once_and_spurious_ones_too() -> None:
    counts = count(NOTE, GIVEN)
    cells = {key[1:]: n for key, n in counts.values.items() if key[0] == "confusion"}
    assert cells == {
        ("PATIENT", "PATIENT"): 1,
        ("AGE", "DATE"): 1,
        ("LOCATION", MISSED): 1,
        ("PHONE", "PHONE"): 1,
        (SPURIOUS, "DOCTOR"): 1,
    }


def test_counts_of_two_halves_add_up_to_those_of_the_whole() -> None:
    notes, found = (NOTE, EMPTY), {NOTE.id: GIVEN, EMPTY.id: (Mark(0, 4, "DOCTOR"),)}
    halves = (score(notes[:1], found), score(notes[1:], found))
    assert total(halves).values == score(notes, found).values
    assert (halves[0] + halves[1]).values == score(notes, found).values


def test_a_document_without_prediction_counts_as_one_without_finds() -> None:
    assert score((NOTE,), {}).outcomes("ner") == (0, 0, 4)


def test_nothing_to_find_and_nothing_found_gives_no_rate_above_zero() -> None:
    found = figures(count(EMPTY, ()))
    assert found["ner", "f1"] == found["coverage", "direct_recall"] == 0.0
    assert figures(Counts())["leak_per_line",] == 0.0


def test_lines_without_words_are_not_counted() -> None:
    assert count(NOTE, ())["lines", "all"] == 3
