"""Register HL7: PID, NK1 and PV1 of version 2 messages, with TXA where a document is named.

Fields are numbered as in chapters 3 and 9 of the standard; MSH-2 gives the signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sfumato.core.errors import Damaged
from sfumato.knowledge.register_mapping import MappingKeys
from sfumato.knowledge.register_rows import Row, Said, sex_of
from sfumato.knowledge.register_table import decoded

_ESCAPES = {"F": "|", "S": "^", "T": "&", "R": "~", "E": "\\"}
_ESCAPE = re.compile(r"\\([FSTRE])\\")
_DOCTORS = (7, 8, 9, 17)
Segment = list[str]


def rows(data: bytes, mapping: MappingKeys) -> Iterator[Row]:
    """One row a message with a PID."""
    text = decoded(data).replace("\r\n", "\r").replace("\n", "\r").strip("\x0b\x1c\r ")
    if not text.startswith("MSH"):
        raise Damaged("record: no HL7 message begins with MSH")
    number = 0
    for number, message in enumerate(re.split(r"\r+(?=MSH.)", text), start=1):
        row = _message(message, mapping)
        if row is None:
            raise Damaged(f"record: message {number} has no patient id in PID-3")
        yield row


def _message(message: str, mapping: MappingKeys) -> Row | None:
    mark = message[3:4]
    segments = [line.strip("\x0b\x1c").split(mark) for line in message.split("\r") if line]
    patient = next((one for one in segments if one[0] == "PID"), None)
    ids = _firsts(patient, 3) if patient else []
    if patient is None or not ids:
        return None
    visit = next((one for one in segments if one[0] == "PV1"), [])
    note = next((one for one in segments if one[0] == "TXA"), [])
    return Row(
        key=ids[0],
        people=(
            _patient(patient, ids),
            *(_relative(one) for one in segments if one[0] == "NK1"),
            *_doctors(visit),
        ),
        values=tuple(_marked(segments, mapping)),
        births=tuple(filter(None, (_field(patient, 7)[:8],))),
        dates=tuple(filter(None, (_field(visit, 44)[:8], _field(visit, 45)[:8]))),
        encounter=next(iter(_firsts(visit, 19)), ""),
        written=_field(note, 4)[:8],
        documents=tuple(filter(None, (*_firsts(note, 12), _field(note, 16)))),
    )


def _patient(segment: Segment, ids: Sequence[str]) -> Said:
    values = [(text, "PATIENT_ID") for text in (*ids, *_firsts(segment, 2), *_firsts(segment, 19))]
    values += [(text, "ACCOUNT") for text in _firsts(segment, 18)]
    values += [(text, "STREET") for text in _addresses(segment, 11)]
    values += [(text, "PHONE") for number in (13, 14) for text in _firsts(segment, number)]
    return Said(
        "PATIENT",
        tuple(name for number in (5, 9) for name in _names(segment, number)),
        sex_of(_field(segment, 8)),
        tuple(values),
    )


def _relative(segment: Segment) -> Said:
    values = [(text, "STREET") for text in _addresses(segment, 4)]
    values += [(text, "PHONE") for number in (5, 6) for text in _firsts(segment, number)]
    return Said("CAREGIVER", tuple(_names(segment, 2)), sex_of(_field(segment, 15)), tuple(values))


def _doctors(visit: Segment) -> Iterator[Said]:
    """Extended names: id, family, given, further given."""
    for number in _DOCTORS:
        for parts in _repeats(visit, number):
            name = _joined(parts[1:])
            if name:
                values = ((parts[0], "DOCTOR_ID"),) if parts[0] else ()
                yield Said("PROVIDER", (name,), values=values)


def _marked(segments: Sequence[Segment], mapping: MappingKeys) -> Iterator[tuple[str, str]]:
    """The fields that the mapping marks, as "PID-26"."""
    for path, label in mapping.record.values.items():
        name, _, number = path.partition("-")
        for segment in segments:
            if segment[0] == name and number.isdigit():
                yield from ((text, label) for text in _firsts(segment, int(number)))


def _names(segment: Segment, number: int) -> list[str]:
    return [name for parts in _repeats(segment, number) if (name := _joined(parts))]


def _joined(parts: Sequence[str]) -> str:
    family, given = parts[0].replace("&", " ").strip(), " ".join(parts[1:3]).strip()
    return f"{family}, {given}" if family and given else family or given


def _addresses(segment: Segment, number: int) -> list[str]:
    found = (
        ", ".join(filter(None, (parts[0], *parts[2:3]))) for parts in _repeats(segment, number)
    )
    return [text.replace("&", " ") for text in found if text]


def _firsts(segment: Segment, number: int) -> list[str]:
    return [parts[0] for parts in _repeats(segment, number) if parts[0]]


def _repeats(segment: Segment, number: int) -> Iterator[list[str]]:
    for repeat in _field(segment, number).split("~"):
        if repeat and repeat != '""':
            yield [
                _ESCAPE.sub(lambda found: _ESCAPES[found[1]], part) for part in repeat.split("^")
            ]


def _field(segment: Segment, number: int) -> str:
    return segment[number].strip() if number < len(segment) else ""
