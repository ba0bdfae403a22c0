"""Export: a tuned network as an ONNX graph in eight-bit whole numbers.

The graph is written by hand, an operator at a time, because no exporter keeps the piece table in
eight bits and the graph is small enough to read. Inputs: pieces and looks (windows, places), flags
as bits (windows, places, flags), and what is added to the attention scores of each place (windows,
1, 1, places): zero, or a large negative number where the window is padded. Output: the
log-probabilities of the tags.
"""

from __future__ import annotations

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

from sfumato.detect.pieces import FLAGS
from sfumato.train.network import Network
from sfumato.train.weights import rounded

_OPSET = 17
_EPSILON = 1e-5
Array = NDArray[np.generic]


class _Graph:
    """Nodes and constants while a graph grows; each call returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.held: dict[str, onnx.TensorProto] = {}

    def put(self, name: str, value: Array | Tensor) -> str:
        """A constant."""
        array = value.detach().float().numpy() if isinstance(value, Tensor) else value
        self.held[name] = numpy_helper.from_array(np.asarray(array, order="C"), name)
        return name

    def add(self, kind: str, *inputs: str, count: int = 1, **attributes: object) -> str:
        """A node with one result, or the first of several names."""
        name = f"{kind.lower()}{len(self.nodes)}"
        outputs = [name] if count == 1 else [f"{name}.{part}" for part in range(count)]
        self.nodes.append(helper.make_node(kind, list(inputs), outputs, **attributes))
        return outputs[0]

    def numbers(self, name: str, *values: int) -> str:
        """A constant row of whole numbers."""
        return self.put(name, np.array(values, np.int64))

    def rows(self, name: str, table: Tensor, index: str) -> str:
        """Rows of a table that is held in eight bits with a scale a row."""
        whole, scale = rounded(table.detach().float().cpu())
        found = self.add("Gather", self.put(f"{name}.whole", whole.numpy()), index)
        found = self.add("Cast", found, to=TensorProto.FLOAT)
        scales = self.add("Gather", self.put(f"{name}.scale", scale[:, None]), index)
        return self.add("Mul", found, scales)

    def normal(self, name: str, x: str, weight: Tensor, bias: Tensor) -> str:
        """Layer normalisation."""
        return self.add(
            "LayerNormalization",
            x,
            self.put(f"{name}.weight", weight),
            self.put(f"{name}.bias", bias),
            epsilon=_EPSILON,
        )

    def linear(self, name: str, x: str, weight: Tensor, bias: Tensor) -> str:
        """A product in whole numbers: the input rounded as it comes, a scale an output channel."""
        whole, scale = rounded(weight.detach().float().cpu())
        quantised = self.add("DynamicQuantizeLinear", x, count=3)
        zero, step = quantised[:-1] + "2", quantised[:-1] + "1"
        matrix = self.put(f"{name}.whole", whole.numpy().T)
        none = self.put(f"{name}.zero", np.zeros(len(scale), np.int8))
        product = self.add("MatMulInteger", quantised, matrix, zero, none)
        product = self.add("Cast", product, to=TensorProto.FLOAT)
        factor = self.add("Mul", step, self.put(f"{name}.scale", scale))
        product = self.add("Mul", product, factor)
        return self.add("Add", product, self.put(f"{name}.bias", bias))


def graph_of(network: Network) -> onnx.ModelProto:
    """The graph of a network."""
    network = network.cpu().eval()
    g, shape = _Graph(), network.shape
    x = g.rows("pieces", network.pieces.weight, "ids")
    x = g.add("Add", x, g.add("Gather", g.put("looks.table", network.looks.weight), "looks"))
    x = g.add("Add", x, g.add("MatMul", "flags", g.put("flags.table", network.flags.weight)))
    length = g.add("Shape", "ids", start=1, end=2)
    g.numbers("nought", 0)
    places = g.add("Slice", g.put("places.table", network.places.weight), "nought", length)
    x = g.add("Add", x, places)
    size = shape.width // shape.heads
    g.numbers("apart", 0, 0, 3, shape.heads, size)
    g.numbers("together", 0, 0, shape.width)
    g.put("divisor", np.array(size**-0.5, np.float32))
    for index, block in enumerate(network.blocks):
        x = _block(g, f"block{index}", x, block)
    x = g.normal("last", x, network.last.weight, network.last.bias)
    scores = g.linear("tags", x, network.tags.weight, network.tags.bias)
    g.nodes.append(helper.make_node("LogSoftmax", [scores], ["scores"], axis=-1))
    return _model(g, shape.tags)


def _block(g: _Graph, name: str, x: str, block: object) -> str:
    part = dict(block.named_parameters())  # type: ignore[attr-defined]

    def normal(which: str, x: str) -> str:
        return g.normal(f"{name}.{which}", x, part[f"{which}.weight"], part[f"{which}.bias"])

    def linear(which: str, x: str) -> str:
        return g.linear(f"{name}.{which}", x, part[f"{which}.weight"], part[f"{which}.bias"])

    mixed = linear("mix", normal("before_attention", x))
    mixed = g.add("Reshape", mixed, "apart")
    mixed = g.add("Transpose", mixed, perm=[2, 0, 3, 1, 4])
    query, key, value = (
        g.add("Gather", mixed, g.put(f"which{i}", np.array(i, np.int64)), axis=0) for i in range(3)
    )
    query = g.add("Mul", query, "divisor")
    scores = g.add("MatMul", query, g.add("Transpose", key, perm=[0, 1, 3, 2]))
    seen = g.add("MatMul", g.add("Softmax", g.add("Add", scores, "mask"), axis=-1), value)
    seen = g.add("Reshape", g.add("Transpose", seen, perm=[0, 2, 1, 3]), "together")
    x = g.add("Add", x, linear("join", seen))
    inner = g.add("Relu", linear("widen", normal("before_inner", x)))
    return g.add("Add", x, linear("narrow", inner))


def _model(g: _Graph, tags: int) -> onnx.ModelProto:
    def value(name: str, kind: int, *sizes: str | int) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, kind, list(sizes))

    graph = helper.make_graph(
        g.nodes,
        "recogniser",
        [
            value("ids", TensorProto.INT32, "windows", "places"),
            value("looks", TensorProto.INT32, "windows", "places"),
            value("flags", TensorProto.FLOAT, "windows", "places", FLAGS),
            value("mask", TensorProto.FLOAT, "windows", 1, 1, "places"),
        ],
        [value("scores", TensorProto.FLOAT, "windows", "places", tags)],
        list(g.held.values()),
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)])
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model


def exported(network: Network) -> bytes:
    """The graph of a network as the bytes of a file."""
    return bytes(graph_of(network).SerializeToString())
