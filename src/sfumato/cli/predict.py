"""Predict: what the detectors of a policy find in the texts of a gold standard."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sfumato.batch.job import Job, Outcome
from sfumato.batch.local import Pool
from sfumato.core.document import Language
from sfumato.core.release import Reason
from sfumato.core.speed import Speed
from sfumato.evaluate.note import Mark, Note
from sfumato.policy.load import load_policy


@dataclass(frozen=True, slots=True)
class Predicted:
    """The marks of one note in Sfumato's own labels, or why there are none."""

    id: str = field(repr=False)
    marks: tuple[Mark, ...] = field(default=(), repr=False)
    refused: Reason | None = None


def predict(
    notes: Sequence[Note],
    *,
    policy_name: str,
    language: Language | None = None,
    speed: Speed | None = None,
    jobs: int = 1,
) -> Iterator[Predicted]:
    """The notes' predictions, in the notes' order."""
    policy = load_policy(policy_name, speed=speed)
    with Pool(policy_name, policy, jobs=jobs, language=language) as pool:
        outcomes = pool.ordered(lambda note: pool.perform(_job(note)), notes)
        for note, outcome in zip(notes, outcomes, strict=True):
            yield _predicted(note, outcome)


def _job(note: Note) -> Job:
    """A record, so that no text is taken for another format and every offset stays."""
    return Job("detect", "line.record", json.dumps({"text": note.text}).encode())


def _predicted(note: Note, outcome: Outcome) -> Predicted:
    if outcome.verdict == "refused":
        return Predicted(note.id, refused=outcome.reasons[0])
    if not outcome.text.startswith(note.text):
        return Predicted(note.id, refused=Reason("damaged", "the text was not read as it is"))
    marks = tuple(
        Mark(found.start, found.end, found.label)
        for found in outcome.findings
        if found.start < len(note.text)
    )
    return Predicted(note.id, marks)
