"""Sheet: the pieces of a JSON text, and how what they become is written into it.

The woven text shows each member as a line "key: value", so that detectors see which value stands
under which key. Keys that look like words of a schema stand in the gaps; other keys are slots, as
a name may be one. The text does not depend on which keys are slots, so it reads back the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.formats.encoding import Decoded
from sfumato.formats.headings import label_of, spoken
from sfumato.formats.jsontree import Node, literal, removals
from sfumato.formats.patch import Patch, patched
from sfumato.formats.weave import Nested, Piece, Slot, changes, weave

_SCHEMA_KEY = re.compile(r"[A-Za-z_$@][\w.:$-]{0,39}")
_DIGITS = re.compile(r"\d")
_NAMELIKE = re.compile(r"[^\W\d_a-z][^\W\d_]*")


class Quiet(str):
    """A part that stays and that the woven text does not show."""

    __slots__ = ()


Part = str | tuple[str, str | None]
"""A part of a string: what stays as it is, or a slot's text with its label."""
Save = Callable[[tuple[Edit, ...]], tuple[str, Iterable[Patch], Iterable[str]]]
"""What a nested document becomes: the new string, patches beside it, and notes."""


@dataclass(slots=True)
class _Literal:
    node: Node
    parts: list[str | int]


@dataclass(slots=True)
class Sheet:
    """The pieces in the order of the text, filled by a walk over the tree."""

    source: Decoded = field(repr=False)
    pieces: list[Piece] = field(default_factory=list, repr=False)
    notes: list[str] = field(default_factory=list)
    _gap: str = field(default="", repr=False)
    _literals: dict[int, _Literal] = field(default_factory=dict, repr=False)
    _nested: dict[int, tuple[Node, Save]] = field(default_factory=dict, repr=False)
    _gone: dict[int, tuple[Node, set[int]]] = field(default_factory=dict, repr=False)

    def anchor(self) -> None:
        """An empty piece, so that the gap before the first and after the last value stays."""
        self.pieces.append(Slot("", "text", gap=self._taken()))

    def say(self, text: str) -> None:
        """Synthetic text before the next piece."""
        self._gap += text

    def head(self, member: Node) -> None:
        """The key of a member, on a line of its own."""
        if member.key is None:
            return
        self.say("\n")
        if is_schema_key(member.name):
            self.say(spoken(member.name))
        else:
            self.slot(member.key, "key")
        self.say(":")

    def slot(self, node: Node, place: str, label: str | None = None) -> None:
        """A string, number or key as one slot."""
        self.split(node, place, [(node.text, label)])

    def split(self, node: Node, place: str, parts: Sequence[Part]) -> None:
        """A string in parts; the fixed ones stand in the gaps."""
        found = _Literal(node, [])
        for part in parts:
            if isinstance(part, str):
                self.say("" if isinstance(part, Quiet) else part)
                found.parts.append(part)
                continue
            found.parts.append(len(self.pieces))
            self._literals[len(self.pieces)] = found
            self.pieces.append(Slot(part[0], place, part[1], self._taken()))

    def nest(self, node: Node, document: Document, place: str, save: Save) -> None:
        """A string that another format reads."""
        self._nested[len(self.pieces)] = node, save
        self.pieces.append(Nested(document, place, self._taken() + "\n"))

    def remove(self, parent: Node, member: Node, note: str = "") -> None:
        """A member that never leaves."""
        index = next(at for at, child in enumerate(parent.children) if child is member)
        self._gone.setdefault(id(parent), (parent, set()))[1].add(index)
        if note:
            self.notes.append(note)

    def document(self, document_id: str = "") -> Document:
        """The document of all pieces."""
        return weave(self.pieces, document_id, self.notes)

    def saved(
        self, document: Document, edits: Sequence[Edit], beside: Iterable[Patch] = ()
    ) -> tuple[bytes, tuple[str, ...]]:
        """The source with the edits made, and what was dropped while writing."""
        made = {change.index: change for change in changes(self.pieces, document, edits)}
        texts = {index: change.text for index, change in made.items()}
        patches = list(beside)
        notes: list[str] = []
        for node, text in self._rewritten(texts):
            patches.append(Patch(node.start, node.end, literal(text, self.source.encoding)))
        for index, (node, save) in self._nested.items():
            change = made.get(index)
            text, more, said = save(change.edits if change else ())
            patches.append(Patch(node.start, node.end, literal(text, self.source.encoding)))
            patches += more
            notes += said
        for parent, gone in self._gone.values():
            patches += [Patch(start, end, "") for start, end in removals(parent, gone)]
        return self.source.encode(patched(self.source.text, patches)), tuple(notes)

    def _rewritten(self, texts: dict[int, str]) -> Iterable[tuple[Node, str]]:
        touched = {id(found): found for index in texts if (found := self._literals.get(index))}
        for found in touched.values():
            yield found.node, "".join(map(self._part(texts), found.parts))

    def _part(self, texts: dict[int, str]) -> Callable[[str | int], str]:
        def text_of(part: str | int) -> str:
            if isinstance(part, str):
                return part
            piece = self.pieces[part]
            return texts.get(part, piece.text if isinstance(piece, Slot) else "")

        return text_of

    def _taken(self) -> str:
        gap, self._gap = self._gap, ""
        return gap


def is_schema_key(key: str) -> bool:
    """Whether a key is a word of a schema rather than a name or a number of somebody."""
    if not _SCHEMA_KEY.fullmatch(key) or len(_DIGITS.findall(key)) > 2:
        return False
    return not _NAMELIKE.fullmatch(key) or key.isupper() or label_of(key) is not None
