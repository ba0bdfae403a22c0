"""Scenes: a document written with its identifiers in angle brackets, and its surrogates."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sfumato.core.dice import Dice
from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry
from sfumato.core.span import Span
from sfumato.transform.kinship import kinship
from sfumato.transform.places import country, place
from sfumato.transform.professions import profession
from sfumato.transform.sites import site
from sfumato.transform.streets import street

REPLACERS: Mapping[str, Callable[[str, Span, Scene], str | None]] = {
    "LOCATION": place,
    "COUNTRY": country,
    "STREET": street,
    "HOSPITAL": site,
    "HEALTHCARE_CENTRE": site,
    "INSTITUTION": site,
    "EMPLOYER": site,
    "PROFESSION": profession,
    "KINSHIP": kinship,
}
_MARK = re.compile(r"<(\w+):([^<>]*)>")


def staged(
    marked: str,
    language: str,
    *,
    seed: int = 1,
    entry: Entry | None = None,
    avoid: frozenset[str] = frozenset(),
    **preferences: Any,
) -> Scene:
    """The scene of a document in which identifiers are written <LABEL:text>."""
    text, spans, last = "", [], 0
    for mark in _MARK.finditer(marked):
        text += marked[last : mark.start()]
        spans.append(Span(len(text), len(text) + len(mark.group(2)), mark.group(1)))
        text += mark.group(2)
        last = mark.end()
    return Scene(
        language=language,
        text=text + marked[last:],
        spans=tuple(spans),
        dice=Dice(str(seed).encode()),
        preferences=Preferences(**preferences),
        entry=entry,
        avoid=avoid,
    )


def surrogates(marked: str, language: str, **settings: Any) -> list[str | None]:
    """What takes the place of each identifier, in order."""
    scene = staged(marked, language, **settings)
    return [
        REPLACERS[span.label](scene.text[span.start : span.end], span, scene)
        for span in scene.spans
        if span.label in REPLACERS
    ]


def surrogate(label: str, original: str, language: str, **settings: Any) -> str:
    """The surrogate of one identifier alone in its document."""
    made = surrogates(f"<{label}:{original}>", language, **settings)[0]
    assert made is not None
    return made
