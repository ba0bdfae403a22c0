"""Professions: words for trades by gender, in Spanish and English."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from sfumato.knowledge.plurals import plural
from sfumato.knowledge.towns import fold

Gender = Literal["m", "f", ""]


@dataclass(frozen=True, slots=True)
class Trade:
    """A profession: the man's and the woman's word; empty where there is none."""

    man: str
    woman: str

    def word(self, gender: Gender) -> str:
        """The word of a gender; the common one where both are the same."""
        return self.woman if gender == "f" else self.man

    @property
    def common(self) -> bool:
        """Whether one word serves both."""
        return self.man == self.woman


def _lines(name: str) -> list[str]:
    text = files("sfumato").joinpath("data", f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _trades(name: str) -> tuple[Trade, ...]:
    found = []
    for line in _lines(name):
        man, _, woman = line.partition("/")
        found.append(Trade(man.replace("-", "") if man == "-" else man, (woman or man)))
    return tuple(Trade(one.man, "" if one.woman == "-" else one.woman) for one in found)


@cache
def trades(language: str) -> tuple[Trade, ...]:
    """The professions that may be drawn."""
    if language == "es":
        return _trades("professions-es")
    return (*_trades("professions-en"), *_trades("professions-en-sexed"))


@cache
def genders(language: str) -> dict[str, tuple[Gender, bool]]:
    """Gender and whether plural, by folded word; gender is empty where one word serves both."""
    known = trades(language)
    if language == "es":
        known = (*known, *_trades("professions-es-known"))
    found: dict[str, tuple[Gender, bool]] = {}
    for one in known:
        for gender, word in (("m", one.man), ("f", one.woman)):
            if word:
                told: Gender = "" if one.common else ("m" if gender == "m" else "f")
                found.setdefault(fold(word), (told, False))
                found.setdefault(fold(plural(word, language)), (told, True))
    return found


@cache
def profession_modifiers(language: str) -> frozenset[str]:
    """Folded words beside a profession that stay."""
    found: set[str] = set()
    section = ""
    for line in _lines("profession-modifiers"):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == language:
            found.update(fold(word) for word in line.split())
    return frozenset(found)
