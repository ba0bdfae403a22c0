"""Phones: whether a group of digits is a telephone number, and where it ends."""

from __future__ import annotations

import re

import phonenumbers

_GROUP = re.compile(r"[\dOolI]+")
_DIGITS = re.compile(r"\d+")
_DATES = re.compile(
    r"(?:[0-2]?\d|3[01])([/.-])(?:[0-2]?\d|3[01])\1(?:(?:19|20)\d\d|\d\d)(?!\d|\1\d)"
    r"|(?:19|20)\d\d([/.-])\d\d?\2\d\d?(?!\d)"
)
_REGIONS = tuple(
    "ES US GB IE AU NZ IN ZA SG HK MX CO AR CL PE EC VE UY PY BO CR GT SV HN NI PA CU DO BR PT FR"
    " DE IT MA KE NG PH".split()
)
_GARBLED = str.maketrans("OoQDIliSsBZz", "000011155822")
_SOFT = str.maketrans("OolI", "0011")
_EXTENSION = re.compile(
    r"[ ,/-]{0,3}(?:\b(?:ext|extension|extn|int|anexo)\b\.?:?|x) ?\d{1,6}", re.I
)
_EXTENDED = re.compile(r"[, (]{0,3}(?:#|x|ext|int|anexo|opt)", re.I)
_SIGNS = re.compile(r"[^\d+]")


def _number(text: str) -> str:
    value = _SIGNS.sub("", text.translate(_SOFT))
    return "+" + value[2:] if value.startswith("00") else value


def valid(text: str, regions: tuple[str, ...]) -> bool:
    """Whether a text is a number that one of the regions' numbering plans assigns (ITU-T E.164)."""
    value = _number(text)
    for region in regions:
        try:
            parsed = phonenumbers.parse(value, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number_for_region(parsed, region):
            return True
    return False


def international(text: str) -> bool:
    """Whether a text with a plus or a double zero has a known country and a possible length."""
    value = _number(text).replace("+0", "+")
    if text.startswith("00") and " " not in text and "-" not in text:
        return False
    try:
        parsed = phonenumbers.parse(value if value.startswith("+") else "+" + value, None)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_possible_number(parsed)


def spanish(text: str) -> bool:
    """Whether nine digits are a number of the Spanish plan, written in groups of two or more."""
    text = _base(text)
    slashes = text.count("/")
    return (
        sum(sign.isdigit() for sign in text) == 9
        and slashes <= 1
        and not (slashes and "/" not in text[:6])
        and valid(text, ("ES",))
    )


def broken(text: str) -> bool:
    """Whether nine digits, a scan's O and l among them, are a Spanish number however grouped."""
    plain = text.translate(_SOFT)
    digits = _SIGNS.sub("", plain)
    return len(digits) == 9 and len(set(digits)) > 3 and valid(digits, ("ES",))


def assigned(text: str) -> bool:
    """Whether a number with a trunk zero is one that a plan which writes so assigns."""
    return valid(text, ("AU", "GB", "IE", "NZ", "ZA", "FR", "DE"))


def domestic(text: str) -> bool:
    """Whether a number with a trunk zero has a plausible length and no group looks like a date."""
    count = sum(sign.isdigit() for sign in text)
    return 9 <= count <= 12 and len(set(text) - set("0 -.()")) > 2 and not _DATES.match(text)


def american(text: str) -> bool:
    """Whether ten digits can be a North American number: no area or exchange begins with 0 or 1."""
    digits = _SIGNS.sub("", _base(text))
    digits = digits.lstrip("+").removeprefix("1") if len(digits.lstrip("+")) == 11 else digits
    return len(digits) == 10 and digits[0] not in "01" and digits[3] not in "01"


def american_garbled(text: str) -> bool:
    """The same with letters that a scan took for digits; most signs must be true digits."""
    plain = text.translate(_GARBLED)
    return sum(sign.isdigit() for sign in text) >= 6 and american(plain)


def national(text: str) -> bool:
    """Whether eight to eleven digits are a number that some country's plan assigns."""
    digits = _SIGNS.sub("", text)
    return (
        8 <= len(digits) <= 11
        and len(set(digits)) > 3
        and not _DATES.match(text)
        and valid(digits, _REGIONS)
    )


def american_plan(text: str) -> bool:
    """Whether ten digits are a number that the North American plan assigns."""
    return american(text) and valid(text, ("US", "CA", "MX", "IN", "CO"))


def latin(text: str) -> bool:
    """Whether a text is a number of a Latin American plan."""
    return valid(text, ("MX", "AR", "CO", "CL", "PE", "CR", "GT", "EC", "UY", "VE", "BR"))


def dialled(text: str, after: str) -> int:
    """How much of a run of digit groups behind a telephone word is one number; 0 for none."""
    if text[0] == "+":
        return longest(text)
    groups = list(_GROUP.finditer(text))
    total, end = 0, 0
    for group in groups:
        if total and _parts(text[end : group.start()], total, len(group[0]), text):
            break
        total += len(group[0])
        end = group.end()
    return _whole(text, end, total, after)


def _parts(between: str, total: int, following: int, text: str) -> bool:
    """Whether the signs between two groups part two numbers rather than two groups of one."""
    if total in (9, 10) and text.lstrip("(")[0] not in "0O":
        return True
    if "/" in between and total < 3:
        return False
    return total >= 9 and (len(between) > 1 or "/" in between or total + following > 13)


def _whole(text: str, end: int, total: int, after: str) -> int:
    true = sum(sign.isdigit() for sign in text[:end])
    if not 7 <= total <= 15 or true < 5 or _DATES.match(text) or len(set(text[:end])) < 4:
        return 0
    more = _EXTENSION.match(text + after, end)
    return min(more.end(), len(text)) if more else end


def longest(text: str) -> int:
    """The end of the longest run of groups that is an international number; 0 for none."""
    for end in sorted((group.end() for group in _DIGITS.finditer(text)), reverse=True):
        if sum(sign.isdigit() for sign in text[:end]) > 6 and international(text[:end]):
            return end
    return 0


def extended(text: str) -> int:
    """The same with the extension behind it."""
    base = len(_base(text))
    end = longest(text[:base])
    return len(text) if end == base else end


def nine(text: str) -> int:
    """The end of the groups that make nine digits, with an extension; 0 where no group ends."""
    base = len(_base(text))
    end = _nine(text[:base])
    return len(text) if end == base else end


def _base(text: str) -> str:
    """The number without its extension."""
    return _EXTENDED.split(text, maxsplit=1)[0]


def _nine(text: str) -> int:
    total = 0
    for group in _DIGITS.finditer(text):
        total += len(group[0])
        if total >= 9:
            end = group.end()
            goes_on = text[end : end + 1] in (".", "-", "/") and text[end + 1 : end + 2].isdigit()
            return end if total == 9 and not goes_on else 0
    return 0
