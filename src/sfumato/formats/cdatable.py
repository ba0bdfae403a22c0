"""CDA R2 as tables: which element speaks of whom, and which words of the schema may stay."""

from __future__ import annotations

import re

WHO = {
    "recordTarget": "patient",
    "patientRole": "patient",
    "patient": "patient",
    "guardian": "relative",
    "guardianPerson": "relative",
    "relatedEntity": "relative",
    "relatedPerson": "relative",
    "relatedSubject": "relative",
    "associatedEntity": "associated",
    "guardianOrganization": "organization",
    "birthplace": "place",
    "author": "doctor",
    "dataEnterer": "doctor",
    "legalAuthenticator": "doctor",
    "authenticator": "doctor",
    "informationRecipient": "doctor",
    "intendedRecipient": "doctor",
    "informant": "doctor",
    "assignedAuthor": "doctor",
    "assignedEntity": "doctor",
    "assignedPerson": "doctor",
    "performer": "doctor",
    "responsibleParty": "doctor",
    "encounterParticipant": "doctor",
    "custodian": "organization",
    "providerOrganization": "organization",
    "representedOrganization": "organization",
    "representedCustodianOrganization": "organization",
    "receivedOrganization": "organization",
    "scopingOrganization": "organization",
    "wholeOrganization": "organization",
    "manufacturerOrganization": "organization",
    "serviceProviderOrganization": "organization",
    "healthCareFacility": "organization",
    "location": "organization",
    "assignedAuthoringDevice": "device",
    "playingDevice": "device",
    "assignedDevice": "device",
    "playingEntity": "thing",
    "manufacturedProduct": "thing",
    "specimen": "specimen",
    "encompassingEncounter": "encounter",
}
"""Whom the elements inside one speak of; the nearest counts."""

ASSOCIATED = {"PROV": "doctor", "ASSIGNED": "doctor", "POLHOLD": "policy", "COVPTY": "policy"}
"""Who an associated entity is, by its class; anybody else is near to the patient."""

NAMED = {
    "patient": "PATIENT",
    "relative": "RELATIVE",
    "policy": "PATIENT",
    "doctor": "DOCTOR",
    "organization": "HOSPITAL",
    "place": "LOCATION",
}
NUMBERED = {
    "patient": "PATIENT_ID",
    "relative": "PATIENT_ID",
    "doctor": "DOCTOR_ID",
    "policy": "INSURANCE_ID",
    "device": "DEVICE_ID",
}
KIN = frozenset({"relatedEntity", "relatedSubject", "associatedEntity", "guardian"})
NAME_PARTS = frozenset({"name", "given", "family", "prefix", "suffix"})
ADDRESS_PARTS = {
    **dict.fromkeys(
        "addr streetAddressLine streetName streetNameBase streetNameType houseNumber"
        " houseNumberNumeric buildingNumberSuffix additionalLocator unitID unitType direction"
        " deliveryAddressLine deliveryInstallationArea deliveryMode postBox careOf".split(),
        "STREET",
    ),
    **dict.fromkeys("city county state postalCode precinct censusTract name".split(), "LOCATION"),
    "country": "COUNTRY",
}
TIMES = frozenset(
    "birthTime time effectiveTime low high center signatureTime deceasedTime value phase event"
    " sdtc:deceasedTime creationTime".split()
)
SEXES = frozenset({"administrativeGenderCode"})

_FLAG = re.compile(r"true|false", re.ASCII)
_ACT = re.compile(r"[A-Z]{1,12}", re.ASCII)
_SIZE = re.compile(r"\d{1,4}(?:\.\d{1,3})?(?:%|px|em|pt)?", re.ASCII)
_WORD = re.compile(r"[A-Za-z]{1,16}", re.ASCII)
WORDS: dict[str, re.Pattern[str]] = {
    **dict.fromkeys("classCode typeCode moodCode determinerCode nullFlavor".split(), _ACT),
    **dict.fromkeys("contextControlCode contextConductionCode".split(), _ACT),
    **dict.fromkeys(
        "inversionInd negationInd independentInd inclusive institutionSpecified".split(), _FLAG
    ),
    **dict.fromkeys("width height border cellpadding cellspacing colspan rowspan".split(), _SIZE),
    **dict.fromkeys("align valign listType partType compression".split(), _WORD),
    "representation": re.compile(r"B64|TXT", re.ASCII),
    "use": re.compile(r"[A-Z]{1,6}(?: [A-Z]{1,6}){0,3}", re.ASCII),
    "qualifier": re.compile(r"[A-Z]{1,3}(?: [A-Z]{1,3}){0,3}", re.ASCII),
    "type": re.compile(r"(?:\w{1,8}:)?[A-Z]{2,5}(?:_[A-Z]{2,5})?", re.ASCII),
    "operator": re.compile(r"[AEIHP]", re.ASCII),
    "mediaType": re.compile(r"[a-z]{1,20}/[a-z0-9.+-]{1,80}", re.ASCII),
    "unit": re.compile(r"[A-Za-z0-9%/.*^\[\]{}'-]{1,12}", re.ASCII),
    "styleCode": re.compile(r"(?:[A-Za-z]{1,16}\s?){1,4}", re.ASCII),
    "lang": re.compile(r"[a-z]{2}(?:-[A-Z]{2})?", re.ASCII),
}
"""Attributes whose values stay unseen where they are such words."""

OWN_CODES = frozenset({"realmCode", "languageCode", "statusCode", "confidentialityCode"})
"""Elements whose codes come from a list of the schema itself."""
OWN_CODE = re.compile(r"[A-Za-z]{1,10}(?:-[A-Z]{2})?", re.ASCII)
VERSION = re.compile(r"\d{4}-\d{2}-\d{2}|POCD_[A-Z]{2}\d{6}(?:UV\d{2})?", re.ASCII)
