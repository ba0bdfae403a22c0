"""Recipe: how the bundled recognisers are made, stage by stage.

    python -m sfumato.train.recipe --data DIR --tables DIR --state DIR STAGE[=SECONDS] ...

A stage reads what earlier stages left in the state folder and leaves one file of weights there:

    pretrain:NAME           learns to guess hidden words
    tune:TRACK:NAME         learns tags from the labelled texts of a track
    distil:TRACK:NAME       learns the tags that all tuned teachers of the track give together
    measure:TRACK:NAME      prints the figures on the texts kept for tests

A track is `held` (development set and two writers never seen) or `final` (all). A stage is boxed
in time, or in steps with STAGE=100steps, which gives the same weights on the same machine; a rate
may follow, as in STAGE=900steps@1.5e-4. Where the state folder has no weights to begin with, a
stage goes on from the network that the package holds.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import torch

from sfumato.detect.tags import TAGS
from sfumato.train import weights
from sfumato.train.diets import Table, Track, diet_of, lay, sizes, with_unlabelled
from sfumato.train.feed import Cook, Diet, feed
from sfumato.train.identities import read_pools
from sfumato.train.loops import Batch, Pace, begin, distil, finetune, pretrain
from sfumato.train.measure import figures, tagged
from sfumato.train.network import SIZES, Network, Shape
from sfumato.train.restore import restored
from sfumato.train.stream import Stream, load_cutter, make_stream
from sfumato.train.texts import COLLECTIONS

_PACKAGE = Path(__file__).parents[1]
# name: (pretraining rate, batch of windows)
_PRETRAINED = {
    "teacher": (1.2e-3, 256),
    "default": (1.5e-3, 256),
    "fast": (2.0e-3, 384),
    "small": (2.0e-3, 64),
    "tiny": (2.0e-3, 16),
}
# Clinical and personal texts are drawn more often than their size.
_STREAM = dict.fromkeys(COLLECTIONS, 1.0) | {
    "background": 4.0,
    "nubes": 5.0,
    "cantemist": 2.5,
    "mtsamples": 4.0,
    "questions": 2.0,
    "newsgroups": 1.5,
    "laws": 0.6,
}
_TEACHER_RATE, _STUDENT_RATE = 4e-4, 7e-4
_UNLABELLED_SHARE = 0.4
_WINDOWS_A_STEP = {"cuda": 64, "cpu": 32}


def say(words: str) -> None:
    """One line with the time, at once."""
    print(f"{time.strftime('%H:%M:%S')} {words}", flush=True)


@dataclass(slots=True)
class Kitchen:
    """Where things lie, and what has been read already."""

    data: Path
    tables: Path
    state: Path
    notes: Path = _PACKAGE / "train" / "notes"
    gold: Path = _PACKAGE.parents[1] / "tests" / "gold" / "notes"
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    device: str = "cuda" if torch.cuda.is_available() else "cpu"
    stream: Stream | None = None
    laid: dict[Track, Table] = field(default_factory=dict)

    def table(self, track: Track) -> Table:
        """The split of a track."""
        if track not in self.laid:
            self.laid[track] = lay(self.data, self.notes, self.gold, track)
            say(f"{track}: {sizes(self.laid[track])}")
        return self.laid[track]

    def file(self, *parts: str) -> Path:
        """The file of weights of a stage."""
        return self.state / ("-".join(parts) + ".npz")

    def load(self, *names: tuple[str, ...]) -> Network:
        """The network of the first stage of these that has been made."""
        for parts in names:
            if self.file(*parts).exists():
                say(f"from {self.file(*parts).name}")
                network = weights.load(self.file(*parts))
                network.to(self.device)
                return network
        bundled = self.tables / f"{names[-1][-1]}.onnx"
        if not bundled.exists():
            raise SystemExit(f"none of {names} has been made")
        say(f"from {bundled.name}")
        network = restored(bundled.read_bytes())
        network.to(self.device)
        return network

    def feed(self, diet: Diet, network: Network, seed: int) -> Iterator[Batch]:
        """Batches of varied windows of a diet."""
        cook = Cook(
            diet,
            load_cutter(self.tables),
            read_pools(self.data),
            window=network.shape.window,
            batch=_WINDOWS_A_STEP[self.device],
            seed=seed,
        )
        return feed(cook, workers=self.workers, device=self.device)

    def save(self, network: Network, *parts: str) -> None:
        """Leaves a network in the state folder."""
        weights.save(network, self.file(*parts))


def _size(name: str) -> str:
    return name.rstrip("0123456789")


def _pretrain(kitchen: Kitchen, pace: Pace, name: str) -> None:
    if kitchen.stream is None:
        kitchen.stream = make_stream(
            kitchen.data,
            kitchen.tables,
            _STREAM,
            whole=True,
            workers=kitchen.workers,
            device=kitchen.device,
        )
        say(f"{len(kitchen.stream.ids):,} pieces")
    vocabulary = len(load_cutter(kitchen.tables).ids)
    torch.manual_seed(_seed(name))
    network = Network(Shape(vocabulary, TAGS, *SIZES[_size(name)])).to(kitchen.device)
    pace = _paced(pace, *_PRETRAINED[_size(name)])
    pretrain(network, kitchen.stream, pace, say, f"pretrain {name}")
    kitchen.save(network, "pretrained", name)


def _tune(kitchen: Kitchen, pace: Pace, track: Track, name: str) -> None:
    torch.manual_seed(_seed(name))
    network = kitchen.load(*_starts(track, name))
    batches = kitchen.feed(diet_of(kitchen.table(track).learnt), network, _seed(name))
    pace = _paced(pace, _TEACHER_RATE, _WINDOWS_A_STEP[kitchen.device])
    finetune(begin(network, pace), batches, pace, say, f"tune {track} {name}", kitchen.device)
    kitchen.save(network, track, name)


def _distil(kitchen: Kitchen, pace: Pace, track: Track, name: str) -> None:
    torch.manual_seed(_seed(name))
    student = kitchen.load(*_starts(track, name))
    teachers = [
        weights.load(path).to(kitchen.device)
        for path in sorted(kitchen.state.glob(f"{track}-teacher*.npz"))
    ]
    diet = diet_of(kitchen.table(track).learnt)
    diet = with_unlabelled(diet, kitchen.data, _UNLABELLED_SHARE)
    batches = kitchen.feed(diet, student, _seed(name) + 1)
    pace = _paced(pace, _STUDENT_RATE, _WINDOWS_A_STEP[kitchen.device])
    words = f"distil {track} {name} from {len(teachers)}"
    distil(student, teachers, batches, pace, say, words, kitchen.device)
    kitchen.save(student, track, name)


def _starts(track: Track, name: str) -> list[tuple[str, ...]]:
    """From which weights a stage goes on: its own, those of the other track, pretrained ones."""
    earlier = [(track, name)] + ([("held", name)] if track == "final" else [])
    return [*earlier, ("pretrained", name), ("pretrained", _size(name))]


def _measure(kitchen: Kitchen, track: Track, name: str) -> None:
    cutter = load_cutter(kitchen.tables)
    network = kitchen.load((track, name))
    for test, examples in kitchen.table(track).tests.items():
        found = tagged(network, cutter, [e.text for e in examples], kitchen.device)
        say(f"{track} {name} {test}: {figures(examples, found)}")


def _paced(pace: Pace, rate: float, batch: int) -> Pace:
    """The pace with the rate of its stage, unless another one was asked for."""
    asked = pace.rate if pace.rate != Pace().rate else rate
    return replace(pace, rate=asked, batch=batch)


def _seed(name: str) -> int:
    return 11 + int("0" + name[len(_size(name)) :])


def run(kitchen: Kitchen, stage: str) -> None:
    """Runs one stage as it is written on the command line."""
    what, _, limit = stage.partition("=")
    kind, *parts = what.split(":")
    limit, _, rate = limit.partition("@")
    if limit.endswith("steps"):
        pace = Pace(steps=int(limit.removesuffix("steps")))
    else:
        pace = Pace(seconds=float(limit or 60))
    if rate:
        pace = replace(pace, rate=float(rate))
    if kind == "measure":
        _measure(kitchen, cast(Track, parts[0]), parts[1])
        return
    deeds: dict[str, Callable[..., None]] = {
        "pretrain": _pretrain,
        "tune": _tune,
        "distil": _distil,
    }
    deeds[kind](kitchen, pace, *parts)


def main() -> None:
    """The command line of the recipe."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("data", "tables", "state"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("stages", nargs="+", metavar="STAGE")
    given = parser.parse_args()
    given.state.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    kitchen = Kitchen(given.data, given.tables, given.state)
    for stage in given.stages:
        run(kitchen, stage)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
