"""Leaks: laden documents of every format through the command; no sentinel is left anywhere.

Each document stands in a folder of its own. After `sfumato deid` its outputs are unpacked without
the product's own readers; what the command printed, its dossier, and whatever it left in the
folders for temporary files are searched for the sentinels of all documents.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path

from bench.surfaces.cases import KINDS, READ_BY_OCR, make
from bench.surfaces.glance import seen
from bench.surfaces.sentinels import Sentinels
from bench.surfaces.unpack import left

FULL = 20_000
COMMON = tuple(kind for kind in KINDS if kind not in (*READ_BY_OCR, "mail-of-all"))
"""Kinds that take milliseconds."""
RARE = tuple(kind for kind in KINDS if kind not in COMMON)
"""Kinds that take a second or more; one document of each in a thousand."""
POLICIES = ("hipaa-safe-harbor", "replace")
_BATCH = 200


@dataclass(frozen=True, slots=True)
class Report:
    """How much a trial saw."""

    documents: int
    sentinels: int


def plan(count: int) -> list[str]:
    """The kinds of so many documents."""
    rare = [kind for kind in _possible(RARE) for _ in range(count // 1000)]
    return rare + [COMMON[number % len(COMMON)] for number in range(count - len(rare))]


def trial(kinds: Sequence[str], *, seed: int, policies: Sequence[str] = POLICIES[:1]) -> Report:
    """One document of each kind that is named; all must be released, without a sentinel.

    The policies take turns, a batch each.
    """
    starts = range(0, len(kinds), _BATCH)
    counts = [
        _batch(kinds[start : start + _BATCH], f"{seed} {start}", policy)
        for start, policy in zip(starts, cycle(policies), strict=False)
    ]
    return Report(len(kinds), sum(counts))


def full() -> None:
    """The whole trial, in as many processes as there are processors."""
    parts = os.cpu_count() or 1
    kinds = plan(int(os.environ.get("SFUMATO_LEAK_DOCUMENTS", FULL)))
    with ThreadPoolExecutor(parts) as threads:
        reports = list(
            threads.map(_apart, [kinds[part::parts] for part in range(parts)], range(parts))
        )
    documents, sentinels = (sum(found) for found in zip(*reports, strict=True))
    print(
        f"   {documents} documents with {sentinels} sentinels under "
        f"{' and '.join(POLICIES)}: none is left"
    )


def _possible(kinds: Sequence[str]) -> tuple[str, ...]:
    seen = shutil.which("tesseract") is not None
    return tuple(kind for kind in kinds if seen or kind not in READ_BY_OCR)


def _apart(kinds: Sequence[str], part: int) -> tuple[int, int]:
    """A part of the trial in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.trials.leaks", str(part + 1)],
        input=" ".join(kinds),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.strip()[-2000:]
    report = Report(**json.loads(done.stdout))
    return report.documents, report.sentinels


def _batch(kinds: Sequence[str], seed: str, policy: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        said = [written(bench, number, kind, seed) for number, kind in enumerate(kinds)]
        done = bench.run(
            "deid", str(bench.source), "--out", str(bench.out), "--json", "--policy", policy
        )
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        refused = {line["number"]: line["reasons"] for line in lines if line["output"] is None}
        assert not refused, f"{policy}, seed {seed!r}: refused {refused}, {done.stderr.decode()}"
        assert len(lines) == len(kinds), done.stderr.decode()
        for number, (kind, say) in enumerate(zip(kinds, said, strict=True)):
            found = _left_below(bench.out / f"{number:05d}", say.surfaces, kind in READ_BY_OCR)
            assert not found, (
                f"{policy}, seed {seed!r}: document {number} ({kind}) still has {found}"
            )
        beside = {needle: spot for say in said for needle, spot in say.surfaces.items()}
        loose = [*bench.loose(), bench.told(done)]
        found = [spot for data in loose for spot in left(data, beside).values()]
        assert not found, f"{policy}, seed {seed!r}: beside the outputs stand {found}"
        return len(beside)


class Bench:
    """Folders for one run of the command: inputs, outputs, temporary files, a home."""

    def __init__(self, root: Path) -> None:
        self.source, self.out = root / "in", root / "out"
        self._aside = [root / "tmp", root / "home", root / "here"]
        for folder in (self.source, *self._aside):
            folder.mkdir()

    def run(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        """The command, in an empty folder."""
        return subprocess.run(
            self.command(*words), **self.around(), capture_output=True, check=False
        )

    def command(self, *words: str) -> list[str]:
        """What to start."""
        return [sys.executable, "-m", "sfumato.cli", *words]

    def around(self) -> dict[str, object]:
        """Where to start it, and what it sees of the system."""
        tmp, home, here = map(str, self._aside)
        return {"cwd": here, "env": {**os.environ, "TMPDIR": tmp, "HOME": home}}

    def told(self, done: subprocess.CompletedProcess[bytes]) -> bytes:
        """What the command printed, without the paths of the inputs, which the caller gave."""
        said = done.stdout + done.stderr
        for path in sorted(self.source.rglob("*"), reverse=True):
            said = said.replace(str(path).encode(), b"PATH").replace(path.name.encode(), b"NAME")
        return said

    def loose(self) -> Iterator[bytes]:
        """What stands beside the outputs of single documents, names of files included."""
        files = [path for folder in self._aside for path in folder.rglob("*")]
        if self.out.is_dir():
            files += [path for path in self.out.iterdir() if not path.name.isdigit()]
        for path in files:
            yield path.name.encode()
            if path.is_file():
                yield path.read_bytes()


def written(bench: Bench, number: int, kind: str, seed: str) -> Sentinels:
    """A document with a name that tells of somebody, in a folder of its own."""
    say = Sentinels(random.Random(f"{seed} {number} {kind}"))
    case = make(kind, say)
    folder = bench.source / f"{number:05d}"
    folder.mkdir()
    path = folder / f"{say.email('file name')}{case.name[4:]}"
    for suffix, data in {path.suffix: case.data, **case.companions}.items():
        path.with_suffix(suffix).write_bytes(data)
    return say


def _left_below(folder: Path, needles: dict[str, str], shown: bool) -> set[str]:
    found: set[str] = set()
    for path in folder.rglob("*"):
        found |= set(left(path.name.encode(), needles).values())
        if path.is_file():
            found |= set(left(path.read_bytes(), needles).values())
            found |= set(seen(path.read_bytes(), needles).values()) if shown else set()
    return found


if __name__ == "__main__":
    print(
        json.dumps(
            asdict(trial(sys.stdin.read().split(), seed=int(sys.argv[1]), policies=POLICIES))
        )
    )
