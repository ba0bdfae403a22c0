"""Streets: another address of the same shape, its kind of street and its units kept."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.streets import street_names, street_words
from sfumato.knowledge.towns import fold
from sfumato.transform.dial import chance_for
from sfumato.transform.likeness import drawn_from, like, taken, without_accents

_TOKEN = re.compile(
    r"(?P<whole>s\s?/\s?n\b|s\.n\.|(?:c|av|cl|r|p)\s?[/\\]\.?(?!\d)|p\.?[º°]|b[º°]|n\.?[º°]|#|&"
    r"|[A-Z]{1,3}(?=-\d))"
    r"|(?P<number>\d+(?:st|nd|rd|th)\b|\d+\.?\s?[ºª°]+|\d+(?=[atrnèoºª]\b)|\d[\dOolI]*(?![^\W\d_])|\d+)"
    r"|(?P<word>[^\W\d_]{2,}\d[^\W\d_]+|[^\W\d_]{4,}\d(?!\d)|[^\W\d_]+(?:['’·-][^\W\d_]+)*(?:\.[^\W\d_]\.?)*\.?)",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[,;()\n:/|]|\s-\s")
_LANGUAGES = {
    "ca": frozenset(
        "carrer passeig plaça avinguda passatge camí travessera travessia baixada ptge. ptge"
        " les els dels".split()
    ),
    "gl": frozenset("rúa rua praza estrada do da das".split()),
}
_BASQUE = frozenset("kalea etorbidea pasealekua bidea enparantza plazatxoa hiribidea".split())
_ARTICLES = {
    "es": {"el": "del", "la": "de la", "los": "de los", "las": "de las"},
    "ca": {"el": "del", "la": "de la", "els": "dels", "les": "de les"},
    "gl": {"o": "do", "a": "da", "os": "dos", "as": "das"},
}
_OF = frozenset("de del do da dos das dels d".split())
_DIGITS = re.compile(r"\d(?:[\dOolI]*(?![^\W\d_])|\d*)")
_TRIES = 4
_ORDINAL = frozenset("atrnèo")
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    text: str
    kind: str
    """number, before, after, unit, direction, particle, name"""


def street(original: str, span: Span, scene: Scene) -> str | None:
    """An invented address in the shape of the original."""
    runs = _runs(original, scene.language)
    made = original
    for run in reversed(runs):
        new = _replaced(run, span, scene)
        if new is None:
            return None
        made = made[: run.start] + new + made[run.end :]
    return made if made != original else None


@dataclass(frozen=True, slots=True)
class _Run:
    """What is replaced together: a name with the "of" before it, a number, a door."""

    start: int
    end: int
    text: str
    kind: str
    language: str
    before: str
    """The word before, in lower case."""


def _runs(original: str, language: str) -> list[_Run]:
    found: list[_Run] = []
    for part in _parts(original):
        found += _runs_of(part, original, language)
    return found


def _parts(original: str) -> list[list[_Token]]:
    """The tokens between commas; a number ends a part too, save one that begins a name."""
    parts: list[list[_Token]] = [[]]
    last = 0
    for match in _TOKEN.finditer(original):
        if _ENDS.search(original, last, match.start()):
            parts.append([])
        kind = _kind(match)
        token = _Token(match.start(), match.end(), match.group(), kind)
        if kind == "before" and any(one.kind == "number" for one in parts[-1]):
            parts.append([])
        parts[-1].append(token)
        last = match.end()
    return [part for part in parts if part]


def _kind(match: re.Match[str]) -> str:
    text = match.group().lower()
    if match.lastgroup == "number":
        return "number"
    words = street_words()
    bare = text.replace(" ", "")
    for kind in ("before", "after", "units", "directions", "particles"):
        if text in words[kind] or bare in words[kind] or bare.rstrip(".") in words[kind]:
            return kind
    return "name" if match.lastgroup == "word" else "units"


def _runs_of(part: list[_Token], original: str, language: str) -> list[_Run]:
    kinds, tongue = _settled(part, language)
    found: list[_Run] = []
    at = 0
    while at < len(part):
        token = part[at]
        before = part[at - 1].text.lower() if at else ""
        if kinds[at] == "number":
            found.append(_Run(token.start, token.end, token.text, "number", tongue, before))
        elif kinds[at] == "name":
            stop = at
            while stop + 1 < len(part) and _goes_on(kinds, stop + 1):
                stop += 1
            begin = at
            while begin and kinds[begin - 1] == "particles" and tongue != "en":
                begin -= 1
            start, end = part[begin].start, part[stop].end
            before = part[begin - 1].text.lower() if begin else ""
            found.append(_Run(start, end, original[start:end], "name", tongue, before))
            at = stop
        elif _is_door(token, part, at, tongue):
            found.append(_Run(token.start, token.end, token.text, "door", tongue, before))
        at += 1
    return found


def _goes_on(kinds: list[str], at: int) -> bool:
    """Whether a name goes on: a further word of it, or small words before one."""
    while at < len(kinds) and kinds[at] == "particles":
        at += 1
    return at < len(kinds) and kinds[at] == "name"


def _settled(part: list[_Token], language: str) -> tuple[list[str], str]:
    """The kinds in their context, and the language of the part."""
    kinds = [token.kind for token in part]
    texts = [token.text.lower() for token in part]
    words = [at for at, kind in enumerate(kinds) if kind != "number"]
    after = [
        at
        for at in words
        if kinds[at] == "after" or texts[at].rstrip(".") in street_words()["after"]
    ]
    leads = next((at for at in words if kinds[at] in ("before", "after", "name")), None)
    if leads is None:
        return kinds, _tongue_of(language)
    basque = [at for at in after if texts[at] in _BASQUE]
    if basque:
        return _as_english(part, kinds, basque[-1]), "eu"
    if texts[0] == "c" and len(kinds) > 1 and kinds[1] == "name":
        kinds[0], leads = "before", 0
    if kinds[leads] == "before" and not (language == "en" and after and after[-1] > leads):
        return _as_spanish(part, kinds, leads), _tongue_in(texts)
    closing = bool(after) and not any(kinds[at] == "name" for at in words if at > after[-1])
    if after and (language == "en" or (closing and kinds[after[-1]] == "after")):
        return _as_english(part, kinds, after[-1]), "en"
    return [_named(kind) for kind in kinds], _tongue_of(language)


def _named(kind: str) -> str:
    return "name" if kind in ("before", "after") else kind


def _tongue_of(language: str) -> str:
    return "en" if language == "en" else "es"


def _tongue_in(texts: list[str]) -> str:
    return next((name for name, words in _LANGUAGES.items() if words.intersection(texts)), "es")


def _as_spanish(part: list[_Token], kinds: list[str], leads: int) -> list[str]:
    """After the type all words are the name, up to the number or a unit."""
    made = list(kinds)
    named = False
    for at in range(leads + 1, len(part)):
        if kinds[at] == "number":
            if not named and _begins_name(part, at):
                made[at] = "name"
                continue
            named = True
        elif kinds[at] in ("before", "after") and (kinds[at] == "after" or at > leads + 1):
            made[at] = "name"
        elif kinds[at] == "directions" and len(part[at].text) > 2:
            made[at] = "name" if not named else kinds[at]
        elif kinds[at] == "units" and not named and _only_lengthy(part[at]):
            made[at] = "name"
        if made[at] == "name":
            named = True
    return made


def _only_lengthy(token: _Token) -> bool:
    return token.text[:1].isupper() and token.text.lower() in (
        "correos",
        "centro",
        "torre",
        "estado",
    )


def _begins_name(part: list[_Token], at: int) -> bool:
    """Whether a number is the first word of a name: "12 de Octubre"."""
    following = [token.text.lower() for token in part[at + 1 : at + 3]]
    return len(following) == 2 and following[0] == "de"


def _as_english(part: list[_Token], kinds: list[str], type_at: int) -> list[str]:
    """The words before the type are the name, save numbers, units and directions at its edge."""
    made = list(kinds)
    made[type_at] = "after"
    for at in range(type_at):
        if kinds[at] in ("before", "after"):
            made[at] = "units" if kinds[at + 1] == "number" else "name"
    if "name" not in made[:type_at] and not _named_by_number(made, type_at):
        known = [at for at in range(type_at) if kinds[at] in ("directions", "units")]
        made[known[-1] if known and len(part[known[-1]].text) > 2 else type_at] = "name"
    return [
        "name" if kind == "before" else kind if at == type_at or kind != "after" else "name"
        for at, kind in enumerate(made)
    ]


def _named_by_number(kinds: list[str], type_at: int) -> bool:
    """Whether the street has a number for a name: "5 W 31st St"."""
    return "number" in kinds[:type_at] and kinds[type_at - 1] == "number"


def _is_door(token: _Token, part: list[_Token], at: int, tongue: str) -> bool:
    """A letter that stands for a door or a stair: after a number or a unit."""
    if len(token.text) != 1 or not token.text.isalpha() or at == 0:
        return False
    if token.text in _ORDINAL and token.start == part[at - 1].end and tongue != "en":
        return False
    if tongue == "en" and token.kind == "directions" and at + 1 < len(part):
        return False
    return part[at - 1].kind in ("number", "units")


def _replaced(run: _Run, span: Span, scene: Scene) -> str | None:
    chance = chance_for(scene, span, f"street {run.kind} {run.before}", run.text)
    if run.kind == "number":
        return _number(run.text, chance)
    if run.kind == "door":
        letters = "ABCDEF" if run.text.isupper() else "abcd"
        return chance.choice(letters)
    if len(run.text) == 1:
        return chance.choice("ABCDEF") if run.text.isupper() else run.text
    chance = chance_for(scene, span, "street name", run.text)
    held = taken(scene)
    own = fold(run.text)
    name = drawn_from(
        chance,
        street_names(run.language),
        lambda one: not held.holds(_bare(one, run.language)) and fold(one) != own,
    )
    return None if name is None else _written(name, run, scene)


def _number(text: str, chance: random.Random) -> str:
    digits = _DIGITS.match(text)
    width = digits.end() if digits else 1
    suffix = text[width:]
    for _ in range(_TRIES):
        first = "0" if text[0] == "0" and width > 1 else chance.choice("123456789")
        made = first + "".join(chance.choice("0123456789") for _ in range(width - 1))
        if made != text[:width]:
            break
    if suffix.isalpha() and len(suffix) == 2:
        value = int(made)
        ending = "th" if 10 < value % 100 < 14 else _SUFFIXES.get(value % 10, "th")
        suffix = ending.upper() if suffix.isupper() else ending
    return made + suffix


def _bare(name: str, language: str) -> str:
    head, _, tail = name.partition(" ")
    if head in _ARTICLES.get(language, {}) and tail:
        return tail
    return name[2:] if language == "ca" and name.startswith("l'") else name


def _written(name: str, run: _Run, scene: Scene) -> str:
    """The name with "of" and article where the original has "of"."""
    first = re.split(r"[\s'’]", run.text.lower(), maxsplit=1)[0]
    bare = _bare(name, run.language)
    if first in _OF and run.language in _ARTICLES:
        article = name.partition(" ")[0] if bare != name else ""
        of = _ARTICLES[run.language].get(article, "de l'" if name.startswith("l'") else "de")
        gap = "" if of.endswith("'") else " "
        new = f"{of}{gap}{bare}"
        if run.text[0].isupper() and not run.text.isupper():
            new = new[0].upper() + new[1:]
    else:
        new = bare
    return like(run.text, new, plain=without_accents(scene))
