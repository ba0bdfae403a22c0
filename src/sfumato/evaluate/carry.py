"""Carry: annotations made on originals, brought onto the released texts.

Nothing of an original may come along: covered texts are taken from the output, and free words that
people or programs wrote beside the marks are dropped unless they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sfumato.core.errors import Damaged
from sfumato.core.marks import Tally
from sfumato.core.offsets import OffsetMap
from sfumato.core.table import Table

KINDS = {".ann": "brat", ".json": "label-studio", ".xmi": "xmi", ".csv": "note-nlp"}
"""What a file of annotations is, by its ending."""


@dataclass(frozen=True, slots=True)
class Target:
    """A released document: its id, its text, and the way to it from the original."""

    id: str = field(repr=False)
    text: str = field(repr=False)
    offsets: OffsetMap = field(repr=False)
    ahead: int = 0
    """Characters that some formats count before the text: a byte order mark of UTF-8."""

    def __post_init__(self) -> None:
        if len(self.text) != self.offsets.after:
            raise Damaged("the released text is not as long as its map says")


@dataclass(frozen=True, slots=True)
class Carried:
    """The bytes of carried annotations, and what became of the marks."""

    data: bytes = field(repr=False)
    tally: Tally


Carrier = Callable[[bytes, Sequence[Target], bool], Carried]
"""Annotations and the documents they may belong to; whether notes are kept."""

CARRIERS: Table[Carrier] = Table(
    "carriers",
    {
        "brat": "sfumato.evaluate.carrybrat:carry",
        "label-studio": "sfumato.evaluate.carrystudio:carry",
        "xmi": "sfumato.evaluate.carryxmi:carry",
        "note-nlp": "sfumato.evaluate.carrynlp:carry",
    },
)


def carry(
    data: bytes, kind: str, targets: Sequence[Target], *, keep_notes: bool = False
) -> Carried:
    """The annotations on the released documents."""
    return CARRIERS.load(kind)(data, targets, keep_notes)


def only(targets: Sequence[Target]) -> Target:
    """The one document, where the annotations do not tell to which they belong."""
    if len(targets) != 1:
        raise Damaged(f"{len(targets)} released documents may belong to these annotations, not 1")
    return targets[0]


class Shelf:
    """Targets found by the original text that annotations hold."""

    def __init__(self, targets: Sequence[Target]) -> None:
        self._by_length: dict[int, list[Target]] = {}
        for target in targets:
            self._by_length.setdefault(target.offsets.before, []).append(target)

    def of(self, original: str, place: str) -> Target:
        """The one document that was released of an original."""
        near = self._by_length.get(len(original), [])
        found = [one for one in near if one.offsets.fits(original, one.text)]
        if not found:
            raise Damaged(f"{place}: none of the released documents was made of its text")
        if any((one.text, one.offsets) != (found[0].text, found[0].offsets) for one in found):
            raise Damaged(f"{place}: several released documents may have been made of its text")
        return found[0]
