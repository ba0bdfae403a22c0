import pickle

import pytest

from sfumato import Key, load_key
from sfumato.core.errors import KeyMissing


def test_a_key_is_never_shown_or_pickled():
    key = Key(b"sixteen bytes or more")
    assert "sixteen" not in repr(key)
    with pytest.raises(TypeError):
        pickle.dumps(key)


def test_purposes_have_subkeys_of_their_own():
    key = Key(b"sixteen bytes or more")
    assert key.digest("a", "x") != key.digest("b", "x")


def test_a_key_file_that_others_can_read_is_refused(tmp_path):
    path = tmp_path / "key"
    path.write_bytes(b"0123456789abcdef0123")
    path.chmod(0o644)
    with pytest.raises(KeyMissing, match="0600"):
        load_key(path)
    path.chmod(0o600)
    assert load_key(path) is not None


def test_a_missing_key_file_is_named(tmp_path):
    with pytest.raises(KeyMissing, match="nowhere"):
        load_key(tmp_path / "nowhere")


def test_a_short_key_is_refused():
    with pytest.raises(KeyMissing, match="shorter"):
        Key(b"short")
