"""Date tokens: the words, numbers and signs of a date expression, each with a one-letter code.

The reader matches expressions over the string of codes, so that "3 de mayo de 2020", "3-MAY-2020"
and "tres de mayo del dos mil veinte" differ in a few signs only. White space has no code.

    D  a number up to 12    G  a number up to 31    N  another of two digits, a year
    Y  a year of four digits      P  a whole date in eight digits     p  the same in six
    w  a number in words up to 31  y  a year in words   M  month   W  weekday   R  Roman month
    X  "mar", March or Tuesday     S  season   F  feast   d  decade   E  edge   c  first, last
    u  week, quarter   h  ordinal ending   q  plural ending   o  of   t  article   n  day
    z  month, year   j  and, to   s  same, last, next   k  words that tell no date
    T  time   x  anything else
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sfumato.knowledge import calendarwords as words
from sfumato.knowledge import numberwords
from sfumato.knowledge.datefeasts import FEASTS
from sfumato.knowledge.datewords import JOINED_ENDINGS, STARTS, WORDS, misspelt

_ZONE = r"(?:Z|[+-][0-9]{2}:?[0-9]{2})?"
_CLOCK = (
    r"(?:[01]?[0-9]|2[0-4])[:h][0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
    rf"(?: ?[ap]\.? ?m\b\.?)?(?: ?h(?:rs?|s|oras)?\b)?{_ZONE}|"
    r"(?:[01]?[0-9]|2[0-4]) ?(?:[ap]\.?m\b\.?|h(?:rs?|s|oras)?\b)|0[0-9][0-5][0-9](?![0-9])"
)
_ISO_CLOCK = rf"(?<=[0-9])T[0-2][0-9](?::?[0-5][0-9]){{0,2}}(?:[.,][0-9]{{1,9}})?{_ZONE}"
_SCAN = re.compile(
    rf"(?P<T>{_ISO_CLOCK}|(?<![0-9./-])(?:{_CLOCK}))"
    r"|(?P<P>(?<![0-9])[0-9]{8}(?:[0-2][0-9](?:[0-5][0-9]){0,2}(?:\.[0-9]{1,9})?"
    r"(?:Z|[+-][0-9]{4})?)?(?![0-9]))"
    r"|(?P<Y>2[.,]0[0-9]{2}(?![0-9.,]))"
    r"|(?P<z>(?<![0-9A-Za-z])0[A-Za-z]{2,9}(?![0-9A-Za-z]))"
    r"|(?P<n>(?:(?<![A-Za-z])[lIO]+)?[0-9]+(?:[lIOo]+[0-9]+)*(?:[lIO]+(?![A-Za-z]))?)"
    r"|(?P<w>[A-Za-z_](?:[A-Za-z_]|[01](?=[a-z]))*(?:(?<=[a-z]{4})0(?![0-9A-Za-z]))?)"
    r"|(?P<s>[^A-Za-z0-9_]+)"
)
_SIGNS = re.compile(r"[-/.,'()&?|:;]|[^\s\"]")
_SLIP = re.compile(r"[lIO]{1,3}")
_ROMAN = re.compile(r"[IVXl]{1,4}|[ivx]{1,4}")
_SIGN = {"&": "j", "|": "-", ")": "(", ":": ",", ";": ","}
_KNOWN = frozenset("-/.,'(j?")
_LETTERS = dict(zip("LMXJVSD", range(1, 8), strict=True))


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of the plain text, its code and the number it says."""

    code: str
    start: int
    end: int
    number: int | None = None


def tokens_of(plain: str, *, language: str) -> list[Token]:
    """The tokens of a plain text, words put together where they say one thing."""
    raw = _raw(plain)
    found = _weekday_or_month(_worded(_feasts(raw, plain), plain, language), language)
    return _decades(found, plain)


def _raw(plain: str) -> list[Token]:
    found: list[Token] = []
    for match in _SCAN.finditer(plain):
        start, end = match.span()
        kind = match.lastgroup
        if kind == "n":
            found.append(_number(match.group(), start, end))
        elif kind in ("w", "z"):
            found.append(_word(match.group(), start, end, found))
        elif kind == "s":
            found.extend(_separators(match.group(), start))
        elif kind == "Y":
            found.append(Token("Y", start, end, number_in(match.group())))
        else:
            found.append(Token(kind or "x", start, end))
    return found


def number_in(written: str) -> int:
    """The number that digits say, a scan's confusions of O and l undone."""
    if written.isdigit():
        return int(written)
    plain = written.translate(_DIGITS)
    return int("".join(char for char in plain if char.isdigit()) or 0)


_DIGITS = str.maketrans("OoIilL", "001111")


def _number(written: str, start: int, end: int) -> Token:
    number = number_in(written[:8])
    length = len(written)
    if length <= 2 or (length == 3 and written[0] in "0O"):
        code = "D" if 1 <= number <= 12 else "G" if 12 < number <= 31 else "N"
        return Token(code if code != "N" or length == 2 else "x", start, end, number)
    if length == 4 and 1000 <= number <= 2999:
        return Token("Y", start, end, number)
    return Token("p" if length == 6 else "x", start, end, number)


def _word(written: str, start: int, end: int, before: list[Token]) -> Token:
    lower = written.lower()
    if lower in JOINED_ENDINGS and _ends_number(before, start, dotted=len(lower) < 3):
        return Token("q" if lower == "s" else "h", start, end)
    if _SLIP.fullmatch(written) and len(written) < 3 and not written.isupper():
        return _number(written, start, end)
    if lower == "i":
        return Token("R" if before and before[-1].code in "-/." else "j", start, end, 1)
    if _ROMAN.fullmatch(written) and words.roman_of(written):
        return Token("R", start, end, words.roman_of(written))
    if len(written) == 1 and written in _LETTERS:
        return Token("L", start, end, _LETTERS[written])
    if found := WORDS.get(lower):
        return Token(found[0], start, end, found[1])
    return _rare(written, start, end)


def _ends_number(before: list[Token], start: int, *, dotted: bool) -> bool:
    """Whether a number stands right before, perhaps with a full stop between ("1.º")."""
    last = before[-1] if before else None
    if last is not None and dotted and last.code == "." and last.end == start:
        last, start = (before[-2], last.start) if len(before) > 1 else (None, start)
    return last is not None and last.end == start and last.code in "DGNYwy"


def _rare(written: str, start: int, end: int) -> Token:
    """A word that a scan or a hand misspelt, or none of the calendar's."""
    if found := words.month_of(written):
        return Token("M", start, end, found[1])
    if found := words.weekday_of(written):
        return Token("W", start, end, found[1])
    if (near := misspelt(written.lower())) is not None:
        return Token(WORDS[near][0], start, end, WORDS[near][1])
    return Token("x", start, end)


def _separators(written: str, start: int) -> list[Token]:
    """One token for each kind of sign in a row; what is no sign of dates fails the reading."""
    signs: list[Token] = []
    for match in _SIGNS.finditer(written):
        code = _SIGN.get(match.group(), match.group())
        if code not in _KNOWN:
            code = "x"
        if signs and signs[-1].code == code:
            signs[-1] = Token(code, signs[-1].start, start + match.end())
        else:
            signs.append(Token(code, start + match.start(), start + match.end()))
    return signs


def _feasts(raw: list[Token], plain: str) -> list[Token]:
    """The tokens with the names of feasts put together."""
    if all(token.code in _NO_FEAST for token in raw):
        return raw
    place = 0
    joined: list[Token] = []
    while place < len(raw):
        size = _feast_at(raw, place, plain)
        if size:
            joined.append(Token("F", raw[place].start, raw[place + size - 1].end))
        else:
            joined.append(raw[place])
        place += size or 1
    return joined


_NO_FEAST = frozenset("DGNYPpTojM-/.,")
_LONGEST = 6


def _feast_at(raw: list[Token], place: int, plain: str) -> int:
    """How many tokens make the name of a feast, 0 for none."""
    first = plain[raw[place].start : raw[place].end].lower()
    if first not in STARTS:
        return 0
    for size in range(min(_LONGEST, len(raw) - place), 0, -1):
        if raw[place + size - 1].code in "'-/(,?":
            continue
        name = feast_name(plain[raw[place].start : raw[place + size - 1].end])
        if name in FEASTS:
            return size
    return 0


def feast_name(written: str) -> str:
    """The name of a feast as its table has it."""
    return " ".join(written.lower().replace("'", "").replace(".", "").split())


def _worded(raw: list[Token], plain: str, language: str) -> list[Token]:
    """The tokens with numbers in words and broken words put together."""
    found: list[Token] = []
    place = 0
    while place < len(raw):
        token, size = raw[place], 1
        if token.code == "#":
            token, size = _number_words(raw, place, plain)
        elif token.code in "xLMW" and place + 1 < len(raw):
            token, size = _mended(raw, place, plain)
        if token.code == "L" or (token.code == "R" and token.end - token.start == 1):
            token = _letter(raw, place, plain, language)
        found.append(token)
        place += size
    return found


def _letter(raw: list[Token], place: int, plain: str, language: str) -> Token:
    """A capital alone: the weekday of a Spanish diary where a day follows, or a Roman month."""
    token = raw[place]
    follows = raw[place + 1 : place + 2]
    day = bool(follows) and follows[0].code in "DG" and follows[0].start > token.end
    alone = place == 0 or raw[place - 1].code not in "-/.DG"
    weekday = _LETTERS.get(plain[token.start])
    if day and alone and weekday and language != "en":
        return Token("W", *_ends(token), weekday)
    known = WORDS.get(plain[token.start].lower(), ("x", None))[0]
    return token if token.code == "R" else Token(known, *_ends(token))


def _ends(token: Token) -> tuple[int, int]:
    return token.start, token.end


def _number_words(raw: list[Token], place: int, plain: str) -> tuple[Token, int]:
    last = place
    while last + 1 < len(raw) and raw[last + 1].code in "#j-":
        last += 1
    for size in range(min(last - place + 1, 9), 0, -1):
        if raw[place + size - 1].code != "#":
            continue
        start, end = raw[place].start, raw[place + size - 1].end
        number = numberwords.read_number(plain[start:end])
        if number is not None:
            code = "w" if 1 <= number <= 31 else "y" if 32 <= number <= 2999 else "x"
            return Token(code, start, end, number), size
    return Token("x", raw[place].start, raw[place].end), 1


def _mended(raw: list[Token], place: int, plain: str) -> tuple[Token, int]:
    """A month or weekday that white space or a hyphen at the line's end broke in two."""
    token = raw[place]
    following = place + 1
    if raw[following].code == "-" and "\n" in plain[token.end : raw[following].end + 1]:
        following += 1
    if following >= len(raw) or raw[following].code not in "xh":
        return token, 1
    pieces = (plain[token.start : token.end], plain[raw[following].start : raw[following].end])
    joined = "".join(pieces).lower()
    if len(joined) > 3 and joined.isalpha() and (known := WORDS.get(joined)) and known[0] in "MW":
        end = raw[following].end
        return Token(known[0], token.start, end, known[1]), following - place + 1
    return token, 1


_TUESDAY = re.compile(r"X(?=[.,(]*[tn]*[DG](?:[-/.,otz]*M|[-/.][DG]))")
_DAY_AFTER = re.compile(r"X(?=[.,]*[tn]*[DG](?![,otz]*[YN]))")


def _weekday_or_month(found: list[Token], language: str) -> list[Token]:
    """The tokens with each "mar" told apart: a month after its day, else a Tuesday in Spanish."""
    codes = "".join(token.code for token in found)
    if "X" not in codes:
        return found
    tuesdays = {match.start() for match in _TUESDAY.finditer(codes)}
    if language != "en":
        tuesdays |= {
            match.start()
            for match in _DAY_AFTER.finditer(codes)
            if not re.search(r"[DGw][-/.h]*[otzn]*\Z", codes[: match.start()])
        }
    return [
        Token("W" if at in tuesdays else "M", *_ends(token), 2 if at in tuesdays else 3)
        if token.code == "X"
        else token
        for at, token in enumerate(found)
    ]


_MANY = frozenset("los anos anys thes".split())


def _decades(found: list[Token], plain: str) -> list[Token]:
    """The tokens with "los 80" and "años noventa" told as decades."""
    for at, token in enumerate(found[1:], 1):
        if token.code in "DGNyYw" and token.number is not None and token.number % 10 == 0:
            before = plain[found[at - 1].start : found[at - 1].end].lower()
            ends = at + 1 == len(found) or found[at + 1].code not in "jo-/,DGM"
            if before in _MANY and ends and (token.number < 100 or token.code == "Y"):
                found[at] = Token("d", *_ends(token), token.number)
    return found
