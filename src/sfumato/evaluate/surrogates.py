"""Surrogates: how often replacements are wrong, by category, over originals and their releases."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sfumato.core.offsets import LAYOUT, OffsetMap
from sfumato.evaluate import surrogatechecks as checks
from sfumato.evaluate.counts import Counts, tally
from sfumato.evaluate.sheets import Sheet
from sfumato.evaluate.wilson import interval
from sfumato.transform.mask import canonical

CATEGORIES = {
    "not replaced": "the original stands in its own place",
    "masked": "a mask in the place of a surrogate: queued for a person, or the policy's wish",
    "gender": "names and kinship words that the lists know by gender",
    "generation": "kinship words",
    "format": "numbers, dates, e-mails, case of names",
    "check digits": "numbers that passed a scheme of their label before",
    "weekday": "weekdays beside whole dates, true before",
    "interval": "whole dates of a document that move by another number of days than most",
    "one for two": "originals without a common word that got the same surrogate",
    "two for one": "originals with several surrogates; wanted where the dial varies them",
}
"""Each category and what of it can be seen."""

_EACH: dict[str, Callable[[str, str, str], checks.Verdict]] = {
    "gender": checks.gender,
    "generation": checks.generation,
    "format": checks.form,
    "check digits": checks.check_digits,
    "weekday": checks.weekday,
}


@dataclass(frozen=True, slots=True)
class Before:
    """One document before and after."""

    id: str = field(repr=False)
    original: str = field(repr=False)
    released: str = field(repr=False)
    offsets: OffsetMap = field(repr=False)


class Place(NamedTuple):
    """One replaced place, with both texts."""

    start: int
    end: int
    label: str
    old: str
    new: str


class Fault(NamedTuple):
    """One wrong replacement: where it stands in the original, and in which way it is wrong."""

    id: str
    start: int
    end: int
    label: str
    category: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What was counted: for each category and label how many were judged and how many wrong."""

    counts: Counts
    faults: tuple[Fault, ...] = field(repr=False)
    documents: int
    kept: int


def assess(documents: Iterable[Before]) -> Findings:
    """The counts of all documents."""
    numbers: Counter[tuple[str, ...]] = Counter()
    faults: list[Fault] = []
    total = kept = 0
    for document in documents:
        total += 1
        kept += sum(change.keeps for change in document.offsets.changes)
        for place, category, right in _judged(list(places(document))):
            numbers[category, place.label, "judged"] += 1
            if not right:
                numbers[category, place.label, "wrong"] += 1
                faults.append(Fault(document.id, place.start, place.end, place.label, category))
    return Findings(tally(numbers.items()), tuple(faults), total, kept)


def places(document: Before) -> Iterator[Place]:
    """The replaced places of a document; kept ones and mere layout are none."""
    for one in document.offsets.changes:
        if not one.keeps and one.operator != LAYOUT:
            old = document.original[one.start : one.end]
            new = document.released[one.to_start : one.to_end]
            yield Place(one.start, one.end, one.label, old, new)


def _judged(found: Sequence[Place]) -> Iterator[tuple[Place, str, bool]]:
    drawn = []
    for place in found:
        masked, same = checks.is_masked(place.new), checks.is_same(place.old, place.new)
        yield place, "masked", not masked
        if masked:
            continue
        yield place, "not replaced", not same
        drawn.append(place)
        for category, check in _EACH.items():
            right = check(place.label, place.old, place.new)
            if right is not None:
                yield place, category, right
    yield from _intervals(drawn)
    yield from _pairs(drawn)


def _intervals(drawn: Sequence[Place]) -> Iterator[tuple[Place, str, bool]]:
    days = [(place, checks.days_between(place.label, place.old, place.new)) for place in drawn]
    known = [(place, shift) for place, shift in days if shift is not None]
    if len(known) > 1:
        usual = Counter(shift for _, shift in known).most_common(1)[0][0]
        yield from ((place, "interval", shift == usual) for place, shift in known)


def _pairs(drawn: Sequence[Place]) -> Iterator[tuple[Place, str, bool]]:
    """Whether surrogates tell two originals apart, and one original has one surrogate."""
    news: dict[tuple[str, str], list[Place]] = defaultdict(list)
    olds: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for place in drawn:
        if place.label in checks.DISTINCT:
            news[place.label, canonical(place.new)].append(place)
            olds[place.label, canonical(place.old)].append(place)
    for same in news.values():
        first = same[0]
        for number, place in enumerate(same):
            yield place, "one for two", not (number and checks.tells_apart(first.old, place.old))
    for same in olds.values():
        if len(same) > 1:
            surrogates = {canonical(place.new) for place in same}
            yield same[0], "two for one", len(surrogates) == 1


def by_category(findings: Findings) -> Sheet:
    """The rate of each category with its interval."""
    rows = [_row(name, *_sums(findings, name)) for name in CATEGORIES]
    return Sheet(("category", "judged", "wrong", "rate", "95 %"), tuple(rows))


def by_label(findings: Findings) -> Sheet:
    """How many places of each label were judged, and how many are wrong in some way."""
    labels = sorted({key[1] for key in findings.counts.values})
    bad: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for fault in findings.faults:
        if fault.category not in ("masked", "two for one"):
            bad[fault.label].add((fault.id, fault.start))
    rows = []
    for label in labels:
        whole = findings.counts["masked", label, "judged"]
        masked = findings.counts["masked", label, "wrong"]
        cells = _row(label, whole - masked, len(bad[label]))
        rows.append((label, str(whole), str(masked), *cells[2:]))
    return Sheet(("label", "places", "masked", "wrong", "rate", "95 %"), tuple(rows))


def plain(findings: Findings) -> dict[str, object]:
    """The counts for machines."""
    categories = {}
    for name in CATEGORIES:
        judged, wrong = _sums(findings, name)
        low, high = interval(wrong, judged)
        categories[name] = {"judged": judged, "wrong": wrong, "low": low, "high": high}
    return {
        "documents": findings.documents,
        "kept": findings.kept,
        "categories": categories,
        "labels": [
            {"category": key[0], "label": key[1], key[2]: number}
            for key, number in sorted(findings.counts.values.items())
        ],
    }


def fault_line(fault: Fault) -> str:
    """One fault as a line of JSON, without text."""
    return json.dumps(fault._asdict()) + "\n"


def _sums(findings: Findings, category: str) -> tuple[int, int]:
    sums: Counter[str] = Counter()
    for key, number in findings.counts.values.items():
        if key[0] == category:
            sums[key[2]] += number
    return sums["judged"], sums["wrong"]


def _row(name: str, judged: int, wrong: int) -> tuple[str, ...]:
    low, high = interval(wrong, judged)
    rate = f"{wrong / judged:.4f}" if judged else "-"
    between = f"{low:.3f} to {high:.3f}" if judged else "-"
    return name, str(judged), str(wrong), rate, between
