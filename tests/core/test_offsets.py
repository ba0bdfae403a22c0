"""Ranges follow their text; a range that touches a replaced span takes in its replacement."""

from __future__ import annotations

import json
import random

import pytest
from core_edits import document, drawn

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.layout import led_on
from sfumato.core.offsets import LAYOUT, OffsetMap, map_of, plain_map
from sfumato.core.span import Span

SETS = 1_000


def test_ranges_widen_over_replacements() -> None:
    edits = [Edit(Span(4, 8, "OTHER"), "[X]"), Edit(Span(10, 12, "OTHER"), "")]
    offsets = map_of(edits, document("a" * 14))
    assert offsets.moved(0, 4) == (0, 4)
    assert offsets.moved(4, 8) == (4, 7)
    assert offsets.moved(5, 6) == (4, 7)
    assert offsets.moved(8, 10) == (7, 9)
    assert offsets.moved(10, 12) == (9, 9)
    assert offsets.moved(11, 14) == (9, 11)
    assert offsets.moved(12, 14) == (9, 11)


@pytest.mark.parametrize("seed", range(0, SETS, 100))
def test_untouched_ranges_cover_the_same_text_and_come_back(seed: int) -> None:
    for one in range(seed, seed + 100):
        original, edits = drawn(one)
        after, offsets = splice(original.text, edits), map_of(edits, original)
        assert offsets.fits(original.text, after)
        assert offsets.inverse().inverse() == offsets
        for start in range(40):
            for end in range(start, 41):
                moved = offsets.moved(start, end)
                assert 0 <= moved[0] <= moved[1] <= len(after)
                back = offsets.inverse().moved(*moved)
                touched = offsets.touching(start, end)
                if start < end and not touched:
                    assert after[slice(*moved)] == original.text[start:end]
                    assert back == (start, end)
                elif start < end and all(one.to_start < one.to_end for one in touched):
                    assert back[0] <= start <= end <= back[1]
                    assert offsets.moved(*back) == moved


def test_a_kept_span_is_in_the_map_and_moves_letter_by_letter() -> None:
    edits = [Edit(Span(0, 3, "PATIENT"), "[P]x"), Edit(Span(4, 8, "DATE"), "2021", "keep", "asked")]
    offsets = map_of(edits, document("Ana 2021"))
    assert [change.keeps for change in offsets.changes] == [False, True]
    assert offsets.moved(5, 6) == (6, 7)
    assert offsets.edited == offsets.changes[:1]


def test_an_edit_over_several_blocks_is_one_change() -> None:
    original = Document("", "Ana\tRuiz\tx", (Block(0, 3, "a"), Block(4, 8, "b"), Block(9, 10, "c")))
    edits = [Edit(Span(0, 8, "PATIENT"), "[P]")]
    offsets = map_of(edits, original)
    after = splice(original.text, block_edits(original, edits))
    assert [tuple(change)[:4] for change in offsets.changes] == [(0, 8, 0, 4)]
    assert offsets.fits(original.text, after)


def test_the_head_of_a_map_is_the_map_of_the_head() -> None:
    edits = [Edit(Span(0, 3, "PATIENT"), "[P]x"), Edit(Span(6, 8, "DATE"), "")]
    head = map_of(edits, document("Ana 2021")).head(5)
    assert (head.before, head.after, len(head.changes)) == (4, 5, 1)


def test_a_map_survives_json_and_holds_no_text() -> None:
    original, edits = drawn(7)
    offsets = map_of(edits, original)
    written = json.dumps(offsets.plain())
    assert plain_map(json.loads(written)) == offsets
    assert "X" not in written


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"before": 1, "after": 1, "changes": [[0, 1, 0]]},
        {"before": 1, "after": 1, "changes": [[0, 2, 0, 1, "OTHER", "mask"]]},
        {"before": 9, "after": 9, "changes": [[3, 4, 3, 4, "O", "m"], [0, 1, 5, 6, "O", "m"]]},
        {"before": True, "after": 1, "changes": []},
        {"before": 1, "after": 1, "changes": [[0, 1, 0, 1, 5, "mask"]]},
    ],
)
def test_what_is_no_map_is_told(found: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"map|changes"):
        plain_map(found)


def rewrapped(chance: random.Random, text: str) -> str:
    out = []
    for sign in text:
        if chance.random() < 0.05:
            out.append(chance.choice(" \n"))
        out.append(chance.choice((sign, sign, "\n", "  ", "")) if sign.isspace() else sign)
    return "".join(out)


@pytest.mark.parametrize("seed", range(0, SETS, 100))
def test_a_map_is_led_on_to_a_text_with_other_white_space(seed: int) -> None:
    for one in range(seed, seed + 100):
        original, edits = drawn(one)
        meant = splice(original.text, edits)
        read = rewrapped(random.Random(one), meant)
        anchors, met = (
            [place for place, sign in enumerate(text) if not sign.isspace()]
            for text in (meant, read)
        )
        before, offsets = map_of(edits, original), None
        offsets = led_on(before, meant, read, anchors, met)
        assert offsets.fits(original.text, read)
        for start in range(39):
            moved = read[slice(*offsets.moved(start, start + 2))]
            if not before.touching(start, start + 2):
                assert "".join(moved.split()) == "".join(original.text[start : start + 2].split())


def test_a_text_that_reads_as_meant_keeps_its_map() -> None:
    offsets = OffsetMap((), 3, 3)
    assert led_on(offsets, "a b", "a b", (0, 2), (0, 2)) is offsets
    wider = led_on(offsets, "a b", "a \n b", (0, 2), (0, 4))
    assert [change.operator for change in wider.changes] == [LAYOUT]


def test_words_without_anchors_are_met_again_beside_the_edits() -> None:
    meant, read = "a Dr. [X]\nUnit 7. [Y]", "a Dr.\nUnit 7."
    edits = [Edit(Span(6, 9, "DOCTOR"), "[X]", "mask"), Edit(Span(18, 21, "OTHER"), "[Y]")]
    offsets = map_of(edits, document("a Dr. Ana\nUnit 7. Eva"))
    led = led_on(offsets, meant, read, (0,), (0,))
    assert led.moved(10, 16) == (6, 12)
    assert read[slice(*led.moved(2, 5))] == "Dr."
    assert led.fits("a Dr. Ana\nUnit 7. Eva", read)
