"""The line: bytes -> document -> spans -> edits -> bytes -> inspection -> Release or Refusal.

Everything that leaves the program leaves through `run`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from secrets import token_bytes

from sfumato.core.dice import Dice
from sfumato.core.document import Document, Language
from sfumato.core.edit import Edit
from sfumato.core.errors import SfumatoError
from sfumato.core.keys import Key
from sfumato.core.protocols import Detector, Intake, PrivacyModel, Register, Written
from sfumato.core.record import Entry
from sfumato.core.release import Finding, Reason, Refusal, Release
from sfumato.core.span import Span, resolve
from sfumato.detect.known import Known
from sfumato.detect.registry import detect_all
from sfumato.formats.registry import FORMATS, read
from sfumato.inspection import identifies, inspect
from sfumato.knowledge.language import tell_language
from sfumato.knowledge.passages import other_passages
from sfumato.policy.engine import counted, decide, judge
from sfumato.policy.model import Policy

_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """What one run needs beside the bytes: policy, detectors, key, privacy models."""

    policy: Policy
    detectors: Mapping[str, Detector]
    key: Key | None = None
    models: tuple[PrivacyModel, ...] = ()
    language: Language | None = None
    dice: Dice = field(default_factory=lambda: Dice(token_bytes(32)))
    record: Register | None = None


@dataclass(slots=True)
class _Progress:
    """How far a document came, for the report of a refusal."""

    format: str = ""
    document: Document = field(default_factory=lambda: Document("", ""))
    entry: Entry | None = None
    edits: tuple[Edit, ...] = ()


def run(data: bytes, intake: Intake, line: Line) -> Release | Refusal:
    """De-identifies one file. Any failure on the way is a refusal."""
    progress = _Progress()
    try:
        return _run(data, intake, line, progress)
    except SfumatoError as error:
        reason = Reason(error.code, str(error))
    except (MemoryError, RecursionError):
        reason = Reason("limit", "the document needs more memory or depth than it may have")
    except Exception as error:
        reason = Reason("error", f"{type(error).__name__} while working on the document")
    return _refusal((reason,), line, progress)


def examine(data: bytes, intake: Intake, line: Line) -> tuple[str, Document, tuple[Span, ...]]:
    """The format, the document and its spans, for commands that only look."""
    name, document = _read(data, intake, line)
    return name, document, find(document, line)


def find(document: Document, line: Line, entry: Entry | None = None) -> tuple[Span, ...]:
    """The disjoint spans of a document that count under the policy."""
    detectors = {**line.detectors, "known": Known(entry)} if entry else line.detectors
    spans = detect_all(document, detectors, timeout_s=line.policy.limits.timeout_s)
    return tuple(counted(spans, line.policy))


def _run(data: bytes, intake: Intake, line: Line, progress: _Progress) -> Release | Refusal:
    name, document = _read(data, intake, line)
    progress.format, progress.document = name, document
    entry = progress.entry = _entry(document, intake, line)
    spans = find(document, line, entry)
    for _ in range(_ROUNDS):
        edits = _edit(document, spans, line, entry)
        progress.edits = edits
        written = FORMATS.load(name).write(data, document, edits, intake)
        seen = inspect(
            written,
            _intake_of(written, intake),
            document,
            edits,
            lambda again: find(again, line, entry),
        )
        if not seen.missed:
            break
        spans = resolve([*spans, *seen.missed])
    verdict = judge(replace(seen.facts, strange=_strange(document)), line.policy)
    if not verdict.released:
        return _refusal(verdict.reasons, line, progress)
    return _release(written, intake, line, progress)


def _read(data: bytes, intake: Intake, line: Line) -> tuple[str, Document]:
    name, document = read(data, intake)
    notes = [f"a passage in {language} at {place}" for language, place in _strange(document)]
    return name, replace(
        document,
        language=line.language or tell_language(document.text),
        notes=(*document.notes, *notes),
    )


def _strange(document: Document) -> tuple[tuple[str, str], ...]:
    passages = other_passages(document.text)
    return tuple((passage.language, document.place_of(passage.start)) for passage in passages)


def _entry(document: Document, intake: Intake, line: Line) -> Entry | None:
    return line.record.entry_of(intake.name, document.id) if line.record else None


def _edit(
    document: Document, spans: Sequence[Span], line: Line, entry: Entry | None
) -> tuple[Edit, ...]:
    edits: Sequence[Edit] = decide(
        document, spans, line.policy, key=line.key, dice=line.dice, entry=entry
    )
    for model in line.models:
        edits = model.protect(document, edits)
    return tuple(edits)


def _intake_of(written: Written, intake: Intake) -> Intake:
    name = f"written{written.extension}" if written.extension else intake.name
    return replace(intake, name=name, companions=written.companions)


def _release(written: Written, intake: Intake, line: Line, progress: _Progress) -> Release:
    return Release(
        output=written.data,
        edits=progress.edits,
        policy_digest=line.policy.digest,
        format=progress.format,
        language=progress.document.language,
        extension=written.extension,
        findings=_findings(progress),
        notes=tuple(dict.fromkeys((*progress.document.notes, *written.notes))),
        name_identifies=_identifies(PurePath(intake.name).stem, line, progress),
        folders_identify=tuple(
            index
            for index, folder in enumerate(intake.folders)
            if _identifies(folder, line, progress)
        ),
        companions=written.companions,
    )


def _identifies(name: str, line: Line, progress: _Progress) -> bool:
    return identifies(
        name,
        progress.document,
        progress.edits,
        lambda name: find(name, line, progress.entry),
        line.policy.keeps,
    )


def _refusal(reasons: tuple[Reason, ...], line: Line, progress: _Progress) -> Refusal:
    return Refusal(
        reasons,
        line.policy.digest,
        progress.format,
        progress.document.language,
        _findings(progress),
    )


def _findings(progress: _Progress) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            edit.span.start,
            edit.span.end,
            edit.span.label,
            edit.span.score,
            edit.span.detector,
            edit.operator,
            edit.reason,
            progress.document.place_of(edit.span.start),
        )
        for edit in progress.edits
    )
