"""Schemes: how other programs and corpora name the labels, and what a mapping loses.

Out: `name_in`, with `losses` for names that stand for several labels and `remarks` for the rest.
In: `label_in`, and `merges` for labels that several names become. The i2b2 names are those of the
2014 track (Stubbs and Uzuner, J Biomed Inform 58, 2015), the HitzalMed names its 21 categories, the
HIPAA names the letters of 45 CFR 164.514(b)(2)(i), the MEDDOCAN names the 29 of its guideline, of
which its corpus uses 22; the corpus marks companies as INSTITUCION, so employers go there too.
"""

from __future__ import annotations

import re

from sfumato.core.errors import PolicyError
from sfumato.core.labels import LABELS

# label: (MEDDOCAN, HitzalMed, HIPAA letter, i2b2 2014)
_TABLE: dict[str, tuple[str, str, str, str]] = {
    "PATIENT": ("NOMBRE_SUJETO_ASISTENCIA", "Patient", "A", "PATIENT"),
    "DOCTOR": ("NOMBRE_PERSONAL_SANITARIO", "Doctor", "NONE", "DOCTOR"),
    "RELATIVE": ("FAMILIARES_SUJETO_ASISTENCIA", "Kinship", "A", "PATIENT"),
    "KINSHIP": ("FAMILIARES_SUJETO_ASISTENCIA", "Kinship", "NONE", "OTHER"),
    "AGE": ("EDAD_SUJETO_ASISTENCIA", "Age", "C", "AGE"),
    "SEX": ("SEXO_SUJETO_ASISTENCIA", "Sex", "NONE", "OTHER"),
    "PROFESSION": ("PROFESION", "Profession", "NONE", "PROFESSION"),
    "DATE": ("FECHAS", "Date", "C", "DATE"),
    "STREET": ("CALLE", "Street", "B", "STREET"),
    "LOCATION": ("TERRITORIO", "Location", "B", "CITY"),
    "COUNTRY": ("PAIS", "Country", "NONE", "COUNTRY"),
    "HOSPITAL": ("HOSPITAL", "Hospital", "NONE", "HOSPITAL"),
    "HEALTHCARE_CENTRE": ("CENTRO_SALUD", "Healthcare centre", "NONE", "HOSPITAL"),
    "INSTITUTION": ("INSTITUCION", "Institution", "NONE", "ORGANIZATION"),
    "EMPLOYER": ("INSTITUCION", "Institution", "A", "ORGANIZATION"),
    "PHONE": ("NUMERO_TELEFONO", "Phone", "D", "PHONE"),
    "FAX": ("NUMERO_FAX", "Fax", "E", "FAX"),
    "EMAIL": ("CORREO_ELECTRONICO", "E-mail", "F", "EMAIL"),
    "USERNAME": ("OTROS_SUJETO_ASISTENCIA", "Other", "R", "USERNAME"),
    "PATIENT_ID": ("ID_SUJETO_ASISTENCIA", "Patient ID", "H", "MEDICALRECORD"),
    "INSURANCE_ID": ("ID_ASEGURAMIENTO", "Insurance ID", "I", "HEALTHPLAN"),
    "CONTACT_ID": ("ID_CONTACTO_ASISTENCIAL", "Contact ID", "R", "IDNUM"),
    "DOCTOR_ID": ("ID_TITULACION_PERSONAL_SANITARIO", "Doctor ID", "K", "IDNUM"),
    "ACCOUNT": ("OTRO_NUMERO_IDENTIF", "Other", "J", "ACCOUNT"),
    "LICENSE": ("OTRO_NUMERO_IDENTIF", "Other", "K", "LICENSE"),
    "VEHICLE_ID": ("IDENTIF_VEHICULOS_NRSERIE_PLACAS", "Other", "L", "VEHICLE"),
    "DEVICE_ID": ("IDENTIF_DISPOSITIVOS_NRSERIE", "Other", "M", "DEVICE"),
    "URL": ("URL_WEB", "Other", "N", "URL"),
    "IP": ("DIREC_PROT_INTERNET", "Other", "O", "IPADDR"),
    "BIOMETRIC": ("IDENTIF_BIOMETRICOS", "Other", "P", "BIOID"),
    "IMAGE_REF": ("OTROS_SUJETO_ASISTENCIA", "Other", "Q", "OTHER"),
    "OTHER": ("OTROS_SUJETO_ASISTENCIA", "Other", "R", "OTHER"),
}
_COLUMNS = ("meddocan", "hitzalmed", "hipaa", "i2b2")
SCHEMES: tuple[str, ...] = ("sfumato", *_COLUMNS)

# Names that no label is written as, and names that stand for several labels, with the label they
# become when read. A number of unknown kind becomes PATIENT_ID: rather too much care.
_READ_AS: dict[str, dict[str, str]] = {
    "meddocan": {
        "FAMILIARES_SUJETO_ASISTENCIA": "KINSHIP",
        "ID_EMPLEO_PERSONAL_SANITARIO": "DOCTOR_ID",
        "NUMERO_BENEF_PLAN_SALUD": "INSURANCE_ID",
        "OTRO_NUMERO_IDENTIF": "PATIENT_ID",
        "OTROS_SUJETO_ASISTENCIA": "OTHER",
    },
    "hitzalmed": {"Kinship": "KINSHIP", "Other": "OTHER"},
    "hipaa": {"B": "LOCATION", "C": "DATE", "G": "PATIENT_ID", "K": "LICENSE", "R": "OTHER"},
    "i2b2": {
        "STATE": "LOCATION",
        "ZIP": "LOCATION",
        "ROOM": "LOCATION",
        "DEPARTMENT": "HOSPITAL",
        "LOCATION-OTHER": "LOCATION",
        "SSN": "PATIENT_ID",
        "IDNUM": "PATIENT_ID",
        "IPADDRESS": "IP",
        "OTHER": "OTHER",
    },
}
_NOTHING = "NONE"  # what HIPAA does not count among its identifiers

_STAFF_NUMBER = re.compile(
    r"(?:emplead[oa]s?|trabajador[ae]?s?|n[óo]mina|employee|staff|payroll)"
    r"\W{0,3}(?:id|no|n[.º°]?|n[uú]m(?:ero)?|number|code)?\W{0,4}\Z",
    re.IGNORECASE,
)
_SOCIAL_SECURITY = re.compile(
    r"\b(?:SSN?|soc(?:ial)?\.? ?sec(?:urity|\.)?)\W{0,3}(?:no|number|#)?\W{0,4}\Z", re.IGNORECASE
)
_POST = re.compile(r"[^\W\d_]{4,} (?:\D*\d)?\D*")
_POSTCODE = re.compile(r"\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d")
_BELOW_NINETY = re.compile(r"\W*[0-8]?\d(?!\d)\D*")
_WORDS_BEFORE = 40

# The tag of a type in i2b2 XML files (2014 track).
I2B2_GROUPS: dict[str, tuple[str, ...]] = {
    "NAME": ("PATIENT", "DOCTOR", "USERNAME"),
    "PROFESSION": ("PROFESSION",),
    "LOCATION": (
        *("STREET", "CITY", "STATE", "ZIP", "COUNTRY", "HOSPITAL", "ORGANIZATION"),
        *("ROOM", "DEPARTMENT", "LOCATION-OTHER"),
    ),
    "AGE": ("AGE",),
    "DATE": ("DATE",),
    "CONTACT": ("PHONE", "FAX", "EMAIL", "URL", "IPADDR", "IPADDRESS"),
    "ID": (
        *("MEDICALRECORD", "HEALTHPLAN", "SSN", "IDNUM", "ACCOUNT", "LICENSE"),
        *("VEHICLE", "DEVICE", "BIOID"),
    ),
    "OTHER": ("OTHER",),
}

# Those of MEDDOCAN XML files.
MEDDOCAN_GROUPS: dict[str, tuple[str, ...]] = {
    "NAME": ("NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO"),
    "PROFESSION": ("PROFESION",),
    "LOCATION": ("CALLE", "TERRITORIO", "PAIS", "HOSPITAL", "CENTRO_SALUD", "INSTITUCION"),
    "AGE": ("EDAD_SUJETO_ASISTENCIA",),
    "DATE": ("FECHAS",),
    "CONTACT": (
        *("NUMERO_TELEFONO", "NUMERO_FAX", "CORREO_ELECTRONICO"),
        *("URL_WEB", "DIREC_PROT_INTERNET"),
    ),
    "ID": (
        *("ID_SUJETO_ASISTENCIA", "ID_ASEGURAMIENTO", "ID_CONTACTO_ASISTENCIAL"),
        *("ID_TITULACION_PERSONAL_SANITARIO", "ID_EMPLEO_PERSONAL_SANITARIO"),
        *("IDENTIF_VEHICULOS_NRSERIE_PLACAS", "IDENTIF_DISPOSITIVOS_NRSERIE"),
        *("IDENTIF_BIOMETRICOS", "OTRO_NUMERO_IDENTIF", "NUMERO_BENEF_PLAN_SALUD"),
    ),
    "OTHER": (
        *("SEXO_SUJETO_ASISTENCIA", "FAMILIARES_SUJETO_ASISTENCIA", "OTROS_SUJETO_ASISTENCIA"),
    ),
}

# Names that the words in front of a span or its own signs decide: label, name, expression.
_BY_WORDS_BEFORE: dict[str, tuple[tuple[str, str, re.Pattern[str]], ...]] = {
    "meddocan": (("DOCTOR_ID", "ID_EMPLEO_PERSONAL_SANITARIO", _STAFF_NUMBER),),
    "hipaa": (("PATIENT_ID", "G", _SOCIAL_SECURITY),),
    "i2b2": (("PATIENT_ID", "SSN", _SOCIAL_SECURITY),),
}
_BY_SIGNS: dict[str, tuple[tuple[str, str, re.Pattern[str]], ...]] = {
    "meddocan": (("DOCTOR_ID", "ID_EMPLEO_PERSONAL_SANITARIO", _POST),),
    "hipaa": (("AGE", _NOTHING, _BELOW_NINETY),),
    "i2b2": (("LOCATION", "ZIP", _POSTCODE),),
}
_REMARKS: dict[str, tuple[str, ...]] = {
    "meddocan": (
        "DOCTOR_ID is ID_TITULACION_PERSONAL_SANITARIO, and ID_EMPLEO_PERSONAL_SANITARIO where the "
        "words before it name an employee or it is a post in words",
    ),
    "hipaa": (
        "ages under 90 and what Safe Harbor does not list are named NONE",
        "a patient's number is H, and G where the words before it name social security",
    ),
    "i2b2": (
        "places are CITY, and ZIP where they are a postcode; STATE, ROOM and DEPARTMENT never come",
        "a patient's number is MEDICALRECORD, and SSN where the words before it say so",
        "the name of a relative is PATIENT; words of kinship and of sex are OTHER",
    ),
}


def name_in(scheme: str, label: str, *, before: str = "", covered: str = "") -> str:
    """The name of a label in a scheme.

    `before` is the text in front of the span, `covered` its own, for the schemes that tell more
    kinds apart than the labels do: MEDDOCAN a clinician's licence from an employee's number or post
    ("Residente de 5º año").
    """
    if scheme == "sfumato":
        return label
    name = _TABLE[label][_column(scheme)]
    for own, finer, words in _BY_WORDS_BEFORE.get(scheme, ()):
        if own == label and words.search(before[-_WORDS_BEFORE:]):
            return finer
    for own, finer, signs in _BY_SIGNS.get(scheme, ()):
        if own == label and signs.fullmatch(covered):
            return finer
    return name


def remarks(scheme: str) -> tuple[str, ...]:
    """What a scheme loses or decides beside the names that stand for several labels."""
    return _REMARKS.get(scheme, ())


def label_in(scheme: str, name: str) -> str | None:
    """The label that a name of a scheme becomes when it is read; None if there is no such name."""
    if scheme == "sfumato":
        return name if name in LABELS else None
    column = _column(scheme)
    if scheme == "hitzalmed":
        name = name.replace("_", " ")  # as BRAT has to write it
    if name == _NOTHING:
        return None
    if name in _READ_AS[scheme]:
        return _READ_AS[scheme][name]
    return next((label for label in LABELS if _TABLE[label][column] == name), None)


def names_of(scheme: str) -> tuple[str, ...]:
    """All names that a scheme has for labels, written or only read."""
    if scheme == "sfumato":
        return LABELS
    written = (_TABLE[label][_column(scheme)] for label in LABELS)
    return tuple(dict.fromkeys((*written, *_READ_AS[scheme])))


def losses(scheme: str) -> dict[str, tuple[str, ...]]:
    """The names of a scheme that stand for several labels, with those labels."""
    merged: dict[str, list[str]] = {}
    for label in LABELS:
        merged.setdefault(name_in(scheme, label), []).append(label)
    return {name: tuple(labels) for name, labels in merged.items() if len(labels) > 1}


def merges(scheme: str) -> dict[str, tuple[str, ...]]:
    """The labels that several names of a scheme become when they are read, with those names."""
    merged: dict[str, list[str]] = {}
    for name in names_of(scheme):
        label = label_in(scheme, name)
        if label is not None:
            merged.setdefault(label, []).append(name)
    return {label: tuple(names) for label, names in merged.items() if len(names) > 1}


def group_in(scheme: str, name: str) -> str:
    """The XML tag under which i2b2 and MEDDOCAN files put a type; "OTHER" for foreign types."""
    groups = MEDDOCAN_GROUPS if scheme == "meddocan" else I2B2_GROUPS
    if scheme in ("sfumato", "hitzalmed", "hipaa"):
        label = label_in(scheme, name)
        name = _TABLE[label][_column("i2b2")] if label else name
    return next((group for group, names in groups.items() if name in names), "OTHER")


def _column(scheme: str) -> int:
    if scheme not in _COLUMNS:
        raise PolicyError(f"no label scheme is called {scheme!r} (there are: {', '.join(SCHEMES)})")
    return _COLUMNS.index(scheme)
