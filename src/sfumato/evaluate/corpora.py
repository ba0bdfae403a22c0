"""Corpora: annotated documents from BRAT, XML, JSON notes, JSON lines and notes marked by hand.

A folder is read without its subfolders. What cannot be read whole is an error: a figure over a part
of a corpus would look like one over all of it.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from sfumato.core.errors import Damaged, SfumatoError, Unreadable, Unsupported
from sfumato.evaluate.note import BYTE_ORDER_MARK, Mark, Note
from sfumato.evaluate.standoff import read_ann, read_tagged
from sfumato.formats.encoding import decode
from sfumato.knowledge.marked import read_marked

_KINDS = (".ann", ".xml", ".json", ".jsonl", ".ndjson", ".txt")
_LINES = (".jsonl", ".ndjson")


class _Entry(NamedTuple):
    """What one source says of one document; a prediction needs no text."""

    id: str
    text: str | None
    marks: tuple[Mark, ...]
    place: str
    language: str = ""
    kind: str = ""


def read_gold(path: Path) -> tuple[Note, ...]:
    """The documents of an annotated corpus, in the order of their ids."""
    notes: dict[str, Note] = {}
    for entry in _once(_entries(path)):
        if entry.text is None:
            raise Damaged(f"{entry.place}: no text, which the gold standard needs")
        _check(entry.marks, len(entry.text), entry.place)
        notes[entry.id] = Note(entry.id, entry.text, entry.marks, entry.language, entry.kind)
    if not notes:
        raise Damaged(f"{path.name}: no annotated documents")
    return tuple(notes[name] for name in sorted(notes))


def read_predicted(path: Path) -> dict[str, tuple[Mark, ...]]:
    """The marks of each document by its id."""
    return {entry.id: entry.marks for entry in _once(_entries(path))}


def _once(entries: Iterable[_Entry]) -> Iterator[_Entry]:
    seen: set[str] = set()
    for entry in entries:
        if entry.id in seen:
            raise Damaged(f"{entry.place}: a second document with the same id")
        seen.add(entry.id)
        yield entry


def _check(marks: Iterable[Mark], length: int, place: str) -> None:
    for number, mark in enumerate(marks, start=1):
        if not 0 <= mark.start <= mark.end <= length:
            raise Damaged(f"{place}, span {number}: not inside the text")


def _entries(path: Path) -> Iterator[_Entry]:
    for file in _files(path):
        yield from _of_file(file)


def _files(path: Path) -> list[Path]:
    """The files of the first kind, in the order of `_KINDS`, that a folder has any of."""
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.is_file())
    for kind in _KINDS:
        found = [file for file in files if file.suffix == kind and not file.name.startswith(".")]
        if found:
            return found
    raise Unsupported(f"{path.name}: no {', '.join(_KINDS)} files in the folder")


def _of_file(file: Path) -> Iterator[_Entry]:
    if file.suffix == ".ann":
        beside = file.with_suffix(".txt")
        text = _text(beside) if beside.exists() else None
        marks = read_ann(decode(_bytes(file)).text, file.name)
        yield _Entry(file.stem, text, marks, file.name)
    elif file.suffix == ".xml":
        yield _tagged(file)
    elif file.suffix == ".json":
        found = _json(_bytes(file), file.name)
        notes = found if isinstance(found, list) else [found]
        for number, note in enumerate(notes, start=1):
            place = file.name if note is found else f"{file.name}, note {number}"
            yield _of_object(note, place, file.stem)
    elif file.suffix in _LINES:
        for number, line in enumerate(_bytes(file).split(b"\n"), start=1):
            if line.strip():
                place = f"{file.name}, line {number}"
                yield _of_object(_json(line, place), place, str(number))
    elif file.suffix == ".txt":
        yield from _marked(file)
    else:
        raise Unsupported(f"{file.name}: not one of {', '.join(_KINDS)}")


def _tagged(file: Path) -> _Entry:
    problem: SfumatoError
    data = _bytes(file)
    try:
        text, marks = read_tagged(data, file.name)
        return _Entry(file.stem, text, marks, file.name)
    except SfumatoError as error:
        words = str(error)
        problem = error if words.startswith(file.name) else type(error)(f"{file.name}: {words}")
    raise problem


def _marked(file: Path) -> Iterator[_Entry]:
    problem = ""
    try:
        for note in read_marked(decode(_bytes(file)).text):
            marks = tuple(Mark(*span) for span in note.spans)
            yield _Entry(note.id, note.text, marks, file.name, note.language, note.kind)
    except Damaged as error:
        problem = str(error)
    if problem:
        raise Damaged(f"{file.name}, {problem}")


def _of_object(found: Any, place: str, name: str) -> _Entry:
    """A note, or a line as `sfumato detect` prints it: the id, else the stem of the path."""
    if not isinstance(found, dict) or not isinstance(found.get("spans"), list):
        raise Damaged(f"{place}: not an object with a list of spans")
    if "id" in found:
        name = str(found["id"])
    elif "path" in found:
        name = PurePath(str(found["path"])).stem
    text = found.get("text")
    marks = [_mark(span, f"{place}, span {n}") for n, span in enumerate(found["spans"], start=1)]
    language, kind = (_word(found.get(key)) for key in ("lang", "kind"))
    words = text if isinstance(text, str) else None
    return _Entry(name, words, tuple(marks), place, language, kind)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _mark(span: Any, place: str) -> Mark:
    if isinstance(span, dict):
        parts = [span.get("start"), span.get("end"), span.get("label", "")]
    else:
        parts = [*span, ""][:3] if isinstance(span, list) else []
    match parts:
        case [int() as start, int() as end, label]:
            return Mark(start, end, label if isinstance(label, str) else "")
    raise Damaged(f"{place}: not [start, end, label]")


def _text(file: Path) -> str:
    """The text as BRAT counts it: a byte order mark of UTF-8 is its first character."""
    found = decode(_bytes(file))
    return BYTE_ORDER_MARK + found.text if found.bom == BOM_UTF8 else found.text


def _json(data: bytes, place: str) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        pass
    raise Damaged(f"{place}: not JSON")


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        problem = error.strerror or "cannot be read"
    raise Unreadable(f"{file.name}: {problem}")
