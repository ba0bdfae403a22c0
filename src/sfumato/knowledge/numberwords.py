"""Number words: Spanish and English numbers in words, read and written, up to 9999."""

from __future__ import annotations

import re
import unicodedata

_ES_UNITS = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro "
    "veinticinco veintiséis veintisiete veintiocho veintinueve"
).split()
_ES_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_ES_HUNDREDS = (
    "cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos "
    "novecientos"
).split()
_EN_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_EN_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
_JOINING = frozenset({"y", "and", "i"})
_SPLIT = re.compile(r"[\s-]+")


def plain(text: str) -> str:
    """The text in lower case without accents."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).lower()


def _table() -> dict[str, int]:
    table = {plain(word): value for value, word in enumerate(_ES_UNITS)}
    table |= {word: 30 + 10 * index for index, word in enumerate(_ES_TENS)}
    table |= {word: 100 * (index + 1) for index, word in enumerate(_ES_HUNDREDS)}
    table |= {word[:-2] + "as": 100 * (i + 1) for i, word in enumerate(_ES_HUNDREDS) if i}
    table |= {"ciento": 100, "un": 1, "una": 1, "primero": 1, "primer": 1, "veintiun": 21}
    table |= {"mil": 1000}
    table |= {word: value for value, word in enumerate(_EN_UNITS)}
    table |= {word: 20 + 10 * index for index, word in enumerate(_EN_TENS)}
    table |= {word: value for value, word in enumerate(_EN_ORDINALS)}
    table |= {word[:-1] + "ieth": 20 + 10 * i for i, word in enumerate(_EN_TENS)}
    return table | {"oh": 0, "o": 0, "hundred": 100, "thousand": 1000, "fourty": 40}


_VALUES = _table()
WORDS = frozenset(_VALUES)
ES_DAY = (
    r"(?:primero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|"
    r"quince|dieci(?:seis|siete|ocho|nueve)|veinte|"
    r"veinti(?:uno|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)|treinta(?: y uno?)?)"
)
EN_DAY = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth|thirty[ -]first|"
    r"twenty[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))"
)
_EN_TEEN = (
    r"(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|"
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
EN_CARDINAL_DAY = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teen|thirty(?:[ -]one)?|"
    r"twenty(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
_ES_UNDER_100 = (
    r"(?:(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)"
    r"(?: y (?:uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve))?|" + ES_DAY + ")"
)
ES_YEAR = rf"(?:mil (?:ocho|nove)cientos(?: {_ES_UNDER_100})?|dos mil(?: {_ES_UNDER_100})?)"
EN_YEAR = (
    r"(?:two thousand(?: (?:and )?(?:one|two|three|four|five|six|seven|eight|nine|"
    rf"{_EN_TEEN}))?|(?:nineteen|twenty)[ -](?:{_EN_TEEN}|hundred|"
    r"(?:oh|o)[ -](?:one|two|three|four|five|six|seven|eight|nine)))"
)
EN_NUMBER = rf"(?:{_EN_TEEN}|zero|one|two|three|four|five|six|seven|eight|nine)"
ES_NUMBER = _ES_UNDER_100


def read_number(text: str) -> int | None:
    """The number that Spanish or English words say, or None."""
    words = [word for word in _SPLIT.split(plain(text).strip()) if word and word not in _JOINING]
    values = [_VALUES.get(word) for word in words]
    if not values or None in values:
        return None
    known = [value for value in values if value is not None]
    if _is_paired_year(known, words):
        return known[0] * 100 + sum(known[1:])
    return _total(known)


def _is_paired_year(values: list[int], words: list[str]) -> bool:
    """Whether a year is said in two halves, as in "nineteen forty six" or "twenty nineteen"."""
    return (
        len(values) > 1
        and words[0] in ("nineteen", "eighteen", "twenty")
        and (values[1] >= 10 or words[1] in ("oh", "o"))
        and 100 not in values
        and 1000 not in values
    )


def _total(values: list[int]) -> int | None:
    total = current = 0
    for index, value in enumerate(values):
        if value == 1000:
            total, current = (current or 1) * 1000, 0
        elif value == 100 and 0 < current < 100:
            current *= 100
        elif index and current and value >= _unit_below(current):
            return None
        else:
            current += value
    return total + current


def _unit_below(current: int) -> int:
    if current % 100 == 0:
        return 100
    return 10 if current % 10 == 0 and current % 100 >= 20 else 0


_EN_WORDS = frozenset(
    (*_EN_UNITS, *_EN_TENS, *_EN_ORDINALS, "hundred", "thousand", "and", "oh", "fourty")
)


def is_english(text: str) -> bool:
    """Whether plain number words are English and not Spanish."""
    return all(word in _EN_WORDS for word in _SPLIT.split(text.strip()))


def write_number(number: int, *, language: str) -> str:
    """A number from 0 to 9999 in words."""
    return _write_es(number) if language == "es" else _write_en(number)


def _write_es(number: int) -> str:
    if number >= 1000:
        thousands, rest = divmod(number, 1000)
        head = "mil" if thousands == 1 else f"{_ES_UNITS[thousands]} mil"
        return f"{head} {_write_es(rest)}" if rest else head
    if number > 100:
        hundreds, rest = divmod(number, 100)
        head = "ciento" if hundreds == 1 else _ES_HUNDREDS[hundreds - 1]
        return f"{head} {_write_es(rest)}" if rest else head
    if number == 100:
        return "cien"
    if number < 30:
        return _ES_UNITS[number]
    tens, unit = divmod(number, 10)
    return _ES_TENS[tens - 3] + (f" y {_ES_UNITS[unit]}" if unit else "")


def _write_en(number: int) -> str:
    if number >= 1000:
        thousands, rest = divmod(number, 1000)
        return f"{_EN_UNITS[thousands]} thousand" + (f" {_write_en(rest)}" if rest else "")
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        return f"{_EN_UNITS[hundreds]} hundred" + (f" {_write_en(rest)}" if rest else "")
    if number < 20:
        return _EN_UNITS[number]
    tens, unit = divmod(number, 10)
    return _EN_TENS[tens - 2] + (f"-{_EN_UNITS[unit]}" if unit else "")


def write_paired_year(year: int) -> str:
    """An English year said in two halves: "nineteen forty-six"."""
    head, rest = divmod(year, 100)
    if rest == 0:
        return f"{_write_en(head)} hundred"
    return f"{_write_en(head)} {'oh ' if rest < 10 else ''}{_write_en(rest)}"


def write_ordinal(day: int) -> str:
    """An English ordinal below one hundred in words."""
    if day < 20:
        return _EN_ORDINALS[day]
    tens, unit = divmod(day, 10)
    if unit == 0:
        return _EN_TENS[tens - 2][:-1] + "ieth"
    return f"{_EN_TENS[tens - 2]}-{_EN_ORDINALS[unit]}"
