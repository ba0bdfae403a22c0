"""Tape: pieces that stand at known ranges of a source text, and the text with them changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.formats.patch import Patch, patched
from sfumato.formats.weave import Nested, Piece, Slot, changes, weave

Save = Callable[[tuple[Edit, ...]], tuple[str, Iterable[str]]]
"""What a nested document becomes in the source text, and notes."""
Encode = Callable[[str], str]
"""What stands in the source text for a string."""


@dataclass(slots=True)
class Tape:
    """Pieces in the order of the woven text; `say` puts synthetic text before the next one."""

    pieces: list[Piece] = field(default_factory=list, repr=False)
    notes: list[str] = field(default_factory=list)
    _gap: list[str] = field(default_factory=list, repr=False)
    _ranges: list[tuple[int, int]] = field(default_factory=list, repr=False)
    _encodes: dict[int, Encode] = field(default_factory=dict, repr=False)
    _saves: dict[int, Save] = field(default_factory=dict, repr=False)
    _always: list[Patch] = field(default_factory=list, repr=False)

    def say(self, text: str) -> None:
        """Synthetic text before the next piece."""
        if text:
            self._gap.append(text)

    def anchor(self) -> None:
        """An empty piece, so that a gap at the start or the end stays."""
        self.slot("", (0, 0), str, "text")

    def slot(
        self,
        text: str,
        at: tuple[int, int],
        encode: Encode,
        place: str,
        *,
        label: str | None = None,
    ) -> None:
        """A string at a range; `encode` gives what stands there for another string."""
        self._encodes[len(self.pieces)] = encode
        self.pieces.append(Slot(text, place, label, self._taken()))
        self._ranges.append(at)

    def nest(self, nested: Nested, at: tuple[int, int], save: Save) -> None:
        """A document at a range, always written again."""
        self._saves[len(self.pieces)] = save
        self.pieces.append(Nested(nested.document, nested.place, self._taken() + "\n"))
        self._ranges.append(at)

    def drop(self, at: tuple[int, int], note: str, *, left: str = "") -> None:
        """A range that never leaves; `left` is what stands there after it."""
        self._always.append(Patch(*at, left))
        self.notes.append(note)

    def document(self, document_id: str = "") -> Document:
        """The document of all pieces."""
        return weave(self.pieces, document_id, self.notes)

    def saved(
        self, source: str, document: Document, edits: Sequence[Edit]
    ) -> tuple[str, tuple[str, ...]]:
        """The source text with the edits made, and notes of the nested documents."""
        made = {change.index: change for change in changes(self.pieces, document, edits)}
        patches, notes = list(self._always), list[str]()
        for index, save in self._saves.items():
            text, said = save(made[index].edits if index in made else ())
            patches.append(Patch(*self._ranges[index], text))
            notes += said
        for index, change in made.items():
            if encode := self._encodes.get(index):
                patches.append(Patch(*self._ranges[index], encode(change.text)))
        return patched(source, patches), tuple(notes)

    def _taken(self) -> str:
        gap = "".join(self._gap)
        self._gap.clear()
        return gap
