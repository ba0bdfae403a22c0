"""Date writing: another date in the layout of one that was read."""

from __future__ import annotations

import datetime
import re

from sfumato.knowledge import calendarwords as words
from sfumato.knowledge import numberwords
from sfumato.knowledge.datevalue import DateValue, Piece, full_year, number_of


def write(value: DateValue, date: datetime.date) -> str:
    """Another date in the format of the value: the same layout, names, case and padding."""
    pieces = value.pieces
    if value.order == "either" and value.language == "en":
        pieces = tuple(_swapped(piece) for piece in pieces)
    written = []
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else None
        if piece.part == "text" and before is not None and before.part == "day":
            written.append(_ordinal(piece.text, before.text, date.day))
        else:
            written.append(_part(piece, date, value))
    return "".join(written)


def _part(piece: Piece, date: datetime.date, value: DateValue) -> str:
    match piece.part:
        case "day":
            return _write_day(piece.text, date, value)
        case "month":
            return _write_month(piece.text, date, value)
        case "year":
            return _write_year(piece.text, date, value)
        case "weekday":
            return _write_weekday(piece.text, date)
    return piece.text


def _swapped(piece: Piece) -> Piece:
    if piece.part == "day":
        return Piece("month", piece.text)
    return Piece("day", piece.text) if piece.part == "month" else piece


_ENGLISH_ORDINAL = re.compile(r"(st|nd|rd|th)\b", re.IGNORECASE)


def _ordinal(text: str, day_text: str, day: int) -> str:
    """The text after the day, with "st", "nd", "rd" or "th" put right for another day."""
    found = _ENGLISH_ORDINAL.match(text)
    if found is None or not day_text[-1:].isalnum():
        return text
    suffix = "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return _cased(suffix, found.group()) + text[found.end() :]


def _cased(word: str, like: str) -> str:
    letters = [char for char in like if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return word.upper()
    return word[:1].upper() + word[1:] if letters and letters[0].isupper() else word.lower()


def _padded(number: int, like: str) -> str:
    return f"{number:0{len(like)}d}" if len(like) == 2 and like[0] in "0O" else str(number)


def _write_day(text: str, date: datetime.date, value: DateValue) -> str:
    if number_of("d", text) == date.day:
        return text
    if any(char.isdigit() for char in text) or len(text) < 3:
        return _numbered(text, date.day, value)
    return _worded(text, date.day)


def _numbered(text: str, number: int, value: DateValue) -> str:
    """A day or month in digits; a value of two digits says nothing of padding, its fellow does."""
    if len(text) == 1:
        return str(number)
    if text[0] in "0O":
        return f"{number:02d}"
    fellows = [p.text for p in value.pieces if p.part in ("day", "month") and p.text is not text]
    digits = [fellow for fellow in fellows if fellow[:1].isdigit()]
    return str(number) if any(len(fellow) == 1 for fellow in digits) else f"{number:02d}"


def _worded(text: str, day: int) -> str:
    plain = numberwords.plain(text)
    if re.search(r"(?:st|nd|rd|th)\Z", plain):
        return _joined(numberwords.write_ordinal(day), text)
    if plain == "primero" or (
        numberwords.write_number(numberwords.read_number(text) or 0, language="es").startswith(
            plain[:3]
        )
        and not _is_english(plain)
    ):
        return _cased(numberwords.write_number(day, language="es"), text)
    return _joined(numberwords.write_number(day, language="en"), text)


def _is_english(plain: str) -> bool:
    value = numberwords.read_number(plain)
    written = numberwords.write_number(value, language="en") if value is not None else ""
    return written.replace("-", " ") == plain.replace("-", " ")


def _joined(word: str, like: str) -> str:
    return _cased(word if "-" in like else word.replace("-", " "), like)


def _write_month(text: str, date: datetime.date, value: DateValue) -> str:
    found = words.month_of(text)
    if found is None:
        return _unnamed_month(text, date.month, value)
    series = words.MONTHS[found[0]]
    name = series.names[date.month - 1]
    if found[1] == date.month:
        return text
    return _cased(
        numberwords.plain(name) if text.isascii() and series.language == "es" else name, text
    )


def _unnamed_month(text: str, month: int, value: DateValue) -> str:
    if set(text) <= set("IVX") or set(text) <= set("ivx"):
        numeral = words.ROMAN[month - 1]
        return numeral.lower() if text.islower() else numeral
    if words.roman_of(text) == month or number_of("d", text) == month:
        return text
    if set(text) == {"l"}:
        return words.ROMAN[month - 1]
    return _numbered(text, month, value) if len(text) < 3 else _worded(text, month)


def _write_year(text: str, date: datetime.date, value: DateValue) -> str:
    said = number_of("y", text)
    if said is not None and full_year(said) == date.year:
        return text
    digits = text.lstrip("'’")
    mark = text[: len(text) - len(digits)]
    if digits[:1].isdigit() or len(digits) <= 4:
        if len(digits) == 2:
            return f"{mark}{date.year % 100:02d}"
        return (
            f"{digits[0]}{digits[1]}{date.year % 1000:03d}"
            if digits[1:2] in (".", ",")
            else str(date.year)
        )
    if _is_year_in_halves(digits):
        return _joined(numberwords.write_paired_year(date.year), text)
    spanish = re.match(r"(?:mil|dos mil)\b", numberwords.plain(digits)) is not None
    if spanish or value.language == "es":
        year = date.year if spanish else date.year % 100
        return _cased(numberwords.write_number(year, language="es"), text)
    return _joined(numberwords.write_number(date.year, language="en"), text)


def _is_year_in_halves(text: str) -> bool:
    return re.match(r"(?:nineteen|twenty|eighteen)[ -]", numberwords.plain(text)) is not None


def _write_weekday(text: str, date: datetime.date) -> str:
    found = words.weekday_of(text)
    if found is None or found[1] == date.isoweekday():
        return text
    series = words.WEEKDAYS[found[0]]
    name = series.names[date.isoweekday() - 1]
    return _cased(
        numberwords.plain(name) if text.isascii() and series.language == "es" else name, text
    )
