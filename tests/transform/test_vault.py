"""The vault as a value: what is sealed opens for its output alone, and leads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.errors import VaultError
from sfumato.core.keys import Key
from sfumato.core.offsets import map_of
from sfumato.core.protocols import Written
from sfumato.core.span import Span
from sfumato.transform.vault import (
    NO_SUBJECT,
    Memory,
    Piece,
    Vault,
    edits_back,
    memory_of,
    output_digest,
    sealed_of,
)

KEY, OTHER = Key(b"a key for these tests"), Key(b"another key for tests")
MEMORY = Memory((Piece(0, 3, "Irene Llobregat"),), "0" * 64, "ward/irene.txt")
WRITTEN = Written(b"Ana came.")


def test_a_memory_opens_for_its_output_and_for_no_other():
    sealed = Vault(KEY).seal(MEMORY, WRITTEN, None)
    assert Vault(KEY).open(sealed.data, output_digest(WRITTEN.data, {})) == MEMORY
    for data, digest, key in (
        (sealed.data, output_digest(b"Ana came!", {}), KEY),
        (sealed.data, output_digest(WRITTEN.data, {".ann": b"T1"}), KEY),
        (sealed.data, output_digest(WRITTEN.data, {}), OTHER),
        (bytes([sealed.data[0] ^ 1]) + sealed.data[1:], output_digest(WRITTEN.data, {}), KEY),
        (sealed.data[:-1], output_digest(WRITTEN.data, {}), KEY),
        (b"", output_digest(WRITTEN.data, {}), KEY),
    ):
        with pytest.raises(VaultError, match="damaged or tampered"):
            Vault(key).open(data, digest)


def test_nothing_of_the_original_shows_in_names_bytes_lengths_and_reprs():
    sealed = Vault(KEY).seal(MEMORY, WRITTEN, "subject-17")
    longer = Memory((Piece(0, 3, "Maximiliana Llobregat de la Vega"),), "1" * 64, "x.txt")
    assert len(Vault(KEY).seal(longer, WRITTEN, None).data) == len(sealed.data)
    shown = f"{sealed!r} {MEMORY!r} {Vault(KEY)!r}"
    for secret in ("Llobregat", "irene", "subject-17"):
        assert secret.encode() not in sealed.data
        assert secret not in shown + sealed.folder + sealed.name


def test_names_are_tokens_of_the_key_and_a_subject_has_one_folder():
    one = Vault(KEY).seal(MEMORY, WRITTEN, "17")
    two = Vault(KEY).seal(MEMORY, Written(b"other"), "17")
    far = Vault(OTHER).seal(MEMORY, WRITTEN, "17")
    assert one.folder == two.folder != far.folder
    assert one.name not in (two.name, far.name)
    assert Vault(KEY).seal(MEMORY, WRITTEN, None).folder == NO_SUBJECT
    assert Vault(KEY).seal(MEMORY, WRITTEN, "17") == one


@pytest.mark.parametrize("name", ["../../x", "/etc", "", "a" * 31, "A" * 32])
def test_a_name_that_is_no_token_never_becomes_a_path(name):
    with pytest.raises(ValueError, match="token"):
        sealed_of([NO_SUBJECT, name], b"")
    with pytest.raises(ValueError, match="token"):
        sealed_of([name, "a" * 32], b"")


@given(
    st.text(min_size=1, max_size=60),
    st.lists(st.tuples(st.integers(0, 59), st.integers(1, 9), st.text(max_size=8)), max_size=8),
)
def test_edits_lead_back_to_any_text(text, wanted):
    edits, last = [], 0
    for start, length, replacement in sorted(wanted):
        if last <= start and start + length <= len(text):
            edits.append(Edit(Span(start, start + length, "OTHER"), replacement))
            last = start + length
    document = Document("", text, (Block(0, len(text), "text"),))
    memory = memory_of(document, map_of(edits, document), "")
    released = splice(text, edits)
    again = Document("", released, (Block(0, len(released), "text"),))
    if released or not edits:
        assert splice(released, edits_back(memory, again)) == text
    else:
        with pytest.raises(VaultError):
            edits_back(memory, again)


def test_a_memory_that_does_not_fit_is_refused():
    with pytest.raises(VaultError, match="fit"):
        edits_back(MEMORY, Document("", "An", (Block(0, 2, "text"),)))


def test_text_in_pictures_is_not_kept():
    blocks = (Block(0, 5, "text"), Block(6, 11, "picture", certain=False))
    document = Document("", "Irene\nIrene", blocks)
    edits = [Edit(Span(0, 5, "PATIENT"), "Olga"), Edit(Span(6, 11, "PATIENT"), "Olga")]
    assert memory_of(document, map_of(edits, document), "").pieces == (Piece(0, 4, "Irene"),)
