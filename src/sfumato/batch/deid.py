"""Deid: whole folders through the line into an output folder, with dossier and resume."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from sfumato.annotation import EXTENSION
from sfumato.batch.dossier import NOT_WRITTEN, dossier, entry_of
from sfumato.batch.job import Job, Outcome, refused
from sfumato.batch.local import Pool
from sfumato.batch.maps import MAP_SUFFIX, map_file, map_place
from sfumato.batch.names import Names
from sfumato.batch.records import Piece, pieces
from sfumato.batch.store import (
    DOSSIER,
    Entry,
    Journal,
    Part,
    digest_of,
    digest_of_file,
    move,
    remove,
    sweep,
    unfinished,
    write_whole,
)
from sfumato.batch.tree import Source, collect, read_source
from sfumato.batch.vaults import begin, keep, vault_folder
from sfumato.core.errors import PolicyError, SfumatoError, WriteFailed
from sfumato.core.offsets import OffsetMap
from sfumato.policy.model import Policy
from sfumato.version import VERSION


@dataclass(frozen=True, slots=True)
class Done:
    """One finished document as the caller shows it; no identifying text."""

    entry: dict[str, Any] = field(repr=False)
    path: Path = field(repr=False)
    relative: PurePosixPath = field(repr=False)
    seconds: float
    resumed: bool = False

    @property
    def released(self) -> bool:
        """Whether an output was written."""
        return bool(self.entry["verdict"] == "released")


def deid_tree(
    paths: Sequence[Path],
    out: Path,
    policy: Policy,
    pool: Pool,
    *,
    resume: bool = False,
    maps: bool = False,
    begun: Callable[[int], None] | None = None,
) -> Iterator[Done]:
    """De-identifies all files under the paths into `out`; ends with the dossier.

    With `maps` each output has its offset map beside it.
    """
    if not resume and unfinished(out):
        raise PolicyError("an interrupted run left its journal in the output folder; add --resume")
    vault = vault_folder(out) if policy.vault else None
    sources = _outside(collect(paths, apart=out), vault)
    if begun:
        begun(len(sources))
    pool.start()
    if vault is not None:
        begin(vault, pool.key())
    for folder in (out, vault) if resume else ():
        if folder is not None:
            sweep(folder)
    run = {"policy": policy.digest, "version": VERSION, "maps": maps, **pool.setting()}
    journal = Journal(out, run, resume=resume)
    batch = _Batch(out, policy, pool, sources, journal, maps=maps, vault=vault)
    try:
        yield from batch.all()
        batch.settle()
        write_whole(out / DOSSIER, dossier(batch.entries, policy))
        journal.close()
    finally:
        batch.leave()
        journal.leave()


@dataclass(frozen=True, slots=True)
class _Worked:
    """What a thread made of one piece."""

    piece: Piece
    outcome: Outcome = field(repr=False)
    input_sha256: str
    key: str
    seconds: float
    known: Entry | None = field(default=None, repr=False)


@dataclass(slots=True)
class _Open:
    """A JSONL output under way."""

    part: Part
    done: list[Done] = field(default_factory=list)
    failed: WriteFailed | None = None
    neutral: bool = False
    released: int = 0
    maps: list[tuple[int, OffsetMap]] = field(default_factory=list)


_RELEASED = Outcome("released")


class _Batch:
    def __init__(
        self,
        out: Path,
        policy: Policy,
        pool: Pool,
        sources: Sequence[Source],
        journal: Journal,
        *,
        maps: bool,
        vault: Path | None,
    ) -> None:
        self.entries: list[Entry] = []
        self._out = out
        self._pool = pool
        self._sources = sources
        self._journal = journal
        self._told = [EXTENSION] if policy.preferences.annotate else []
        self._names = Names(sources, apart=(*([MAP_SUFFIX] if maps else []), *self._told))
        self._maps = maps
        self._vault = vault
        self._max_bytes = policy.limits.max_bytes
        self._open: _Open | None = None

    def all(self) -> Iterator[Done]:
        """Every document in order, its output written and its source journalled."""
        work = pieces(self._sources, max_bytes=self._max_bytes)
        for worked in self._pool.ordered(self._work, work):
            finished = self._lines(worked) if worked.piece.record else [self._done(worked)]
            if not finished:
                continue
            entries = [done.entry for done in finished]
            # What failed for the disk's sake is tried again by a resumed run.
            if worked.key and not any(map(_unwritten, entries)):
                self._journal.add(worked.key, entries)
            self.entries += entries
            yield from finished

    def settle(self) -> None:
        """Takes folder names that identify out of the output, once all documents are known."""
        shut = {
            list(self._sources[entry["number"] - 1].relative.parents)[-2 - index]
            for entry in self.entries
            for index in entry["folders"]
        }
        for entry in self.entries if shut else ():
            if entry["output"] is not None:
                source = self._sources[entry["number"] - 1]
                before = PurePosixPath(entry["output"])
                entry["output"] = str(self._names.without(source, shut, before.name))
                self._move(before, PurePosixPath(entry["output"]), entry["companions"])

    def leave(self) -> None:
        """Drops what is half written."""
        if self._open is not None:
            self._open.part.drop()

    def _move(self, before: PurePosixPath, after: PurePosixPath, suffixes: Sequence[str]) -> None:
        if before == after:
            return
        for suffix in (*suffixes, before.suffix):
            if (self._out / before.with_suffix(suffix)).exists():
                move(self._out / before.with_suffix(suffix), self._out / after.with_suffix(suffix))
        if self._maps and map_place(self._out / before).exists():
            move(map_place(self._out / before), map_place(self._out / after))
        for folder in list(before.parents)[:-1]:
            try:
                (self._out / folder).rmdir()
            except OSError:
                return  # not empty yet

    def _work(self, piece: Piece) -> _Worked:
        """One piece in a thread: read, worked on by a process, and, if a whole file, written."""
        began, source = time.monotonic(), piece.source
        if piece.record is not None:
            return self._work_line(piece, began)
        try:
            data, companions = read_source(source, max_bytes=self._max_bytes)
        except SfumatoError as error:
            outcome = self._stored(piece, refused(error.code, str(error)))
            return _Worked(piece, outcome, digest_of(b""), "", time.monotonic() - began)
        sha = digest_of(data)
        key = _key(source, sha.encode(), *companions.values())
        known = self._known(key)
        if known is not None:
            return _Worked(piece, Outcome("refused"), sha, key, 0.0, known[0])
        outcome = self._pool.perform(_job(source, source.path.name, data, companions))
        return _Worked(piece, self._stored(piece, outcome), sha, key, time.monotonic() - began)

    def _work_line(self, piece: Piece, began: float) -> _Worked:
        record, source = piece.record, piece.source
        assert record is not None
        if record.problem is not None:
            outcome = refused(record.problem.code, str(record.problem))
        else:
            outcome = self._pool.perform(_job(source, f"{source.path.stem}.record", record.data))
        try:
            self._keep(piece, outcome)
        except WriteFailed as error:
            outcome = refused(error.code, str(error))
        return _Worked(piece, outcome, digest_of(record.data), "", time.monotonic() - began)

    def _known(self, key: str) -> list[Entry] | None:
        """The journal's entries of a source, if its input and its output are still the same."""
        entries = self._journal.done.get(key)
        for entry in entries or ():
            whole = entry["line"] == 0 and entry["verdict"] == "released"
            if whole and digest_of_file(self._out / entry["output"]) != entry["output_sha256"]:
                return None
            if self._vault and entry["vault"] and not (self._vault / entry["vault"]).exists():
                return None
        return entries

    def _place(self, piece: Piece, outcome: Outcome, *, neutral: bool = False) -> PurePosixPath:
        return self._names.place(
            piece.source,
            piece.number,
            extension=outcome.extension or "",
            neutral=neutral or outcome.name_identifies,
        )

    def _stored(self, piece: Piece, outcome: Outcome) -> Outcome:
        """The outcome, a refusal if it cannot be written; nothing stays at a refusal's place."""
        place = self._out / self._place(piece, outcome)
        if outcome.verdict == "released":
            try:
                self._keep(piece, outcome)
                for suffix, data in outcome.companions.items():
                    write_whole(place.with_suffix(suffix), data)
                self._map(place, digest_of(outcome.output), [(0, outcome.offsets)])
                write_whole(place, outcome.output)
                return outcome
            except WriteFailed as error:
                outcome = refused(error.code, str(error))
        return self._cleared(piece, place, outcome)

    def _keep(self, piece: Piece, outcome: Outcome) -> None:
        """The memory is there before its output is."""
        if self._vault is not None:
            keep(self._vault, piece, outcome)

    def _map(self, place: Path, digest: str, maps: Sequence[tuple[int, OffsetMap]]) -> None:
        if self._maps:
            write_whole(map_place(place), map_file(digest, maps))

    def _cleared(self, piece: Piece, place: Path, outcome: Outcome) -> Outcome:
        """A refusal, once what stood at its place is taken away."""
        if piece.source.problem:
            return outcome  # a folder that cannot be read, or a link to one: no document
        ann = [place.with_suffix(".ann")] if piece.source.companion else []
        told = [place.with_name(place.name + ending) for ending in self._told]
        try:
            for path in (place, *ann, *told, *([map_place(place)] if self._maps else ())):
                remove(path)
        except WriteFailed as error:
            return refused(error.code, str(error))
        return outcome

    def _done(self, worked: _Worked) -> Done:
        source = worked.piece.source
        if worked.known is not None:
            known = {**worked.known, "number": worked.piece.number}
            return Done(known, source.path, source.relative, 0.0, resumed=True)
        entry = entry_of(
            worked.piece,
            worked.outcome,
            place=self._place(worked.piece, worked.outcome),
            input_sha256=worked.input_sha256,
        )
        return Done(entry, source.path, source.relative, worked.seconds)

    def _lines(self, worked: _Worked) -> list[Done]:
        """Collects a line; with the last one of its file the output is there."""
        piece, outcome, record = worked.piece, worked.outcome, worked.piece.record
        assert record is not None
        if self._open is None:
            self._open = _Open(Part(self._out / self._place(piece, outcome)))
        lines = self._open
        lines.done.append(self._done(worked))
        lines.neutral |= outcome.name_identifies
        if outcome.verdict == "released" and lines.failed is None:
            lines.released += 1
            lines.maps.append((record.number, outcome.offsets))
            try:
                lines.part.add(outcome.output + record.ending)
            except WriteFailed as error:
                lines.failed = error
        if not piece.last:
            return []
        self._open = None
        return self._finished(lines, self._place(piece, _RELEASED, neutral=lines.neutral))

    def _finished(self, lines: _Open, place: PurePosixPath) -> list[Done]:
        """Each line is a document; refused lines are missing from the output."""
        failed = lines.failed
        try:
            if failed is None and lines.released:
                self._map(self._out / place, lines.part.digest(), lines.maps)
                lines.part.finish(self._out / place)
            else:
                lines.part.drop()
                remove(self._out / place)
                if self._maps:
                    remove(map_place(self._out / place))
        except WriteFailed as error:
            failed = error
        for done in lines.done:
            if done.released:
                done.entry["output"] = str(place)
            if failed is not None:
                done.entry.update(NOT_WRITTEN, reasons=[f"{failed.code}: {failed}"])
        return lines.done


def _outside(sources: list[Source], vault: Path | None) -> list[Source]:
    """The sources without those that are an earlier run's vault."""
    if vault is None:
        return sources
    return [source for source in sources if vault not in source.path.resolve().parents]


def _unwritten(entry: Entry) -> bool:
    return any(reason.startswith(WriteFailed.code) for reason in entry["reasons"])


def _job(source: Source, name: str, data: bytes, companions: dict[str, bytes] | None = None) -> Job:
    return Job("deid", name, data, companions or {}, source.relative.parent.parts)


def _key(source: Source, *contents: bytes) -> str:
    """A journal key that nobody can try out without having the document."""
    return digest_of(b"\0".join([bytes(source.relative), *contents]))
