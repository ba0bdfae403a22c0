"""Weave: one text out of a file's slots, and the edits of that text back to the slots.

A format lists its pieces in the same order whenever it opens the same bytes: `Slot`s, which are
strings somewhere in the file, and `Nested` documents, which another format read from a part of
the file. `weave` makes the document; `changes` says what each touched piece becomes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, moved, project, splice


@dataclass(frozen=True, slots=True)
class Slot:
    """A string of the file. `gap` is what the reader puts before it to keep it from the last."""

    text: str = field(repr=False)
    place: str
    label: str | None = None
    gap: str = "\n"
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Nested:
    """A document that another format read from a part of the file."""

    document: Document
    place: str
    gap: str = "\n\n"


Piece = Slot | Nested


def weave(pieces: Sequence[Piece], document_id: str, notes: Iterable[str] = ()) -> Document:
    """The document of the pieces, in their order."""
    texts: list[str] = []
    blocks: list[Block] = []
    said = list(notes)
    length = 0
    for index, piece in enumerate(pieces):
        gap = piece.gap if index else ""
        texts.append(gap)
        length += len(gap)
        if isinstance(piece, Slot):
            text = piece.text
            end = length + len(text)
            blocks.append(Block(length, end, piece.place, piece.label, piece.certain))
        else:
            text = piece.document.text
            blocks += _nested_blocks(piece, length)
            said += [f"{piece.place}: {note}" for note in piece.document.notes]
        texts.append(text)
        length += len(text)
    return Document(document_id, "".join(texts), tuple(blocks), notes=tuple(said))


def _nested_blocks(piece: Nested, shift: int) -> Iterator[Block]:
    for block in piece.document.blocks:
        yield replace(
            block,
            start=block.start + shift,
            end=block.end + shift,
            place=f"{piece.place}: {block.place}",
        )


@dataclass(frozen=True, slots=True)
class Change:
    """What a touched piece becomes: a slot's new text, or a nested document's edits."""

    index: int
    text: str = field(default="", repr=False)
    edits: tuple[Edit, ...] = ()


def changes(pieces: Sequence[Piece], document: Document, edits: Iterable[Edit]) -> Iterator[Change]:
    """The touched pieces with what they become; `edits` are in the woven document's offsets."""
    owners = list(_owners(pieces))
    touched = project(document.blocks, edits)
    for (index, first), numbers in groupby(sorted(touched), key=lambda number: owners[number]):
        piece = pieces[index]
        if isinstance(piece, Slot):
            for number in numbers:
                yield Change(index, text=splice(piece.text, touched[number]))
        else:
            inner = piece.document.blocks
            yield Change(
                index,
                edits=tuple(
                    moved(edit, inner[number - first].start)
                    for number in numbers
                    for edit in touched[number]
                ),
            )


def _owners(pieces: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """For each block, the index of its piece and the number of that piece's first block."""
    number = 0
    for index, piece in enumerate(pieces):
        count = 1 if isinstance(piece, Slot) else len(piece.document.blocks)
        yield from [(index, number)] * count
        number += count
