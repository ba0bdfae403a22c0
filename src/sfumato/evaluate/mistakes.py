"""Mistakes: what was missed, misplaced, misnamed or marked for nothing, by place.

A mistake holds offsets and labels, no text; those who may read the notes look the places up.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Literal

from sfumato.evaluate.cover import is_covered, mask_of
from sfumato.evaluate.note import Mark, Note
from sfumato.evaluate.pairing import pair

Sort = Literal["missed", "bounds", "label", "spurious"]
SORTS: dict[Sort, str] = {
    "missed": "no prediction touches it",
    "bounds": "found at another place",
    "label": "found under another label",
    "spurious": "marked for nothing",
}
_CONTEXT_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class Mistake:
    """A gold mark and its closest prediction, where they differ; one of them may be absent."""

    id: str = field(repr=False)
    sort: Sort
    gold: Mark | None
    given: Mark | None
    leaks: bool = False
    """Whether a letter or digit of a direct identifier is left to be read."""

    @property
    def start(self) -> int:
        """Where it begins."""
        return min(mark.start for mark in (self.gold, self.given) if mark)

    @property
    def end(self) -> int:
        """Where it ends."""
        return max(mark.end for mark in (self.gold, self.given) if mark)


def mistakes(
    notes: Iterable[Note], predicted: Mapping[str, Sequence[Mark]], *, direct: Set[str]
) -> Iterator[Mistake]:
    """All mistakes, document by document, in the order of their places."""
    for note in notes:
        marks = predicted.get(note.id, ())
        found = _of_note(note, marks, direct)
        yield from sorted(found, key=lambda mistake: (mistake.start, mistake.end))


def as_line(mistake: Mistake, text: str | None = None) -> str:
    """One line of JSON: places and labels, and words only if the text of the note is given."""
    entry: dict[str, Any] = {
        "id": mistake.id,
        "sort": mistake.sort,
        "gold": mistake.gold._asdict() if mistake.gold else None,
        "given": mistake.given._asdict() if mistake.given else None,
        "leaks": mistake.leaks,
    }
    if text is not None:
        start, end = mistake.start, mistake.end
        entry["before"] = text[max(0, start - _CONTEXT_CHARACTERS) : start]
        entry["text"] = text[start:end]
        entry["after"] = text[end : end + _CONTEXT_CHARACTERS]
    return json.dumps(entry, ensure_ascii=False) + "\n"


def _of_note(note: Note, marks: Sequence[Mark], direct: Set[str]) -> Iterator[Mistake]:
    hidden = mask_of(marks, len(note.text))
    for gold, given in pair(note.marks, marks):
        if gold != given:
            open_ = gold is not None and not is_covered(gold, note.text, hidden)
            leaks = open_ and gold is not None and gold.label in direct
            yield Mistake(note.id, _sort(gold, given), gold, given, leaks)


def _sort(gold: Mark | None, given: Mark | None) -> Sort:
    if gold is None:
        return "spurious"
    if given is None:
        return "missed"
    return "label" if gold[:2] == given[:2] else "bounds"
