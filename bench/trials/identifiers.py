"""Identifiers of every family that has a check, made by chance: those of nobody in particular."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from itertools import product

from sfumato.knowledge import checksums

Check = Callable[[str], bool]

# family: (shapes, check). In a shape "9" is any digit, "A" any letter, "*9", "*a", "*k" and "*x" a
# control digit, letter, K and X; other signs stand for themselves, and so does one behind "\\".
SHAPES: dict[str, tuple[tuple[str, ...], Check]] = {
    "dni": (("99999999*a", "99.999.999-*a"), checksums.dni),
    "nie": ((r"\X9999999*a", r"\Y-9999999-*a", r"\Z 9999999 *a"), checksums.nie),
    "cif": ((r"\B9999999*9", r"\Q-9999999-*a"), checksums.cif),
    "naf": ((r"2899999999*9*9", r"08/99999999/*9*9", r"15 9999999 *9*9"), checksums.naf),
    "ccc": (("9999 9999 *9*9 9999999999",), checksums.ccc),
    "iban": (
        (r"\G\B*9*9 AAAA 9999 9999 9999 99", r"\D\E*9*9999999999999999999"),
        checksums.iban,
    ),
    "curp": ((r"AAAA990412\H\D\FAAA9*9", r"AAAA810923\M\M\CAAA9*9"), checksums.curp),
    "cuit": (("20-99999999-*9", "3099999999*9"), checksums.cuit),
    "rut": (("19.999.999-*9", "9.999.999-*9", r"12999999-*k"), checksums.rut),
    "cpf": (("999.999.999-*9*9",), checksums.cpf),
    "cedula-ec": (("172999999*9",), checksums.cedula_ec),
    "nss-mx": (("99 99 99 9999 *9",), checksums.nss_mx),
    "nit-co": (("99999999-*9", "999999999-*9"), checksums.nit_co),
    "ssn": (("123-49-9999", "499389999"), checksums.ssn),
    "npi": (("199999999*9",), checksums.npi),
    "dea": ((r"\AA999999*9", r"\BA999999*9"), checksums.dea),
    "vin": (("1AAAA9AA*9A9999999", "WAA999AA*xA9999999"), checksums.vin),
    "sin": (("499 999 99*9",), checksums.sin),
    "nhs": (("499 999 999*9", "699999999*9"), checksums.nhs),
    "chi": (("140459999*9", "030871999*9"), checksums.chi),
    "pps": (("9999999*a", r"9999999*a\A"), checksums.pps),
    "medicare-au": (("2999 99999 9",), checksums.medicare_au),
    "ihi": (("8003 6099 9999 999*9",), checksums.ihi),
    "tfn": (("999 999 99*9",), checksums.tfn),
    "nhi": (("AAA999*9", "AAA99A*a"), checksums.nhi),
    "aadhaar": (("4999 9999 999*9",), checksums.aadhaar),
    "said": (("850412999908*9",), checksums.said),
    "card": (("4999 9999 9999 999*9", "5399999999999 99*9", "3799 999999 9999*9"), checksums.card),
    "imei": (("35-999999-999999-*9",), checksums.imei),
}
_POOLS = {"9": string.digits, "a": string.ascii_uppercase, "k": "K", "x": "X"}
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def identifier(family: str, chance: random.Random) -> str:
    """An identifier that its family's check accepts."""
    shapes, check = SHAPES[family]
    while True:
        made = _completed(_filled(chance.choice(shapes), chance), check)
        if made:
            return made


def _filled(shape: str, chance: random.Random) -> list[str]:
    """The signs; a control sign stays as "*" and the name of its pool."""
    signs, at = [], 0
    while at < len(shape):
        sign, step = shape[at], 1
        if sign in "\\*":
            signs.append(shape[at + 1] if sign == "\\" else shape[at : at + 2])
            step = 2
        elif sign == "9":
            signs.append(chance.choice(string.digits))
        else:
            signs.append(chance.choice(_LETTERS) if sign == "A" else sign)
        at += step
    return signs


def _completed(signs: list[str], check: Check) -> str:
    """The signs with the controls that make them add up, or nothing."""
    places = [at for at, sign in enumerate(signs) if len(sign) == 2]
    for tried in product(*(_POOLS[signs[at][1]] for at in places)):
        made = list(signs)
        for at, sign in zip(places, tried, strict=True):
            made[at] = sign
        if check("".join(made)):
            return "".join(made)
    return ""
