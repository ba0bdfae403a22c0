"""Page: one file that shows every mistake in its words, and nothing of it can run or call out."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from worked import GIVEN, NOTE

from sfumato.evaluate.direct import NARROW
from sfumato.evaluate.mistakes import mistakes
from sfumato.evaluate.note import Mark, Note
from sfumato.evaluate.page import page_of
from sfumato.evaluate.report import evaluate

SETTINGS = {"gold": "dev", "policy": "hipaa-safe-harbor"}


class Reader(HTMLParser):
    """The words of a page, its elements, and those of its contexts."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.words += data


def page(note: Note, given: tuple[Mark, ...]) -> str:
    """The page of one note."""
    found = {note.id: given}
    wrong = tuple(mistakes([note], found, direct=NARROW))
    return page_of(evaluate([note], found), [note], found, wrong, {}, SETTINGS)


def read(html: str) -> Reader:
    """The page read back."""
    reader = Reader()
    reader.feed(html)
    return reader


def test_every_sort_of_mistake_has_its_part_and_its_words() -> None:
    html = page(NOTE, GIVEN)
    words = read(html).words
    for title in (
        "Missed",
        "Found at another place",
        "Found under another label",
        "Marked for nothing",
    ):
        assert title in words
    assert "AGE → DATE" in words
    assert '<mark class="gold here">Lugo</mark>' in html
    assert '<mark class="both here">982 11 22</mark><mark class="gold here"> 33</mark>' in html
    assert '<mark class="given here">Gil</mark>' in html
    assert html.count("<em>leaks</em>") == 1


def test_the_figures_stand_on_it_with_what_was_compared() -> None:
    words = read(page(NOTE, GIVEN)).words
    assert "0.2500" in words
    assert "hipaa-safe-harbor" in words
    assert "direct identifiers: PATIENT, PHONE" in words


def test_it_says_that_it_shows_original_text() -> None:
    assert "shows original text" in read(page(NOTE, GIVEN)).words


def test_a_text_cannot_become_part_of_the_page() -> None:
    text = "<script>alert('x')</script> \"><img src=http://x/y onerror=z> &amp;"
    label = '<b onclick="x">'
    note = Note("<i>", text, (Mark(0, 8, label),), "<es>", "<kind>")
    reader = read(page(note, (Mark(9, len(text), label), Mark(3, 4, "&"))))
    assert not reader.tags & {"script", "img", "b onclick", "link", "iframe"}
    assert not {"src", "href", "onerror", "onclick"} & reader.attributes
    assert "<script>" in reader.words
    assert "onerror=z> &amp;" in reader.words


def test_nothing_is_fetched_and_nothing_runs() -> None:
    html = page(NOTE, GIVEN)
    assert "default-src 'none'; style-src 'unsafe-inline'" in html
    assert not re.search(r"url\(|@import|https?:", html)


def test_a_perfect_prediction_has_no_list_of_mistakes() -> None:
    html = page(NOTE, NOTE.marks)
    assert "<details" not in html
    assert "1.0000" in html


def test_a_gold_standard_without_marks_has_a_page_too() -> None:
    assert "0 identifiers" in read(page(Note("a", "Nada.", ()), ())).words
