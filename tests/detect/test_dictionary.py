"""Dictionaries find whole entries in any spelling, and nothing that merely contains them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.document import Document
from sfumato.core.errors import PolicyError
from sfumato.detect.dictionary import Dictionary, read_entries


def _found(text: str, *entries: str, case_sensitive: bool = False) -> list[str]:
    detector = Dictionary(entries, "PATIENT", case_sensitive=case_sensitive)
    return sorted(text[span.start : span.end] for span in detector.detect(Document("d", text)))


def test_entries_are_found_whatever_their_case_and_accents() -> None:
    assert _found("ROSA VIDAL, Rosá Vidál", "rosa vidal") == ["ROSA VIDAL", "Rosá Vidál"]


def test_case_counts_when_asked() -> None:
    assert _found("Sol y sol", "Sol", case_sensitive=True) == ["Sol"]


def test_only_whole_words_count() -> None:
    assert _found("Rosario, prosa y sonrosa; rosa.", "Rosa") == ["rosa"]


def test_blanks_and_line_ends_inside_an_entry_do_not_matter() -> None:
    text = "de  Rosa \n Vidal\t\tOchoa  y\u00a0Rosa\u00a0Vidal Ochoa."
    assert _found(text, "Rosa Vidal Ochoa") == ["Rosa \n Vidal\t\tOchoa", "Rosa\u00a0Vidal Ochoa"]


def test_disguises_are_covered_by_the_span() -> None:
    text = "a R\u200bosa Vіdal b"
    assert _found(text, "Rosa Vidal") == ["R\u200bosa Vіdal"]


def test_letters_of_other_scripts_are_compared_exactly() -> None:
    assert _found("山田 花子 and 鈴木 一郎", "山田 花子") == ["山田 花子"]
    assert _found("вчера Марина пришла", "Марина") == ["Марина"]
    assert _found("вчера Галина пришла", "Марина") == []


def test_entries_inside_entries_are_all_found() -> None:
    assert _found("Rosa Vidal Ochoa", "Rosa", "Rosa Vidal", "Vidal Ochoa") == [
        "Rosa",
        "Rosa Vidal",
        "Vidal Ochoa",
    ]


def test_an_empty_dictionary_finds_nothing() -> None:
    assert _found("Rosa", "", " ", "\u200b", "--") == []


def test_an_unknown_label_is_refused() -> None:
    with pytest.raises(PolicyError):
        Dictionary(["Rosa"], "NAME")
    with pytest.raises(PolicyError):
        read_entries("# label: NAME\nRosa\n")


def test_a_file_gives_entries_and_label_without_comments() -> None:
    listed = read_entries(
        "\ufeff# label: patient\n# relatives too\nRosa Vidal\n\n Marc Puig \nRosa Vidal\n"
    )
    assert listed.label == "PATIENT"
    assert listed.entries == ("Rosa Vidal", "Marc Puig")
    assert "Rosa" not in repr(listed)


def test_the_repr_shows_no_entry() -> None:
    assert repr(Dictionary(["Rosa Vidal"], "PATIENT")) == "Dictionary(1 entries, PATIENT)"


@given(st.text(max_size=80), st.lists(st.text(max_size=8), max_size=5))
def test_any_text_and_any_entries_give_spans_in_bounds(text: str, entries: list[str]) -> None:
    for span in Dictionary(entries, "OTHER").detect(Document("d", text)):
        assert 0 <= span.start < span.end <= len(text)


@given(st.text(alphabet="abcñé -\n", min_size=1, max_size=10), st.text(max_size=20))
def test_an_entry_between_blanks_is_always_found(entry: str, around: str) -> None:
    if any(sign.isalpha() for sign in entry):
        text = f"{around} ; {entry.strip()} ; {around}"
        assert _found(text, entry)


def test_a_long_list_over_a_long_text_is_quick() -> None:
    entries = [f"Apellido{number} Segundo{number}" for number in range(20_000)]
    text = "El paciente Apellido77 Segundo77 acude. " * 25_000
    began = time.process_time()
    found = list(Dictionary(entries, "PATIENT").detect(Document("d", text)))
    assert len(found) == 25_000
    assert time.process_time() - began < 5
