"""Detectors of a policy: the built-in ones and those that its patterns and lists add."""

from __future__ import annotations

from sfumato.core.protocols import Detector
from sfumato.detect.dictionary import Dictionary
from sfumato.detect.patterns import Patterns, Row
from sfumato.detect.registry import built_in
from sfumato.policy.model import Policy


def detectors_of(policy: Policy) -> dict[str, Detector]:
    """All detectors by name, the policy's own last."""
    detectors = built_in()
    if policy.patterns:
        detectors["policy patterns"] = Patterns(
            [
                Row(
                    name=f"policy.{pattern.name}",
                    label=pattern.label,
                    expression=pattern.expression,
                    example="",
                    context=pattern.context,
                    score=pattern.score,
                )
                for pattern in policy.patterns
            ]
        )
    for number, (entry, words) in enumerate(policy.dictionaries, start=1):
        detectors[f"policy dictionary {number}"] = Dictionary(
            words, entry.label, case_sensitive=entry.case_sensitive
        )
    return detectors
