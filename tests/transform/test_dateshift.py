"""All dates of a subject move by one number of days and keep their form."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from bench.trials.intervals import trial
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.core.dice import Dice
from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry, Subject
from sfumato.core.span import Span
from sfumato.transform import datehabit
from sfumato.transform.dateshift import date, shift_of
from sfumato.transform.surrogate import Surrogate

Day = datetime.date
BACK = {"shift_days": (28, 28), "shift_months": (0, 0), "shift_years": (0, 0)}
"""Four weeks into the past."""


def scene_of(marked: str, language: str = "es", **more: Any) -> Scene:
    """A scene whose spans are what stands in square brackets."""
    text, spans, position = "", [], 0
    for match in re.finditer(r"\[([^\]]*)\]", marked):
        text += marked[position : match.start()]
        spans.append(Span(len(text), len(text) + len(match[1]), "DATE"))
        text, position = text + match[1], match.end()
    preferences = {"shift_direction": "past", **BACK, **more.pop("preferences", {})}
    return Scene(
        **{"subject": "s", "dice": Dice(b"tests"), **more},
        language=language,
        text=text + marked[position:],
        spans=tuple(spans),
        preferences=Preferences(**preferences),
    )


def shifted(marked: str, language: str = "es", **more: Any) -> list[str | None]:
    """What takes the place of each span."""
    scene = scene_of(marked, language, **more)
    return [date(scene.text[span.start : span.end], span, scene) for span in scene.spans]


@pytest.mark.parametrize(
    ("language", "marked", "expected"),
    [
        ("es", "[12/03/2021]", ["12/02/2021"]),
        ("es", "[martes 12 de marzo de 2019]", ["martes 12 de febrero de 2019"]),
        ("es", "[del 3 al 5 de mayo de 2020]", ["del 5 al 7 de abril de 2020"]),
        ("es", "del [28 al 30 de mayo de 2020]", ["30 de abril al 2 de mayo de 2020"]),
        ("en", "[May 28-30, 2020]", ["April 30-May 2, 2020"]),
        ("es", "[3, 12 y 29 de mayo de 2020]", ["5 de abril, 14 de abril y 1 de mayo de 2020"]),
        ("es", "[3/3/2020] y el [día 29 del mismo mes]", ["4/2/2020", "día 1 de marzo de 2020"]),
        ("es", "[30/3/2020] y el [día 29 del mismo mes]", ["2/3/2020", "día 1 del mismo mes"]),
        (
            "en",
            "[3 March 2020], [the 29th of the same month]",
            ["4 February 2020", "the 1st of March, 2020"],
        ),
        ("es", "[20200312143000]", ["20200213143000"]),
        ("es", "[2020-03-12T08:00:00Z]", ["2020-02-13T08:00:00Z"]),
        ("es", "[marzo de 2020]", ["febrero de 2020"]),
        ("es", "[enero y marzo de 2020]", ["diciembre de 2019 y febrero de 2020"]),
        ("es", "[12-III-20]", ["13-II-20"]),
        ("es", "[tres de mayo de dos mil veinte]", ["cinco de abril de dos mil veinte"]),
        ("es", "[Navidad de 2019]", ["27 de noviembre de 2019"]),
        ("es", "hasta [Navidad], visto el [3/3/2019]", ["el 27 de noviembre", "3/2/2019"]),
        ("en", "[Thanksgiving 2019]", ["October 31, 2019"]),
        ("es", "[los 80]", ["los 80"]),
        ("en", "[last Tuesday], [yesterday]", ["last Tuesday", "yesterday"]),
    ],
)
def test_expressions_move_and_keep_their_form(
    language: str, marked: str, expected: list[str]
) -> None:
    assert shifted(marked, language) == expected


def test_weekdays_follow_where_weeks_are_not_whole() -> None:
    one_day = {"shift_days": (1, 1), "whole_weeks": False}
    marked = "[martes 12 de marzo de 2019], [Wed 03/13/2019], [last Tuesday]"
    assert shifted(marked, "en", preferences=one_day) == [
        "lunes 11 de marzo de 2019",
        "Tue 03/12/2019",
        "last Monday",
    ]


def test_one_document_has_one_order_of_day_and_month() -> None:
    assert shifted("[03/14/2020], [03/04/2020]", "en") == ["02/15/2020", "02/05/2020"]
    assert shifted("[14/03/2020], [03/04/2020]", "en") == ["15/02/2020", "06/03/2020"]


def test_the_weekday_tells_the_order() -> None:
    assert shifted("[Sun 1/2/26]", "en") == ["Sun 4/1/26"]


def test_the_record_tells_the_order() -> None:
    known = Entry(Subject("s", dates=(Day(2020, 4, 3),)), Day(2020, 4, 5))
    assert shifted("[03/04/2020]", "en", entry=known) == ["06/03/2020"]
    known = Entry(Subject("s", dates=(Day(2020, 3, 4),)), Day(2020, 4, 5))
    assert shifted("[03/04/2020]", "en", entry=known) == ["02/05/2020"]


@pytest.mark.parametrize(
    ("sign", "expected"), [("NHS", "06/03/2020"), ("SSN", "02/05/2020"), ("", "02/05/2020")]
)
def test_the_country_tells_the_order(sign: str, expected: str) -> None:
    assert shifted(f"{sign} [03/04/2020]", "en") == [expected]


def test_a_missing_year_is_that_of_the_entry() -> None:
    for written, expected in ((Day(2020, 3, 20), "1 de marzo"), (Day(2021, 3, 20), "1 de marzo")):
        entry = Entry(Subject("s"), written)
        assert shifted("[29 de marzo]", entry=entry) == [expected]
    leap, common = (Entry(Subject("s"), Day(year, 4, 1)) for year in (2020, 2021))
    assert shifted("[10 de marzo]", entry=leap) == ["11 de febrero"]
    assert shifted("[10 de marzo]", entry=common) == ["10 de febrero"]


def test_a_missing_year_is_that_of_the_date_before() -> None:
    assert shifted("[1/4/2021], [10 de marzo], [1/4/2020], [10 de marzo]")[1::2] == [
        "10 de febrero",
        "11 de febrero",
    ]


def test_a_month_goes_where_the_dates_in_it_go() -> None:
    """The order of dates stays, whatever their precision; see the module for the rule."""
    assert shifted("[30/3/2020], [marzo de 2020]") == ["2/3/2020", "marzo de 2020"]
    assert shifted("[2/3/2020], [marzo de 2020]") == ["3/2/2020", "febrero de 2020"]


@pytest.mark.parametrize(
    "marked",
    [
        "[31/02/2021]",
        "[12/03/1550]",
        "[14/14/2014]",
        "[Barcelona 92]",
        "[Diwali]",
        "procesión de la [Candelaria]",
    ],
)
def test_what_is_not_certain_is_masked_and_queued(marked: str) -> None:
    assert shifted(marked) == [None]
    scene = scene_of(marked)
    (span,) = scene.spans
    edit = Surrogate().edit(scene.text[span.start : span.end], span, scene)
    assert edit.replacement == "[DATE]"
    assert "queued" in edit.reason


def test_contradicting_dates_of_birth_are_left_to_a_person() -> None:
    problem = ("record: 2 different dates of birth of the subject; none is used",)
    entry = Entry(Subject("s", problems=problem), Day(2020, 1, 1))
    assert shifted("F. nac.: [3/4/1980]. Visto el [2/2/2020]", entry=entry) == [None, "5/1/2020"]


def test_no_date_moves_past_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datehabit, "LATEST", Day(2020, 6, 1))
    ahead = {"shift_direction": "future"}
    found = shifted("[1/4/2020], [1/5/2020], [10/5/2020]", preferences=ahead)
    assert found == ["29/4/2020", "29/5/2020", None]
    appointment = shifted("[1/5/2020], cita el [1/7/2020]", preferences=ahead)
    assert appointment == ["29/5/2020", None]


def test_a_free_direction_looks_at_what_a_lone_document_tells() -> None:
    free = {"shift_direction": "either", "shift_days": (350, 350)}
    old, new = "[3/4/2001]", "[3/4/2025]"
    signs = {
        marked: {
            shift_of(scene_of(marked, subject=None, dice=Dice(bytes([n])), preferences=free)) > 0
            for n in range(40)
        }
        for marked in (old, new)
    }
    assert signs == {old: {True, False}, new: {False}}


def test_documents_of_one_subject_move_alike_whatever_they_tell() -> None:
    free = {"shift_direction": "either", "shift_years": (1, 10)}
    for number in range(20):
        dice = Dice(bytes([number]))
        shifts = {
            shift_of(scene_of(marked, dice=dice, preferences=free))
            for marked in ("[3/4/2001]", "[3/4/2025]", "")
        }
        assert len(shifts) == 1


def test_the_offset_is_drawn_from_the_ranges_in_whole_weeks() -> None:
    for number in range(200):
        scene = Scene(subject="s", dice=Dice(bytes([number])))
        days = -shift_of(scene)
        assert days % 7 == 0
        assert 365 + 28 <= days <= 3653 + 366 + 35


def test_the_birth_date_moves_with_the_stated_ages() -> None:
    exact = shifted("DOB [03/14/1980], seen [03/14/2020]", "en", preferences={"age_years": 0})
    assert exact == ["02/15/1980", "02/15/2020"]
    for number in range(20):
        dice = Dice(bytes([number]))
        birth, _ = shifted("DOB [03/14/1980], seen [03/14/2020]", "en", dice=dice)
        assert birth is not None
        assert birth[:6] == "02/15/"
        assert 1 <= abs(int(birth[6:]) - 1980) <= 3


def test_a_child_keeps_its_age_and_the_very_old_tell_none() -> None:
    assert shifted("nacido el [3/3/2015], visto el [3/3/2020]") == ["3/2/2015", "4/2/2020"]
    assert shifted("nacido el [3/3/1920], visto el [3/3/2020]") == [None, "4/2/2020"]


def test_with_a_record_the_birth_date_keeps_its_interval() -> None:
    entry = Entry(Subject("s", birth=Day(1980, 3, 14)), Day(2020, 3, 14))
    assert shifted("[14/3/1980], [14/3/2020]", entry=entry) == ["15/2/1980", "15/2/2020"]


def test_intervals_orders_and_weekdays_stay() -> None:
    """60 subjects with 3 notes each: some 2,300 days, 43,000 pairs; the bench takes 2,000."""
    counts = trial(60, seed=7)
    assert counts["days"] > 2_000
    assert counts["pairs"] > 40_000
    assert {w: counts[w] for w in ("intervals", "orders", "weekdays", "left")} == {
        "intervals": 0,
        "orders": 0,
        "weekdays": 0,
        "left": 0,
    }


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.text(min_size=1, max_size=40),
            st.text(alphabet="0123456789/-. IVXdelymarzo'thsnuMW,ºl", min_size=1, max_size=20),
        ),
        max_size=6,
    ),
    st.sampled_from(["es", "en", "und"]),
    st.sampled_from(["past", "future", "either"]),
)
def test_any_text_is_moved_without_failing(parts: list[str], language: str, way: str) -> None:
    clean = [part.replace("[", "(").replace("]", ")") for part in parts]
    marked = " ".join(f"[{part}]" for part in clean)
    scene = scene_of(marked, language, preferences={"shift_direction": way})
    for span in scene.spans:
        made = date(scene.text[span.start : span.end], span, scene)
        assert made is None or isinstance(made, str)
        assert date("3/4/2020", span, scene) is not None


def test_two_years_of_one_expression_never_become_one():
    text = "Gripe 2023/24 el 17/10/2023, 18/10/2023 y 19/10/2023."
    spans = [Span(text.index(e), text.index(e) + len(e), "DATE") for e in ("2023/24", "17/10/2023")]
    for number in range(60):
        scene = Scene(text=text, spans=tuple(spans), language="es", dice=Dice(bytes([number])))
        first, second = (date("2023/24", spans[0], scene) or "").split("/")
        assert (int(first) + 1) % 100 == int(second)
