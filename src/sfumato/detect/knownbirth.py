"""Known birth: whether a document gives another date of birth than the record."""

from __future__ import annotations

import re

from sfumato.core.document import Document
from sfumato.core.record import Subject
from sfumato.knowledge.dateread import read
from sfumato.knowledge.shadow import shadow

_BORN = re.compile(
    r"\b(?:d\.?o\.?b\.?|date of birth|birth ?date|born(?: on)?|f\.? ?nac\.?(?:imiento)?"
    r"|fecha de nacimiento|nacid[oa](?: el)?)[ :.]{1,3}"
    r"([0-9]{1,2}[ ./-]+(?:de )?[A-Za-z0-9]{1,10}[ ./-]+(?:de )?[0-9]{2,4}"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}|[A-Z][a-z]{2,8} [0-9]{1,2},? [0-9]{4})",
    re.IGNORECASE,
)


def contradicts_birth(document: Document, subject: Subject) -> bool:
    """Whether what the document calls a date of birth can be none of the record's."""
    if not subject.births:
        return False
    twin = shadow(document.text)
    for found in _BORN.finditer(twin.data.decode("ascii")):
        said = read(found[1], language=document.language)
        for value in said.values if said else ():
            if None not in (value.year, value.month, value.day) and not any(
                (value.year or 0) % 100 == birth.year % 100
                and {value.day, value.month} == {birth.day, birth.month}
                for birth in subject.births
            ):
                return True
    return False
