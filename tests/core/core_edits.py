"""Random texts and edits of them."""

from __future__ import annotations

import random

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit
from sfumato.core.span import Span


def document(text: str) -> Document:
    return Document("", text, (Block(0, len(text), "text"),))


def drawn(seed: int) -> tuple[Document, list[Edit]]:
    """A text with astral signs and lines, and edits of it: empty, longer, shorter, kept."""
    chance = random.Random(seed)
    text = "".join(chance.choice("abcdé𝒜 \n") for _ in range(40))
    cuts = sorted(chance.sample(range(41), 2 * chance.randrange(7)))
    edits = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=True):
        span = Span(start, end, "OTHER")
        if chance.random() < 0.2:
            edits.append(Edit(span, text[start:end], "keep", "asked"))
        else:
            edits.append(Edit(span, chance.choice(["", "X", "XYZ", "X Y", "𝒳" * 9])))
    return document(text), edits
