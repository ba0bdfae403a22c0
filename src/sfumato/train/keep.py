"""Keep: a run of training as one file, so that it can go on as if nothing had happened.

All that the next step depends on is in it: weights, the state of the optimisers, the state of
chance, the step; and how the measurements stand. The batches depend on seed and step alone. It is a
plain numpy file without pickled objects, and holds nothing of the notes beyond what weights hold.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from sfumato.core.errors import Damaged
from sfumato.train.loops import Course

_NETWORK, _OPTIMISER, _CHANCE, _STANDING = "network", "optimiser", "chance", "standing"
Arrays = dict[str, NDArray[np.generic]]


@dataclass(slots=True)
class Standing:
    """How a run stands, beside its network: what it is, and its best measurement."""

    run: str
    """The digest of all that decides the result."""
    threads: int
    step: int = 0
    best: float = -1.0
    best_step: int = 0
    stale: int = 0
    """Measurements since the best one."""
    first: float = -1.0
    """The measurement before the first step."""


def kept(course: Course, standing: Standing) -> bytes:
    """The bytes of a run."""
    arrays: Arrays = {_STANDING: np.frombuffer(_json(standing, course.step), np.uint8)}
    for name, value in course.network.state_dict().items():
        arrays[f"{_NETWORK}/{name}"] = _array(value)
    for number, optimiser in enumerate(course.optimisers):
        for index, state in optimiser.state_dict()["state"].items():
            for name, value in state.items():
                arrays[f"{_OPTIMISER}/{number}/{index}/{name}"] = _array(value)
    arrays[f"{_CHANCE}/cpu"] = _array(torch.get_rng_state())
    if torch.cuda.is_available():
        arrays[f"{_CHANCE}/cuda"] = _array(torch.cuda.get_rng_state())
    held = io.BytesIO()
    np.savez(held, **arrays)  # type: ignore[arg-type]
    return held.getvalue()


def _json(standing: Standing, step: int) -> bytes:
    return json.dumps({**asdict(standing), "step": step}).encode()


def _array(value: Tensor) -> NDArray[np.generic]:
    array: NDArray[np.generic] = value.detach().cpu().numpy()
    return array


def standing_of(data: bytes) -> Standing:
    """How the run of a file stands."""
    return Standing(**json.loads(_arrays(data, _STANDING)[_STANDING].tobytes()))


def put_back(data: bytes, course: Course) -> None:
    """Gives a new course of the same shape, and chance, the state that a file holds."""
    problem = ""
    try:
        _put_back(_arrays(data), course)
        return
    except (KeyError, ValueError, RuntimeError, TypeError) as error:
        problem = type(error).__name__
    raise Damaged(f"the checkpoint does not fit the run ({problem})")


def _put_back(arrays: Arrays, course: Course) -> None:
    weights = _under(arrays, _NETWORK)
    course.network.load_state_dict({name: _tensor(value) for name, value in weights.items()})
    for number, optimiser in enumerate(course.optimisers):
        state: dict[int, dict[str, Tensor]] = {}
        for name, value in _under(arrays, f"{_OPTIMISER}/{number}").items():
            index, _, part = name.partition("/")
            state.setdefault(int(index), {})[part] = _tensor(value)
        groups = optimiser.state_dict()["param_groups"]
        optimiser.load_state_dict({"state": state, "param_groups": groups})
    torch.set_rng_state(_tensor(arrays[f"{_CHANCE}/cpu"]))
    if torch.cuda.is_available():
        torch.cuda.set_rng_state(_tensor(arrays[f"{_CHANCE}/cuda"]))
    course.step = Standing(**json.loads(arrays[_STANDING].tobytes())).step


def _under(arrays: Mapping[str, NDArray[np.generic]], group: str) -> Arrays:
    begin = f"{group}/"
    return {name[len(begin) :]: row for name, row in arrays.items() if name.startswith(begin)}


def _tensor(array: NDArray[np.generic]) -> Tensor:
    return torch.from_numpy(array.copy())


def _arrays(data: bytes, *names: str) -> Arrays:
    """All arrays of a file, or those of some names."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as held:
            return {name: held[name] for name in names or held.files}
    except Exception:  # noqa: S110  (zip, numpy and zlib each have their own; none may be chained)
        pass
    raise Damaged("the checkpoint cannot be read")
