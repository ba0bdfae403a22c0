"""Marked notes: texts whose identifiers are written down by hand as `[[LABEL|text]]`.

A file holds several notes. Each begins with a line `=== id language kind` and goes on to the next;
blank lines at its end are not part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from sfumato.core.document import Language
from sfumato.core.errors import Damaged
from sfumato.core.labels import is_label

_HEADING = re.compile(r"=== ([a-z0-9-]+) (es|en) ([a-z0-9-]+)")
_BRACKETS = re.compile(r"\[\[(?:([^|\[\]\n]*)\|)?|\]\]")


@dataclass(frozen=True, slots=True)
class Marked:
    """A note without its marks, and what they stood around: start, end and label."""

    id: str
    language: Language
    kind: str
    text: str
    spans: tuple[tuple[int, int, str], ...]


def read_marked(text: str) -> list[Marked]:
    """The notes of a file, in their order."""
    notes: list[Marked] = []
    for line, heading, body in _parts(text):
        note = _note(line, heading, body)
        if any(note.id == earlier.id for earlier in notes):
            raise _damaged(line, "this id was given before")
        notes.append(note)
    return notes


def _parts(text: str) -> Iterator[tuple[int, str, str]]:
    """The line number, the heading and the body of each note."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("===")]
    if any(line.strip() for line in lines[: starts[0] if starts else None]):
        raise _damaged(1, "there is text before the first heading")
    for start, stop in pairwise([*starts, len(lines)]):
        yield start + 1, lines[start], "\n".join(lines[start + 1 : stop]).rstrip()


def _note(line: int, heading: str, body: str) -> Marked:
    parts = _HEADING.fullmatch(heading)
    if parts is None:
        raise _damaged(line, "a heading reads '=== id language kind'")
    if not body:
        raise _damaged(line, "this note is empty")
    text, spans = _unmark(body, line + 1)
    return Marked(parts[1], cast(Language, parts[2]), parts[3], text, spans)


def _unmark(body: str, first_line: int) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """The body without its marks, and the spans in the text that is left."""
    text = ""
    spans: list[tuple[int, int, str]] = []
    opened: tuple[int, str, int] | None = None
    done = 0
    for bracket in _BRACKETS.finditer(body):
        line = first_line + body.count("\n", 0, bracket.start())
        text += body[done : bracket.start()]
        done = bracket.end()
        if bracket[0] != "]]":
            opened = (len(text), _opening(bracket[1], line, inside=opened is not None), line)
        elif opened is None:
            raise _damaged(line, "a mark is closed that was not opened")
        else:
            spans.append((*_trimmed(text, opened[0], line), opened[1]))
            opened = None
    if opened is not None:
        raise _damaged(opened[2], "a mark is not closed")
    return text + body[done:], tuple(spans)


def _opening(label: str | None, line: int, *, inside: bool) -> str:
    if inside:
        raise _damaged(line, "a mark stands inside another, or the one before is not closed")
    if label is None or not is_label(label):
        raise _damaged(line, "a mark has no known label")
    return label


def _trimmed(text: str, start: int, line: int) -> tuple[int, int]:
    """The place of what was marked, which has no white space at its edges."""
    held = text[start:]
    if not held or held != held.strip():
        raise _damaged(line, "a mark is empty or begins or ends with white space")
    return start, len(text)


def _damaged(line: int, what: str) -> Damaged:
    return Damaged(f"line {line}: {what}")
