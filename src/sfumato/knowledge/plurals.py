"""Plurals: of nouns and short noun phrases in Spanish, English and their neighbours."""

from __future__ import annotations

import re

_UNACCENTED = str.maketrans("áéíóú", "aeiou")
_ENGLISH = {"child": "children", "man": "men", "woman": "women", "wife": "wives"}
_SAME_EN = frozenset(("kin",))


def plural(phrase: str, language: str) -> str:
    """A phrase in the plural: its noun and the adjectives beside it."""
    if language == "en":
        return _english(phrase)
    if language == "eu":
        return phrase if phrase.endswith("k") else f"{phrase}{'k' if phrase[-1] == 'a' else 'ak'}"
    words = phrase.split(" ")
    stop = next((at for at, word in enumerate(words) if word in ("de", "del", "en")), len(words))
    one = _catalan if language == "ca" else _spanish
    return " ".join([*map(one, words[:stop]), *words[stop:]])


def _spanish(word: str) -> str:
    if not word or word[-1] in "aeiouéáó":
        return f"{word}s"
    if word.endswith("s"):
        return word if not re.search(r"[áéíóú]s$", word) else f"{word.translate(_UNACCENTED)}es"
    if word.endswith("z"):
        return f"{word[:-1]}ces"
    if re.search(r"[áéíóú][nl]$", word):
        return f"{word[:-2]}{word[-2:].translate(_UNACCENTED)}es"
    return f"{word}es"


def _catalan(word: str) -> str:
    if word.endswith("a"):
        return f"{word[:-1]}es"
    if word[-1:] in "àíó":
        return f"{word.translate(str.maketrans('àíó', 'aio'))}ns"
    return f"{word}s"


def _english(phrase: str) -> str:
    if phrase.endswith("-in-law"):
        return f"{_english(phrase.removesuffix('-in-law'))}-in-law"
    head, last = re.match(r"(.*?)([^\W\d_]*)$", phrase, re.DOTALL).groups()  # type: ignore[union-attr]
    lower = last.lower()
    if lower in _SAME_EN:
        return phrase
    for ending, many in _ENGLISH.items():
        if lower.endswith(ending) and not lower.endswith("human"):
            return head + last[: len(last) - len(ending)] + many
    if re.search(r"(?:s|x|z|ch|sh)$", lower):
        return f"{phrase}es"
    if re.search(r"[^aeiou]y$", lower):
        return f"{phrase[:-1]}ies"
    return f"{phrase}s"
