"""NOTE_NLP: the table of OMOP (CDM 5.4) as CSV; a row a term, with its offset in the note.

The table does not hold the note, so terms and snippets are cut anew from the released text; of the
other columns only those that the model defines stay, and only values that can be no one's words.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from sfumato.core.errors import Damaged
from sfumato.core.marks import Marked, Moved, Tally, move, tally
from sfumato.evaluate.carry import Carried, Target, only
from sfumato.formats.encoding import decode
from sfumato.transform.mask import canonical

Row = dict[str, str]

_NEEDED = ("offset", "lexical_variant")
_AROUND = 50
_NUMBER = r"-?\d{0,19}"
_TERM = (
    r"(?:true|false|yes|no|y|n|\d{1,6}|present|past|future|current|historical|history|recent|none|"
    r"positive|negative|negated|affirmed|possible|uncertain|certain|hypothetical|conditional|"
    r"generic|patient|family|family_member|other|unknown|overlap|before|after|before/overlap)?"
)
_PLAIN = {
    "note_nlp_id": _NUMBER,
    "section_concept_id": _NUMBER,
    "note_nlp_concept_id": _NUMBER,
    "note_nlp_source_concept_id": _NUMBER,
    "note_nlp_event_id": _NUMBER,
    "note_nlp_event_field_concept_id": _NUMBER,
    "nlp_system": r"[\w .:+/-]{0,60}",
    "nlp_date": r"[\d-]{0,10}",
    "nlp_datetime": r"[\dTZ:+. -]{0,32}",
    "term_exists": _TERM,
    "term_temporal": _TERM,
    "term_modifiers": rf"(?:[a-z_]{{1,20}}\s?[=:]\s?{_TERM}\s?[,;|]?\s?)*",
}
_EXPRESSIONS = {name: re.compile(one, re.ASCII | re.IGNORECASE) for name, one in _PLAIN.items()}


def carry(data: bytes, targets: Sequence[Target], keep_notes: bool) -> Carried:
    """The rows whose terms have a place in the released notes."""
    source = decode(data)
    names, rows, comma = _read(source.text)
    counted, kept = Tally(), []
    for target, own in _by_note(rows, targets, counted):
        for row, moved in _moved([rows[number] for number in own], target, counted, own):
            kept.append((row, _written(rows[row], moved, target, counted, keep_notes)))
    sink = io.StringIO()
    writer = csv.DictWriter(sink, names, delimiter=comma, lineterminator="\n")
    writer.writeheader()
    writer.writerows(written for _, written in sorted(kept, key=lambda one: one[0]))
    return Carried(source.encode(sink.getvalue()), counted)


def _read(text: str) -> tuple[list[str], list[Row], str]:
    head = text.split("\n", 1)[0]
    comma = max(",;\t", key=head.count)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=comma, strict=True)
        rows = [
            {key.strip().lower(): value or "" for key, value in row.items() if key}
            for row in reader
        ]
        names = [name.strip().lower() for name in reader.fieldnames or ()]
    except csv.Error:
        names, rows = [], []
    if not set(_NEEDED) <= set(names):
        raise Damaged("not NOTE_NLP as CSV: no columns offset and lexical_variant")
    return names, rows, comma


def _by_note(
    rows: Sequence[Row], targets: Sequence[Target], counted: Tally
) -> Iterator[tuple[Target, list[int]]]:
    """The rows of each released note; a single note needs no ids."""
    if not any(row.get("note_id") for row in rows):
        yield only(targets), list(range(len(rows)))
        return
    known = {target.id: target for target in targets}
    notes: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        notes.setdefault(row.get("note_id", ""), []).append(number)
    if len(notes) == len(targets) == 1:
        known = dict(zip(notes, targets, strict=True))
    for name, own in notes.items():
        if name in known:
            yield known[name], own
        else:
            counted.ways["outside"] += len(own)


def _moved(
    rows: Sequence[Row], target: Target, counted: Tally, numbers: Sequence[int]
) -> Iterator[tuple[int, Moved]]:
    moved = move([_marked(row) for row in rows], target.offsets)
    checked = [_checked(row, one, target) for row, one in zip(rows, moved, strict=True)]
    counted.add(tally(checked))
    yield from ((at, one) for at, one in zip(numbers, checked, strict=True) if one.ranges)


def _marked(row: Row) -> Marked:
    offset, term = row["offset"].strip(), row["lexical_variant"]
    kind = row.get("note_nlp_concept_id", "")
    if not re.fullmatch(r"\d{1,9}", offset, re.ASCII) or not term:
        return Marked(kind, ())
    return Marked(kind, ((int(offset), int(offset) + len(term)),))


def _checked(row: Row, moved: Moved, target: Target) -> Moved:
    """A term that touched no edit must stand where the row says; else its offset is wrong."""
    if moved.way != "moved":
        return moved
    ((start, end),) = moved.ranges
    same = canonical(target.text[start:end]) == canonical(row["lexical_variant"])
    return moved if same else Moved((), "outside")


def _written(row: Row, moved: Moved, target: Target, counted: Tally, keep_notes: bool) -> Row:
    ((start, end),) = moved.ranges
    written = {}
    for name, value in row.items():
        expression = _EXPRESSIONS.get(name)
        plain = expression is not None and expression.fullmatch(value) is not None
        plain |= name == "note_id" and (
            value == target.id or re.fullmatch(r"\d{1,19}", value) is not None
        )
        if name not in ("offset", "lexical_variant", "snippet"):
            counted.notes += not (plain or keep_notes or not value)
        written[name] = value if plain or keep_notes else ""
    written |= {"offset": str(start), "lexical_variant": target.text[start:end]}
    if "snippet" in row:
        begin, finish = _snippet(row, (start, end), target)
        written["snippet"] = target.text[begin:finish]
    return written


def _snippet(row: Row, place: tuple[int, int], target: Target) -> tuple[int, int]:
    """The words around a term: as many as the row had, as far as it can be told."""
    snippet, ahead = row["snippet"], row["snippet"].find(row["lexical_variant"])
    if ahead < 0:
        return max(0, place[0] - _AROUND), min(len(target.text), place[1] + _AROUND)
    start = max(0, int(row["offset"]) - ahead)
    return target.offsets.moved(start, min(start + len(snippet), target.offsets.before))
