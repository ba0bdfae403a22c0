"""Feed: endless batches of varied labelled windows, made by worker processes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Semaphore

import numpy as np
import torch
from numpy.typing import NDArray

from sfumato.detect.pieces import Cutter
from sfumato.train.augment import cased, joined, lines_of, mistyped, reflowed, varied
from sfumato.train.examples import IGNORED, Encoded, Example, encode, windows
from sfumato.train.identities import Pools, read_pools
from sfumato.train.loops import Batch
from sfumato.train.stream import load_cutter

_EXAMPLES_A_TASK = 48
_PLAIN = 0.25
_TASKS_AHEAD = 6


@dataclass(frozen=True, slots=True)
class Diet:
    """What is fed: examples with weights, and texts without labels with the share of them."""

    examples: tuple[tuple[Example, float], ...]
    unlabelled: tuple[str, ...] = ()
    unlabelled_share: float = 0.0


@dataclass(slots=True)
class _Kitchen:
    diet: Diet
    cutter: Cutter
    pools: Pools
    window: int


_kitchen: _Kitchen


def _open(diet: Diet, root: Path, tables: Path, window: int) -> None:
    global _kitchen
    _kitchen = _Kitchen(diet, load_cutter(tables), read_pools(root), window)


def _cook(seed: int) -> NDArray[np.int32]:
    """Windows of some varied examples: rows of ids, looks, flags, tags, padded with -1."""
    chance = random.Random(seed)
    diet = _kitchen.diet
    weights = [weight for _, weight in diet.examples]
    chosen = chance.choices(diet.examples, weights, k=_EXAMPLES_A_TASK)
    rows = []
    for example, _ in chosen:
        if diet.unlabelled and chance.random() < diet.unlabelled_share:
            coded = _unlabelled(chance)
        else:
            coded = _labelled(example, chance)
        rows += [_padded(part) for part in windows(coded, _kitchen.window, chance)]
    return np.stack(rows)


def _labelled(example: Example, chance: random.Random) -> Encoded:
    if chance.random() > _PLAIN:
        example = varied(example, _kitchen.pools, chance)
    if example.kind == "note" and chance.random() < 0.15:
        example = _spliced(example, chance)
    return encode(example, _kitchen.cutter)


def _spliced(example: Example, chance: random.Random) -> Example:
    """Lines of the note between lines of another note of the same language."""
    other = chance.choice(_kitchen.diet.examples)[0]
    if other.language != example.language or other.kind != "note":
        return example
    first, second = lines_of(example), lines_of(other)
    cut = chance.randint(0, len(first))
    return joined(
        [*first[:cut], *second[: chance.randint(1, len(second))], *first[cut:]], "\n", example
    )


def _unlabelled(chance: random.Random) -> Encoded:
    text = chance.choice(_kitchen.diet.unlabelled)
    start = chance.randrange(max(1, len(text) - 3000))
    example = Example("", text[start : start + 4000], (), "und", "unlabelled")
    for step, share in ((reflowed, 0.1), (mistyped, 0.1), (cased, 0.1)):
        if chance.random() < share:
            example = step(example, chance)
    coded = encode(example, _kitchen.cutter)
    return replace(coded, tags=np.full_like(coded.tags, IGNORED))


def _padded(part: Encoded) -> NDArray[np.int32]:
    size = _kitchen.window
    row = np.full((4, size), -1, np.int32)
    for line, values in enumerate((part.ids, part.looks, part.flags, part.tags)):
        row[line, : len(values)] = values
    return row


def feed(
    diet: Diet,
    root: Path,
    tables: Path,
    *,
    window: int,
    batch: int,
    seed: int,
    workers: int,
    device: str,
) -> Iterator[Batch]:
    """Batches without end; the same seed gives the same batches."""
    ahead, over = Semaphore(_TASKS_AHEAD * workers), Event()
    with get_context("fork").Pool(workers, _open, (diet, root, tables, window)) as pool:
        try:
            yield from _shuffled(
                pool.imap(_cook, _seeds(seed, ahead, over)), ahead, seed, batch, device
            )
        finally:  # else the pool waits for ever for a number that nobody lets through
            over.set()
            ahead.release()


def _shuffled(
    cooked: Iterable[NDArray[np.int32]], ahead: Semaphore, seed: int, batch: int, device: str
) -> Iterator[Batch]:
    chance = np.random.default_rng(seed)
    stock: list[NDArray[np.int32]] = []
    held = 0
    for rows in cooked:
        ahead.release()
        stock.append(rows)
        held += len(rows)
        if held < batch * 4:
            continue
        pile = np.concatenate(stock)
        pile = pile[chance.permutation(len(pile))]
        full = len(pile) // 2 // batch * batch
        for at in range(0, full, batch):
            yield to_batch(pile[at : at + batch], device)
        stock, held = [pile[full:]], len(pile) - full


def _seeds(seed: int, ahead: Semaphore, over: Event) -> Iterator[int]:
    """Numbers until it is over; no more of them at once than may lie uncollected."""
    number = seed * 1_000_003
    while ahead.acquire() and not over.is_set():
        number += 1
        yield number


def to_batch(rows: NDArray[np.int32], device: str) -> Batch:
    """Padded rows as tensors."""
    whole = torch.from_numpy(rows).to(device, non_blocking=True).long()
    mask = whole[:, 0] >= 0
    ids, looks, flags = (whole[:, line].clamp_min(0) for line in range(3))
    tags = torch.where(mask, whole[:, 3], IGNORED)
    return ids, looks, flags, mask, tags


def only(examples: Sequence[Example], weight: float) -> list[tuple[Example, float]]:
    """Examples with one weight for all."""
    return [(example, weight) for example in examples]
