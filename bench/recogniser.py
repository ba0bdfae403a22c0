"""What the recogniser finds with all detectors on corpora beside the checkout, with intervals.

SFUMATO_CORPORA names the folder of the corpora (its README lists them); without it nothing is
measured. Figures are those of `sfumato evaluate`; intervals come from documents drawn again. Under
each corpus stands what a policy's threshold moves: recall of direct identifiers, of all, and
precision.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from sfumato.core.document import Document
from sfumato.core.span import Span
from sfumato.core.speed import Speed
from sfumato.detect.registry import built_in, detect_all
from sfumato.evaluate.bootstrap import Figure, intervals
from sfumato.evaluate.corpora import read_gold
from sfumato.evaluate.counts import Counts, Key, total
from sfumato.evaluate.direct import direct_labels
from sfumato.evaluate.figures import headline
from sfumato.evaluate.metrics import count
from sfumato.evaluate.naming import named_marks
from sfumato.evaluate.note import Mark, Note
from sfumato.train.examples import (
    Example,
    read_json_notes,
    read_marked_notes,
    read_queries,
    read_sentences,
)

_DEFAULT = 0.5
_PATIENCE_S = 600.0
_VARIABLE = "SFUMATO_CORPORA"
_GOLD = Path("tests/gold/notes")
# The writers, and the odd halves of queries and templates, that the `held` track never learns from.
_WRITERS = ("es3-", "en2-")
_THRESHOLDS = (0.1, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
_TRACK: tuple[tuple[str, Key], ...] = (
    ("strict", ("ner", "f1")),
    ("span", ("span", "f1")),
    ("merged", ("merged", "f1")),
)
_COVER: tuple[tuple[str, Key], ...] = (
    ("direct", ("coverage", "direct_recall")),
    ("all", ("coverage", "all_recall")),
    ("precision", ("coverage", "precision")),
    ("leaking", ("coverage", "leaking_documents")),
)

Marks = dict[str, tuple[Mark, ...]]
Spans = dict[str, tuple[Span, ...]]


def full() -> None:
    """Every corpus that is there."""
    root = corpora()
    if root is None:
        return
    notes = read_gold(root / "meddocan" / "dev")
    answers = spans_of(notes)
    marks = _marks(notes, answers, scheme="meddocan")
    _line("meddocan/dev", len(notes), _TRACK, _measured(notes, marks))
    _curve(notes, answers, scheme="meddocan")
    for name, read in _held(root).items():
        notes = tuple(_note(example) for example in read())
        answers = spans_of(notes)
        marks = _marks(notes, answers)
        for part, members in _parts(name, notes):
            narrow, wide = (
                _measured(members, marks, direct=direct_labels(b)) for b in ("narrow", "wide")
            )
            _line(part, len(members), _COVER, narrow)
            _line("   every number direct too", len(members), _COVER[:1], wide)
        _curve(notes, answers)


def _curve(notes: Sequence[Note], answers: Spans, *, scheme: str = "sfumato") -> None:
    """What counts from each threshold on."""
    for threshold in _THRESHOLDS:
        marks = _marks(notes, answers, scheme=scheme, threshold=threshold)
        figures = headline(total(counted(notes, marks)))
        cells = "  ".join(f"{title} {figures[key]:.4f}" for title, key in _COVER[:3])
        print(f"      scores from {threshold:<26g} {cells}", flush=True)


def corpora() -> Path | None:
    """The folder of the corpora; a line says so where there is none."""
    place = os.environ.get(_VARIABLE)
    if place and Path(place).is_dir():
        return Path(place)
    print(f"   skipped: {_VARIABLE} names no folder of corpora")
    return None


def spans_of(notes: Sequence[Note], *, speed: Speed = "default") -> Spans:
    """What all detectors find in notes, whatever the score."""
    detectors = built_in(speed=speed)
    return {
        note.id: detect_all(Document("", note.text), detectors, timeout_s=_PATIENCE_S)
        for note in notes
    }


def found(notes: Sequence[Note], *, scheme: str = "sfumato", speed: Speed = "default") -> Marks:
    """What counts of that by default, under the names of a scheme."""
    return _marks(notes, spans_of(notes, speed=speed), scheme=scheme)


def _marks(
    notes: Sequence[Note], answers: Spans, *, scheme: str = "sfumato", threshold: float = _DEFAULT
) -> Marks:
    marks = {
        id: tuple(Mark(s.start, s.end, s.label) for s in spans if s.score >= threshold)
        for id, spans in answers.items()
    }
    return named_marks(notes, marks, scheme, source="sfumato")


def shown(figure: Figure) -> str:
    """A figure with its interval."""
    if figure.low is None or figure.high is None:
        return f"{figure.value:.4f}"
    return f"{figure.value:.4f} [{figure.low:.4f} {figure.high:.4f}]"


def counted(
    notes: Iterable[Note], marks: Marks, *, direct: frozenset[str] = direct_labels("narrow")
) -> list[Counts]:
    """The counts of each note."""
    return [count(note, marks.get(note.id, ()), direct=direct) for note in notes]


def _measured(
    notes: Iterable[Note], marks: Marks, *, direct: frozenset[str] = direct_labels("narrow")
) -> dict[Key, Figure]:
    return intervals(counted(notes, marks, direct=direct), headline)


def _held(root: Path) -> dict[str, Callable[[], Iterable[Example]]]:
    """The collections from which only recall and precision are asked."""
    return {
        "notes-train, writers held": partial(_writers, root / "notes-train"),
        "notes-sample": partial(read_json_notes, root / "notes-sample"),
        "tests/gold": partial(read_marked_notes, _GOLD),
        "asq-phi, odd half": partial(_odd_queries, root / "asq-phi" / "asq-phi.jsonl.xz"),
        "presidio-research, odd templates": partial(
            _odd_sentences, root / "presidio-research" / "synth_dataset_v2.json"
        ),
    }


def _writers(folder: Path) -> Iterator[Example]:
    return (note for note in read_json_notes(folder) if note.id.startswith(_WRITERS))


def _odd_queries(path: Path) -> Iterator[Example]:
    return (query for at, query in enumerate(read_queries(path)) if at % 2)


def _odd_sentences(path: Path) -> Iterator[Example]:
    return (s for s in read_sentences(path) if int(s.id.split("-")[1]) % 2)


def _note(example: Example) -> Note:
    marks = tuple(Mark(*span) for span in example.spans)
    return Note(example.id, example.text, marks, example.language)


def _parts(name: str, notes: Sequence[Note]) -> Iterator[tuple[str, Sequence[Note]]]:
    """A collection, and its two languages where it has both."""
    yield name, notes
    languages = sorted({note.language for note in notes})
    if len(languages) > 1:
        for language in languages:
            yield f"   {language}", [note for note in notes if note.language == language]


def _line(
    name: str, size: int, columns: Iterable[tuple[str, Key]], figures: dict[Key, Figure]
) -> None:
    cells = "  ".join(f"{title} {shown(figures[key])}" for title, key in columns)
    print(f"   {name:34}{size:4}  {cells}", flush=True)
