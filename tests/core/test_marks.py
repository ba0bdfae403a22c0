"""Marks follow the text by one rule."""

from __future__ import annotations

import random

import pytest
from core_edits import drawn

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.marks import Marked, Units, move
from sfumato.core.offsets import OffsetMap, map_of
from sfumato.core.span import Span

#       0123456789012345678901234
TEXT = "Ve a Ana Ruiz Gil en Vigo."
EDITS = [Edit(Span(5, 17, "PATIENT"), "Eva Sanz Pino"), Edit(Span(21, 25, "LOCATION"), "")]
OFFSETS = map_of(EDITS, Document("", TEXT, (Block(0, len(TEXT), "text"),)))


def ways(*marks: tuple[str, tuple[tuple[int, int], ...]]) -> list[tuple[str, tuple[object, ...]]]:
    return [(one.way, one.ranges) for one in move([Marked(*mark) for mark in marks], OFFSETS)]


def test_a_mark_beside_the_edits_covers_the_same_text() -> None:
    assert ways(("A", ((0, 2),)), ("A", ((18, 20),))) == [
        ("moved", ((0, 2),)),
        ("moved", ((19, 21),)),
    ]


def test_a_mark_on_over_or_across_an_edit_takes_in_the_whole_replacement() -> None:
    assert ways(("A", ((5, 17),)), ("A", ((3, 20),)), ("A", ((9, 20),))) == [
        ("widened", ((5, 18),)),
        ("widened", ((3, 21),)),
        ("widened", ((5, 21),)),
    ]


def test_the_only_part_of_its_kind_stands_for_the_whole() -> None:
    whole = ("widened", ((5, 18),))
    assert ways(("Given", ((5, 8),)), ("Surname", ((9, 17),)), ("Given", ((5, 8),))) == [whole] * 3


def test_several_parts_of_one_kind_are_dropped() -> None:
    marks = (("Token", ((5, 8),)), ("Token", ((9, 13),)), ("Name", ((5, 13),)))
    assert [way for way, _ in ways(*marks)] == ["ambiguous", "ambiguous", "widened"]


def test_fragments_that_grow_into_each_other_become_one() -> None:
    assert ways(("Name", ((5, 8), (14, 17)))) == [("widened", ((5, 18),))]
    assert ways(("Name", ((0, 2), (14, 17)))) == [("widened", ((0, 2), (5, 18)))]


def test_what_has_nothing_left_or_lies_outside_is_dropped() -> None:
    marks = (("A", ((21, 25),)), ("A", ((20, 99),)), ("A", ()))
    assert [way for way, _ in ways(*marks)] == ["emptied", "outside", "outside"]


@pytest.mark.parametrize("seed", range(0, 1_000, 250))
def test_marks_of_random_edits_never_cut_a_replacement(seed: int) -> None:
    for one in range(seed, seed + 250):
        original, edits = drawn(one)
        offsets, after = map_of(edits, original), splice(original.text, edits)
        chance = random.Random(one)
        pairs = [tuple(sorted(chance.sample(range(41), 2))) for _ in range(6)]
        marks = [Marked(chance.choice("AB"), ((start, end),)) for start, end in pairs]
        for mark, found in zip(marks, move(marks, offsets), strict=True):
            if found.way == "moved":
                assert after[slice(*found.ranges[0])] == original.text[slice(*mark.ranges[0])]
            for start, end in found.ranges:
                assert all(
                    end <= change.to_start
                    or change.to_end <= start
                    or (start <= change.to_start and change.to_end <= end)
                    for change in offsets.edited
                )


def test_units_of_utf_16_and_back() -> None:
    text = "a𝒜b𝒜𝒜c"
    units = Units(text)
    for points in range(len(text) + 1):
        wide = len(text[:points].encode("utf-16-le")) // 2
        assert units.units(points) == wide
        assert units.points(wide) == points


def test_an_empty_map_moves_nothing() -> None:
    ((found),) = move([Marked("A", ((0, 3),))], OffsetMap((), 3, 3))
    assert found == (((0, 3),), "moved")
