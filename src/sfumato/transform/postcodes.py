"""Postcodes: one of the surrogate's town or region, in the layout of the original."""

from __future__ import annotations

import random
import re

from sfumato.knowledge.towns import Town, table

_UK = re.compile(r"([A-Za-z]{1,2})(\d[A-Za-z\d]?)(?:(\s*)(\d)([A-Za-z]{2}))?$")
_CANADA = re.compile(r"([A-Za-z])(\d)([A-Za-z])([ -]?)(\d)([A-Za-z])(\d)$")
_EIRE = re.compile(r"([A-Za-z])(\d[\dWw])( ?)([A-Za-z\d]{4})$")
_AS_DIGIT = str.maketrans("OolI|", "00111")

# Areas whose districts end far below 60: those from 62 to 69 are not in use (Royal Mail).
_UNUSED_LONG = {
    "ENG": "AL BA BH BL BN CB CM CO CT CW DN DT DY EX GU HP HU IP KT LA LN ME MK NN NR OL OX PE PL"
    " PR RG RH SG SK SL SN SP SS ST SY TA TF TQ TR TS WA WR WV".split(),
    "SCT": "AB DD DG EH FK KY ML TD".split(),
    "WLS": "NP LD".split(),
    "NIR": ["BT"],
}
_UNUSED_SHORT = {
    "ENG": ["HG6", "HG7", "HG8", "LU8", "LU9", "FY9", "HX8", "HX9", "SR0", "HR0", "WN0"],
    "SCT": ["ZE4", "ZE5", "ZE6", "ZE7", "ZE8", "HS0", "TD0", "DG0"],
    "WLS": ["LD9", "LD0", "NP0"],
    "NIR": ["BT0"],
}
_LETTERS_UK = "ABDEFGHJLNPQRSTUWXYZ"
_LETTERS_CANADA = "ABCEGHJKLMNPRSTVWXYZ"
_LETTERS_EIRE = "ACDEFHKNPRTVWXY"
_FIRST_CANADA = {
    "01": "T", "02": "V", "03": "R", "04": "E", "05": "A", "07": "B", "08": "KLMNP",
    "09": "C", "10": "GHJ", "11": "S", "12": "Y", "13": "X", "14": "X",
}  # fmt: skip
_FIRST_AUSTRALIA = {
    "01": ("26",), "02": ("20", "21", "22", "23", "24", "25"), "03": ("08",),
    "04": ("40", "42", "43", "45", "47"), "05": ("50", "51", "52", "53"), "06": ("70", "72", "73"),
    "07": ("30", "31", "32", "33", "35"), "08": ("60", "61", "62", "64"),
}  # fmt: skip


def plain_digits(code: str) -> str:
    """A postcode without prefix, its look-alike letters read as digits."""
    bare = code.removeprefix("E-").removeprefix("e-")
    return bare.translate(_AS_DIGIT) if any(char.isdigit() for char in bare) else bare


def country_of(code: str) -> str:
    """The country of a layout; empty where digits alone do not tell."""
    if _UK.match(code):
        return "GB"
    if _CANADA.match(code):
        return "CA"
    return "IE" if _EIRE.match(code) else ""


def rewritten(code: str, town: Town | None, chance: random.Random) -> str:
    """A postcode in the layout of the original, of a town where it is known."""
    for layout, make in ((_UK, _uk), (_CANADA, _canada), (_EIRE, _eire)):
        found = layout.match(code)
        if found:
            made = make(found, town, chance)
            return made.lower() if code.islower() else made
    return _digits(code, town, chance)


def _digits(code: str, town: Town | None, chance: random.Random) -> str:
    bare = plain_digits(code)
    prefix = code[: len(code) - len(bare)]
    main, dash, more = bare.partition("-")
    if town and town.postcodes and len(main) == len(town.postcodes[0]):
        made = chance.choice(table(town.country).own_codes(town))
    elif town and town.country == "AU" and len(main) == 4 and town.region in _FIRST_AUSTRALIA:
        made = chance.choice(_FIRST_AUSTRALIA[town.region]) + _number(chance, 2)
    else:
        made = main[: max(1, len(main) - 3)] + _number(chance, min(3, max(0, len(main) - 1)))
    return prefix + made + dash + _number(chance, len(more))


def _number(chance: random.Random, width: int) -> str:
    return "".join(chance.choice("0123456789") for _ in range(width))


def _letters(chance: random.Random, alphabet: str, width: int) -> str:
    return "".join(chance.choice(alphabet) for _ in range(width))


def _uk(found: re.Match[str], town: Town | None, chance: random.Random) -> str:
    nation = town.region if town and town.region in _UNUSED_LONG else "ENG"
    if len(found.group(2)) == 2:
        outward = f"{chance.choice(_UNUSED_LONG[nation])}{chance.randint(62, 69)}"
    else:
        outward = chance.choice(_UNUSED_SHORT[nation])
    if found.group(4) is None:
        return outward
    return f"{outward}{found.group(3)}{_number(chance, 1)}{_letters(chance, _LETTERS_UK, 2)}"


def _canada(found: re.Match[str], town: Town | None, chance: random.Random) -> str:
    first = _FIRST_CANADA.get(town.region if town else "", found.group(1).upper())
    letter = _letters(chance, _LETTERS_CANADA, 1)
    return (
        f"{chance.choice(first)}{_number(chance, 1)}{letter}{found.group(4)}"
        f"{_number(chance, 1)}{_letters(chance, _LETTERS_CANADA, 1)}{_number(chance, 1)}"
    )


def _eire(found: re.Match[str], _: Town | None, chance: random.Random) -> str:
    tail = _number(chance, 1) + _letters(chance, _LETTERS_EIRE, 2) + _number(chance, 1)
    return f"{found.group(1)}{found.group(2)}{found.group(3)}{tail}"
