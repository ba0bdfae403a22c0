"""Restore: the network that an exported ONNX graph was made of, so that it can learn on.

The graph holds every weight: the large matrices as whole numbers with a scale a row, the rest as
they are. Exporting what was restored gives the same bytes. The bias of the piece head, which only
pretraining uses, is not in the graph and comes back as noughts.
"""

from __future__ import annotations

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from sfumato.core.errors import Damaged
from sfumato.train.network import Network, Shape
from sfumato.train.weights import unrounded


def restored(data: bytes) -> Network:
    """The network of a graph that `sfumato.train.export` wrote."""
    problem = ""
    try:
        return _restored(data)
    except Exception as error:  # whatever protobuf, numpy or torch say of foreign bytes
        problem = type(error).__name__
    raise Damaged(f"not a graph that sfumato exported ({problem})")


def _restored(data: bytes) -> Network:
    held = {part.name: part for part in onnx.load_from_string(data).graph.initializer}

    def value(name: str) -> Tensor:
        return torch.from_numpy(numpy_helper.to_array(held[name]).copy())

    def weight(name: str) -> Tensor:
        """A weight by its name in the network, wherever the graph keeps it."""
        owner, _, kind = name.replace("blocks.", "block").rpartition(".")
        if f"{owner}.{kind}" in held:
            return value(f"{owner}.{kind}")
        if f"{owner}.table" in held:
            return value(f"{owner}.table")
        whole, scale = value(f"{owner}.whole"), value(f"{owner}.scale").flatten()
        return unrounded(whole if owner == "pieces" else whole.T, scale)

    network = Network(
        Shape(
            vocabulary=len(weight("pieces.weight")),
            tags=len(weight("tags.weight")),
            width=len(weight("last.weight")),
            layers=sum(name.endswith(".mix.whole") for name in held),
            heads=int(value("apart")[3]),
            inner=len(weight("blocks.0.widen.weight")),
            window=len(weight("places.weight")),
        )
    )
    names = [name for name in network.state_dict() if name != "bias"]
    network.load_state_dict({"bias": network.bias, **{name: weight(name) for name in names}})
    network.eval()
    return network
