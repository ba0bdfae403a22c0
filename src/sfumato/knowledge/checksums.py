"""Checksums of identifiers. Each takes the plain text of a span and says whether it adds up.

Separators (spaces, dots, dashes, slashes) are ignored; letters count in either case. Every function
names the standard or the authority that defines the rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SIGNS = re.compile(r"[^0-9A-Za-z]")
_NIF_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_BASE36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def plain(text: str) -> str:
    """The letters and digits of a text, in capitals."""
    return _SIGNS.sub("", text).upper()


def _digits(text: str, length: int) -> list[int] | None:
    value = plain(text)
    return [int(sign) for sign in value] if len(value) == length and value.isdigit() else None


def _weighted(digits: Sequence[int], weights: Sequence[int]) -> int:
    return sum(digit * weight for digit, weight in zip(digits, weights, strict=False))


def luhn(text: str) -> bool:
    """ISO/IEC 7812-1 annex B, modulus 10 with double-add-double; not for a row of one digit."""
    value = plain(text)
    if not value.isdigit() or len(set(value)) == 1:
        return False
    total = 0
    for index, sign in enumerate(reversed(value)):
        digit = int(sign) * (1 + index % 2)
        total += digit - 9 if digit > 9 else digit
    return total % 10 == 0


_VERHOEFF_TIMES = (
    "0123456789 1234067895 2340178956 3401289567 4012395678 "
    "5987604321 6598710432 7659821043 8765932104 9876543210"
).split()
_VERHOEFF_TURN = (
    "0123456789 1576283094 5803796142 8916043527 9453126870 4286573901 2793806415 7046913258"
).split()


def verhoeff(text: str) -> bool:
    """The dihedral-group check of J. Verhoeff, Error Detecting Decimal Codes (1969)."""
    value = plain(text)
    if not value.isdigit():
        return False
    state = 0
    for index, sign in enumerate(reversed(value)):
        state = int(_VERHOEFF_TIMES[state][int(_VERHOEFF_TURN[index % 8][int(sign)])])
    return state == 0


def iban(text: str) -> bool:
    """ISO 13616-1 with ISO/IEC 7064 mod 97-10."""
    value = plain(text)
    if not 15 <= len(value) <= 34 or not value[:2].isalpha() or not value[2:4].isdigit():
        return False
    return int("".join(str(_BASE36.index(c)) for c in value[4:] + value[:4])) % 97 == 1


# --- Spain


def dni(text: str) -> bool:
    """Control letter of DNI and NIF: number mod 23 (Real Decreto 1553/2005, art. 11)."""
    value = plain(text)
    return (
        len(value) == 9
        and value[:8].isdigit()
        and _NIF_LETTERS[int(value[:8]) % 23] == value[8]
        and value[:8] != "00000000"
    )


def nie(text: str) -> bool:
    """Control letter of NIE, X/Y/Z read as 0/1/2 (Orden INT/2058/2008)."""
    value = plain(text)
    if len(value) != 9 or value[0] not in "XYZ" or not value[1:8].isdigit():
        return False
    return _NIF_LETTERS[int(str("XYZ".index(value[0])) + value[1:8]) % 23] == value[8]


def cif(text: str) -> bool:
    """Control of the tax number of legal persons (Orden EHA/451/2008)."""
    value = plain(text)
    if len(value) != 9 or value[0] not in "ABCDEFGHJNPQRSUVW" or not value[1:8].isdigit():
        return False
    digits = [int(sign) for sign in value[1:8]]
    total = sum(digits[1::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[::2])
    control = (10 - total % 10) % 10
    return value[8] in (str(control), "JABCDEFGHI"[control])


def naf(text: str) -> bool:
    """Control of the Spanish social security number: mod 97 (TGSS, formato del NAF)."""
    value = plain(text)
    if len(value) not in (11, 12) or not value.isdigit() or not 1 <= int(value[:2]) <= 66:
        return False
    number, control = value[2:-2], int(value[-2:])
    joined = int(value[:2]) * 10_000_000 + int(number) if int(number) < 10_000_000 else None
    return control == (int(value[:2] + number) if joined is None else joined) % 97


def ccc(text: str) -> bool:
    """Both check digits of a Spanish account code (CSB, Norma 19): weights 2^n mod 11."""
    digits = _digits(text, 20)
    if digits is None or not any(digits):
        return False
    weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)
    first = 11 - _weighted([0, 0, *digits[:8]], weights) % 11
    second = 11 - _weighted(digits[10:], weights) % 11
    return [{10: 1, 11: 0}.get(x, x) for x in (first, second)] == digits[8:10]


# --- Latin America

_CURP_SIGNS = "0123456789ABCDEFGHIJKLMN_OPQRSTUVWXYZ"


def curp(text: str) -> bool:
    """Check digit of the Mexican CURP (RENAPO, Instructivo normativo, DOF 18-10-2021)."""
    value = plain(text)
    if len(value) != 18 or not value[17].isdigit():
        return False
    total = sum(_CURP_SIGNS.index(c) * (18 - i) for i, c in enumerate(value[:17]))
    return (10 - total % 10) % 10 == int(value[17])


def cuit(text: str) -> bool:
    """Argentine CUIT/CUIL: mod 11 (AFIP, Resolución General 10/1997)."""
    digits = _digits(text, 11)
    if digits is None:
        return False
    control = 11 - _weighted(digits, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return {11: 0, 10: 9}.get(control, control) == digits[10]


def rut(text: str) -> bool:
    """Chilean RUN/RUT: mod 11 with K for ten (Decreto Supremo 18/1973; Registro Civil)."""
    value = plain(text)
    if not 8 <= len(value) <= 9 or not value[:-1].isdigit() or len(set(value[:-1])) == 1:
        return False
    total = sum(int(c) * (2 + i % 6) for i, c in enumerate(reversed(value[:-1])))
    return "0K987654321"[total % 11] == value[-1] if total % 11 else value[-1] == "0"


def cpf(text: str) -> bool:
    """Brazilian CPF: two mod 11 digits (Receita Federal, IN RFB 1548/2015)."""
    digits = _digits(text, 11)
    if digits is None or len(set(digits)) == 1:
        return False
    return all(
        _weighted(digits[:size], range(size + 1, 1, -1)) * 10 % 11 % 10 == digits[size]
        for size in (9, 10)
    )


def cedula_ec(text: str) -> bool:
    """Ecuadorian identity card: province, third digit and Luhn-like check (Registro Civil)."""
    digits = _digits(text, 10)
    if digits is None or digits[2] > 5:
        return False
    return (1 <= digits[0] * 10 + digits[1] <= 24 or digits[:2] == [3, 0]) and luhn(text)


def nss_mx(text: str) -> bool:
    """Mexican social security number of eleven digits: Luhn (IMSS)."""
    return _digits(text, 11) is not None and luhn(text)


def nit_co(text: str) -> bool:
    """Colombian NIT: weighted primes mod 11 (DIAN, Decreto 2788/2004)."""
    value = plain(text)
    if not 9 <= len(value) <= 11 or not value.isdigit():
        return False
    weights = (3, 7, 13, 17, 19, 23, 29, 37, 41, 43)
    rest = _weighted([int(c) for c in reversed(value[:-1])], weights) % 11
    return (rest if rest < 2 else 11 - rest) == int(value[-1])


# --- United States and Canada


def ssn(text: str) -> bool:
    """Ranges that the SSA assigns (20 CFR 422.103; POMS RM 10201.035); ITIN: IRS Pub. 1915."""
    value = plain(text)
    if _digits(text, 9) is None or value in ("123456789", "078051120", "219099999"):
        return False
    area, group, serial = value[:3], value[3:5], value[5:]
    if group == "00" or serial == "0000" or area in ("000", "666"):
        return False
    return area < "900" or "50" <= group <= "65" or "70" <= group <= "99"


def npi(text: str) -> bool:
    """National Provider Identifier: Luhn over 80840 and the number (45 CFR 162.406)."""
    return _digits(text, 10) is not None and plain(text)[0] in "12" and luhn("80840" + plain(text))


def dea(text: str) -> bool:
    """DEA registration number: alternate digits (21 CFR 1301; DEA Pharmacist's Manual)."""
    value = plain(text)
    if len(value) != 9 or not value[2:].isdigit():
        return False
    d = [int(sign) for sign in value[2:]]
    return (d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])) % 10 == d[6]


_VIN_VALUES = dict(
    zip("ABCDEFGHJKLMNPRSTUVWXYZ", "12345678123457923456789", strict=True),
    **{str(digit): str(digit) for digit in range(10)},
)
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def vin(text: str) -> bool:
    """Vehicle identification number: check digit at nine (49 CFR 565.15; ISO 3779)."""
    value = plain(text)
    if len(value) != 17 or any(sign not in _VIN_VALUES for sign in value):
        return False
    rest = _weighted([int(_VIN_VALUES[sign]) for sign in value], _VIN_WEIGHTS) % 11
    return value[8] == ("X" if rest == 10 else str(rest)) and len(set(value)) > 4


def sin(text: str) -> bool:
    """Canadian social insurance number: Luhn, never beginning with 0 or 8 (ESDC)."""
    return _digits(text, 9) is not None and plain(text)[0] not in "08" and luhn(text)


# --- United Kingdom, Ireland


def nhs(text: str) -> bool:
    """NHS number of England and Wales, also CHI and H&C: mod 11 (NHS Data Dictionary)."""
    digits = _digits(text, 10)
    if digits is None or len(set(digits)) == 1:
        return False
    control = 11 - _weighted(digits, range(10, 1, -1)) % 11
    return control != 10 and control % 11 == digits[9]


def chi(text: str) -> bool:
    """Scottish CHI number: a birth date in front and mod 11 behind (NHS Scotland, CHI)."""
    value = plain(text)
    return nhs(text) and 1 <= int(value[:2]) <= 31 and 1 <= int(value[2:4]) <= 12


def pps(text: str) -> bool:
    """Irish PPS number: weighted letters mod 23 (Department of Social Protection)."""
    value = plain(text)
    if not 8 <= len(value) <= 9 or not value[:7].isdigit() or not value[7:].isalpha():
        return False
    second = (ord(value[8]) - 64) % 23 if len(value) == 9 and value[8] not in "W" else 0
    total = _weighted([int(c) for c in value[:7]], range(8, 1, -1)) + 9 * second
    return "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] == value[7]


# --- Oceania, India, South Africa


def medicare_au(text: str) -> bool:
    """Australian Medicare card: weights 1 3 7 9 mod 10 (Services Australia)."""
    value = plain(text)
    if len(value) not in (10, 11) or not value.isdigit() or not "2" <= value[0] <= "6":
        return False
    digits = [int(sign) for sign in value]
    return _weighted(digits[:8], (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == digits[8]


def ihi(text: str) -> bool:
    """Australian healthcare identifiers: 80036 and Luhn (AS 5017; Healthcare Identifiers Act)."""
    return _digits(text, 16) is not None and plain(text).startswith("80036") and luhn(text)


def tfn(text: str) -> bool:
    """Australian tax file number: mod 11 (Australian Taxation Office)."""
    digits = _digits(text, 9)
    return (
        digits is not None
        and any(digits)
        and (_weighted(digits, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0)
    )


def nhi(text: str) -> bool:
    """New Zealand NHI number, old form mod 11 and new form mod 23 (HISO 10046:2023)."""
    value = plain(text)
    if len(value) != 7 or any(sign in "IO" for sign in value[:3]):
        return False
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    signs = [int(c) if c.isdigit() else letters.find(c) + 1 for c in value]
    total = _weighted(signs, range(7, 1, -1))
    if value[6].isdigit():
        rest = total % 11
        return rest != 0 and (11 - rest) % 10 == signs[6]
    return 23 - total % 23 == signs[6]


def aadhaar(text: str) -> bool:
    """Indian Aadhaar: twelve digits, first over 1, Verhoeff (UIDAI)."""
    return _digits(text, 12) is not None and plain(text)[0] > "1" and verhoeff(text)


def said(text: str) -> bool:
    """South African identity number: birth date, citizenship and Luhn (Act 68 of 1997)."""
    value = plain(text)
    if _digits(text, 13) is None or value[10] not in "012":
        return False
    return 1 <= int(value[2:4]) <= 12 and 1 <= int(value[4:6]) <= 31 and luhn(text)


# --- universal

_CARDS = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"3(?:0[0-5]|[689])"), (14, 16)),
    (re.compile(r"6(?:011|4[4-9]|5)|35(?:2[89]|[3-8])|62|8[1]|50|5[6-9]|6[37]"), (16, 17, 18, 19)),
)


def card(text: str) -> bool:
    """Payment card: issuer prefix and length (ISO/IEC 7812), Luhn."""
    value = plain(text)
    return luhn(text) and any(
        prefix.match(value) and len(value) in lengths for prefix, lengths in _CARDS
    )


def imei(text: str) -> bool:
    """Mobile equipment identity: fifteen digits with Luhn (3GPP TS 23.003, annex B)."""
    return _digits(text, 15) is not None and luhn(text)
