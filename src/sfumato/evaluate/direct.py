"""Direct: which labels name a person or lead straight to one, in the schemes that are known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sfumato.knowledge.schemes import SCHEMES, label_in, names_of

Breadth = Literal["narrow", "wide"]

# The list against which recall has been published for this program.
NARROW = frozenset(
    {
        *("PATIENT", "DOCTOR", "RELATIVE", "NAME", "PERSON"),
        *("STREET", "HOSPITAL", "HEALTHCARE_CENTRE"),
        *("PHONE", "FAX", "EMAIL", "URL"),
        *("ID", "UNIQUE_IDENTIFIER"),
    }
)
# What also leads to one person, or to one place where the person is known.
_BESIDE = frozenset(
    {
        *("PATIENT_ID", "INSURANCE_ID", "CONTACT_ID", "DOCTOR_ID", "ACCOUNT", "LICENSE"),
        *("VEHICLE_ID", "DEVICE_ID", "USERNAME", "IP", "BIOMETRIC", "IMAGE_REF"),
    }
)


def direct_labels(breadth: Breadth) -> frozenset[str]:
    """The labels of direct identifiers: a short list of names, or those of all schemes."""
    if breadth == "narrow":
        return NARROW
    wide = NARROW | _BESIDE
    return wide.union(
        name for scheme in SCHEMES for name in names_of(scheme) if label_in(scheme, name) in wide
    )


def scheme_of(labels: Iterable[str]) -> str:
    """The scheme that knows most of the labels by name; the first of equals, Sfumato's own."""
    found = set(labels)
    return max(SCHEMES, key=lambda scheme: len(found & set(names_of(scheme))))
