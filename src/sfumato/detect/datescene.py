"""Date scene: a candidate with what stands before and after it."""

from __future__ import annotations

import re

from sfumato.detect.datecontext import REACH


class Scene:
    """A candidate with its surroundings; `match` holds its parts in the form at trial."""

    __slots__ = ("after", "before", "language", "match", "near", "text")

    def __init__(self, data: bytes, bounds: tuple[int, int], *, language: str, near: bool) -> None:
        start, end = bounds
        self.near = near
        self.match: re.Match[str]
        self.text = data[start:end].decode("ascii")
        self.before = data[max(0, start - REACH) : start].decode("ascii")
        self.after = data[end : end + 24].decode("ascii")
        self.language = language
