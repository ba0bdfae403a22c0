"""Identifiers of the United Kingdom, Ireland, Canada, Oceania, India and South Africa."""

from __future__ import annotations

from sfumato.detect.patterns import Row
from sfumato.detect.shapes import labelled
from sfumato.knowledge import checksums

_RAMQ_MONTHS = frozenset(
    [f"{month:02d}" for month in range(1, 13)] + [str(month) for month in range(51, 63)]
)
_NI = r"[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]"

ROWS: tuple[Row, ...] = (
    Row(
        name="uk-nhs",
        label="PATIENT_ID",
        expression=r"\b(\d{3}[ -]\d{3}[ -]\d{4})\b",
        example="seen today, «481 920 3754», by the team",
        near=("481 920 3755", "481 920 37541"),
        source="NHS Data Dictionary, NHS number",
        check=checksums.nhs,
        score=0.72,
    ),
    labelled(
        "uk-nhs-labelled",
        "PATIENT_ID",
        r"nhs(?: ?(?:no\.?|number|#|num\.?|n[o.]{1,3}))?|chi(?: ?(?:no\.?|number))?|h ?(?:&|and)"
        r" ?c(?: ?(?:no\.?|number))?"
        r"|h\+c|ihi|nhi|hsn|pps(?:n|\b)(?: ?(?:no\.?|number))?|n\.?i\.?(?: ?(?:no\.?|number))|cro"
        r"(?: no\.?)?|pnc(?: id)?|upn"
        r"|tfn|sin|care card|abha(?: ?(?:no\.?|id|number))?|aadhaa?r(?: ?(?:no\.?|number|card))?"
        r"|uid(?:ai)?|pan(?: card)?"
        r"|nric|ic|fin|hkid|hcn|teudat zehut|t\.?z\.?|id(?: ?(?:no\.?|number|#|card))|identity "
        r"(?:no\.?|number|card)|emirates id"
        r"|qid|civil id|national id(?: ?(?:no\.?|number))?|rsa id|sa id|id nr",
        "NHS No: «481 920 3750»",
        near=("NHS trust 2019", "CHI score 12", "pan 2 cm", "ic 24 h"),
        digits=4,
        score=0.9,
    ),
    Row(
        name="uk-chi",
        label="PATIENT_ID",
        expression=r"\b([0-3]\d[01]\d{3} ?-?\d{4})\b",
        example="CHI «070851 4820»",
        near=("070851 4821", "sample 070851 4820"),
        source="NHS Scotland, Community Health Index",
        check=checksums.chi,
        context=("chi", "nhs", "hospital", "patient", "dob"),
    ),
    Row(
        name="uk-ni",
        label="PATIENT_ID",
        expression=rf"\b({_NI})\b",
        example="NI «KD 48 20 17 C»",
        near=("KD 48 20 17 F", "GB 48 20 17"),
        source="HMRC NIM39110",
        score=0.93,
    ),
    Row(
        name="ie-pps",
        label="PATIENT_ID",
        expression=r"\b(\d{7}[A-W][A-IW]?)\b",
        example="PPS «4819203O»",
        near=("PPS 4819203B", "batch 4819203O"),
        source="Department of Social Protection, PPS number",
        check=checksums.pps,
        context=("pps", "ppsn", "social", "medical card", "dob", "mrn"),
    ),
    Row(
        name="ca-sin",
        label="PATIENT_ID",
        expression=r"\b(\d{3}[ -]\d{3}[ -]\d{3})\b",
        example="SIN «419 283 742»",
        near=("SIN 419 283 743", "sin 419 mg"),
        source="Employment and Social Development Canada",
        check=checksums.sin,
        context=("sin", "social insurance", "nas"),
    ),
    Row(
        name="ca-ramq",
        label="INSURANCE_ID",
        expression=r"\b([A-Z]{4} ?\d{4} ?\d{4})\b",
        example="RAMQ «TREB 4862 0417»",
        near=("TREB 4882 0417",),
        source="RAMQ, numero d'assurance maladie",
        check=lambda text: checksums.plain(text)[6:8] in _RAMQ_MONTHS,
        score=0.85,
    ),
    labelled(
        "ca-health-card",
        "INSURANCE_ID",
        r"health ?(?:card|care|insurance)?(?: ?(?:no\.?|number|#))|health card|ohip|ramq|phn|msp"
        r"|mcp|ahcip|hcn|medicare"
        r"(?: card)?(?: ?(?:no\.?|number|#))?|carte soleil|nam",
        "OHIP: «4820-173-948-KX»",
        near=("OHIP covers 12 visits", "health card renewed 2021"),
        digits=6,
        score=0.87,
    ),
    Row(
        name="au-medicare",
        label="INSURANCE_ID",
        expression=r"\b([2-6]\d{3}[ -]?\d{5}[ -]?\d(?:[ /-]{1,3}\d)?)\b",
        example="Medicare «4819 20372 1/2»",
        near=("4819 20373 1",),
        source="Services Australia, Medicare card check digit",
        check=checksums.medicare_au,
        context=("medicare", "mcare", "m'care", "card", "irn", "dva"),
    ),
    Row(
        name="au-ihi",
        label="PATIENT_ID",
        expression=r"\b(8003 ?6\d{2}\d ?\d{4} ?\d{4})\b",
        example="IHI «8003 6048 1920 3752»",
        near=("8003 6048 1920 3753",),
        source="Healthcare Identifiers Act 2010; AS 5017",
        check=checksums.ihi,
    ),
    Row(
        name="au-tfn",
        label="PATIENT_ID",
        expression=r"\b(\d{3}[ -]?\d{3}[ -]?\d{3})\b",
        example="tax file number «481 920 376»",
        near=("tax file number 481 920 377",),
        source="Australian Taxation Office",
        check=checksums.tfn,
        context=("tfn", "tax file"),
    ),
    Row(
        name="nz-nhi",
        label="PATIENT_ID",
        expression=r"\b([A-HJ-NP-Z]{3}\d{4}|[A-HJ-NP-Z]{3}\d{2}[A-HJ-NP-Z]{2})\b",
        example="NHI «KBD4828»",
        near=("KBD4821",),
        source="HISO 10046:2023",
        check=checksums.nhi,
        context=("nhi", "patient", "dob", "national health"),
    ),
    Row(
        name="in-aadhaar",
        label="PATIENT_ID",
        expression=r"\b([2-9]\d{3}[ -]\d{4}[ -]\d{4})\b",
        example="card «4819 2037 4858» shown",
        near=("4819 2037 4859", "4819 2037 4858 1234"),
        source="UIDAI, Aadhaar numbering scheme (Verhoeff)",
        check=checksums.aadhaar,
        cut=lambda text, after: (
            0 if after[:1] in (" ", "-") and after[1:5].isdigit() else len(text)
        ),
        score=0.8,
    ),
    Row(
        name="in-abha",
        label="PATIENT_ID",
        expression=r"\b(\d{2}-\d{4}-\d{4}-\d{4})\b",
        example="ABHA «91-4820-1739-4827»",
        near=("91-4820-1739-482",),
        source="National Health Authority of India, ABHA number",
    ),
    Row(
        name="za-id",
        label="PATIENT_ID",
        expression=r"\b(\d{6} ?\d{4} ?[012]\d{2})\b",
        example="ID «850412 4819 080»",
        near=("850412 4819 081",),
        source="Identification Act 68 of 1997",
        check=checksums.said,
        score=0.88,
    ),
    Row(
        name="sg-nric",
        label="PATIENT_ID",
        expression=r"\b([STFGMstfgm]\d{7}[A-Z])\b",
        example="NRIC «S4819203F»",
        near=("S481920F",),
        source="Singapore ICA, NRIC and FIN",
        context=("nric", "ic", "fin", "pt", "patient", "id"),
        score=0.85,
    ),
    Row(
        name="world-doctor",
        label="DOCTOR_ID",
        expression=r"\b((?:MED|DEN|NMW|PHY|PSY|CHI|OPT|POD)000\d{7}|MP ?0\d{6})\b",
        example="Dr Rao, «MED0004820173»",
        near=("MED 2019",),
        source="AHPRA; HPCSA registration numbers",
    ),
)
