"""Lexicon: in which lists a word stands, as eight flags, from one small compiled table.

The table holds a 32-bit hash and a byte of flags for each word, not the words themselves. It is
made by `sfumato.train.lexicon`; its card names the lists.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from zlib import crc32

import numpy as np

GIVEN, RARE_GIVEN, SURNAME, RARE_SURNAME, PLACE, MEDICAL, ORDINARY, TRADE = (
    1 << bit for bit in range(8)
)
_MAGIC = b"sfumato lexicon 1\n"


class Lexicon:
    """The flags of words, looked up by hash."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(_MAGIC):
            raise ValueError("not a lexicon of this version")
        body = data[len(_MAGIC) :]
        count = len(body) // 5
        self._hashes = np.frombuffer(body, "<u4", count)
        self._flags = body[count * 4 :]

    def flags(self, word: str) -> int:
        """The flags of a word in plain lower case; 0 where no list holds it."""
        key = crc32(word.encode("ascii"))
        index = bisect_left(self._hashes, key)
        if index < len(self._hashes) and self._hashes[index] == key:
            return self._flags[index]
        return 0


def compiled(flags: Mapping[str, int]) -> bytes:
    """The bytes of a lexicon with these flags."""
    merged: dict[int, int] = {}
    for word, known in flags.items():
        key = crc32(word.encode("ascii"))
        merged[key] = merged.get(key, 0) | known
    keys = sorted(merged)
    hashes = np.array(keys, "<u4").tobytes()
    return _MAGIC + hashes + bytes(merged[key] for key in keys)
