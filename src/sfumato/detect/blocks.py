"""Blocks: where the structure of a file itself says what a value is."""

from __future__ import annotations

from collections.abc import Iterable

from sfumato.core.document import Block, Document
from sfumato.core.span import Span

SCORE = 1.0


class Blocks:
    """The detector of values that a field, a column or an element names."""

    def detect(self, document: Document) -> Iterable[Span]:
        """A span over each labelled block that holds a letter or a digit, blanks cut off."""
        for block in document.blocks:
            if block.label is not None and (span := _span(document.text, block)) is not None:
                yield span


def _span(text: str, block: Block) -> Span | None:
    value = text[block.start : block.end]
    if block.label is None or not any(map(str.isalnum, value)):
        return None
    start = block.start + len(value) - len(value.lstrip())
    return Span(start, start + len(value.strip()), block.label, SCORE, "structure")
