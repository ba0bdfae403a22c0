"""Store: outputs, journal and dossier on disk. Every write is whole or not there."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sfumato.core.errors import WriteFailed

JOURNAL = ".sfumato-journal.jsonl"
DOSSIER = "dossier.json"
_PART_SUFFIX = ".sfumato-part"


def digest_of(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that after a crash it is there whole or not at all."""
    part = path.with_name(f".{digest_of(path.name.encode())[:16]}{_PART_SUFFIX}")
    problem = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        part.replace(path)
        _sync_folder(path.parent)
        return
    except OSError as error:
        problem = error.strerror or "cannot be written"
    with contextlib.suppress(OSError):
        part.unlink(missing_ok=True)
    raise WriteFailed(f"output: {problem}")


def remove(path: Path) -> None:
    """Takes away what an earlier run left at the place of a refused document."""
    problem = ""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        problem = error.strerror or "cannot be removed"
    if problem:
        raise WriteFailed(f"output: {problem}")


def sweep(folder: Path) -> None:
    """Takes away the unfinished parts that a killed run left."""
    for part in folder.rglob(f".*{_PART_SUFFIX}"):
        remove(part)


class Journal:
    """What is finished, a line a document, so that a killed run can be resumed."""

    def __init__(self, folder: Path, run: Mapping[str, str], *, resume: bool) -> None:
        self._path = folder / JOURNAL
        self.done: dict[str, dict[str, Any]] = self._read(run) if resume else {}
        lines = [{"run": dict(run)}, *self.done.values()]
        write_whole(self._path, "".join(_line(line) for line in lines).encode())

    def add(self, entry: Mapping[str, Any]) -> None:
        """One finished document."""
        problem = ""
        try:
            with self._path.open("ab") as handle:
                handle.write(_line(entry).encode())
                handle.flush()
                os.fsync(handle.fileno())
            return
        except OSError as error:
            problem = error.strerror or "cannot be written"
        raise WriteFailed(f"journal: {problem}")

    def close(self) -> None:
        """The run is complete; the dossier has taken its place."""
        remove(self._path)

    def _read(self, run: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        try:
            lines = self._path.read_bytes().split(b"\n")
        except OSError:
            return {}
        entries = [entry for line in lines if (entry := _parsed(line)) is not None]
        if not entries or entries[0].get("run") != dict(run):
            return {}
        return {entry["key"]: entry for entry in entries[1:] if "key" in entry}


def unfinished(folder: Path) -> bool:
    """Whether a run into this folder was interrupted."""
    return (folder / JOURNAL).exists()


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False) + "\n"


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
