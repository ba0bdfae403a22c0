"""Patch: replacements at known places of a file's source text; all else stays as it came."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Patch:
    """A half-open range of the source text and what takes its place."""

    start: int
    end: int
    text: str = field(repr=False)


def patched(source: str, patches: Iterable[Patch]) -> str:
    """The source text with the patches made; a patch inside an earlier, wider one is dropped."""
    pieces: list[str] = []
    last = 0
    for patch in sorted(patches, key=lambda patch: (patch.start, -patch.end)):
        if patch.start < last:
            continue
        pieces += (source[last : patch.start], patch.text)
        last = patch.end
    pieces.append(source[last:])
    return "".join(pieces)
