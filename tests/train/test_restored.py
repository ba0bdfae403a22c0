# ruff: noqa: E402
"""A network goes into an ONNX graph and comes back as it was, as far as eight bits hold it."""

from importlib.resources import files

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch, the extra sfumato[train]")
pytest.importorskip("onnx", reason="needs onnx, the extra sfumato[train]")

import onnxruntime

from sfumato.core.errors import Damaged
from sfumato.detect.pieces import FLAGS, LOOKS
from sfumato.train.export import graph_of
from sfumato.train.network import Network, Shape
from sfumato.train.restore import restored
from sfumato.train.weights import rounded, unrounded

pytestmark = pytest.mark.torch
BUNDLED = files("sfumato.data") / "recogniser"


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture
def network():
    torch.manual_seed(5)
    return Network(Shape(vocabulary=700, tags=129, width=48, layers=3, heads=4, inner=96)).eval()


def test_rounding_what_was_rounded_changes_nothing():
    torch.manual_seed(3)
    matrix = torch.randn(3000, 40) * torch.rand(3000, 1) ** 4
    matrix[7] = 0
    matrix[8] = 1e-12
    whole, scale = rounded(matrix)
    again = rounded(unrounded(whole, scale))
    assert torch.equal(again[0], whole)
    assert torch.equal(again[1], scale)
    assert (unrounded(whole, scale) - matrix).abs().max() <= scale.max() * 0.51


def test_a_network_comes_back_and_exports_to_the_same_bytes(network):
    first = graph_of(network).SerializeToString()
    back = restored(first)
    assert back.shape == network.shape
    assert graph_of(back).SerializeToString() == first
    again = restored(first).state_dict()
    assert all(torch.equal(value, again[name]) for name, value in back.state_dict().items())
    for name, value in network.state_dict().items():
        if value.ndim == 1:
            assert torch.equal(back.state_dict()[name], value), name


@pytest.mark.parametrize("name", ["default", "fast"])
def test_the_bundled_networks_export_to_their_own_bytes(name):
    data = (BUNDLED / f"{name}.onnx").read_bytes()
    assert graph_of(restored(data)).SerializeToString() == data


def test_graph_and_network_agree(network):
    data = graph_of(network).SerializeToString()
    chance = np.random.default_rng(1)
    ids, looks, flags = (chance.integers(0, top, (4, 64)) for top in (700, LOOKS, 1 << FLAGS))
    with torch.no_grad():
        parts = [torch.from_numpy(row) for row in (ids, looks, flags)]
        back = restored(data)
        wanted = torch.log_softmax(back.tags(back(*parts)), -1).numpy()
    bits = ((flags[:, :, None] >> np.arange(FLAGS)) & 1).astype(np.float32)
    feed = {"ids": ids.astype(np.int32), "looks": looks.astype(np.int32), "flags": bits}
    session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    found = session.run(None, {**feed, "mask": np.zeros((4, 1, 1, 64), np.float32)})[0]
    assert np.abs(found - wanted).max() < 0.25
    assert (found.argmax(-1) == wanted.argmax(-1)).mean() > 0.9


@pytest.mark.parametrize("data", [b"", b"not a graph", b"\x08\x09"])
def test_foreign_bytes_are_damaged(data):
    with pytest.raises(Damaged, match="not a graph"):
        restored(data)
