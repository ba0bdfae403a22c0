"""Names: how common a name is in each list, and the common names of each culture and kind.

The tables in `data/names` are text; they are read when the first name is asked for, and of the
large one only the lines that are looked up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate

from sfumato.knowledge.lists import words
from sfumato.knowledge.shadow import shadow

ARTICLES = frozenset(
    "de del la las los el da do dos das di van der den von vom zu y i e san santa sant ben bin ibn "
    "al abu o mc st ste".split()
)
"""Words inside names that stay, folded."""
CULTURES = ("es", "en", "ca", "eu", "gl", "ar", "ro", "zh", "pt")
_REMEMBERED = 8192


@dataclass(frozen=True, slots=True)
class Pool:
    """The common names of a culture and kind, commonest first."""

    names: tuple[str, ...]
    plain: tuple[str, ...]
    """The same, folded."""
    known: frozenset[str] = field(repr=False)
    """The same, as a set."""
    heights: tuple[float, ...] = field(default=(), repr=False)
    """For each name how many bear it or one before it, to draw by."""


@lru_cache(_REMEMBERED)
def folded(name: str) -> str:
    """A name in plain lower-case letters, without anything else; other scripts stay theirs."""
    plain = shadow(name).data.decode("ascii").lower()
    if plain.isalpha():
        return plain
    letters = "".join(filter(str.isalnum, plain))
    return letters if letters and "_" not in plain else _in_own_script(name)


def _in_own_script(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def scored(share: float) -> int:
    """How common a name is, on the scale of the table: 10 log10 of bearers in 10 million."""
    return max(0, round(10 * math.log10(max(share, 1.0))))


@lru_cache(_REMEMBERED)
def shares(plain: str) -> dict[str, int]:
    """How common a folded name is in each list that holds it, see the head of the table."""
    line = _line(plain.encode("ascii", "replace"))
    return {cell[:1]: int(cell[1:]) for cell in line.split()[1:]}


def is_name(plain: str) -> bool:
    """Whether any list holds a folded name."""
    return bool(shares(plain)) or plain in words("given-names")


def pool(part: str) -> Pool | None:
    """The pool of `culture.kind`, if there is one."""
    return _pools().get(part)


def spelled(plain: str) -> str:
    """A folded name as the pools spell it; empty where none holds it."""
    return _spelled().get(plain, "")


def _line(name: bytes) -> str:
    """The line of a name: a binary search in the sorted text."""
    data = _table()
    low, high = 0, len(data)
    while low < high:
        start = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = data.find(b"\n", start)
        found = data[start : data.find(b" ", start, end)]
        if found == name:
            return data[start:end].decode("ascii")
        if found < name:
            low = end + 1
        else:
            high = start
    return ""


@cache
def _table() -> bytes:
    text = files("sfumato").joinpath("data", "names", "tokens.txt").read_bytes()
    start = 0
    while text.startswith(b"#", start):
        start = text.find(b"\n", start) + 1
    return text[start:]


@cache
def _spelled() -> dict[str, str]:
    made: dict[str, str] = {}
    for found in _pools().values():
        for plain, name in zip(found.plain, found.names, strict=True):
            made.setdefault(plain, name)
    return made


@cache
def _pools() -> dict[str, Pool]:
    text = files("sfumato").joinpath("data", "names", "pools.txt").read_text(encoding="utf-8")
    made = {}
    for part in text.split("\n[")[1:]:
        name, _, lines = part.partition("]\n")
        rows = [line.partition(" ")[::2] for line in lines.splitlines()]
        names = tuple(word for word, _ in rows)
        plain = tuple(folded(word) for word in names)
        heights = tuple(accumulate(float(bearers or 1) for _, bearers in rows))
        made[name] = Pool(names, plain, frozenset(plain), heights)
    return made
