"""A date that was read can be written again, and another date in its place."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sfumato.knowledge.dateread import DateValue, read
from sfumato.knowledge.datewrite import write

WHOLE = [
    ("10/10/1963", "es", (1963, 10, 10)),
    ("3/6/24", "es", (2024, 6, 3)),
    ("3/6/24", "en", (2024, 3, 6)),
    ("03-04-21", "es", (2021, 4, 3)),
    ("30 . 06 . 82", "en", (1982, 6, 30)),
    ("2021-03-12", "en", (2021, 3, 12)),
    ("20210312", "es", (2021, 3, 12)),
    ("12-III-2021", "es", (2021, 3, 12)),
    ("2-II-2024", "es", (2024, 2, 2)),
    ("2.x.22", "en", (2022, 10, 2)),
    ("20-FEB-2025", "es", (2025, 2, 20)),
    ("05MAY1983", "en", (1983, 5, 5)),
    ("20 de enero de 2021", "es", (2021, 1, 20)),
    ("treinta de julio de dos mil veinticuatro", "es", (2024, 7, 30)),
    ("July 4th, 2021", "en", (2021, 7, 4)),
    ("Mon, 8 Aug 2016", "en", (2016, 8, 8)),
    ("june fourth nineteen forty six", "en", (1946, 6, 4)),
    ("l9 AUG 2O25", "en", (2025, 8, 19)),
    ("20 d'agost de 2023", "es", (2023, 8, 20)),
    ("9 de xaneiro de 2023", "es", (2023, 1, 9)),
    ("martes, 12 de marzo de 2019", "es", (2019, 3, 12)),
    ("12/03/2019 (martes)", "es", (2019, 3, 12)),
    ("27/02 /2014", "es", (2014, 2, 27)),
    ("2024ko martxoaren 4a", "es", (2024, 3, 4)),
    ("2024-02-11T08:40:05Z", "en", (2024, 2, 11)),
    ("202103121430+0100", "en", (2021, 3, 12)),
    ("2 d'abril de 2020", "es", (2020, 4, 2)),
    ("diecinueve de febrero del veinticinco", "es", (2025, 2, 19)),
    ("1.º de junio de 2021", "es", (2021, 6, 1)),
    ("22nd day of June, 2024", "en", (2024, 6, 22)),
    ("treinta y uno de enero de dos mil veinte", "es", (2020, 1, 31)),
]


def only(text: str, language: str) -> DateValue:
    """The one date of an expression."""
    phrase = read(text, language=language)
    assert phrase is not None
    (value,) = phrase.values
    return value


def moved(text: str, language: str, date: datetime.date) -> str:
    """The expression with another day in the place of each of its dates."""
    phrase = read(text, language=language)
    assert phrase is not None
    return "".join(p if isinstance(p, str) else write(p, date) for p in phrase.parts)


@pytest.mark.parametrize(("text", "language", "day"), WHOLE)
def test_a_whole_date_is_read_and_written_again(
    text: str, language: str, day: tuple[int, int, int]
) -> None:
    value = only(text, language)
    assert value.date == datetime.date(*day)
    assert moved(text, language, value.date) == text


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("10/10/1963", "es", "21/03/2022"),
        ("3/6/24", "es", "21/3/22"),
        ("3/6/24", "en", "3/21/22"),
        ("20210312", "es", "20220321"),
        ("20210312143000", "es", "20220321143000"),
        ("9-IV-23", "es", "21-III-22"),
        ("20-FEB-2025", "es", "21-MAR-2022"),
        ("01MAY51", "en", "21MAR22"),
        ("3 ene 1931", "es", "21 mar 2022"),
        ("20 de Enero de 2021", "es", "21 de Marzo de 2022"),
        ("16 DE JUNIO", "es", "21 DE MARZO"),
        ("1.º de junio", "es", "21 de marzo"),
        (
            "treinta de julio de dos mil veinticuatro",
            "es",
            "veintiuno de marzo de dos mil veintidós",
        ),
        ("July 4th, 2021", "en", "March 21st, 2022"),
        ("Tuesday, 4 July 2023", "en", "Monday, 21 March 2022"),
        ("jueves, 3 de octubre de 2024", "es", "lunes, 21 de marzo de 2022"),
        ("X 5", "es", "L 21"),
        ("june fourth nineteen forty six", "en", "march twenty first twenty twenty two"),
        ("ten twenty-one forty-four", "en", "three twenty-one twenty-two"),
        ("Feb. 19, '19", "en", "Mar. 21, '22"),
        ("2 d'abril", "es", "21 de març"),
        ("Ju1y  l4,  l998", "en", "March  21,  2022"),
        ("nov iembre  de  2Ol4", "es", "marzo  de  2022"),
        ("9th Ocotber", "en", "21st March"),
        ("diciembre-03", "es", "marzo-22"),
        ("marzo 93", "es", "marzo 22"),
        ("segundo jueves de abril", "es", "tercer jueves de marzo"),
        ("the first Monday in July", "en", "the third Monday in March"),
        ("principios de octubre", "es", "finales de marzo"),
        ("mid-September", "en", "late-March"),
        ("otoño de 2018", "es", "primavera de 2022"),
        ("Q3 2021", "en", "Q1 2022"),
        ("los 80", "es", "los 20"),
        ("the 1990s", "en", "the 2020s"),
        ("Christmas 2019", "en", "March 21, 2022"),
        ("Jueves Santo de 2019", "es", "21 de marzo de 2022"),
        ("31 del 8 de 2017", "es", "21 del 3 de 2022"),
    ],
)
def test_another_date_takes_the_same_layout(text: str, language: str, expected: str) -> None:
    assert moved(text, language, datetime.date(2022, 3, 21)) == expected


@settings(max_examples=80, deadline=None)
@given(
    st.dates(datetime.date(1945, 1, 1), datetime.date(2035, 12, 31)),
    st.sampled_from(WHOLE),
)
def test_what_is_written_reads_back_as_the_same_day(
    date: datetime.date, sample: tuple[str, str, tuple[int, int, int]]
) -> None:
    text, language, _ = sample
    again = only(moved(text, language, date), language)
    found = {again.date, again.turned().date if again.order == "either" else None}
    assert any(day and (day.month, day.day) == (date.month, date.day) for day in found)


def test_ambiguous_order_is_said_and_has_two_readings() -> None:
    value = only("03/04/2021", "es")
    assert value.order == "either"
    assert value.date == datetime.date(2021, 4, 3)
    assert value.turned().date == datetime.date(2021, 3, 4)
    assert only("23/04/2021", "en").order == "dmy"


@pytest.mark.parametrize(
    ("text", "kind", "precision"),
    [
        ("septiembre de 2020", "month", "month"),
        ("Feb '19", "month", "month"),
        ("02/71", "month", "month"),
        ("2018", "year", "year"),
        ("12 del mismo mes", "relative", "day"),
        ("viernes 7", "relative", "day"),
        ("last Tuesday", "weekday", "none"),
        ("otoño de 2019", "season", "year"),
        ("Jueves Santo", "holiday", "none"),
        ("años noventa", "decade", "year"),
    ],
)
def test_partial_dates_say_what_they_fix(text: str, kind: str, precision: str) -> None:
    value = only(text, "es")
    assert (value.kind, value.precision) == (kind, precision)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("4/6–19/6/2014", [4, 19]),
        ("del 3 al 5 de mayo de 2020", [3, 5]),
        ("3, 5 y 7 de mayo", [3, 5, 7]),
        ("May 3-5, 2020", [3, 5]),
        ("noche 30/31 dic", [30, 31]),
        ("28/29", [28, 29]),
        ("1 Feb 2020 to 30 Jan 2023", [1, 30]),
    ],
)
def test_ranges_and_lists_are_read_date_by_date(text: str, days: list[int]) -> None:
    phrase = read(text, language="es")
    assert phrase is not None
    assert [value.day for value in phrase.values] == days


@pytest.mark.parametrize("text", ["ayer", "last week", "el mes pasado", "14:40", "esta noche"])
def test_what_tells_no_date_by_itself_has_none(text: str) -> None:
    phrase = read(text, language="es")
    assert phrase is not None
    assert phrase.values == ()


@pytest.mark.parametrize(
    "text",
    ["", "hola", "14/14/2014", "31 apples", "Barcelona 92", "Hospital 12 de Octubre", "0/10/2017"],
)
def test_what_is_not_read_for_certain_is_not_read(text: str) -> None:
    assert read(text, language="es") is None


def test_an_impossible_day_has_no_date() -> None:
    assert only("31/02/2021", "es").date is None


def test_no_repr_shows_the_text() -> None:
    assert "enero" not in repr(read("20 de enero de 2021", language="es"))


@settings(max_examples=200, deadline=None)
@example("¹", "es")
@given(
    st.one_of(
        st.text(max_size=60),
        st.text(alphabet="0123456789/-. IVXdelymarzo'thsnuMW,ºl", max_size=24),
    ),
    st.sampled_from(["es", "en", "und"]),
)
def test_any_text_is_read_without_failing(text: str, language: str) -> None:
    phrase = read(text, language=language)
    if phrase is not None:
        original = (
            p if isinstance(p, str) else "".join(q.text for q in p.pieces) for p in phrase.parts
        )
        assert "".join(original) == text
        assert isinstance(moved(text, language, datetime.date(2020, 2, 29)), str)
