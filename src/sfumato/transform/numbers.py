"""Numbers: identifiers of the same layout, with the same check digit, out of ranges in use.

Letters stay letters, digits digits, signs stay. Where the original satisfies a check, so does the
surrogate; where a range is known that is never issued, the surrogate lies in it.
"""

from __future__ import annotations

import random
import string
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.transform.contacts import contact
from sfumato.transform.dial import chance_for
from sfumato.transform.families import Check, Family, families_of
from sfumato.transform.originals import free, is_phone

_TRIES = (60, 600, 6000, 40000)
"""Draws by the number of checks that are to hold at once, each of them by chance one in ten."""
_FEW = 60
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Without I, O and Q, which many numbers leave out."""
_LONGEST = 40


def number(original: str, span: Span, scene: Scene) -> str | None:
    """Another number of the same layout; nothing where the original has no letter or digit."""
    if is_phone(original, scene):
        return contact(original, replace(span, label="PHONE"), scene)
    plain = _folded(original)
    places = [at for at, sign in enumerate(plain) if sign.isalnum()]
    if not places:
        return None
    value = "".join(plain[at].upper() if plain[at].isascii() else plain[at] for at in places)
    chance = chance_for(scene, span, "number", original)
    for made in _drawn(value, chance):
        laid = _laid(plain, places, made)
        if free(laid, original, scene):
            return laid
    return None


def _folded(text: str) -> str:
    """Letters and digits in any width and script of digits as plain ones, each in its place."""
    return text if text.isascii() else "".join(map(_plain_sign, text))


def _plain_sign(sign: str) -> str:
    if sign.isdigit():
        return str(unicodedata.digit(sign))
    wide = unicodedata.normalize("NFKC", sign)
    return wide if len(wide) == 1 and wide.isascii() else sign


def _drawn(value: str, chance: random.Random) -> Iterator[str]:
    """Candidates: with all checks of the original and the range of a family, or of no family."""
    families = families_of(value) if len(value) < _LONGEST and value.isascii() else ()
    for family in sorted(families, key=Family.strength, reverse=True):
        if family.agrees(families):
            yield from _of_family(value, family, families, chance)
    for family in families:
        yield from _of_family(value, family, (family,), chance)
    for _ in range(0 if families else _FEW):
        yield _filled(value, "", chance)


def _of_family(
    value: str, family: Family, keep: tuple[Family, ...], chance: random.Random
) -> Iterator[str]:
    found = 0
    for _ in range(_TRIES[min(len(keep), len(_TRIES)) - 1]):
        made = _controlled(_filled(value, family.pattern, chance), family)
        if made and (family.holds or len(keep) > 1 or not family.controls):
            made = made if all(each.keeps(made) for each in keep) else ""
        if made:
            found += 1
            yield made
        if found == _FEW:
            return


def _filled(value: str, pattern: str, chance: random.Random) -> str:
    month, day = f"{chance.randint(1, 12):02d}", f"{chance.randint(1, 28):02d}"
    made = []
    for at, sign in enumerate(value):
        mark = pattern[at] if at < len(pattern) else "."
        if mark == ".":
            made.append(_other(sign, chance, first=at == 0))
        elif mark == "=":
            made.append(sign)
        elif mark in "md":
            made.append((month if mark == "m" else day)[pattern[:at].count(mark)])
        elif mark in "yh":
            made.append(chance.choice(string.digits[: 5 if mark == "h" else 10]))
        else:
            made.append(mark)
    return "".join(made)


def _controlled(made: str, family: Family) -> str:
    """The candidate with its control signs, or nothing where none fit."""
    for places, check in family.controls:
        made = _solved(made, [at % len(made) for at in places], check)
        if not made:
            return ""
    return family.seal(made) if family.seal else made


def _solved(made: str, places: list[int], check: Check) -> str:
    signs = list(made)
    pools = [string.digits if made[at].isdigit() else string.ascii_uppercase for at in places]
    for tried in product(*pools):
        for at, sign in zip(places, tried, strict=True):
            signs[at] = sign
        whole = "".join(signs)
        if check(whole):
            return whole
    return ""


def _other(sign: str, chance: random.Random, *, first: bool) -> str:
    if sign.isalpha():
        return chance.choice(_LETTERS)
    return chance.choice(string.digits[1:] if first and sign != "0" else string.digits)


def _laid(plain: str, places: list[int], made: str) -> str:
    """The signs in the layout and the case of the original."""
    laid = list(plain)
    for at, sign in zip(places, made, strict=True):
        laid[at] = sign.lower() if plain[at].islower() else sign
    return "".join(laid)
