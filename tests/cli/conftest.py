"""The command as a function, and a few files to give it."""

import json
import sys

import pytest
from ward import NOTE, PLAIN, Ran

from sfumato.cli.main import main


@pytest.fixture
def sfumato(capsys, monkeypatch):
    def call(*words):
        monkeypatch.setattr(sys, "argv", ["sfumato", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return call


@pytest.fixture
def ward(tmp_path):
    """A folder with two notes, one of them without findings, and a file of records."""
    folder = tmp_path / "ward"
    (folder / "deep").mkdir(parents=True)
    (folder / "note.txt").write_text(NOTE, encoding="utf-8")
    (folder / "deep" / "plain.txt").write_text(PLAIN, encoding="utf-8")
    lines = [
        {"id": "first", "text": NOTE},
        {"text": PLAIN, "id": 7, "sender": "Irene Llobregat"},
        {"id": None, "text": "DNI 12345678Z"},
    ]
    (folder / "lines.jsonl").write_text(
        "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8"
    )
    return folder
