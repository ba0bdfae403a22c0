"""A hospital that was never there: its notes under `roles`, counted word by word and name by name.

Word counts are those of the source's Tables 2 and 3 (a word of an identifier is positive, a word
that was replaced is found), beside the baseline that looks for patients' names alone.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bench.trials.hospitalnotes import MAPPING, Mark, Note, notes_of, record_of
from bench.trials.hospitalpeople import Case, cases
from sfumato.core.dice import Dice
from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake
from sfumato.core.release import Release
from sfumato.knowledge.register import read_register
from sfumato.knowledge.shadow import shadow
from sfumato.pipeline import Line, run
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import load_policy

PUBLISHED = {"hospice": 0.929, "vet": 0.988}
"""F of the source: clinical notes of hospices, discharge summaries of veterinarians."""
_WORD = re.compile(r"\w+")
_ROLE = re.compile(r"([^\W\d_]+)(?:-([A-Z0-9-]+))?")


@dataclass
class Tally:
    """Counts that add."""

    words: Counter[str] = field(default_factory=Counter)
    baseline: Counter[str] = field(default_factory=Counter)
    mentions: int = 0
    right: int = 0
    unclear: int = 0
    merged: int = 0
    left: int = 0
    refused: int = 0
    notes: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """What was missed, by kind."""


@dataclass
class Shown:
    """A note with what came out, for a reader."""

    note: Note
    text: str


def trial(
    patients: int, notes: int, *, seed: int, shown: list[Shown] | None = None
) -> dict[str, Tally]:
    """The tallies by domain of so many patients and notes of each."""
    ward = [
        note for case in cases(patients, seed=seed) for note in notes_of(case, notes, seed=seed)
    ]
    line = _line(ward)
    tallies = {domain: Tally() for domain in PUBLISHED}
    families: dict[str, set[str]] = {}
    for note in ward:
        tally = tallies[note.case.domain]
        tally.notes += 1
        release = run(note.text.encode(), Intake(name=f"{note.id}.txt"), line)
        if not isinstance(release, Release):
            tally.refused += 1
            continue
        if shown is not None:
            shown.append(Shown(note, release.text))
        _count(note, release, tally)
        families.setdefault(note.case.id, set()).update(_bases(release.edits))
    _one_family(families, tallies)
    return tallies


def _line(ward: Sequence[Note]) -> Line:
    policy = load_policy("roles")
    register = read_register("ward.csv", record_of(ward), MAPPING)
    return Line(policy, detectors_of(policy), dice=Dice(b"hospital"), record=register)


def _count(note: Note, release: Release, tally: Tally) -> None:
    edits = [edit for edit in release.edits if not edit.keeps]
    positive = _cover((mark.start, mark.end) for mark in note.marks)
    replaced = _cover((edit.span.start, edit.span.end) for edit in edits)
    kept = " ".join(edit.replacement for edit in edits)
    names = set(map(str.casefold, _WORD.findall(note.case.patient.full)))
    for word in _WORD.finditer(note.text):
        place = range(*word.span())
        truth = any(at in positive for at in place)
        gone = [at in replaced for at in place]
        found = all(gone) if truth else any(gone) and word.group() not in kept
        tally.words[_cell(truth, found)] += 1
        tally.baseline[_cell(truth, word.group().casefold() in names)] += 1
        if truth and not found:
            tally.kinds[_kind_at(note, word.start())] += 1
    _count_roles(note, edits, tally)
    tally.left += _left(note, release.text)


def _cell(truth: bool, found: bool) -> str:
    return ("TP" if found else "FN") if truth else ("FP" if found else "TN")


def _cover(ranges: Iterable[tuple[int, int]]) -> set[int]:
    return {at for start, end in ranges for at in range(start, end)}


def _kind_at(note: Note, at: int) -> str:
    mark = next(mark for mark in note.marks if mark.start <= at < mark.end)
    return f"{'known' if mark.known else 'unknown'} {mark.kind}"


def _count_roles(note: Note, edits: Sequence[Edit], tally: Tally) -> None:
    """Each mention of a known person: who the output says it is; and who became one with whom."""
    said: dict[str, set[str]] = {}
    for mark in note.marks:
        if mark.kind != "NAME":
            continue
        found = [edit for edit in edits if _meets(edit, mark)]
        for edit in found:
            said.setdefault(edit.replacement, set()).add(mark.who)
        if mark.known:
            tally.mentions += 1
            roles = {_role(edit.replacement) for edit in found}
            tally.right += roles == {mark.who}
            tally.unclear += any("-OR-" in role or role == "NAME" for role in roles)
    clear = (people for replacement, people in said.items() if "-OR-" not in replacement)
    tally.merged += sum(len(people) > 1 for people in clear)


def _meets(edit: Edit, mark: Mark) -> bool:
    return edit.span.start < mark.end and mark.start < edit.span.end


def _role(replacement: str) -> str:
    """The tag that a role name tells; NAME for a number."""
    if re.fullmatch(r"NAME\d+", replacement):
        return "NAME"
    found = _ROLE.fullmatch(replacement)
    return (found[2] or "PATIENT") if found else ""


def _bases(edits: Iterable[Edit]) -> Iterator[str]:
    """The family names that the subject's people have in one note."""
    for edit in edits:
        numbered = re.fullmatch(r"[A-Z_]+\d+( \d+)?", edit.replacement)
        found = _ROLE.fullmatch(edit.replacement)
        if edit.operator == "role" and found and not numbered:
            yield found[1]


def _one_family(families: dict[str, set[str]], tallies: dict[str, Tally]) -> None:
    """One family name a subject, and no two subjects with one."""
    several = sum(len(names) > 1 for names in families.values())
    shared = Counter(name for names in families.values() for name in names)
    tallies["hospice"].merged += several + sum(count > 1 for count in shared.values())


def _left(note: Note, text: str) -> int:
    """How many known identifiers the output still holds, in any spelling that the note had."""
    words = {word.casefold() for word in _WORD.findall(text)}
    solid = _solid(text)
    count = 0
    for mark in note.marks:
        if not mark.known:
            continue
        original = note.text[mark.start : mark.end]
        if mark.kind in ("ID", "PHONE", "MAIL"):
            count += _solid(original) in solid
        elif mark.kind == "DATE":
            count += original in text
        else:
            parts = [word.casefold() for word in _WORD.findall(original) if len(word) > 2]
            count += any(part in words for part in parts if part not in _STREETS)
    return count + sum(name in words for name in _names(note.case))


_STREETS = frozenset("calle avenida plaza street lane road ave".split())


def _names(case: Case) -> set[str]:
    people = (case.patient, *case.caregivers)
    return {word.casefold() for one in people for word in _WORD.findall(one.full)}


def _solid(text: str) -> str:
    return re.sub(r"\W", "", shadow(text).data.decode("ascii")).lower()


def figures(counts: Counter[str]) -> dict[str, float]:
    """Specificity, sensitivity, precision and F of word counts."""
    hit, miss, false, true = (counts[key] for key in ("TP", "FN", "FP", "TN"))
    sensitivity, precision = hit / max(1, hit + miss), hit / max(1, hit + false)
    return {
        "specificity": true / max(1, true + false),
        "sensitivity": sensitivity,
        "precision": precision,
        "F": 2 * sensitivity * precision / max(1e-9, sensitivity + precision),
    }


def check(tallies: dict[str, Tally]) -> None:
    """What must hold."""
    for domain, tally in tallies.items():
        assert tally.refused == 0, f"{domain}: {tally.refused} notes refused"
        assert tally.left == 0, f"{domain}: {tally.left} known identifiers left"
        assert figures(tally.words)["F"] > PUBLISHED[domain], f"{domain}: F below the source"
        assert tally.right >= 0.99 * tally.mentions, f"{domain}: roles {tally.right}"
        assert tally.merged == 0, f"{domain}: {tally.merged} times two people became one"


def show(tallies: dict[str, Tally]) -> None:
    """Prints the tables."""
    for domain, tally in tallies.items():
        for name, counts in (("baseline", tally.baseline), ("whole", tally.words)):
            told = ", ".join(f"{key} {value:.1%}" for key, value in figures(counts).items())
            print(f"   {domain:8} {name:8} {told}  {dict(counts)}")
        print(
            f"   {domain:8} notes {tally.notes}, refused {tally.refused}, known identifiers left "
            f"{tally.left}, mentions {tally.mentions}, right {tally.right}, unclear "
            f"{tally.unclear}, merged {tally.merged}; published F {PUBLISHED[domain]:.1%}; "
            f"missed {dict(tally.kinds.most_common())}"
        )


def full(patients: int = 1000, notes: int = 10) -> None:
    """The whole hospital: 1,000 patients, 10,000 notes."""
    tallies = trial(patients, notes, seed=7)
    show(tallies)
    check(tallies)


if __name__ == "__main__":
    full(*map(int, sys.argv[1:]))
