"""Word vectors of masked, pseudonymised and role texts: do people of a role lie together?

The source announces it as its next step. The same invented notes are released three times: all
people masked alike, replaced by surrogate names, and named by their role. On each, small vectors
are trained (positive PMI with smoothed contexts, Levy et al., TACL 2015; then SVD), every known
person gets the mean vector of the words that stand for it, and k-means sorts the people. Purity is
the share of mentions that lie in a cluster of their own role. A mask is one word for all, so its
purity is that of the commonest role. Only the record's people are looked for, so that detection
plays no part.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bench.trials.hospitalnotes import MAPPING, Note, notes_of, record_of
from bench.trials.hospitalpeople import cases
from sfumato.core.dice import Dice
from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.offsets import map_of
from sfumato.core.protocols import Intake
from sfumato.core.release import Release
from sfumato.knowledge.register import read_register
from sfumato.pipeline import Line, run
from sfumato.policy.load import load_policy

Vectors = NDArray[np.float64]

ROLES = ("PATIENT", "CAREGIVER", "PROVIDER")
_PEOPLE = frozenset({"PATIENT", "DOCTOR", "RELATIVE"})
_WORD = re.compile(r"[^\W\d_]+|\d")
_WINDOW, _RANK, _FEWEST, _CONTEXTS = 4, 50, 3, 1500
_SMOOTHING = 0.75
_STARTS, _TURNS = 20, 50


@dataclass
class Corpus:
    """The words of one version, and where each known person is named: (note, from, to)."""

    notes: list[list[str]] = field(default_factory=list)
    mentions: dict[tuple[str, str], list[tuple[int, int, int]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Purity:
    """How pure the clusters are, by mentions, with so many clusters."""

    people: int
    mentions: int
    commonest: float
    three: float
    six: float


def trial(patients: int, notes: int, *, seed: int = 11) -> dict[tuple[str, str, str], Purity]:
    """The purities of each version by domain and language."""
    ward = [
        note for case in cases(patients, seed=seed) for note in notes_of(case, notes, seed=seed)
    ]
    corpora = corpora_of(ward)
    return {key: purity(corpus) for key, corpus in sorted(corpora.items()) if corpus.mentions}


def corpora_of(ward: Sequence[Note]) -> dict[tuple[str, str, str], Corpus]:
    """All versions of the notes; a note that is refused in one is left out of all."""
    corpora: dict[tuple[str, str, str], Corpus] = {}
    lines = {version: _line(ward, policy) for version, policy in _POLICIES.items()}
    for note in ward:
        found = {name: _released(note, line) for name, line in lines.items()}
        if not all(isinstance(release, Release) for release in found.values()):
            continue
        for version, release in found.items():
            assert isinstance(release, Release)
            key = (note.case.domain, note.case.language, version)
            _add(corpora.setdefault(key, Corpus()), note, release)
        key = (note.case.domain, note.case.language, "masked")
        _add_masked(corpora.setdefault(key, Corpus()), note, found["roles"])
    return corpora


_POLICIES = {"pseudonymised": "replace", "roles": "roles"}


def _line(ward: Sequence[Note], name: str) -> Line:
    policy = load_policy(name)
    register = read_register("ward.csv", record_of(ward), MAPPING)
    return Line(policy, {}, dice=Dice(b"vectors"), record=register)


def _released(note: Note, line: Line) -> object:
    return run(note.text.encode(), Intake(name=f"{note.id}.txt"), line)


def _add(corpus: Corpus, note: Note, release: Release) -> None:
    ranges = [
        (mark.who, *release.offsets.moved(mark.start, mark.end))
        for mark in note.marks
        if mark.kind == "NAME" and mark.known
    ]
    _take(corpus, note, release.text, ranges)


def _add_masked(corpus: Corpus, note: Note, release: object) -> None:
    assert isinstance(release, Release)
    edits = [
        Edit(edit.span, "[NAME]" if edit.span.label in _PEOPLE else f"[{edit.span.label}]")
        for edit in release.edits
        if not edit.keeps
    ]
    document = Document("", note.text, (Block(0, len(note.text), "text"),))
    offsets = map_of(edits, document)
    ranges = [
        (mark.who, *offsets.moved(mark.start, mark.end))
        for mark in note.marks
        if mark.kind == "NAME" and mark.known
    ]
    _take(corpus, note, splice(note.text, edits), ranges)


def _take(corpus: Corpus, note: Note, text: str, ranges: Iterable[tuple[str, int, int]]) -> None:
    words = [(found.start(), found.end(), found[0].lower()) for found in _WORD.finditer(text)]
    number = len(corpus.notes)
    corpus.notes.append([word for _, _, word in words])
    for who, start, end in ranges:
        inside = [at for at, (a, b, _) in enumerate(words) if start <= a and b <= end]
        if inside:
            place = (number, inside[0], inside[-1] + 1)
            corpus.mentions.setdefault((note.case.id, who), []).append(place)


def purity(corpus: Corpus, *, seed: int = 3) -> Purity:
    """Clusters of the people of a corpus, against their roles."""
    vectors = _vectors(corpus.notes)
    people, weights, roles = [], [], []
    for (_, who), places in corpus.mentions.items():
        rows = [
            vectors[word]
            for note, start, end in places
            for word in corpus.notes[note][start:end]
            if word in vectors
        ]
        role = next((role for role in ROLES if who.startswith(role)), "PATIENT")
        if rows:
            people.append(np.mean(rows, axis=0))
            weights.append(len(places))
            roles.append(role)
    points = _unit(np.array(people))
    mass = np.array(weights)
    return Purity(
        len(people),
        int(mass.sum()),
        _pure(np.zeros(len(people), int), mass, roles),
        _pure(_clusters(points, 3, seed), mass, roles),
        _pure(_clusters(points, 6, seed), mass, roles),
    )


def _pure(clusters: NDArray[np.int64], mass: NDArray[np.int64], roles: Sequence[str]) -> float:
    right = 0
    for cluster in set(clusters.tolist()):
        counts: Counter[str] = Counter()
        for at in np.flatnonzero(clusters == cluster):
            counts[roles[at]] += int(mass[at])
        right += max(counts.values())
    return right / int(mass.sum())


def _vectors(notes: Sequence[Sequence[str]]) -> dict[str, Vectors]:
    """The vectors of all words that occur often enough."""
    counts = Counter(word for note in notes for word in note)
    rows = {word: at for at, word in enumerate(w for w, n in counts.items() if n >= _FEWEST)}
    columns = {word: at for at, (word, _) in enumerate(counts.most_common(_CONTEXTS))}
    pairs = np.zeros((len(rows), len(columns)))
    for note in notes:
        for at, word in enumerate(note):
            if word not in rows:
                continue
            for other in (*note[max(0, at - _WINDOW) : at], *note[at + 1 : at + 1 + _WINDOW]):
                if other in columns:
                    pairs[rows[word], columns[other]] += 1
    reduced = _reduced(_ppmi(pairs))
    return {word: reduced[at] for word, at in rows.items()}


def _ppmi(pairs: Vectors) -> Vectors:
    smooth = pairs.sum(axis=0) ** _SMOOTHING
    expected = np.outer(pairs.sum(axis=1), smooth / max(smooth.sum(), 1.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.log(pairs / expected)
    return np.where(np.isfinite(values), np.maximum(values, 0.0), 0.0)


def _reduced(matrix: Vectors) -> Vectors:
    """The left singular vectors times the square roots of the values, by the small side."""
    values, right = np.linalg.eigh(matrix.T @ matrix)
    best = right[:, ::-1][:, :_RANK]
    scale = np.maximum(values[::-1][:_RANK], 1e-9) ** 0.25
    return np.asarray(matrix @ best / scale)


def _unit(points: Vectors) -> Vectors:
    return np.asarray(points / np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-9))


def _clusters(points: Vectors, count: int, seed: int) -> NDArray[np.int64]:
    """K-means on the sphere, the best of several starts."""
    chance = np.random.default_rng(seed)
    count = min(count, len(np.unique(points.round(9), axis=0)))
    best, fit = np.zeros(len(points), np.int64), -np.inf
    for _ in range(_STARTS):
        centres = points[chance.choice(len(points), count, replace=False)]
        for _ in range(_TURNS):
            near = np.argmax(points @ centres.T, axis=1)
            means = [points[near == one].sum(axis=0) for one in range(count)]
            moved = _unit(np.array(means))
            if np.allclose(moved, centres):
                break
            centres = moved
        total = float(np.max(points @ centres.T, axis=1).sum())
        if total > fit:
            best, fit = near, total
    return best


def check(found: dict[tuple[str, str, str], Purity]) -> None:
    """Pseudonyms and roles tell people apart better than masks; the table says how far."""
    for (domain, language, version), one in found.items():
        if version != "masked":
            masked = found[domain, language, "masked"]
            assert one.three > masked.three, f"{domain} {language} {version}: no better than masks"


def show(found: dict[tuple[str, str, str], Purity]) -> None:
    """Prints the table."""
    print(f"   {'domain':8} {'':3} {'text':14} people mentions commonest  k=3    k=6")
    for (domain, language, version), one in found.items():
        print(
            f"   {domain:8} {language:3} {version:14} {one.people:6} {one.mentions:8}"
            f"     {one.commonest:.3f}  {one.three:.3f}  {one.six:.3f}"
        )


def full(patients: int = 40, notes: int = 10) -> None:
    """The whole trial."""
    found = trial(patients, notes)
    show(found)
    check(found)


if __name__ == "__main__":
    full()
