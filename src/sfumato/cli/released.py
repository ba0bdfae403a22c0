"""Released: outputs with their offset maps, and the documents in files, read in a worker."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sfumato.batch.job import Job, Outcome
from sfumato.batch.local import Pool
from sfumato.batch.maps import MAP_SUFFIX, Mapped, map_place, output_of, read_maps
from sfumato.batch.records import pieces
from sfumato.batch.tree import Source, collect, read_source
from sfumato.cli.place import shown
from sfumato.core.errors import Damaged, InputError, Unreadable
from sfumato.core.protocols import Limits
from sfumato.evaluate.carry import Target
from sfumato.policy.load import load_policy

_POLICY = "hipaa-safe-harbor"  # its limits hold; nothing is searched for
_TEXTS = ("txt", "brat")


class Text(NamedTuple):
    """One document of a file: its line (0 for a whole file), its id, its text."""

    line: int
    id: str
    text: str
    ahead: int = 0


class Output(NamedTuple):
    """An output that has a map, and the documents in it."""

    path: Path
    relative: Path
    targets: tuple[Target, ...]


class Reader:
    """Reads files to text in a confined worker; to be used in a `with` block."""

    def __init__(self) -> None:
        policy = load_policy(_POLICY)
        self._most = policy.limits.max_bytes
        self._pool = Pool(_POLICY, policy)

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    def texts(self, path: Path) -> Iterator[Text]:
        """The documents in a file: the lines of a JSONL file that have a text, or the file."""
        (source,) = collect([path])
        for piece in pieces([source], max_bytes=self._most):
            if piece.record is None:
                yield self._whole(source)
            elif piece.record.problem is not None:
                raise piece.record.problem
            else:
                outcome = self._read(path, "line.record", piece.record.data)
                number = piece.record.number
                yield Text(number, outcome.id or str(number), outcome.text[: outcome.own])

    def _whole(self, source: Source) -> Text:
        data, companions = read_source(source, max_bytes=self._most)
        outcome = self._read(source.path, source.path.name, data, companions)
        ahead = int(outcome.format in _TEXTS and data.startswith(BOM_UTF8))
        return Text(0, source.path.name.split(".")[0], outcome.text, ahead)

    def _read(
        self, path: Path, name: str, data: bytes, companions: dict[str, bytes] | None = None
    ) -> Outcome:
        outcome = self._pool.perform(Job("read", name, data, companions or {}))
        if outcome.verdict == "refused":
            raise InputError(f"{shown(path.name)}: {outcome.reasons[0]}")
        return outcome


def outputs(maps: Path, reader: Reader) -> list[Output]:
    """The outputs of a map file, of an output that has one beside it, or of a whole folder."""
    if maps.is_dir():
        places = sorted(maps.rglob(f"*{MAP_SUFFIX}"))
        if not places:
            raise Damaged(f"{shown(maps.name)}: no {MAP_SUFFIX} in the folder; run deid with --map")
        return [_output(place, place.relative_to(maps), reader) for place in places]
    place = maps if maps.name.endswith(MAP_SUFFIX) else map_place(maps)
    return [_output(place, Path(place.name), reader)]


def mapped(place: Path, output: Path) -> tuple[Mapped, ...]:
    """The maps in a map file; the output must be the one that it was written for."""
    return read_maps(_bytes(place), _bytes(output))


def _output(place: Path, relative: Path, reader: Reader) -> Output:
    path = output_of(place)
    maps, texts = mapped(place, path), list(reader.texts(path))
    if len(maps) != len(texts):
        raise Damaged(f"{shown(path.name)}: not as many documents as its map says")
    targets = [
        Target(text.id, text.text, one.offsets.head(len(text.text)), text.ahead)
        for one, text in zip(maps, texts, strict=True)
    ]
    return Output(path, output_of(relative), tuple(targets))


def _bytes(path: Path) -> bytes:
    problem = ""
    try:
        data = path.read_bytes()
        if len(data) <= Limits().max_unpacked_bytes:
            return data
    except OSError as error:
        problem = (error.strerror or "cannot be read").lower()
    raise Unreadable(f"{shown(path.name)}: {problem or 'too large'}")
