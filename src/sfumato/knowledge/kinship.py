"""Kinship: words for relatives by gender and generation, in several languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sfumato.knowledge.plurals import plural
from sfumato.knowledge.towns import fold


@dataclass(frozen=True, slots=True)
class Relative:
    """A word for a relative: "es", "f+2"; whether it is plural, drawn, or drawn at need only."""

    word: str
    language: str
    group: str
    plural: bool = False
    drawn: bool = True
    spare: bool = False

    @property
    def gender(self) -> str:
        """m, f or n."""
        return self.group[0]

    @property
    def generation(self) -> int:
        """How many generations older; 0 of the same."""
        found = re.search(r"[+-]\d", self.group)
        return int(found.group()) if found else 0


def _lines(name: str) -> list[str]:
    text = files("sfumato").joinpath("data", f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def relatives() -> tuple[Relative, ...]:
    """All words for relatives, singular then plural."""
    found = []
    for language, group, words in (line.split("\t") for line in _lines("kinship")):
        for marked in words.split():
            word = marked.lstrip("?!").replace("_", " ")
            drawn, spare = not marked.startswith("?"), marked.startswith("!")
            found.append(Relative(word, language, group, drawn=drawn, spare=spare))
            many = plural(word, language)
            found.append(Relative(many, language, group, plural=True, drawn=drawn, spare=spare))
    return tuple(found)


@cache
def relatives_named() -> dict[str, tuple[Relative, ...]]:
    """The words by their folded form."""
    found: dict[str, tuple[Relative, ...]] = {}
    for one in relatives():
        key = fold(one.word)
        found[key] = (*found.get(key, ()), one)
    return found


@cache
def relatives_of(language: str, group: str, *, plural: bool) -> tuple[Relative, ...]:
    """The words that may stand for one of a class."""
    return tuple(
        one
        for one in relatives()
        if (one.language, one.group, one.plural) == (language, group, plural) and one.drawn
    )


@cache
def kinship_words(kind: str) -> frozenset[str]:
    """The folded words of a section: those that stay, those that only some relatives take."""
    found: set[str] = set()
    section = ""
    for line in _lines("kinship-words"):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == kind:
            found.update(fold(word) for word in line.split())
    return frozenset(found)
