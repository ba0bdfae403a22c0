"""Note: a text with the spans that somebody or something marked in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

BYTE_ORDER_MARK = "\ufeff"


class Mark(NamedTuple):
    """A half-open range of code points with the label that its source gives it, in any scheme."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Note:
    """One annotated document. Marks are as the source has them: doubled and overlapping too."""

    id: str = field(repr=False)
    text: str = field(repr=False)
    marks: tuple[Mark, ...] = field(default=(), repr=False)
    language: str = ""
    kind: str = ""
