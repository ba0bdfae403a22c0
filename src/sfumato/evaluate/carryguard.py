"""Guard: which words beside a mark may follow it, where the original text is at hand."""

from __future__ import annotations

import re

from sfumato.core.offsets import OffsetMap
from sfumato.transform.mask import canonical

_VALUE = re.compile(r"-?\d{1,9}(?:\.\d{1,12}(?:[eE]-?\d{1,3})?)?|true|false|", re.ASCII)
_TERM = re.compile(r"[A-Za-z][A-Za-z0-9_.:/+-]{0,63}", re.ASCII)
_CODE = re.compile(r"[A-Z]{0,3}\d{1,9}", re.ASCII)
_WORD = re.compile(r"\w+")
_SHORTEST_NUMBER, _SHORTEST_INSIDE = 3, 5


class Guard:
    """Knows what was replaced in one document."""

    def __init__(self, original: str, released: str, offsets: OffsetMap) -> None:
        replaced = [original[one.start : one.end] for one in offsets.edited]
        self._words = {canonical(word) for text in replaced for word in _WORD.findall(text)}
        self._wholes = {canonical(text) for text in replaced}
        self._released = released

    def passes(self, value: str) -> bool:
        """Whether a value is a number, a code, or a plain term with nothing replaced in it."""
        if _VALUE.fullmatch(value):
            return len(value) < _SHORTEST_NUMBER or not self.knows(value)
        plain = _TERM.fullmatch(value) or _CODE.fullmatch(value) or value in self._released
        return bool(plain) and not self.knows(value)

    def knows(self, value: str) -> bool:
        """Whether something that was replaced stands in a value."""
        whole = canonical(value)
        words = {canonical(word) for word in re.findall(r"[^\W_]+", value)}
        if words & self._words or whole in self._wholes:
            return True
        return any(
            len(one) >= _SHORTEST_INSIDE and one in whole for one in self._wholes | self._words
        )
