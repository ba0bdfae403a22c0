"""The line: bytes -> document -> spans -> edits -> bytes -> inspection -> Release or Refusal.

Everything that leaves the program leaves through `run`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePosixPath
from secrets import token_bytes

from sfumato.core.dice import Dice
from sfumato.core.document import Document, Language
from sfumato.core.edit import Edit
from sfumato.core.errors import KeyMissing, SfumatoError
from sfumato.core.keys import Key
from sfumato.core.protocols import Detector, Intake, PrivacyModel, Register, Written
from sfumato.core.record import Entry
from sfumato.core.release import Reason, Refusal, Release, Sealed
from sfumato.core.span import Span, resolve
from sfumato.formats.registry import FORMATS, read
from sfumato.inspection import Inspected, inspect
from sfumato.knowledge.language import tell_language
from sfumato.knowledge.passages import other_passages
from sfumato.policy.engine import decide, judge
from sfumato.policy.model import Policy
from sfumato.progress import Progress
from sfumato.repaint import repainted
from sfumato.search import Search
from sfumato.transform.vault import Vault, memory_of

_ROUNDS = 6
"""Other words around it may let a detector see what it missed; each round it gets less."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one run needs beside the bytes: policy, detectors, key, privacy models, record."""

    policy: Policy
    detectors: Mapping[str, Detector]
    key: Key | None = None
    models: tuple[PrivacyModel, ...] = ()
    language: Language | None = None
    dice: Dice = field(default_factory=lambda: Dice(token_bytes(32)))
    record: Register | None = None


def run(data: bytes, intake: Intake, line: Line) -> Release | Refusal:
    """De-identifies one file. Any failure on the way is a refusal."""
    progress = Progress(line.policy, intake)
    try:
        return _run(data, intake, line, progress)
    except SfumatoError as error:
        reason = Reason(error.code, str(error))
    except (MemoryError, RecursionError):
        reason = Reason("limit", "the document needs more memory or depth than it may have")
    except Exception as error:
        reason = Reason("error", f"{type(error).__name__} while working on the document")
    return progress.refusal((reason,))


def examine(data: bytes, intake: Intake, line: Line) -> tuple[str, Document, tuple[Span, ...]]:
    """The format, the document and its spans, for commands that only look."""
    name, document = _read(data, intake, line)
    return name, document, find(document, line)


def find(document: Document, line: Line) -> tuple[Span, ...]:
    """The disjoint spans of a document that count under the policy, without a record."""
    return Search(line.policy, line.detectors).find(document)


def _run(data: bytes, intake: Intake, line: Line, progress: Progress) -> Release | Refusal:
    name, document = progress.format, progress.document = _read(data, intake, line)
    entry = progress.entry = _entry(document, intake, line)
    search = Search(line.policy, line.detectors, line.record, entry)
    progress.notes = search.notes(document)
    spans = search.find(document)
    for _ in range(_ROUNDS):
        edits = progress.edits = _edit(document, spans, line, entry)
        written = FORMATS.load(name).write(data, document, edits, intake)
        look = partial(
            inspect,
            intake=intake,
            document=document,
            edits=edits,
            find=search.find,
            known=tuple(search.sought()),
        )
        seen = look(written)
        if not seen.missed:
            break
        spans = resolve([*spans, *seen.missed])
    written, seen = repainted(written, seen, intake, look)
    verdict = judge(replace(seen.facts, strange=_strange(document)), line.policy)
    if not verdict.released:
        return progress.refusal(verdict.reasons)
    release = progress.release(written, seen, search.find)
    vault = _vault(document, written, seen, intake, line, entry) if line.policy.vault else None
    return replace(release, offsets=seen.offsets, vault=vault)


def _vault(
    document: Document,
    written: Written,
    seen: Inspected,
    intake: Intake,
    line: Line,
    entry: Entry | None,
) -> Sealed:
    if line.key is None:
        raise KeyMissing("the vault of the policy needs a key")
    path = str(PurePosixPath(*intake.folders, intake.name))
    subject = entry.subject.id if entry else document.subject
    return Vault(line.key).seal(memory_of(document, seen.pieces, path), written, subject)


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
    path = str(PurePosixPath(*intake.folders, intake.name))
    return line.record.entry_of(path, document.id) if line.record else None


def _edit(
    document: Document, spans: Sequence[Span], line: Line, entry: Entry | None
) -> tuple[Edit, ...]:
    edits: Sequence[Edit] = decide(
        document, spans, line.policy, key=line.key, dice=line.dice, entry=entry
    )
    for model in line.models:
        edits = model.protect(document, edits)
    return tuple(edits)
