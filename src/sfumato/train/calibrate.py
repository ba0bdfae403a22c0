"""Calibrate: the two numbers of `sfumato.detect.sureness`, from texts that were kept aside.

`python -m sfumato.train.calibrate ROOT [SPEED]` reads the corpora below ROOT that the `held` track
never learns from, and prints what fits them best and how well it does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from sfumato.core.speed import Speed
from sfumato.detect.recogniser import Recogniser
from sfumato.detect.sureness import odds
from sfumato.detect.tags import OUTSIDE, best_spans
from sfumato.train.examples import Example, read_brat, read_json_notes, read_queries, read_sentences

_WRITERS = ("es3-", "en2-")
_DOUBTFUL = -3.0
_ROUNDS = 30
_LEAST = 1e-9

Floats = NDArray[np.float64]


def kept_aside(root: Path) -> Iterator[Example]:
    """The texts from which the `held` track never learns."""
    yield from read_brat(root / "meddocan" / "dev")
    for example in read_json_notes(root / "notes-train"):
        if example.id.startswith(_WRITERS):
            yield example
    for at, query in enumerate(read_queries(root / "asq-phi" / "asq-phi.jsonl.xz")):
        if at % 2:
            yield query
    for sentence in read_sentences(root / "presidio-research" / "synth_dataset_v2.json"):
        if int(sentence.id.split("-")[1]) % 2:
            yield sentence


def judged(recogniser: Recogniser, examples: Iterable[Example]) -> Iterator[tuple[float, bool]]:
    """For each span that the recogniser takes or nearly takes: its odds, and whether it is right.

    Right is a span of whose letters at least half are marked, whatever the label.
    """
    for example in examples:
        reading = recogniser.read(example.text)
        marked = np.zeros(len(example.text), np.bool_)
        for start, end, _ in example.spans:
            marked[start:end] = True
        taken: set[int] = set()
        for lean in (0.0, _DOUBTFUL):
            for first, stop, _ in best_spans(reading.scores, lean=lean):
                if taken.isdisjoint(range(first, stop)):
                    start, end = reading.place(first, stop)
                    right = bool(marked[start:end].mean() >= 0.5)
                    yield odds(reading.scores[first:stop, OUTSIDE]), right
                    taken.update(range(first, stop) if not lean else ())


def fitted(odds_of: Floats, right: Floats) -> tuple[float, float, float]:
    """Shift and stretch of the logistic curve that fits best, and the mean log loss under it."""
    sides = np.column_stack((np.ones_like(odds_of), odds_of))
    weights = np.zeros(2)
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-sides @ weights))
        slope = sides.T @ (right - chance)
        bend = (sides * (chance * (1 - chance))[:, None]).T @ sides
        weights += np.linalg.solve(bend + _LEAST * np.eye(2), slope)
    chance = np.clip(1 / (1 + np.exp(-sides @ weights)), _LEAST, 1 - _LEAST)
    loss = -np.mean(right * np.log(chance) + (1 - right) * np.log(1 - chance))
    return float(weights[0]), float(weights[1]), float(loss)


def main() -> None:
    """Prints the two numbers."""
    root = Path(sys.argv[1])
    speed = cast(Speed, sys.argv[2] if len(sys.argv) > 2 else "default")
    rows = list(judged(Recogniser(speed), kept_aside(root)))
    found, right = (np.array(column, float) for column in zip(*rows, strict=True))
    shift, stretch, loss = fitted(found, right)
    print(f"{len(rows)} spans: SHIFT, STRETCH = {shift:.2f}, {stretch:.2f}; log loss {loss:.4f}")


if __name__ == "__main__":
    main()
