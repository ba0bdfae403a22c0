"""Document: one string with a map from its pieces to places in the source file."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Literal

Language = Literal["es", "en", "und"]


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document's text and the place in the source file that holds it.

    Text between two blocks is synthetic: a reader put it there to keep pieces apart, and no edit
    can change it. `label` is set where the structure itself says what the piece is (a surname
    field, a column headed "NHC"). `certain` is false for text that was recognised from an image,
    which may read differently the next time.
    """

    start: int
    end: int
    place: str
    label: str | None = None
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its blocks. Offsets everywhere are half-open Unicode code points of `text`."""

    id: str
    text: str = field(repr=False)
    blocks: tuple[Block, ...] = field(default=(), repr=False)
    subject: str | None = field(default=None, repr=False)
    language: Language = "und"
    notes: tuple[str, ...] = ()
    """What the reader left out, in words without content ("image 2 dropped: no OCR")."""

    def __post_init__(self) -> None:
        last = 0
        for block in self.blocks:
            if not last <= block.start <= block.end <= len(self.text):
                raise ValueError("blocks must be in order, disjoint and inside the text")
            last = block.end

    def place_of(self, offset: int) -> str:
        """The place in the source file that holds the character at an offset."""
        index = bisect_right(self.blocks, offset, key=lambda block: block.start)
        return self.blocks[index - 1].place if index else "text"
