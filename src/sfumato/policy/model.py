"""Policy: a frozen choice for every label. Its TOML is read by `load`, its page made from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Limits, Operator
from sfumato.core.speed import Speed
from sfumato.transform.mask import Keep, Mask


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of the user's own, in RE2 syntax; the span is its first group if it has one."""

    name: str = field(metadata={"doc": "A name for reports."})
    label: str = field(metadata={"doc": "The label its spans get."})
    expression: str = field(
        metadata={"doc": "RE2 expression; it runs on text without accents, in linear time."}
    )
    context: tuple[str, ...] = field(
        default=(), metadata={"doc": "Words of which one must stand shortly before the match."}
    )
    score: float = field(default=0.9, metadata={"doc": "The score of its spans, 0 to 1."})


@dataclass(frozen=True, slots=True)
class DictionaryFile:
    """A list of words or names of the user's own."""

    file: str = field(metadata={"doc": "Text file, one entry a line; relative to the policy."})
    label: str = field(metadata={"doc": "The label its spans get."})
    case_sensitive: bool = field(
        default=False, metadata={"doc": "Whether case must agree with the entry."}
    )


@dataclass(frozen=True, slots=True)
class Policy:
    """What happens to each label, to images and parts, and whether anything may leave at all."""

    name: str
    operators: Mapping[str, Operator]
    thresholds: Mapping[str, float]
    digest: str
    description: str = ""
    releases: bool = True
    images: Literal["clean", "drop"] = "clean"
    parts: Literal["drop", "refuse"] = "drop"
    other_languages: Literal["refuse", "hold", "pass"] = "refuse"
    patterns: tuple[Pattern, ...] = ()
    dictionaries: tuple[tuple[DictionaryFile, tuple[str, ...]], ...] = field(default=(), repr=False)
    recogniser: bytes | None = field(default=None, repr=False)
    """A network of the user's own; None for the one that comes with the program."""
    speed: Speed = "default"
    vault: bool = False
    """Whether a vault keeps the originals, encrypted."""
    limits: Limits = Limits()
    preferences: Preferences = Preferences()
    avoid: frozenset[str] = field(default=frozenset(), repr=False)
    """The names of the list that the preferences say to avoid, in plain lower case."""
    where: str = field(default="", compare=False)
    """What the user called it: a shipped name or a file, for messages."""

    def operator(self, label: str) -> Operator:
        """The operator of a label; one that the policy does not name is masked."""
        return self.operators.get(label, _MASK)

    def operator_name(self, label: str) -> str:
        """How reports call the operator of a label."""
        return type(self.operator(label)).__name__.lower()

    def keeps(self, label: str) -> bool:
        """Whether the policy leaves a label as it is."""
        return isinstance(self.operator(label), Keep)

    def keyed_labels(self) -> tuple[str, ...]:
        """The labels whose operator cannot work without a key."""
        return tuple(
            label
            for label, operator in self.operators.items()
            if getattr(operator, "needs_key", False)
        )

    def draws(self) -> bool:
        """Whether any operator draws surrogates, so that a run needs a secret."""
        return any(getattr(operator, "draws", False) for operator in self.operators.values())

    def threshold(self, label: str) -> float:
        """The score from which a span of the label counts."""
        return self.thresholds.get(label, self.thresholds.get("default", 0.5))


_MASK: Operator = Mask()
