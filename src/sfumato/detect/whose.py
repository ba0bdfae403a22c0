"""Whose: a person with a number, a birth date or an age right behind the name is the patient."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sfumato.core.span import Span

_REACH = 24
_TITLE = re.compile(r"\b(?:dra?|prof\w{0,5}|doctora?|lic|enf|nurse)\b\.?\s*\Z", re.IGNORECASE)
_FACTS = re.compile(
    r"\s*[(,;:-]{0,2}\s*(?:MRN|NHS|DOB|D\.O\.B|born\b|aged?\b|NHC|H\.?C\.?\b|DNI\b|NIE\b|CIP\b|"
    r"nacid[oa]\b|\d{1,3}[- ]?(?:y/?o\b|yrs?\b|years?\b|year-old|años|a\.))",
    re.IGNORECASE,
)


def told_apart(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The spans, those taken for clinicians made patients where what follows says so."""
    for span in spans:
        yield replace(span, label="PATIENT") if _is_patient(text, span) else span


def _is_patient(text: str, span: Span) -> bool:
    return (
        span.label == "DOCTOR"
        and _FACTS.match(text[span.end : span.end + _REACH]) is not None
        and _TITLE.search(text[max(0, span.start - _REACH) : span.start]) is None
    )
