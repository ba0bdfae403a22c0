"""Annotation: what an output says of roles, in the terms of the ontology, as JSON-LD beside it.

A later step learns from it whether the clinician or the caregiver reported something, and when.
It is made of the edits alone, so it holds pseudonyms, shifted dates and places in the output.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.offsets import OffsetMap
from sfumato.core.record import Entry
from sfumato.knowledge.dateread import read

EXTENSION = ".jsonld"
IRI = "urn:sfumato:ontology#"
Node = dict[str, Any]

_NAME = re.compile(r"(?P<family>[^\W\d_]+)(?:-(?P<tags>[A-Z0-9-]+?))?(?:-ENCOUNTER(?P<visit>\d+))?")
_NUMBERED = re.compile(r"NAME\d+")
_TAG = re.compile(r"([A-Z]+?)(\d*)")
_CLASSES = {"PATIENT": "Patient", "PROVIDER": "Provider", "CAREGIVER": "Caregiver"}
_TIES = {"PROVIDER": "treats", "CAREGIVER": "accompanies"}
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s)[^.!?\n]*)*")
_SAYS = re.compile(
    r"\b(?:reports?|reported|states?|stated|says|said|notice[ds]?|denie[sd]|describes?|described"
    r"|complains?|complained|noted?|observed?|saw|asks?|asked|refiere|refirió|cuenta|contó|dice"
    r"|dijo|niega|negó|comenta|comentó|nota|notó|observa|observó|vio|describe|describió|según)\b",
    re.IGNORECASE,
)
_TREATS = re.compile(
    r"\b(?:increase[ds]?|decrease[ds]?|prescribe[ds]?|performe?[ds]?|removed?|changed?|placed?"
    r"|gave|given|ordered|started|stopped|taught|administered|aument[aó]|redujo|reduce|prescrib\w+"
    r"|realiz[aó]|retir[aó]|coloc[aó]|cura|curó|extra\w+|administr\w+|suspend\w+|inici[aó]"
    r"|pauta|pautó)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    id: str


def annotation(
    document: Document, edits: Sequence[Edit], text: str, offsets: OffsetMap, entry: Entry | None
) -> bytes:
    """The JSON-LD of an output text; `offsets` lead from the original document to it."""
    people: dict[str, Node] = {}
    mentions = []
    for edit in edits:
        if edit.operator == "role" and edit.span.label in ("PATIENT", "DOCTOR", "RELATIVE"):
            start, end = offsets.moved(edit.span.start, edit.span.end)
            mentions.append(_Mention(start, end, _person(edit.replacement, people)))
    visit = _encounter(entry, people, _shift_days(document, edits))
    nodes = [*people.values(), *([visit] if visit else [])]
    nodes += _events(text, mentions, people, visit, _dates(edits, offsets, document.language))
    note: Node = {"@id": "#note", "@type": "Note", "mentions": _ids(one.id for one in mentions)}
    graph = {"@context": _context(), "@graph": [note, *nodes]}
    return (json.dumps(graph, indent=1, ensure_ascii=False) + "\n").encode()


def _context() -> Node:
    tied = "treats observes accompanies ofPatient inEncounter givenBy reportedBy mayBe mentions"
    dated = {"@type": "http://www.w3.org/2001/XMLSchema#date"}
    return {
        "@vocab": IRI,
        "@base": "urn:sfumato:output",
        **{name: {"@type": "@id"} for name in tied.split()},
        "shiftedDate": dated,
    }


def _person(name: str, people: dict[str, Node]) -> str:
    """The id of the person of a pseudonym, who is added with those whom the name points to."""
    found = _NAME.fullmatch(name)
    id = f"#{name}" if found is None else "#" + "-".join(filter(None, found.groups()[:2]))
    if id in people:
        return id
    if _NUMBERED.fullmatch(name) or found is None:
        people[id] = {"@id": id, "@type": "Person", "pseudonym": name}
        return id
    tags = (found["tags"] or "PATIENT").split("-OR-")
    if len(tags) > 1:
        family = found["family"]
        ends = (family if tag == "PATIENT" else f"{family}-{tag}" for tag in tags)
        several = [_person(end, people) for end in ends]
        people[id] = {"@id": id, "@type": "Person", "pseudonym": name, "mayBe": _ids(several)}
        return id
    people[id] = _node(id, name, tags[0])
    if tags[0] != "PATIENT":
        tie = _TIES.get(people[id]["role"])
        patient = _person(found["family"], people)
        people[id].update({tie: patient} if tie else {})
    return id


def _node(id: str, name: str, tag: str) -> Node:
    parts = _TAG.fullmatch(tag)
    role = parts[1] if parts else "PERSON"
    node: Node = {"@id": id, "@type": _CLASSES.get(role, "Person"), "pseudonym": name, "role": role}
    if parts and parts[2]:
        node["order"] = int(parts[2])
    return node


def _encounter(
    entry: Entry | None, people: Mapping[str, Node], shift_days: int | None
) -> Node | None:
    """The encounter of the note, by its number in the record, with the note's shifted day."""
    if entry is None or not entry.encounter:
        return None
    number = entry.subject.encounters.index(entry.encounter) + 1
    node: Node = {"@id": f"#ENCOUNTER{number}", "@type": "Encounter", "order": number}
    patient = next((id for id, one in people.items() if one["@type"] == "Patient"), None)
    if patient:
        node["ofPatient"] = patient
    if entry.written is not None and shift_days is not None:
        day = entry.written + datetime.timedelta(days=shift_days)
        node["shiftedDate"] = day.isoformat()
    for one in people.values():
        if one["@type"] == "Provider":
            one["inEncounter"] = node["@id"]
    return node


def _shift_days(document: Document, edits: Iterable[Edit]) -> int | None:
    """By how many days the whole dates of a document were moved."""
    for edit in edits:
        if edit.span.label == "DATE" and edit.operator == "surrogate":
            original = document.text[edit.span.start : edit.span.end]
            before = _days(original, document.language)
            after = _days(edit.replacement, document.language)
            if len(before) == len(after) == 1:
                return (after[0] - before[0]).days
    return None


def _days(text: str, language: str) -> list[datetime.date]:
    said = read(text, language=language)
    return [value.date for value in said.values if value.date] if said else []


def _dates(
    edits: Iterable[Edit], offsets: OffsetMap, language: str
) -> list[tuple[int, datetime.date]]:
    """The whole dates of the output, each with its place."""
    found = []
    for edit in edits:
        if edit.span.label == "DATE" and edit.operator == "surrogate":
            start, _ = offsets.moved(edit.span.start, edit.span.end)
            found += [(start, day) for day in _days(edit.replacement, language)]
    return found


def _events(
    text: str,
    mentions: Sequence[_Mention],
    people: Mapping[str, Node],
    visit: Node | None,
    dates: Sequence[tuple[int, datetime.date]],
) -> Iterator[Node]:
    """Observations and treatments: a person and a verb of saying or of treating in a sentence."""
    patient = next((id for id, one in people.items() if one["@type"] == "Patient"), None)
    for number, sentence in enumerate(_SENTENCE.finditer(text), start=1):
        inside = [one for one in mentions if sentence.start() <= one.start < sentence.end()]
        said, done = _SAYS.search(sentence.group()), _TREATS.search(sentence.group())
        if not inside or not (said or done):
            continue
        when = [day for start, day in dates if sentence.start() <= start < sentence.end()]
        node: Node = {"@id": f"#event{number}", "start": sentence.start(), "end": sentence.end()}
        node.update({"shiftedDate": when[0].isoformat()} if len(when) == 1 else {})
        node.update({"ofPatient": patient} if patient else {})
        if visit:
            node["inEncounter"] = visit["@id"]
            if "shiftedDate" in visit:
                node.setdefault("shiftedDate", visit["shiftedDate"])
        who = inside[0].id
        if done and people[who]["@type"] == "Provider":
            yield {**node, "@type": "Treatment", "givenBy": who}
        elif said:
            yield {**node, "@type": "Observation", "reportedBy": who}


def _ids(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(ids))
