"""Edit: what is done to a span, and why; with the arithmetic of applying edits to a text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from sfumato.core.document import Block, Document
from sfumato.core.span import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """A span, the text that takes its place, the operator that chose it, and the reason.

    An edit that keeps the original says so: its operator is "keep" and its reason is not empty.
    """

    span: Span
    replacement: str = field(repr=False)
    operator: str = "mask"
    reason: str = ""

    def __post_init__(self) -> None:
        if self.operator == "keep" and not self.reason:
            raise ValueError("a kept span needs a reason")

    @property
    def keeps(self) -> bool:
        """Whether the original text stays."""
        return self.operator == "keep"


def ordered(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits by position; overlapping ones are an error."""
    result = tuple(sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)))
    for one, two in pairwise(result):
        if two.span.start < one.span.end:
            raise ValueError("edits overlap")
    return result


def project(blocks: Sequence[Block], edits: Iterable[Edit]) -> dict[int, list[Edit]]:
    """Edits cut to the blocks that they touch: block index -> edits in the block's own offsets.

    An edit over several blocks puts its replacement into the first and empties the others; what
    lies between blocks is not source text and stays.
    """
    starts = [block.start for block in blocks]
    result: dict[int, list[Edit]] = {}
    for edit in ordered(edits):
        if edit.keeps:
            continue
        replacement = edit.replacement
        index = max(0, bisect_right(starts, edit.span.start) - 1)
        while index < len(blocks) and blocks[index].start < edit.span.end:
            block = blocks[index]
            start, end = max(edit.span.start, block.start), min(edit.span.end, block.end)
            if start < end:
                span = edit.span
                cut = Span(
                    start - block.start, end - block.start, span.label, span.score, span.detector
                )
                result.setdefault(index, []).append(
                    Edit(cut, replacement, edit.operator, edit.reason)
                )
                replacement = ""
            index += 1
    return result


def splice(text: str, edits: Iterable[Edit]) -> str:
    """The text with each edit's replacement in place of its span."""
    pieces: list[str] = []
    last = 0
    for edit in ordered(edits):
        if edit.keeps:
            continue
        pieces += (text[last : edit.span.start], edit.replacement)
        last = edit.span.end
    pieces.append(text[last:])
    return "".join(pieces)


def block_edits(document: Document, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The same edits, cut to block borders, in the document's own offsets.

    `splice(document.text, block_edits(document, edits))` is the text that a reader should find
    in the written file.
    """
    result = []
    for index, cut in project(document.blocks, edits).items():
        shift = document.blocks[index].start
        result += [moved(edit, shift) for edit in cut]
    return ordered(result)


def moved(edit: Edit, shift: int) -> Edit:
    """The same edit, its span moved by a number of code points."""
    span = edit.span
    return Edit(
        Span(span.start + shift, span.end + shift, span.label, span.score, span.detector),
        edit.replacement,
        edit.operator,
        edit.reason,
    )
