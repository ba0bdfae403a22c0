"""Adapt: a recogniser of one's own, out of one's own marked notes, that can be stopped any time.

Every so many steps it is measured on the development notes, and what was best is kept; when nothing
has been better for long enough it stops. A run that was killed goes on from its last checkpoint and
ends with the same bytes as one that was not: batches depend on seed and step alone, and the
checkpoint holds all else.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Protocol

import onnx
import torch

from sfumato.core.errors import SettingsError, SfumatoError
from sfumato.detect.own import identity, marks_of, speed_of
from sfumato.detect.recogniser import LEANS, cutter
from sfumato.policy.load import MODEL
from sfumato.train.card import Facts, card
from sfumato.train.corpus import Corpus, invented
from sfumato.train.export import graph_of
from sfumato.train.feed import Cook, Diet, feed, only
from sfumato.train.ground import deterministic, device_of, start_of, steps_of
from sfumato.train.identities import pools_within
from sfumato.train.keep import Standing, kept, put_back, standing_of
from sfumato.train.loops import Pace, begin, finetune
from sfumato.train.measure import figures, tagged
from sfumato.train.settings import CARD, CHECKPOINT, Settings
from sfumato.version import VERSION

_BEST = "best-{}.onnx"


class Store(Protocol):
    """Where a run keeps its files; a write is whole or not there."""

    def names(self) -> list[str]:
        """The names of the files that are there."""
        ...

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        ...

    def write(self, name: str, data: bytes) -> None:
        """Puts a file in its place."""
        ...

    def remove(self, name: str) -> None:
        """Takes a file away."""
        ...


@dataclass(frozen=True, slots=True)
class Told:
    """How far a run is; `strict` is there after a measurement."""

    step: int
    steps: int
    loss: float
    strict: float | None = None
    best: bool = False


def adapt(settings: Settings, corpus: Corpus, store: Store, tell: Callable[[Told], None]) -> Facts:
    """Trains from the start or from the store's checkpoint, and leaves model and card there."""
    with deterministic(settings):
        run = _Run(settings, corpus, store, tell)
        run.go()
        return run.finish()


class _Run:
    def __init__(
        self, settings: Settings, corpus: Corpus, store: Store, tell: Callable[[Told], None]
    ) -> None:
        self._settings, self._corpus, self._store, self._tell = settings, corpus, store, tell
        self._invented = invented()
        self._device = device_of(settings)
        self._steps = settings.steps or steps_of(corpus, settings)
        self._pace = Pace(steps=self._steps, rate=settings.rate, batch=settings.batch)
        torch.manual_seed(settings.seed)
        self._course = begin(start_of(settings).to(self._device), self._pace)
        self._standing = Standing(self._identity(), torch.get_num_threads())
        self._saved = time.monotonic()

    def go(self) -> None:
        """Learns until the steps are used up or nothing gets better."""
        if CHECKPOINT in self._store.names():
            self._resume()
        else:
            self._first()
        if self._over():
            return
        batches = feed(
            self._cook(),
            workers=self._settings.workers,
            device=self._device,
            first=self._course.step,
        )
        finetune(self._course, batches, self._pace, _unsaid, "", self._device, self._pause)

    def finish(self) -> Facts:
        """Leaves the best network and its card, and takes the rest away, the checkpoint last."""
        best = _BEST.format(self._standing.best_step)
        if best in self._store.names():  # else an earlier end of this run came further
            self._store.write(MODEL, self._store.read(best))
        self._tidy("")
        facts = self._facts(self._store.read(MODEL))
        self._store.write(CARD, card(facts).encode())
        self._store.remove(CHECKPOINT)
        return facts

    def _identity(self) -> str:
        """What decides the result, beside the number of threads."""
        tables = "".join(identity().values())
        extra = Corpus(self._invented, ()).digest()
        parts = (VERSION, tables, self._settings.digest(), self._corpus.digest(), extra)
        return hashlib.sha256(" ".join((*parts, self._device)).encode()).hexdigest()

    def _resume(self) -> None:
        data = self._store.read(CHECKPOINT)
        standing = standing_of(data)
        if standing.run != self._standing.run:
            raise SettingsError(
                "the checkpoint is of a run with other settings, notes or another version"
            )
        torch.set_num_threads(standing.threads)
        put_back(data, self._course)
        self._standing = standing

    def _first(self) -> None:
        """The measurement before the first step, which later ones must reach."""
        if self._settings.start == "bundled":
            self._standing.first = self._strict()
            self._judge(self._standing.first)
        self._save()

    def _over(self) -> bool:
        patient = self._standing.stale < self._settings.patience
        return not patient or self._course.step >= self._steps

    def _pause(self, loss: float) -> bool:
        if not math.isfinite(loss):
            raise SfumatoError("training went astray; choose a lower rate")
        step, strict, best = self._course.step, None, False
        if step % self._settings.check_every == 0 or step == self._steps:
            strict = self._strict()
            best = self._judge(strict)
        over = self._over()
        if over or strict is not None or self._is_due():
            self._save()
        self._tell(Told(step, self._steps, loss, strict, best))
        return over

    def _is_due(self) -> bool:
        return time.monotonic() - self._saved >= self._settings.save_every_s

    def _judge(self, strict: float) -> bool:
        """Keeps the network if it is at least as good as the best; whether it is better."""
        standing = self._standing
        better = strict > standing.best
        standing.stale = 0 if better else standing.stale + 1
        if strict >= standing.best:
            standing.best, standing.best_step = strict, self._course.step
            self._store.write(_BEST.format(standing.best_step), self._marked())
        return better

    def _save(self) -> None:
        """The checkpoint names the best network, so that one is written first and stays longer."""
        self._store.write(CHECKPOINT, kept(self._course, self._standing))
        self._tidy(_BEST.format(self._standing.best_step))
        self._saved = time.monotonic()

    def _tidy(self, best: str) -> None:
        begin, _, end = _BEST.partition("{}")
        for name in self._store.names():
            if name.startswith(begin) and name.endswith(end) and name != best:
                self._store.remove(name)

    def _strict(self) -> float:
        network, dev = self._course.network, self._corpus.dev
        network.eval()
        texts, lean = [example.text for example in dev], LEANS[speed_of(self._settings.size)]
        found = tagged(network, cutter(), texts, self._device, lean=lean)
        network.train()
        return figures(dev, found).strict

    def _marked(self) -> bytes:
        """The network as a file that bears its size and the identity of its tables."""
        graph = graph_of(deepcopy(self._course.network))
        onnx.helper.set_model_props(graph, marks_of(self._settings.size))
        return bytes(graph.SerializeToString())

    def _cook(self) -> Cook:
        own, others = self._corpus.train, self._invented
        share = self._settings.invented * len(own) / len(others)
        return Cook(
            Diet((*only(own, 1.0), *only(others if share else (), share))),
            cutter(),
            pools_within((*own, *others)),
            window=self._course.network.shape.window,
            batch=self._settings.batch,
            seed=self._settings.seed,
        )

    def _facts(self, model: bytes) -> Facts:
        return Facts(
            settings=self._settings,
            model=model,
            dev=self._corpus.dev,
            notes=len(self._corpus.train),
            invented=len(self._invented) if self._settings.invented else 0,
            steps=self._course.step,
            best_step=self._standing.best_step,
            before=self._standing.first,
        )


def _unsaid(words: str) -> None:
    """The loops' own lines; a run tells its steps otherwise."""
