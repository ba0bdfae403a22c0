"""Detectors of a policy: the built-in ones and those that its patterns and lists add."""

from __future__ import annotations

from sfumato.core.errors import Damaged, PolicyError
from sfumato.core.protocols import Detector
from sfumato.detect.dictionary import Dictionary
from sfumato.detect.own import own
from sfumato.detect.patterns import Patterns, Row
from sfumato.detect.registry import RECOGNISER, built_in
from sfumato.policy.model import Pattern, Policy


def detectors_of(policy: Policy) -> dict[str, Detector]:
    """All detectors by name, the policy's own last."""
    given = {} if policy.recogniser is None else {RECOGNISER: _own(policy, policy.recogniser)}
    detectors = built_in(speed=policy.speed, given=given)
    if policy.patterns:
        rows = [
            _row(pattern, f"{policy.where}: patterns {number}")
            for number, pattern in enumerate(policy.patterns, start=1)
        ]
        detectors["policy patterns"] = Patterns(rows)
    for number, (entry, words) in enumerate(policy.dictionaries, start=1):
        detectors[f"policy dictionary {number}"] = Dictionary(
            words, entry.label, case_sensitive=entry.case_sensitive
        )
    return detectors


def _own(policy: Policy, model: bytes) -> Detector:
    problem = ""
    try:
        return own(model)
    except Damaged as error:
        problem = str(error)
    raise PolicyError(f"{policy.where}: recogniser: {problem}")


def _row(pattern: Pattern, where: str) -> Row:
    """The row of a user's pattern, tried out so that an error names its place."""
    row = Row(
        name=f"policy.{pattern.name}",
        label=pattern.label,
        expression=pattern.expression,
        example="",
        context=pattern.context,
        score=pattern.score,
    )
    problem = ""
    try:
        Patterns([row])
    except PolicyError as error:
        problem = str(error)
    if problem:
        raise PolicyError(f"{where}: {problem}")
    return row
