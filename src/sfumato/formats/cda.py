"""CDA: clinical documents of HL7 version 3, header and body (HL7 CDA R2, ISO/HL7 27932)."""

from __future__ import annotations

import re

from sfumato.formats import cdatable as table
from sfumato.formats.cdaids import ANCHORS, NUMBERED, renumbered
from sfumato.formats.xml import Xml
from sfumato.formats.xmlwalk import Element

_OID = re.compile(r"[0-2](?:\.\d{1,10}){2,24}", re.ASCII)
_TIME = re.compile(r"\d{4}(?:\d{2}){0,5}(?:\.\d{1,6})?(?:[+-]\d{4})?", re.ASCII)
_SCHEMES = {"tel": "PHONE", "fax": "FAX", "mailto": "EMAIL", "http": "URL", "https": "URL"}
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.\-]{0,17}", re.ASCII)
_STANDARD_CODES = re.compile(
    r"2\.16\.840\.1\.113883\.(?:[156]|10|3\.\d{1,4})(?:\.\d{1,6}){0,6}|1\.2\.840\.10008(?:\.\d{1,4}){0,6}"
    r"|1\.3\.6\.1\.4\.1\.(?:19376|12009)(?:\.\d{1,4}){0,8}|1\.0\.3166(?:\.\d{1,3}){0,4}",
    re.ASCII,
)


class Cda:
    """The elements of a clinical document and whom they speak of."""

    def label(self, element: Element, attribute: str | None, value: str) -> str | None:
        """What a text or an attribute stands for, by the elements around it."""
        if attribute is None:
            return _of_text(element)
        if element.name == "id" and attribute in ("extension", "root"):
            return _of_id(element)
        if element.name == "telecom" and attribute == "value":
            return _SCHEMES.get(value.partition(":")[0].strip().lower(), "PHONE")
        if attribute == "value" and element.name in table.TIMES and _TIME.fullmatch(value):
            return "DATE"
        if element.name in table.SEXES and attribute in ("code", "displayName"):
            return "SEX"
        if attribute == "displayName" and element.name == "code" and _is_kinship(element):
            return "KINSHIP"
        return None

    def quiet(self, element: Element, attribute: str, value: str) -> bool:
        """Words of the schema, templates, and codes of systems that everybody uses."""
        if attribute in ANCHORS:
            return NUMBERED.fullmatch(value) is not None
        words = table.WORDS.get(attribute)
        if words is not None:
            return words.fullmatch(value) is not None
        if attribute == "code":
            if element.name in table.OWN_CODES:
                return table.OWN_CODE.fullmatch(value) is not None
            system = element.attributes.get("codeSystem", "")
            shown = element.name in table.SEXES or not _STANDARD_CODES.fullmatch(system)
            return not shown and _CODE.fullmatch(value) is not None
        if attribute in ("root", "codeSystem"):
            return _is_quiet_root(element, attribute, value)
        return (
            attribute == "extension"
            and element.name in ("templateId", "typeId")
            and table.VERSION.fullmatch(value) is not None
        )

    def file_kind(self, element: Element, attribute: str | None) -> str | None:
        """The media type of encapsulated data (ED)."""
        if attribute is None and element.attributes.get("representation") == "B64":
            return element.attributes.get("mediaType", "")
        return None

    def drops(self, element: Element, attribute: str | None) -> bool:
        """The digest of a file that was changed."""
        return attribute == "integrityCheck"


def _is_quiet_root(element: Element, attribute: str, value: str) -> bool:
    """An object identifier that names a kind of number or a code system, not a thing by itself."""
    if not _OID.fullmatch(value):
        return False
    if attribute == "codeSystem" or element.name in ("templateId", "typeId"):
        return True
    return bool(element.attributes.get("extension", "").strip())


def _of_text(element: Element) -> str | None:
    if element.name in table.NAME_PARTS:
        return table.NAMED.get(_who(element))
    if any(one.name in ("addr", "birthplace") for one in element.up()):
        return table.ADDRESS_PARTS.get(element.name)
    return "HOSPITAL" if element.name == "desc" and _who(element) == "organization" else None


def _of_id(element: Element) -> str:
    """What an identifier numbers: the nearest thing around it that the table knows."""
    return table.NUMBERED.get(_who(element), "CONTACT_ID")


def _who(element: Element) -> str:
    """Whom or what an element in the header or in an entry speaks of."""
    for one in element.up():
        found = table.WHO.get(one.name)
        if found == "associated":
            kind = one.attributes.get("classCode", "")
            return table.ASSOCIATED.get(kind, "relative")
        if one.name == "participantRole" and one.attributes.get("classCode") == "MANU":
            return "device"
        if found:
            return found
    return ""


def _is_kinship(element: Element) -> bool:
    return element.parent is not None and element.parent.name in table.KIN


FORMAT = Xml(Cda(), prepare=renumbered)
