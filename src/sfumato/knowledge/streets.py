"""Streets: the words of addresses by what they are, and common street names by language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def street_words() -> dict[str, frozenset[str]]:
    """The words of each kind: before, after, units, directions, particles."""
    found: dict[str, set[str]] = {}
    kind = ""
    for line in _lines("street-words"):
        if line.startswith("["):
            kind = line.strip("[]")
        else:
            found.setdefault(kind, set()).update(line.split())
    return {kind: frozenset(words) for kind, words in found.items()}


@cache
def street_names(language: str) -> tuple[str, ...]:
    """Common names of streets, with their article where they have one."""
    for line in _lines("streets"):
        name, _, names = line.partition("\t")
        if name == language:
            return tuple(names.split("; "))
    return ()


def _lines(name: str) -> list[str]:
    text = files("sfumato").joinpath("data", "places", f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
