"""Stated ages move by the subject's years and are spelled as they were."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.core.dice import Dice
from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry, Subject
from sfumato.core.span import Span
from sfumato.transform.ages import age
from sfumato.transform.ageshift import age_offset


def scene_with(years: int, **more: Any) -> Scene:
    """A scene whose ages move by so many years."""
    for number in range(1000):
        scene = Scene(subject="s", dice=Dice(str(number).encode()), **more)
        if age_offset(scene) == years:
            return scene
    raise AssertionError(years)


def moved(text: str, scene: Scene) -> str | None:
    """The age in the scene."""
    return age(text, Span(0, len(text), "AGE"), scene)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("70-year-old", "72-year-old"),
        ("70 años", "72 años"),
        ("70yo", "72yo"),
        ("70 a.", "72 a."),
        ("34F", "36F"),
        ("45 M", "47 M"),
        ("7O a.", "72 a."),
        ("setenta años", "setenta y dos años"),
        ("ochenta y nueve años", "ochenta y nueve años"),
        ("diecinueve años", "veintiún años"),
        ("diecinueve", "veintiuno"),
        ("VEINTITRES AÑOS", "VEINTICINCO AÑOS"),
        ("forty-six", "forty-eight"),
        ("Twenty-nine", "Thirty-one"),
        ("thirty three year old", "thirty five year old"),
        ("65 years 4 months", "67 years 4 months"),
        ("30-35 años", "32-37 años"),
        ("17 y medio", "19 y medio"),
        ("60ish", "62ish"),
        ("18 meses", "18 meses"),
        ("5/12", "5/12"),
        ("9½", "9½"),
        ("2 11/12 yrs", "2 11/12 yrs"),
        ("cuatro meses", "cuatro meses"),
        ("13 años", "13 años"),
        ("in her sixties", "in her sixties"),
        ("setenta y tantos", "setenta y tantos"),
        ("Recién nacido", "Recién nacido"),
        ("93 años", "90+ años"),
        ("93", "90+"),
        ("103-year-old", "90+ year-old"),
        ("91yo", "90+yo"),
        ("noventa y tres años", "más de ochenta y nueve años"),
        ("ninety-three-year-old", "over-eighty-nine-year-old"),
        ("nonagenaria", "90+"),
        ("90s", "90+"),
        ("sesenta e oito", None),
        ("999", None),
        ("Colombia", None),
    ],
)
def test_ages_are_spelled_as_the_original(text: str, expected: str | None) -> None:
    assert moved(text, scene_with(2)) == expected


@pytest.mark.parametrize(
    ("years", "text", "expected"),
    [(-3, "15 años", "14 años"), (3, "88", "89"), (-3, "14", "14"), (3, "13", "13")],
)
def test_no_age_crosses_a_border(years: int, text: str, expected: str) -> None:
    assert moved(text, scene_with(years)) == expected


def test_one_offset_serves_all_ages_of_a_subject() -> None:
    scene = scene_with(-2)
    assert [moved(text, scene) for text in ("40", "forty", "41-43")] == [
        "38",
        "thirty-eight",
        "39-41",
    ]


def test_the_offset_lies_in_the_range_and_is_never_none() -> None:
    found = {age_offset(Scene(subject="s", dice=Dice(bytes([n])))) for n in range(200)}
    assert found == {-3, -2, -1, 1, 2, 3}
    still = Scene(subject="s", preferences=Preferences(age_years=0))
    assert age_offset(still) == 0


def test_with_a_record_ages_stay_up_to_the_cap() -> None:
    scene = Scene(subject="s", entry=Entry(Subject("s")))
    assert [moved(text, scene) for text in ("40 años", "94 años")] == ["40 años", "90+ años"]


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.text(min_size=1, max_size=40),
        st.text(alphabet="0123456789 /-.yearsañoldmeses½lO", min_size=1, max_size=20),
    )
)
def test_any_text_is_moved_without_failing(text: str) -> None:
    made = moved(text, Scene(subject="s", dice=Dice(b"x")))
    assert made is None or isinstance(made, str)
