"""Mistakes: each gold mark meets its closest prediction; what differs is told by place."""

from __future__ import annotations

import json
import random

from worked import GIVEN, GOLD, NOTE, TEXT, mark

from sfumato.evaluate.context import context
from sfumato.evaluate.direct import NARROW
from sfumato.evaluate.mistakes import Mistake, as_line, mistakes
from sfumato.evaluate.note import Mark
from sfumato.evaluate.pairing import pair
from sfumato.evaluate.shelf import Shelf


def found() -> list[Mistake]:
    """The mistakes of the worked example."""
    return list(mistakes([NOTE], {NOTE.id: GIVEN}, direct=NARROW))


def test_a_prediction_at_the_very_place_goes_before_a_longer_one() -> None:
    gold = Mark(4, 8, "PATIENT")
    rivals = (Mark(0, 20, "PATIENT"), Mark(4, 8, "DOCTOR"), Mark(5, 8, "PATIENT"))
    assert list(pair([gold], rivals)) == [(gold, rivals[1])]


def test_of_two_at_the_very_place_the_one_of_the_same_label_is_taken() -> None:
    gold, same = Mark(4, 8, "PATIENT"), Mark(4, 8, "PATIENT")
    assert list(pair([gold], (Mark(4, 8, "DOCTOR"), same))) == [(gold, same)]


def test_else_the_one_that_shares_most_the_earlier_of_two() -> None:
    gold = Mark(4, 8, "PATIENT")
    assert list(pair([gold], [Mark(6, 9, "A"), Mark(2, 6, "B")])) == [(gold, Mark(2, 6, "B"))]


def test_neighbours_that_share_no_character_are_missed_and_spurious() -> None:
    gold, given = Mark(0, 3, "PATIENT"), Mark(3, 5, "PATIENT")
    assert list(pair([gold], [given])) == [(gold, None), (None, given)]


def test_the_sorts_of_the_worked_example_in_the_order_of_their_places() -> None:
    assert [(one.sort, TEXT[one.start : one.end]) for one in found()] == [
        ("label", "54 años"),
        ("missed", "Lugo"),
        ("bounds", "982 11 22 33"),
        ("spurious", "Gil"),
    ]


def test_only_a_direct_identifier_with_something_left_to_read_leaks() -> None:
    assert [one.sort for one in found() if one.leaks] == ["bounds"]


def test_a_line_holds_places_and_labels_and_words_only_when_given() -> None:
    phone = found()[2]
    line = as_line(phone)
    assert json.loads(line) == {
        "id": "es-01",
        "sort": "bounds",
        "gold": {"start": 37, "end": 49, "label": "PHONE"},
        "given": {"start": 37, "end": 46, "label": "PHONE"},
        "leaks": True,
    }
    entry = json.loads(as_line(phone, TEXT))
    assert (entry["before"][-5:], entry["text"], entry["after"][:7]) == (
        "Tel. ",
        "982 11 22 33",
        "\n\nFdo. ",
    )


def test_a_mistake_shows_nothing_of_the_document_in_its_repr() -> None:
    assert NOTE.id not in repr(found()[0])
    assert "Ana" not in repr(NOTE)


def test_the_context_puts_together_to_the_text_and_tells_who_marked_what() -> None:
    pieces = list(context(TEXT, Shelf(GOLD), Shelf(GIVEN), found()[2]))
    assert "".join(piece.text for piece in pieces) == TEXT
    covers = {piece.text: piece.cover for piece in pieces}
    assert covers["54 años"] == "both"
    assert covers["Lugo"] == "gold"
    assert covers["Gil"] == "given"
    assert [p.text for p in pieces if p.is_here] == ["982 11 22", " 33"]


def test_the_context_is_cut_at_white_space() -> None:
    lugo = Mistake("a", "missed", mark("Lugo", "LOCATION"), None)
    pieces = list(context(TEXT, Shelf(()), Shelf(()), lugo, reach=9))
    assert "".join(piece.text for piece in pieces) == "vive en Lugo.\nTel."


def test_the_context_of_a_place_outside_the_text_is_empty_or_ends_with_it() -> None:
    for given in (Mark(60, 900, "X"), Mark(700, 900, "X")):
        words = "".join(
            p.text
            for p in context(TEXT, Shelf(()), Shelf([given]), Mistake("a", "spurious", None, given))
        )
        assert TEXT.endswith(words)


def test_a_shelf_finds_what_a_walk_over_all_marks_finds() -> None:
    draw = random.Random(5)
    marks = [
        Mark(at, at + draw.randrange(9), "X") for at in (draw.randrange(60) for _ in range(40))
    ]
    shelf = Shelf(marks)
    for start in range(-2, 70):
        for end in range(start, start + 9):
            touching = {
                m for m in marks if (m.start < end and start < m.end) or m[:2] == (start, end)
            }
            assert shelf.touching(start, end) == sorted(touching)
            assert shelf.holds(start, end) == any(m.start <= start and end <= m.end for m in marks)


def test_a_text_with_very_many_marks_takes_no_longer_for_each() -> None:
    gold = [Mark(at, at + 3, "DATE") for at in range(0, 400_000, 8)]
    given = [mark._replace(start=mark.start + 1) for mark in gold]
    assert sum(1 for _ in pair(gold, given)) == 50_000
