"""Sites: invented hospitals, centres, schools and firms of the same kind and abbreviation style."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.sites import is_real, site_names, site_words
from sfumato.knowledge.towns import fold
from sfumato.transform.acronyms import acronym, is_acronym
from sfumato.transform.addresses import towns_named
from sfumato.transform.dial import chance_for
from sfumato.transform.likeness import like, taken, vowel_sound, without_accents, word_before
from sfumato.transform.places import home_in, town_name

_TOKEN = re.compile(
    r"\d+[A-Za-z]?(?![^\W_])|\d[^\W\d_]{2}[^\W_]*|[^\W\d_]{2,}\d[^\W_]*|\d+|(?:[^\W\d_]\.){2,}[^\W\d_]?|[^\W\d_]+(?:['’·-][^\W\d_]+)*['’]?\.?"
)
_PARTICLES = frozenset(
    "de del la las los el els les d l y e i en a do da dos das of the at in for and & al".split()
)
_BINDING = frozenset("de del of in at d do da dos das".split())
_ROMAN = re.compile(r"[IVX]+$")
_TITLES = frozenset("dr dra doctor doctora prof profesor sir lord lady".split())
_ES_SAINTS = ("virgen", "san", "santa", "santo", "sto", "sta")
_NUESTRA = frozenset("ntra nuestra sra senora nosa nostra v".split())
_EN_SAINTS = frozenset("st saint saints sts".split())
_TONGUES = {
    "ca": frozenset("centre salut universitari ambulatori residencia hospitalet clinica".split()),
    "gl": frozenset("complexo saude".split()),
    "eu": frozenset("osasun zentroa ospitalea unibertsitatea ikastola zentro etxea".split()),
}
_ONLY_CA = frozenset(
    "centre salut universitari ambulatori universitat escola institut fundacio".split()
)
_SWAPS = {
    "general": "comarcal",
    "comarcal": "provincial",
    "provincial": "comarcal",
    "regional": "comarcal",
    "clinico": "provincial",
    "clínico": "provincial",
    "central": "comarcal",
}
_TRIES = 24
_TOWN_PEOPLE = 2_000


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    text: str
    key: str
    kind: str
    """kind, particle, number, acronym, name"""


@dataclass(frozen=True, slots=True)
class _Run:
    """Words of a name, with the "of" and the article before them."""

    start: int
    end: int
    of: str
    name: str
    is_acronym: bool = False
    is_number: bool = False


def site(original: str, span: Span, scene: Scene) -> str | None:
    """An invented place of the same kind; towns inside follow the document's."""
    for attempt in range(_TRIES):
        made = _made(original, span, scene, attempt)
        if made is None:
            return None
        if made != original and not is_real(made) and _article_fits(made, span, scene):
            return made
    return None


def _article_fits(made: str, span: Span, scene: Scene) -> bool:
    before = word_before(scene, span)
    if scene.language != "en" or before not in ("a", "an"):
        return True
    return vowel_sound(made) == (before == "an")


def _made(original: str, span: Span, scene: Scene, attempt: int) -> str | None:
    words = _words(original, scene.language)
    named = [word for word in words if word.kind in ("name", "acronym")]
    if not named:
        return _generic(original, words, span, scene, attempt)
    made = original
    for run in reversed(_runs(original, words, span, scene, attempt)):
        new = _new(run, span, scene, words, attempt)
        if new is None:
            return None
        made = made[: run.start] + new + made[run.end :]
    return made


def _words(original: str, language: str) -> list[_Word]:
    found = []
    tokens = list(_TOKEN.finditer(original))
    shouting = original.isupper() and len(tokens) > 1
    for token in tokens:
        text = token.group()
        key = fold(text)
        found.append(
            _Word(token.start(), token.end(), text, key, _kind(text, key, shouting, language))
        )
    if len(found) == 1 and is_acronym(found[0].text):
        return [replace(found[0], kind="acronym")]
    return _forced(found)


def _forced(words: list[_Word]) -> list[_Word]:
    """After "Nuestra Señora" and "Virgen" the next word is a name; so is a day: "12 de Octubre"."""
    made = list(words)
    for at, word in enumerate(words):
        following = next(
            (i for i in range(at + 1, len(words)) if words[i].kind != "particle"), None
        )
        if following is None:
            continue
        if word.key in ("virgen", "verge", "v") or (
            word.key in _NUESTRA and words[following].key not in _NUESTRA
        ):
            made[following] = replace(made[following], kind="name")
        elif word.kind == "number" and following == at + 2 and words[at + 1].key == "de":
            made[at] = replace(word, kind="name")
    return made


def _kind(text: str, key: str, shouting: bool, language: str) -> str:
    if text[0].isdigit() and sum(map(str.isalpha, text)) < 2:
        return "number"
    if key in _PARTICLES or not key:
        return "particle"
    known = site_words("en") if language == "en" else site_words("es")
    parts = key.split()
    if key in _EN_SAINTS and language == "en":
        return "name"
    if key in known or all(part in known for part in parts) or "".join(parts) in known:
        return "kind"
    if _ROMAN.match(text) and len(text) < 5:
        return "kind"
    if not shouting and is_acronym(text):
        return "acronym"
    if key in _TITLES or (key in _NUESTRA and language != "en"):
        return "kind"
    return "name"


def _runs(original: str, words: list[_Word], span: Span, scene: Scene, attempt: int) -> list[_Run]:
    """What is replaced together: names up to a sign, a kind, or a town that stands for itself."""
    found: list[_Run] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word.kind == "number":
            found.append(_Run(word.start, word.end, "", word.text, is_number=True))
        elif word.kind == "acronym":
            found.append(_Run(word.start, word.end, "", word.text, is_acronym=True))
        elif word.kind == "name":
            stop = at
            while stop + 1 < len(words) and _goes_on(original, words, stop + 1):
                stop += 1
            while words[stop].kind == "particle":
                stop -= 1
            if attempt < _TRIES // 2:
                found += _split(original, words, at, stop, span, scene)
            else:
                found.append(_Run(*_with_of(original, words, at, stop)))
            at = stop
        at += 1
    return found


def _goes_on(original: str, words: list[_Word], at: int) -> bool:
    gap = original[words[at - 1].end : words[at].start]
    if gap.strip(" '’-") or len(gap) > 3 or words[at].kind in ("number", "acronym"):
        return False
    if words[at].kind == "particle":
        return at + 1 < len(words) and _goes_on(original, words, at + 1)
    return words[at].kind == "name"


def _split(
    original: str, words: list[_Word], first: int, last: int, span: Span, scene: Scene
) -> list[_Run]:
    """One run, or two where the end is a town: "San Cecilio de Granada"."""
    for at in range(first + 1, last + 1):
        if words[at].kind != "particle" or words[at].key not in _BINDING:
            continue
        tail = original[words[at].end : words[last].end].strip()
        if tail and _town(tail, span, scene, bound=True):
            head = _Run(*_with_of(original, words, first, at - 1))
            start = words[last].end - len(tail)
            return [head, _Run(start, words[last].end, "", tail)]
    return [_Run(*_with_of(original, words, first, last))]


def _with_of(original: str, words: list[_Word], first: int, last: int) -> tuple[int, int, str, str]:
    begin = first
    while (
        begin and words[begin - 1].kind == "particle" and words[begin - 1].key not in ("y", "and")
    ):
        gap = original[words[begin - 1].end : words[begin].start]
        if gap.strip(" '’"):
            break
        begin -= 1
    end = words[last].end
    name = original[words[first].start : end]
    return words[begin].start, end, original[words[begin].start : words[first].start], name


def _town(name: str, span: Span, scene: Scene, *, bound: bool) -> str | None:
    """The surrogate of a town inside a site's name, if the document or a preposition says so."""
    key = fold(name)
    if key not in scene.once("towns of the document", _towns):
        home = home_in(scene)
        known = (one for one in towns_named(name) if one.country == home)
        if not bound or not any(one.people > _TOWN_PEOPLE for one in known):
            return None
    return town_name(name, span, scene)


def _towns(scene: Scene) -> frozenset[str]:
    spans = [one for one in scene.spans if one.label == "LOCATION"]
    return frozenset(fold(scene.text[one.start : one.end]) for one in spans)


def _new(run: _Run, span: Span, scene: Scene, words: list[_Word], attempt: int) -> str | None:
    again = f" {attempt}" if attempt else ""
    chance = chance_for(scene, span, f"site{again}", fold(run.name))
    if run.is_number:
        return _digits(run.name, chance)
    if run.is_acronym:
        return acronym(run.name, chance, lambda one: is_real(one) or taken(scene).holds(one))
    if attempt < _TRIES // 2 and not _after_nuestra(run, words):
        town = _towned(run, span, scene)
        if town:
            return town
    return _named(run, chance, span, scene, words)


def _towned(run: _Run, span: Span, scene: Scene) -> str | None:
    """The run with the surrogate of the town that it names."""
    article = run.of.strip().split(" ")[-1] if run.of.strip() else ""
    bound = bool(run.of.strip()) and fold(run.of).split(" ")[0] in _BINDING
    if article in ("La", "El", "Las", "Los"):
        town = _town(f"{article} {run.name}", span, scene, bound=bound)
        if town:
            own = fold(town) == fold(f"{article} {run.name}")
            return None if own else run.of[: run.of.rindex(article)] + town
    town = _town(run.name, span, scene, bound=bound)
    return run.of + town if town and fold(town) != fold(run.name) else None


def _after_nuestra(run: _Run, words: list[_Word]) -> bool:
    before = [word.key for word in words if word.end <= run.start]
    return bool(before) and before[-1] in (*_NUESTRA, "virgen")


def _digits(text: str, chance: random.Random) -> str:
    tail = (
        chance.choice("0123456789") if char.isdigit() else chance.choice("ABCDEF")
        for char in text[1:]
    )
    return chance.choice("123456789") + "".join(tail)


def _named(
    run: _Run, chance: random.Random, span: Span, scene: Scene, words: list[_Word]
) -> str | None:
    """A name of the same sort from the lists, with "of" and article as it takes them."""
    tongue = _tongue(words, scene.language)
    pool, keep = _pool(run, tongue, span.label, words)
    held = taken(scene)
    for _ in range(_TRIES * 2):
        drawn = chance.choice(pool)
        if held.holds(drawn) or is_real(drawn):
            continue
        plain = tongue != "en" and without_accents(scene)
        new = _ending(run.name, drawn) if tongue == "en" else drawn
        return keep + like(run.name, _bound(run.of, new, tongue) if not keep else new, plain=plain)
    return None


def _tongue(words: list[_Word], language: str) -> str:
    if language == "en":
        return "en"
    keys = {word.key for word in words}
    if keys & _ONLY_CA:
        return "ca"
    return next((name for name in ("gl", "eu") if keys & _TONGUES[name]), "es")


def _pool(run: _Run, tongue: str, label: str, words: list[_Word]) -> tuple[tuple[str, ...], str]:
    """The names to draw from, and what of the original stays before them."""
    first = fold(run.name).split(" ")[0]
    if tongue == "en":
        if first in _EN_SAINTS and " " in run.name:
            head = run.name[: run.name.index(" ") + 1]
            return site_names("saint-en"), run.of + head
        return site_names("firm-en" if label == "EMPLOYER" else "plain-en"), ""
    if first in _ES_SAINTS and " " in run.name:
        return _saints(run, first)
    before = [word.key for word in words if word.end <= run.start]
    if before and before[-1] in _NUESTRA:
        own = [name.removeprefix("Virgen ") for name in site_names("saint-es")]
        return tuple(name for name in own if name.startswith("de")), ""
    if before and before[-1] in _TITLES:
        title = "Doctora" if before[-1] in ("dra", "doctora") else "Doctor"
        people = [name.split(" ", 1) for name in site_names("person-es")]
        return tuple(name for head, name in people if head == title), ""
    if label == "EMPLOYER":
        return site_names("firm-es"), ""
    return site_names(f"plain-{tongue}"), ""


def _saints(run: _Run, first: str) -> tuple[tuple[str, ...], str]:
    whole = {"sto": "san", "santo": "san", "sta": "santa"}.get(first, first)
    short = run.name.split(" ")[0]
    own = [name for name in site_names("saint-es") if fold(name).split(" ")[0] == whole]
    if first in ("sta", "sto"):
        return tuple(name.split(" ", 1)[1] for name in own), f"{run.of}{short} "
    if run.of:
        return tuple(own), run.of
    return tuple(own), ""


def _ending(original: str, drawn: str) -> str:
    """The name with the possessive of the original."""
    found = re.search(r"(['’]s|s['’])$", original, re.IGNORECASE)
    return f"{drawn}{'’' if '’' in original else chr(39)}s" if found else drawn


def _bound(of: str, name: str, tongue: str) -> str:
    """The name after "of", which takes its article in."""
    first = fold(of).split(" ")[0] if of.strip() else ""
    if tongue == "en" or not first:
        return of + name
    if first not in _BINDING:
        return name
    if name.startswith(("de ", "del ")):
        return name
    article, _, rest = name.partition(" ")
    if tongue == "es" and article == "El":
        return f"del {rest}"
    if tongue == "gl" and article in ("O", "A", "Os", "As"):
        return f"d{article.lower()} {rest}"
    return f"de {name}"


def _generic(
    original: str, words: list[_Word], span: Span, scene: Scene, attempt: int
) -> str | None:
    """A name without a name: another adjective, or a name put to it."""
    numbers = [word for word in words if word.kind == "number"]
    made = original
    for word in reversed(numbers):
        chance = chance_for(scene, span, f"site {attempt}", word.text)
        made = made[: word.start] + _digits(word.text, chance) + made[word.end :]
    if made != original or not words:
        return made if made != original else None
    if attempt == 0 and scene.language != "en":
        for word in words:
            if word.text.lower() in _SWAPS:
                new = like(word.text, _SWAPS[word.text.lower()])
                new = (
                    new.capitalize() if word.text[0].isupper() and not word.text.isupper() else new
                )
                return original[: word.start] + new + original[word.end :]
    chance = chance_for(scene, span, f"site {attempt}", original)
    if scene.language == "en":
        article = re.match(r"the\s+", original, re.IGNORECASE)
        at = article.end() if article else 0
        name = like(original, chance.choice(site_names("plain-en")))
        return f"{original[:at]}{name} {original[at:]}"
    return like(
        original, f"{original} {_bound('de ', chance.choice(site_names('plain-es')), 'es')}"
    )
