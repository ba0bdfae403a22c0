"""Tree: the files under the given paths, in a fixed order, and their bytes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from sfumato.core.errors import EmptyFile, PolicyError, SfumatoError, TooLarge, Unreadable

PART_SUFFIX = ".sfumato-part"


@dataclass(frozen=True, slots=True)
class Source:
    """One input file: its path, its place below the output folder, a BRAT companion if any.

    `problem` says why it can be known without opening it that it will be refused.
    """

    path: Path = field(repr=False)
    relative: PurePosixPath = field(repr=False)
    companion: Path | None = field(default=None, repr=False)
    problem: str = ""


def collect(paths: Sequence[Path], *, apart: Path | None = None) -> list[Source]:
    """All files under the paths in a fixed order; those under `apart` (the output) are left out."""
    sources: list[Source] = []
    shut = os.path.realpath(apart) if apart else None
    for path in paths:
        if shut and (os.path.realpath(path) + os.sep).startswith(shut + os.sep):
            raise PolicyError("the output folder may not hold the input")
        if path.is_dir():
            sources += _folder(path, shut)
        else:
            sources.append(Source(path, PurePosixPath(path.name)))
    if apart:
        _no_two_alike(sources)
    return sources


def read_source(source: Source, *, max_bytes: int) -> tuple[bytes, dict[str, bytes]]:
    """The bytes of a source and of its companion."""
    data = _bytes(source, source.path, max_bytes)
    if source.companion is None:
        return data, {}
    return data, {source.companion.suffix: _bytes(source, source.companion, max_bytes)}


def open_source(source: Source, *, path: Path | None = None) -> BinaryIO:
    """A regular file, open for reading; nothing else is ever opened, and no open waits."""
    if source.problem:
        raise Unreadable(source.problem)
    problem = ""
    try:
        return _regular(path or source.path)
    except OSError as error:
        problem = _words(error)
    raise Unreadable(problem)


def _bytes(source: Source, path: Path, max_bytes: int) -> bytes:
    problem: SfumatoError
    try:
        with open_source(source, path=path) as handle:
            size = os.fstat(handle.fileno()).st_size
            data = b"" if size > max_bytes else handle.read(max_bytes + 1)
    except OSError as error:
        problem = Unreadable(_words(error))
    else:
        if size == 0 and not data:
            raise EmptyFile("the file is empty")
        if max(size, len(data)) <= max_bytes:
            return data
        problem = TooLarge(f"over {max_bytes} bytes")
    raise problem


def _regular(path: Path) -> BinaryIO:
    """Looked at before it is opened, as opening a device may do something to it."""
    _check_regular(path.stat())
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _check_regular(os.fstat(handle))
    except Unreadable:
        os.close(handle)
        raise
    return os.fdopen(handle, "rb")


def _check_regular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise Unreadable("not a regular file")


def _words(error: OSError) -> str:
    return (error.strerror or "cannot be read").lower()


def _folder(root: Path, shut: str | None) -> Iterator[Source]:
    denied: list[Source] = []

    def note(error: OSError) -> None:
        denied.append(_refused(root, Path(error.filename), f"the folder: {_words(error)}"))

    for folder, names, files in os.walk(root, onerror=note):
        here = Path(folder)
        names[:] = sorted(
            name for name in names if shut is None or os.path.realpath(here / name) != shut
        )
        for name in names:
            if (here / name).is_symlink():
                yield _refused(root, here / name, "a link to a folder; links are not followed")
        yield from _files(root, here, sorted(files))
    yield from sorted(denied, key=lambda source: source.path)


def _refused(root: Path, path: Path, problem: str) -> Source:
    relative = PurePosixPath(*path.relative_to(root).parts)
    name = PurePosixPath(root.name or "folder")
    return Source(path, relative if relative.name else name, problem=problem)


def _files(root: Path, here: Path, files: list[str]) -> Iterator[Source]:
    present = set(files)
    for name in files:
        if name.endswith(PART_SUFFIX):
            continue
        path = here / name
        if path.suffix == ".ann" and f"{path.stem}.txt" in present:
            continue
        relative = PurePosixPath(*path.relative_to(root).parts)
        companion = path.with_suffix(".ann") if path.suffix == ".txt" else None
        paired = companion is not None and companion.name in present
        yield Source(path, relative, companion if paired else None)


def _no_two_alike(sources: Sequence[Source]) -> None:
    taken: set[PurePosixPath] = set()
    for source in sources:
        if source.relative in taken:
            raise PolicyError(f"{source.path}: two inputs would go to the same output")
        taken.add(source.relative)
