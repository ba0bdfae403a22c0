"""Loops: pretraining, fine-tuning and distilling, each boxed in time."""

from __future__ import annotations

import math
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
    """How long and how fast a loop learns: for `seconds` or `steps`, whichever is over first."""

    seconds: float = math.inf
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


@dataclass(slots=True)
class Course:
    """A network on its way: what the next step depends on, beside the texts and the chance."""

    network: Network
    optimisers: list[torch.optim.Optimizer]
    step: int = 0


def begin(network: Network, pace: Pace) -> Course:
    """The course of a network that has not made a step."""
    return Course(network, optimisers(network, pace.rate))


Pause = Callable[[float], bool]
"""Called after each step with its loss; true ends the course."""


def _run(
    course: Course,
    pace: Pace,
    loss_of: Callable[[], Tensor],
    log: Callable[[str], None],
    name: str,
    pause: Pause | None = None,
) -> None:
    """Steps until the time or the steps are used up, or the pause ends it."""
    network, began, total = course.network, time.monotonic(), 0.0
    network.train()
    while (share := _share(pace, course.step, began)) < 1:
        for optimiser in course.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = pace.rate * _factor(share, pace)
        loss = loss_of()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        for optimiser in course.optimisers:
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
        course.step += 1
        if course.step % 100 == 0:
            total = float(loss.detach())
            log(f"{name} step {course.step} share {share:.2f} loss {total:.4f}")
        if pause and pause(float(loss.detach())):
            break
    network.eval()
    log(f"{name} done: {course.step} steps, {time.monotonic() - began:.0f} s, loss {total:.4f}")


def cast(device: str) -> torch.autocast:
    """Half precision where it pays: on cards, and on processors that multiply in it."""
    pays = device == "cuda" or bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    return torch.autocast(device, torch.bfloat16, enabled=pays)


def pretrain(
    network: Network, stream: Stream, pace: Pace, log: Callable[[str], None], name: str
) -> None:
    """Learns to guess hidden words."""
    device = str(stream.ids.device.type)
    encode = torch.compile(network) if device == "cuda" else network

    def loss_of() -> Tensor:
        ids, looks, flags = stream.draw(pace.batch, network.shape.window)
        seen, faces, known, hidden = stream.hide(ids, looks, flags, _HIDDEN)
        with cast(device):
            vectors = encode(seen, faces, known)
            scores = network.guess(vectors[hidden])
        return F.cross_entropy(scores.float(), ids[hidden])

    _run(begin(network, pace), pace, loss_of, log, name)


Batch = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]
"""ids, looks, flags, mask, tags"""


def finetune(
    course: Course,
    batches: Iterator[Batch],
    pace: Pace,
    log: Callable[[str], None],
    name: str,
    device: str,
    pause: Pause | None = None,
) -> None:
    """Learns tags from labelled windows."""
    network = course.network

    def loss_of() -> Tensor:
        ids, looks, flags, mask, tags = next(batches)
        with cast(device):
            scores = network.tags(network(ids, looks, flags, mask))
        return F.cross_entropy(scores.float().flatten(0, 1), tags.flatten(), ignore_index=-100)

    _run(course, pace, loss_of, log, name, pause)


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

    def loss_of() -> Tensor:
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

    _run(begin(student, pace), pace, loss_of, log, name)
