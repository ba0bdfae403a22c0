"""BRAT pairs: annotations move with the text and lose what people wrote into them."""

from __future__ import annotations

from recordlaws import masked, unchanged

from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake
from sfumato.core.span import Span
from sfumato.formats.brat import FORMAT

TEXT = "Paciente: Olga Rey.\r\nVive en Lugo 😀 con Berta Sanz.\r\n"
ANN = (
    "T1\tNOMBRE_SUJETO_ASISTENCIA 10 18\tOlga Rey\n"
    "T2\tTERRITORIO 29 33\tLugo\n"
    "T3\tFAMILIARES 40 45;46 50\tBerta Sanz\n"
    "T4\tAGE 900 901\tx\n"
    "R1\tVive Arg1:T1 Arg2:T2\t\n"
    "E1\tEvento:T2 Theme:T1\n"
    "A1\tNegado E1\n"
    "A2\tNegado T4\n"
    "*\tEquiv T1 T3\n"
    "N1\tReference T2 GEO:27028\tLugo ciudad\n"
    "#1\tAnnotatorNotes T1\tes la madre de Noemi\n"
    "rubbish Olga Rey\n"
)
INTAKE = Intake(companions={".ann": ANN.encode()})


def test_annotations_follow_the_text() -> None:
    written = masked(
        FORMAT, TEXT.encode(), "Olga Rey", "Lugo", "Berta Sanz", intake=INTAKE, mask="[PERSONA X]"
    )
    assert written.companions[".ann"].decode() == (
        "T1\tNOMBRE_SUJETO_ASISTENCIA 10 21\t[PERSONA X]\n"
        "T2\tTERRITORIO 32 43\t[PERSONA X]\n"
        "T3\tFAMILIARES 50 61\t[PERSONA X]\n"
        "R1\tVive Arg1:T1 Arg2:T2\n"
        "E1\tEvento:T2 Theme:T1\n"
        "A1\tNegado E1\n"
        "*\tEquiv T1 T3\n"
        "N1\tReference T2 GEO:27028\n"
    )
    assert written.notes == ("4 lines of the annotations dropped",)
    text = written.data.decode()
    assert text[50:61] == "[PERSONA X]"


def test_nothing_of_the_old_covered_texts_survives() -> None:
    written = masked(FORMAT, TEXT.encode(), "Olga", "Sanz", intake=INTAKE)
    assert b"Noemi" not in written.companions[".ann"]
    assert b"T1\tNOMBRE_SUJETO_ASISTENCIA 10 17\t[X] Rey\n" in written.companions[".ann"]
    assert b"T3\tFAMILIARES 39 44;45 48\tBerta [X]\n" in written.companions[".ann"]


def test_what_points_to_a_removed_annotation_goes_too() -> None:
    document = FORMAT.read(TEXT.encode(), INTAKE)
    written = FORMAT.write(
        TEXT.encode(), document, [Edit(Span(29, 33, "LOCATION"), "", "remove")], INTAKE
    )
    kept = [line.split("\t")[0] for line in written.companions[".ann"].decode().splitlines()]
    assert kept == ["T1", "T3", "*"]


def test_no_edits_leave_the_text_as_it_is() -> None:
    for data in (TEXT.encode(), TEXT.encode("utf-16"), b"\xef\xbb\xbf" + TEXT.encode()):
        assert unchanged(FORMAT, data, INTAKE) == data


def test_an_empty_annotation_file_stays_empty() -> None:
    intake = Intake(companions={".ann": b""})
    written = FORMAT.write(b"Olga", FORMAT.read(b"Olga", intake), (), intake)
    assert written.companions[".ann"] == b""


def test_a_byte_order_mark_counts_as_a_character() -> None:
    data = b"\xef\xbb\xbfPaciente: Olga Rey en Lugo."
    intake = Intake(companions={".ann": b"T1\tNAME 11 19\tOlga Rey\nT2\tCITY 23 27\tLugo\n"})
    written = masked(FORMAT, data, "Olga Rey", intake=intake, mask="[X]")
    assert written.data == b"\xef\xbb\xbfPaciente: [X] en Lugo."
    assert written.companions[".ann"] == b"T1\tNAME 11 14\t[X]\nT2\tCITY 18 22\tLugo\n"
