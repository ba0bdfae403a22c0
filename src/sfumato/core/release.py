"""Release or Refusal: the only two things that leave the line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from sfumato.core.edit import Edit
from sfumato.core.offsets import OffsetMap


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a document was refused: a stable code, and words that name places, never content."""

    code: str
    words: str

    def __str__(self) -> str:
        return f"{self.code}: {self.words}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One span as reports show it: place and numbers, no text."""

    start: int
    end: int
    label: str
    score: float
    detector: str
    operator: str
    reason: str
    place: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """What leads from an output back to its original, encrypted; its names are tokens."""

    folder: str
    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Release:
    """A de-identified document that passed inspection.

    `extension` is set when the output is of another kind than the input (".txt" for an extracted
    text). `notes` say what was dropped or changed beside the edits. `companions` are files that
    belong to the output, by extension (the ".ann" of a BRAT pair).
    """

    output: bytes = field(repr=False)
    policy_digest: str
    format: str
    language: str = "und"
    edits: tuple[Edit, ...] = ()
    """The edits themselves, where the document was worked on in this process."""
    extension: str | None = None
    findings: tuple[Finding, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()
    name_identifies: bool = False
    """Whether the input's file name holds something that was replaced in the text."""
    folders_identify: tuple[int, ...] = ()
    """The folders of `Intake.folders`, by index, whose names do."""
    companions: Mapping[str, bytes] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )
    offsets: OffsetMap = field(default=OffsetMap(), repr=False)
    """Where each range of the original text stands in the output as it is read."""
    vault: Sealed | None = None
    """What `sfumato restore` needs, where the policy wants a vault."""

    @property
    def text(self) -> str:
        """The output as text, for formats that are text."""
        return self.output.decode("utf-8")

    def counts(self) -> dict[str, int]:
        """How many spans of each label were found."""
        return count_labels(self.findings)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A document that does not leave, and why. It carries no text of the document."""

    reasons: tuple[Reason, ...]
    policy_digest: str = ""
    format: str = ""
    language: str = "und"
    findings: tuple[Finding, ...] = field(default=(), repr=False)

    def counts(self) -> dict[str, int]:
        """How many spans of each label had been found before the refusal."""
        return count_labels(self.findings)


def count_labels(findings: Iterable[Finding]) -> dict[str, int]:
    """Findings by label, in label order."""
    return dict(sorted(Counter(finding.label for finding in findings).items()))
