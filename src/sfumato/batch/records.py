"""Records: sources as documents: a file each, or, where a JSONL file holds texts, a line each."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from sfumato.batch.tree import Source, open_source
from sfumato.core.errors import SfumatoError, TooLarge, Unreadable

_RECORDS = ".jsonl"
_CHUNK_BYTES = 1 << 16
# The only foreign bytes that are parsed outside of a worker: one short line.
_LONGEST_PEEK_BYTES = 1 << 24


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a JSONL file; `problem` is set where the line cannot be handed on."""

    number: int
    data: bytes = field(default=b"", repr=False)
    ending: bytes = b"\n"
    problem: SfumatoError | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """One document on its way: a whole source, or one record of it."""

    source: Source
    number: int
    """The source's place in the order of all sources, from 1."""
    record: Record | None = None
    last: bool = True
    """Whether nothing more comes from this source."""


def pieces(sources: Iterable[Source], *, max_bytes: int) -> Iterator[Piece]:
    """All documents of the sources in order; JSONL files are read line by line."""
    for number, source in enumerate(sources, start=1):
        if is_records(source, max_bytes=max_bytes):
            yield from _lines(source, number, max_bytes)
        else:
            yield Piece(source, number)


def is_records(source: Source, *, max_bytes: int) -> bool:
    """Whether a file is JSONL whose objects have a text, so that each line is a document."""
    if source.path.suffix.lower() != _RECORDS:
        return False
    try:
        with open_source(source) as handle:
            first = next(_numbered(handle, min(max_bytes, _LONGEST_PEEK_BYTES)), (0, b""))[1]
    except (SfumatoError, OSError):
        return False  # read as a whole file, it is refused with the reason
    return _has_text(first)


def records(source: Source, *, max_bytes: int) -> Iterator[Record]:
    """The lines of a JSONL file that are not blank; one that is too long is a problem."""
    problem: SfumatoError | None = None
    number = 0
    try:
        with open_source(source) as handle:
            for number, line in _numbered(handle, max_bytes):
                yield _record(number, line, max_bytes)
        return
    except SfumatoError as error:
        problem = error
    except OSError as error:
        problem = Unreadable((error.strerror or "cannot be read").lower())
    yield Record(number + 1, problem=problem)


def _lines(source: Source, number: int, max_bytes: int) -> Iterator[Piece]:
    before: Record | None = None
    for record in records(source, max_bytes=max_bytes):
        if before is not None:
            yield Piece(source, number, before, last=False)
        before = record
    if before is not None:
        yield Piece(source, number, before)


def _numbered(handle: BinaryIO, max_bytes: int) -> Iterator[tuple[int, bytes]]:
    """Line numbers and lines; of a line over the limit only its beginning, one byte too long."""
    number = 0
    while line := handle.readline(max_bytes + 1):
        number += 1
        if len(line) > max_bytes:
            _skip_line(handle, line)
        if number == 1:
            line = line.removeprefix(BOM_UTF8)
        if line.strip():
            yield number, line


def _skip_line(handle: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = handle.readline(_CHUNK_BYTES)


def _record(number: int, line: bytes, max_bytes: int) -> Record:
    if len(line) > max_bytes:
        return Record(number, problem=TooLarge(f"over {max_bytes} bytes"))
    return Record(number, line.strip(), b"\r\n" if line.endswith(b"\r\n") else b"\n")


def _has_text(line: bytes) -> bool:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and isinstance(found.get("text"), str)
