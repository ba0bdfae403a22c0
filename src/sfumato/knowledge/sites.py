"""Sites: the words of names of hospitals, schools and firms, invented names, names not to use."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from sfumato.knowledge.towns import fold

_BYTES = 5
_SMALL = frozenset("de del la las los el d l y e i da do".split())


@cache
def site_words(language: str) -> frozenset[str]:
    """The words that say what kind of place a name is of, folded."""
    found: set[str] = set()
    section = ""
    for line in _lines("site-words"):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == language:
            found.update(fold(word) for word in line.split())
    return frozenset(found)


@cache
def site_names(kind: str) -> tuple[str, ...]:
    """Invented names of a kind: "saint-es", "plain-en", "firm-es" ..."""
    for line in _lines("sites"):
        name, _, names = line.partition("\t")
        if name == kind:
            return tuple(names.split("; "))
    return ()


def core(name: str) -> str:
    """The words of a name that tell it from others of its kind, folded."""
    words = [word for word in fold(name).split() if word not in _SMALL]
    own = [word for word in words if word not in site_words("es")]
    return " ".join(own or words)


def core_digest(name: str) -> str:
    """A short digest of the words that tell a name from others."""
    return hashlib.blake2b(core(name).encode(), digest_size=_BYTES).hexdigest()


def initials(name: str) -> str:
    """The first letters of a name's words, as an acronym has them."""
    return "".join(word[0] for word in fold(name).split() if word not in _SMALL).upper()


def is_real(name: str) -> bool:
    """Whether a name is that of a health centre of Spain, or an acronym in use."""
    return core_digest(name) in _real() or name.upper() in _acronyms()


@cache
def _real() -> frozenset[str]:
    return frozenset(_lines("real-centres"))


@cache
def _acronyms() -> frozenset[str]:
    return frozenset(word for line in _lines("acronyms") for word in line.split())


def _lines(name: str) -> list[str]:
    text = files("sfumato").joinpath("data", "places", f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
