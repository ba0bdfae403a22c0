"""The one set of labels, wide enough for HIPAA's 18 identifiers and MEDDOCAN's 22 types."""

from __future__ import annotations

LABELS: tuple[str, ...] = (
    "PATIENT",
    "DOCTOR",
    "RELATIVE",
    "KINSHIP",
    "AGE",
    "SEX",
    "PROFESSION",
    "DATE",
    "STREET",
    "LOCATION",
    "COUNTRY",
    "HOSPITAL",
    "HEALTHCARE_CENTRE",
    "INSTITUTION",
    "EMPLOYER",
    "PHONE",
    "FAX",
    "EMAIL",
    "USERNAME",
    "PATIENT_ID",
    "INSURANCE_ID",
    "CONTACT_ID",
    "DOCTOR_ID",
    "ACCOUNT",
    "LICENSE",
    "VEHICLE_ID",
    "DEVICE_ID",
    "URL",
    "IP",
    "BIOMETRIC",
    "IMAGE_REF",
    "OTHER",
)

_KNOWN = frozenset(LABELS)


def is_label(name: str) -> bool:
    """Whether a name is one of the labels."""
    return name in _KNOWN
