"""The vault on disk: whole through kill -9, one folder a subject, refused without a key."""

import random
import signal
import subprocess
import sys
import time

import pytest
from bench.trials.notes import note

from sfumato.batch.vaults import Memories, begin, vault_folder
from sfumato.core.errors import VaultError
from sfumato.core.keys import Key
from sfumato.core.protocols import Intake
from sfumato.core.record import Entry, Subject
from sfumato.core.release import Refusal
from sfumato.pipeline import Line, run
from sfumato.policy.load import build_policy

KEY = Key(b"a key for these tests")
POLICY = build_policy({"name": "vault", "vault": True}, where="test")


def start(root, out, *more):
    words = ["deid", "in", "--out", out, "--policy", "vault.toml", "--key-file", "key", *more]
    return subprocess.Popen(
        [sys.executable, "-m", "sfumato.cli", *words],
        cwd=root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def tree(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_killed_run_resumes_to_the_same_outputs_and_the_same_vault(tmp_path):
    chance = random.Random(5)
    (tmp_path / "in").mkdir()
    for number in range(30):
        (tmp_path / "in" / f"note-{number}.txt").write_text(note(chance), encoding="utf-8")
    (tmp_path / "key").write_text("a key that is long enough")
    (tmp_path / "key").chmod(0o600)
    (tmp_path / "vault.toml").write_text('name = "vault"\nvault = true\n')
    began = time.monotonic()
    assert start(tmp_path, "calm").wait(timeout=120) == 0
    process = start(tmp_path, "hurried")
    time.sleep((time.monotonic() - began) * 0.7)
    process.send_signal(signal.SIGKILL)
    process.wait()
    begun = tree(tmp_path / "hurried.vault") if (tmp_path / "hurried.vault").exists() else {}
    calm = tree(tmp_path / "calm.vault")
    whole = {name: data for name, data in begun.items() if not name.endswith(".sfumato-part")}
    assert whole.items() <= calm.items()
    assert start(tmp_path, "hurried", "--resume").wait(timeout=120) == 0
    assert tree(tmp_path / "hurried") == tree(tmp_path / "calm")
    assert tree(tmp_path / "hurried.vault") == calm


def test_a_policy_with_a_vault_releases_nothing_without_a_key():
    result = run(b"Nothing in it.", Intake(), Line(POLICY, {}))
    assert isinstance(result, Refusal)
    assert result.reasons[0].code == "key-missing"


def test_the_vault_lies_beside_the_output_folder(tmp_path):
    assert vault_folder(tmp_path / "safe") == tmp_path / "safe.vault"
    assert vault_folder(tmp_path / "safe" / "..") == tmp_path.with_name(f"{tmp_path.name}.vault")


def test_a_vault_knows_its_key_and_no_other(tmp_path):
    begin(tmp_path, KEY)
    Memories(tmp_path, KEY)
    with pytest.raises(VaultError, match="another key"):
        Memories(tmp_path, Key(b"another key for tests"))
    begin(tmp_path, Key(b"another key for tests"))
    Memories(tmp_path, Key(b"another key for tests"))


class Ward:
    """A record of two subjects, of whom nothing is known."""

    refuses_strangers = False

    def entry_of(self, name, id):
        return Entry(Subject("s2" if name == "two.txt" else "s1"))

    def subjects(self):
        return (Subject("s1"), Subject("s2"))


def test_a_subject_of_the_record_has_a_folder_of_its_own():
    line = Line(POLICY, {}, key=KEY, record=Ward())
    one, two, three = (
        run(f"Dolor de cadera. {name}".encode(), Intake(name=f"{name}.txt"), line).vault
        for name in ("one", "two", "three")
    )
    assert one.folder == three.folder != two.folder
    assert "s1" not in one.folder
