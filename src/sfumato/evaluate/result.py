"""Result: a report as plain values for machines, and a former one read back to compare with."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sfumato.core.errors import Damaged, Unreadable, Unsupported
from sfumato.evaluate.bootstrap import CONFIDENCE, SEED, Change, Figure, changes
from sfumato.evaluate.counts import OUTCOMES, Counts, Key
from sfumato.evaluate.figures import MEASURES, comparable
from sfumato.evaluate.note import Note
from sfumato.evaluate.report import Group, Report
from sfumato.version import VERSION

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Former:
    """What is needed of a former result: the gold standard it was of, and counts by document."""

    gold: str
    documents: tuple[Counts, ...] = field(repr=False)


def digest_of_gold(notes: Sequence[Note], direct: Set[str]) -> str:
    """A digest of all that decides what is right: ids, texts, marks and the direct labels."""
    parts = [[note.id, note.text, sorted(set(note.marks))] for note in notes]
    return sha256(json.dumps([parts, sorted(direct)]).encode()).hexdigest()


def as_json(report: Report, *, gold: str) -> dict[str, Any]:
    """Plain values: figures as value, low, high; counts beside them; the documents at the end."""
    whole: dict[str, Any] = {
        "version": VERSION,
        "gold": gold,
        "documents": report.counts["documents", "all"],
        "lines": report.counts["lines", "all"],
        "direct": sorted(report.direct),
        "unanswered": report.unanswered,
        "foreign": report.foreign,
        "bootstrap": {"resamples": report.resamples, "seed": SEED, "confidence": CONFIDENCE},
    }
    whole |= _nested(report.figures, _plain)
    _add_counts(whole, report.counts)
    for label in report.counts.names("label"):
        whole["labels"][label] |= _outcomes(report.counts, "label", label)
    for label in report.counts.names("cover"):
        entry = whole["coverage"]["labels"][label]
        entry["found"] = report.counts["cover", label, "found"]
        entry["total"] = report.counts["cover", label, "total"]
    whole["by"] = {
        by: {group.name: _group(group) for group in groups} for by, groups in report.groups.items()
    }
    whole["counts"] = _packed(report.documents)
    return whole


def changes_as_json(found: Mapping[Key, Change]) -> dict[str, Any]:
    """Differences from a former result: before, after, difference, low, high."""
    return _nested(
        found,
        lambda change: {
            "before": round(change.before, _DIGITS),
            "after": round(change.after, _DIGITS),
            **{
                ("difference" if k == "value" else k): v
                for k, v in _plain(change.difference).items()
            },
            "certain": change.is_certain,
        },
    )


def read_former(path: Path) -> Former:
    """A result that `sfumato evaluate --json` printed."""
    try:
        found = json.loads(path.read_bytes())
        keys = [tuple(map(str, key)) for key in found["counts"]["keys"]]
        rows = found["counts"]["documents"]
        return Former(str(found["gold"]), tuple(_unpacked(keys, row) for row in rows))
    except OSError as error:
        problem: Exception = Unreadable(f"{path.name}: {error.strerror or 'cannot be read'}")
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        problem = Damaged(f"{path.name}: not a result of sfumato evaluate --json")
    raise problem


def compare(former: Former, report: Report, *, gold: str) -> dict[Key, Change]:
    """The figures of a report against a former one over the very same gold standard."""
    if former.gold != gold or len(former.documents) != len(report.documents):
        raise Unsupported("the former result is of another gold standard, labels or direct list")
    return changes(former.documents, report.documents, comparable, resamples=report.resamples)


def _nested(values: Mapping[Key, Any], plain: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for key, value in values.items():
        place = whole
        for part in key[:-1]:
            place = place.setdefault(part, {})
        place.setdefault(key[-1], {}).update(plain(value))
    return whole


def _group(group: Group) -> dict[str, Any]:
    entry = {"documents": group.counts["documents", "all"], **_nested(group.figures, _plain)}
    _add_counts(entry, group.counts)
    return entry


def _add_counts(entry: dict[str, Any], counts: Counts) -> None:
    for measure in MEASURES:
        entry[measure] |= _outcomes(counts, measure)
    for kind in ("direct", "all"):
        place = entry["coverage"][f"{kind}_recall"]
        place["found"], place["total"] = (
            counts["covered", kind, part] for part in ("found", "total")
        )


def _outcomes(counts: Counts, *key: str) -> dict[str, int]:
    return dict(zip(OUTCOMES, counts.outcomes(*key), strict=True))


def _plain(figure: Figure) -> dict[str, Any]:
    low, high = (None if end is None else round(end, _DIGITS) for end in (figure.low, figure.high))
    return {"value": round(figure.value, _DIGITS), "low": low, "high": high}


def _packed(documents: Sequence[Counts]) -> dict[str, Any]:
    """Counts by document, in the order of the gold standard: pairs of key number and count."""
    keys = sorted({key for counts in documents for key in counts.values if key[0] != "confusion"})
    places = {key: number for number, key in enumerate(keys)}
    rows = [
        [part for key, n in counts.values.items() if key in places for part in (places[key], n)]
        for counts in documents
    ]
    return {"keys": [list(key) for key in keys], "documents": rows}


def _unpacked(keys: Sequence[Key], row: Sequence[int]) -> Counts:
    pairs = zip(row[::2], row[1::2], strict=True)
    return Counts(MappingProxyType({keys[place]: _whole(number) for place, number in pairs}))


def _whole(number: Any) -> int:
    if not isinstance(number, int) or not 0 <= number < 1 << 62:
        raise ValueError
    return number
