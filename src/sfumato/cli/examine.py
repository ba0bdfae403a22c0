"""Examine: documents with their spans, for the commands that only look."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sfumato.batch.job import Job, Outcome, refused
from sfumato.batch.local import Pool
from sfumato.batch.tree import collect, is_records, read_source, records
from sfumato.core.document import Language
from sfumato.core.errors import SfumatoError
from sfumato.policy.load import load_policy

_MARKED = ("txt", "brat")


@dataclass(frozen=True, slots=True)
class Examined:
    """One document as `detect`, `scan` and `explain` see it.

    `ahead` is how many characters of the file stand before the text and are none of it: one for
    the byte order mark of a UTF-8 file, which BRAT and its scorers count.
    """

    path: Path = field(repr=False)
    id: str = field(repr=False)
    outcome: Outcome
    ahead: int = 0


def examine_paths(
    paths: Sequence[Path], *, policy_name: str, language: Language | None, jobs: int
) -> Iterator[Examined]:
    """All documents under the paths with their spans, in order."""
    policy = load_policy(policy_name)
    with Pool(policy_name, policy, jobs=jobs, language=language) as pool:
        for source in collect(paths):
            try:
                data, companions = read_source(source, max_bytes=policy.limits.max_bytes)
            except SfumatoError as error:
                yield Examined(source.path, source.path.stem, refused(error.code, str(error)))
                continue
            if is_records(source, data):
                found = list(records(data))
                work = [Job("detect", "line.record", record.data) for record in found]
                outcomes = pool.ordered(pool.perform, work)
                for record, outcome in zip(found, outcomes, strict=True):
                    yield Examined(source.path, record.id, outcome)
            else:
                job = Job("detect", source.path.name, data, companions)
                outcome = pool.perform(job)
                ahead = int(outcome.format in _MARKED and data.startswith(BOM_UTF8))
                yield Examined(source.path, source.path.stem, outcome, ahead)
