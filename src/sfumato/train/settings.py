"""Settings: the keys of a training file, as types; the command and the reference read them."""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Literal

from sfumato.core.errors import SettingsError
from sfumato.core.fill import filled
from sfumato.core.labels import LABELS

LEFT_OUT = "none"
CHECKPOINT, CARD = "checkpoint.npz", "card.toml"
"""What a run leaves in its folder: while it is under way, and as its last act."""
# What changes where or how quickly a run works, not what comes of it; the corpus counts by itself.
_OUTWARD = ("train", "dev", "out", "workers", "threads", "save_every_s")
_OVER_ZERO = ("epochs", "batch", "rate", "check_every", "patience")
_NOT_BELOW_ZERO = ("steps", "invented", "workers", "threads", "save_every_s", "seed")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a recogniser of one's own learns from, how long, and where it goes."""

    train: tuple[str, ...] = field(
        metadata={
            "doc": "Folders or files with marked notes to learn from, in any form that `sfumato "
            "evaluate` reads; relative to this file."
        }
    )
    out: str = field(metadata={"doc": "Folder for the model; relative to this file."})
    dev: tuple[str, ...] = field(
        default=(), metadata={"doc": "The same for the notes that tell when to stop."}
    )
    dev_share: float = field(
        default=0.15,
        metadata={"doc": "Without `dev`: the share of the notes that is kept for it, 0 to 1."},
    )
    labels: Mapping[str, str] = field(
        default_factory=dict,
        metadata={
            "doc": "Label of the corpus to label of Sfumato, where no scheme knows it, or `none` "
            "for marks that are no identifiers."
        },
    )
    language: Literal["auto", "es", "en"] = field(
        default="auto", metadata={"doc": "The notes' language; `auto` tells it note by note."}
    )
    start: Literal["bundled", "nothing"] = field(
        default="bundled",
        metadata={"doc": "Learn on from the network that comes with the program, or anew."},
    )
    size: Literal["default", "fast", "small", "tiny"] = field(
        default="default",
        metadata={"doc": "Size of the network; only `default` and `fast` are bundled."},
    )
    epochs: float = field(
        default=10.0, metadata={"doc": "How often the corpus is gone through at most."}
    )
    steps: int = field(default=0, metadata={"doc": "Steps at most; 0 counts them from `epochs`."})
    batch: int = field(default=32, metadata={"doc": "Windows of 256 pieces in a step."})
    rate: float = field(default=3e-4, metadata={"doc": "Learning rate at its highest."})
    check_every: int = field(
        default=100, metadata={"doc": "Steps between two measurements on the development notes."}
    )
    patience: int = field(
        default=8, metadata={"doc": "Measurements without a better one after which it stops."}
    )
    invented: float = field(
        default=0.5,
        metadata={
            "doc": "How many of the program's own invented notes are drawn for one of yours, so "
            "that other hospitals' layouts are not forgotten; 0 for none."
        },
    )
    seed: int = field(default=1, metadata={"doc": "The same seed gives the same model."})
    workers: int = field(
        default=1, metadata={"doc": "Processes that vary notes; the model does not depend on it."}
    )
    threads: int = field(
        default=0, metadata={"doc": "Threads that compute; 0 for one a processor core."}
    )
    device: Literal["auto", "cpu", "cuda"] = field(
        default="auto", metadata={"doc": "`auto` takes a graphics card where there is one."}
    )
    save_every_s: float = field(
        default=120.0, metadata={"doc": "Seconds between checkpoints; 0 for one at every step."}
    )

    def __post_init__(self) -> None:
        for name in _OVER_ZERO:
            if not 0 < getattr(self, name) < math.inf:
                raise SettingsError(f"{name}: must be over 0")
        for name in _NOT_BELOW_ZERO:
            if not 0 <= getattr(self, name) < math.inf:
                raise SettingsError(f"{name}: must not be below 0")
        if not self.train:
            raise SettingsError("train: names no folder")
        if not 0 < self.dev_share < 1:
            raise SettingsError("dev_share: must be between 0 and 1")
        if self.start == "bundled" and self.size not in ("default", "fast"):
            raise SettingsError(f'size: no {self.size} network is bundled; write start = "nothing"')
        for name, label in self.labels.items():
            if label != LEFT_OUT and label not in LABELS:
                raise SettingsError(f"labels: {name}: {label!r} is not a label")

    def digest(self) -> str:
        """What all settings that decide the model come to."""
        kept = {name: value for name, value in asdict(self).items() if name not in _OUTWARD}
        return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def read_settings(path: Path) -> Settings:
    """The settings of a TOML file, with paths that are relative to it made whole."""
    settings = filled(Settings, _table(path), path.name)

    def placed(*names: str) -> tuple[str, ...]:
        return tuple(str(path.parent / name) for name in names)

    return replace(
        settings,
        train=placed(*settings.train),
        dev=placed(*settings.dev),
        out=placed(settings.out)[0],
    )


def _table(path: Path) -> object:
    problem = ""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        problem = f"not valid TOML: {error}"
    except (OSError, UnicodeError):
        problem = "cannot be read"
    raise SettingsError(f"{path.name}: {problem}")
