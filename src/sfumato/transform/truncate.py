"""Truncate: keep the part of a value that identifies nobody (year, ZIP3, ages to 89)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from sfumato.core.edit import Edit
from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.transform.mask import Mask, settle

_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
_ZIP = re.compile(r"\s*(\d{3})\d\d(?:-?\d{4})?\s*")
_NUMBER = re.compile(r"\d+")
_OLDEST_YEARS = 89

# 45 CFR 164.514(b)(2)(i)(B): the three-digit areas with 20,000 people or fewer become 000. The
# lists after the censuses of 2000 and 2010 differ; an area of either list counts as sparse.
SPARSE_ZIP3 = frozenset(
    "036 059 063 102 203 205 369 556 692 753 772 790 821 823 830 831 878 879 884 890 893".split()
)


@dataclass(frozen=True, slots=True)
class Truncate:
    """Dates to the year, US ZIP codes to three digits, ages over 89 to one class.

    What cannot be truncated with certainty is masked. A year so far back that it tells an age
    over 89 is masked as well.
    """

    to: Literal["year", "zip3", "age"]

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The span cut to what may stay."""
        if self.to == "year":
            return self._year(original, span, scene)
        if self.to == "zip3":
            return self._zip3(original, span, scene)
        return self._age(original, span, scene)

    def _year(self, original: str, span: Span, scene: Scene) -> Edit:
        years = set(_YEAR.findall(original))
        if len(years) != 1:
            return Mask().edit(original, span, scene)
        year = years.pop()
        if scene.latest_year is not None and scene.latest_year - int(year) > _OLDEST_YEARS:
            return Mask().edit(original, span, scene)
        if original == year:
            return Edit(span, original, "keep", "a year alone")
        return settle(span, original, year, "truncate")

    def _zip3(self, original: str, span: Span, scene: Scene) -> Edit:
        found = _ZIP.fullmatch(original)
        if not found:
            return Mask().edit(original, span, scene)
        area = "000" if found[1] in SPARSE_ZIP3 else found[1]
        return settle(span, original, area, "truncate")

    def _age(self, original: str, span: Span, scene: Scene) -> Edit:
        number = _NUMBER.search(original)
        if span.detector.endswith(".over89") or (number and int(number[0]) > _OLDEST_YEARS):
            return settle(span, original, "90+", "truncate")
        if number is None:
            return Mask().edit(original, span, scene)
        return Edit(span, original, "keep", "an age up to 89")


def latest_year(texts: list[str]) -> int | None:
    """The latest year written out in any of the texts."""
    return max((int(year) for text in texts for year in _YEAR.findall(text)), default=None)
