"""Likeness: a drawn word in the typing style of the original, fitting what stands around it."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.towns import fold, folded

T = TypeVar("T")
_PIECE = re.compile(r"[,;:()\[\]\n\t|/\"«»]+| - ")
_LAST = re.compile(r"([^\W\d_]+)['’]?[ \t\n]*[\"'«“(]?$")
_BACK = 24
_TRIES = 24
_ORDINARY = frozenset(("SEX", "AGE", "DATE", "KINSHIP", "PROFESSION", "COUNTRY"))
_ACCENTS = re.compile("[áéíóúàèòüñçÁÉÍÓÚÀÈÒÜÑÇ]")
_ENOUGH_LETTERS = 160


def like(original: str, drawn: str, *, plain: bool = False) -> str:
    """A drawn word in the case of the original, without accents where the original has none."""
    if plain:
        drawn = unaccented(drawn)
    letters = [char for char in original if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return drawn.upper()
    if letters and all(char.islower() for char in letters):
        return drawn.lower()
    return drawn


def cased(original: str, drawn: str) -> str:
    """A common word in the case of the original: capitals, first letter, each word, none."""
    letters = [char for char in original if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return drawn.upper()
    words = original.split()
    if len(words) > 1 and all(word[0].isupper() for word in words if len(word) > 3):
        return " ".join(
            word[:1].upper() + word[1:] if len(word) > 3 else word for word in drawn.split()
        )
    if letters and letters[0].isupper():
        return drawn[:1].upper() + drawn[1:]
    return drawn


def unaccented(text: str) -> str:
    """The text without accents."""
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


def without_accents(scene: Scene) -> bool:
    """Whether the whole document is typed without accents, though it is Spanish."""
    return scene.once("without accents", _without_accents)


def _without_accents(scene: Scene) -> bool:
    if scene.language == "en" or len(scene.text) < _ENOUGH_LETTERS:
        return False
    return not _ACCENTS.search(scene.text)


@dataclass(frozen=True, slots=True)
class Taken:
    """What stood in the document or the record, so that no surrogate may be it."""

    pieces: frozenset[str]
    line: str

    def holds(self, drawn: str) -> bool:
        """Whether a name stood there, alone or inside another, or holds one that stood there."""
        key = folded(drawn)
        if f" {key} " in self.line:
            return True
        words = key.split()
        return any(
            " ".join(words[start:end]) in self.pieces
            for start in range(len(words))
            for end in range(start + 1, len(words) + 1)
        )


def taken(scene: Scene) -> Taken:
    """The names of the document, its record and the user's list."""
    return scene.once("taken places", _taken)


def _taken(scene: Scene) -> Taken:
    texts = [scene.text[s.start : s.end] for s in scene.spans if s.label not in _ORDINARY]
    if scene.entry:
        texts += [value.text for value in scene.entry.subject.values]
        texts += [name for person in scene.entry.subject.people for name in person.names]
    texts += scene.avoid
    wholes = dict.fromkeys(fold(text) for text in texts)
    pieces = {fold(piece) for text in texts for piece in _PIECE.split(text)}
    return Taken(
        frozenset(one for one in (*wholes, *pieces) if len(one) > 2), f" {' | '.join(wholes)} "
    )


def drawn_from(
    chance: random.Random, candidates: Sequence[T], fits: Callable[[T], bool]
) -> T | None:
    """One of the candidates that fits; None where none does."""
    if not candidates:
        return None
    for _ in range(_TRIES):
        one = candidates[int(chance.random() * len(candidates))]
        if fits(one):
            return one
    fitting = [one for one in candidates if fits(one)]
    return fitting[int(chance.random() * len(fitting))] if fitting else None


def word_before(scene: Scene, span: Span) -> str:
    """The word right before a span, in lower case; empty where a sign stands between."""
    found = _LAST.search(scene.text[max(0, span.start - _BACK) : span.start])
    return found.group(1).lower() if found else ""


def sounds_right(before: str, drawn: str, language: str) -> bool:
    """Whether a word may follow "a", "an", "y", "e", "o", "u"."""
    if before in ("a", "an") and language != "es":
        return (before == "an") == vowel_sound(drawn)
    if language == "en":
        return True
    first = unaccented(drawn[:3].lower())
    with_i = first.startswith(("i", "hi")) and first not in ("hie", "hia", "hio")
    with_o = first.startswith(("o", "ho"))
    if before in ("y", "e"):
        return with_i == (before == "e")
    if before in ("o", "u"):
        return with_o == (before == "u")
    return True


_AS_CONSONANT = re.compile(r"(?:eu|ew|uni(?!n|m)|us[aeiu]|ut[ei]|ub[ie]|ur[aei]|once|one\b|ouija)")
_LETTERS_AS_VOWEL = frozenset("AEFHILMNORSX")


def vowel_sound(word: str) -> bool:
    """Whether an English word takes "an"."""
    first = word.split()[0].strip("'\"") if word.split() else ""
    if first.isupper() and 1 < len(first) < 4:
        return first[0] in _LETTERS_AS_VOWEL
    lower = unaccented(first.lower())
    if lower.startswith(("hour", "honest", "heir", "honor", "honour")):
        return True
    return lower[:1] in tuple("aeiou") and not _AS_CONSONANT.match(lower)
