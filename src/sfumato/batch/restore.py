"""Restore: outputs and their vault back to originals. What is read here is what we wrote.

A file is opened only after its digest has opened its memory in the vault, so no foreign bytes
are parsed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from sfumato.batch.maps import MAP_SUFFIX
from sfumato.batch.records import Record, pieces
from sfumato.batch.store import DOSSIER, JOURNAL, write_whole
from sfumato.batch.tree import Source, collect, read_source
from sfumato.batch.vaults import Memories
from sfumato.core.errors import SfumatoError, VaultError
from sfumato.core.protocols import Intake, Limits, Written
from sfumato.formats.registry import FORMATS, read
from sfumato.transform.vault import Memory, edits_back, output_digest, text_digest

_BESIDE = (MAP_SUFFIX, ".jsonld")
"""Endings of what a run may write beside an output, for others to read."""
_MOST = 1 << 40
_LIMITS = Limits(
    max_bytes=_MOST,
    max_characters=_MOST,
    max_unpacked_bytes=_MOST,
    max_ratio=_MOST,
    max_parts=_MOST,
    max_pages=_MOST,
)


class Restored(NamedTuple):
    """One file as it was before, and where it goes below the output folder."""

    relative: PurePosixPath
    files: dict[str, bytes]
    """By extension: the file and what belongs to it."""


def restore_tree(
    paths: Sequence[Path], memories: Memories, out: Path, *, shown: Callable[[Path], str]
) -> int:
    """Restores all files under the paths into a folder; nothing is written if one fails.

    `shown` is how a message names a file.
    """
    found = collect(paths, apart=out)
    sources = [_paired(source) for source in found if _is_output(source.path)]
    if not sources:
        raise VaultError("there is no released file under the paths")
    for source in sources:
        _restored(source, memories, shown)
    for source in sources:
        relative, files = _restored(source, memories, shown)
        for suffix, data in files.items():
            write_whole(out / relative.with_suffix(suffix), data)
    return len(sources)


def _is_output(path: Path) -> bool:
    """Whether it is not what the run itself tells of its outputs."""
    if path.name in (DOSSIER, JOURNAL):
        return False
    if path.suffix == ".ann":
        return not path.with_suffix(".txt").exists()
    return not any(
        path.name.endswith(ending) and path.with_name(path.name.removesuffix(ending)).exists()
        for ending in _BESIDE
    )


def _paired(source: Source) -> Source:
    """A file that was given by itself with the one that belongs to it."""
    companion = source.path.with_suffix(".ann")
    if source.path.suffix != ".txt" or not companion.is_file():
        return source
    return replace(source, companion=companion)


def _restored(source: Source, memories: Memories, shown: Callable[[Path], str]) -> Restored:
    words = ""
    try:
        return Restored(source.relative, dict(_files(source, memories)))
    except SfumatoError as error:
        words, kind = str(error), type(error)
    raise kind(f"{shown(source.path)}: {words}")


def _files(source: Source, memories: Memories) -> Iterator[tuple[str, bytes]]:
    size = max(_size(path) for path in (source.path, source.companion) if path)
    records = [piece.record for piece in pieces([source], max_bytes=size) if piece.record]
    if records:
        yield source.relative.suffix, b"".join(_lines(source, records, memories))
        return
    data, companions = read_source(source, max_bytes=size)
    place = source.path.resolve()
    memory = memories.of(output_digest(data, companions), place)
    written = _back(source.path.name, data, companions, memory)
    yield source.relative.suffix, written.data
    yield from written.companions.items()


def _lines(source: Source, records: Sequence[Record], memories: Memories) -> Iterator[bytes]:
    """The lines of a JSONL file; the same line may stand for several documents, in their order."""
    name = f"{source.path.stem}.record"
    place = source.path.resolve().with_name(name)
    digests = [output_digest(record.data, {}) for record in records]
    turns, seen = Counter(digests), Counter[str]()
    for record, digest in zip(records, digests, strict=True):
        if record.problem is not None:
            raise record.problem
        memory = memories.of(digest, place, turn=seen[digest], turns=turns[digest])
        seen[digest] += 1
        yield _back(name, record.data, {}, memory).data + record.ending


def _size(path: Path) -> int:
    """The size of a file; of one that cannot be read, none: reading it tells why."""
    try:
        return path.stat().st_size
    except OSError:
        return 1


def _back(name: str, data: bytes, companions: dict[str, bytes], memory: Memory) -> Written:
    """One document with its originals, once its text is found to be the one it had."""
    intake = Intake(name=name, limits=_LIMITS, companions=companions)
    found, document = read(data, intake)
    edits = edits_back(memory, document)
    written = FORMATS.load(found).write(data, document, edits, intake)
    again = read(written.data, replace(intake, companions=written.companions))[1]
    if text_digest(again) != memory.digest:
        raise VaultError("the format does not take the original text back")
    return written
