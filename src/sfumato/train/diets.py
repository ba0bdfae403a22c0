"""Diets: which labelled texts a recogniser learns from, how often, and which are kept for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

from sfumato.train.examples import (
    Example,
    read_archive,
    read_brat,
    read_json_notes,
    read_marked_notes,
    read_queries,
    read_sentences,
)
from sfumato.train.feed import Diet, only
from sfumato.train.texts import read_collection

Track = Literal["held", "final"]

_HELD_WRITERS = ("es3-", "en2-")
# How often an example of a collection is drawn; a long text gives several windows each time.
_WEIGHTS = {"meddocan": 1.4, "note": 2.5, "query": 1.0, "sentence": 0.5, "template": 0.4}
_TEMPLATES_SHARE = 0.15
# Unlabelled texts for distilling: collection and how many documents of it.
_UNLABELLED = {
    "background": 2750,
    "nubes": 600,
    "cantemist": 1200,
    "mtsamples": 1900,
    "questions": 1500,
    "newsgroups": 1500,
    "novels": 30,
    "wikipedia": 600,
    "medquad": 500,
}


@dataclass(frozen=True, slots=True)
class Table:
    """What is learnt from, and what is tested on, by name."""

    learnt: tuple[Example, ...]
    tests: Mapping[str, tuple[Example, ...]]


def lay(root: Path, notes: Path, gold: Path, track: Track) -> Table:
    """The split of a track: `held` keeps writers, halves and the development set aside."""
    train = list(read_brat(root / "meddocan/train"))
    dev = list(read_brat(root / "meddocan/dev"))
    written = list(read_json_notes(root / "notes-train"))
    sample = list(read_json_notes(root / "notes-sample"))
    queries = list(read_queries(root / "asq-phi/asq-phi.jsonl.xz"))
    sentences = list(read_sentences(root / "presidio-research/synth_dataset_v2.json"))
    templates = list(read_archive(root / "spg/spg.tar.xz", _TEMPLATES_SHARE))
    own = list(read_marked_notes(notes))
    held = [note for note in written if note.id.startswith(_HELD_WRITERS)]
    tests = {
        "meddocan": dev,
        "writers": held,
        "sample": sample,
        "gold": list(read_marked_notes(gold)),
        "queries": [q for at, q in enumerate(queries) if at % 2],
        "sentences": [s for s in sentences if _template(s) % 2],
    }
    learnt = [*train, *own, *templates]
    if track == "final":
        learnt += [*dev, *written, *queries, *sentences]
    else:
        learnt += [note for note in written if not note.id.startswith(_HELD_WRITERS)]
        learnt += [q for at, q in enumerate(queries) if not at % 2]
        learnt += [s for s in sentences if not _template(s) % 2]
    return Table(tuple(learnt), {name: tuple(texts) for name, texts in tests.items()})


def _template(sentence: Example) -> int:
    return int(sentence.id.split("-")[1])


def diet_of(examples: Iterable[Example]) -> Diet:
    """Examples with the weights of their collections."""
    weighted = [pair for e in examples for pair in only([e], _WEIGHTS[e.kind])]
    return Diet(tuple(weighted))


def with_unlabelled(diet: Diet, root: Path, share: float) -> Diet:
    """The same diet with texts without labels, for distilling."""
    texts: list[str] = []
    for name, count in _UNLABELLED.items():
        texts += islice(read_collection(root, name, whole=True), count)
    return Diet(diet.examples, tuple(texts), share)


def sizes(table: Table) -> str:
    """How many texts there are, in words."""
    counts: dict[str, int] = {}
    for example in table.learnt:
        counts[example.kind] = counts.get(example.kind, 0) + 1
    tests = ", ".join(f"{name} {len(texts)}" for name, texts in table.tests.items())
    return f"learnt {counts}; tests {tests}"


def tests_of(table: Table, names: Sequence[str]) -> dict[str, tuple[Example, ...]]:
    """Some of the tests by name."""
    return {name: table.tests[name] for name in names}
