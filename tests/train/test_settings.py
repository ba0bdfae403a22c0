"""A training file is read strictly, and its paths are its own."""

import math
from pathlib import Path

import pytest

from sfumato.core.errors import PolicyError, SettingsError
from sfumato.core.fill import filled
from sfumato.train.settings import Settings, read_settings

PLAIN = {"train": ["ward"], "out": "model"}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"out": "model"}, "'train' is missing"),
        ({"train": ["ward"]}, "'out' is missing"),
        (PLAIN | {"epoch": 3}, "unknown key 'epoch'"),
        (PLAIN | {"train": "ward"}, "train: must be a list"),
        (PLAIN | {"train": []}, "train: names no folder"),
        (PLAIN | {"steps": 2.5}, "steps: must be int"),
        (PLAIN | {"steps": True}, "steps: must be int"),
        (PLAIN | {"steps": -1}, "steps: must not be below 0"),
        (PLAIN | {"rate": 0}, "rate: must be over 0"),
        (PLAIN | {"rate": math.nan}, "rate: must be over 0"),
        (PLAIN | {"epochs": math.inf}, "epochs: must be over 0"),
        (PLAIN | {"dev_share": 1.0}, "dev_share"),
        (PLAIN | {"size": "tiny"}, "no tiny network is bundled"),
        (PLAIN | {"size": "huge"}, "one of default, fast"),
        (PLAIN | {"labels": {"NAME": "PERSON"}}, "'PERSON' is not a label"),
    ],
)
def test_a_wrong_key_is_a_clear_error(table, words):
    with pytest.raises(SettingsError, match=words):
        filled(Settings, table, "ward.toml")


def test_paths_are_relative_to_the_file(tmp_path):
    file = tmp_path / "ward.toml"
    file.write_text('train = ["notes", "/else/where"]\nout = "model"\n', encoding="utf-8")
    settings = read_settings(file)
    assert settings.train == (str(tmp_path / "notes"), str(Path("/else/where")))
    assert settings.out == str(tmp_path / "model")
    assert settings.dev == ()


@pytest.mark.parametrize(("data", "words"), [(b"train = [", "not valid TOML"), (b"\xff", "read")])
def test_a_file_that_is_no_toml_is_a_clear_error(tmp_path, data, words):
    file = tmp_path / "ward.toml"
    file.write_bytes(data)
    with pytest.raises(SettingsError, match=words):
        read_settings(file)


def test_the_digest_is_of_what_decides_the_model():
    plain = filled(Settings, PLAIN, "x").digest()
    assert filled(Settings, PLAIN | {"workers": 3, "out": "other"}, "x").digest() == plain
    assert filled(Settings, PLAIN | {"seed": 3}, "x").digest() != plain


def test_an_error_is_of_the_kind_that_is_asked_for():
    with pytest.raises(PolicyError):
        filled(Settings, {}, "x", error=PolicyError)
