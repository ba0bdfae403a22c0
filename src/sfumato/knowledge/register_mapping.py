"""Register mapping: the TOML that says which field of a record holds what, read strictly."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import re2

from sfumato.core.errors import SettingsError
from sfumato.core.fill import filled
from sfumato.core.labels import is_label
from sfumato.knowledge.register_dates import Habit

Kind = Literal["csv", "parquet", "json", "fhir", "hl7", "omop"]
WHERE = "mapping"


@dataclass(frozen=True, slots=True)
class PersonKeys:
    """The fields that hold a person; each key names one field or several."""

    name: tuple[str, ...] = ()
    """Full names, in any order of given name and surname; several fields are several names."""
    given: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    """Given names and surnames where the record keeps them apart."""
    nickname: tuple[str, ...] = ()
    sex: tuple[str, ...] = ()
    relation: tuple[str, ...] = ()
    """The word of kinship, which often tells the sex ("husband")."""
    birth: tuple[str, ...] = ()
    id: tuple[str, ...] = ()
    insurance: tuple[str, ...] = ()
    phone: tuple[str, ...] = ()
    email: tuple[str, ...] = ()
    address: tuple[str, ...] = ()
    split: str = ""
    """The sign between several people in one field."""


@dataclass(frozen=True, slots=True)
class RecordKeys:
    """The keys under [record]."""

    kind: Kind
    key: str = ""
    """The field that tells subjects apart; rows with one key are one subject."""
    encounter: str = ""
    written: str = ""
    """The entry date of the note."""
    dates: Habit = ""
    days: tuple[str, ...] = ()
    """Further fields that hold dates of the subject."""
    patient: PersonKeys = PersonKeys()
    caregiver: tuple[PersonKeys, ...] = ()
    provider: tuple[PersonKeys, ...] = ()
    person: tuple[PersonKeys, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DocumentKeys:
    """The keys under [documents]: how a document is tied to its subject."""

    file: str = ""
    """The field that names the document: its file, with or without ending, or its JSONL id."""
    pattern: str = ""
    """An expression on the file's path or JSONL id, with a group named key."""
    unmatched: Literal["refuse", "pass"] = "refuse"
    strangers: Literal["refuse", "note"] = "refuse"
    """What happens where the id of another patient of the record stands in a document."""


@dataclass(frozen=True, slots=True)
class MappingKeys:
    """The keys of a mapping file."""

    record: RecordKeys
    documents: DocumentKeys = DocumentKeys()


def read_mapping(data: bytes) -> MappingKeys:
    """The mapping in a file's bytes, each key and each type checked."""
    problem = ""
    table: dict[str, Any] = {}
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        problem = "not UTF-8"
    except tomllib.TOMLDecodeError as error:
        problem = f"not valid TOML: {error}"
    if problem:
        raise SettingsError(f"{WHERE}: {problem}")
    mapping = filled(MappingKeys, _listed(table), WHERE)
    _check(mapping)
    return mapping


def _listed(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table with one field written as a list of one."""
    record = table.get("record")
    if not isinstance(record, Mapping):
        return dict(table)
    made = {key: _fields(value) if key == "days" else value for key, value in record.items()}
    if isinstance(record.get("patient"), Mapping):
        made["patient"] = _person(record["patient"])
    for role in ("caregiver", "provider", "person"):
        if isinstance(record.get(role), list):
            made[role] = [_person(one) if isinstance(one, Mapping) else one for one in record[role]]
    return {**table, "record": made}


def _person(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value if key == "split" else _fields(value) for key, value in table.items()}


def _fields(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _check(mapping: MappingKeys) -> None:
    record, documents = mapping.record, mapping.documents
    tables = record.kind in ("csv", "parquet", "json")
    if tables and not record.key:
        raise SettingsError(f"{WHERE}: record: key 'key' is missing")
    if not tables and (record.key or record.patient != PersonKeys() or record.caregiver):
        raise SettingsError(
            f"{WHERE}: record: a record of kind {record.kind} says itself who is who; "
            "only dates and values may be named"
        )
    for name, label in record.values.items():
        if not is_label(label):
            raise SettingsError(f"{WHERE}: record: values.{name}: {label!r} is not a label")
    if documents.file and documents.pattern:
        raise SettingsError(f"{WHERE}: documents: give file or pattern, not both")
    if documents.pattern and "(?P<key>" not in documents.pattern:
        raise SettingsError(f"{WHERE}: documents: pattern: a group (?P<key>...) is missing")
    if documents.pattern and not _compiles(documents.pattern):
        raise SettingsError(f"{WHERE}: documents: pattern: not a valid expression")


def _compiles(pattern: str) -> bool:
    options = re2.Options()
    options.log_errors = False
    try:
        re2.compile(pattern, options)
    except re2.error:
        return False
    return True
