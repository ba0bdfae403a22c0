"""Truncate: keep the part of a value that identifies nobody (year, ZIP3, town, ages to 89)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sfumato.core.edit import Edit
from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.transform.mask import Mask, settle

_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
# A date in eight digits, perhaps with a time and a zone, as HL7, CDA and DICOM write it.
_COMPACT = re.compile(
    r"\s*((?:19|20)\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
    r"(?:\d{2}){0,3}(?:\.\d{1,6})?(?:Z|[+-]\d{4})?\s*"
)
_ZIP = re.compile(r"\s*(\d{3})\d\d(?:-?\d{4})?\s*")
_NUMBER = re.compile(r"(?<![^\W\d_])\d+")
_OLDEST_YEARS = 89
# Whoever is alive when this is read may be as old as this: the year beside which a lone year of
# birth is judged when no other date tells when the note was written.
_LATEST_WRITING = 2026

# 45 CFR 164.514(b)(2)(i)(B): three-digit areas with 20,000 people or fewer become 000. The lists
# after the censuses of 2000, 2010 and 2020 differ; an area of any of them counts as sparse.
SPARSE_ZIP3 = frozenset(
    "036 059 063 102 202 203 204 205 369 556 692 753 772 790 821 823 830 831 878 879 884 890 "
    "893".split()
)
_NOT_AMERICAN = re.compile(r"\.(?:es|uk|ca)\b")

# A digit that a letter may stand for ("9l" is 91), or digits that belong together ("9 2").
_UNSURE_NUMBER = re.compile(r"\d[lIOo|]|(?<!\d)\d\s\d(?!\d)")
_OLD_WORDS = re.compile(r"nine?t|hundred|noven|nonag|noningent|centen|\bcien|score", re.IGNORECASE)
_SHORT_UNITS = re.compile(
    r"\b(?:d[ií]as?|days?|horas?|hours?|hrs?|semanas?|weeks?|wks?|mes(?:es)?|months?|mths?|mo)\b",
    re.IGNORECASE,
)
_POSTCODE = re.compile(
    r"\b(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?(?:\d[A-Z]{2})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b"
)


@dataclass(frozen=True, slots=True)
class Truncate:
    """Dates to the year, US ZIP codes to three digits, places to the town, ages over 89 to 90+.

    What cannot be truncated with certainty is masked: postcodes of other countries and places
    without a postcode (`zip3`), coordinates (`town`), a number that may be misread (`age`), and a
    year so far back that it tells an age over 89 (`year`).
    """

    to: Literal["year", "zip3", "town", "age"]

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The span cut to what may stay."""
        plain = _plain(original)
        if self.to == "year":
            return _year(plain, original, span, scene)
        if self.to == "zip3":
            return _zip3(plain, original, span, scene)
        if self.to == "town":
            return _town(plain, original, span, scene)
        return _age(plain, original, span, scene)


def latest_year(texts: Iterable[str]) -> int | None:
    """The latest year written out in any of the texts."""
    return max((year for text in texts for year in _years(_plain(text))), default=None)


def _year(plain: str, original: str, span: Span, scene: Scene) -> Edit:
    years = _years(plain)
    if len(years) != 1:
        return Mask().edit(original, span, scene)
    year = years.pop()
    alone = scene.latest_year in (None, year)
    latest = _LATEST_WRITING if alone else scene.latest_year or _LATEST_WRITING
    if latest - year > _OLDEST_YEARS:
        return Mask().edit(original, span, scene)
    if original == str(year):
        return Edit(span, original, "keep", "a year alone")
    return settle(span, original, str(year), "truncate")


def _years(plain: str) -> set[int]:
    compact = _COMPACT.fullmatch(plain)
    return {int(year) for year in ([compact[1]] if compact else _YEAR.findall(plain))}


def _zip3(plain: str, original: str, span: Span, scene: Scene) -> Edit:
    found = _ZIP.fullmatch(plain)
    foreign = scene.language == "es" or _NOT_AMERICAN.search(span.detector)
    if not found or (foreign and not span.detector.endswith(".us")):
        return Mask().edit(original, span, scene)
    area = "000" if found[1] in SPARSE_ZIP3 else found[1]
    return settle(span, original, area, "truncate")


def _town(plain: str, original: str, span: Span, scene: Scene) -> Edit:
    if any(sign.isdigit() for sign in _POSTCODE.sub("", plain)):
        return Mask().edit(original, span, scene)
    return Edit(span, original, "keep", "a town, a larger area, or a postcode")


def _age(plain: str, original: str, span: Span, scene: Scene) -> Edit:
    numbers = [int(number) for number in _NUMBER.findall(plain)]
    if span.detector.endswith(".over89"):
        return settle(span, original, "90+", "truncate")
    if not numbers or _UNSURE_NUMBER.search(plain) or _OLD_WORDS.search(plain):
        return Mask().edit(original, span, scene)
    if max(numbers) > _OLDEST_YEARS and not _SHORT_UNITS.search(plain):
        return settle(span, original, "90+", "truncate")
    return Edit(span, original, "keep", "an age up to 89")


def _plain(text: str) -> str:
    """Without unseen signs, wide digits and the like made plain."""
    seen = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cf", "Cc", "Mn"))
    return unicodedata.normalize("NFKC", seen)
