"""sfumato train: from a folder of notes to a policy that names the model, killed on the way."""

import os
import signal
import subprocess
import sys
import time
import tomllib

import pytest

from sfumato.cli import train
from sfumato.cli.train import command
from sfumato.train.settings import CARD, CHECKPOINT

SETTINGS = """\
train = ["notes"]
out = "{out}"
start = "nothing"
size = "tiny"
steps = {steps}
batch = 2
rate = 5e-3
check_every = 10
save_every_s = 0
threads = 1
workers = {workers}
"""
BRAT = (
    ("Paciente: Elvira Otxoa, de Tudela.\n", "T1\tNOMBRE_SUJETO_ASISTENCIA 10 22\tElvira Otxoa\n"),
    ("Firma la Dra. Irene Peiró.\n", "T1\tNOMBRE_PERSONAL_SANITARIO 14 25\tIrene Peiró\n"),
    ("Ingresa el 03/04/2021 por fiebre.\n", "T1\tFECHAS 11 21\t03/04/2021\n"),
    ("Avisar a su hijo Hugo Canales.\n", "T1\tFAMILIARES_SUJETO_ASISTENCIA 17 29\tHugo Canales\n"),
)

needs_torch = pytest.mark.torch


@pytest.fixture
def there(tmp_path):
    pytest.importorskip("torch", reason="needs PyTorch, the extra sfumato[train]")
    pytest.importorskip("onnx", reason="needs onnx, the extra sfumato[train]")
    return folder(tmp_path)


def folder(path, *, out="model", steps=25, workers=0):
    (path / "notes").mkdir(exist_ok=True)
    for number, (text, marks) in enumerate(BRAT):
        (path / "notes" / f"n{number}.txt").write_text(text, encoding="utf-8")
        (path / "notes" / f"n{number}.ann").write_text(marks, encoding="utf-8")
    settings = SETTINGS.format(out=out, steps=steps, workers=workers)
    (path / f"{out}.toml").write_text(settings, encoding="utf-8")
    return path


@needs_torch
def test_notes_become_a_model_that_a_policy_names(there, sfumato):
    ran = sfumato("train", "--config", there / "model.toml")
    assert ran.code == 0, ran.err
    assert "3 notes to learn from, 1 for development" in ran.out
    assert "step 25 of 25" in ran.err
    card = tomllib.loads((there / "model" / CARD).read_text(encoding="utf-8"))
    assert card["training"]["steps"] == 25
    assert not list((there / "model").glob("*.npz"))
    note = there / "note.txt"
    note.write_text("Paciente: Nuria Bermejo. DNI 12345678Z.\n", encoding="utf-8")
    for name in ("model", "model/recogniser.onnx"):
        (there / "ward.toml").write_text(f'name = "ward"\nrecogniser = "{name}"\n')
        ran = sfumato("deid", note, "--out", there / "safe", "--policy", there / "ward.toml")
        assert ran.code == 0, ran.err
        assert "12345678Z" not in (there / "safe" / "note.txt").read_text(encoding="utf-8")


@needs_torch
def test_a_finished_folder_is_not_written_over(there, sfumato):
    folder(there, steps=1)
    assert sfumato("train", "--config", there / "model.toml").code == 0
    before = (there / "model" / "recogniser.onnx").read_bytes()
    ran = sfumato("train", "--config", there / "model.toml")
    assert (ran.code, "holds a trained recogniser" in ran.err) == (2, True)
    ran = sfumato("train", "--config", there / "model.toml", "--resume")
    assert (ran.code, "nothing to resume" in ran.out) == (0, True)
    assert (there / "model" / "recogniser.onnx").read_bytes() == before


@needs_torch
def test_a_killed_run_ends_with_the_same_bytes(there, sfumato):
    """Killed twice by the kernel, at other steps, while a worker process makes its batches."""
    from sfumato.train.keep import standing_of

    folder(there, out="undisturbed")
    assert sfumato("train", "--config", there / "undisturbed.toml").code == 0
    folder(there, workers=1)
    config = there / "model.toml"
    checkpoint = there / "model" / CHECKPOINT
    for words, step in (([], 4), (["--resume"], 17)):
        with subprocess.Popen(
            [sys.executable, "-m", "sfumato.cli", "train", "--config", str(config), *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as child:
            until = time.monotonic() + 60
            while not (checkpoint.exists() and standing_of(checkpoint.read_bytes()).step >= step):
                assert child.poll() is None, "ended before it could be killed"
                assert time.monotonic() < until, "too slow"
                time.sleep(0.005)
            os.kill(child.pid, signal.SIGKILL)
            assert child.wait() == -signal.SIGKILL
        assert not (there / "model" / CARD).exists()
        ran = sfumato("train", "--config", config)
        assert (ran.code, "add --resume" in ran.err) == (2, True)
    assert sfumato("train", "--config", config, "--resume").code == 0
    for name in ("recogniser.onnx", CARD):
        one, two = ((there / out / name).read_bytes() for out in ("undisturbed", "model"))
        assert one == two, name


@needs_torch
def test_two_runs_into_one_folder_are_an_error(there, sfumato):
    code = (
        "import sys; from pathlib import Path; from sfumato.cli.train import _locked\n"
        "with _locked(Path(sys.argv[1])):\n    print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(there / "model")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        other.stdout.readline()
        ran = sfumato("train", "--config", there / "model.toml")
        assert (ran.code, "another run is at work" in ran.err) == (2, True)
        other.stdin.close()
    (there / "model.toml").write_text(SETTINGS.format(out="model", steps=1, workers=0))
    assert sfumato("train", "--config", there / "model.toml").code == 0


@needs_torch
def test_a_damaged_checkpoint_is_an_error_and_stays(there, sfumato):
    (there / "model").mkdir()
    (there / "model" / CHECKPOINT).write_bytes(b"PK\x03\x04 and no more")
    ran = sfumato("train", "--config", there / "model.toml", "--resume")
    assert (ran.code, "checkpoint cannot be read" in ran.err) == (2, True)
    assert (there / "model" / CHECKPOINT).exists()


def test_without_the_extra_its_name_is_told(tmp_path, sfumato, monkeypatch):
    monkeypatch.setattr(train, "find_spec", lambda name: None)
    ran = sfumato("train", "--config", folder(tmp_path) / "model.toml")
    assert ran.code == 2
    assert "sfumato[train]" in ran.err
    assert not (tmp_path / "model").exists()


def test_help_needs_no_torch():
    code = "import sys, sfumato.cli.train; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert "--resume" in {option for entry in command.params for option in entry.opts}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ('train = ["nowhere"]', "there are no notes of this name"),
        ("epoch = 3", "unknown key 'epoch'"),
        ('train = ["empty"]', "files in the folder"),
    ],
)
@needs_torch
def test_what_is_wrong_is_told_before_anything_is_made(there, sfumato, change, words):
    (there / "empty").mkdir()
    key = change.split()[0]
    lines = (there / "model.toml").read_text().splitlines()
    lines = [line for line in lines if not line.startswith(f"{key} =")]
    (there / "model.toml").write_text("\n".join([*lines, change]), encoding="utf-8")
    ran = sfumato("train", "--config", there / "model.toml")
    assert ran.code == 2
    assert words in ran.err
    assert "Otxoa" not in ran.err + ran.out


@needs_torch
def test_an_unknown_label_is_told_and_no_text(there, sfumato):
    (there / "notes" / "n0.ann").write_text("T1\tPersonaje 10 22\tElvira Otxoa\n")
    ran = sfumato("train", "--config", there / "model.toml")
    assert ran.code == 2
    assert "'Personaje' is not a label of meddocan" in ran.err
    assert "Otxoa" not in ran.err + ran.out
    with (there / "model.toml").open("a") as file:
        file.write('[labels]\nPersonaje = "PATIENT"\n')
    assert sfumato("train", "--config", there / "model.toml").code == 0
