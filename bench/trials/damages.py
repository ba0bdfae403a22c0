"""Damages: broken laden documents; a refusal carries nothing of them and leaves no file."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.surfaces.unpack import left
from bench.trials.leaks import COMMON, Bench, written
from bench.trials.mutations import mutate

FULL = 2_000
_BATCH = 200


def trial(kinds: Sequence[str], *, seed: int) -> int:
    """One broken document of each kind that is named; how many of them were refused."""
    starts = range(0, len(kinds), _BATCH)
    return sum(_batch(kinds[start : start + _BATCH], f"{seed} {start}") for start in starts)


def full() -> None:
    """The whole trial."""
    refused = trial([COMMON[number % len(COMMON)] for number in range(FULL)], seed=5)
    print(f"   {FULL} broken documents, {refused} refused: nothing of them is told or kept")


def _batch(kinds: Sequence[str], seed: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        beside: dict[str, str] = {}
        for number, kind in enumerate(kinds):
            beside |= written(bench, number, kind, seed).surfaces
        chance = random.Random(seed)
        for path in sorted(bench.source.rglob("*.*")):
            path.write_bytes(_broken(path.read_bytes(), chance))
        done = bench.run("deid", str(bench.source), "--out", str(bench.out), "--json")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert lines, done.stderr.decode()
        refused = [line for line in lines if line["verdict"] != "released"]
        _check_gone(refused, bench)
        for data in (*bench.loose(), bench.told(done)):
            found = left(data, beside)
            assert not found, f"seed {seed!r}: {set(found.values())} told or kept"
        return len(refused)


def _check_gone(refused: Sequence[dict[str, object]], bench: Bench) -> None:
    for line in refused:
        folder = bench.out / Path(str(line["path"])).parent.name
        wrote = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
        assert line["line"] or not wrote, "a refused document left a file"


def _broken(data: bytes, chance: random.Random) -> bytes:
    """A file cut short, or changed at one to six places, or in its tree."""
    if chance.random() < 0.3:
        return data[: chance.randrange(1, len(data))]
    return mutate(data, [data], chance)
