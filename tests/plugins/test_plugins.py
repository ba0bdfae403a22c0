"""The component of spaCy and the recognizer of Presidio, with the real packages.

They are installed in an environment of their own: `python -m bench.peers.environment presidio`.
"""

import importlib
import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from bench.peers.environment import interpreter, is_built

from sfumato.core.errors import MissingExtra

ENVIRONMENT = "presidio"
BESIDE = Path(__file__).with_name("beside.py")

with_peers = pytest.mark.peers


@pytest.fixture
def told():
    if not is_built(ENVIRONMENT):
        pytest.skip(f"needs `python -m bench.peers.environment {ENVIRONMENT}`")

    def run(program):
        done = subprocess.run(
            [interpreter(ENVIRONMENT), BESIDE, sysconfig.get_path("purelib"), program],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout)

    return run


@with_peers
def test_spacy_marks_entities_and_spans_with_scores(told):
    got = told("spacy_marks")
    wanted = [
        ["Elvira Otxoa Llobregat", "PATIENT"],
        ["12345678Z.", "PATIENT_ID"],  # one token of spaCy's
        ["03/04/2021", "DATE"],
    ]
    assert got["ents"] == wanted
    assert got["spans"] == wanted
    assert len(got["scores"]) == 3
    assert all(0.5 <= score <= 1 for score in got["scores"])
    assert got["assigns"] == ["doc.ents", "doc.spans"]


@with_peers
def test_spacy_settings_and_other_components_entities(told):
    got = told("spacy_settings")
    assert ["cough", "SYMPTOM"] in got["ents"]
    assert ["Peter Novak", "PATIENT"] in got["ents"]
    assert got["spans"] == got["copy"] == ["Peter Novak", "4471902", "12 March 2024"]
    assert got["quiet"] == [0, 3]
    assert got["batch"] == [5, 0, 5]


@with_peers
def test_spacy_leaves_no_part_of_an_identifier_out(told):
    got = told("spacy_tokens")
    assert got["spans"] == [["abcdefgh", "PATIENT"], ["cdefghijklmn", "DATE"], ["ijklmn", "PHONE"]]
    assert got["ents"] == [["abcdefgh", "PATIENT"], ["ijklmn", "DATE"]]


@with_peers
def test_presidio_analyses_and_anonymises(told):
    got = told("presidio_engine")
    assert got["found"] == [
        ["Elvira Otxoa Llobregat", "PATIENT"],
        ["12345678Z", "PATIENT_ID"],
        ["03/04/2021", "DATE"],
    ]
    assert all(0.5 <= score <= 1 for score in got["scores"])
    assert got["only"] == ["DATE"]
    assert got["safe"] == "Mr <PATIENT>, MRN <PATIENT_ID>, was seen on <DATE> for a cough."
    assert not any("Otxoa" in words or "12345678Z" in words for words in got["why"])


@with_peers
def test_presidio_is_told_what_is_wrong(told):
    language, entity, policy = told("presidio_wrong")
    assert "one of es, en" in language
    assert "'PERSON' is not a label" in entity
    assert "no-such" in policy


@pytest.mark.parametrize(
    ("plugin", "package"), [("spacy", "spacy"), ("presidio", "presidio_analyzer")]
)
def test_without_the_extra_its_name_is_told(plugin, package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"sfumato.plugins.{plugin}", raising=False)
    with pytest.raises(MissingExtra, match=rf"sfumato\[{plugin}\]"):
        importlib.import_module(f"sfumato.plugins.{plugin}")
