"""Telephones: numbers kept for fiction, or that no numbering plan assigns, in the same layout."""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import dataclass

_DIGIT = re.compile(r"[0-9]")
_EXTENSION = re.compile(
    r"[\s,(]*(?<![^\W\d_])(?:ext(?:n|ensi[oó]n)?|x|int|anexo)\.?:?\s*[0-9]{1,6}\)?\s*\Z", re.I
)
_LETTER = re.compile(r"[^\W\d_]")
_VANITY = re.compile(r"\b[A-Z]{3,}\b")
# Digits as a scan or a hurried hand writes them, read so only among digits.
_GARBLED = str.maketrans("OoQDIlSBZ", "000011582")
_POOLS = {"x": "0123456789", "n": "24578", "m": "23456789", "A": "ABCDEFGHJKLMNPRSTUVWXYZ"}
_FEWEST, _FEWEST_GARBLED = 2, 5
_LONGEST = 15


@dataclass(frozen=True, slots=True)
class Plan:
    """One country's way: its code and its ranges, in which letters stand for digits (`_POOLS`).

    `mobile` tells by first digits which of the ranges reads alike.
    """

    code: str
    ranges: tuple[str, ...]
    mobile: tuple[str, ...] = ()
    mobile_ranges: tuple[str, ...] = ()


# NANPA keeps 555-0100 to 555-0199 of every area for fiction. Of the areas those are drawn whose
# second digit is 0 and that begin no number of Mexico, Colombia or Costa Rica.
_AMERICA = Plan("1", ("n0m55501xx",))
# Spain keeps none (RD 2296/2004); 840, 870, 77 and 79 are assigned to no operator.
_SPAIN = Plan("34", ("840xxxxxx", "870xxxxxx"), ("6", "7"), ("79xxxxxxx", "77xxxxxxx"))
# Ofcom, Telephone Numbers for drama use: no area, London, Leeds, Birmingham, and mobiles.
_BRITAIN = Plan(
    "44",
    ("1632960xxx", "2079460xxx", "1134960xxx", "1214960xxx"),
    ("7",),
    ("7700900xxx",),
)
# ComReg keeps (020) 91x xxxx for drama, ACMA 5550 and 7010 xxxx and single mobiles of 0491 57.
_IRELAND = Plan("353", ("2091xxxxx",))
_AUSTRALIA = Plan(
    "61",
    ("25550xxxx", "27010xxxx", "35550xxxx", "37010xxxx", "75550xxxx", "85550xxxx"),
    ("4",),
    tuple(
        f"49157{rest}"
        for rest in "0006 0156 0157 0158 0159 0110 0313 0737 1266 1491 1804 2549 2665 2983 3770 "
        "3087 4118 4632 5254 5789 6398 6801 7426 7644 8957 8148 8888 9212 9760 9455".split()
    ),
)
_BY_CODE = {plan.code: plan for plan in (_AMERICA, _SPAIN, _BRITAIN, _IRELAND, _AUSTRALIA)}
# Of these no plan of Spain or the Americas assigns a number, by length.
_NOWHERE = {
    6: ("10xxxx",),
    7: ("121xxxx", "153xxxx", "195xxxx"),
    8: ("191xxxxx", "197xxxxx", "199xxxxx"),
    9: ("11xxxxxxx",),
}
_SHORT_CODES = frozenset(
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 "
    "65 66 81 82 84 86 90 91 92 93 94 95 98".split()
)


def telephone(original: str, language: str, chance: random.Random) -> str | None:
    """Another number in the layout of the original; nothing where it has too few digits."""
    head, tail = _parts(_folded(original))
    digits = "".join(_DIGIT.findall(head))
    if len(digits) < _FEWEST:
        return None
    country, written, rest = _split(head, digits)
    made = _laid(head, written + _other(country, written, rest, language, chance))
    made = _VANITY.sub(lambda found: _drawn("A" * len(found[0]), chance), made)
    return made + _DIGIT.sub(lambda _: _drawn("x", chance), tail)


def subscriber(text: str) -> str:
    """The digits that are dialled at home, without country code; empty for what is no phone."""
    plain = _folded(text)
    found = _EXTENSION.search(plain)
    head = plain[: found.start()] if found else plain
    digits = "".join(_DIGIT.findall(head))
    if not 7 <= len(digits) <= _LONGEST or _LETTER.search(head):
        return ""
    return _split(head, digits)[2]


def _folded(text: str) -> str:
    """Digits of any script as plain ones, each in its place."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.digit(sign)) if sign.isdigit() else sign for sign in text)


def _parts(plain: str) -> tuple[str, str]:
    """The number with what was meant as a digit made one, and its extension."""
    found = _EXTENSION.search(plain)
    head, tail = (plain[: found.start()], plain[found.start() :]) if found else (plain, "")
    if not _DIGIT.search(head):
        return plain, ""
    clear = head.translate(_GARBLED)
    if len(_DIGIT.findall(head)) >= _FEWEST_GARBLED and not _LETTER.search(clear):
        return clear, tail
    return head, tail


def _split(head: str, digits: str) -> tuple[str, str, str]:
    """The country's code, what is written in front (with 00 and a trunk 0), and the rest."""
    prefix = "00" if digits.startswith("00") and len(digits) > 9 else ""
    country = ""
    if prefix or head.lstrip(" (").startswith("+"):
        country = _code(digits[len(prefix) :])
    elif len(digits) == 11 and digits[0] == "1":
        country = "1"
    elif len(digits) == 11 and digits.startswith("34") and digits[2] in "6789":
        country = "34"
    front = len(prefix + country)
    if digits.startswith("0", front) and len(digits) - front > 8:
        front += 1
    return country, digits[:front], digits[front:]


def _code(digits: str) -> str:
    if digits[:1] in ("1", "7"):
        return digits[0]
    return digits[: 2 if digits[:2] in _SHORT_CODES else 3]


def _other(country: str, written: str, rest: str, language: str, chance: random.Random) -> str:
    """As many digits again, of a range that nobody has."""
    plan = _plan(country, rest, trunk=written == "0")
    if plan is None:
        return _abroad(rest, chance) if country else _nowhere(rest, language, chance)
    mobile = bool(plan.mobile) and rest.startswith(plan.mobile)
    ranges = [
        pattern
        for pattern in (plan.mobile_ranges if mobile else plan.ranges)
        if len(pattern) == len(rest)
    ]
    ranges = [pattern for pattern in ranges if pattern[0] == rest[0]] or ranges
    return _drawn(chance.choice(ranges), chance) if ranges else _nowhere(rest, language, chance)


def _plan(country: str, rest: str, *, trunk: bool) -> Plan | None:
    if country:
        return _BY_CODE.get(country)
    if trunk:
        return {9: _AUSTRALIA, 10: _BRITAIN}.get(len(rest))
    return {9: _SPAIN if rest[0] in "6789" else None, 10: _AMERICA}.get(len(rest))


def _nowhere(rest: str, language: str, chance: random.Random) -> str:
    """Digits of a number whose country is not told."""
    if len(rest) < 6:
        return rest[:1] + _drawn("x" * (len(rest) - 1), chance)
    if len(rest) == 7 and language == "en":
        return _drawn("55501xx", chance)
    return _drawn(chance.choice(_NOWHERE.get(len(rest), ("10".ljust(len(rest), "x"),))), chance)


def _abroad(rest: str, chance: random.Random) -> str:
    """Behind the code of a country whose plan is not known here: hardly any begins with 00."""
    return _drawn("00".ljust(len(rest), "x")[: len(rest)], chance)


def _drawn(pattern: str, chance: random.Random) -> str:
    return "".join(chance.choice(_POOLS[s]) if s in _POOLS else s for s in pattern)


def _laid(head: str, digits: str) -> str:
    """The digits in the layout of the original."""
    supply = iter(digits)
    return _DIGIT.sub(lambda _: next(supply), head)
