"""Ages: a stated age moves by the subject's years and is spelled as it was.

Children's ages stay, ages over the cap become one class, and no age crosses either border. Numbers
of months, weeks and days stay as they are, and so do decades of life ("in her sixties"), which a
few years do not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge import numberwords
from sfumato.knowledge.dateforms import cased
from sfumato.knowledge.datetokens import number_in
from sfumato.knowledge.shadow import shadow
from sfumato.transform.ageshift import moved_age

_OLDEST, _YEAR_MONTHS = 130, 12
_LONGEST = 120
_FRACTION = re.compile(r"[½¼¾⅓⅔⅛⁄]")
_WORD = "|".join(sorted(numberwords.WORDS - {"o", "oh"}, key=lambda word: -len(word)))
_NUMBER = re.compile(
    r"(?P<f>[0-9]{1,3}/(?:12|52|7)(?![0-9])|(?<=[0-9] )[1-9]/[1-9](?![0-9]))"
    r"|(?P<n>(?<![A-Za-z0-9])(?-i:[lIO]?[0-9]+(?:[lIO](?![A-Za-z]))?)(?![0-9])(?:[.,;][0-9]{1,2})?)"
    rf"|(?P<w>(?<![A-Za-z])(?:{_WORD})(?:(?: y | e | i |-| and | )(?:{_WORD}))*(?![A-Za-z]))",
    re.IGNORECASE,
)
_SHORT = re.compile(
    r"[- ]*(?:y medio |and a half )?(?:mes(?:es|os|ed)?\b|rneses|months?|mths?|mos?\b|m\b|sem|"
    r"setman|weeks?|wks?|dias?\b|days?|ddv|d\b|horas?|hours?|hrs?\b)",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[- ]*[md]\b", re.IGNORECASE)
_MOST_IN_LETTERS = 36
_VAGUE = re.compile(
    r"(?:'?s\b| ?y (?:pocos?|tantos?|largos?|pico|muchos)| (?:odd|something)|-odd|-something)",
    re.IGNORECASE,
)
_YEARS_ES = re.compile(r" {0,2}a[nñ]", re.IGNORECASE)
_FOREIGN = re.compile(r" (?:e|i) [a-z]", re.IGNORECASE)
_DECADES = (
    (re.compile(r"nonag|\bninet(?:y|ies)\b|\bcenten|\b9[0-9]'?s\b|\b1[0-9]{2}'?s\b", re.I), True),
    (
        re.compile(
            r"(?:cuadra|quincua|quinqua|sexa|septua|octo)gen|(?:twent|thirt|fort|fift|sixt|"
            r"sevent|eight)ies|decada|decade",
            re.I,
        ),
        False,
    ),
    (
        re.compile(
            r"\b(?:recien|neonat|lactante|adolescen|nin[oa]s?\b|bebe|infan|newborn|baby|child|"
            r"toddler|teen|joven|adult|ancian|elderly|mes\b|ano y medio)",
            re.I,
        ),
        False,
    ),
)


@dataclass(frozen=True, slots=True)
class _Number:
    """A number in an age: where it stands, what it says, whether in words, whether of years."""

    start: int
    end: int
    years: int
    worded: bool
    short: bool
    vague: bool


def age(original: str, _span: Span, scene: Scene) -> str | None:
    """The age moved and spelled as the original; None where it is not read for certain."""
    if len(original) > _LONGEST:
        return None
    twin = shadow(_FRACTION.sub(" ", original))
    plain = twin.data.decode("ascii")
    numbers = list(_numbers(plain))
    if any(number.years > _OLDEST * (12 if number.short else 1) for number in numbers):
        return None
    if not numbers:
        return original if _NUMBER.search(plain) else _unnumbered(original, plain, scene)
    if any(number.worded and _FOREIGN.match(plain, number.end) for number in numbers):
        return None
    over = [n for n in numbers if _whole_years(n) > scene.preferences.age_capped_over]
    if over:
        return _capped(original, twin.span(over[0].start, over[0].end), over[0], scene)
    written, position = [], 0
    for number in numbers:
        start, end = twin.span(number.start, number.end)
        written += [original[position:start], _moved(original[start:end], number, plain, scene)]
        position = end
    return "".join((*written, original[position:]))


def _numbers(plain: str) -> Iterator[_Number]:
    for match in _NUMBER.finditer(plain):
        rest = plain[match.end() :]
        if match["f"]:
            continue
        worded = match["w"] is not None
        end = match.end() if worded else match.start() + len(re.split("[.,;]", match["n"])[0])
        years = (
            numberwords.read_number(match["w"]) if worded else number_in(plain[match.start() : end])
        )
        if years is None:
            yield from _apart(match, plain)
            continue
        vague = _VAGUE.match(rest) is not None
        yield _Number(match.start(), end, years, worded, _is_short(years, rest), vague)


def _is_short(number: int, rest: str) -> bool:
    """Whether a number counts months, weeks or days; "45 M" is a man."""
    if _SHORT.match(rest) is None:
        return False
    return number <= _MOST_IN_LETTERS or _LETTER.match(rest) is None


def _apart(match: re.Match[str], plain: str) -> Iterator[_Number]:
    """Number words in a row that are several numbers ("ninety ninety one")."""
    words = list(re.finditer(r"[A-Za-z]+", match["w"]))
    at = 0
    while at < len(words):
        for last in range(len(words), at, -1):
            start, end = words[at].start(), words[last - 1].end()
            years = numberwords.read_number(match["w"][start:end])
            if years is not None and words[last - 1].group().lower() not in ("y", "and", "e", "i"):
                place = match.start() + start, match.start() + end
                rest = plain[place[1] :]
                vague = _VAGUE.match(rest) is not None
                yield _Number(*place, years, True, _is_short(years, rest), vague)
                at = last
                break
        else:
            at += 1


def _whole_years(number: _Number) -> int:
    return number.years // _YEAR_MONTHS if number.short else number.years


def _moved(written: str, number: _Number, plain: str, scene: Scene) -> str:
    """One number of an age, moved where it counts whole years."""
    if number.short or number.vague:
        return written
    years = moved_age(number.years, scene)
    if years == number.years:
        return written
    if not number.worded:
        return str(years)
    return _in_words(years, written, _YEARS_ES.match(plain, number.end) is not None)


def _in_words(years: int, like: str, counted: bool) -> str:
    if numberwords.is_english(numberwords.plain(like)):
        word = numberwords.write_number(years, language="en")
        return cased(word if " " not in like else word.replace("-", " "), like)
    word = numberwords.write_number(years, language="es")
    if counted and word.endswith("uno"):
        word = word[:-3] + ("ún" if word == "veintiuno" else "un")
    return cased(numberwords.plain(word) if like.isupper() and like.isascii() else word, like)


def _unnumbered(original: str, plain: str, scene: Scene) -> str | None:
    """An age without a number: a decade of life or a stage of it stays, up to the cap."""
    for expression, old in _DECADES:
        if expression.search(plain):
            return _over(scene, words=original.isascii() and "ies" in plain) if old else original
    return None


def _over(scene: Scene, *, words: bool) -> str:
    cap = scene.preferences.age_capped_over
    return f"over {cap}" if words else f"{cap + 1}+"


_UNIT = re.compile(
    r"[- ]*(?:years?|yrs?)[- ]?(?:old)?|[- ]*a[nñ](?:it)?[oa]?s?\b|[- ]*(?:y/?o|y\.? ?o\.?|yo|"
    r"a\.|a|y|f|m|v|h)(?![a-z])",
    re.IGNORECASE,
)


def _capped(original: str, place: tuple[int, int], number: _Number, scene: Scene) -> str:
    """The class of all ages over the cap, in digits or words as the age was."""
    cap = scene.preferences.age_capped_over
    unit = _UNIT.match(original, place[1])
    rest = unit.group() if unit else ""
    if not number.worded:
        return f"{cap + 1}+{rest.replace('-', ' ', 1) if rest.startswith('-') else rest}"
    written = original[place[0] : place[1]]
    english = numberwords.is_english(numberwords.plain(written))
    word = numberwords.write_number(cap, language="en" if english else "es")
    if english:
        glue = "-" if rest.startswith("-") else " "
        return cased_first(f"over{glue}{word}", written) + rest
    return cased_first(f"más de {word}", written) + rest


def cased_first(word: str, like: str) -> str:
    """In capitals, or with a capital first, where the other is."""
    if like.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word
