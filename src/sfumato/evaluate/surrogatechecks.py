"""Surrogate checks: what a program can see of a replacement beside its original.

Each check says right, wrong, or nothing: a name whose sex no list tells is not judged. They know
lists, shapes and check digits, not the operators, so they measure what came out.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sfumato.core.errors import SfumatoError
from sfumato.knowledge import checksums, dateread
from sfumato.knowledge.datevalue import DateValue
from sfumato.knowledge.kinship import relatives_named
from sfumato.knowledge.names import folded, shares
from sfumato.knowledge.towns import fold
from sfumato.transform.mask import canonical

Verdict = bool | None
"""Whether it is right; None where it cannot be told."""

PEOPLE = frozenset({"PATIENT", "DOCTOR", "RELATIVE"})
NUMBERS = frozenset(
    "PATIENT_ID INSURANCE_ID CONTACT_ID DOCTOR_ID ACCOUNT LICENSE VEHICLE_ID DEVICE_ID PHONE "
    "FAX".split()
)
DISTINCT = PEOPLE | NUMBERS | frozenset({"EMAIL", "STREET", "USERNAME"})
"""Labels whose surrogates must tell two originals apart."""
_MASK = re.compile(r"\[[A-Z_ ]+(?::[a-z2-7]+)?\]|[*X_█]{3,}")
_CLEAR = 5  # three times as frequent in one list as in the other
_MAIL = re.compile(r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+")
_SHORTEST = 4
_SCHEMES: dict[str, tuple[Callable[[str], bool], ...]] = {
    "PATIENT_ID": (checksums.dni, checksums.nie, checksums.nhs, checksums.curp, checksums.cpf),
    "INSURANCE_ID": (checksums.naf, checksums.dni, checksums.nie),
    "ACCOUNT": (checksums.iban, checksums.ccc, checksums.card),
    "DOCTOR_ID": (checksums.npi, checksums.dea, checksums.dni),
    "VEHICLE_ID": (checksums.vin,),
    "DEVICE_ID": (checksums.imei,),
}


def is_masked(new: str) -> bool:
    """Whether a mask stands in the place of a surrogate."""
    return not new.strip() or _MASK.search(new) is not None


def is_same(old: str, new: str) -> bool:
    """Whether the replacement is the original, or holds it."""
    one, two = canonical(old), canonical(new)
    inside = len(one) >= _SHORTEST and re.search(rf"\b{re.escape(old.strip())}\b", new, re.I)
    return bool(one) and (one == two or bool(inside))


def gender(label: str, old: str, new: str) -> Verdict:
    """Whether a name or a kinship word keeps its gender."""
    if label == "KINSHIP":
        return _agree(_kin(old, "gender"), _kin(new, "gender"))
    return _agree(_sex(old), _sex(new)) if label in PEOPLE else None


def generation(label: str, old: str, new: str) -> Verdict:
    """Whether a kinship word stays in its generation."""
    if label != "KINSHIP":
        return None
    return _agree(_kin(old, "generation"), _kin(new, "generation"))


def form(label: str, old: str, new: str) -> Verdict:
    """Whether the replacement is written like the original, as far as its kind has a form."""
    if label in NUMBERS:
        return _shape(old) == _shape(new)
    if label == "EMAIL":
        return _MAIL.fullmatch(new) is not None if _MAIL.fullmatch(old) else None
    if label in PEOPLE:
        return _case(old) == _case(new)
    if label == "DATE":
        return _same_pieces(_date(old), _date(new))
    if label in ("AGE", "STREET", "LOCATION") and any(sign.isdigit() for sign in old):
        return any(sign.isdigit() for sign in new)
    return None


def check_digits(label: str, old: str, new: str) -> Verdict:
    """Whether what passed a scheme of its label still passes it."""
    passed = [scheme for scheme in _SCHEMES.get(label, ()) if scheme(old)]
    return any(scheme(new) for scheme in passed) if passed else None


def weekday(label: str, old: str, new: str) -> Verdict:
    """Whether a weekday beside a whole date is that day's, where it was so before."""
    if label != "DATE":
        return None
    before, after = _date(old), _date(new)
    return _true(after) if before and after and _true(before) else None


def days_between(label: str, old: str, new: str) -> int | None:
    """By how many days a whole date moved, where its order of day and month is sure."""
    before, after = (_date(old), _date(new)) if label == "DATE" else (None, None)
    if before is None or after is None or "either" in (before.order, after.order):
        return None
    return (after.date - before.date).days if before.date and after.date else None


def tells_apart(one: str, two: str) -> bool:
    """Whether two originals of a kind are sure to mean two: they share no word."""
    words = ({fold(word) for word in re.findall(r"\w+", text)} for text in (one, two))
    first, second = words
    return not first & second and canonical(one) != canonical(two)


def _agree(one: object, two: object) -> Verdict:
    return None if one is None or two is None else one == two


def _sex(text: str) -> str | None:
    for word in re.findall(r"[^\W\d_]{3,}", text):
        found = shares(folded(word))
        male = max(found.get("m", 0), found.get("M", 0))
        female = max(found.get("f", 0), found.get("F", 0))
        family = max(found.get("s", 0), found.get("S", 0))
        if max(male, female) < family:
            continue
        if abs(male - female) >= _CLEAR:
            return "m" if male > female else "f"
        return None
    return None


def _kin(text: str, what: str) -> object:
    values = {getattr(one, what) for one in relatives_named().get(fold(text.strip()), ())}
    return values.pop() if len(values) == 1 and values != {"n"} else None


def _shape(text: str) -> str:
    return "".join("9" if sign.isdigit() else "a" if sign.isalpha() else sign for sign in text)


def _case(text: str) -> str:
    letters = re.findall(r"[^\W\d_]{3,}", text)
    if letters and all(word.isupper() for word in letters):
        return "upper"
    return "lower" if letters and all(word.islower() for word in letters) else "mixed"


def _date(text: str) -> DateValue | None:
    try:
        phrase = dateread.read(text)
    except (SfumatoError, ValueError):
        return None
    return phrase.values[0] if phrase is not None and len(phrase.values) == 1 else None


def _same_pieces(before: DateValue | None, after: DateValue | None) -> Verdict:
    if before is None:
        return None
    if after is None:
        return False
    readings = (after, after.turned()) if after.order == "either" else (after,)
    return any(_pieces(before) == _pieces(one) for one in readings)


def _pieces(value: DateValue) -> list[tuple[str, str | bool]]:
    return [
        (piece.part, piece.text if piece.part == "text" else piece.text.isdigit())
        for piece in value.pieces
    ]


def _true(value: DateValue) -> Verdict:
    if value.weekday is None or value.date is None:
        return None
    return value.date.isoweekday() == value.weekday
