"""Archive: zip containers read with suspicion and written the same way every time.

What counts is measured while inflating, never believed from a header (APPNOTE.TXT 6.3.10).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from sfumato.core.errors import Damaged, Dangerous, Encrypted, TooLarge
from sfumato.core.protocols import Limits

_EPOCH = (1980, 1, 1, 0, 0, 0)
_LOCAL = struct.Struct("<4s5H3L2H")
_ENCRYPTED_BITS = 0x0001 | 0x0040 | 0x2000
_RATIO_FLOOR_BYTES = 1024 * 1024
_CHUNK_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Entry:
    start: int
    packed_bytes: int
    unpacked_bytes: int
    checksum: int
    deflated: bool
    header: int

    @property
    def end(self) -> int:
        return self.start + self.packed_bytes


@dataclass(slots=True)
class Archive:
    """The parts of a zip container, inflated when asked for and counted against the limits."""

    _data: bytes = field(repr=False)
    _entries: dict[str, _Entry] = field(repr=False)
    _limits: Limits
    _spent: dict[str, int] = field(default_factory=dict, repr=False)
    _total: int = 0

    def names(self) -> tuple[str, ...]:
        """The names of the parts, folders left out, in the order of the directory."""
        return tuple(self._entries)

    def read(self, name: str) -> bytes:
        """The bytes of a part; `KeyError` when there is none of that name."""
        entry = self._entries[name]
        packed = self._data[entry.start : entry.end]
        ceiling = self._ceiling(name, entry)
        unpacked = _inflate(packed, ceiling) if entry.deflated else packed
        if len(unpacked) > ceiling:
            self._refuse(entry, ceiling)
        if len(unpacked) != entry.unpacked_bytes or zlib.crc32(unpacked) != entry.checksum:
            raise Damaged("a part of the archive fails its checksum")
        self._total += len(unpacked) - self._spent.get(name, 0)
        self._spent[name] = len(unpacked)
        return unpacked

    def _ceiling(self, name: str, entry: _Entry) -> int:
        spent = self._total - self._spent.get(name, 0)
        ratio = max(_RATIO_FLOOR_BYTES, entry.packed_bytes * self._limits.max_ratio)
        return min(ratio, self._limits.max_unpacked_bytes - spent)

    def _refuse(self, entry: _Entry, ceiling: int) -> None:
        if ceiling == max(_RATIO_FLOOR_BYTES, entry.packed_bytes * self._limits.max_ratio):
            raise Dangerous(f"a part unpacks to over {self._limits.max_ratio} times its size")
        raise TooLarge(f"unpacks to over {self._limits.max_unpacked_bytes} bytes")


def open_archive(data: bytes, limits: Limits) -> Archive:
    """The archive in the bytes, after the checks that need no inflating."""
    infos = _directory(data)
    if len(infos) > limits.max_parts:
        raise TooLarge(f"over {limits.max_parts} parts in the archive")
    _check_names(infos)
    entries = {info.filename: _entry(data, info) for info in infos}
    _check_overlap(entries.values())
    files = {name: entry for name, entry in entries.items() if not name.endswith("/")}
    claimed_bytes = sum(entry.unpacked_bytes for entry in files.values())
    if claimed_bytes > limits.max_unpacked_bytes:
        words = f"unpacks to over {limits.max_unpacked_bytes} bytes"
        raise (Dangerous if claimed_bytes > limits.max_ratio * len(data) else TooLarge)(words)
    return Archive(data, files, limits)


def pack(parts: Sequence[tuple[str, bytes]], *, stored: Collection[str] = ()) -> bytes:
    """A zip of the parts in their order: fixed times, no comments, no extra fields.

    Parts named in `stored` are not deflated, as the "mimetype" of an OpenDocument demands.
    """
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, data in parts:
            info = ZipInfo(name, _EPOCH)
            info.create_system = 0
            info.compress_type = ZIP_STORED if name in stored else ZIP_DEFLATED
            archive.writestr(info, data)
    return target.getvalue()


def _directory(data: bytes) -> list[ZipInfo]:
    infos: list[ZipInfo] | None = None
    try:
        with ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
    except (BadZipFile, ValueError, NotImplementedError, OSError, struct.error, EOFError):
        infos = None
    if infos is None:
        raise Damaged("not a readable zip archive")
    return infos


def _check_names(infos: Iterable[ZipInfo]) -> None:
    seen: set[str] = set()
    for info in infos:
        name = info.filename
        if name.startswith("/") or ":" in name or ".." in name.replace("\\", "/").split("/"):
            raise Dangerous("a part of the archive has a name outside the archive")
        # Readers of some formats compare names without case; two such parts could hide one.
        if name.casefold() in seen:
            raise Damaged("two parts of the archive have the same name")
        seen.add(name.casefold())


def _entry(data: bytes, info: ZipInfo) -> _Entry:
    if info.flag_bits & _ENCRYPTED_BITS:
        raise Encrypted("the archive is encrypted")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise Damaged("a part of the archive is packed in an unknown way")
    head = data[info.header_offset : info.header_offset + _LOCAL.size]
    if info.header_offset < 0 or len(head) < _LOCAL.size or head[:4] != b"PK\x03\x04":
        raise Damaged("a part of the archive is not where the directory says")
    fields = _LOCAL.unpack(head)
    start = info.header_offset + _LOCAL.size + fields[9] + fields[10]
    entry = _Entry(
        start,
        info.compress_size,
        info.file_size,
        info.CRC,
        info.compress_type == ZIP_DEFLATED,
        info.header_offset,
    )
    if entry.end > len(data):
        raise Damaged("a part of the archive is cut off")
    return entry


def _check_overlap(entries: Iterable[_Entry]) -> None:
    for one, two in pairwise(sorted(entries, key=lambda entry: entry.header)):
        if two.header < one.end:
            raise Dangerous("parts of the archive overlap")


def _inflate(packed: bytes, ceiling: int) -> bytes:
    """The inflated bytes, or a little more than the ceiling where there would be more."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    pieces: list[bytes] = []
    length = 0
    broken = False
    try:
        rest = packed
        while length <= ceiling and not inflater.eof:
            piece = inflater.decompress(rest, _CHUNK_BYTES)
            rest = inflater.unconsumed_tail
            pieces.append(piece)
            length += len(piece)
            if not piece and not rest:
                break
    except zlib.error:
        broken = True
    if broken or (not inflater.eof and length <= ceiling):
        raise Damaged("a part of the archive does not inflate")
    return b"".join(pieces)
