"""Engine: from spans to edits, and from what inspection found to a verdict. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sfumato.core.dice import Dice
from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.keys import Key
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry
from sfumato.core.release import Reason
from sfumato.core.span import Span
from sfumato.policy.model import Policy
from sfumato.transform.truncate import latest_year

_NO_DICE = Dice(b"")


def counted(spans: Sequence[Span], policy: Policy) -> list[Span]:
    """The spans whose score reaches the policy's threshold for their label."""
    return [span for span in spans if span.score >= policy.threshold(span.label)]


def decide(
    document: Document,
    spans: Sequence[Span],
    policy: Policy,
    *,
    key: Key | None = None,
    dice: Dice | None = None,
    entry: Entry | None = None,
) -> tuple[Edit, ...]:
    """One edit for each span, as the policy says."""
    dates = [document.text[span.start : span.end] for span in spans if span.label == "DATE"]
    subject = entry.subject.id if entry else document.subject
    scene = Scene(
        subject=subject,
        language=document.language,
        key=key,
        latest_year=latest_year(dates),
        text=document.text,
        spans=tuple(spans),
        preferences=policy.preferences,
        dice=_scoped(dice or _NO_DICE, subject, document, policy),
        project=dice or _NO_DICE,
        entry=entry,
        avoid=policy.avoid,
    )
    return tuple(
        policy.operator(span.label).edit(document.text[span.start : span.end], span, scene)
        for span in spans
    )


def _scoped(dice: Dice, subject: str | None, document: Document, policy: Policy) -> Dice:
    """The dice of the scope in which one original has one surrogate."""
    scope = policy.preferences.scope
    if scope == "project":
        return dice
    if scope == "subject" and subject is not None:
        return dice.within(f"subject {subject}")
    return dice.within(f"document {document.text}")


@dataclass(frozen=True, slots=True)
class Facts:
    """What inspection saw in the written bytes."""

    same_text: bool
    unexplained: tuple[tuple[str, str], ...] = ()
    """Label and place of each finding that no recorded edit wrote."""
    survivors: tuple[tuple[str, str], ...] = ()
    """Label and place of each replaced text that is still in the bytes."""
    strange: tuple[tuple[str, str], ...] = ()
    """Language and place of each passage that no recogniser has learnt to read."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a document may leave, and the reasons where it may not."""

    reasons: tuple[Reason, ...] = ()

    @property
    def released(self) -> bool:
        """Whether there is nothing against it."""
        return not self.reasons


def judge(facts: Facts, policy: Policy) -> Verdict:
    """The verdict on the facts under a policy."""
    reasons = []
    if not policy.releases:
        reasons.append(Reason("report-only", "the policy releases nothing"))
    if not facts.same_text:
        reasons.append(Reason("mismatch", "the written file does not read back as intended"))
    for label, place in facts.unexplained:
        reasons.append(Reason("leak", f"{label} found in the written file at {place}"))
    for label, place in facts.survivors:
        reasons.append(
            Reason("leak", f"a replaced {label} is still in the written file at {place}")
        )
    reasons += _strange(facts, policy)
    return Verdict(tuple(dict.fromkeys(reasons)))


def _strange(facts: Facts, policy: Policy) -> Iterator[Reason]:
    """What is against passages in other languages, as the policy says."""
    for language, place in facts.strange:
        words = f"a passage in {language} at {place}, which no recogniser has learnt"
        if policy.other_languages == "refuse":
            yield Reason("language", words)
        elif policy.other_languages == "hold":
            yield Reason("held", f"{words}: a person must look at it")
