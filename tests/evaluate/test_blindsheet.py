"""The blind sheet: half and half, no telltale, scored with an interval."""

from __future__ import annotations

import csv
import io
import json

import pytest
from test_surrogates import before

from sfumato.core.errors import Damaged
from sfumato.evaluate.blindsheet import REPLACED, blind_sheet, score
from sfumato.evaluate.wilson import by_chance, interval

DOCUMENTS = [
    before(
        *(
            ("PATIENT", f"Ana Ruiz{'abcdefghij'[n]}", f"Eva Gil{'klmnopqrst'[n]}")
            for n in range(10)
        ),
        ("PHONE", "612 345 678", "[PHONE]"),
    )
]


def rows(sheet: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(sheet.decode("utf-8-sig"))))[1:]


def answered(sheet: bytes, answers: list[str]) -> bytes:
    sink = io.StringIO()
    filled = [(row[0], row[1], said) for row, said in zip(rows(sheet), answers, strict=True)]
    csv.writer(sink, delimiter=";").writerows([("number", "passage", "answer"), *filled])
    return sink.getvalue().encode()


def test_half_of_the_passages_are_original_and_each_place_comes_once() -> None:
    made = blind_sheet(DOCUMENTS, 8, seed=1)
    sides = json.loads(made.key)["sides"]
    assert (made.passages, sides.count(REPLACED)) == (8, 4)
    assert made.left_out >= 1
    for row, side in zip(rows(made.sheet), sides, strict=True):
        assert ("»Eva Gil" in row[1]) == (side == REPLACED)
        assert row[2] == ""


def test_the_key_holds_no_text_and_the_sheet_no_mask() -> None:
    made = blind_sheet(DOCUMENTS, 100, seed=1)
    assert b"Ruiz" not in made.key
    assert b"[PHONE]" not in made.sheet


def test_a_seed_repeats_a_sheet() -> None:
    assert blind_sheet(DOCUMENTS, 8, seed=4) == blind_sheet(DOCUMENTS, 8, seed=4)
    assert blind_sheet(DOCUMENTS, 8, seed=4) != blind_sheet(DOCUMENTS, 8, seed=5)


def test_answers_are_scored_against_the_key() -> None:
    made = blind_sheet(DOCUMENTS, 8, seed=1)
    sides = json.loads(made.key)["sides"]
    found = score(answered(made.sheet, [side[0].upper() for side in sides]), made.key)
    assert (found.right, found.answered, found.differs) == (8, 8, True)
    half = [
        sides[0],
        *("o" if side == REPLACED else "r" for side in sides[1:4]),
        *sides[4:6],
        "",
        "?",
    ]
    found = score(answered(made.sheet, half), made.key)
    assert (found.right, found.answered, found.unanswered, found.differs) == (3, 6, 2, False)


def test_a_sheet_with_another_key_is_an_error() -> None:
    one, two = blind_sheet(DOCUMENTS, 8, seed=1), blind_sheet(DOCUMENTS, 8, seed=2)
    with pytest.raises(Damaged, match="do not belong together"):
        score(one.sheet, two.key)
    with pytest.raises(Damaged, match="not an answered sheet"):
        score(b"nothing", one.key)


def test_without_surrogates_there_is_no_sheet() -> None:
    with pytest.raises(Damaged, match="no replaced place"):
        blind_sheet([before(("PHONE", "612 345 678", "[PHONE]"))], 8)


def test_the_interval_of_wilson() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    low, high = interval(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)  # published tables
    assert by_chance(5, 10) == 1.0
    assert round(by_chance(8, 10), 4) == 0.1094
