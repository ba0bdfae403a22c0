"""Loops: pretraining, fine-tuning and distilling, each boxed in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from sfumato.train.network import Network, optimisers
from sfumato.train.stream import Stream

_WARM = 0.04
_HIDDEN = 0.22


@dataclass(frozen=True, slots=True)
class Pace:
    """How long and how fast a loop learns; it ends after `seconds` or `steps`, whichever is first."""

    seconds: float = 1e9
    steps: int = 1_000_000
    rate: float = 1.5e-3
    batch: int = 256
    decay_from: float = 0.3
    """From which part of the way the rate falls to zero."""


def _share(pace: Pace, step: int, began: float) -> float:
    return max(step / pace.steps, (time.monotonic() - began) / pace.seconds)


def _factor(share: float, pace: Pace) -> float:
    if share < _WARM:
        return max(0.02, share / _WARM)
    return min(1.0, max(0.0, (1 - share) / (1 - pace.decay_from)))


def _run(
    network: Network,
    pace: Pace,
    loss_of: Callable[[int], Tensor],
    log: Callable[[str], None],
    name: str,
) -> None:
    """Steps until the time or the steps are used up."""
    pairs = [(o, [g["lr"] for g in o.param_groups]) for o in optimisers(network, pace.rate)]
    began, step, total = time.monotonic(), 0, 0.0
    network.train()
    while (share := _share(pace, step, began)) < 1:
        for optimiser, rates in pairs:
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * _factor(share, pace)
        loss = loss_of(step)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        for optimiser, _ in pairs:
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
        step += 1
        if step % 100 == 0:
            total = float(loss.detach())
            log(f"{name} step {step} share {share:.2f} loss {total:.4f}")
    network.eval()
    log(f"{name} done: {step} steps, {time.monotonic() - began:.0f} s, loss {total:.4f}")


def cast(device: str) -> torch.autocast:
    """Half precision where it pays."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


def pretrain(
    network: Network, stream: Stream, pace: Pace, log: Callable[[str], None], name: str
) -> None:
    """Learns to guess hidden words."""
    device = str(stream.ids.device.type)
    encode = torch.compile(network) if device == "cuda" else network

    def loss_of(step: int) -> Tensor:
        ids, looks, flags = stream.draw(pace.batch, network.shape.window)
        seen, faces, known, hidden = stream.hide(ids, looks, flags, _HIDDEN)
        with cast(device):
            vectors = encode(seen, faces, known)
            scores = network.guess(vectors[hidden])
        return F.cross_entropy(scores.float(), ids[hidden])

    _run(network, pace, loss_of, log, name)


Batch = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]
"""ids, looks, flags, mask, tags"""


def finetune(
    network: Network,
    batches: Iterator[Batch],
    pace: Pace,
    log: Callable[[str], None],
    name: str,
    device: str,
) -> None:
    """Learns tags from labelled windows."""

    def loss_of(step: int) -> Tensor:
        ids, looks, flags, mask, tags = next(batches)
        with cast(device):
            scores = network.tags(network(ids, looks, flags, mask))
        return F.cross_entropy(scores.float().flatten(0, 1), tags.flatten(), ignore_index=-100)

    _run(network, pace, loss_of, log, name)


def distil(
    student: Network,
    teachers: Sequence[Network],
    batches: Iterator[Batch],
    pace: Pace,
    log: Callable[[str], None],
    name: str,
    device: str,
) -> None:
    """Learns the tags that teachers give together, and a little of the true ones."""

    def loss_of(step: int) -> Tensor:
        ids, looks, flags, mask, tags = next(batches)
        heads = (looks < 24) & mask
        with torch.no_grad(), cast(device):
            sure = sum(
                torch.softmax(t.tags(t(ids, looks, flags, mask))[heads].float(), -1)
                for t in teachers
            ) / len(teachers)
        with cast(device):
            scores = student.tags(student(ids, looks, flags, mask))[heads].float()
        rows = torch.log_softmax(scores, -1)
        apart = (sure * (sure.clamp_min(1e-9).log() - rows)).sum(-1)
        gold = tags[heads]
        loss = apart.mean() * 2
        if (gold >= 0).any():
            loss = loss + 0.3 * F.nll_loss(rows, gold, ignore_index=-100)
        return loss

    _run(student, pace, loss_of, log, name)
