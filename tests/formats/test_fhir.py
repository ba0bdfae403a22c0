"""FHIR: every surface is seen, labelled by its element, and clean after writing."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import pytest
from recordlaws import INTAKE, labels, masked, unchanged

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged
from sfumato.core.protocols import Intake
from sfumato.core.span import Span
from sfumato.formats.fhir import FORMAT

UUID = "0f8fad5b-d9cb-469f-a165-70867728950e"
NOTE = base64.b64encode(b"Carta de Olga Adjunta, tel. 600111222").decode()
BUNDLE: dict[str, Any] = {
    "resourceType": "Bundle",
    "type": "collection",
    "entry": [
        {
            "fullUrl": "https://fhir.hospital-norte.example/r4/Patient/NHC7788",
            "resource": {
                "resourceType": "Patient",
                "id": "NHC7788",
                "meta": {"versionId": "3", "lastUpdated": "2024-05-06T07:08:09Z"},
                "text": {
                    "status": "generated",
                    "div": '<div xmlns="http://www.w3.org/1999/xhtml"><p>Sra. <b>Olga '
                    'Narrada</b><!-- Olga Oculta --></p></div>',
                },
                "identifier": [
                    {"system": "urn:oid:1.3.6.1.4.1.19126.3", "value": "99887766P"},
                    {"type": {"coding": [{"code": "DL"}]}, "value": "LIC-4455"},
                ],
                "name": [{"family": "Olmedo", "given": ["Olga", "Pura"], "text": "Olga Olmedo"}],
                "gender": "female",
                "birthDate": "1950-01-02",
                "telecom": [
                    {"system": "phone", "value": "+34 600 111 222"},
                    {"system": "email", "value": "olga@correo.example"},
                ],
                "address": [
                    {"line": ["Calle Sol 3"], "city": "Lugo", "postalCode": "27001",
                     "country": "España"}
                ],
                "contact": [{"name": {"text": "Berta Parienta"}}],
                "photo": [{"contentType": "image/png", "data": "SE9MQSBPTEdB"}],
                "generalPractitioner": [
                    {"reference": "Practitioner/28001", "display": "Dra. Cabecera"}
                ],
                "extension": [
                    {
                        "url": "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName",
                        "valueString": "Maternal",
                    },
                    {"url": "https://hospital-norte.example/x", "valueString": "Extensa"},
                ],
            },
        },
        {
            "fullUrl": f"urn:uuid:{UUID}",
            "resource": {
                "resourceType": "DocumentReference",
                "id": UUID,
                "contained": [
                    {"resourceType": "Organization", "id": "org1", "name": "Clínica Sur"}
                ],
                "subject": {"reference": "Patient/NHC7788/_history/2", "display": "Olga Citada"},
                "custodian": {"reference": "#org1"},
                "type": {"coding": [{"system": "http://loinc.org", "code": "11506-3",
                                     "display": "Nota"}]},
                "content": [
                    {
                        "attachment": {
                            "contentType": "text/plain; charset=utf-8",
                            "data": NOTE,
                            "size": 999,
                            "hash": "AAAA",
                            "title": "Informe Titulado",
                            "url": "Binary/55667788",
                        }
                    }
                ],
                "note": [{"authorString": "Dr. Firmante", "text": "Vista con su hija Noemi"}],
            },
        },
    ],
}  # fmt: skip
SENTINELS = (
    "NHC7788", "Olga Narrada", "99887766P", "LIC-4455", "Olmedo", "Olga", "Pura", "1950-01-02",
    "+34 600 111 222", "olga@correo.example", "Calle Sol 3", "Lugo", "27001", "Parienta",
    "28001", "Cabecera", "Maternal", "Extensa", "Clínica Sur", "Citada", "Adjunta", "600111222",
    "Titulado", "55667788", "Firmante", "Noemi", "hospital-norte", "2024-05-06",
    "1.3.6.1.4.1.19126.3",
)  # fmt: skip


def data_of(value: object, indent: int | None = 2) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=indent).encode()


def read(value: object) -> Document:
    return FORMAT.read(data_of(value), INTAKE)


def test_no_sentinel_survives_on_any_surface() -> None:
    for indent in (None, 2):
        written = masked(FORMAT, data_of(BUNDLE, indent), *SENTINELS)
        assert b"Oculta" not in written.data
        assert b"SE9MQSBPTEdB" not in written.data
        assert json.loads(written.data)["entry"][0]["resource"]["resourceType"] == "Patient"


def test_elements_give_labels() -> None:
    found = labels(read(BUNDLE))
    expected = {
        "Olmedo": "PATIENT", "Pura": "PATIENT", "99887766P": "PATIENT_ID", "LIC-4455": "LICENSE",
        "1950-01-02": "DATE", "+34 600 111 222": "PHONE", "olga@correo.example": "EMAIL",
        "Calle Sol 3": "STREET", "Lugo": "LOCATION", "España": "COUNTRY", "female": "SEX",
        "Berta Parienta": "RELATIVE", "Dra. Cabecera": "DOCTOR", "28001": "DOCTOR_ID",
        "Maternal": "RELATIVE", "Clínica Sur": "HOSPITAL", "NHC7788": "PATIENT_ID",
        "Olga Citada": "PATIENT", "55667788": "CONTACT_ID", "Dr. Firmante": "DOCTOR",
        "https://fhir.hospital-norte.example/r4/": "URL", "2024-05-06T07:08:09Z": "DATE",
        "Nota": None,
    }  # fmt: skip
    assert {text: found.get(text, "absent") for text in expected} == expected


def test_codes_of_known_terminologies_stay_out_of_sight() -> None:
    text = read(BUNDLE).text
    assert "11506-3" not in text
    assert "loinc" not in text
    assert UUID not in text


def test_references_keep_type_and_lose_id() -> None:
    entries = json.loads(masked(FORMAT, data_of(BUNDLE), *SENTINELS, mask="T1").data)["entry"]
    assert entries[0]["resource"]["id"] == "T1"
    assert entries[1]["resource"]["subject"]["reference"] == "Patient/T1/_history/2"
    assert entries[1]["resource"]["custodian"]["reference"] == "#org1"
    assert entries[1]["fullUrl"] == f"urn:uuid:{UUID}"


def test_attachments_carry_their_new_size_and_hash() -> None:
    written = json.loads(masked(FORMAT, data_of(BUNDLE), "Adjunta").data)
    attachment = written["entry"][1]["resource"]["content"][0]["attachment"]
    plain = base64.b64decode(attachment["data"])
    assert plain == b"Carta de Olga [X], tel. 600111222"
    assert attachment["size"] == len(plain)
    assert base64.b64decode(attachment["hash"]) == hashlib.sha1(plain).digest()


def test_unreadable_attachments_and_signatures_are_dropped_whole() -> None:
    data = data_of(
        {
            "resourceType": "Provenance",
            "signature": [{"sigFormat": "x/y", "data": "T2xnYQ=="}],
            "x": {"data": "no base64", "contentType": "application/pdf", "size": 3, "hash": "eA=="},
            "y": {"contentType": "application/pdf", "data": "AAECAwQFBgcI"},
        }
    )
    written = FORMAT.write(data, FORMAT.read(data, INTAKE), (), INTAKE).data
    assert json.loads(written) == {
        "resourceType": "Provenance",
        "meta": json.loads(written)["meta"],
        "signature": [{"sigFormat": "x/y"}],
        "x": {"contentType": "application/pdf"},
        "y": {"contentType": "application/pdf"},
    }
    unchanged(FORMAT, data)


@pytest.mark.parametrize(
    "meta",
    [
        None,
        {},
        {"security": []},
        {"profile": ["http://hl7.org/fhir/x"]},
        {"security": [{"system": "http://terminology.hl7.org/CodeSystem/v3-Confidentiality",
                       "code": "R", "display": "Olga Secreta"}], "versionId": "1"},
        {"security": [{"display": "Olga Secreta", "system": "x", "code": "OLGA"}]},
    ],
)  # fmt: skip
@pytest.mark.parametrize("indent", [None, 2])
def test_output_is_labelled_and_reads_back_the_same(meta: object, indent: int | None) -> None:
    value: dict[str, object] = {"id": "p1", "resourceType": "Patient", "active": True}
    if meta is not None:
        value["meta"] = meta
    written = unchanged(FORMAT, data_of(value, indent))
    security = json.loads(written)["meta"]["security"]
    assert security[0]["code"] == "REDACTED"
    assert b"Secreta" not in written
    assert unchanged(FORMAT, written) == written


def test_pseudonyms_are_said() -> None:
    data = b'{"resourceType":"Patient","birthDate":"1950-01-02"}'
    document = FORMAT.read(data, INTAKE)
    start = document.text.index("1950")
    edit = Edit(Span(start, start + 10, "DATE"), "1950-01-09", "token")
    written = FORMAT.write(data, document, [edit], INTAKE)
    assert json.loads(written.data)["meta"]["security"][0]["code"] == "PSEUDED"
    assert written.notes == ("masked FHIR dates are no valid dates",)


def test_contained_resources_take_no_security_label() -> None:
    value = {"resourceType": "List", "contained": [{"resourceType": "Patient", "id": "p1"}]}
    assert "meta" not in json.loads(unchanged(FORMAT, data_of(value)))["contained"][0]


def test_lines_of_a_bulk_export_are_resources() -> None:
    line = b'{"resourceType":"Patient","id":"%d","name":[{"family":"Olmedo"}]}\n'
    data = line % 4455667 + line % 9988776
    written = masked(FORMAT, data, "Olmedo", "4455667", "9988776").data
    assert len(written.splitlines()) == 2


def test_an_element_that_stands_twice_is_refused() -> None:
    with pytest.raises(Damaged):
        FORMAT.read(b'{"resourceType":"Patient","meta":{},"meta":{}}', INTAKE)


def test_images_are_dropped_where_the_policy_says_so() -> None:
    png = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(30)).decode()
    data = data_of({"resourceType": "Media", "content": {"contentType": "text/plain", "data": png}})
    intake = Intake(images="drop")
    written = FORMAT.write(data, FORMAT.read(data, intake), (), intake)
    assert json.loads(written.data)["content"] == {"contentType": "text/plain"}
