"""Known parts: the words of a known name, each with the forms in which people write it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache

from sfumato.knowledge.lists import entries
from sfumato.knowledge.shadow import shadow

_WORD = re.compile(r"[A-Za-z0-9]+(?:['-][A-Za-z0-9]+)*")
PARTICLES = frozenset(
    "de del la las los el y e i da do dos das di van von der den vander zu zur bin ibn al ben ter "
    "ten le du des san santa st mac mc".split()
)
TITLES = frozenset(
    "dr dra drs dres doctor doctora mr mrs ms miss mx sr sra srta don dona dna d prof profesor "
    "profesora professor nurse enf enfermero enfermera lic sir lady rev sister md do phd rn lpn "
    "lvn np dvm vmd msw jr ii iii iv esq fr".split()
)
_SHORTEST_GLUED = 4


class Fit(IntEnum):
    """How well a word of a text fits a word of a name."""

    INITIAL = 1
    TYPO = 2
    NICKNAME = 3
    EXACT = 4


@dataclass(frozen=True, slots=True)
class Slot:
    """One word of a name, with its forms."""

    word: str = field(repr=False)
    given: bool
    forms: tuple[tuple[str, Fit], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A full name as slots: given names first where a comma tells them apart."""

    slots: tuple[Slot, ...]
    glued: frozenset[str] = field(repr=False)
    """The whole name in one word, as logins and file names write it."""


@cache
def parse(full: str) -> Name | None:
    """The name that a record writes; None where it holds no word."""
    plain = shadow(full).data.decode("ascii").replace("`", "'")
    family, comma, given = plain.partition(",")
    if comma and not _words(given):
        family, given = family, ""
    words = [(word, True) for word in _words(given)] if comma else []
    words += [(word, not comma and number == 0) for number, word in enumerate(_words(family))]
    if not words:
        return None
    if not comma and _joined(words[0][0]) not in _nicknames():
        # Perhaps the surname comes first: what is a given name for certain counts as one too.
        words = [(word, given or _joined(word) in _nicknames()) for word, given in words]
    slots = tuple(Slot(_joined(word), given, tuple(_forms(word, given))) for word, given in words)
    return Name(slots, frozenset(_glued(slots)))


def _words(text: str) -> list[str]:
    """The words that tell whose name it is: no titles, no particles, unless there is no other."""
    found = [word.lower() for word in _WORD.findall(text)]
    telling = [word for word in found if word not in TITLES and word not in PARTICLES]
    return telling or [word for word in found if word not in TITLES and len(word) > 1]


def _joined(word: str) -> str:
    return re.sub(r"['-]", "", word)


def _forms(word: str, given: bool) -> Iterator[tuple[str, Fit]]:
    if len(word) > 1:
        yield _joined(word), Fit.EXACT
    for part in re.split(r"['-]", word):
        if len(part) > 2 and part not in PARTICLES:
            yield part, Fit.EXACT
    if given:
        for form in sorted(_called(_joined(word))):
            yield form, Fit.NICKNAME


def _called(word: str) -> set[str]:
    """Nicknames and diminutives of a given name."""
    found = set(_nicknames().get(word, ())) | set(_diminutives(word))
    return found - {word}


@cache
def _nicknames() -> dict[str, frozenset[str]]:
    """For each name of the list all that may stand for it: the names of its lines."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in entries("nicknames"):
        called = {_joined(word) for word in line.lower().split()}
        for word in called:
            found[word] |= called - {word}
    return {word: frozenset(forms) for word, forms in found.items()}


def _diminutives(word: str) -> Iterator[str]:
    """Spanish and English diminutives, made by rule."""
    if len(word) < 4:
        return
    stem = word.rstrip("aeiou") if word[-1] in "aeiou" else word
    ends = ("a",) if word[-1] == "a" else ("o",) if word[-1] == "o" else ("a", "o")
    spelled = re.sub(r"c$", "qu", re.sub(r"g$", "gu", stem))
    for end in ends:
        yield from (f"{spelled}it{end}", f"{spelled}ill{end}")
        if word[-1] not in "ao":
            yield f"{word}cit{end}"
    yield from (f"{stem}y", f"{stem}ie")


def _glued(slots: tuple[Slot, ...]) -> Iterator[str]:
    given = [slot.word for slot in slots if slot.given]
    family = [slot.word for slot in slots if not slot.given]
    for one in given:
        for two in family:
            if len(two) >= _SHORTEST_GLUED:
                yield from (one + two, one[0] + two, two + one, two + one[0])


def initials(name: Name) -> set[str]:
    """The initials by which a name may be called, two letters or more."""
    letters = "".join(slot.word[0] for slot in name.slots)
    given = next((slot.word[0] for slot in name.slots if slot.given), "")
    family = [slot.word[0] for slot in name.slots if not slot.given]
    found = {letters, *(given + letter for letter in family), given + "".join(family)}
    return {one for one in found if len(one) > 1}


def deletions(word: str) -> set[str]:
    """The word, and the word without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def one_apart(one: str, two: str) -> bool:
    """Whether one letter put in, left out, changed or swapped with the next tells them apart."""
    if one == two or abs(len(one) - len(two)) > 1:
        return False
    start = 0
    while start < min(len(one), len(two)) and one[start] == two[start]:
        start += 1
    left, right = one[start:], two[start:]
    if len(left) == len(right):
        swapped = left[:2] == right[:2][::-1] and left[2:] == right[2:]
        return swapped or left[1:] == right[1:]
    return left[1:] == right if len(left) > len(right) else left == right[1:]
