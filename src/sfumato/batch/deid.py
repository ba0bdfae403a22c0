"""Deid: whole folders through the line into an output folder, with dossier and resume."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from sfumato.batch.job import Job, Outcome, refused
from sfumato.batch.local import Pool
from sfumato.batch.store import DOSSIER, Journal, digest_of, remove, sweep, unfinished, write_whole
from sfumato.batch.tree import Source, collect, is_records, read_source, records
from sfumato.core.errors import PolicyError, SfumatoError, WriteFailed
from sfumato.policy.model import Policy
from sfumato.version import VERSION


@dataclass(frozen=True, slots=True)
class Done:
    """One finished document as the caller shows it; no identifying text."""

    entry: dict[str, Any] = field(repr=False)
    source: Path = field(repr=False)
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
    begun: Callable[[int], None] | None = None,
) -> Iterator[Done]:
    """De-identifies all files under the paths into `out`; ends with the dossier."""
    if not resume and unfinished(out):
        raise PolicyError("an interrupted run left its journal in the output folder; add --resume")
    sources = collect(paths, apart=out)
    if begun:
        begun(len(sources))
    if resume:
        sweep(out)
    run = {"policy": policy.digest, "version": VERSION}
    journal = Journal(out, run, resume=resume)
    batch = _Batch(out, policy, pool, journal.done)
    entries: list[dict[str, Any]] = []
    for finished in pool.ordered(batch.source, list(enumerate(sources, start=1))):
        for done in finished:
            if not done.resumed:
                journal.add(done.entry)
            entries.append(done.entry)
            yield done
    write_whole(out / DOSSIER, _dossier(entries, policy))
    journal.close()


class _Batch:
    def __init__(
        self, out: Path, policy: Policy, pool: Pool, before: dict[str, dict[str, Any]]
    ) -> None:
        self._out = out
        self._policy = policy
        self._pool = pool
        self._before = before

    def source(self, numbered: tuple[int, Source]) -> list[Done]:
        """All documents of one file, their outputs written."""
        number, source = numbered
        began = time.monotonic()
        try:
            data, companions = read_source(source, max_bytes=self._policy.limits.max_bytes)
        except SfumatoError as error:
            return [self._finish(source, number, b"", refused(error.code, str(error)), began)]
        if is_records(source, data):
            return self._records(source, number, data)
        known = self._known(source, data)
        if known is not None:
            return [Done(known, source.path, 0.0, resumed=True)]
        outcome = self._pool.perform(Job("deid", source.path.name, data, companions))
        return [self._finish(source, number, data, outcome, began)]

    def _known(self, source: Source, data: bytes) -> dict[str, Any] | None:
        """The journal's entry of a source, if its input and its output are still the same."""
        entry = self._before.get(digest_of(str(source.relative).encode()))
        if entry is None or entry["input_sha256"] != digest_of(data):
            return None
        if entry["verdict"] == "released":
            try:
                if digest_of((self._out / entry["output"]).read_bytes()) != entry["output_sha256"]:
                    return None
            except OSError:
                return None
        return entry

    def _finish(
        self, source: Source, number: int, data: bytes, outcome: Outcome, began: float
    ) -> Done:
        target = _target(source.relative, number, outcome)
        if outcome.verdict == "released":
            try:
                self._write(target, outcome)
            except WriteFailed as error:
                outcome = refused(error.code, str(error))
        if outcome.verdict != "released":
            remove(self._out / target)
        entry = _entry(source, number, target, data, outcome)
        return Done(entry, source.path, time.monotonic() - began)

    def _write(self, target: PurePosixPath, outcome: Outcome) -> None:
        for suffix, data in outcome.companions.items():
            write_whole(self._out / target.with_suffix(suffix), data)
        write_whole(self._out / target, outcome.output)

    def _records(self, source: Source, number: int, data: bytes) -> list[Done]:
        """Each line is a document; refused lines are missing from the output."""
        began = time.monotonic()
        found = list(records(data))
        name = f"{source.path.stem}.record"
        jobs = [Job("deid", name, record.data) for record in found]
        outcomes = list(self._pool.ordered(self._pool.perform, jobs))
        target = source.relative
        if any(outcome.name_identifies for outcome in outcomes):
            target = target.with_name(f"document-{number:04d}.jsonl")
        lines = [outcome.output for outcome in outcomes if outcome.verdict == "released"]
        try:
            write_whole(self._out / target, b"\n".join([*lines, b""]))
        except WriteFailed as error:
            outcomes = [refused(error.code, str(error))] * len(found)
        seconds = (time.monotonic() - began) / max(1, len(found))
        return [
            Done(
                _entry(source, number, target, record.data, outcome, line=record.number),
                source.path,
                seconds,
            )
            for record, outcome in zip(found, outcomes, strict=True)
        ]


def _target(relative: PurePosixPath, number: int, outcome: Outcome) -> PurePosixPath:
    """The output's place: the input's, without a name that identifies, with a new ending."""
    name = relative.name
    if outcome.name_identifies:
        name = f"document-{number:04d}{relative.suffix}"
    return relative.with_name(name + (outcome.extension or ""))


def _entry(
    source: Source,
    number: int,
    target: PurePosixPath,
    data: bytes,
    outcome: Outcome,
    *,
    line: int = 0,
) -> dict[str, Any]:
    released = outcome.verdict == "released"
    place = f"{source.relative}#{line}" if line else str(source.relative)
    return {
        "key": digest_of(place.encode()),
        "number": number,
        "output": str(target) if released else None,
        "line": line,
        "verdict": outcome.verdict,
        "format": outcome.format,
        "language": outcome.language,
        "input_sha256": digest_of(data),
        "output_sha256": digest_of(outcome.output) if released else None,
        "spans": outcome.counts(),
        "operators": dict(sorted(Counter(f.operator for f in outcome.findings).items())),
        "reasons": [str(reason) for reason in outcome.reasons],
        "notes": list(outcome.notes),
    }


def _dossier(entries: list[dict[str, Any]], policy: Policy) -> bytes:
    spans: Counter[str] = Counter()
    for entry in entries:
        spans.update(entry["spans"])
    whole = {
        "sfumato": VERSION,
        "policy": {"name": policy.name, "digest": policy.digest},
        "documents": sorted(entries, key=lambda entry: (entry["number"], entry["line"])),
        "totals": {
            "documents": len(entries),
            "released": sum(entry["verdict"] == "released" for entry in entries),
            "refused": sum(entry["verdict"] == "refused" for entry in entries),
            "spans": dict(sorted(spans.items())),
        },
    }
    return (json.dumps(whole, indent=2, ensure_ascii=False) + "\n").encode()
