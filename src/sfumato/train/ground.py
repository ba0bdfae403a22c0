"""Ground: what a run of training stands on: device, first network, length, order of operations."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files

import torch

from sfumato.core.errors import SettingsError
from sfumato.detect.recogniser import cutter
from sfumato.detect.tags import TAGS
from sfumato.detect.windows import SIZE
from sfumato.train.corpus import Corpus
from sfumato.train.network import SIZES, Network, Shape
from sfumato.train.restore import restored
from sfumato.train.settings import Settings


def device_of(settings: Settings) -> str:
    """The device that computes."""
    there = torch.cuda.is_available()
    if settings.device == "cuda" and not there:
        raise SettingsError("device: there is no graphics card that PyTorch can use")
    return "cuda" if there and settings.device != "cpu" else "cpu"


def start_of(settings: Settings) -> Network:
    """The network that learning begins with."""
    if settings.start == "nothing":
        return Network(Shape(len(cutter().ids), TAGS, *SIZES[settings.size]))
    bundled = files("sfumato.data") / "recogniser" / f"{settings.size}.onnx"
    return restored(bundled.read_bytes())


def steps_of(corpus: Corpus, settings: Settings) -> int:
    """The steps in which so many windows are seen as the corpus has, as often as is asked for."""
    windows = sum(-(-len(cutter().cut(e.text)) // SIZE) or 1 for e in corpus.train)
    return max(1, math.ceil(windows * settings.epochs / settings.batch))


@contextmanager
def deterministic(settings: Settings) -> Iterator[None]:
    """The same operations in the same order, as far as the device can."""
    threads, strict = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.set_num_threads(settings.threads or threads)
    torch.use_deterministic_algorithms(True, warn_only=True)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(strict)
        torch.set_num_threads(threads)
