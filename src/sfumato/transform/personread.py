"""Personread: the parts of a person's name as it is written, and what each part is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from sfumato.knowledge.lists import words
from sfumato.knowledge.names import ARTICLES, Pool, folded, pool, shares
from sfumato.transform.personpools import devoted

Kind = Literal["given", "surname", "initial", "digits", "kept"]

_INSIDE = "\u0300-\u036f\u00ad\u200b-\u200f\u2060-\u2064\ufeff·"
_WORD = re.compile(
    rf"[MD]\.?[ªº]|\bM\.a(?=\s)|[^\W_](?:[^\W_]|[{_INSIDE}]|-\r?\n[ \t]*(?=[a-zà-ÿ]))*", re.I
)
_CAMEL = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
_TITLES = frozenset(
    "dr dra drs dres doctor doctora don dona dna sr sra srta sres senor senora senorita prof "
    "profesor profesora professor mr mrs ms miss mx sir madam lord lady sor fray rev lic lcdo "
    "lcda licenciado licenciada enf enfermero enfermera nurse sister capt col sgt hon dame "
    "padre".split()
)
"""What stands before a name; "Don" alone, or in English, is a name."""
_BEHIND = frozenset("jr sr ii iii iv esq phd mbbs frcs mrcp facs facp dds dvm msn bsc".split())
_CREDENTIALS = frozenset("md rn np pa do mir due fir ats tcae".split())
"""What stands behind a name; these are names too, so only in capitals after a comma."""
_SHORT = {
    "ma": "maria",
    "fco": "francisco",
    "frco": "francisco",
    "fdo": "fernando",
    "ant": "antonio",
    "jph": "joseph",
    "wm": "william",
    "chas": "charles",
    "thos": "thomas",
    "fdez": "fernandez",
    "fernz": "fernandez",
    "hdez": "hernandez",
    "hndez": "hernandez",
    "herdez": "hernandez",
    "mtez": "martinez",
    "mtnez": "martinez",
    "mnez": "martinez",
    "rguez": "rodriguez",
    "rdguez": "rodriguez",
    "rdez": "rodriguez",
    "rodz": "rodriguez",
    "rdz": "rodriguez",
    "glez": "gonzalez",
    "gzlez": "gonzalez",
    "glz": "gonzalez",
    "gcia": "garcia",
    "dguez": "dominguez",
    "gmez": "gomez",
    "jmnz": "jimenez",
    "jmnez": "jimenez",
    "schez": "sanchez",
    "alvz": "alvarez",
    "vzquez": "vazquez",
    "gtrrez": "gutierrez",
}
SHORTENED = {
    "maria": "Mª",
    "francisco": "Fco",
    "fernandez": "Fdez",
    "hernandez": "Hdez",
    "martinez": "Mtnez",
    "rodriguez": "Rguez",
    "gonzalez": "Glez",
    "garcia": "Gcía",
    "dominguez": "Dguez",
    "gomez": "Gmez",
    "jimenez": "Jmnez",
    "sanchez": "Schez",
    "vazquez": "Vzquez",
}
"""How common names are written short."""
_UNSURE, _LISTED, _FAMILIAR = 6, 18, 60
_INITIAL_GIVEN, _INITIAL_SURNAME = 22, 18
_LANGUAGE = 10
_MOST_INITIALS = 3
_APOSTROPHES = frozenset("'’´`")


@dataclass(frozen=True, slots=True)
class Part:
    """A word of a name: where it stands, what it is, and the name it stands for, folded."""

    start: int
    end: int
    text: str = field(repr=False)
    plain: str = field(repr=False)
    kind: Kind = "surname"
    article: str = ""
    """The folded articles right before it."""
    short: bool = False
    """Whether it is written as an abbreviation."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A name read: its parts in order, and the title that stands in it or before it."""

    parts: tuple[Part, ...]
    title: str = ""

    def of(self, *kinds: Kind) -> list[Part]:
        """The parts of some kinds."""
        return [part for part in self.parts if part.kind in kinds]


def read_name(text: str, *, language: str = "und", before: str = "") -> Reading:
    """The parts of a name; `before` is what stands before it, where a title may tell more."""
    parts = list(_parts(text, language))
    title = next((p.plain for p in parts if p.kind == "kept" and p.plain in _TITLES), "")
    if not title:
        lead = [folded(word) for word in re.findall(r"[^\W\d_]+", before)]
        title = lead[-1] if lead and lead[-1] in _TITLES | {"d"} else ""
    return Reading(tuple(_told(parts, text, language, title)), title)


@lru_cache(8192)
def weigh(plain: str, letters: str, language: str) -> int:
    """How common a name is in the best of some lists; lists of the text's language count more."""
    held = shares(plain)
    if letters.lower() != "ss" and any(plain in familiar.known for familiar in _familiar()):
        return _FAMILIAR
    if not held:
        return _LISTED if letters.lower() != "ss" and plain in words("given-names") else _UNSURE
    bonus = {"es": str.isupper, "en": str.islower}.get(language)
    return max(
        (held[c] + (_LANGUAGE if bonus and bonus(c) else 0) for c in letters if c in held),
        default=0,
    )


@cache
def _familiar() -> list[Pool]:
    parts = (f"{culture}.{sex}.nick" for culture in ("es", "en") for sex in ("female", "male"))
    return [found for found in map(pool, parts) if found]


def _parts(text: str, language: str) -> Iterator[Part]:
    """The words of a name, told apart as far as each tells by itself."""
    loose = text != text.upper() and text != text.lower()
    pieces = [
        Part(start, end, text[start:end], folded(text[start:end])) for start, end in _pieces(text)
    ]
    led = language != "en" or not pieces or pieces[0].plain != "don"
    for at, part in enumerate(pieces):
        follows = at + 1 < len(pieces)
        told = _alone(part, text, follows=follows, first=at == 0, loose=loose, led=led)
        led = led and told.kind == "kept"
        yield told


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where words stand; words glued together and stems after Mc and O are apart."""
    for found in _WORD.finditer(text):
        start, end = found.span()
        cuts = [start, *(start + cut.start() for cut in _CAMEL.finditer(found.group())), end]
        for left, right in pairwise(cuts):
            stem = _stem(folded(text[left:right]))
            yield from [(left, left + stem), (left + stem, right)] if stem else [(left, right)]


def _stem(plain: str) -> int:
    """How long the particle glued to a name is."""
    for particle, part in (("mc", "en.surname.mc"), ("o", "en.surname.o")):
        stems = pool(part)
        if stems and plain.startswith(particle) and plain[len(particle) :] in stems.known:
            return len(particle)
    return 0


def _alone(part: Part, text: str, *, follows: bool, first: bool, loose: bool, led: bool) -> Part:
    """What a word is by itself."""
    plain, after = part.plain, text[part.end : part.end + 1]
    if plain.isdigit():
        return replace(part, kind="digits")
    if _is_kept(part, text, follows=follows, first=first, loose=loose, led=led):
        return replace(part, kind="kept")
    dotted = after == "." or part.text[-1:] in "ªº" or "." in part.text
    if plain in _SHORT and (dotted or plain not in ("ma", "ant", "fdo")):
        return replace(part, plain=_SHORT[plain], short=True)
    if len(plain) == 1 or (_is_run(part) and (dotted or not shares(plain))):
        return replace(part, kind="initial")
    return part


def _is_run(part: Part) -> bool:
    """Whether a short word in capitals reads as initials and not as a name."""
    vowels = [char in "aeiou" for char in part.plain]
    return part.text.isupper() and len(vowels) <= _MOST_INITIALS and vowels[1:2] != [True]


def _is_kept(part: Part, text: str, *, follows: bool, first: bool, loose: bool, led: bool) -> bool:
    plain, sign = part.plain, text[part.end : part.end + 1]
    before = text[part.start - 1 : part.start]
    if plain == "s" and before in _APOSTROPHES:
        return True
    if len(plain) <= 2 and sign in _APOSTROPHES and follows:
        return True
    if plain in _TITLES and (led or plain in ("dr", "dra")):
        return follows or sign == "." or not shares(plain)
    if first and plain in ("da", "do", "d") and follows:
        return part.text[-1:] in "ªº" or (len(plain) == 1 and sign == ".")
    if not first and plain in _BEHIND | _CREDENTIALS:
        comma = "," in text[: part.start].rstrip()[-1:]
        return plain in _BEHIND or (comma and loose and part.text.isupper())
    if plain in ARTICLES and follows:
        small = part.text.islower()
        return small or (len(plain) > 1 and (not first or plain not in ("ben", "al", "o")))
    apart = not before or before.isspace()
    return loose and apart and part.text.islower() and plain in words("not-names")


def _told(parts: list[Part], text: str, language: str, title: str) -> Iterator[Part]:
    """The parts with given names and surnames told apart."""
    names = [at for at, part in enumerate(parts) if part.kind in ("surname", "initial")]
    comma = text.find(",")
    turned = sum(parts[at].start < comma for at in names) if comma >= 0 else _capitals(parts, names)
    given = _given([parts[at] for at in names], language, title, turned)
    article = ""
    for at, part in enumerate(parts):
        if part.kind == "kept":
            if part.plain in ARTICLES or text[part.end : part.end + 1] in _APOSTROPHES:
                article = f"{article} {part.plain}".strip()
            yield part
            continue
        if at in names and part.kind == "surname":
            first = names.index(at) in given and (not article or _devout(parts[:at], part))
            yield replace(part, kind="given" if first else "surname", article=article)
        else:
            yield part
        article = ""


def _devout(before: Sequence[Part], part: Part) -> bool:
    """Whether a name after an article is the second one of a woman: María del Pilar."""
    return part.plain in devoted() and any(one.kind == "surname" for one in before)


def _capitals(parts: Sequence[Part], names: Sequence[int]) -> int:
    """How many names before the given ones are in capitals, as surnames often are: LÓPEZ Ana."""
    upper = [parts[at].text.isupper() for at in names if parts[at].kind == "surname"]
    count = sum(upper)
    return count if 0 < count < len(upper) == len(names) and all(upper[:count]) else 0


def _given(names: list[Part], language: str, title: str, turned: int) -> range:
    """Which of the names are given names: the likeliest cut in two."""
    count = len(names)
    if 0 < turned < count:
        return range(turned, count)
    given = [_as(part, "FMfm", _INITIAL_GIVEN, language) for part in names]
    family = [_as(part, "Ss", _INITIAL_SURNAME, language) for part in names]
    best, found = -1e9, range(0)
    for cut in range(count + 1):
        ahead = sum(given[:cut]) + sum(family[cut:]) + _usual(count, cut, title)
        behind = sum(family[: count - cut]) + sum(given[count - cut :]) + _usual(count, cut, title)
        if ahead > best:
            best, found = ahead, range(cut)
        if 0 < cut < count and behind - 12 > best:
            best, found = behind - 12, range(count - cut, count)
    return found


def _as(part: Part, letters: str, initial: int, language: str) -> int:
    return initial if part.kind == "initial" else weigh(part.plain, letters, language)


def _usual(count: int, cut: int, title: str) -> int:
    """How usual it is that so many of the names are given names."""
    if count == 1:
        if title in ("don", "dona", "dna", "d", "sor", "fray", "sister"):
            return 12 if cut else 0
        return (0 if cut else 14) if title else (2 if cut else 0)
    if count == 2:
        return 10 if cut == 1 else 0
    if count == 3:
        return 8 if cut in (1, 2) else -5
    return {1: 4, 2: 10, 3: 4}.get(cut, -10)
