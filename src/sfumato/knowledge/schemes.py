"""Schemes: how other programs and corpora name the labels, and what a mapping loses."""

from __future__ import annotations

from sfumato.core.errors import PolicyError
from sfumato.core.labels import LABELS

# label: (MEDDOCAN, HitzalMed, HIPAA identifier, i2b2 2014)
_TABLE: dict[str, tuple[str, str, str, str]] = {
    "PATIENT": ("NOMBRE_SUJETO_ASISTENCIA", "Patient", "NAME", "PATIENT"),
    "DOCTOR": ("NOMBRE_PERSONAL_SANITARIO", "Doctor", "NAME", "DOCTOR"),
    "RELATIVE": ("FAMILIARES_SUJETO_ASISTENCIA", "Kinship", "NAME", "PATIENT"),
    "KINSHIP": ("FAMILIARES_SUJETO_ASISTENCIA", "Kinship", "NONE", "OTHER"),
    "AGE": ("EDAD_SUJETO_ASISTENCIA", "Age", "DATE", "AGE"),
    "SEX": ("SEXO_SUJETO_ASISTENCIA", "Sex", "NONE", "OTHER"),
    "PROFESSION": ("PROFESION", "Profession", "NONE", "PROFESSION"),
    "DATE": ("FECHAS", "Date", "DATE", "DATE"),
    "STREET": ("CALLE", "Street", "GEOGRAPHIC", "STREET"),
    "LOCATION": ("TERRITORIO", "Location", "GEOGRAPHIC", "CITY"),
    "COUNTRY": ("PAIS", "Country", "NONE", "COUNTRY"),
    "HOSPITAL": ("HOSPITAL", "Hospital", "GEOGRAPHIC", "HOSPITAL"),
    "HEALTHCARE_CENTRE": ("CENTRO_SALUD", "Healthcare centre", "GEOGRAPHIC", "HOSPITAL"),
    "INSTITUTION": ("INSTITUCION", "Institution", "GEOGRAPHIC", "ORGANIZATION"),
    "EMPLOYER": ("INSTITUCION", "Institution", "NAME", "ORGANIZATION"),
    "PHONE": ("NUMERO_TELEFONO", "Phone", "PHONE", "PHONE"),
    "FAX": ("NUMERO_FAX", "Fax", "FAX", "FAX"),
    "EMAIL": ("CORREO_ELECTRONICO", "E-mail", "EMAIL", "EMAIL"),
    "USERNAME": ("OTROS_SUJETO_ASISTENCIA", "Other", "OTHER", "USERNAME"),
    "PATIENT_ID": ("ID_SUJETO_ASISTENCIA", "Patient ID", "MRN", "MEDICALRECORD"),
    "INSURANCE_ID": ("ID_ASEGURAMIENTO", "Insurance ID", "HEALTH_PLAN", "HEALTHPLAN"),
    "CONTACT_ID": ("ID_CONTACTO_ASISTENCIAL", "Contact ID", "OTHER", "IDNUM"),
    "DOCTOR_ID": ("ID_TITULACION_PERSONAL_SANITARIO", "Doctor ID", "LICENSE", "IDNUM"),
    "ACCOUNT": ("OTROS_SUJETO_ASISTENCIA", "Other", "ACCOUNT", "ACCOUNT"),
    "LICENSE": ("OTROS_SUJETO_ASISTENCIA", "Other", "LICENSE", "LICENSE"),
    "VEHICLE_ID": ("OTROS_SUJETO_ASISTENCIA", "Other", "VEHICLE", "VEHICLE"),
    "DEVICE_ID": ("OTROS_SUJETO_ASISTENCIA", "Other", "DEVICE", "DEVICE"),
    "URL": ("OTROS_SUJETO_ASISTENCIA", "Other", "URL", "URL"),
    "IP": ("OTROS_SUJETO_ASISTENCIA", "Other", "IP", "IPADDR"),
    "BIOMETRIC": ("OTROS_SUJETO_ASISTENCIA", "Other", "BIOMETRIC", "BIOID"),
    "IMAGE_REF": ("OTROS_SUJETO_ASISTENCIA", "Other", "PHOTO", "OTHER"),
    "OTHER": ("OTROS_SUJETO_ASISTENCIA", "Other", "OTHER", "OTHER"),
}
_COLUMNS = ("meddocan", "hitzalmed", "hipaa", "i2b2")
SCHEMES: tuple[str, ...] = ("sfumato", *_COLUMNS)

# i2b2 groups its types; the group is the XML tag.
I2B2_GROUPS = {
    "NAME": ("PATIENT", "DOCTOR", "USERNAME"),
    "PROFESSION": ("PROFESSION",),
    "LOCATION": ("STREET", "CITY", "COUNTRY", "HOSPITAL", "ORGANIZATION"),
    "AGE": ("AGE",),
    "DATE": ("DATE",),
    "CONTACT": ("PHONE", "FAX", "EMAIL", "URL", "IPADDR"),
    "ID": (
        "MEDICALRECORD",
        "HEALTHPLAN",
        "IDNUM",
        "ACCOUNT",
        "LICENSE",
        "VEHICLE",
        "DEVICE",
        "BIOID",
    ),
    "OTHER": ("OTHER",),
}


def name_in(scheme: str, label: str) -> str:
    """The name of a label in a scheme."""
    if scheme == "sfumato":
        return label
    if scheme not in _COLUMNS:
        raise PolicyError(f"no label scheme is called {scheme!r} (there are: {', '.join(SCHEMES)})")
    return _TABLE[label][_COLUMNS.index(scheme)]


def losses(scheme: str) -> dict[str, tuple[str, ...]]:
    """The names of a scheme that stand for several labels, with those labels."""
    merged: dict[str, list[str]] = {}
    for label in LABELS:
        merged.setdefault(name_in(scheme, label), []).append(label)
    return {name: tuple(labels) for name, labels in merged.items() if len(labels) > 1}
