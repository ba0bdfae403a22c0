"""Tables: cells are slots, headings give labels, rows without edits stay byte for byte."""

from __future__ import annotations

import csv
import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recordlaws import INTAKE, labels, masked, unchanged

from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import TooLarge
from sfumato.core.protocols import Intake, Limits
from sfumato.core.span import Span
from sfumato.formats.csv import FORMAT

TABLE = (
    "Nombre;DNI;Fecha nac.;Peso;Notas\r\n"
    'Ana Ruiz;11111111H;01/02/1960;70,5;"dijo ""hola""; vive en\nSoria"\r\n'
    "Luis Gil;22222222J;03/04/1970;81,2;sin más\r\n"
).encode()

texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=12)


def test_headings_label_their_columns() -> None:
    found = labels(FORMAT.read(TABLE, INTAKE))
    assert found["Ana Ruiz"] == "PATIENT"
    assert found["22222222J"] == "PATIENT_ID"
    assert found["03/04/1970"] == "DATE"
    assert found["81,2"] is None
    assert found["Nombre"] is None


def test_headings_below_a_title_label_their_columns() -> None:
    found = labels(FORMAT.read(b"Listado de ingresos,,\n,,\nNHC,Apellidos,Hb\n9,Soto,12\n", INTAKE))
    assert found["Soto"] == "PATIENT"
    assert found["9"] == "PATIENT_ID"


def test_only_edited_cells_change() -> None:
    written = masked(FORMAT, TABLE, "Ana Ruiz", "11111111H", "Soria").data
    assert written.splitlines()[3] == TABLE.splitlines()[3]
    assert written.startswith(b"Nombre;DNI;Fecha nac.;Peso;Notas\r\n[X];[X];01/02/1960;70,5;")
    assert list(csv.reader(io.StringIO(written.decode()), delimiter=";"))[1][4] == (
        'dijo "hola"; vive en\n[X]'
    )


def test_decimal_commas_do_not_hide_the_semicolon() -> None:
    document = FORMAT.read(b"peso;talla\n1,5;2,5\n3,5;4,5\n1,2;9,9\n", INTAKE)
    assert document.text == "peso\ttalla\n1,5\t2,5\n3,5\t4,5\n1,2\t9,9"


def test_a_mask_that_holds_delimiters_is_quoted() -> None:
    written = masked(FORMAT, b"a,b\nc,Juana\n", "Juana", mask='x,";\n|y')
    assert list(csv.reader(io.StringIO(written.data.decode())))[1] == ["c", 'x,";\n|y']


def test_an_emptied_cell_keeps_its_row() -> None:
    for data in (b"x\nJuana", b"x\nJuana\n", b"x\nJuana\ny\n", b"x\tJuana\ny\t"):
        masked(FORMAT, data, "Juana", mask="")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b'"never closed, a\nb',
        b'a,"b"c"d,e\n"",""\n,\n\n',
        b"a,b\r\nragged\r\n1,2,3,4\r\n",
        b"\xef\xbb\xbfnombre,edad\nA,1\n",
        "año;señal\n1;2\n".encode("cp1252"),
        "nombre\ttel\nJosé\t6\n".encode("utf-16"),
        b"a,b\rc,d\r",
        b"text,with\x00nul\n" + b"x" * 500,
    ],
)
def test_no_edits_leave_the_file_as_it_is(data: bytes) -> None:
    assert unchanged(FORMAT, data) == data


@given(st.lists(st.lists(texts, min_size=1, max_size=4), max_size=5), st.randoms())
def test_random_tables_read_back_spliced(rows: list[list[str]], chance: random.Random) -> None:
    target = io.StringIO()
    csv.writer(target, delimiter=chance.choice(",;\t|")).writerows(rows)
    data = b"\xef\xbb\xbf" + target.getvalue().encode()
    assert unchanged(FORMAT, data) == data
    document = FORMAT.read(data, INTAKE)
    cuts = sorted(chance.sample(range(len(document.text) + 1), k=min(6, len(document.text) + 1)))
    edits = [
        Edit(Span(one, two, "OTHER"), chance.choice(["", "[X]", 'a";\n|', "é\t"]))
        for one, two in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    written = FORMAT.write(data, document, edits, INTAKE)
    assert FORMAT.read(written.data, INTAKE).text == splice(
        document.text, block_edits(document, edits)
    )


def test_one_huge_cell_is_read() -> None:
    data = b'nota\n"' + b"palabra, " * 2_000_000 + b'Zacarias"\n'
    masked(FORMAT, data, "Zacarias")


def test_too_many_cells_are_refused() -> None:
    with pytest.raises(TooLarge):
        FORMAT.read(b"," * 3000, Intake(limits=Limits(memory_mb=4)))
