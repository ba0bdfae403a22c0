"""What plainly belongs to an identifier is covered with it, and what may not belong is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.span import Span
from sfumato.detect.edges import widened


def covered(text: str, *found: tuple[str, str], score: float = 0.9) -> list[str]:
    spans = []
    for label, words in found:
        begin = text.index(words)
        spans.append(Span(begin, begin + len(words), label, score, "test"))
    return [text[span.start : span.end] for span in widened(text, spans)]


@pytest.mark.parametrize(
    ("text", "label", "found", "wanted"),
    [
        ("Firma: H. Adeyemi, celador", "PATIENT", "Adeyemi", "H. Adeyemi"),
        ("Main member:  M.E. Oosthuizen", "PATIENT", "Oosthuizen", "M.E. Oosthuizen"),
        ("Dr. J.-L. Arregi", "DOCTOR", "Arregi", "J.-L. Arregi"),
        ("organism in pt Mohd. Ghouse, bed 6", "PATIENT", "Ghouse", "Mohd. Ghouse"),
        ("MD. Keyla Rentería C.\nR.M. 10", "DOCTOR", "Keyla Rentería", "Keyla Rentería C."),
        ("o'driscoll, t.j.  24/05", "PATIENT", "o'driscoll", "o'driscoll, t.j."),
        ("Pop, Wiremu Parata Snr, had", "RELATIVE", "Wiremu Parata", "Wiremu Parata Snr"),
        ("Dña. Rahma Layachi, vda. de Hamed, de", "PATIENT", "Rahma Layachi",
         "Rahma Layachi, vda. de Hamed"),
        ("por el Dr. García de Vinue-\nsa el pasado", "DOCTOR", "García de Vinue",
         "García de Vinue-\nsa"),
        ('Rivadavia 5518 8º "B", depto', "STREET", "Rivadavia 5518 8º", 'Rivadavia 5518 8º "B"'),
        ("Skoanveien 226\nApt. 117 x", "STREET", "117", "Apt. 117"),
        ("Remite: Puesto de Salud Cebadas", "HEALTHCARE_CENTRE", "Salud Cebadas",
         "Puesto de Salud Cebadas"),
        ("Bioanálisis La Candelaria IPS no", "HEALTHCARE_CENTRE", "Bioanálisis La Candelaria",
         "Bioanálisis La Candelaria IPS"),
    ],
)  # fmt: skip
def test_edges_belong_to_what_was_found(text: str, label: str, found: str, wanted: str) -> None:
    assert covered(text, (label, found)) == [wanted]


@pytest.mark.parametrize(
    ("text", "label", "found"),
    [
        ("D. Pedro Iturbe acude", "PATIENT", "Pedro Iturbe"),
        ("déficit de vitamina B. Iturbe refiere", "PATIENT", "Iturbe"),
        ("lo revisa Iturbe. Acude hoy", "DOCTOR", "Iturbe"),
        ("Dr. Iturbe, FEA de UCI", "DOCTOR", "Iturbe"),
        ("vive en Calle Real 3, con su hija", "STREET", "Calle Real 3"),
        ("el hospital de Zumarraga", "LOCATION", "Zumarraga"),
        ("Iturbe (HTA, DM)", "PATIENT", "Iturbe"),
    ],
)
def test_what_may_not_belong_stays_outside(text: str, label: str, found: str) -> None:
    assert covered(text, (label, found)) == [found]


def test_two_halves_with_small_words_between_are_one() -> None:
    text = "the corner of Csabai kapu 39 and Mathias Pass"
    found = covered(text, ("STREET", "Csabai kapu 39"), ("STREET", "Mathias Pass"))
    assert "Csabai kapu 39 and Mathias Pass" in found


def test_two_people_joined_by_and_stay_two() -> None:
    assert covered("Ana y Pedro", ("RELATIVE", "Ana"), ("RELATIVE", "Pedro")) == ["Ana", "Pedro"]


def test_initials_in_brackets_behind_their_name() -> None:
    assert covered("K. Snell (KS), J", ("DOCTOR", "K. Snell")) == ["K. Snell", "KS"]
    assert covered("K. Snell (AB), J", ("DOCTOR", "K. Snell")) == ["K. Snell"]


def test_what_does_not_count_has_no_edges() -> None:
    assert covered("Firma: H. Adeyemi", ("PATIENT", "Adeyemi"), score=0.4) == ["Adeyemi"]


@given(st.text(max_size=120), st.data())
def test_any_text_keeps_what_was_covered(text: str, data: st.DataObject) -> None:
    if not text:
        return
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    label = data.draw(st.sampled_from(("PATIENT", "STREET", "HOSPITAL", "DATE")))
    wide = widened(text, [Span(start, end, label)])
    assert wide[0].start <= start < end <= wide[0].end <= len(text)
    assert all(span.end <= len(text) for span in wide)
