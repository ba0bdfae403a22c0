"""Job: one document as a worker gets it, and what the worker answers. Pure but for the pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any, Literal, cast

from sfumato.core.document import Document, Language
from sfumato.core.errors import SfumatoError
from sfumato.core.offsets import OffsetMap, plain_map
from sfumato.core.protocols import Intake
from sfumato.core.release import Finding, Reason, Refusal, Release, Sealed, count_labels
from sfumato.core.span import Span
from sfumato.formats.registry import read
from sfumato.pipeline import Line, examine, run
from sfumato.transform.vault import plain_sealed, sealed_of

Task = Literal["deid", "detect", "read"]


@dataclass(frozen=True, slots=True)
class Job:
    """The bytes of one document, their name, and what is to be done with them."""

    task: Task
    name: str = field(repr=False)
    data: bytes = field(repr=False)
    companions: Mapping[str, bytes] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )
    folders: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job: a release, a refusal, or spans with their text."""

    verdict: Literal["released", "refused", "examined"]
    format: str = ""
    language: Language = "und"
    reasons: tuple[Reason, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()
    extension: str | None = None
    output: bytes = field(default=b"", repr=False)
    companions: Mapping[str, bytes] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )
    text: str = field(default="", repr=False)
    name_identifies: bool = False
    folders_identify: tuple[int, ...] = ()
    id: str = field(default="", repr=False)
    """What a record calls itself."""
    own: int = 0
    """How many characters of the text are a record's own "text", which comes first."""
    offsets: OffsetMap = field(default=OffsetMap(), repr=False)
    vault: Sealed | None = None

    def counts(self) -> dict[str, int]:
        """How many spans of each label were found."""
        return count_labels(self.findings)

    def header(self) -> dict[str, Any]:
        """All but the bytes, as plain values."""
        return {
            "verdict": self.verdict,
            "format": self.format,
            "language": self.language,
            "reasons": [asdict(reason) for reason in self.reasons],
            "findings": [asdict(finding) for finding in self.findings],
            "notes": list(self.notes),
            "extension": self.extension,
            "name_identifies": self.name_identifies,
            "folders_identify": list(self.folders_identify),
            "id": self.id,
            "own": self.own,
            "companions": list(self.companions),
            "offsets": self.offsets.plain(),
            "vault": plain_sealed(self.vault),
        }


def refused(code: str, words: str) -> Outcome:
    """The outcome of a document that never reached the pipeline."""
    return Outcome("refused", reasons=(Reason(code, words),))


def outcome_of(header: Mapping[str, Any], payloads: list[bytes]) -> Outcome:
    """The outcome of a frame."""
    return Outcome(
        verdict=header["verdict"],
        format=header["format"],
        language=header["language"],
        reasons=tuple(Reason(**reason) for reason in header["reasons"]),
        findings=tuple(Finding(**finding) for finding in header["findings"]),
        notes=tuple(header["notes"]),
        extension=header["extension"],
        name_identifies=header["name_identifies"],
        folders_identify=tuple(header["folders_identify"]),
        id=header["id"],
        own=header["own"],
        offsets=plain_map(header["offsets"]),
        output=payloads[0],
        text=payloads[1].decode("utf-8", "surrogatepass"),
        vault=sealed_of(header["vault"], payloads[2]),
        companions=MappingProxyType(dict(zip(header["companions"], payloads[3:], strict=True))),
    )


def perform(job: Job, line: Line) -> Outcome:
    """Does one job."""
    policy = line.policy
    intake = Intake(
        name=job.name,
        images=policy.images,
        parts=policy.parts,
        limits=policy.limits,
        companions=job.companions,
        folders=job.folders,
    )
    if job.task != "deid":
        return _examined(job, intake, line)
    result = run(job.data, intake, line)
    language = cast(Language, result.language)
    if isinstance(result, Refusal):
        return Outcome("refused", result.format, language, result.reasons, result.findings)
    return _released(result, language)


def _released(release: Release, language: Language) -> Outcome:
    return Outcome(
        "released",
        release.format,
        language,
        findings=release.findings,
        notes=release.notes,
        extension=release.extension,
        name_identifies=release.name_identifies,
        folders_identify=release.folders_identify,
        output=release.output,
        companions=release.companions,
        offsets=release.offsets,
        vault=release.vault,
    )


def _examined(job: Job, intake: Intake, line: Line) -> Outcome:
    try:
        if job.task == "read":
            spans: tuple[Span, ...] = ()
            name, document = read(job.data, intake)
        else:
            name, document, spans = examine(job.data, intake, line)
    except SfumatoError as error:
        return refused(error.code, str(error))
    except (MemoryError, RecursionError):
        return refused("limit", "the document needs more memory or depth than it may have")
    except Exception as error:
        return refused("error", f"{type(error).__name__} while working on the document")
    findings = tuple(
        Finding(
            span.start,
            span.end,
            span.label,
            span.score,
            span.detector,
            "",
            "",
            document.place_of(span.start),
        )
        for span in spans
    )
    return Outcome(
        "examined",
        name,
        document.language,
        findings=findings,
        notes=document.notes,
        text=document.text,
        id=document.id,
        own=_own(document),
    )


def _own(document: Document) -> int:
    """The end of the first block; a record without a text begins with an empty one."""
    return document.blocks[0].end if document.blocks else 0
