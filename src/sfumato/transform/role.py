"""Role: names that tell who somebody is to the patient, and numbers for whoever is unknown.

The patient gets a false family name, and everybody whom the record ties to the patient one made
of it with role and order: `Clark`, `Clark-CAREGIVER1`, `Clark-PROVIDER2`. A mention that could be
one of two people says so: `Clark-CAREGIVER1-OR-PATIENT`. Who is not in the record is numbered in
the document (`NAME1`), and so are places (`LOCATION1`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from sfumato.core.edit import Edit
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry
from sfumato.core.span import Span
from sfumato.knowledge.knownnames import KnownNames
from sfumato.knowledge.shadow import shadow
from sfumato.transform.mask import settle
from sfumato.transform.rolefamily import family
from sfumato.transform.rolenumbers import Words, numbers_of, words_of

_KNOWN, _EITHER = "known:", "|"
_KINDS = {"PATIENT": "NAME", "DOCTOR": "NAME", "RELATIVE": "NAME"}
_ZIP = re.compile(r"(?<!\d)\d{5}(?:-\d{4})?(?!\d)")


@dataclass(frozen=True, slots=True)
class RoleName:
    """A false family name with role and order for known people, a number for anything else."""

    draws: ClassVar[bool] = True
    zip: Literal["keep", "number"] = "keep"
    """What happens to postcodes of five digits in a LOCATION."""

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The span replaced by its role name or its number."""
        if span.label in _KINDS and (tags := _tags(original, span, scene)):
            return settle(span, original, role_name(tags, scene), "role")
        made = f"{_kind(span)}{_numbers(scene, _kind(span))[words_of(original)]}"
        codes = _ZIP.findall(original) if span.label == "LOCATION" and self.zip == "keep" else []
        if not codes:
            return settle(span, original, made, "role")
        if _ZIP.fullmatch(original.strip()):
            return Edit(span, original, "keep", "a ZIP code")
        kept = (" ".join(codes), made)
        first = _ZIP.match(original)
        return settle(span, original, " ".join(kept if first else kept[::-1]), "role")


def role_name(tags: tuple[str, ...], scene: Scene) -> str:
    """The name of a person by tag, or of one of several people."""
    name = family(scene)
    if tags != ("PATIENT",):
        name += "-" + "-OR-".join(tags)
    entry = scene.entry
    if scene.preferences.encounters and entry and entry.encounter and tags != ("PATIENT",):
        name += f"-ENCOUNTER{entry.subject.encounters.index(entry.encounter) + 1}"
    return name


def _tags(original: str, span: Span, scene: Scene) -> tuple[str, ...]:
    """The people whom a span names: as its detector says, or as the record says of its text."""
    if scene.entry is None:
        return ()
    if span.detector.startswith(_KNOWN):
        return tuple(filter(None, span.detector.removeprefix(_KNOWN).split(_EITHER)))
    found = list(scene.once("role people", _people).mentions(shadow(original).data))
    if len(found) != 1 or len(found[0].words) < len(words_of(original)):
        return ()
    return found[0].tags


def _people(scene: Scene) -> KnownNames:
    return KnownNames(scene.entry.subject.people if isinstance(scene.entry, Entry) else ())


def _kind(span: Span) -> str:
    return _KINDS.get(span.label, span.label)


def _numbers(scene: Scene, kind: str) -> Mapping[Words, int]:
    def make(scene: Scene) -> Mapping[Words, int]:
        spans = [span for span in scene.spans if _kind(span) == kind]
        if kind == "NAME":
            spans = [
                span for span in spans if not _tags(scene.text[span.start : span.end], span, scene)
            ]
        return numbers_of(scene.text, spans)

    return scene.once(f"role numbers {kind}", make)
