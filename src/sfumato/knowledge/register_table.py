"""Register tables: CSV, TSV, Parquet and JSON records as rows, by the fields of the mapping."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields as fields_of
from typing import Any

from sfumato.core.errors import Damaged, MissingExtra, SettingsError
from sfumato.core.record import Role
from sfumato.knowledge.register_mapping import WHERE, MappingKeys, PersonKeys
from sfumato.knowledge.register_rows import Row, Said, Sex, sex_of

Fields = Mapping[str, tuple[str, ...]]
"""The values of one row by field; a field may have several."""

_VALUES = {
    "insurance": "INSURANCE_ID",
    "phone": "PHONE",
    "email": "EMAIL",
    "address": "STREET",
}
_FIELDS = tuple(one.name for one in fields_of(PersonKeys) if one.name != "split")
_IDS: dict[Role, str] = {"PATIENT": "PATIENT_ID", "PROVIDER": "DOCTOR_ID"}


def read_csv(data: bytes) -> Iterator[Fields]:
    """The rows of delimited text with a heading."""
    text = decoded(data)
    head = text.partition("\n")[0]
    delimiter = max(",;\t|", key=head.count)
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))  # notes are long cells
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    problem = ""
    try:
        _no_two_alike(rows.fieldnames or ())
        for number, row in enumerate(rows, start=2):
            if None in row or None in row.values():
                raise Damaged(f"record: row {number} has not as many cells as the heading")
            yield {name.strip(): _filled(value) for name, value in row.items()}
    except csv.Error:
        problem = f"record: broken quoting near line {rows.line_num}"
    if problem:
        raise Damaged(problem)


def _no_two_alike(heading: Sequence[str]) -> None:
    """Of two fields with one name one would hide the other."""
    names = [name.strip() for name in heading]
    if len(set(names)) < len(names):
        raise Damaged("record: two fields have the same name")


def _filled(value: str) -> tuple[str, ...]:
    return (value.strip(),) if value.strip() else ()


def read_parquet(data: bytes) -> Iterator[Fields]:
    """The rows of a Parquet file."""
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        parquet = None
    if parquet is None:
        raise MissingExtra("Parquet records need the extra: pip install 'sfumato[parquet]'")
    failed = False
    try:
        table = parquet.read_table(io.BytesIO(data), use_threads=False)
        rows = table.to_pylist()
    except Exception:  # whatever Arrow says of foreign bytes
        failed = True
    if failed:
        raise Damaged("record: not a Parquet file")
    empty: dict[str, tuple[str, ...]] = dict.fromkeys(table.column_names, ())
    for row in rows:
        yield {**empty, **flat(row)}


def read_json(data: bytes) -> Iterator[Fields]:
    """The objects of a JSON array, of one object, or of one object a line."""
    for found in objects(data):
        yield flat(found)


def objects(data: bytes) -> Iterator[dict[str, Any]]:
    """The objects of JSON or of JSON lines."""
    text = decoded(data)
    try:
        whole = json.loads(text)
        yield from _dicts(whole if isinstance(whole, list) else [whole], "element")
        return
    except ValueError:
        pass
    lines = [line for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines, start=1):
        failed = False
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            failed = True
        if failed:
            raise Damaged(f"record: line {number} is not JSON")
        yield from _dicts([found], f"line {number}, element")


def _dicts(found: Iterable[object], what: str) -> Iterator[dict[str, Any]]:
    for number, one in enumerate(found, start=1):
        if not isinstance(one, dict):
            raise Damaged(f"record: {what} {number} is not an object")
        yield one


def flat(value: object, path: str = "") -> dict[str, tuple[str, ...]]:
    """All plain values of an object by dotted path; lists give several values to one path."""
    found: dict[str, tuple[str, ...]] = {}
    for key, inner in _inner(value):
        below = f"{path}.{key}" if path and key else path or key
        if isinstance(inner, dict | list):
            for name, texts in flat(inner, below).items():
                found[name] = found.get(name, ()) + texts
        elif inner is not None and str(inner).strip():
            found[below] = (*found.get(below, ()), str(inner).strip())
    return found


def _inner(value: object) -> Iterable[tuple[str, object]]:
    if isinstance(value, dict):
        return value.items()
    return (("", one) for one in value) if isinstance(value, list) else ()


def decoded(data: bytes) -> str:
    """The text of a record: UTF-8, UTF-16 with its mark, or else Windows-1252."""
    try:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def table_rows(tables: Iterable[Fields], mapping: MappingKeys) -> Iterator[Row]:
    """The rows by their mapping."""
    seen: set[str] = set()
    for number, fields in enumerate(tables, start=1):
        seen.update(fields)
        yield _row(fields, mapping, number)
    for name in _named(mapping):
        if name not in seen:
            raise SettingsError(f"{WHERE}: the record has no field {name!r}")


def _named(mapping: MappingKeys) -> Iterator[str]:
    """The fields that must be somewhere in the record, in the order of the mapping."""
    record = mapping.record
    yield from filter(None, (record.key, record.encounter, record.written, mapping.documents.file))
    yield from record.days
    for one in (record.patient, *record.caregiver, *record.provider, *record.person):
        for name in _FIELDS:
            yield from getattr(one, name)
    yield from record.values


def _row(fields: Fields, mapping: MappingKeys, number: int) -> Row:
    record = mapping.record
    key = _first(fields, record.key)
    if not key:
        raise Damaged(f"record: row {number} has no key")
    return Row(
        key=key,
        people=tuple(_people(fields, mapping)),
        values=tuple(
            (text, label) for name, label in record.values.items() for text in fields.get(name, ())
        ),
        births=tuple(text for name in record.patient.birth for text in fields.get(name, ())),
        dates=tuple(text for name in record.days for text in fields.get(name, ())),
        encounter=_first(fields, record.encounter),
        written=_first(fields, record.written),
        documents=fields.get(mapping.documents.file, ()),
    )


def _first(fields: Fields, name: str) -> str:
    return next(iter(fields.get(name, ())), "")


def _people(fields: Fields, mapping: MappingKeys) -> Iterator[Said]:
    record = mapping.record
    yield from _person(fields, record.patient, "PATIENT")
    for role, listed in (
        ("CAREGIVER", record.caregiver),
        ("PROVIDER", record.provider),
        ("PERSON", record.person),
    ):
        for keys in listed:
            yield from _person(fields, keys, role)  # type: ignore[arg-type]


def _person(fields: Fields, keys: PersonKeys, role: Role) -> Iterator[Said]:
    """The person of some fields, or several where the mapping says how they are split."""
    values = tuple(_values(fields, keys, role))
    told = (text for name in (*keys.sex, *keys.relation) for text in fields.get(name, ()))
    sex: Sex = next((found for text in told if (found := sex_of(text))), "")
    names = tuple(_names(fields, keys))
    several = [
        part.strip()
        for name in names
        for part in (name.split(keys.split) if keys.split else re.split(r"\s*\|\s*", name))
    ]
    if role == "PATIENT" or len(several) < 2 or not keys.split:
        if names or values:
            yield Said(role, names, sex, values)
        return
    yield from (Said(role, (name,)) for name in several if name)


def _names(fields: Fields, keys: PersonKeys) -> Iterator[str]:
    family = " ".join(text for name in keys.family for text in fields.get(name, ()))
    given = " ".join(text for name in keys.given for text in fields.get(name, ()))
    if family or given:
        yield f"{family}, {given}" if family and given else family or given
    for name in (*keys.name, *keys.nickname):
        yield from fields.get(name, ())


def _values(fields: Fields, keys: PersonKeys, role: Role) -> Iterator[tuple[str, str]]:
    for text in (text for name in keys.id for text in fields.get(name, ())):
        yield text, _IDS.get(role, "OTHER")
    for key, label in _VALUES.items():
        for text in (text for name in getattr(keys, key) for text in fields.get(name, ())):
            yield text, label


def csv_rows(data: bytes, mapping: MappingKeys) -> Iterator[Row]:
    """The rows of CSV or TSV."""
    return table_rows(read_csv(data), mapping)


def parquet_rows(data: bytes, mapping: MappingKeys) -> Iterator[Row]:
    """The rows of a Parquet file."""
    return table_rows(read_parquet(data), mapping)


def json_rows(data: bytes, mapping: MappingKeys) -> Iterator[Row]:
    """The objects of JSON or JSON lines."""
    return table_rows(read_json(data), mapping)
