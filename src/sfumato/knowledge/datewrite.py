"""Date writing: another date in the layout of one that was read."""

from __future__ import annotations

import datetime
import re

from sfumato.knowledge import calendarwords as words
from sfumato.knowledge import numberwords
from sfumato.knowledge.datecounts import count_in, edge_in, season_in
from sfumato.knowledge.dateforms import cased, counted, edge_word, season_word
from sfumato.knowledge.datevalue import DateValue, Piece, number_of
from sfumato.knowledge.datewords import misspelt


def write(value: DateValue, date: datetime.date) -> str:
    """Another date in the format of the value: the same layout, names, case and padding."""
    written: list[str] = []
    for index, piece in enumerate(value.pieces):
        before = value.pieces[index - 1] if index else None
        if piece.part == "text" and before is not None and before.part == "feast":
            written.append(_joint(piece.text, value.language == "en"))
        elif piece.part == "text" and before is not None and before.part in ("day", "nth"):
            written.append(_after_day(piece.text, before, written[-1]))
        else:
            written.append(_part(piece, date, value))
    return _elided("".join(written), value)


_BEFORE_CONSONANT = re.compile(r"\bd['’](?=[b-df-hj-np-tv-z])", re.IGNORECASE)
_BEFORE_VOWEL = re.compile(r"\bde (?=[ao])", re.IGNORECASE)


def _elided(written: str, value: DateValue) -> str:
    """Catalan "d'abril" and "de març", each as its vowel asks."""
    if value.language != "ca":
        return written
    return _BEFORE_VOWEL.sub("d'", _BEFORE_CONSONANT.sub("de ", written))


def _joint(text: str, english: bool) -> str:
    """What stands between a day and its year, where a feast's name stood before."""
    if english:
        return ", " if text.strip() in ("", "of") else text
    return " de " if text.isspace() else text


def _part(piece: Piece, date: datetime.date, value: DateValue) -> str:
    match piece.part:
        case "day":
            return _day(piece.text, date.day, value)
        case "month":
            return month_like(piece.text, date.month, value)
        case "year":
            return year_like(piece.text, year_of(value, date))
        case "weekday":
            return weekday_like(piece.text, date)
        case "season":
            return season_word(piece.text, season_in(date)[0], language=value.language)
        case "feast":
            return _named_day(piece.text, date, value)
        case "decade":
            return _decade(piece.text, date.year // 10 * 10)
        case "edge":
            return edge_word(piece.text, edge_in(date, value))
        case "nth":
            return counted(piece.text, count_in(date, value))
    return piece.text


def year_of(value: DateValue, date: datetime.date) -> int:
    """The year to which a date counts in the value's format: a winter goes by its January."""
    return season_in(date)[1] if value.season is not None else date.year


_ENGLISH_ORDINAL = re.compile(r"(st|nd|rd|th)\b", re.IGNORECASE)
_FIRST_ONLY = re.compile(r"(?:[.]?[ºo°]|\.?er|ero)(?![a-z])", re.IGNORECASE)


def _after_day(text: str, day: Piece, written: str) -> str:
    """The text after the day, its ordinal ending put right for another number."""
    if not day.text[-1:].isalnum() or written == day.text or not written[-1:].isdigit():
        return text
    if found := _ENGLISH_ORDINAL.match(text):
        return cased(_suffix(int(written)), found.group()) + text[found.end() :]
    if day.part == "day" and (found := _FIRST_ONLY.match(text)) and number_of("d", written) != 1:
        return text[found.end() :]
    return text


def _suffix(number: int) -> str:
    if 10 < number % 100 < 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _day(text: str, day: int, value: DateValue) -> str:
    if number_of("d", text) == day:
        return text
    if any(char.isdigit() for char in text) or len(text) < 3:
        return _numbered(text, day, value)
    return _worded(text, day)


def _numbered(text: str, number: int, value: DateValue) -> str:
    """A day or month in digits; a value of two digits says nothing of padding, its fellow does."""
    if len(text) == 1:
        return str(number)
    if text[0] in "0Oo":
        return f"{number:0{len(text)}d}"
    fellows = [p.text for p in value.pieces if p.part in ("day", "month") and p.text is not text]
    padded = any(len(f) > 1 and f.translate(_DIGITS).isdigit() for f in fellows)
    named = any(f[:1].isalpha() and not f.translate(_DIGITS).isdigit() for f in fellows)
    packed = named and not any(char.isspace() for p in value.pieces for char in p.text)
    return f"{number:02d}" if padded or packed else str(number)


_DIGITS = str.maketrans("OoIl", "0011")


def _worded(text: str, day: int) -> str:
    plain = numberwords.plain(text)
    if plain.endswith(("st", "nd", "rd", "th")):
        return _joined(numberwords.write_ordinal(day), text)
    if numberwords.is_english(plain):
        return _joined(numberwords.write_number(day, language="en"), text)
    if day == 1 and plain == "primero":
        return text
    return cased(_accented(numberwords.write_number(day, language="es"), text), text)


def _accented(word: str, like: str) -> str:
    """Capitals without accents are usual; small letters keep them."""
    return numberwords.plain(word) if like.isupper() and like.isascii() else word


def _joined(word: str, like: str) -> str:
    return cased(word if "-" in like else word.replace("-", " "), like)


def month_like(text: str, month: int, value: DateValue) -> str:
    """The month in the form of another one: name, abbreviation, Roman or digits."""
    found = _named_month(text)
    if found is None:
        return _unnamed_month(text, month, value)
    if found[1] == month:
        return text
    series = words.MONTHS[_usual(found[0], text, value)]
    name = series.names[month - 1]
    if text.isascii() and series.language == "es":
        name = numberwords.plain(name)
    return cased(name, text) + ("." if text.endswith(".") else "")


def _named_month(text: str) -> tuple[int, int] | None:
    """The series and number of a month's name, broken over lines or misspelt as it may be."""
    if not any(char.isalpha() for char in text):
        return None
    if found := words.month_of(text):
        return found
    joined = "".join(char for char in text if char.isalnum())
    if joined != text and (found := words.month_of(joined)):
        return found
    near = misspelt(numberwords.plain(joined))
    return words.month_of(near) if near else None


def _usual(series: int, text: str, value: DateValue) -> int:
    """The series of names, told by the language where a name is the same in several."""
    plain = numberwords.plain(text)
    if plain == "may" and value.language == "en" and _is_packed(text, value):
        return _ENGLISH_SHORT
    for index, (language, names) in enumerate(_PLAIN_MONTHS):
        if language == value.language and plain in names:
            return index
    return series


_ENGLISH_SHORT = 3
_PLAIN_MONTHS = [
    (names.language, frozenset(map(numberwords.plain, names.names))) for names in words.MONTHS
]


def _is_packed(text: str, value: DateValue) -> bool:
    """Whether no white space stands beside the month ("01MAY51", "2-May-20")."""
    pieces = value.pieces
    at = next(place for place, piece in enumerate(pieces) if piece.text is text)
    beside = "".join(piece.text for piece in (*pieces[max(0, at - 1) : at], *pieces[at + 1 :][:1]))
    return bool(beside) and not any(char.isspace() for char in beside)


def _unnamed_month(text: str, month: int, value: DateValue) -> str:
    if not text.isdigit() and set(text) <= set("IVXl1ivx") and not set(text) <= set("l1"):
        numeral = words.ROMAN[month - 1]
        return numeral.lower() if text.islower() and "l" not in text else numeral
    roman = None if text.translate(_DIGITS).isdigit() else words.roman_of(text)
    if month in (roman, number_of("d", text)):
        return text
    if text == "lll":
        return words.ROMAN[month - 1]
    digits = any(char.isdigit() for char in text) or len(text) < 3
    return _numbered(text, month, value) if digits else _worded(text, month)


def year_like(text: str, year: int) -> str:
    """The year in the form of another one: four digits, two, or words."""
    said = number_of("y", text)
    if said == year or (said is not None and said < 100 and said == year % 100):
        return text
    digits = text.lstrip("'’‘ ")
    mark = text[: len(text) - len(digits)]
    if digits[:1].isdigit() or len(digits) <= 4:
        return mark + _year_in_digits(digits, year)
    if re.match(r"(?:nineteen|twenty|eighteen)[ -]", numberwords.plain(digits)):
        return _joined(numberwords.write_paired_year(year), text)
    short = said is not None and said < 100 and year % 100 >= 10
    if numberwords.is_english(numberwords.plain(digits)):
        return _joined(numberwords.write_number(year % 100 if short else year, language="en"), text)
    word = numberwords.write_number(year % 100 if short else year, language="es")
    return cased(_accented(word, text), text)


def _year_in_digits(digits: str, year: int) -> str:
    if len(digits) <= 2:
        return f"{year % 100:02d}"
    dotted = digits[1:2] in (".", ",")
    return f"{year // 1000}{digits[1]}{year % 1000:03d}" if dotted else f"{year:04d}"


def weekday_like(text: str, date: datetime.date) -> str:
    """The weekday of a date in the form of another one."""
    if len(text) == 1:
        initial = "LMXJVSD"[date.isoweekday() - 1]
        return text if initial == text.upper() else cased(initial, text)
    found = words.weekday_of(text)
    if found is None and (near := misspelt(numberwords.plain(text))):
        found = words.weekday_of(near)
    if found is None or found[1] == date.isoweekday():
        return text
    series = words.WEEKDAYS[found[0]]
    name = series.names[date.isoweekday() - 1]
    if text.isascii() and series.language == "es":
        name = numberwords.plain(name)
    many = series.language == "en" and len(text) > 6 and text.lower().endswith("days")
    return cased(name + "s" if many else name, text)


def _named_day(text: str, date: datetime.date, value: DateValue) -> str:
    """A day that has no feast's name: day and month in the language of the feast."""
    if value.language == "en":
        written = f"{words.MONTHS[1].names[date.month - 1]} {date.day}"
        return written.upper() if text.isupper() else written
    written = f"{date.day} de {words.MONTHS[0].names[date.month - 1]}"
    return written.upper() if text.isupper() else written


def _decade(text: str, decade: int) -> str:
    said = number_of("d", text)
    if said in (decade, decade % 100):
        return text
    if text[-1:].isdigit() or text[-1:] in "OlI":
        return year_like(text, decade)
    if text.lower().endswith("ies"):
        return cased(_DECADES_EN.get(decade % 100, text), text)
    if decade % 100 < 20:
        return text
    return cased(numberwords.write_number(decade % 100, language="es"), text)


_DECADES_EN = dict(
    zip(
        range(20, 100, 10),
        "twenties thirties forties fifties sixties seventies eighties nineties".split(),
        strict=True,
    )
)
