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
    return scene.dice.chance(kind, f"{word}{mention_of(scene, span)}")


def mention_of(scene: Scene, span: Span) -> str:
    """What tells the draws of a mention apart; empty where it gets what every mention gets."""
    if scene.preferences.dial == "consistent":
        return ""
    mentions = scene.once("mentions", _told)
    place = (span.start, span.end)
    return mentions[place] if place in mentions else _mark(scene, span, 0)


def _told(scene: Scene) -> dict[tuple[int, int], str]:
    """For each span its mark, which counts the spans of its label before it."""
    seen: Counter[str] = Counter()
    marks = {}
    for span in sorted(scene.spans):
        marks[span.start, span.end] = _mark(scene, span, seen[span.label])
        seen[span.label] += 1
    return marks


def _mark(scene: Scene, span: Span, number: int) -> str:
    if scene.preferences.dial == "mixed":
        place = scene.dice.chance("dial", f"{span.label} {number} {span.start}")
        if place.random() >= scene.preferences.mixed_share:
            return ""
    return f" {number}"
