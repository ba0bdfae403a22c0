"""Search: all that counts in a document, from the detectors and from the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sfumato.core.document import Document
from sfumato.core.errors import RecordMismatch
from sfumato.core.protocols import Detector, Register
from sfumato.core.record import Entry
from sfumato.core.span import Span
from sfumato.detect.known import Known, is_known
from sfumato.detect.knownbirth import contradicts_birth
from sfumato.detect.knownjoin import joined
from sfumato.detect.knownothers import others, strangers
from sfumato.detect.registry import detect_all
from sfumato.policy.engine import counted
from sfumato.policy.model import Policy

Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for in one document: by detectors, and by what the record says of it."""

    policy: Policy
    detectors: Mapping[str, Detector]
    record: Register | None = None
    entry: Entry | None = None

    def find(self, document: Document) -> Spans:
        """The disjoint spans that count under the policy."""
        spans = detect_all(document, self.detectors, timeout_s=self.policy.limits.timeout_s)
        return joined(
            document.text,
            counted(spans, self.policy),
            self.known(document),
            keeps=self.policy.keeps,
        )

    def known(self, document: Document) -> Spans:
        """The spans that the record knows, disjoint and in order."""
        own = tuple(Known(self.entry).detect(document)) if self.entry else ()
        if self.record is None:
            return own
        return tuple(sorted((*own, *others(document, self.record, own))))

    def sought(self) -> Iterator[tuple[str, str]]:
        """Labels and texts of the record that may stand nowhere in an output file."""
        for person in self.entry.subject.people if self.entry else ():
            for name in person.names:
                if len(name.split()) > 1:
                    yield "PATIENT" if person.role == "PATIENT" else "OTHER", name
        for value in self.entry.subject.values if self.entry else ():
            if not self.policy.keeps(value.label):
                yield value.label, value.text

    def notes(self, document: Document) -> tuple[str, ...]:
        """What does not fit between record and document; another patient's id is an error."""
        if self.record is None or self.entry is None:
            return ()
        known = self.known(document)
        ids, names = strangers(known)
        if ids and self.record.refuses_strangers:
            raise RecordMismatch("the document bears the id of another patient of the record")
        found = _misfits(ids, names, known)
        if contradicts_birth(document, self.entry.subject):
            found.append("record: the document gives another date of birth")
        return (*self.entry.subject.problems, *found)


def _misfits(ids: int, names: int, known: Spans) -> list[str]:
    found = []
    if ids:
        found.append("record: the document bears the id of another patient")
    if names:
        found.append("record: the document names another patient")
    if not any(is_known(span) for span in known):
        found.append("record: nothing known of the subject stands in the document")
    return found
