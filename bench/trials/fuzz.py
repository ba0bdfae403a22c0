"""Mutated files through every reader: errors of our own tree only, no hang, little memory.

Each reader runs in a process of its own. `short` mutates by a seed, the same every time; `full`
lets atheris look for new paths, as long as SFUMATO_FUZZ_SECONDS says (ten minutes a reader).
atheris is no part of the development environment: `full` takes the interpreter of `.venv-bench`,
which `make bench` builds, and shows it the modules of this one.
"""

from __future__ import annotations

import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from bench.trials.mutations import mutate
from bench.trials.seeds import SEAM, seeds
from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import SfumatoError
from sfumato.core.protocols import Intake
from sfumato.core.span import Span
from sfumato.formats import ocr
from sfumato.formats.registry import EXTENSIONS, FORMATS, sniff

FULL_S = float(os.environ.get("SFUMATO_FUZZ_SECONDS", "600"))
HANG_S = 5.0
MEMORY_MB = 512
_FOUND = Path("bench-out") / "fuzz"
_ROOT = Path(__file__).parents[2]
_PYTHONS = (str(_ROOT / ".venv-bench" / "bin" / "python"), sys.executable)
_NAMES = {"record": "line.record", "extract": "document.tex", "brat": "document.txt"}
_HUNT = (
    "-print_final_stats=1",
    "-verbosity=0",
    "-max_len=400000",
    f"-rss_limit_mb={MEMORY_MB}",
    "-timeout=60",
)


@dataclass(frozen=True, slots=True)
class Report:
    """What a short run saw."""

    inputs: int
    taken: int
    slowest_s: float
    memory_mb: float


def readers() -> tuple[str, ...]:
    """The names of all readers."""
    return FORMATS.names()


def short(reader: str, count: int, *, seed: int) -> Report:
    """Mutated files from a seed through one reader, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.trials.fuzz", "short", reader, str(count), str(seed)],
        capture_output=True,
        text=True,
        timeout=60 + count,
        check=False,
    )
    assert done.returncode == 0, f"{reader}: {done.stderr.strip()[-2000:]}"
    return Report(**json.loads(done.stdout))


def full() -> None:
    """Every reader under atheris; finds are kept as files that repeat them."""
    python = hunter()
    assert python, "needs atheris: run `make bench`, or install it into .venv-bench"
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        broken = [words for words in threads.map(partial(_hunted, python), readers()) if words]
    assert not broken, "; ".join(broken)


def hunter() -> str | None:
    """The interpreter that has atheris: that of `.venv-bench`, else our own, else none."""
    for python in _PYTHONS:
        if Path(python).exists():
            asked = [python, "-c", "import atheris"]
            if subprocess.run(asked, capture_output=True, check=False).returncode == 0:
                return python
    return None


def exercise(reader: str, data: bytes) -> bool:
    """Reads a file, writes it with one edit, reads that again; whether all of it was taken."""
    data, _, annotations = data.partition(SEAM) if reader == "brat" else (data, b"", b"")
    companions = MappingProxyType({".ann": annotations} if reader == "brat" else {})
    intake = Intake(_name(reader), companions=companions)
    found = FORMATS.load(reader)
    with suppress(SfumatoError):
        sniff(data, intake.name)
    try:
        document = found.read(data, intake)
        written = found.write(data, document, _edits(document), intake)
        if written.extension is None:
            found.read(written.data, replace(intake, companions=written.companions))
    except SfumatoError:
        return False
    return True


def _name(reader: str) -> str:
    endings = (ending for ending, name in EXTENSIONS.items() if name == reader)
    return _NAMES.get(reader) or f"document{next(endings, '.' + reader)}"


def _edits(document: Document) -> list[Edit]:
    """A mask over the beginning of the first block that holds anything."""
    for block in document.blocks:
        if block.end - block.start >= 2:
            return [Edit(Span(block.start, min(block.end, block.start + 6), "OTHER"), "[OTHER]")]
    return []


def _without_recognition() -> None:
    """Pictures are opened and saved, but tesseract, a program of its own, is not run on them."""
    ocr._program = lambda: ("tesseract", "eng")
    ocr._pass = lambda *_: []


def _short(reader: str, count: int, seed: int) -> None:
    _without_recognition()
    chance = random.Random(f"{reader} {seed}")
    known = seeds(reader)
    assert all(exercise(reader, data) for data in known), "a seed is not taken"
    resource.setrlimit(resource.RLIMIT_CPU, (60 + count, 60 + count))
    taken, slowest_s = 0, 0.0
    for _ in range(count):
        data = mutate(chance.choice(known), known, chance)
        began = time.process_time()
        try:
            taken += exercise(reader, data)
        except Exception:
            _keep(reader, "crash", data)
            raise
        spent_s = time.process_time() - began
        if spent_s > HANG_S:
            _keep(reader, "slow", data)
        slowest_s = max(slowest_s, spent_s)
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report = {"inputs": count, "taken": taken, "slowest_s": slowest_s, "memory_mb": memory_mb}
    print(json.dumps(report))


def _keep(reader: str, what: str, data: bytes) -> None:
    folder = _FOUND / reader
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{what}-{sha256(data).hexdigest()[:16]}").write_bytes(data)


def _seconds(reader: str, path: Path) -> float:
    """How long one input takes here, after the modules are there."""
    _without_recognition()
    exercise(reader, seeds(reader)[0])
    began = time.process_time()
    exercise(reader, path.read_bytes())
    return time.process_time() - began


def _hunted(python: str, reader: str) -> str:
    """One reader under atheris, what it found in words."""
    folder = _FOUND / reader
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [python, "-m", "bench.trials.fuzz", "hunt", reader],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(_ROOT), *filter(None, sys.path)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    (folder / "log.txt").write_bytes(done.stdout)
    slow = _replay(reader, folder)
    found = "a crash" if done.returncode else "a hang" if slow else ""
    print(
        f"   {reader}: {FULL_S:g} s, {_executed(done.stdout)} inputs, {found or 'clean'}",
        flush=True,
    )
    return f"{reader}: {found}, see {folder}" if found else ""


def _executed(log: bytes) -> str:
    found = re.search(rb"stat::number_of_executed_units: (\d+)", log)
    return found[1].decode() if found else "?"


def _replay(reader: str, folder: Path) -> bool:
    """Whether any input that was slow under atheris, whose traces cost time, is slow without."""
    slow = sorted(map(str, folder.glob("slow-[0-9a-f]*")))
    return bool(slow) and any(
        subprocess.run(
            [sys.executable, "-m", "bench.trials.fuzz", "replay", reader, path],
            capture_output=True,
            check=False,
        ).returncode
        for path in slow
    )


def _hunt(reader: str) -> None:
    import atheris

    with atheris.instrument_imports(include=["sfumato.formats"]):
        for name in readers():
            with suppress(ImportError):
                FORMATS.load(name)
    _without_recognition()
    known = seeds(reader)

    def one(data: bytes) -> None:
        began = time.process_time()
        exercise(reader, data)
        if time.process_time() - began > HANG_S:
            _keep(reader, "slow", data)

    def change(data: bytes, longest: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.5 and not data.startswith(b"PK\x03\x04"):
            return atheris.Mutate(data, longest)
        return mutate(data, known, chance)[:longest]

    folder = _FOUND / reader
    (folder / "corpus").mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(known):
        (folder / "corpus" / f"seed-{number}").write_bytes(data)
    where = (f"-artifact_prefix={folder}/", f"-max_total_time={FULL_S:g}", str(folder / "corpus"))
    atheris.Setup([sys.argv[0], *_HUNT, *where], one, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1] == "short":
        _short(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    elif sys.argv[1] == "replay":
        sys.exit(_seconds(sys.argv[2], Path(sys.argv[3])) > HANG_S)
    else:
        _hunt(sys.argv[2])
