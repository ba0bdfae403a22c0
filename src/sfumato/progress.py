"""Progress: how far a document came along the line, and the release or refusal made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from sfumato.annotation import EXTENSION, annotation
from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake, Written
from sfumato.core.record import Entry
from sfumato.core.release import Finding, Reason, Refusal, Release
from sfumato.core.span import Span
from sfumato.inspection import Inspected, identifies
from sfumato.policy.model import Policy

Find = Callable[[Document], Sequence[Span]]


@dataclass(slots=True)
class Progress:
    """What is known of a document so far; its reports hold none of its text."""

    policy: Policy
    intake: Intake
    format: str = ""
    document: Document = field(default_factory=lambda: Document("", ""))
    entry: Entry | None = None
    edits: tuple[Edit, ...] = ()
    notes: tuple[str, ...] = ()

    def refusal(self, reasons: tuple[Reason, ...]) -> Refusal:
        """The refusal for some reasons."""
        return Refusal(
            reasons, self.policy.digest, self.format, self.document.language, self._findings()
        )

    def release(self, written: Written, seen: Inspected, find: Find) -> Release:
        """The release of the written bytes; `find` searches the names of file and folders."""
        return Release(
            output=written.data,
            edits=self.edits,
            policy_digest=self.policy.digest,
            format=self.format,
            language=self.document.language,
            extension=written.extension,
            findings=self._findings(),
            notes=tuple(dict.fromkeys((*self.document.notes, *self.notes, *written.notes))),
            name_identifies=self._identifies(PurePath(self.intake.name).stem, find),
            folders_identify=tuple(
                index
                for index, folder in enumerate(self.intake.folders)
                if self._identifies(folder, find)
            ),
            companions={**written.companions, **self._annotation(written, seen)},
            offsets=seen.offsets,
        )

    def _annotation(self, written: Written, seen: Inspected) -> dict[str, bytes]:
        if not self.policy.preferences.annotate:
            return {}
        suffix = written.extension or PurePath(self.intake.name).suffix
        return {
            suffix + EXTENSION: annotation(
                self.document, self.edits, seen.text, seen.offsets, self.entry
            )
        }

    def _identifies(self, name: str, find: Find) -> bool:
        return identifies(name, self.document, self.edits, find, self.policy.keeps)

    def _findings(self) -> tuple[Finding, ...]:
        return tuple(
            Finding(
                edit.span.start,
                edit.span.end,
                edit.span.label,
                edit.span.score,
                edit.span.detector,
                edit.operator,
                edit.reason,
                self.document.place_of(edit.span.start),
            )
            for edit in self.edits
        )
