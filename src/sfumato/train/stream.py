"""Stream: all unlabelled texts as one long row of pieces, from which windows are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from sfumato.detect.lexicon import Lexicon
from sfumato.detect.pieces import BREAK, MASKED, Cutter
from sfumato.train.tables import LEXICON, VOCABULARY
from sfumato.train.texts import read_collection

_CASES = 6
_INNER_LOOK = 24
_TEXTS_A_TASK = 200


def load_cutter(tables: Path) -> Cutter:
    """The cutter of a folder with vocabulary and lexicon."""
    pieces = (tables / VOCABULARY).read_text(encoding="ascii").splitlines()
    return Cutter(pieces, Lexicon((tables / LEXICON).read_bytes()).flags)


_cutter: Cutter


def _open(tables: Path) -> None:
    global _cutter
    _cutter = load_cutter(tables)


def _cut(texts: Sequence[str]) -> tuple[NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint8]]:
    cut = [_cutter.cut(text) for text in texts]
    end = _cutter.ids[BREAK]
    ids = [row for pieces in cut for row in (pieces.ids, [end])]
    looks = [row for pieces in cut for row in (pieces.looks, [3 * _CASES])]
    flags = [row for pieces in cut for row in (pieces.flags, [0])]
    return (
        np.concatenate(ids).astype(np.uint16),
        np.concatenate(looks).astype(np.uint8),
        np.concatenate(flags).astype(np.uint8),
    )


@dataclass(frozen=True, slots=True)
class Stream:
    """Pieces of all collections, with the bounds of each and how often it is drawn."""

    ids: Tensor
    looks: Tensor
    flags: Tensor
    bounds: Tensor
    weights: Tensor
    masked: int

    def draw(self, count: int, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """Random windows: ids, looks, flags."""
        device = self.ids.device
        which = torch.multinomial(self.weights, count, replacement=True)
        low, high = self.bounds[which, 0], self.bounds[which, 1] - size
        begin = low + (torch.rand(count, device=device) * (high - low)).long()
        index = begin[:, None] + torch.arange(size, device=device)
        return self.ids[index].long(), self.looks[index].long(), self.flags[index].long()

    def hide(
        self, ids: Tensor, looks: Tensor, flags: Tensor, share: float
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Windows with whole words hidden, and where they were."""
        words = (looks < _INNER_LOOK).cumsum(1)
        roll = torch.rand(ids.shape[0], ids.shape[1] + 1, device=ids.device).gather(1, words)
        hidden = roll < share
        fate = torch.rand(ids.shape, device=ids.device)
        other = torch.randint(3, int(ids.max()) + 1, ids.shape, device=ids.device)
        shown = torch.where(fate < 0.85, self.masked, torch.where(fate < 0.92, other, ids))
        plain = hidden & (torch.rand(len(ids), 1, device=ids.device) < 0.5)
        bare = torch.where(looks < _INNER_LOOK, looks - looks % _CASES, _INNER_LOOK)
        return (
            torch.where(hidden, shown, ids),
            torch.where(plain, bare, looks),
            torch.where(hidden, 0, flags),
            hidden,
        )


def make_stream(
    root: Path, tables: Path, weights: dict[str, float], *, whole: bool, workers: int, device: str
) -> Stream:
    """Cuts the collections into one stream. `whole` takes all of each file."""
    rows: list[tuple[NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint8]]] = []
    bounds, shares, at = [], [], 0
    with get_context("fork").Pool(workers, _open, (tables,)) as pool:
        for name, weight in weights.items():
            first = at
            for row in pool.imap(_cut, _batches(read_collection(root, name, whole=whole))):
                rows.append(row)
                at += len(row[0])
            bounds.append((first, at))
            shares.append((at - first) * weight)
    ids, looks, flags = (np.concatenate(column) for column in zip(*rows, strict=True))
    masked = load_cutter(tables).ids[MASKED]
    return Stream(
        torch.from_numpy(ids.astype(np.int32)).to(device),
        torch.from_numpy(looks).to(device),
        torch.from_numpy(flags).to(device),
        torch.tensor(bounds, device=device),
        torch.tensor(shares, dtype=torch.float32, device=device),
        masked,
    )


def _batches(texts: Iterable[str]) -> Iterable[list[str]]:
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == _TEXTS_A_TASK:
            yield batch
            batch = []
    if batch:
        yield batch
