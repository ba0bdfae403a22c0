"""Preferences: how surrogates are drawn, as a policy or a person sets it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Dial = Literal["consistent", "varied", "mixed"]
Scope = Literal["document", "subject", "project"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the operators that replace may choose from."""

    seed: int | None = field(
        default=None,
        metadata={"doc": "Repeats the draws of an earlier run. Whoever knows it can repeat them."},
    )
    reroll: int = field(default=0, metadata={"doc": "Another number gives another draw."})
    dial: Dial = field(
        default="consistent",
        metadata={
            "doc": "`consistent`: one surrogate for one original; `varied`: another one at each "
            "mention, which hides a leaked name far better; `mixed`: some mentions vary."
        },
    )
    mixed_share: float = field(
        default=0.5, metadata={"doc": "With `mixed`: the share of mentions that vary, 0 to 1."}
    )
    scope: Scope = field(
        default="subject",
        metadata={
            "doc": "Where one original has one surrogate: in the document, in all documents of "
            "the subject, or in the whole project."
        },
    )
    avoid: str = field(
        default="",
        metadata={
            "doc": "Text file, one name a line, relative to the policy: no surrogate is one of "
            "these."
        },
    )
    places: Literal["region", "any"] = field(
        default="region",
        metadata={"doc": "Surrogate towns lie in the same region, or in any of the country."},
    )
    age_years: int = field(
        default=3, metadata={"doc": "Ages move by at most so many years, one offset a subject."}
    )
    age_kept_under: int = field(default=14, metadata={"doc": "Ages below this stay."})
    age_capped_over: int = field(default=89, metadata={"doc": "Ages above this become one class."})
    shift_days: tuple[int, ...] = field(
        default=(1, 31), metadata={"doc": "Least and most days by which dates move."}
    )
    shift_months: tuple[int, ...] = field(
        default=(1, 12), metadata={"doc": "Least and most months, added to the days."}
    )
    shift_years: tuple[int, ...] = field(
        default=(1, 10), metadata={"doc": "Least and most years, added to the months."}
    )
    shift_direction: Literal["either", "past", "future"] = field(
        default="either", metadata={"doc": "Where dates move to."}
    )
    whole_weeks: bool = field(
        default=True, metadata={"doc": "Dates move by whole weeks, so that weekdays stay true."}
    )
    annotate: bool = field(
        default=False,
        metadata={"doc": "Writes roles, encounters and reports beside each output, as JSON-LD."},
    )
    encounters: bool = field(
        default=False, metadata={"doc": "Role names tell the encounter, where the record has it."}
    )
