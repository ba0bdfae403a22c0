"""Tree: the files under the given paths, in a fixed order, and where their outputs go."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from sfumato.core.errors import PolicyError, SfumatoError, TooLarge, Unreadable

_PART_SUFFIX = ".sfumato-part"
_RECORDS = ".jsonl"


@dataclass(frozen=True, slots=True)
class Source:
    """One input file: its path, its place below the output folder, a BRAT companion if any."""

    path: Path
    relative: PurePosixPath
    companion: Path | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a JSONL file."""

    number: int
    id: str = field(repr=False)
    data: bytes = field(repr=False)


def collect(paths: Sequence[Path], *, apart: Path | None = None) -> list[Source]:
    """All files under the paths in a fixed order; those under `apart` (the output) are left out."""
    sources: list[Source] = []
    shut = apart.resolve() if apart else None
    for path in paths:
        if path.is_dir():
            sources += _folder(path, shut)
        else:
            sources.append(Source(path, PurePosixPath(path.name)))
    taken: set[PurePosixPath] = set()
    for source in sources:
        if source.relative in taken:
            raise PolicyError(f"{source.path}: two inputs would go to the same output")
        taken.add(source.relative)
    return sources


def read_source(source: Source, *, max_bytes: int) -> tuple[bytes, dict[str, bytes]]:
    """The bytes of a source and of its companion."""
    if source.problem:
        raise Unreadable(source.problem)
    data = _bytes(source.path, max_bytes)
    if source.companion is None:
        return data, {}
    return data, {source.companion.suffix: _bytes(source.companion, max_bytes)}


def is_records(source: Source, data: bytes) -> bool:
    """Whether a file is JSONL whose objects have a text, so that each line is a document."""
    if source.path.suffix.lower() != _RECORDS:
        return False
    first = next((line for line in data.splitlines() if line.strip()), b"")
    return isinstance(_object(first).get("text"), str)


def records(data: bytes) -> Iterator[Record]:
    """The lines of a JSONL file that are not blank."""
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if line.strip():
            yield Record(number, str(_object(line).get("id", number)), line.strip())


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _bytes(path: Path, max_bytes: int) -> bytes:
    problem: SfumatoError | None = None
    try:
        if not path.is_file():
            problem = Unreadable("no such file" if not path.exists() else "not a regular file")
        elif path.stat().st_size > max_bytes:
            problem = TooLarge(f"over {max_bytes} bytes")
        else:
            return path.read_bytes()
    except OSError as error:
        problem = Unreadable(error.strerror or "cannot be read")
    assert problem is not None
    raise problem


def _folder(root: Path, shut: Path | None) -> Iterator[Source]:
    denied: list[Path] = []

    def note(error: OSError) -> None:
        denied.append(Path(error.filename))

    for folder, names, files in os.walk(root, onerror=note):
        here = Path(folder)
        names[:] = sorted(name for name in names if shut is None or (here / name).resolve() != shut)
        yield from _files(root, here, sorted(files))
    for path in sorted(denied):
        relative = (
            PurePosixPath(*path.relative_to(root).parts) if path != root else PurePosixPath(".")
        )
        yield Source(path, relative, problem="folder cannot be read (permission)")


def _files(root: Path, here: Path, files: list[str]) -> Iterator[Source]:
    present = set(files)
    for name in files:
        if name.endswith(_PART_SUFFIX):
            continue
        path = here / name
        if path.suffix == ".ann" and f"{path.stem}.txt" in present:
            continue
        relative = PurePosixPath(*path.relative_to(root).parts)
        companion = path.with_suffix(".ann") if path.suffix == ".txt" else None
        paired = companion is not None and companion.name in present
        yield Source(path, relative, companion if paired else None)
