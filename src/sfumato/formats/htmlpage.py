"""Page: the pieces of an HTML text, and the text again with some of them changed.

The output holds only what is understood: tags and attributes that may pass, cleaned styles, and
texts that are pieces. Where nothing of a tag or a text changed, its source stays as it was.
"""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sfumato.core.errors import SfumatoError
from sfumato.core.protocols import Intake
from sfumato.formats.charref import decode_text, encode_text, encode_value
from sfumato.formats.registry import write_part
from sfumato.formats.weave import Change, Nested, Piece, Slot

SOFT = " \t\n\r\f"
EMPTY = "<!---->"
"""Stands for an emptied text, so that a reader finds the empty piece at its place again."""

_FOLD = re.compile(r"[ \t\n\r\f]+")
_OPEN_END = re.compile(r"&[#a-zA-Z0-9]*\Z")
_CASED = {"viewbox": "viewBox"}

Changes = Mapping[int, Change]
Notes = Counter[str]


@dataclass(slots=True)
class Text:
    """A text between tags: a raw core that is a piece, with soft white space on both sides."""

    core: str = field(repr=False)
    place: str
    gap: str
    lead: str = ""
    trail: str = ""
    exact: bool = False
    literal: bool = False
    alone: bool = False
    """The only content of an element that holds no markup (title, textarea)."""
    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """The one slot."""
        return (Slot(self.shown(), self.place, gap=self.gap),)

    def shown(self) -> str:
        """What a browser shows."""
        raw = self.core if self.exact else _FOLD.sub(" ", self.core)
        return raw if self.literal else decode_text(raw)

    def render(self, changes: Changes, notes: Notes) -> str:
        """The source, as it was where nothing changed."""
        change = changes.get(self.first)
        text = self._kept() if change is None else encode_text(change.text, exact=self.exact)
        return f"{self.lead}{text or ('' if self.alone else EMPTY)}{self.trail}"

    def _kept(self) -> str:
        # a reference cut by a comment would join with what follows once the comment is gone
        if self.literal or _OPEN_END.search(self.core):
            return encode_text(self.shown(), exact=self.exact)
        return self.core.replace("<", "&lt;")


@dataclass(slots=True)
class Value:
    """An attribute that is a slot; `encode` makes its written form."""

    slot: Slot
    raw: str = field(repr=False)
    encode: Callable[[str], str] = str
    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """The one slot."""
        return (self.slot,)

    def render(self, changes: Changes, notes: Notes) -> str | None:
        """The attribute's value; None where it is left out."""
        change = changes.get(self.first)
        return self.raw if change is None else self.encode(change.text)


@dataclass(slots=True)
class Picture:
    """An image in a data: address, which another format reads and writes."""

    nested: Nested
    data: bytes = field(repr=False)
    name: str = field(repr=False)
    intake: Intake = field(repr=False)
    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """The one nested document."""
        return (self.nested,)

    def render(self, changes: Changes, notes: Notes) -> str | None:
        """The cleaned image as a data: address; None where it cannot be cleaned."""
        change = changes.get(self.first)
        edits = change.edits if change else ()
        try:
            written = write_part(self.data, self.name, self.nested, edits, self.intake)
        except SfumatoError:
            if self.intake.parts == "refuse":
                raise
            notes["image"] += 1
            return None
        kind = (written.extension or "." + self.name.rpartition(".")[2]).lstrip(".")
        mime = "jpeg" if kind == "jpg" else kind
        return f"data:image/{mime};base64,{base64.b64encode(written.data).decode('ascii')}"


@dataclass(slots=True)
class Frame:
    """A whole page in an attribute (srcdoc)."""

    page: Page
    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """The inner page's pieces."""
        return tuple(
            replace(piece, place=f"frame: {piece.place}", gap="\n")
            if index == 0
            else replace(piece, place=f"frame: {piece.place}")
            for index, piece in enumerate(self.page.pieces)
        )

    def render(self, changes: Changes, notes: Notes) -> str | None:
        """The inner page again."""
        inner = (
            replace(change, index=index - self.first)
            for index, change in changes.items()
            if self.first <= index < self.first + len(self.page.pieces)
        )
        return self.page.apply(inner)


Holder = Value | Picture | Frame


@dataclass(slots=True)
class Tag:
    """A start tag; `raw` is its source where all of it may stay."""

    name: str
    attributes: list[tuple[str, str | Holder]] = field(repr=False)
    raw: str | None = field(default=None, repr=False)
    closed: bool = False

    def render(self, changes: Changes, notes: Notes) -> str:
        """The source where nothing changed, else the tag in one form."""
        holders = [value for _, value in self.attributes if not isinstance(value, str)]
        if self.raw is not None and not any(holder.first in changes for holder in holders):
            return self.raw
        parts = [self.name]
        for name, value in self.attributes:
            text = value if isinstance(value, str) else value.render(changes, notes)
            if text is not None:
                parts.append(f'{_CASED.get(name, name)}="{encode_value(text)}"')
        return f"<{' '.join(parts)}{' /' if self.closed else ''}>"


Chunk = str | Text | Tag


@dataclass(frozen=True, slots=True)
class Page:
    """An opened HTML text: its pieces in order, and what was left out, in words."""

    pieces: tuple[Piece, ...]
    notes: tuple[str, ...]
    _chunks: tuple[Chunk, ...] = field(repr=False)

    def apply(self, changes: Iterable[Change]) -> str:
        """The HTML text with the changed pieces in it; the rest as it was, cleaned."""
        return self.render(changes)[0]

    def render(self, changes: Iterable[Change]) -> tuple[str, tuple[str, ...]]:
        """The same, and what was left out while writing."""
        by_index = {change.index: change for change in changes}
        notes: Notes = Counter()
        text = "".join(
            chunk if isinstance(chunk, str) else chunk.render(by_index, notes)
            for chunk in self._chunks
        )
        return text, worded(notes)


def worded(notes: Notes) -> tuple[str, ...]:
    """Counts as sentences."""
    return tuple(f"{what} dropped ({count})" for what, count in sorted(notes.items()) if count)
