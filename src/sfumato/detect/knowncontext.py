"""Known context: what stands around a mention and tells that it is a name, and whose."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from sfumato.core.record import Person
from sfumato.knowledge.knownnames import Mention
from sfumato.knowledge.knownparts import TITLES, Fit
from sfumato.knowledge.lists import words

_REACH = 48
_FLAGS = re.IGNORECASE | re.ASCII
_TITLE = re.compile(
    rb"(?<![a-z0-9])(?:dr|dra|drs|doctor|doctora|mr|mrs|ms|miss|sr|sra|srta|senora?|don|dona|dna|d"
    rb"|prof|profesora?|nurse|enfermer[oa]|enf|lic|sister|hermana|capt|rev)\.?[ao]?\.?[ \n]{1,3}\Z",
    _FLAGS,
)
_PROVIDER = re.compile(
    rb"(?<![a-z0-9])(?:dr|dra|drs|doctor|doctora|prof|nurse|enfermer[oa]|enf|medic[oa]|physician"
    rb"|veterinari[oa]n?|vet|attending|surgeon|cirujan[oa]|clinician|colegiado|therapist|chaplain"
    rb"|social worker|trabajador[a]? social|provider|oncolog[oa]|auxiliar|aide|rn|lvn|dvm)"
    rb"\.?[ao]?\.?[ :,\n]{1,3}\Z",
    _FLAGS,
)
_DOCTOR = re.compile(rb"(?<![a-z0-9])(?:dr|dra|doctor|doctora)\.?[ao]?\.?[ \n]{1,3}\Z", _FLAGS)
_DEGREE = re.compile(rb",? ?(?:m\.?d|d\.?o|r\.?n|dvm|n\.?p|pa-c|ph\.?d|lvn|lpn|msw|vmd)\b", _FLAGS)
_PATIENT = re.compile(
    rb"(?<![a-z0-9])(?:patient|pt|paciente|pte|client|residente?|name|nombre)[ :.,\n]{1,3}\Z",
    _FLAGS,
)
_CAREGIVER = re.compile(
    rb"(?<![a-z0-9])(?:wife|husband|spouse|son|daughter|mother|father|sister|brother|caregiver"
    rb"|owner|partner|niece|nephew|cousin|aunt|uncle|cuidador[a]?|espos[oa]|marido|mujer|hij[oa]"
    rb"|madre|padre|herman[oa]|duen[oa]|propietari[oa]|familiar|tutor[a]?|sobrin[oa]|ti[oa]|ni?et[oa]"
    rb"|pareja|contact|contacto)(?: principal)?[ :,(\n]{1,3}\Z",
    _FLAGS,
)
_FEMALE = re.compile(
    rb"(?<![a-z0-9])(?:mrs|ms|miss|sra|srta|senora|dona|dna|d\.? ?a)\.?[ \n]{1,3}\Z", _FLAGS
)
_MALE = re.compile(rb"(?<![a-z0-9])(?:mr|sr|senor|don|d)\.?[ \n]{1,3}\Z", _FLAGS)
_SPEAKS = re.compile(
    rb"(?:'s)? (?:reports?|states?|said|says|denie[sd]|is|was|has|had|feels?|felt|asks?|asked"
    rb"|calls?|called|came|comes|agrees?|wants?|refiere|dice|niega|esta|estaba|ha|acude|pide|llama|comenta"
    rb"|vive|no|presenta|and|y)\b|'s\b",
    _FLAGS,
)
_LAST_WORD = re.compile(rb"(?<![A-Za-z0-9'-])([A-Z][A-Za-z]+)[ -]\Z")
_NEXT_WORD = re.compile(rb"[ -]([A-Z][A-Za-z]+)(?![A-Za-z0-9])")
_NEXT_INITIAL = re.compile(rb" (?:y|e|i|and) [a-z]\.?\Z")
_NEVER = words("not-names")
_ENDS_SENTENCE = b'.:;!?\n-*|>"('


def meant(
    data: bytes,
    mention: Mention,
    people: dict[str, Person],
    *,
    common: Callable[[str], bool],
    listed: Callable[[str], bool],
) -> tuple[str, ...]:
    """Whom a mention names: one person, several that it could be, or nobody of the record.

    One word alone says little. A title, a word of kinship or the sex of a title narrow it; a
    doctor's title before the name of no provider, another name right beside it, and a frequent
    name (`listed`) that is one typing error away are taken for somebody else. `common` tells
    ordinary words.
    """
    before = data[max(0, mention.start - _REACH) : mention.start]
    after = data[mention.end : mention.end + 8]
    tags = mention.tags
    if len(mention.words) == 1:
        if is_nearly(mention) and listed(mention.words[0]):
            return ()
        if has_further_name(data, mention, common):
            return ()
        if _DOCTOR.search(before) and not any(people[tag].role == "PROVIDER" for tag in tags):
            return ()
    if len(tags) == 1:
        return tags
    if _PROVIDER.search(before) or _DEGREE.match(after):
        tags = _of_role(tags, people, "PROVIDER")
    elif _CAREGIVER.search(before):
        tags = _of_role(tags, people, "CAREGIVER")
    elif _PATIENT.search(before):
        tags = _of_role(tags, people, "PATIENT")
    if _FEMALE.search(before):
        tags = tuple(tag for tag in tags if people[tag].sex != "male") or tags
    elif _MALE.search(before):
        tags = tuple(tag for tag in tags if people[tag].sex != "female") or tags
    return tags


def without_next(data: bytes, mention: Mention) -> Mention:
    """The mention without the small initial of whoever comes after an "and": "Ruiz y n. Sanz"."""
    found = _NEXT_INITIAL.search(data[mention.start : mention.end])
    if found is None or len(mention.words) < 2 or mention.fits[-1] is not Fit.INITIAL:
        return mention
    end = mention.start + found.start()
    return replace(mention, end=end, words=mention.words[:-1], fits=mention.fits[:-1])


def is_nearly(mention: Mention) -> bool:
    """Whether one word alone is a typing error away from a name."""
    return len(mention.words) == 1 and mention.fits[0] is Fit.TYPO


def has_further_name(data: bytes, mention: Mention, common: Callable[[str], bool]) -> bool:
    """Whether another name stands right beside one word: then the whole is somebody else's."""
    before = _LAST_WORD.search(data[max(0, mention.start - _REACH) : mention.start])
    after = _NEXT_WORD.match(data[mention.end : mention.end + _REACH])
    found = [one.group(1).lower().decode("ascii") for one in (before, after) if one]
    return any(word not in TITLES and not common(word) for word in found)


def _of_role(tags: tuple[str, ...], people: dict[str, Person], role: str) -> tuple[str, ...]:
    return tuple(tag for tag in tags if people[tag].role == role) or tags


def is_name(data: bytes, mention: Mention, *, common: Callable[[str], bool]) -> bool:
    """Whether a mention is written as a name: what is an ordinary word too must look like one."""
    ordinary = [common(word) for word in mention.words]
    raw = data[mention.start : mention.end]
    if set(mention.fits) == {Fit.INITIAL}:
        return True
    if len(mention.words) > 1:
        if max(mention.fits) <= Fit.TYPO and any(ordinary):
            return False
        return not all(ordinary) or any(map(_is_capital, raw))
    titled = bool(_TITLE.search(data[max(0, mention.start - _REACH) : mention.start]))
    if titled:
        return True
    if mention.fits[0] is Fit.TYPO:
        return not ordinary[0] or (_is_capital(raw[0]) and _stands(data, mention, common=True))
    if not ordinary[0] and len(mention.words[0]) > 3 and mention.fits[0] is Fit.EXACT:
        return True
    return _is_capital(raw[0]) and _stands(data, mention, common=ordinary[0])


def _stands(data: bytes, mention: Mention, *, common: bool) -> bool:
    """Whether a capital letter tells anything here: not in a line of capitals, not where a
    sentence begins with a word that often does."""
    if not common:
        return True
    first = data.rfind(b"\n", 0, mention.start) + 1
    last = data.find(b"\n", mention.end)
    line = data[first : last if last >= 0 else len(data)]
    if not any(97 <= code <= 122 for code in line):
        return False
    if mention.words[0] not in _NEVER:
        return True
    before = data[max(0, mention.start - 3) : mention.start].rstrip(b" ")
    opens = not before or before[-1] in _ENDS_SENTENCE
    return not opens or bool(_SPEAKS.match(data[mention.end : mention.end + 16]))


def _is_capital(code: int) -> bool:
    return 65 <= code <= 90
