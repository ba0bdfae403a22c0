"""Register OMOP: a zip of the tables person, location, provider, visit_occurrence and note (5.x).

The common data model has no names of patients; what sites add to `person` (`person_name`,
`family_name`, `given_name`) and any other column is marked by the mapping's values as
"table.column".
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from sfumato.core.errors import Damaged, TooLarge
from sfumato.knowledge.register_mapping import MappingKeys
from sfumato.knowledge.register_rows import Row, Said, sex_of
from sfumato.knowledge.register_table import Fields, read_csv

_MOST_BYTES = 1 << 30
_SEXES = {"8507": "male", "8532": "female"}
Line = Mapping[str, str]
Tables = Mapping[str, list[Line]]


def rows(data: bytes, mapping: MappingKeys) -> Iterator[Row]:
    """The rows of the tables: one a person, a visit and a note."""
    tables = _tables(data)
    if "person" not in tables:
        raise Damaged("record: there is no table person.csv")
    places = {line.get("location_id", ""): line for line in tables.get("location", ())}
    doctors = {line.get("provider_id", ""): line for line in tables.get("provider", ())}
    visits = {
        line.get("visit_occurrence_id", ""): line for line in tables.get("visit_occurrence", ())
    }
    for line in tables["person"]:
        yield _person(line, places, doctors, mapping)
    for line in visits.values():
        yield _visit(line, doctors, mapping)
    for line in tables.get("note", ()):
        yield _note(line, visits, doctors)


def _tables(data: bytes) -> Tables:
    problem = ""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if entry.filename.endswith(".csv")]
            if sum(entry.file_size for entry in entries) > _MOST_BYTES:
                raise TooLarge("record: the tables are too large")
            return {
                PurePosixPath(entry.filename).stem.lower(): [
                    _plain(fields) for fields in read_csv(archive.read(entry))
                ]
                for entry in entries
            }
    except (zipfile.BadZipFile, RuntimeError):
        problem = "record: not a zip of CSV tables"
    raise Damaged(problem)


def _plain(fields: Fields) -> Line:
    return {name.lower(): texts[0] for name, texts in fields.items() if texts}


def _person(
    line: Line, places: Mapping[str, Line], doctors: Mapping[str, Line], mapping: MappingKeys
) -> Row:
    place = places.get(line.get("location_id", ""), {})
    parts = (place.get(name, "") for name in ("address_1", "address_2", "city"))
    address = ", ".join(filter(None, parts))
    values = [(line["person_source_value"], "PATIENT_ID")] if "person_source_value" in line else []
    values += [(address, "STREET")] if address else []
    sex = line.get("gender_source_value") or _SEXES.get(line.get("gender_concept_id", ""), "")
    return Row(
        key=line.get("person_id", ""),
        people=(
            Said("PATIENT", tuple(_names(line)), sex_of(sex), tuple(values)),
            *_doctor(line, doctors),
        ),
        values=tuple(_marked("person", line, mapping)),
        births=tuple(_birth(line)),
    )


def _names(line: Line) -> Iterator[str]:
    family, given = line.get("family_name", ""), line.get("given_name", "")
    if family and given:
        yield f"{family}, {given}"
    if "person_name" in line:
        yield line["person_name"]


def _birth(line: Line) -> Iterator[str]:
    parts = [line.get(f"{name}_of_birth", "") for name in ("year", "month", "day")]
    if all(part.isdigit() for part in parts):
        yield f"{parts[0]:0>4}-{parts[1]:0>2}-{parts[2]:0>2}"
    elif "birth_datetime" in line:
        yield line["birth_datetime"][:10]


def _visit(line: Line, doctors: Mapping[str, Line], mapping: MappingKeys) -> Row:
    dates = (line.get(name, "") for name in ("visit_start_date", "visit_end_date"))
    return Row(
        key=line.get("person_id", ""),
        people=tuple(_doctor(line, doctors)),
        values=tuple(_marked("visit_occurrence", line, mapping)),
        dates=tuple(filter(None, dates)),
        encounter=line.get("visit_occurrence_id", ""),
    )


def _note(line: Line, visits: Mapping[str, Line], doctors: Mapping[str, Line]) -> Row:
    visit = line.get("visit_occurrence_id", "")
    return Row(
        key=line.get("person_id", ""),
        people=tuple(_doctor(line, doctors)),
        encounter=visit if visit in visits else "",
        written=line.get("note_date", ""),
        documents=tuple(line[name] for name in ("note_id", "note_source_value") if line.get(name)),
    )


def _doctor(line: Line, doctors: Mapping[str, Line]) -> Iterator[Said]:
    found = doctors.get(line.get("provider_id", ""), {})
    if "provider_name" in found:
        ids = (found.get(name, "") for name in ("npi", "dea"))
        values = tuple((text, "DOCTOR_ID") for text in ids if text)
        yield Said("PROVIDER", (found["provider_name"],), values=values)


def _marked(table: str, line: Line, mapping: MappingKeys) -> Iterator[tuple[str, str]]:
    for path, label in mapping.record.values.items():
        name, _, column = path.partition(".")
        if name == table and column in line:
            yield line[column], label
