"""Store: outputs, journal and dossier on disk. Every write is whole or not there."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO

from sfumato.batch.tree import PART_SUFFIX
from sfumato.core.errors import PolicyError, WriteFailed

JOURNAL = ".sfumato-journal.jsonl"
DOSSIER = "dossier.json"

Entry = dict[str, Any]


def digest_of(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def digest_of_file(path: Path) -> str | None:
    """SHA-256 of a file in hexadecimal; None when it cannot be read."""
    try:
        with path.open("rb") as handle:
            return hashlib.file_digest(handle, "sha256").hexdigest()
    except OSError:
        return None


class Part:
    """A file that grows beside its place and takes it only when it is whole."""

    def __init__(self, path: Path) -> None:
        self._part = path.with_name(f".{digest_of(os.fsencode(path.name))[:16]}{PART_SUFFIX}")
        self._handle: BinaryIO | None = None
        self._sha256 = hashlib.sha256()

    def add(self, data: bytes) -> None:
        """More bytes at the end."""
        try:
            self._opened().write(data)
            self._sha256.update(data)
            return
        except OSError as error:
            problem = _words(error)
        self.drop()
        raise WriteFailed(f"output: {problem}")

    def finish(self, path: Path) -> None:
        """Puts the file in its place, so that after a crash it is there whole or not at all."""
        try:
            handle = self._opened()
            handle.flush()
            os.fsync(handle.fileno())
            handle.close()
            path.parent.mkdir(parents=True, exist_ok=True)
            self._part.replace(path)
            _sync_folder(path.parent)
            return
        except OSError as error:
            problem = _words(error)
        self.drop()
        raise WriteFailed(f"{_shown(path)}: {problem}")

    def digest(self) -> str:
        """SHA-256 in hexadecimal of what was added."""
        return self._sha256.hexdigest()

    def drop(self) -> None:
        """Takes the unfinished file away."""
        with contextlib.suppress(OSError):
            if self._handle is not None:
                self._handle.close()
        with contextlib.suppress(OSError):
            self._part.unlink(missing_ok=True)

    def _opened(self) -> BinaryIO:
        if self._handle is None:
            self._part.parent.mkdir(parents=True, exist_ok=True)
            self._handle = self._part.open("wb")
        return self._handle


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that after a crash it is there whole or not at all."""
    part = Part(path)
    part.add(data)
    part.finish(path)


def move(path: Path, to: Path) -> None:
    """Moves an output to another place in the output folder."""
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        path.replace(to)
        _sync_folder(to.parent)
        return
    except OSError as error:
        problem = _words(error)
    raise WriteFailed(f"output: {problem}")


def remove(path: Path) -> None:
    """Takes away what an earlier run left at the place of a refused document."""
    try:
        path.unlink(missing_ok=True)
        return
    except NotADirectoryError:
        return
    except OSError as error:
        problem = _words(error)
    raise WriteFailed(f"output: {problem}")


def sweep(folder: Path) -> None:
    """Takes away the unfinished parts that a killed run left."""
    for part in folder.rglob(f".*{PART_SUFFIX}"):
        remove(part)


class Journal:
    """What is finished, a line a source, so that a killed run can be resumed.

    The open journal is locked: two runs at once into the same folder are an error.
    """

    def __init__(self, folder: Path, run: Mapping[str, Any], *, resume: bool) -> None:
        self._path = folder / JOURNAL
        self.done: dict[str, list[Entry]] = {}
        self._handle = _locked(self._path)
        before = self._read(run) if resume else {}
        lines: list[Mapping[str, Any]] = [{"run": dict(run)}]
        lines += [{"key": key, "entries": entries} for key, entries in before.items()]
        try:
            self._replace("".join(map(_line, lines)).encode())
        except WriteFailed:
            self.leave()
            if not before:
                remove(self._path)
            raise
        self.done = before

    def add(self, key: str, entries: Sequence[Entry]) -> None:
        """One finished source. On a full disk it is left out: resuming then repeats the source."""
        end = self._handle.seek(0, os.SEEK_END)
        try:
            self._handle.write(_line({"key": key, "entries": list(entries)}).encode())
            os.fsync(self._handle.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                self._handle.truncate(end)

    def close(self) -> None:
        """The run is complete; the dossier has taken its place."""
        remove(self._path)
        self.leave()

    def leave(self) -> None:
        """Unlocks the journal and leaves it for a later run."""
        with contextlib.suppress(OSError):
            self._handle.close()

    def _replace(self, data: bytes) -> None:
        """A new journal in the place of the old one; the lock goes over to it."""
        write_whole(self._path, data)
        before, self._handle = self._handle, _locked(self._path)
        before.close()

    def _read(self, run: Mapping[str, Any]) -> dict[str, list[Entry]]:
        self._handle.seek(0)
        whole = self._handle.read() or b""
        lines = [found for line in whole.split(b"\n") if (found := _parsed(line)) is not None]
        if not lines or lines[0].get("run") != dict(run):
            return {}
        return {line["key"]: line["entries"] for line in lines[1:] if "entries" in line}


def unfinished(folder: Path) -> bool:
    """Whether a run into this folder was interrupted."""
    return (folder / JOURNAL).exists()


def _locked(path: Path) -> FileIO:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = path.open("a+b", buffering=0)
    except OSError as error:
        problem = _words(error)
    else:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return handle
        except OSError:
            handle.close()
        raise PolicyError("another run is at work in the output folder")
    raise WriteFailed(f"the output folder: {problem}")


def _shown(path: Path) -> str:
    """How a message names an output: by its name only where that is ours."""
    return path.name if path.name in (DOSSIER, JOURNAL) else "output"


def _words(error: OSError) -> str:
    return (error.strerror or "cannot be written").lower()


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry) + "\n"


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
