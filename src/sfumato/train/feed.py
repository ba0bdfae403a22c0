"""Feed: endless batches of varied labelled windows, made by worker processes."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, count
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from threading import Event, Semaphore, Thread

import numpy as np
import torch
from numpy.typing import NDArray

from sfumato.detect.pieces import Cutter
from sfumato.train.augment import cased, joined, lines_of, mistyped, reflowed, varied
from sfumato.train.examples import IGNORED, Encoded, Example, encode, windows
from sfumato.train.identities import Pools
from sfumato.train.loops import Batch

_BATCHES_A_TASK = 8
_PLAIN, _SPLICED = 0.25, 0.15
_TASKS_AHEAD = 6


@dataclass(frozen=True, slots=True)
class Diet:
    """What is fed: examples with weights, and texts without labels with the share of them."""

    examples: tuple[tuple[Example, float], ...]
    unlabelled: tuple[str, ...] = ()
    unlabelled_share: float = 0.0


class Cook:
    """Makes windows of varied examples; the same seed and task give the same windows.

    Without pools the examples stay as they are.
    """

    def __init__(
        self, diet: Diet, cutter: Cutter, pools: Pools | None, *, window: int, batch: int, seed: int
    ) -> None:
        self.batch = batch
        self._diet, self._cutter, self._pools = diet, cutter, pools
        self._window, self._seed = window, seed
        self._sums = list(accumulate(weight for _, weight in diet.examples))

    def task(self, number: int) -> NDArray[np.int32]:
        """The windows of some batches: rows of ids, looks, flags, tags, padded with -1."""
        chance = random.Random(f"{self._seed} {number}")
        rows: list[NDArray[np.int32]] = []
        while len(rows) < self.batch * _BATCHES_A_TASK:
            coded = self._coded(self._drawn(chance), chance)
            rows += [_padded(part, self._window) for part in windows(coded, self._window, chance)]
        chance.shuffle(rows)
        return np.stack(rows[: self.batch * _BATCHES_A_TASK])

    def _drawn(self, chance: random.Random) -> Example:
        return chance.choices(self._diet.examples, cum_weights=self._sums)[0][0]

    def _coded(self, example: Example, chance: random.Random) -> Encoded:
        diet = self._diet
        if diet.unlabelled and chance.random() < diet.unlabelled_share:
            return self._unlabelled(chance)
        if self._pools is None:
            return encode(example, self._cutter)
        if chance.random() > _PLAIN:
            example = varied(example, self._pools, chance)
        if example.kind == "note" and chance.random() < _SPLICED:
            example = _spliced(example, self._drawn(chance), chance)
        return encode(example, self._cutter)

    def _unlabelled(self, chance: random.Random) -> Encoded:
        text = chance.choice(self._diet.unlabelled)
        start = chance.randrange(max(1, len(text) - 3000))
        example = Example("", text[start : start + 4000], (), "und", "unlabelled")
        for step, share in ((reflowed, 0.1), (mistyped, 0.1), (cased, 0.1)):
            if chance.random() < share:
                example = step(example, chance)
        coded = encode(example, self._cutter)
        return replace(coded, tags=np.full_like(coded.tags, IGNORED))


def _spliced(example: Example, other: Example, chance: random.Random) -> Example:
    """Lines of another note of the same language between the lines of a note."""
    if other.language != example.language or other.kind != "note":
        return example
    first, second = lines_of(example), lines_of(other)
    cut = chance.randint(0, len(first))
    return joined(
        [*first[:cut], *second[: chance.randint(1, len(second))], *first[cut:]], "\n", example
    )


def _padded(part: Encoded, size: int) -> NDArray[np.int32]:
    row = np.full((4, size), -1, np.int32)
    for line, values in enumerate((part.ids, part.looks, part.flags, part.tags)):
        row[line, : len(values)] = values
    return row


def feed(cook: Cook, *, workers: int, device: str, first: int = 0) -> Iterator[Batch]:
    """Batches without end from a step on; each depends on the cook and its step alone.

    With no workers they are made in between, when they are asked for.
    """
    task, skipped = divmod(first, _BATCHES_A_TASK)
    for rows in _cooked(cook, workers, task):
        for at in range(skipped * cook.batch, len(rows), cook.batch):
            yield to_batch(rows[at : at + cook.batch], device)
        skipped = 0


def _cooked(cook: Cook, workers: int, first: int) -> Iterator[NDArray[np.int32]]:
    if not workers:
        yield from map(cook.task, count(first))
        return
    ahead, over = Semaphore(_TASKS_AHEAD * workers), Event()
    with get_context("fork").Pool(workers, _open, (cook, os.getpid())) as pool:
        try:
            for rows in pool.imap(_task, _numbers(first, ahead, over)):
                ahead.release()
                yield rows
        finally:  # else the pool waits for ever for a number that nobody lets through
            over.set()
            ahead.release()


def _numbers(first: int, ahead: Semaphore, over: Event) -> Iterator[int]:
    """Numbers until it is over; no more of them at once than may lie uncollected."""
    for number in count(first):
        ahead.acquire()
        if over.is_set():
            return
        yield number


_cook: Cook


def _open(cook: Cook, parent: int) -> None:
    global _cook
    _cook = cook
    signal(SIGINT, SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """Ends a worker whose parent was killed, which a pool does not notice."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _task(number: int) -> NDArray[np.int32]:
    return _cook.task(number)


def to_batch(rows: NDArray[np.int32], device: str) -> Batch:
    """Padded rows as tensors, as long as the longest of them."""
    longest = int((rows[:, 0] >= 0).sum(1).max())
    whole = torch.from_numpy(rows[:, :, :longest]).to(device, non_blocking=True).long()
    mask = whole[:, 0] >= 0
    ids, looks, flags = (whole[:, line].clamp_min(0) for line in range(3))
    tags = torch.where(mask, whole[:, 3], IGNORED)
    return ids, looks, flags, mask, tags


def only(examples: Sequence[Example], weight: float) -> list[tuple[Example, float]]:
    """Examples with one weight for all."""
    return [(example, weight) for example in examples]
