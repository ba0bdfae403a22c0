"""Findings: a text cut at its findings, and a colour for each label."""

from __future__ import annotations

from collections.abc import Iterator
from colorsys import hls_to_rgb

from sfumato.batch.job import Outcome
from sfumato.core.labels import LABELS
from sfumato.core.release import Finding


def pieces(outcome: Outcome) -> Iterator[tuple[str, Finding | None]]:
    """The whole text in order, what was found with its finding."""
    text, last = outcome.text, 0
    for finding in outcome.findings:
        yield text[last : finding.start], None
        yield text[finding.start : finding.end], finding
        last = finding.end
    yield text[last:], None


def hue_of(label: str) -> int:
    """A hue a label, neighbours in the table far apart on the wheel."""
    return LABELS.index(label) * 137 % 360


def rgb_of(label: str, *, lightness: float) -> str:
    """The label's colour for a terminal."""
    parts = hls_to_rgb(hue_of(label) / 360, lightness, 0.7)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
