"""A date that was read can be written again, and another date in its place."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sfumato.knowledge.dateread import read, write

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
    ("Sun 1/2/26", "en", (2026, 2, 1)),
    ("20 d'agost de 2023", "es", (2023, 8, 20)),
    ("9 de xaneiro de 2023", "es", (2023, 1, 9)),
    ("treinta y uno de enero de dos mil veinte", "es", (2020, 1, 31)),
]


@pytest.mark.parametrize(("text", "language", "day"), WHOLE)
def test_a_whole_date_is_read_and_written_again(
    text: str, language: str, day: tuple[int, int, int]
) -> None:
    value = read(text, language=language)
    assert value is not None
    assert value.date == datetime.date(*day)
    assert write(value, value.date) == text


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("10/10/1963", "es", "21/03/2022"),
        ("3/6/24", "es", "21/3/22"),
        ("3/6/24", "en", "3/21/22"),
        ("20210312", "es", "20220321"),
        ("9-IV-23", "es", "21-III-22"),
        ("20-FEB-2025", "es", "21-MAR-2022"),
        ("3 ene 1931", "es", "21 mar 1931".replace("1931", "2022")),
        ("20 de Enero de 2021", "es", "21 de Marzo de 2022"),
        (
            "treinta de julio de dos mil veinticuatro",
            "es",
            "veintiuno de marzo de dos mil veintidós",
        ),
        ("July 4th, 2021", "en", "March 21st, 2022"),
        ("Tuesday, 4 July 2023", "en", "Monday, 21 March 2022"),
        ("jueves, 3 de octubre de 2024", "es", "lunes, 21 de marzo de 2022"),
        ("june fourth nineteen forty six", "en", "march twenty first twenty twenty-two"),
        ("Feb. 19, '19", "en", "Mar. 21, '22"),
    ],
)
def test_another_date_takes_the_same_layout(text: str, language: str, expected: str) -> None:
    value = read(text, language=language)
    assert value is not None
    assert write(value, datetime.date(2022, 3, 21)).replace("-two", " two") == expected.replace(
        "-two", " two"
    )


@settings(max_examples=80, deadline=None)
@given(
    st.dates(datetime.date(1945, 1, 1), datetime.date(2035, 12, 31)),
    st.sampled_from(WHOLE),
)
def test_what_is_written_reads_back_as_the_same_day(
    date: datetime.date, sample: tuple[str, str, tuple[int, int, int]]
) -> None:
    text, language, _ = sample
    value = read(text, language=language)
    assert value is not None
    again = read(write(value, date), language=language)
    assert again is not None
    assert again.date is not None
    assert (again.date.month, again.date.day) in {
        (date.month, date.day),
        (date.day, date.month),  # Where the order was told by the weekday alone.
    }


def test_ambiguous_order_is_said() -> None:
    value = read("03/04/2021", language="es")
    assert value is not None
    assert value.order == "either"
    clear = read("23/04/2021", language="en")
    assert clear is not None
    assert clear.order == "dmy"


@pytest.mark.parametrize(
    ("text", "kind", "precision"),
    [
        ("septiembre de 2020", "month", "month"),
        ("Feb '19", "month", "month"),
        ("2018", "year", "year"),
        ("12 del mismo mes", "relative", "day"),
        ("viernes 7", "weekday", "day"),
        ("last Tuesday", "weekday", "none"),
        ("otoño de 2019", "season", "year"),
        ("Jueves Santo", "holiday", "none"),
        ("4/6–19/6/2014", "range", "day"),
    ],
)
def test_partial_dates_say_what_they_fix(text: str, kind: str, precision: str) -> None:
    value = read(text, language="es")
    assert value is not None
    assert (value.kind, value.precision) == (kind, precision)


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [
        ("14:40", 14, 40),
        ("15h", 15, 0),
        ("16.30", 16, 30),
        ("0130", 1, 30),
        ("9pm", 21, 0),
        ("a las 3 y media", 3, 30),
        ("a las cinco menos cuarto de la tarde", 16, 45),
    ],
)
def test_times_are_read(text: str, hour: int, minute: int) -> None:
    value = read(text, language="es")
    assert value is not None
    assert value.kind == "time"
    assert (value.hour, value.minute) == (hour, minute)


@pytest.mark.parametrize("text", ["", "hola", "130/80", "14/14/2014", "31 apples"])
def test_what_is_no_date_reads_as_nothing(text: str) -> None:
    assert read(text, language="es") is None


def test_an_impossible_day_has_no_date() -> None:
    value = read("31/02/2021", language="es")
    assert value is not None
    assert value.date is None


def test_no_repr_shows_the_text() -> None:
    assert "enero" not in repr(read("20 de enero de 2021", language="es"))


@settings(max_examples=100, deadline=None)
@example("¹", "es")
@given(st.text(max_size=60), st.sampled_from(["es", "en", "und"]))
def test_any_text_is_read_without_failing(text: str, language: str) -> None:
    value = read(text, language=language)
    if value is not None:
        assert isinstance(write(value, datetime.date(2020, 2, 29)), str)
