"""The measuring scripts beside the checkout and our figures agree in every digit they print.

They are run as they are on the same predictions: gold standards damaged at random, and what the
detectors find.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from sfumato.cli.predict import predict
from sfumato.evaluate.corpora import read_gold
from sfumato.evaluate.figures import figures
from sfumato.evaluate.metrics import score
from sfumato.evaluate.naming import named_marks, scheme_of_notes
from sfumato.evaluate.note import Mark, Note
from sfumato.evaluate.standoff import write_ann

SHARED = Path(__file__).parents[3] / "shared"
Found = Mapping[str, Sequence[Mark]]
Predict = Callable[[Sequence[Note]], Found]

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not SHARED.is_dir(), reason="no measuring data beside the checkout"),
]


def damaged(notes: Sequence[Note], *, seed: int) -> Found:
    """The gold marks, one in three lost, moved, cut, split, renamed or doubled, some invented."""
    draw = random.Random(seed)
    labels = sorted({mark.label for note in notes for mark in note.marks})
    return {
        note.id: tuple(
            given for mark in note.marks for given in _damaged(mark, note.text, labels, draw)
        )
        for note in notes
        if draw.random() > 0.02
    }


def _damaged(mark: Mark, text: str, labels: Sequence[str], draw: random.Random) -> Iterator[Mark]:
    start, end, label = mark
    middle = draw.randrange(start, end) if end > start else start
    match draw.randrange(24):
        case 0:
            pass
        case 1:
            yield Mark(max(0, start - 2), end, label)
        case 2:
            yield Mark(start, max(start + 1, end - 2), label)
        case 3 if start < middle:
            yield from (Mark(start, middle, label), Mark(middle, end, label))
        case 4:
            yield Mark(start, end, draw.choice(labels))
        case 5:
            yield from (mark, mark, Mark(start, end, draw.choice(labels)))
        case 6:
            place = draw.randrange(len(text))
            yield from (mark, Mark(place, min(len(text), place + draw.randrange(1, 30)), label))
        case 7:
            yield Mark(start, min(len(text), end + draw.randrange(40)), label)
        case _:
            yield mark


def detected(notes: Sequence[Note]) -> Found:
    """What the detectors find, under the names of the gold standard."""
    answers = predict(notes, policy_name="report-only", jobs=2)
    found = {answer.id: answer.marks for answer in answers}
    return named_marks(notes, found, scheme_of_notes(notes), source="sfumato")


def run(script: str, *arguments: object) -> str:
    """What a measuring script prints."""
    command = [sys.executable, str(SHARED / "eval" / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def brat_lines(notes: Sequence[Note], found: Found) -> str:
    """Our figures in the lines of score_brat.py --per-label."""
    counts = score(notes, found)
    rates = figures(counts)

    def words(*key: str) -> str:
        values = (rates[(*key, rate)] for rate in ("precision", "recall", "f1"))
        return "P {:.4f}  R {:.4f}  F1 {:.4f}".format(*values)

    lines = []
    for label in counts.names("label"):
        right, _, missed = counts.outcomes("label", label)
        lines.append(f"{label:36} gold {right + missed:5d}  {words('labels', label)}")
    lines += [f"{name:7} {words(name)}" for name in ("ner", "span", "merged")]
    missed_rate, documents = rates["leak_per_line",], counts["documents", "all"]
    lines.append(f"missed per line of text {missed_rate:.5f} over {documents} documents")
    return "\n".join(lines) + "\n"


def span_lines(notes: Sequence[Note], found: Found) -> str:
    """Our figures in the lines of score_spans.py --by-label."""
    counts = score(notes, found)
    rates = figures(counts)
    lines = [
        "{:20} {:5d} of {:5d}  {:.3f}".format(
            label,
            *(counts["cover", label, part] for part in ("found", "total")),
            rates["coverage", "labels", label],
        )
        for label in counts.names("cover")
    ]
    direct, every, precision, leaking = (
        rates["coverage", name]
        for name in ("direct_recall", "all_recall", "precision", "leaking_documents")
    )
    lines.append(
        f"documents {counts['documents', 'all']}  direct recall {direct:.4f}  "
        f"all recall {every:.4f}  precision {precision:.4f}  "
        f"documents leaking a direct identifier {leaking:.3f}"
    )
    return "\n".join(lines) + "\n"


PREDICTIONS: dict[str, Predict] = {
    "detected": detected,
    "gold": lambda notes: {note.id: note.marks for note in notes},
    "nothing": lambda notes: {},
    "damaged-1": lambda notes: damaged(notes, seed=1),
    "damaged-2": lambda notes: damaged(notes, seed=2),
}


@pytest.mark.parametrize("kind", PREDICTIONS)
def test_brat_figures_agree_in_every_digit(kind: str, tmp_path: Path) -> None:
    gold = SHARED / "data" / "meddocan" / "dev"
    notes = read_gold(gold)
    found = PREDICTIONS[kind](notes)
    for note in notes:
        if note.id in found:
            text = write_ann(note.text, found[note.id])
            (tmp_path / f"{note.id}.ann").write_text(text, "utf-8")
    assert run("score_brat.py", gold, tmp_path, "--per-label") == brat_lines(notes, found)


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        *(("notes-sample", kind) for kind in PREDICTIONS),
        *(("notes-train", kind) for kind in ("gold", "damaged-1", "damaged-2")),
    ],
)
def test_cover_figures_agree_in_every_digit(folder: str, kind: str, tmp_path: Path) -> None:
    gold = SHARED / "data" / folder
    notes = read_gold(gold)
    found = PREDICTIONS[kind](notes)
    file = tmp_path / "found.jsonl"
    lines = (json.dumps({"id": name, "spans": marks}) + "\n" for name, marks in found.items())
    file.write_text("".join(lines), "utf-8")
    assert run("score_spans.py", gold, file, "--by-label") == span_lines(notes, found)
