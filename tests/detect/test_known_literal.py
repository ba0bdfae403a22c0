"""Values that only stand as they are are found so; nothing known survives."""

import pytest

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake
from sfumato.core.record import Entry, Person, Subject, Value
from sfumato.core.span import Span
from sfumato.detect.known import Known
from sfumato.detect.knownjoin import joined
from sfumato.formats.registry import FORMATS
from sfumato.inspection import inspect


def found(value, text):
    entry = Entry(Subject("one", values=(Value(value, "EMPLOYER"),)))
    return [text[s.start : s.end] for s in Known(entry).detect(Document("", text))]


@pytest.mark.parametrize("value", ["12 %& 4 --- 56 #### 78", "Иваново", "K-7b", "東京商会", "QZ9"])
def test_a_value_is_found_as_it_stands(value):
    assert found(value, f"Works for {value}, since May.") == [value]


def test_a_value_of_two_signs_would_be_found_everywhere():
    assert found("12", "12 mg at 12:00") == []


@pytest.mark.parametrize(("known", "left"), [("Osric Talvane", True), ("Osric Talva", False)])
def test_a_known_text_that_still_stands_in_the_written_file_is_told(known, left):
    text = "Seen by Osric Talvane today."
    form, intake = FORMATS.load("txt"), Intake()
    document = form.read(text.encode(), intake)
    edits: tuple[Edit, ...] = ()
    written = form.write(text.encode(), document, edits, intake)
    seen = inspect(written, intake, document, edits, lambda _: (), [("DOCTOR", known)])
    assert bool(seen.facts.survivors) is left


def test_who_has_another_given_name_is_somebody_else_all_over():
    subject = Subject("one", people=(Person("PROVIDER", 1, ("Mandgrelie Yuthfen",)),))
    text = "Seen by Vivrulick Yethfen. Later Dr. Yethfen called. Dr. Yuthfen agreed."
    found = Known(Entry(subject)).detect(Document("", text))
    told = {text[span.start : span.end]: span.detector for span in found}
    assert told["Yuthfen"] == "known:PROVIDER1"
    assert told["Yethfen"] == "known:"


def test_a_street_that_is_hardly_more_than_people_is_people():
    text = "with Seirgo Sterzav and Koth Ronbiv today"
    people = [
        Span(5, 19, "DOCTOR", 1.0, "known:PROVIDER1"),
        Span(24, 35, "RELATIVE", 1.0, "known:X"),
    ]
    street = Span(5, 35, "STREET", 0.9, "recogniser")
    assert joined(text, [street], people, keeps=lambda _: False) == tuple(people)


def test_a_small_initial_after_and_is_the_next_persons():
    people = (
        Person("PROVIDER", 1, ("Feimo Yiasez Neiseta",)),
        Person("PROVIDER", 2, ("Niaja Celondo Voluga",)),
    )
    text = "Dr. Yiasez y n. celondo extraen un cuerpo"
    found = Known(Entry(Subject("one", people=people))).detect(Document("", text))
    told = {text[span.start : span.end]: span.detector for span in found}
    assert told["Yiasez"] == "known:PROVIDER1"
    assert {told[name] for name in told if "celondo" in name} == {"known:PROVIDER2"}
