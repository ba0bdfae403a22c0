"""kill -9 at random moments: `--resume` ends with the same bytes as an undisturbed run."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.trials.notes import note

FULL = 100
_DOCUMENTS = 120
_PART = ".sfumato-part"


REPLACING = ("--policy", "replace", "--set", "seed=3")


def trial(
    count: int, *, seed: int, documents: int = _DOCUMENTS, options: Sequence[str] = ()
) -> int:
    """Kills a batch `count` times at random moments; the number of kills that met it at work."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        source = _inputs(root / "in", documents, chance)
        began = time.monotonic()
        _wait(_start(source, root / "calm", *options))
        calm_s = time.monotonic() - began
        met = 0
        for number in range(count):
            met += _disturbed(source, root / f"run{number}", root / "calm", chance, calm_s, options)
    return met


def full() -> None:
    """The whole trial."""
    met = trial(FULL // 2, seed=7) + trial(FULL // 2, seed=8, options=REPLACING)
    print(f"   {FULL} kills, {met} of them at work: all resumed to identical output")


def _disturbed(
    source: Path,
    out: Path,
    calm: Path,
    chance: random.Random,
    calm_s: float,
    options: Sequence[str],
) -> int:
    process = _start(source, out, *options)
    time.sleep(chance.uniform(0.1, calm_s))
    at_work = process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    want = _tree(calm)
    for name, data in _tree(out).items():
        if not name.startswith(".sfumato-journal"):
            assert want.get(name) == data, "a killed run left a half-written output"
    _wait(_start(source, out, "--resume", *options))
    got = _tree(out)
    different = [name for name in want.keys() | got.keys() if want.get(name) != got.get(name)]
    assert not different, f"the resumed run differs from the undisturbed one in {different}"
    assert not list(out.rglob(f"*{_PART}")), "an unfinished part was left"
    return int(at_work)


def _inputs(folder: Path, documents: int, chance: random.Random) -> Path:
    for number in range(documents):
        path = folder / f"ward-{number % 4}" / f"note-{number:04d}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(note(chance), encoding="utf-8")
    lines = [f'{{"id": "{number}", "text": "Tel. 612 345 6{number:02d}"}}' for number in range(20)]
    (folder / "lines.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


def _start(source: Path, out: Path, *more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "sfumato.cli", "deid", str(source), "--out", str(out), *more],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _wait(process: subprocess.Popen[bytes]) -> None:
    assert process.wait(timeout=300) in (0, 1)


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(_PART)
    }
