"""Card: what is known of a recogniser of one's own, in counts and figures and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sfumato.detect.own import identity, own
from sfumato.policy.load import MODEL
from sfumato.train.examples import Example
from sfumato.train.measure import Figures, Spans, by_label, figures
from sfumato.train.settings import Settings
from sfumato.version import VERSION

_COUNTS = 0.5
Value = str | int | float


@dataclass(frozen=True)
class Facts:
    """What the card tells, and the notes on which the finished model is measured."""

    settings: Settings
    model: bytes = field(repr=False)
    dev: Sequence[Example] = field(repr=False)
    notes: int
    invented: int
    steps: int
    best_step: int
    before: float

    @cached_property
    def found(self) -> list[Spans]:
        """What the finished model finds in the development notes."""
        recogniser = own(self.model)
        return [
            [
                (span.start, span.end, span.label)
                for span in recogniser.read(example.text).spans()
                if span.score >= _COUNTS
            ]
            for example in self.dev
        ]

    @cached_property
    def after(self) -> Figures:
        """The figures of the finished model."""
        return figures(self.dev, self.found)


def card(facts: Facts) -> str:
    """The card as TOML; it names no note, no folder and no word."""
    return "\n".join(f"{line}" for line in _lines(facts)) + "\n"


def _lines(facts: Facts) -> Iterator[str]:
    settings = facts.settings
    tables = {name.removeprefix("sfumato."): digest for name, digest in identity().items()}
    yield from _table(
        "model",
        {
            "file": MODEL,
            "sha256": hashlib.sha256(facts.model).hexdigest(),
            "bytes": len(facts.model),
            "made_by": f"sfumato {VERSION}",
            "size": settings.size,
            "start": settings.start,
        },
    )
    yield from _table("tables", tables)
    yield from _table(
        "training",
        {
            "notes": facts.notes,
            "invented_notes": facts.invented,
            "development_notes": len(facts.dev),
            "steps": facts.steps,
            "best_step": facts.best_step,
            "batch": settings.batch,
            "rate": settings.rate,
            "seed": settings.seed,
        },
    )
    yield from _table("figures", _figures(facts))
    for label, (right, marked, found) in by_label(facts.dev, facts.found).items():
        yield from _table(f"labels.{label}", {"marked": marked, "found": found, "right": right})


def _figures(facts: Facts) -> dict[str, Value]:
    """On the development notes, by the recogniser alone, without the other detectors."""
    after = facts.after
    own = {
        "strict_f1": after.strict,
        "span_f1": after.span,
        "direct_recall": after.direct,
        "recall": after.every,
        "precision": after.precision,
    }
    before = {"strict_f1_before": facts.before} if facts.before >= 0 else {}
    return {name: round(value, 4) for name, value in {**own, **before}.items()}


def _table(name: str, values: Mapping[str, Value]) -> Iterator[str]:
    yield f"[{name}]"
    for key, value in values.items():
        quoted = f'"{key}"' if "." in key else key
        yield f"{quoted} = " + (f'"{value}"' if isinstance(value, str) else f"{value}")
    yield ""
