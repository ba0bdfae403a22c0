"""Schema: the keys that a policy file may have, as types; `load` and the reference read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Limits
from sfumato.core.speed import Speed
from sfumato.policy.model import DictionaryFile, Pattern


@dataclass(frozen=True, slots=True)
class PolicyKeys:
    """The keys of a policy file."""

    name: str = field(metadata={"doc": "The policy's name."})
    description: str = field(default="", metadata={"doc": "One sentence for people."})
    releases: bool = field(
        default=True,
        metadata={"doc": "false: documents are examined and reported, none is written."},
    )
    images: Literal["clean", "drop"] = field(
        default="clean",
        metadata={
            "doc": "Images inside documents: `clean` reads them and puts boxes over what was "
            "found, dropping those that cannot be read; `drop` takes all out."
        },
    )
    parts: Literal["drop", "refuse"] = field(
        default="drop",
        metadata={
            "doc": "Attachments and embedded files that cannot be read: taken out with a note, "
            "or the whole file is refused."
        },
    )
    other_languages: Literal["refuse", "hold", "pass"] = field(
        default="refuse",
        metadata={
            "doc": "A document with a passage in a language that the recogniser has not learnt (it "
            "knows Spanish and English): refused, held back until a person has looked at it, or "
            "passed with a note that says where."
        },
    )
    operators: Mapping[str, Any] = field(
        default_factory=dict,
        metadata={
            "doc": 'Label to operator: `PATIENT = "mask"`, or with options '
            '`DATE = { name = "truncate", to = "year" }`. A label not named is masked.'
        },
    )
    thresholds: Mapping[str, float] = field(
        default_factory=dict,
        metadata={"doc": "Label (or `default`) to the score from which a span counts; 0.5."},
    )
    patterns: tuple[Pattern, ...] = field(default=(), metadata={"doc": "Patterns of your own."})
    dictionaries: tuple[DictionaryFile, ...] = field(
        default=(), metadata={"doc": "Word lists of your own."}
    )
    recogniser: str = field(
        default="",
        metadata={
            "doc": "A recogniser that `sfumato train` made: its folder or file, relative to the "
            "policy; else the one that comes with the program."
        },
    )
    speed: Speed = field(
        default="default",
        metadata={
            "doc": "Which of the two recognisers looks: `fast` takes a third of the time and gives "
            "more false alarms. One of your own has no second size."
        },
    )
    vault: bool = field(
        default=False,
        metadata={
            "doc": "true: beside the output folder an encrypted vault keeps what `sfumato restore` "
            "needs. It takes a key; without a vault nothing can be reversed."
        },
    )
    limits: Limits = field(default=Limits(), metadata={"doc": "What one file may cost."})
    preferences: Preferences = field(
        default=Preferences(), metadata={"doc": "How surrogates are drawn."}
    )
