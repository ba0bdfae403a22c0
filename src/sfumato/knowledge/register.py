"""Register: the structured record beside the documents, read by a mapping of its fields."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import re2

from sfumato.core.errors import Damaged, RecordMismatch
from sfumato.core.protocols import Register
from sfumato.core.record import Entry, Subject
from sfumato.core.table import Table
from sfumato.knowledge.register_dates import Reading, reading_of
from sfumato.knowledge.register_mapping import DocumentKeys, MappingKeys, read_mapping
from sfumato.knowledge.register_rows import Row, subject_of

Reader = Callable[[bytes, MappingKeys], Iterable[Row]]
# kind: reader of its bytes
KINDS: Table[Reader] = Table(
    "records",
    {
        "csv": "sfumato.knowledge.register_table:csv_rows",
        "parquet": "sfumato.knowledge.register_table:parquet_rows",
        "json": "sfumato.knowledge.register_table:json_rows",
        "fhir": "sfumato.knowledge.register_fhir:rows",
        "hl7": "sfumato.knowledge.register_hl7:rows",
        "omop": "sfumato.knowledge.register_omop:rows",
    },
)


def read_register(name: str, data: bytes, mapping: bytes) -> Register:
    """The register in a file's bytes; `mapping` is the TOML that names its fields."""
    keys = read_mapping(mapping)
    rows = _rows(data, keys)
    if not all(row.key for row in rows):
        raise RecordMismatch(f"{name}: a part of the record says of nobody whose it is")
    if not rows:
        raise RecordMismatch(f"{name}: the record has no rows")
    reading = reading_of(_dates(rows), keys.record.dates)
    return Ledger(rows, reading, keys.documents)


def _rows(data: bytes, keys: MappingKeys) -> list[Row]:
    """The rows of a record; what stands in a place where it cannot be is damage, not a crash."""
    reader = KINDS.load(keys.record.kind)
    with contextlib.suppress(AttributeError, LookupError, TypeError, ValueError, RecursionError):
        return list(reader(data, keys))
    raise Damaged(f"record: cannot be read as {keys.record.kind}")


class Ledger:
    """A register of rows."""

    def __init__(self, rows: Sequence[Row], reading: Reading, ties: DocumentKeys) -> None:
        self._ties = ties
        self._pattern = re2.compile(ties.pattern) if ties.pattern else None
        by_key: dict[str, list[Row]] = {}
        self._rows: dict[str, list[Row]] = {}
        for row in rows:
            by_key.setdefault(row.key, []).append(row)
            for name in row.documents:
                self._rows.setdefault(name, []).append(row)
        self._reading = reading
        self._subjects = {key: subject_of(key, own, reading) for key, own in by_key.items()}
        self._by_key = {**_aliases(self._subjects, by_key), **by_key}
        self._peers = tuple(sorted(self._subjects))

    def __repr__(self) -> str:
        return f"Ledger({len(self._subjects)} subjects)"

    @property
    def refuses_strangers(self) -> bool:
        """Whether a document that bears another patient's id is refused."""
        return self._ties.strangers == "refuse"

    def subjects(self) -> Sequence[Subject]:
        """All subjects of the record."""
        return tuple(self._subjects.values())

    def entry_of(self, name: str, id: str) -> Entry | None:
        """What the record says of a document; None where the mapping lets unknown ones pass."""
        rows = self._rows_of(name, id)
        keys = {row.key for row in rows}
        if len(keys) > 1:
            raise RecordMismatch("the record ties the document to two subjects")
        if not keys:
            if self._ties.unmatched == "pass":
                return None
            raise RecordMismatch("no row of the record matches the document")
        return self._entry(keys.pop(), rows)

    def _entry(self, key: str, rows: Sequence[Row]) -> Entry:
        written = {self._reading.day(row.written) for row in rows if row.written} - {None}
        encounters = {row.encounter for row in rows if row.encounter}
        return Entry(
            subject=self._subjects[key],
            written=written.pop() if len(written) == 1 else None,
            encounter=encounters.pop() if len(encounters) == 1 else "",
            peers=self._peers,
        )

    def _rows_of(self, name: str, id: str) -> list[Row]:
        names = list(dict.fromkeys(_names(name, id)))
        if self._ties.file:
            return next((self._rows[one] for one in names if one in self._rows), [])
        if self._pattern is not None:
            found = filter(None, map(self._pattern.search, names))
            return next((self._of_match(one) for one in found), [])
        named = next((self._rows[one] for one in names if one in self._rows), None)
        return named or next((self._by_key[one] for one in names if one in self._by_key), [])

    def _of_match(self, found: Any) -> list[Row]:
        groups = found.groupdict()
        rows = self._by_key.get(groups["key"] or "", [])
        encounter = groups.get("encounter")
        if encounter is None:
            return rows
        own = [row for row in rows if row.encounter == encounter]
        return own or [replace(row, encounter="", written="") for row in rows]


def _names(name: str, id: str) -> Iterator[str]:
    """What a document may be called: its id, its path, its file, the file without ending."""
    path = PurePosixPath(name)
    if id:
        yield id
    if not name.endswith(".record"):  # a line of a JSONL file bears its own id only
        yield from (name, path.name, str(path.with_suffix("")), path.stem)


def _aliases(
    subjects: Mapping[str, Subject], by_key: Mapping[str, list[Row]]
) -> dict[str, list[Row]]:
    """The rows by further ids of patients, where an id is one patient's alone."""
    keys: dict[str, set[str]] = {}
    for key, subject in subjects.items():
        for value in subject.values:
            if value.label == "PATIENT_ID":
                keys.setdefault(value.text, set()).add(key)
    return {id: by_key[min(own)] for id, own in keys.items() if len(own) == 1}


def _dates(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        yield from (*row.births, *row.dates, row.written)
