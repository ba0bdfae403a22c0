"""Nations: names of countries and words for their people, in the grammar of the original."""

from __future__ import annotations

import re
from collections.abc import Callable

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.areas import Country, Tongue, countries, countries_named, peoples
from sfumato.knowledge.towns import fold, misread
from sfumato.transform.atlas import is_definite
from sfumato.transform.likeness import (
    drawn_from,
    like,
    sounds_right,
    taken,
    without_accents,
    word_before,
)

_ARTICLE = re.compile(r"^(?:(?:la|el|los|las|the)\s+)(?=\S)", re.IGNORECASE)
_SHORT = 5
_ARTICLES = {"la": "f", "el": "m", "del": "m", "al": "m", "los": "mp", "las": "fp"}


def nation(original: str, span: Span, scene: Scene, target: Callable[[str], str]) -> str | None:
    """The country or people that a country or people becomes; None where it is neither."""
    text = original.strip()
    known = countries_named().get(fold(text))
    skip = 0
    known = known or countries_named().get(misread(fold(text)))
    if known is None:
        article = _ARTICLE.match(text)
        skip = article.end() if article else 0
        known = countries_named().get(fold(text[skip:]))
    if known:
        new = _named(text[skip:], known, span, scene, target)
        return text[:skip] + new if new else None
    return _people(text, span, scene, target)


def _named(
    name: str, known: Country, span: Span, scene: Scene, target: Callable[[str], str]
) -> str | None:
    tongue = _tongue(name, known, scene)
    code = target(known.code)
    if code == known.code:
        return name
    before = word_before(scene, span)
    found = next((one for one in countries() if one.code == code), None)
    if found is None or not _fits(found, known, before, tongue):
        found = drawn_from(
            scene.dice.chance("country", f"{known.code} {before}"),
            [one for one in countries() if _alike(one, known, tongue)],
            lambda one: (
                _fits(one, known, before, tongue) and not taken(scene).holds(one.spanish[0])
            ),
        )
    if found is None:
        return None
    new = found.names(tongue)[0]
    if name.isupper() and len(name) <= _SHORT:
        return new
    return like(name, new, plain=tongue == "es" and without_accents(scene))


def _fits(one: Country, known: Country, before: str, tongue: Tongue) -> bool:
    """Whether a country's name may stand after the word before it."""
    if tongue == "en" and is_definite(one) != is_definite(known):
        return False
    kind = _ARTICLES.get(before) if tongue == "es" else None
    if kind and "+" in known.grammar and one.grammar != f"{kind}+":
        return False
    return sounds_right(before, one.names(tongue)[0], tongue)


def _alike(one: Country, known: Country, tongue: Tongue) -> bool:
    return one != known and (tongue == "en" or one.grammar == known.grammar)


def _tongue(name: str, known: Country, scene: Scene) -> Tongue:
    key = fold(name)
    spanish = key in map(fold, known.names("es"))
    english = key in map(fold, known.names("en"))
    if spanish and english:
        return "en" if scene.language == "en" else "es"
    return "es" if spanish else "en"


def _people(word: str, span: Span, scene: Scene, target: Callable[[str], str]) -> str | None:
    """A word for the people of another country, in gender and number of the original."""
    plural = ""
    key = fold(word)
    for ending in ("", "es", "s"):
        if key.endswith(ending) and key[: len(key) - len(ending)] in peoples():
            plural = ending
            break
    else:
        return None
    known, form = peoples()[key[: len(key) - len(plural)]]
    code = target(known.code)
    found = next((one for one in countries() if one.code == code), None)
    if found is None or found == known:
        return word
    before = word_before(scene, span)
    tongue = "es" if form < 2 else "en"
    if not _follows(found, known, form, before):
        pool = [one for one in countries() if one != known and _follows(one, known, form, before)]
        other = drawn_from(scene.dice.chance("people", f"{known.code} {before}"), pool, bool)
        found = other or found
    new = (*found.people_es, found.people_en)[form]
    return like(word, _plural(new) if plural and tongue == "es" else new + plural)


def _follows(one: Country, known: Country, form: int, before: str) -> bool:
    """Whether a people's word has the forms of another and may stand after the word before it."""
    if form == 2:
        return sounds_right(before, one.people_en, "en")
    same = len(set(one.people_es)) == len(set(known.people_es))
    return same and sounds_right(before, one.people_es[form], "es")


def _plural(word: str) -> str:
    if word[-1] in "aeioué":
        return f"{word}s"
    accents = str.maketrans("áéíóú", "aeiou")
    return f"{word}es" if word.endswith("í") else f"{word.translate(accents)}es"
