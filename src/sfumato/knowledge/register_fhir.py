"""Register FHIR: patients, relatives, practitioners, encounters of a Bundle or NDJSON (R4, R5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sfumato.core.record import Role
from sfumato.knowledge.register_mapping import MappingKeys
from sfumato.knowledge.register_rows import Row, Said, sex_of
from sfumato.knowledge.register_table import flat, objects

Resource = dict[str, Any]
_TELECOM = {"phone": "PHONE", "sms": "PHONE", "fax": "FAX", "email": "EMAIL", "pager": "PHONE"}
_IDS: dict[Role, str] = {"PATIENT": "PATIENT_ID", "PROVIDER": "DOCTOR_ID"}


def rows(data: bytes, mapping: MappingKeys) -> Iterator[Row]:
    """The rows of a record in FHIR: one a patient, encounter, relative and document reference."""
    store = _Store(_resources(data))
    for resource in store.of("Patient"):
        yield store.patient(resource, mapping)
    for resource in store.of("RelatedPerson"):
        for key in _references(resource.get("patient")):
            yield Row(store.key(key), people=(_said(resource, "CAREGIVER"),))
    for resource in store.of("Encounter"):
        yield from store.encounter(resource)
    for resource in store.of("DocumentReference"):
        yield from store.document(resource)


def _resources(data: bytes) -> Iterator[Resource]:
    for found in objects(data):
        entries = found.get("entry", ()) if found.get("resourceType") == "Bundle" else None
        if entries is None:
            yield found
            continue
        for entry in _dicts(entries):
            resource = entry.get("resource")
            if isinstance(resource, dict):
                yield {**resource, "_url": entry.get("fullUrl", "")}


class _Store:
    """The resources by what refers to them."""

    def __init__(self, resources: Iterable[Resource]) -> None:
        self._all = list(resources)
        self._by_reference: dict[str, Resource] = {}
        for resource in self._all:
            own = f"{resource.get('resourceType')}/{resource.get('id')}"
            for name in (own, resource.get("_url") or own):
                self._by_reference[name] = resource

    def of(self, kind: str) -> Iterator[Resource]:
        """The resources of a kind."""
        return (one for one in self._all if one.get("resourceType") == kind)

    def key(self, reference: str) -> str:
        """The key of the subject that a reference leads to: the id of the resource."""
        found = self._by_reference.get(reference)
        return str(found["id"]) if found and "id" in found else reference.rpartition("/")[2]

    def patient(self, resource: Resource, mapping: MappingKeys) -> Row:
        """What a Patient says, with its contacts and its practitioners."""
        contacts = (_said(one, "CAREGIVER") for one in _dicts(resource.get("contact")))
        doctors = self._people(resource.get("generalPractitioner"))
        known = flat({"Patient": resource})
        return Row(
            key=str(resource.get("id", "")),
            people=(_said(resource, "PATIENT"), *contacts, *doctors),
            values=tuple(
                (text, label)
                for path, label in mapping.record.values.items()
                for text in known.get(path, ())
            ),
            births=tuple(filter(None, (str(resource.get("birthDate") or ""),))),
        )

    def encounter(self, resource: Resource) -> Iterator[Row]:
        """What an Encounter says of its patient: who took part, and when."""
        people = [
            person
            for part in _dicts(resource.get("participant"))
            for person in self._people([part.get("individual"), part.get("actor")])
        ]
        period = resource.get("period") or resource.get("actualPeriod") or {}
        dates = tuple(str(period[one]) for one in ("start", "end") if period.get(one))
        for reference in _references(resource.get("subject")):
            yield Row(
                key=self.key(reference),
                people=tuple(people),
                dates=dates,
                encounter=str(resource.get("id", "")),
            )

    def document(self, resource: Resource) -> Iterator[Row]:
        """Which patient and which encounter a document belongs to."""
        names = [str(resource.get("id", ""))]
        names += [str(one.get("value", "")) for one in _dicts(resource.get("identifier"))]
        for content in _dicts(resource.get("content")):
            attachment = content.get("attachment") or {}
            names += [str(attachment.get(one, "")) for one in ("title", "url")]
        context = resource.get("context") or {}
        encounters = _references(context.get("encounter") if isinstance(context, dict) else context)
        for reference in _references(resource.get("subject")):
            yield Row(
                key=self.key(reference),
                people=tuple(self._people(resource.get("author"))),
                encounter=next(map(self.key, encounters), ""),
                written=str(resource.get("date") or ""),
                documents=tuple(filter(None, names)),
            )

    def _people(self, references: object) -> Iterator[Said]:
        for reference in _references(references):
            resource = self._by_reference.get(reference)
            if resource is None:
                continue
            kind = resource.get("resourceType")
            if kind == "PractitionerRole":
                yield from self._people(resource.get("practitioner"))
            elif kind == "Practitioner":
                yield _said(resource, "PROVIDER")
            elif kind == "RelatedPerson":
                yield _said(resource, "CAREGIVER")


def _said(resource: Resource, role: Role) -> Said:
    names = [name for one in _dicts(resource.get("name")) for name in _names(one)]
    return Said(
        role=role,
        names=tuple(dict.fromkeys(names)),
        sex=sex_of(str(resource.get("gender") or "")),
        values=tuple(_values(resource, role)),
    )


def _names(name: Mapping[str, Any]) -> Iterator[str]:
    given = " ".join(map(str, name.get("given") or ()))
    family = str(name.get("family") or "")
    if family or given:
        yield f"{family}, {given}" if family and given else family or given
    elif name.get("text"):
        yield str(name["text"])


def _values(resource: Resource, role: Role) -> Iterator[tuple[str, str]]:
    for one in _dicts(resource.get("identifier")):
        if one.get("value"):
            yield str(one["value"]), _IDS.get(role, "OTHER")
    for one in _dicts(resource.get("telecom")):
        if one.get("value"):
            yield str(one["value"]), _TELECOM.get(str(one.get("system")), "OTHER")
    for one in _dicts(resource.get("address")):
        line = " ".join(map(str, one.get("line") or ()))
        parts = [line, *(str(one.get(key) or "") for key in ("city", "district"))]
        text = ", ".join(filter(None, parts)) or str(one.get("text") or "")
        if text:
            yield text, "STREET"


def _references(found: object) -> list[str]:
    """The references in one Reference or several; R5 hides some one level deeper."""
    several = found if isinstance(found, list) else [found]
    return [
        str(one["reference"]) for one in several if isinstance(one, dict) and "reference" in one
    ]


def _dicts(found: object) -> Iterator[dict[str, Any]]:
    several = found if isinstance(found, list) else [found]
    return (one for one in several if isinstance(one, dict))
