"""Examine: documents with their spans, for the commands that only look."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sfumato.batch.job import Job, Outcome, refused
from sfumato.batch.local import Pool
from sfumato.batch.records import Piece, Record, pieces
from sfumato.batch.tree import Source, collect, read_source
from sfumato.cli.progress import Bar
from sfumato.core.document import Language
from sfumato.core.errors import SfumatoError
from sfumato.core.speed import Speed
from sfumato.policy.load import load_policy

_MARKED = ("txt", "brat")


@dataclass(frozen=True, slots=True)
class Examined:
    """One document as `detect`, `scan` and `explain` see it.

    `line` is its line in a JSONL file, 0 for a whole file. `ahead` is how many characters of the
    file stand before the text and are none of it: one for the byte order mark of a UTF-8 file,
    which BRAT and its scorers count.
    """

    path: Path = field(repr=False)
    id: str = field(repr=False)
    outcome: Outcome
    ahead: int = 0
    line: int = 0


def examine_paths(
    paths: Sequence[Path],
    *,
    policy_name: str,
    language: Language | None,
    speed: Speed | None,
    jobs: int,
    bar: Bar | None = None,
) -> Iterator[Examined]:
    """All documents under the paths with their spans, in order, each as soon as it is there."""
    policy = load_policy(policy_name, speed=speed)
    sources = collect(paths)
    if bar:
        bar.begin(len(sources))
    with Pool(policy_name, policy, jobs=jobs, language=language) as pool:
        most = policy.limits.max_bytes

        def examined(piece: Piece) -> Examined:
            if piece.record is not None:
                return _line(piece.source, piece.record, pool)
            return _file(piece.source, most, pool)

        for piece, document in pool.ordered(
            lambda piece: (piece, examined(piece)), pieces(sources, max_bytes=most)
        ):
            if bar:
                bar.advance(piece.number)
            yield document


def _file(source: Source, most: int, pool: Pool) -> Examined:
    try:
        data, companions = read_source(source, max_bytes=most)
    except SfumatoError as error:
        return Examined(source.path, source.path.stem, refused(error.code, str(error)))
    outcome = pool.perform(Job("detect", source.path.name, data, companions))
    ahead = int(outcome.format in _MARKED and data.startswith(BOM_UTF8))
    return Examined(source.path, source.path.stem, outcome, ahead)


def _line(source: Source, record: Record, pool: Pool) -> Examined:
    if record.problem is not None:
        outcome = refused(record.problem.code, str(record.problem))
    else:
        outcome = pool.perform(Job("detect", "line.record", record.data))
    return Examined(source.path, outcome.id or str(record.number), outcome, line=record.number)
