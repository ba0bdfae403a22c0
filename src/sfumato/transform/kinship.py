"""Kinship: another relative of the same gender, generation and number, in the same tone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.kinship import (
    Relative,
    kinship_words,
    relatives_named,
    relatives_of,
)
from sfumato.knowledge.towns import fold
from sfumato.transform.dial import chance_for
from sfumato.transform.likeness import (
    cased,
    drawn_from,
    sounds_right,
    unaccented,
    without_accents,
    word_before,
)

_WORD = re.compile(r"[^\W\d_](?:[^\W_]|-(?=[^\W\d_]))*")
_WIDEST = 3
_TURNS = {
    "materno": "paterno",
    "materna": "paterna",
    "maternos": "paternos",
    "maternas": "paternas",
    "maternal": "paternal",
    "gemelo": "mellizo",
    "gemela": "melliza",
    "gemelos": "mellizos",
    "gemelas": "mellizas",
    "segundo": "tercero",
    "segunda": "tercera",
    "carnal": "segundo",
    "identical": "fraternal",
    "mayor": "menor",
    "mayores": "menores",
    "older": "younger",
    "twin": "older",
    "elder": "younger",
}
_BACK = {new: old for old, new in _TURNS.items() if old not in ("twin", "carnal", "elder")}
_KINDS = ("lineage", "twin", "degree")


@dataclass(frozen=True, slots=True)
class _Met:
    start: int
    end: int
    relative: Relative


def kinship(original: str, span: Span, scene: Scene) -> str | None:
    """The relatives of a span, each replaced by one of its class; None for what is none."""
    words = list(_WORD.finditer(original))
    met = list(_relatives(words, original, scene.language))
    if not _rest_may_stay(words, met, original):
        return None
    if not met:
        return original if words else None
    made = original
    changed = False
    for one in reversed(met):
        new = _drawn(one, original, words, span, scene)
        if new is not None:
            made = made[: one.start] + new + made[one.end :]
            changed = True
    return made if changed and made != original else _turned(original, words)


def _relatives(words: list[re.Match[str]], original: str, language: str) -> Iterator[_Met]:
    """The relatives named, the longest names first."""
    at = 0
    while at < len(words):
        for width in range(min(_WIDEST, len(words) - at), 0, -1):
            start, end = words[at].start(), words[at + width - 1].end()
            key = fold(original[start:end])
            known = relatives_named().get(key) or relatives_named().get(_read(key))
            if known:
                yield _Met(start, end, _best(known, original[start:end], language))
                at += width - 1
                break
        at += 1


def _read(key: str) -> str:
    """A word as a scanner may have misread it."""
    return key.replace("0", "o").replace("1", "l").replace("rn", "m")


def _best(known: tuple[Relative, ...], text: str, language: str) -> Relative:
    """Of words that look alike the one in the document's language."""
    own = "en" if language == "en" else "es"
    return min(known, key=lambda one: (one.language != own, one.word != text.lower()))


def _rest_may_stay(words: list[re.Match[str]], met: list[_Met], original: str) -> bool:
    """Whether what is beside the relatives is no name: known words, or small letters."""
    for word in words:
        if any(one.start <= word.start() < one.end for one in met):
            continue
        key = fold(word.group())
        if key in kinship_words("stay") or len(key) == 1:
            continue
        if not word.group().islower() or original.islower() or not met:
            return False
    return True


def _drawn(
    one: _Met, original: str, words: list[re.Match[str]], span: Span, scene: Scene
) -> str | None:
    relative = one.relative
    pool = relatives_of(relative.language, relative.group, plural=relative.plural)
    beside = {fold(word.group()) for word in words}
    before = _before(one, original, words, span, scene)
    chance = chance_for(scene, span, "kinship", relative.word)

    def fits(other: Relative) -> bool:
        if fold(other.word) == fold(relative.word) or other.spare:
            return False
        return _takes(other, beside) and sounds_right(before, other.word, relative.language)

    found = drawn_from(chance, pool, fits)
    if found is None and before == "an":
        spare = [other for other in pool if other.spare]
        found = drawn_from(chance, spare, lambda other: sounds_right(before, other.word, "en"))
    if found is None:
        return None
    text = original[one.start : one.end]
    plain = without_accents(scene) or (text.isascii() and not relative.word.isascii())
    return cased(text, unaccented(found.word) if plain else found.word)


def _before(one: _Met, original: str, words: list[re.Match[str]], span: Span, scene: Scene) -> str:
    earlier = [word for word in words if word.end() <= one.start]
    if not earlier:
        return word_before(scene, span) if not original[: one.start].strip() else ""
    gap = original[earlier[-1].end() : one.start]
    return earlier[-1].group().lower() if gap.isspace() else ""


def _takes(other: Relative, beside: set[str]) -> bool:
    """Whether a relative goes with the words beside it: "abuela materna", not "madre materna"."""
    for kind in _KINDS:
        if beside & kinship_words(kind):
            allowed = kinship_words(f"takes {kind}")
            singular = fold(other.word)
            if singular not in allowed and singular.removesuffix("s") not in allowed:
                return False
    return True


def _turned(original: str, words: list[re.Match[str]]) -> str | None:
    """Where no other relative fits, the other side of the family."""
    for word in words:
        key = word.group().lower()
        new = _TURNS.get(key) or _BACK.get(key)
        if new:
            return original[: word.start()] + cased(word.group(), new) + original[word.end() :]
    return None
