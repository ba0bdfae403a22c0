"""Dial: which draw a mention gets, so that one original has one surrogate, or many."""

from __future__ import annotations

import random
from collections import Counter

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.transform.mask import canonical


def chance_for(scene: Scene, span: Span, kind: str, original: str) -> random.Random:
    """The chance of one mention of an original.

    `original` may be a part of the span's text (a surname of a full name), so that the whole and
    its part get the same surrogate. Case, accents and signs of it do not matter.
    """
    word = canonical(original)
    return scene.dice.chance(kind, f"{word}{_mention(scene, span)}")


def _mention(scene: Scene, span: Span) -> str:
    """Empty where the mention gets what every mention gets."""
    preferences = scene.preferences
    if preferences.dial == "consistent":
        return ""
    number = scene.once("mentions", _numbered).get((span.start, span.end), 0)
    if preferences.dial == "mixed":
        place = scene.dice.chance("dial", f"{span.label} {number} {span.start}")
        if place.random() >= preferences.mixed_share:
            return ""
    return f" {number}"


def _numbered(scene: Scene) -> dict[tuple[int, int], int]:
    """For each span how many spans of its label stand before it."""
    seen: Counter[str] = Counter()
    numbers = {}
    for span in sorted(scene.spans):
        numbers[span.start, span.end] = seen[span.label]
        seen[span.label] += 1
    return numbers
