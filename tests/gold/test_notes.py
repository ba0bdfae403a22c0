"""The gold notes can be read, are many, and are half Spanish and half English."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sfumato.core.labels import is_label
from sfumato.knowledge.marked import Marked, read_marked

FILES = sorted((Path(__file__).parent / "notes").glob("*.txt"))


def all_notes() -> list[Marked]:
    """Every gold note."""
    return [note for file in FILES for note in read_marked(file.read_text("utf-8"))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_is_read_and_its_labels_are_known(file: Path) -> None:
    notes = read_marked(file.read_text("utf-8"))
    assert notes
    assert all(is_label(label) for note in notes for _, _, label in note.spans)


def test_no_two_notes_share_an_id() -> None:
    counts = Counter(note.id for note in all_notes())
    assert [id for id, count in counts.items() if count > 1] == []


def test_there_are_notes_enough_of_both_languages() -> None:
    counts = Counter(note.language for note in all_notes())
    assert counts["es"] >= 42
    assert counts["en"] >= 42


def test_every_note_has_something_to_find_and_something_to_leave() -> None:
    for note in all_notes():
        marked = sum(end - start for start, end, _ in note.spans)
        assert 0 < marked < len(note.text) * 0.7, note.id
