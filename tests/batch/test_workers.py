"""The same documents give the same spans and bytes on one worker and on sixteen."""

from __future__ import annotations

from pathlib import Path

from sfumato.batch.job import Job
from sfumato.batch.local import Pool
from sfumato.knowledge.marked import read_marked
from sfumato.policy.load import load_policy

_NOTES = sorted((Path(__file__).parents[1] / "gold" / "notes").glob("*.txt"))
_POLICY = "gdpr-strict"


def test_one_worker_and_sixteen_agree() -> None:
    notes = [note for path in _NOTES for note in read_marked(path.read_text("utf-8"))][::9]
    # A short text between long ones, and all of them twice: nothing stays from one to the next.
    texts = [text for note in notes for text in (note.text, note.text[:80])]
    jobs = [Job("deid", "note.txt", text.encode()) for text in (*texts, *reversed(texts))]
    policy = load_policy(_POLICY)
    answers = []
    for workers in (1, 16):
        with Pool(_POLICY, policy, jobs=workers) as pool:
            found = list(pool.ordered(pool.perform, jobs))
        answers.append([(one.verdict, one.findings, one.output) for one in found])
    assert answers[0] == answers[1]
    assert answers[0][: len(texts)] == list(reversed(answers[0][len(texts) :]))
