"""HL7 v2: fields give labels, separators and escapes are honoured, files inside are cleaned."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recordlaws import INTAKE, labels, masked, unchanged

from sfumato.core.errors import Damaged, TooLarge
from sfumato.core.protocols import Intake, Limits
from sfumato.formats.hl7 import FORMAT
from sfumato.formats.hl7escape import Marks, escaped, unescaped

LETTER = base64.b64encode(b"Carta: Olga Adjunta vive en Lugo desde 1980").decode()
MESSAGE = "\r".join(
    [
        r"MSH|^~\&|LAB|HOSPITAL NORTE|HIS|CENTRO SUR|20240506070809||ORU^R01^ORU_R01|CTRL7788|P|"
        "2.5",
        "EVN|R01|20240506",
        "PID|1||NHC4455^^^HN^MR~99887766P^^^ES^NI||Olmedo&Rey^Olga^Pura||19500102|F|||"
        "Calle Sol 3^2B^Lugo^Lugo^27001^ESP||"
        "600111222^PRN^PH~982333444^WPN^FX~^NET^Internet^olga@c.example"
        "|||||ACC998877|99-88-77|LIC123^Lugo",
        "NK1|1|Parienta^Berta|HIJA^hija|Calle Luna 4^^Lugo|600555666|||||Maestra",
        "PV1|1|I|UCI^12^B^Hospital Oeste||||28001122^Cabecera^Dora|||||||||||"
        + "|V5566"
        + "|" * 25
        + "20240501|20240507",
        "OBR|1|P1234567|F7654321|718-7^Hemoglobina^LN|||20240506",
        "OBX|1|NM|718-7^Hemoglobina^LN||12.5|g/dL|||||F",
        r"OBX|2|FT|NOTE^Informe||La paciente Olga Texto\.br\vive con Noemi \T\ Saul"
        "~segunda l~ínea",
        "OBX|3|ED|PDF^Informe||LAB^AP^TEXT^Base64^" + LETTER,
        "NTE|1|L|Llamar a Tomasa & avisar ^ ya",
        "ZPI|1|Zacarias Zeta|20230102",
        "línea suelta de Rosaura",
        "",
    ]
)
SENTINELS = (
    "HOSPITAL NORTE", "CENTRO SUR", "CTRL7788", "NHC4455", "99887766P", "Olmedo", "Rey", "Olga",
    "Pura", "19500102", "Calle Sol 3", "Lugo", "27001", "600111222", "982333444", "olga@c.example",
    "ACC998877", "99-88-77", "LIC123", "Parienta", "Berta", "Calle Luna 4", "600555666", "Maestra",
    "Hospital Oeste", "28001122", "Cabecera", "Dora", "V5566", "20240501", "P1234567", "F7654321",
    "Texto", "Noemi", "Saul", "Adjunta", "Tomasa", "Zacarias", "20230102", "Rosaura",
)  # fmt: skip


@pytest.mark.parametrize("ending", ["\r", "\n", "\r\n"])
def test_no_sentinel_survives_in_any_field(ending: str) -> None:
    data = MESSAGE.replace("\r", ending).encode()
    written = masked(FORMAT, data, *SENTINELS).data.decode()
    assert written.count(ending) == MESSAGE.count("\r")
    assert "ORU^R01^ORU_R01|[X]|P|2.5" in written


def test_fields_give_labels() -> None:
    found = labels(FORMAT.read(MESSAGE.encode(), INTAKE))
    expected = {
        "HOSPITAL NORTE": "HOSPITAL", "CTRL7788": "CONTACT_ID", "NHC4455": "PATIENT_ID",
        "Olmedo": "PATIENT", "Rey": "PATIENT", "19500102": "DATE", "F": "SEX",
        "Calle Sol 3": "STREET", "27001": "LOCATION", "ESP": "COUNTRY", "600111222": "PHONE",
        "982333444": "FAX", "olga@c.example": "EMAIL", "ACC998877": "ACCOUNT",
        "99-88-77": "PATIENT_ID", "LIC123": "LICENSE", "Berta": "RELATIVE", "HIJA": "KINSHIP",
        "Maestra": "PROFESSION", "Hospital Oeste": "HOSPITAL", "28001122": "DOCTOR_ID",
        "Dora": "DOCTOR", "V5566": "CONTACT_ID", "20240501": "DATE", "P1234567": "CONTACT_ID",
        "20230102": "DATE", "Zacarias Zeta": None, "12.5": None,
    }  # fmt: skip
    assert {text: found.get(text, "absent") for text in expected} == expected


def test_places_name_fields_and_never_foreign_segments() -> None:
    document = FORMAT.read(MESSAGE.encode(), INTAKE)
    assert document.place_of(document.text.index("Olmedo")) == "PID-5.1"
    assert document.place_of(document.text.index("Zacarias")) == "segment-2.1"


def test_codes_stay_out_of_the_text() -> None:
    text = FORMAT.read(MESSAGE.encode(), INTAKE).text
    assert "718-7" not in text
    assert "Hemoglobina" in text


def test_text_fields_are_read_through_their_escapes() -> None:
    text = FORMAT.read(MESSAGE.encode(), INTAKE).text
    assert "La paciente Olga Texto\nvive con Noemi & Saul\nsegunda l\nínea" in text
    assert "Llamar a Tomasa & avisar ^ ya" in text
    assert "Carta: Olga Adjunta" in text


def test_only_edited_values_change() -> None:
    written = masked(FORMAT, MESSAGE.encode(), "Noemi").data.decode()
    before, after = MESSAGE.split("\r"), written.split("\r")
    changed = [one for one, two in zip(before, after, strict=True) if one != two]
    assert [line[:5] for line in changed] == ["OBX|2"]


def test_other_separators_are_honoured() -> None:
    data = b"MSH#*!?%#A#B#C#D#20240101##ADT*A01#1#P#2.3\rPID#1##5*##Olmedo*Olga?F?x\r"
    document = FORMAT.read(data, INTAKE)
    assert labels(document)["Olga#x"] == "PATIENT"
    written = masked(FORMAT, data, "Olga#x", mask="a#b*c!d?e%f").data
    assert b"a?F?b?S?c?R?d?E?e?T?f" in written


def test_batches_and_frames_are_kept() -> None:
    one = b"\x0bMSH|^~\\&|A|B|C|D|20240101||ADT^A01|1|P|2.3\rPID|1||||Olmedo^Olga\r\x1c\r"
    written = masked(FORMAT, one + one, "Olmedo", "Olga").data
    assert written.count(b"\x0b") == written.count(b"\x1c\r") == 2
    batch = b"FHS|^~\\&|Olga\rBHS|^~\\&|x\rMSH|^~\\&|A\rPID|||||Olga\rBTS|1\rFTS|1\r"
    masked(FORMAT, batch, "Olga")


def test_the_declared_charset_is_believed() -> None:
    data = "MSH|^~\\&|A|B|C|D|20240101||ADT^A01|1|P|2.5||||||8859/1\rPID|||||Núñez^Íñigo\r"
    found = labels(FORMAT.read(data.encode("latin-1"), INTAKE))
    assert found["Núñez"] == "PATIENT"
    masked(FORMAT, data.encode("latin-1"), "Núñez")


def test_files_that_cannot_be_read_are_dropped() -> None:
    data = b"MSH|^~\\&|A\rOBX|1|ED|x||^IM^PDF^Base64^JVBERi0xLjQKT2xnYQ==\r"
    data += b"OBX|2|ED|x||^AP^^Base64^**\r"
    document = FORMAT.read(data, INTAKE)
    written = FORMAT.write(data, document, (), INTAKE)
    assert written.data.count(b"^Base64^\r") == 2
    assert len(document.notes) == 2
    unchanged(FORMAT, data)


def test_hidden_files_in_text_fields_are_found() -> None:
    data = b"MSH|^~\\&|A\rOBX|1|TX|x||" + base64.b64encode(b"{\\rtf1" + b" Olga" * 30) + b"\r"
    written = FORMAT.write(data, FORMAT.read(data, INTAKE), (), INTAKE).data
    assert b"e1xydGYx" not in written or b"T2xnYSBPbGdh" in written


@pytest.mark.parametrize(
    "data",
    [b"PID|1\r", b"\r\r\r x", b"MSH", b"MSHHHHH|", b"MSH|^^^^|", b"MSH|^~\\&&&Olga|"],
)
def test_what_is_not_hl7_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged):
        FORMAT.read(data, INTAKE)


def test_too_many_values_are_too_large() -> None:
    with pytest.raises(TooLarge):
        FORMAT.read(b"MSH|^~\\&|" + b"a|" * 5000, Intake(limits=Limits(memory_mb=4)))


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_escaping_turns_back(text: str) -> None:
    marks = Marks.of("MSH|^~\\&|")
    raw = escaped(text, marks)
    assert unescaped(raw, marks, "utf-8") == text
    assert not set(raw) & set("|^~&\r\n\x0b\x1c")


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=20), max_size=5))
def test_random_values_read_back(values: list[str]) -> None:
    marks = Marks.of("MSH|^~\\&|")
    fields = "|".join(escaped(value, marks) for value in values)
    data = f"MSH|^~\\&|A\rOBX|1|TX|||{fields}\rZZZ|{fields}\r".encode()
    assert unchanged(FORMAT, b"\xef\xbb\xbf" + data) == b"\xef\xbb\xbf" + data


@given(st.text(st.sampled_from("|^~\\&\r\nMSHPID OBX5ED\x0bñ"), max_size=60))
def test_rubbish_after_a_head_is_read_or_refused(text: str) -> None:
    try:
        unchanged(FORMAT, f"MSH|^~\\&|A\r{text}".encode())
    except Damaged:
        return
