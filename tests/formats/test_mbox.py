"""Mailboxes: each mail is read and written as a mail, between neutral envelope lines."""

from __future__ import annotations

import mailbox
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import Damaged, TooLarge
from sfumato.core.protocols import Intake
from sfumato.core.span import Span
from sfumato.formats.mbox import FORMAT

INTAKE = Intake(name="inbox.mbox")
EXAMPLE = Path(__file__).parents[2] / "examples" / "inbox.mbox"
ENVELOPE = b"From ana@example.org Wed Apr  2 08:15:00 2025\n"


def box(*bodies: str) -> bytes:
    return b"".join(
        ENVELOPE + f"Subject: s{number}\nContent-Type: text/plain; charset=utf-8\n\n".encode()
        + re.sub(r"(?m)^(>*From )", r">\1", body).encode() + b"\n\n"
        for number, body in enumerate(bodies)
    )  # fmt: skip


def written(data: bytes, *secrets: str) -> bytes:
    document = FORMAT.read(data, INTAKE)
    found = re.finditer("|".join(map(re.escape, secrets)) or r"\Z\A.", document.text)
    edits = [Edit(Span(one.start(), one.end(), "OTHER"), "[X]") for one in found]
    output = FORMAT.write(data, document, edits, INTAKE).data
    expected = splice(document.text, block_edits(document, edits))
    assert FORMAT.read(output, INTAKE).text == expected
    return output


def test_mails_are_read_in_order_with_their_quoting_undone():
    text = FORMAT.read(box("uno", "From dos\n>From tres"), INTAKE).text
    assert text == "s0\n\nuno\n\n\ns1\n\nFrom dos\n>From tres\n"


@given(st.lists(st.text("aF >\nñ😀From \u200b", max_size=30), min_size=1, max_size=4))
def test_any_bodies_read_back_identical(bodies):
    data = box(*bodies)
    written(data)
    written(data.replace(b"\n", b"\r\n"))


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=40))
def test_any_replacement_reads_back(new):
    data = box("uno", "dos")
    document = FORMAT.read(data, INTAKE)
    edits = [Edit(Span(block.start, block.end, "OTHER"), new) for block in document.blocks]
    output = FORMAT.write(data, document, edits, INTAKE).data
    assert FORMAT.read(output, INTAKE).text == splice(document.text, edits)


def test_envelope_lines_are_neutral_and_the_standard_library_finds_the_mails(tmp_path):
    output = written(EXAMPLE.read_bytes(), "Cordelia", "Finch", "00718842", "cordelia.finch")
    for gone in (b"08:15:00 2025\n", b"Cordelia", b"00718842", b"lab-1@", b"cordelia"):
        assert gone not in output.replace(b"Date: Wed, 2 Apr 2025 08:15:00", b"")
    path = tmp_path / "box"
    path.write_bytes(output)
    found = mailbox.mbox(path)
    assert len(found) == 2
    assert {one.get_from() for one in found} == {"MAILER-DAEMON Thu Jan  1 00:00:00 1970"}
    found.close()


def test_a_mail_that_cannot_be_read_is_left_out_with_a_note():
    sealed = ENVELOPE + b"Subject: SECRET\nContent-Type: multipart/encrypted\n\nSECRET\n\n"
    document = FORMAT.read(box("uno") + sealed, INTAKE)
    assert document.text == "s0\n\nuno\n"
    assert document.notes == ("mail 2 dropped (encrypted)",)
    assert b"SECRET" not in FORMAT.write(box("uno") + sealed, document, [], INTAKE).data


@pytest.mark.parametrize(
    ("data", "error"),
    [(b"hola\n", Damaged), (ENVELOPE + b"x\n", Damaged), (ENVELOPE * 10_001, TooLarge)],
)
def test_what_is_no_mailbox_is_refused(data, error):
    with pytest.raises(error):
        FORMAT.read(data, INTAKE)
