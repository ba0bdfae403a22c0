"""Label Studio: exported tasks with annotations and predictions on a text.

Of a task only what is needed stays: its id, its text, the regions, their labels, the relations
between them and choices. Other data, names of annotators and files, and free words are dropped.
Newer versions count code points, older ones UTF-16 code units: the covered texts tell which.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sfumato.core.errors import Damaged
from sfumato.core.marks import Marked, Moved, Tally, Units, move, tally
from sfumato.evaluate.carry import Carried, Shelf, Target

Json = dict[str, Any]

_ROUNDS = ("annotations", "predictions", "completions")
_OF_ROUND = ("id", "ground_truth", "was_cancelled", "score", "model_version")
_OF_RESULT = ("id", "from_name", "to_name", "type", "origin", "from_id", "to_id", "direction")
_WORDS = ("textarea",)
_CHOSEN = ("labels", "hypertextlabels", "choices", "taxonomy", "rating", "number")


def carry(data: bytes, targets: Sequence[Target], keep_notes: bool) -> Carried:
    """The tasks with the released texts and the regions at their new places."""
    found = _parsed(data)
    tasks = found if isinstance(found, list) else [found]
    shelf, counted = Shelf(targets), Tally()
    carried = [
        _task(task, f"task {number}", shelf, counted, keep_notes)
        for number, task in enumerate(tasks, start=1)
    ]
    whole = carried if isinstance(found, list) else carried[0]
    return Carried((json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode(), counted)


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        pass
    raise Damaged("not JSON")


def _task(task: Any, place: str, shelf: Shelf, counted: Tally, keep_notes: bool) -> Json:
    data = task.get("data") if isinstance(task, dict) else None
    if not isinstance(data, dict):
        raise Damaged(f"{place}: not a task of Label Studio, with its data")
    texts = {key: value for key, value in data.items() if isinstance(value, str)}
    key = max(texts, key=lambda key: len(texts[key]), default=None)
    if key is None:
        raise Damaged(f"{place}: no text in its data")
    original, target = texts[key], shelf.of(texts[key], place)
    counted.notes += len(data) - 1
    carried: Json = {name: task[name] for name in ("id",) if isinstance(task.get(name), int)}
    carried["data"] = {key: target.text}
    for name in _ROUNDS:
        rounds = [one for one in task.get(name) or () if isinstance(one, dict)]
        if rounds:
            carried[name] = [_round(one, original, target, counted, keep_notes) for one in rounds]
    return carried


def _round(one: Json, original: str, target: Target, counted: Tally, keep_notes: bool) -> Json:
    """One person's or one model's results."""
    results = [result for result in one.get("result") or () if isinstance(result, dict)]
    regions = {index: result for index, result in enumerate(results) if _is_region(result)}
    counts = _Counts(original, target.text, list(regions.values()))
    moved = move([counts.marked(result) for result in regions.values()], target.offsets)
    counted.add(tally(moved))
    places = dict(zip(regions, moved, strict=True))
    gone = {results[at].get("id") for at, place in places.items() if not place.ranges}
    kept: list[Json] = []
    for index, result in enumerate(results):
        if index in places:
            kept += _region(result, places[index], target.text, counts, counted, keep_notes)
        elif not gone & {result.get("id"), result.get("from_id"), result.get("to_id")}:
            kept += _other(result, counted, keep_notes)
        else:
            counted.others += 1
    plain = {name: one[name] for name in _OF_ROUND if name in one}
    return {**plain, "result": kept}


def _is_region(result: Json) -> bool:
    value = result.get("value")
    return isinstance(value, dict) and {"start", "end"} <= value.keys()


class _Counts:
    """How one round counts: in code points or in UTF-16 code units."""

    def __init__(self, original: str, released: str, regions: Sequence[Json]) -> None:
        self._before, self._after = Units(original), Units(released)
        points = sum(_covers(original, one["value"], lambda at: at) for one in regions)
        units = sum(_covers(original, one["value"], self._before.points) for one in regions)
        self._in_units = units > points

    def marked(self, result: Json) -> Marked:
        """The mark of a region; without ranges where its place is no offset of the text."""
        value = result["value"]
        start, end = value["start"], value["end"]
        kind = json.dumps([result.get("from_name"), value.get("labels")])
        if not (_is_offset(start) and _is_offset(end) and start <= end):
            return Marked(kind, ())
        if self._in_units:
            start, end = self._before.points(start), self._before.points(end)
        return Marked(kind, ((start, end),))

    def written(self, offset: int) -> int:
        """An offset of the released text as this round counts."""
        return self._after.units(offset) if self._in_units else offset


def _covers(text: str, value: Json, points: Any) -> bool:
    start, end = value.get("start"), value.get("end")
    if not (_is_offset(start) and _is_offset(end)):
        return False
    return bool(text[points(start) : points(end)] == value.get("text"))


def _is_offset(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _region(
    result: Json, moved: Moved, text: str, counts: _Counts, counted: Tally, keep_notes: bool
) -> Iterator[Json]:
    for start, end in moved.ranges:
        value: Json = {"start": counts.written(start), "end": counts.written(end)}
        value["text"] = text[start:end]
        value |= {name: result["value"][name] for name in _CHOSEN if name in result["value"]}
        yield _result(result, value, counted, keep_notes)


def _other(result: Json, counted: Tally, keep_notes: bool) -> Iterator[Json]:
    """A relation or a choice; words that somebody typed only if notes are kept."""
    value = result.get("value")
    if result.get("type") in _WORDS:
        counted.notes += not keep_notes
        if keep_notes:
            yield _result(result, value, counted, keep_notes)
    elif result.get("type") == "relation":
        yield _result(result, None, counted, keep_notes)
    elif isinstance(value, dict) and set(value) & set(_CHOSEN):
        chosen = {name: value[name] for name in _CHOSEN if name in value}
        yield _result(result, chosen, counted, keep_notes)
    else:
        counted.others += 1


def _result(result: Json, value: Any, counted: Tally, keep_notes: bool) -> Json:
    plain = {name: result[name] for name in _OF_RESULT if name in result}
    if result.get("type") == "relation" and "labels" in result:
        plain["labels"] = result["labels"]
    if value is not None:
        plain["value"] = value
    if result.get("meta"):
        counted.notes += not keep_notes
        plain |= {"meta": result["meta"]} if keep_notes else {}
    return plain
