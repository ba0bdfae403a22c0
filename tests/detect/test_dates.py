"""Dates are found in every form people write them, and only dates."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.core.document import Document
from sfumato.detect.dates import Dates

DATES = Dates()


def marked(text: str, language: str = "und") -> str:
    """The text with « » around what was found."""
    spans = sorted(
        DATES.detect(Document("x", text, language=language)),  # type: ignore[arg-type]
        key=lambda span: -span.start,
    )
    for span in spans:
        assert span.label == "DATE"
        text = f"{text[: span.start]}«{text[span.start : span.end]}»{text[span.end :]}"
    return text


SPANISH = [
    "Fecha de nacimiento: «10/10/1963».",
    "Ingresa el «3/6/24» por disnea.",
    "Alta: «03-04-21»",
    "Visto el «03.04.2021» en consulta.",
    "Fecha: «2021-03-12» a las 10:15",
    "f_ing=«20210312»",
    "Biopsia del «12-III-2021», sin cambios.",
    "Revisión «9-IV-23».",
    "Sello: «20-FEB-2025»",
    "Llega «31oct21» 20:48",
    "Nació el «20 de enero de 2021» en casa.",
    "Desde el «3 ene 1931» vive sola.",
    "Firmado a «treinta de julio de dos mil veinticuatro».",
    "Reingresa el «1.º de mayo de 2023».",
    "La vio el «12 del mismo mes» su médico.",
    "Llamó el «día 24 del mes pasado» la hija.",
    "Volverá el «viernes 7» con la analítica.",
    "Ingreso «4/6–19/6/2014» en planta.",
    "Noche del «14→15/08/24», sin incidencias.",
    "Estuvo de baja del «3 al 5 de mayo» de nuevo.",
    "Trabajó allí («2004-2017») de tornero.",
    "Operado en «septiembre de 2020».",
    "Última en «nov-23».",
    "Control en «11/2020».",
    "Trasplante en «IX/2021».",
    "Diagnosticado en «2018» de asma.",
    "Apendicectomía en el «año 1978».",
    "Debut en «primavera de 2019».",
    "Cefalea desde «finales de agosto».",
    "Ficha «S.E. 34 / 2021»",
    "Cita: «2 de xullo», 9:40.",
    "Próxima: «12 de juny», con la matrona.",
    "Informe: «2024ko apirilaren 17a».",
    "ETE de control en «enero '25».",
    "Cayó el «Jueves Santo» en la procesión.",
    "Empeora desde «Nochebuena».",
    "Le operaron el «martes pasado».",
    "Tos desde «octubre», sin fiebre.",
    "Nacido el «l2/O3/l951» (escaneado)",
    "A 6 de abril: «6 de rnarzo de 2O17»".replace("A 6 de abril: ", "Vigo, "),
]
ENGLISH = [
    "DOB: «07/04/1951»",
    "Seen on «July 4th, 2021» in clinic.",
    "Signed «4 July 2021».",
    "Date: «Mon, 8 Aug 2016» 09:12",
    "Next visit «Tuesday, February 12th» at noon.",
    "Discharged «the 16th of the same month».",
    "Fired in «Feb '19».",
    "PSH: chole «'92», TAH",
    "Listed since «March of 2023».",
    "On hold «Dec 4–Jan 10», travel.",
    "Exam: «Nov 4–5, 2022» at night",
    "DOB «05MAY1983» ht 184",
    "«Leap Day 2012» is her birthday.",
    "Weak since «Spring 2020».",
    "She fell «last Tuesday».",
    "Sutures out «Wed 24 May 2023».",
    "Seizures since «Christmas Eve».",
    "Born on «Bonfire Night» itself.",
    "Follow up «first week of May».",
    "Back «the 15th».",
    "Stamped «l9 AUG 2O25».",
    "Typed «O9 FEB 26»",
    "Her DOB is «june fourth nineteen forty six».",
    "Born on the «ninth of May, 1982».".replace("the «", "«the "),
    "Recorded «2024-01-28»T10:20:00",
    "Start «03/2004–02/2005», then home.",
    "In «October» she felt better.",
]
NOT_DATES = [
    "TA 130/80 mmHg, FC 80",
    "TA 12/6, afebril",
    "Fuerza 4/5 en MSI",
    "Apgar 9/10",
    "Sutura con seda 3-0",
    "Amoxicilina 875/125 cada 8 horas",
    "Sinemet 25/100",
    "Omeprazol 1-0-1",
    "Warfarina 2,5 mg",
    "Gleason 3+4, T3N0M0",
    "VA 20/40 OD",
    "It may be viral.",
    "He can march ten steps.",
    "sat 98%",
    "SatO2 97, Sat 95",
    "vive junto al mar",
    "exposure to sun",
    "version 3.2.1",
    "precio 12.50 €",
    "Tel. 963 86 27 00",
    "ingresado 24 h",
    "nódulo de 10x10 cm",
    "nódulo de 12 x 10 cm",
    "quemadura de grado 2",
    "fracción de eyección 55 %",
    "llega a las 14:40",
    "a las 16.30 come",
    "vuelve a las 3 y media",
    "at 9pm",
    "hace 3 semanas",
    "20 min ago",
    "Hospital 12 de Octubre",
    "calle 2 de Mayo",
    "IgG 1/64",
    "Hb 14.1 g/dl (13-17)",
    "uno de los polos",
    "Dr. Domingo Pardo".replace("Pardo", "P."),
]


@pytest.mark.parametrize("expected", [*SPANISH, *ENGLISH])
def test_a_date_is_found_with_exactly_its_words(expected: str) -> None:
    plain = expected.replace("«", "").replace("»", "")
    assert marked(plain) == expected


@pytest.mark.parametrize("text", NOT_DATES)
def test_what_only_looks_like_a_date_stays(text: str) -> None:
    assert marked(text) == text


def test_a_two_digit_year_gives_way_to_a_dose() -> None:
    assert marked("desde el 3 de mayo 15 mg al día") == "desde el «3 de mayo» 15 mg al día"


def test_a_fraction_is_a_date_where_the_words_say_so() -> None:
    assert marked("fuerza 4/5, visto el 4/5 por la tarde") == (
        "fuerza 4/5, visto el «4/5» por la tarde"
    )


def test_every_date_of_a_dense_list_is_found() -> None:
    listed = "12/03/2021-15/03/2021."
    assert marked(listed) == "«12/03/2021-15/03/2021»."
    long = "-".join(f"{day:02d}/03/2021" for day in range(10, 16))
    assert marked(long).count("«") >= 3
    assert not set("0123456789") & set(
        "".join(part.rpartition("»")[2] for part in marked(long).split("«"))
    )


def test_disguises_do_not_hide_a_date() -> None:
    assert (
        marked("nacido el 1\u200b2/0\u00ad3/１９５１.") == "nacido el «1\u200b2/0\u00ad3/１９５１»."
    )


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_any_text_is_read_without_failing(text: str) -> None:
    for span in DATES.detect(Document("x", text)):
        assert 0 <= span.start < span.end <= len(text)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="0123456789/-. IVXoOl'’ maydeenróaptº\n,", max_size=200))
def test_any_text_of_dates_is_read_without_failing(text: str) -> None:
    first = list(DATES.detect(Document("x", text)))
    assert first == list(DATES.detect(Document("x", text)))


@pytest.mark.parametrize("unit", ["1/", "3 mayo ", "12-", "may ", "el 3 y ", "l", "1.1.1 ", "lun "])
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    begun = time.process_time()
    list(DATES.detect(Document("x", text)))
    assert time.process_time() - begun < 4.0
