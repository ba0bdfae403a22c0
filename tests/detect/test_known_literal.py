"""Values that only stand as they are are found so; nothing known survives."""

import pytest

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake
from sfumato.core.record import Entry, Subject, Value
from sfumato.detect.known import Known
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
