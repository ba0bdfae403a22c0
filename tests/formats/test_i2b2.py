"""i2b2 and MEDDOCAN XML: tags move with the text, comments never leave."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recordlaws import INTAKE, masked, unchanged

from sfumato.core.errors import Damaged, Dangerous
from sfumato.formats.i2b2 import FORMAT

CASE = """<?xml version='1.0' encoding='UTF-8'?>
<!-- Olga Oculta -->
<MEDDOCAN>
  <TEXT><![CDATA[Nombre: Olga Rey.
Tensión < 12/8 & "estable", vive en Lugo.]]></TEXT>
  <TAGS>
    <NAME id="T1" start="8" end="16" text="Olga Rey" TYPE="NOMBRE_SUJETO_ASISTENCIA" comment=""/>
    <LOCATION id="T2" start="54" end="58" text="Lugo" TYPE="TERRITORIO" comment="la de Noemi"/>
    <NAME id="Olga Rey" start="8" end="16" text="Olga Rey" TYPE="X" comment=""/>
    <NAME id="T9" start="8" end="99999" text="Olga Rey" TYPE="X" comment=""/>
  </TAGS>
</MEDDOCAN>
"""


def test_tags_follow_the_text() -> None:
    written = masked(FORMAT, CASE.encode(), "Olga Rey", "Lugo", mask='["X"]')
    text = written.data.decode()
    assert (
        '<NAME id="T1" start="8" end="13" text=\'["X"]\' TYPE="NOMBRE_SUJETO_ASISTENCIA" '
        'comment=""/>' in text
    )
    assert '<LOCATION id="T2" start="51" end="56" text=\'["X"]\' TYPE="TERRITORIO"' in text
    assert "Noemi" not in text
    assert "Oculta" not in text
    assert written.notes == ("3 tags or comments dropped",)


def test_the_text_is_the_content_of_text() -> None:
    document = FORMAT.read(CASE.encode(), INTAKE)
    assert document.text[8:16] == "Olga Rey"
    assert document.text[54:58] == "Lugo"


@pytest.mark.parametrize("data", [b"<a/>", b"<a><TEXT>x<b/>y</TEXT></a>", b"<a><TEXT>"])
def test_what_has_no_text_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged):
        FORMAT.read(data, INTAKE)


def test_entities_are_dangerous() -> None:
    with pytest.raises(Dangerous):
        FORMAT.read(b'<!DOCTYPE a [<!ENTITY x "y">]><a><TEXT>&x;</TEXT></a>', INTAKE)


@given(
    st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"))
    | st.text(st.sampled_from("]>[\r\n\t<&a"))
)
def test_any_text_reads_back(text: str) -> None:
    plain = "".join(f"&#{ord(char)};" for char in text)
    data = f"<x><TEXT>{plain}</TEXT></x>".encode()
    unchanged(FORMAT, data)
    assert FORMAT.read(data, INTAKE).text == text
