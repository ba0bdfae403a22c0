"""RTF in place: what is not edited stays byte for byte; only known destinations pass."""

from __future__ import annotations

import binascii
import re
from collections import Counter
from collections.abc import Sequence

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake, Written
from sfumato.formats import registry
from sfumato.formats.rtftoken import (
    escape,
)
from sfumato.formats.rtfwalk import Picture, Run, Walk
from sfumato.formats.weave import Change, Nested, Piece, Slot, changes, weave

_BARE_WORD = re.compile(rb"(\\*)\\[A-Za-z]+-?[0-9]*\Z")


class Rtf:
    """Rich Text Format."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """Runs of text as blocks, paragraphs on lines of their own, cells apart by tabs."""
        opened = Walk(data, intake).open()
        return weave(opened.pieces, "", _told(opened.notes))

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The same source with the edited runs written anew."""
        opened = Walk(data, intake).open()
        made = {change.index: change for change in changes(opened.pieces, document, edits)}
        output = bytearray()
        notes = _told(opened.notes)
        for part in opened.parts:
            if isinstance(part, bytes):
                _append(output, part)
            elif isinstance(part, Run):
                _append(output, _run_source(part, data, opened.pieces, made))
            else:
                source, said = _picture_source(part, opened.pieces, made, intake)
                _append(output, source)
                notes += said
        return Written(bytes(output), notes=tuple(notes))


def _told(notes: Counter[str]) -> list[str]:
    return [f"{words} dropped ({count})" for words, count in notes.items()]


def _append(output: bytearray, source: bytes) -> None:
    """Joins source so that no text runs into the control word before it."""
    if source[:1].isalnum() or source[:1] in (b" ", b"-"):
        word = _BARE_WORD.search(output[-64:])
        if word and not len(word.group(1)) % 2:
            output += b" "
    output += source


def _run_source(run: Run, data: bytes, pieces: Sequence[Piece], made: dict[int, Change]) -> bytes:
    if run.piece in made:
        return escape(made[run.piece].text, run.skip)
    piece = pieces[run.piece]
    if run.dirty and isinstance(piece, Slot):
        return escape(piece.text, run.skip)
    return data[run.start : run.end]


def _picture_source(
    picture: Picture, pieces: Sequence[Piece], made: dict[int, Change], intake: Intake
) -> tuple[bytes, list[str]]:
    nested = pieces[picture.piece]
    assert isinstance(nested, Nested)
    change = made.get(picture.piece)
    edits = change.edits if change else ()
    written = registry.write_part(picture.data, picture.name, nested, edits, intake)
    notes = [f"{nested.place}: {note}" for note in written.notes]
    return b"{\\pict" + picture.words + b" " + binascii.hexlify(written.data) + b"}", notes


FORMAT = Rtf()
