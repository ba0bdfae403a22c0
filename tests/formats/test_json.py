"""JSON: all strings and numbers are seen, only edited literals change."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recordlaws import INTAKE, labels, masked, unchanged

from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import Damaged, TooLarge
from sfumato.core.protocols import Intake, Limits
from sfumato.core.span import Span
from sfumato.formats.json import FORMAT, LINES, RECORD

CASE = """{
  "paciente": {"nombre": "Ana Ruiz", "nhc": 4455667788, "teléfono" : 600111222},
  "doctor": {"name": "Luis Gil"}, "drug": {"name": "Paracetamol"},
  "Marta Soler": {"note": "vive en \\u00c1vila \\ud83d\\ude00"},
  "hb": 12.50, "big": 123456789012345678901234567890, "ok": true, "none": null,
  "list": ["uno", "dos", ["tres"]], "dup": 1, "dup": 2
}
"""

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


def test_keys_give_labels_and_lines() -> None:
    document = FORMAT.read(CASE.encode(), INTAKE)
    found = labels(document)
    assert found["Ana Ruiz"] == "PATIENT"
    assert found["4455667788"] == "PATIENT_ID"
    assert found["600111222"] == "PHONE"
    assert found["Luis Gil"] == "DOCTOR"
    assert found["Paracetamol"] is None
    assert "nombre: Ana Ruiz\nnhc: 4455667788\n" in document.text
    assert "Ávila 😀" in document.text


def test_only_edited_literals_change() -> None:
    written = masked(FORMAT, CASE.encode(), "Ana Ruiz", "600111222", "Marta Soler", "Ávila")
    expected = CASE.replace("Ana Ruiz", "[X]").replace("600111222", '"[X]"')
    expected = expected.replace("Marta Soler", "[X]")
    expected = expected.replace('"vive en \\u00c1vila \\ud83d\\ude00"', '"vive en [X] 😀"')
    assert written.data.decode() == expected


def test_a_key_that_becomes_a_word_reads_back_the_same() -> None:
    masked(FORMAT, b'{"Eva Gil": {"x": "y"}}', "Eva Gil", mask="XXXX")
    masked(FORMAT, b'{"a": [{"eva gil 12345": 1}, 2]}', "eva gil 12345", mask="nhc")


def test_lines_are_read_one_after_another() -> None:
    data = b'{"name": "Ana"}\r\n\r\n["Eva"]\n{"resourceType": "Patient", "birthDate": "1950-01-02"}'
    found = labels(LINES.read(data, INTAKE))
    assert found["Ana"] == "PATIENT"
    assert found["1950-01-02"] == "DATE"
    masked(LINES, data, "Ana", "Eva", "1950-01-02")


def test_a_record_is_its_text_first() -> None:
    data = '{"meta": {"source": "Eva Gil"}, "id": "nota-7", "text": "Ana llegó\\ttarde"}'.encode()
    document = RECORD.read(data, INTAKE)
    assert document.id == "nota-7"
    assert document.text.startswith("Ana llegó\ttarde")
    written = masked(RECORD, data, "Ana", "Eva Gil")
    assert json.loads(written.data) == {
        "meta": {"source": "[X]"},
        "id": "nota-7",
        "text": "[X] llegó\ttarde",
    }


def test_a_record_without_a_string_for_text_hides_nothing() -> None:
    masked(RECORD, b'{"text": {"a": "Eva"}, "id": {"b": "Ana"}}', "Eva", "Ana")


def test_a_lone_surrogate_does_no_harm() -> None:
    data = b'{"a": "x \\ud800 Ana", "b": "\\udc00"}'
    FORMAT.read(data, INTAKE).text.encode()
    masked(FORMAT, data, "Ana")
    assert unchanged(FORMAT, data) == data


def test_narrow_encodings_take_escapes() -> None:
    data = '{"nota": "señora Ana"}'.encode("cp1252")
    written = masked(FORMAT, data, "Ana", mask="漢😀")
    assert json.loads(written.data)["nota"] == "señora 漢😀"


@pytest.mark.parametrize(
    "data",
    [
        b"{", b"[1,]", b'{"a" 1}', b'{"a":1,}', b"[1 2]", b"01", b'"\\x"', b"{1: 2}", b"[,1]",
        b'{"a":}', b"nul", b"1 2", b'"open', b"]", b'{"a":1]', b"truex",
    ],
)  # fmt: skip
def test_what_is_not_json_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged):
        FORMAT.read(data, INTAKE)


def test_depth_and_number_bombs_are_too_large() -> None:
    with pytest.raises(TooLarge):
        FORMAT.read(b"[" * 500_000, INTAKE)
    with pytest.raises(TooLarge):
        FORMAT.read(b"[" + b"1," * 5000 + b"1]", Intake(limits=Limits(memory_mb=4)))


@given(values, st.booleans(), st.sampled_from([None, 2]))
def test_any_value_stays_as_it_is(value: object, plain: bool, indent: int | None) -> None:
    data = json.dumps(value, ensure_ascii=plain, indent=indent).encode("utf-8", "replace")
    assert unchanged(FORMAT, data) == data


@given(values, st.randoms())
def test_edited_values_read_back_spliced(value: object, chance: random.Random) -> None:
    data = b"\xef\xbb\xbf" + json.dumps(value).encode()
    document = FORMAT.read(data, INTAKE)
    cuts = sorted(chance.sample(range(len(document.text) + 1), k=min(6, len(document.text) + 1)))
    edits = [
        Edit(Span(one, two, "OTHER"), chance.choice(["", "[X]", 'a"\\\n', "é\u2028\ud800"[:2]]))
        for one, two in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    written = FORMAT.write(data, document, edits, INTAKE)
    json.loads(written.data.decode("utf-8-sig"))
    assert FORMAT.read(written.data, INTAKE).text == splice(
        document.text, block_edits(document, edits)
    )
