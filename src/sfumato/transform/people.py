"""People: another name for a name, of the same sex and culture, written in the same way.

Each given name and surname is replaced by a common one of the list where it is relatively most
frequent. Titles, particles, order, case, accents or their absence, signs and line breaks stay; an
initial becomes that of the name it stands for. `personcast` says which names a surrogate is never
and how collisions are settled.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.names import folded, spelled
from sfumato.transform.personcast import Cast, Mention
from sfumato.transform.personpools import Name, devoted
from sfumato.transform.personread import SHORTENED, Part

_LETTERS = "ABCDEFGHIJLMNPRSTV"
_ACCENTED = re.compile(r"[áéíóúàèòÁÉÍÓÚÀÈÒ]")
_UNSEEN = frozenset(("Mn", "Me", "Mc", "Cf", "Co", "Cs", "Cn"))
_SHORT_TEXT = 200


def person(original: str, span: Span, scene: Scene) -> str | None:
    """Another name of the same kind; None where there is no name in the original."""
    cast = scene.once("people", _whole)
    place = (span.start, span.end)
    mention = cast.mentions.get(place)
    if mention is None or mention.text != original:
        cast = Cast(scene, original, [Span(0, len(original), "PATIENT")]) if original else cast
        mention = cast.mentions.get((0, len(original)))
    if mention is None or not mention.reading.of("given", "surname", "initial", "digits"):
        return None
    try:
        return _Writer(cast, mention, scene).written()
    except _NoneLeft:
        return None


class _NoneLeft(Exception):
    """Every name of a class stands in the document."""


def _whole(scene: Scene) -> Cast:
    return Cast(scene, scene.text, [span for span in scene.spans if span.end <= len(scene.text)])


class _Writer:
    """Writes one mention anew."""

    def __init__(self, cast: Cast, mention: Mention, scene: Scene) -> None:
        self._cast = cast
        self._mention = mention
        self._scene = scene
        self._names = cast.names(mention.reading)

    def written(self) -> str:
        """The mention with other names."""
        text, parts = self._mention.text, self._mention.reading.parts
        words = [self._word(part) for part in parts]
        gaps = [_seen(text[one.end : two.start]) for one, two in pairwise(parts)]
        gaps.append(_seen(text[parts[-1].end :]))
        self._agree(parts, words, gaps)
        for at, part in enumerate(parts):
            if part.short and gaps[at].startswith(".") and folded(words[at]) not in _DOTTED:
                gaps[at] = gaps[at][1:]
        rest = "".join(word + gap for word, gap in zip(words, gaps, strict=True))
        return _seen(text[: parts[0].start]) + rest

    def _word(self, part: Part) -> str:
        if part.kind == "kept":
            return part.text
        if part.kind == "digits":
            return self._digits(part)
        if part.kind == "initial":
            return self._initials(part)
        name = self._surrogate(self._names[part])
        if part.short:
            name = SHORTENED.get(folded(name), name)
        return _broken(part.text, _cased(part.text, self._styled(part, name)))

    def _surrogate(self, name: Name) -> str:
        found = self._cast.surrogate(name, self._mention.mark)
        if found is None:
            raise _NoneLeft
        return found

    def _digits(self, part: Part) -> str:
        chance = self._scene.dice.chance("person digits", f"{part.plain}{self._mention.mark}")
        drawn = "".join(chance.choice("0123456789") for _ in part.plain)
        if drawn == part.plain:
            drawn = "".join(str(9 - int(digit)) for digit in drawn)
        return drawn

    def _initials(self, part: Part) -> str:
        """The initials of the surrogates of the names that these stand for."""
        drawn = ""
        for letter in part.plain:
            name = self._meant(letter, part)
            if name is not None:
                drawn += folded(self._surrogate(name))[:1]
            else:
                chance = self._scene.dice.chance("person initial", f"{letter}{self._mention.mark}")
                drawn += chance.choice(_LETTERS.replace(letter.upper(), ""))
        return _cased(part.text if len(part.plain) > 1 else part.text[:1] * 2, drawn.upper())

    def _meant(self, letter: str, part: Part) -> Name | None:
        """The name of somebody in the document that an initial stands for."""
        mine = set(self._names.values())
        asked = "".join(p.plain for p in self._mention.reading.of("initial"))
        for person in self._cast.people:
            names = [name for _, name in person]
            if mine and (not mine & set(names) or len(names) == len(mine)):
                continue
            if not mine and not _stands_for(asked, names):
                continue
            for name in names:
                if name not in mine and name.plain[:1] == letter:
                    return name
        return None

    def _agree(self, parts: Sequence[Part], words: list[str], gaps: list[str]) -> None:
        """Puts the article before the second name of a woman that this name has: de los Ángeles."""
        for at, part in enumerate(parts):
            wanted = devoted().get(folded(words[at]), "") if part.kind == "given" else ""
            count = len(part.article.split())
            if wanted and count and part.article in _ARTICLES and wanted != part.article:
                words[at - count] = _cased(parts[at - count].text, wanted)
                for before in range(at - count + 1, at):
                    words[before] = gaps[before] = ""

    def _styled(self, part: Part, name: str) -> str:
        """The name without accents where the text is typed without."""
        if name.isascii():
            return name
        upper = part.text.isupper()
        told = _evidence([self._mention], upper)
        if told is None:
            told = self._scene.once(
                f"accents {upper}", lambda _: _typed(self._cast, self._scene, upper)
            )
        if told:
            return name
        tilde = self._scene.once("tilde", lambda scene: _has_tilde(self._cast, scene))
        return _without_accents(name, tilde=tilde)


_DOTTED = frozenset(folded(short) for short in SHORTENED.values() if short[-1] != "ª")
_ARTICLES = frozenset(("del", "de la", "de los", "de las"))


def _stands_for(initials: str, names: Sequence[Name]) -> bool:
    """Whether initials are those of the first names of somebody, two at least."""
    first = "".join(name.plain[:1] for name in names)
    return len(initials) > 1 and first.startswith(initials)


def _evidence(mentions: Sequence[Mention], upper: bool) -> bool | None:
    """Whether names that have accents are written with them; None where none has."""
    for mention in mentions:
        for part in mention.reading.of("given", "surname"):
            if part.text.isupper() != upper or part.short:
                continue
            if _ACCENTED.search(unicodedata.normalize("NFC", part.text)):
                return True
            if _ACCENTED.search(spelled(part.plain)):
                return False
    return None


def _typed(cast: Cast, scene: Scene, upper: bool) -> bool:
    """Whether the text is typed with accents."""
    told = _evidence(list(cast.mentions.values()), upper)
    if told is not None:
        return told
    if _ACCENTED.search(cast.text):
        return True
    return scene.language != "en" and len(cast.text) < _SHORT_TEXT


def _has_tilde(cast: Cast, scene: Scene) -> bool:
    """Whether the letter with the tilde is typed."""
    if "ñ" in cast.text.lower():
        return True
    parts = (p for m in cast.mentions.values() for p in m.reading.of("given", "surname"))
    return scene.language != "en" and not any("ñ" in spelled(part.plain) for part in parts)


def _without_accents(name: str, *, tilde: bool) -> str:
    kept = "\u0303\u0327" if tilde else ""
    apart = unicodedata.normalize("NFD", name)
    plain = "".join(c for c in apart if not unicodedata.combining(c) or c in kept)
    return unicodedata.normalize("NFC", plain)


def _cased(original: str, name: str) -> str:
    """A name in the case of the original."""
    if original.isupper() and len(original) > 1:
        return name.upper()
    return name.lower() if original.islower() else name


def _broken(original: str, name: str) -> str:
    """The name with the line break that stands inside the original."""
    if "\n" not in original:
        return name
    begin, end = original.index("-"), original.rindex("\n") + 1
    while original[end : end + 1] in (" ", "\t"):
        end += 1
    cut = max(1, len(name) // 2)
    return name[:cut] + original[begin:end] + name[cut:]


def _seen(gap: str) -> str:
    """What stands between names, without marks of foreign scripts and unseen signs."""
    if gap.isascii():
        return gap
    return "".join(char for char in gap if unicodedata.category(char) not in _UNSEEN)
