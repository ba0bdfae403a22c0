"""Families: the kinds of numbers that have a check, and ranges of them that nobody is given.

A number is taken as its plain letters and digits. `pattern` says, place by place from the first,
what a surrogate has: "." another sign of the same kind (and so for all places behind its end),
"=" the original's, "y", "mm" and "dd" a date, "h" a digit up to 4, and else that very sign.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sfumato.knowledge import checksums

Check = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of number: whom `check` accepts is of it, and its surrogates satisfy `holds`.

    `controls` are groups of places, each filled so that the check beside it holds; negative
    places count from the end.
    """

    name: str
    check: Check
    lengths: tuple[int, ...]
    pattern: str = ""
    controls: tuple[tuple[tuple[int, ...], Check], ...] = ()
    holds: Check | None = None
    first: str = ""
    """The digits with which `check` lets a number begin, where not with all."""
    seal: Callable[[str], str] | None = None
    """Sets control signs that can be computed, after the others."""

    def strength(self) -> int:
        """How many of its signs follow from the rest: the more, the rarer by chance."""
        return sum(len(places) for places, _ in self.controls) + (2 if self.seal else 0)

    def agrees(self, others: Sequence[Family]) -> bool:
        """Whether its range does not shut out the checks of others from the first."""
        start = self.pattern[:1]
        return not start.isdigit() or all(start in (other.first or start) for other in others)

    def keeps(self, value: str) -> bool:
        """Whether a surrogate adds up as its original does."""
        return (self.holds or self.check)(value)


def _last(name: str, check: Check, *lengths: int, pattern: str = "", first: str = "") -> Family:
    """A family whose control sign stands at the end."""
    return Family(name, check, lengths, pattern, (((-1,), check),), first=first)


def _luhn(name: str, check: Check, *lengths: int, pattern: str) -> Family:
    """A family whose range of surrogates is one that its own check does not take."""
    return Family(name, check, lengths, pattern, (((-1,), checksums.luhn),), checksums.luhn)


def _lettered(check: Check, letters: int) -> Check:
    """A check for numbers that begin with letters."""
    return lambda value: value[:letters].isalpha() and check(value)


def _eight_digits(value: str) -> bool:
    return value[:8].isdigit() and value[8:].isalpha() == (len(value) == 9)


def _inner_ccc(value: str) -> bool:
    return checksums.ccc(value[4:])


def _sealed(value: str) -> str:
    """An IBAN with its two check digits (ISO/IEC 7064, mod 97-10)."""
    rest = int("".join(str(int(sign, 36)) for sign in value[4:] + value[:2] + "00")) % 97
    return f"{value[:2]}{98 - rest:02d}{value[4:]}"


def _spanish_sealed(value: str) -> str:
    return _sealed(value[:4] + _ccc_sealed(value[4:]))


def _ccc_sealed(value: str) -> str:
    """An account with both digits behind bank and branch (CSB, Norma 19)."""
    return f"{value[:8]}{_ccc_digit('00' + value[:8])}{_ccc_digit(value[10:])}{value[10:]}"


def _ccc_digit(part: str) -> str:
    weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)
    rest = 11 - sum(int(sign) * weight for sign, weight in zip(part, weights, strict=True)) % 11
    return {10: "1", 11: "0"}.get(rest, str(rest))


def _cpf_sealed(value: str) -> str:
    """A CPF with its two digits (Receita Federal)."""
    made = value[:9]
    for size in (9, 10):
        total = sum(int(sign) * (size + 1 - at) for at, sign in enumerate(made))
        made += str(total * 10 % 11 % 10)
    return made


def _naf_sealed(value: str) -> str:
    """A number of affiliation with its remainder of 97 (TGSS)."""
    number = value[2:-2]
    small = int(number) < 10_000_000
    whole = int(value[:2]) * 10_000_000 + int(number) if small else int(value[:-2])
    return f"{value[:-2]}{whole % 97:02d}"


def _spanish_iban(value: str) -> bool:
    return value.startswith("ES") and checksums.iban(value) and _inner_ccc(value)


def _short_dni(value: str) -> bool:
    """A number under ten millions, written without the zero in front."""
    return value[:7].isdigit() and checksums.dni("0" + value)


def _numbered_vin(value: str) -> bool:
    return value[0].isdigit() and checksums.vin(value)


def _personal_cuit(value: str) -> bool:
    return value.startswith("2") and checksums.cuit(value)


def _other_cuit(value: str) -> bool:
    return not value.startswith("2") and checksums.cuit(value)


def _nine_digits(value: str) -> bool:
    return value.isdigit()


def _no_ssn(value: str) -> bool:
    """Areas 000, 666 and 900 to 999 are never assigned; groups to 49 are no taxpayer's (IRS)."""
    return value[:3] in ("000", "666") or (value[0] == "9" and value[3] < "5")


_NINE = "9..h"
# A DNI with a slip in it, or without its letter, may be somebody's all the same.
_DNI_LIKE = Family("dni-like", _eight_digits, (8, 9), "99")

# Where an original satisfies several checks, so does its surrogate, in the range of the first
# family for which that can be.
FAMILIES: tuple[Family, ...] = (
    # No bank of Spain has the code 9999.
    Family("iban-es", _spanish_iban, (24,), "ES..9999", seal=_spanish_sealed),
    Family("iban", checksums.iban, tuple(range(15, 35)), "==", seal=_sealed),
    Family("ccc", checksums.ccc, (20,), "9999", seal=_ccc_sealed),
    _last("curp", _lettered(checksums.curp, 4), 18, pattern="....yymmdd=NE"),
    # No maker's code (ISO 3780) begins with 0, and none with G so far.
    Family("vin", _numbered_vin, (17,), "0", (((8,), checksums.vin),)),
    Family("vin-letter", _lettered(checksums.vin, 1), (17,), "G", (((8,), checksums.vin),)),
    # 99 millions and Z9 lie far above what has been issued; of 7 digits all has been.
    _last("dni", checksums.dni, 9, pattern="99"),
    _last("dni-short", _short_dni, 8),
    _last("nie", checksums.nie, 9, pattern="Z9"),
    # The first letter is the legal form, on which the kind of the control sign depends.
    _last("cif", checksums.cif, 9, pattern="="),
    # The second letter says which register the number is from.
    Family("pps", checksums.pps, (8, 9), ".......==", (((7,), checksums.pps),)),
    # Provinces end at 53.
    Family("naf", checksums.naf, (11, 12), "60", first="0123456", seal=_naf_sealed),
    # Registrants begin with another letter than Z (DEA Pharmacist's Manual).
    _last("dea", _lettered(checksums.dea, 1), 9, pattern="Z"),
    # 999 is for tests (NHS Data Dictionary); CHI has no range of that kind.
    _last("chi", checksums.chi, 10, pattern="ddmmyy", first="0123"),
    _last("nhs", checksums.nhs, 10, pattern="999"),
    # Of the two first digits that the rule has, 1 is assigned so far (CMS).
    _last("npi", checksums.npi, 10, pattern="2", first="12"),
    # Provinces are 01 to 24 and 30.
    _luhn("cedula-ec", checksums.cedula_ec, 10, pattern="25"),
    Family(
        "medicare-au",
        checksums.medicare_au,
        (10, 11),
        "",
        (((8,), checksums.medicare_au),),
        first="23456",
    ),
    Family("cpf", checksums.cpf, (11,), seal=_cpf_sealed),
    # The first two digits tell people from companies; people's numbers end below 99 millions.
    _last("cuit-people", _personal_cuit, 11, pattern="==99", first="2"),
    _last("cuit", _other_cuit, 11, pattern="=="),
    _last("nss-mx", checksums.nss_mx, 11),
    # Numbers for tests begin so (UIDAI).
    _last("aadhaar", checksums.aadhaar, 12, pattern="9999"),
    _last("said", checksums.said, 13, pattern="yymmdd....="),
    # The first six digits tell people from providers and organisations.
    _last("ihi", checksums.ihi, 16, pattern="======"),
    # 9 is for national use (ISO/IEC 7812-1), and 999 is no country's number (ISO 3166-1).
    _luhn("card", checksums.card, 13, 14, 15, 16, 17, 18, 19, pattern="9999"),
    # 00 is for test equipment (GSMA TS.06).
    _last("imei", checksums.imei, 15, pattern="00"),
    # Numbers for tests begin with Z (HISO 10046).
    _last("nhi", _lettered(checksums.nhi, 3), 7, pattern="Z"),
    # No number of people begins with 0 (ESDC); the area 000 is none of the SSA's either.
    _luhn("sin", checksums.sin, 9, pattern="000"),
    # Between people and companies; the area 666 is none of the SSA's either.
    _last("rut", checksums.rut, 9, pattern="666"),
    _last("rut-short", checksums.rut, 8),
    _last("tfn", checksums.tfn, 9, pattern=_NINE),
    _last("nit-co", checksums.nit_co, 9, pattern=_NINE),
    _last("nit-co", checksums.nit_co, 10, 11, pattern="99"),
    # What an American reader takes for one.
    Family("ssn", _nine_digits, (9,), _NINE, holds=_no_ssn),
    _DNI_LIKE,
)
_BY_LENGTH = {
    length: tuple(family for family in FAMILIES if length in family.lengths)
    for length in range(1, 40)
}


def families_of(value: str) -> tuple[Family, ...]:
    """The families whose check a plain number satisfies, the likeliest first."""
    found = [family for family in _BY_LENGTH.get(len(value), ()) if family.check(value)]
    return tuple(family for family in found if len(found) == 1 or family is not _DNI_LIKE)
