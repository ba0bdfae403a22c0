"""Compound files: the streams of old office documents ([MS-CFB] 3.0), as far as is needed
to tell what a file is, whether it is encrypted and whether it carries macros."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from sfumato.core.errors import Damaged

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LAST_SECTOR = 0xFFFFFFFA
_ENTRY_BYTES = 128
_MOST_ENTRIES = 20_000
_MINI_BYTES = 64
_HEADER_LINKS = 109


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str = field(repr=False)
    stream: bool
    root: bool
    start: int
    size: int


class Compound:
    """The directory of a compound file and the beginnings of its streams."""

    def __init__(self, data: bytes) -> None:
        if len(data) < 512 or not data.startswith(MAGIC):
            raise Damaged("not a compound file")
        shift = struct.unpack_from("<H", data, 30)[0]
        if shift not in (9, 12):
            raise Damaged("a compound file with an impossible sector size")
        self._data = data
        self._sector_bytes = 1 << shift
        self._mini_cutoff = struct.unpack_from("<I", data, 56)[0]
        self._links = self._read_links()
        self._mini_links = self._table(struct.unpack_from("<I", data, 60)[0])
        self._entries = self._read_entries(struct.unpack_from("<I", data, 48)[0])
        root = next((entry for entry in self._entries if entry.root), None)
        self._mini = self._chain(root.start, root.size) if root else b""

    def names(self) -> frozenset[str]:
        """The names of all storages and streams."""
        return frozenset(entry.name for entry in self._entries)

    def head(self, name: str, size: int) -> bytes:
        """The first bytes of the stream of that name; empty when there is none."""
        for entry in self._entries:
            if entry.name == name and entry.stream:
                length = min(size, entry.size)
                if entry.size >= self._mini_cutoff:
                    return self._chain(entry.start, length)
                return self._mini_chain(entry.start, length)
        return b""

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self._sector_bytes
        return self._data[start : start + self._sector_bytes]

    def _read_links(self) -> list[int]:
        """The sector allocation table, named by the header and the sectors after it."""
        named = list(struct.unpack_from(f"<{_HEADER_LINKS}I", self._data, 76))
        follow = struct.unpack_from("<I", self._data, 68)[0]
        most = len(self._data) // self._sector_bytes + 1
        while follow < _LAST_SECTOR and len(named) <= most + _HEADER_LINKS:
            numbers = _numbers(self._sector(follow))
            if not numbers:
                break
            named += numbers[:-1]
            follow = numbers[-1]
        links: list[int] = []
        for number in named:
            if number < _LAST_SECTOR and len(links) <= most:
                links += _numbers(self._sector(number))
        return links

    def _chain(self, start: int, size: int) -> bytes:
        pieces: list[bytes] = []
        number, length = start, 0
        while number < _LAST_SECTOR and length < size and number < len(self._links):
            piece = self._sector(number)
            if not piece:
                break
            pieces.append(piece)
            length += len(piece)
            number = self._links[number]
            if length > len(self._data):
                raise Damaged("a compound file whose sectors go round in a circle")
        return b"".join(pieces)[:size]

    def _mini_chain(self, start: int, size: int) -> bytes:
        pieces: list[bytes] = []
        number, length = start, 0
        while number < len(self._mini_links) and length < size:
            pieces.append(self._mini[number * _MINI_BYTES : (number + 1) * _MINI_BYTES])
            length += _MINI_BYTES
            number = self._mini_links[number]
        return b"".join(pieces)[:size]

    def _table(self, start: int) -> list[int]:
        return _numbers(self._chain(start, len(self._data)))

    def _read_entries(self, start: int) -> list[_Entry]:
        directory = self._chain(start, _MOST_ENTRIES * _ENTRY_BYTES)
        found = []
        for at in range(0, len(directory) - _ENTRY_BYTES + 1, _ENTRY_BYTES):
            length, kind = struct.unpack_from("<HB", directory, at + 64)
            if kind not in (1, 2, 5):
                continue
            raw = directory[at : at + max(0, min(length, 64) - 2)]
            first, size = struct.unpack_from("<II", directory, at + 116)
            name = raw.decode("utf-16-le", "replace")
            found.append(_Entry(name, kind == 2, kind == 5, first, size))
        return found


def _numbers(data: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4]))
