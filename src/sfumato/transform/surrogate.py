"""Surrogate: something else of the same kind, so that the note still reads as a note."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from sfumato.core.edit import Edit
from sfumato.core.labels import LABELS
from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.core.table import Table
from sfumato.transform.mask import Mask, settle

Replacer = Callable[[str, Span, Scene], str | None]
"""What takes the place of an original; None where nothing fits and a person must choose."""

QUEUED = "queued: a person should replace it"

_PEOPLE, _PLACES, _SITES = "people:person", "places:place", "sites:site"
_NUMBER, _CONTACT = "numbers:number", "contacts:contact"
_KINDS = {
    "PATIENT": _PEOPLE,
    "DOCTOR": _PEOPLE,
    "RELATIVE": _PEOPLE,
    "KINSHIP": "kinship:kinship",
    "PROFESSION": "professions:profession",
    "AGE": "ages:age",
    "DATE": "dateshift:date",
    "STREET": "streets:street",
    "LOCATION": _PLACES,
    "COUNTRY": "places:country",
    "HOSPITAL": _SITES,
    "HEALTHCARE_CENTRE": _SITES,
    "INSTITUTION": _SITES,
    "EMPLOYER": _SITES,
    "PHONE": _CONTACT,
    "FAX": _CONTACT,
    "EMAIL": _CONTACT,
    "URL": _CONTACT,
    "IP": _CONTACT,
    "USERNAME": _CONTACT,
    "PATIENT_ID": _NUMBER,
    "INSURANCE_ID": _NUMBER,
    "CONTACT_ID": _NUMBER,
    "DOCTOR_ID": _NUMBER,
    "ACCOUNT": _NUMBER,
    "LICENSE": _NUMBER,
    "VEHICLE_ID": _NUMBER,
    "DEVICE_ID": _NUMBER,
    "BIOMETRIC": _NUMBER,
    "IMAGE_REF": _NUMBER,
}
_REPLACERS: Table[Replacer] = Table(
    "replacers", {label: f"sfumato.transform.{place}" for label, place in _KINDS.items()}
)


@dataclass(frozen=True, slots=True)
class Surrogate:
    """A surrogate of the same kind. Sex stays; what has no kind is masked and queued."""

    draws: ClassVar[bool] = True

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The span replaced by its surrogate."""
        if span.label == "SEX":
            return Edit(span, original, "keep", "sex shows in the grammar of the whole text")
        made = _REPLACERS.load(span.label)(original, span, scene) if span.label in _KINDS else None
        if made is None or not made.strip():
            return replace(Mask().edit(original, span, scene), reason=QUEUED)
        return settle(span, original, made, "surrogate")


assert set(_KINDS) | {"SEX", "OTHER"} == set(LABELS)
