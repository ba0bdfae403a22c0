"""Weights: a network as whole numbers of eight bits with one scale a row, in a plain numpy file."""

from __future__ import annotations

import io
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from sfumato.train.network import Network, Shape

_LARGEST = 127
_SHAPE = "shape/"
_SCALE = "scale/"
_LEAST_SIZE = 4096


def packed(network: Network) -> dict[str, NDArray[np.generic]]:
    """The arrays of a network; large matrices in eight bits a number."""
    arrays: dict[str, NDArray[np.generic]] = {
        _SHAPE + name: np.array(value) for name, value in asdict(network.shape).items()
    }
    for name, value in network.state_dict().items():
        plain = value.detach().float().cpu()
        if plain.ndim == 2 and plain.numel() >= _LEAST_SIZE:
            whole, scale = rounded(plain)
            arrays[name], arrays[_SCALE + name] = whole.numpy(), scale.numpy()
        else:
            arrays[name] = plain.numpy()
    return arrays


def rounded(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """A matrix as whole numbers and the scale of each row."""
    scale = matrix.abs().amax(1).clamp_min(1e-8) / _LARGEST
    return (matrix / scale[:, None]).round().to(torch.int8), scale


def unrounded(whole: Tensor, scale: Tensor) -> Tensor:
    """The matrix of whole numbers and scales; rounding it again gives just these.

    The largest number of a row times its scale may, once rounded, lie a hair off the number whose
    127th part is the scale; then it is one of the two beside it.
    """
    peak = scale * _LARGEST
    below, above = (peak.nextafter(torch.tensor(end)) for end in (0.0, torch.inf))
    for near in (below, above):
        peak = torch.where(peak / _LARGEST == scale, peak, near)
    matrix = whole * scale[:, None]
    return torch.where(whole.abs() == _LARGEST, whole.sign() * peak[:, None], matrix)


def save(network: Network, path: Path) -> None:
    """Writes a network into a file."""
    held = io.BytesIO()
    np.savez(held, **packed(network))  # type: ignore[arg-type]
    path.write_bytes(held.getvalue())


def load(path: Path) -> Network:
    """The network of a file."""
    with np.load(path, allow_pickle=False) as arrays:
        shape = {k.removeprefix(_SHAPE): arrays[k].item() for k in arrays if k.startswith(_SHAPE)}
        network = Network(Shape(**shape))
        state = {}
        for name in network.state_dict():
            value = torch.from_numpy(arrays[name]).float()
            if _SCALE + name in arrays:
                value = unrounded(value, torch.from_numpy(arrays[_SCALE + name]))
            state[name] = value
    network.load_state_dict(state)
    network.eval()
    return network
