"""Lists: the reviewable word lists of the package, folded as the shadow folds text."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sfumato.knowledge.shadow import shadow


@cache
def lines(name: str) -> tuple[str, ...]:
    """The lines of a list as they are written, without comments, in file order."""
    text = files("sfumato").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")
    found = (line.partition("#")[0].strip() for line in text.splitlines())
    return tuple(line for line in found if line)


@cache
def entries(name: str) -> tuple[str, ...]:
    """The lines of a list, folded to plain ASCII, without comments, in file order, once each."""
    return tuple(dict.fromkeys(shadow(line).data.decode("ascii") for line in lines(name)))


@cache
def words(name: str) -> frozenset[str]:
    """The single words of a list, folded and in lower case."""
    return frozenset(word.lower() for line in entries(name) for word in line.split())


def alternation(name: str) -> str:
    """A list as one RE2 alternation, longest entries first, also in capitals throughout."""
    variants = {*entries(name), *(entry.upper() for entry in entries(name))}
    ordered = sorted(variants, key=lambda entry: (-len(entry), entry))
    return "|".join(r"[ \n]{1,3}".join(map(_escaped, entry.split())) for entry in ordered)


def _escaped(word: str) -> str:
    return "".join(char if char.isalnum() else "\\" + char for char in word)
