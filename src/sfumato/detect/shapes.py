"""Shapes: how a number follows its label, and how far it goes.

Most identifiers have no shape of their own; what tells them is the word before them. `labelled`
makes the row for such a word, `code` reads the value piece by piece and decides where it ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sfumato.detect.patterns import Row

# "n.", "no", "num.", "#", "code": words and signs that may stand between a label and its value
_NUMBER = r"(?:n[.]{0,2}[o\x7f]{0,2}s?|num(?:ero)?s?|number|nbr|nr|ro|id|codigo|cod|code|reg)"
LINK = (
    r"(?:[\s.:]{0,3}" + _NUMBER + r"\b[.\x7f]?|\s?#)?"
    r"(?:['\"\])]{0,2}[ \t]{0,20}(?:[.]{2,40}|[:=#>,|\x7f-]{1,3}|is\b"
    r"|es\b)?[:]?[ \t]{0,20}['\"\[(<]{0,2}"
    r"|:[ \t]{0,3}\n[ \t]{0,8})"
    r"(?:(?:dni|nif|nie|nhc|hc|cc|nit|npi|ssn|csn|mrn|sn|lot|ref|nmc|tnmc|imc|ahpra|hcpc|hpcsa|gmc"
    r"|eps|me"
    r"|serial|number|poliza|carne|folio|band|cip|frasco|starts|here|ending|is|es|verified"
    r"|with)\b[ .:\"]{1,3}"
    r"|nhc[-/])?"
)
VALUE = (
    r"\b((?:[A-Za-z._/-]{0,12}[0-9][0-9A-Za-z./_-]{0,30}|[A-Za-z]{1,6}"
    r" [A-Z]{0,4}[0-9][0-9A-Za-z./-]{0,20})"
    r"(?: {1,2}[0-9A-Z][0-9A-Z./-]{0,14}){0,6}"
    r"(?: ?/ ?[0-9A-Z][0-9A-Z-]{0,14}){0,2})"
)
_PIECE = re.compile(r"[^ ]+")
_MONTH = (
    "(?:ene|feb|mar|abr|may|jun|jul|ago|sep|sept|oct|nov|dic|jan|apr|aug|dec"
    "|x?i{1,3}|i?v|vi{0,3}|i?x)"
)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_DATE = re.compile(
    rf"{_DAY}([./-])(?:0?[1-9]|1[0-2]|{_MONTH})\1(?:(?:19|20)\d\d|\d\d)"
    rf"|(?:0?[1-9]|1[0-2])([./-]){_DAY}\2(?:(?:19|20)\d\d|\d\d)"
    rf"|(?:19|20)\d\d([./-])(?:0?[1-9]|1[0-2]|{_MONTH})\3{_DAY}"
    r"|\d\d?[:.]\d\d[hH]?|(?:19|20)\d\d",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"\d{1,4}(?:[.,]\d{1,3})?(?:[/-]\d{1,4}(?:[.,]\d{1,3})?)?(?:mg|ml|kg|g|cm|mm|mcg|ug|h|hs|min|d"
    r"|x|a|yo|yrs?|anos?|am|pm|ui|iu|l|st|nd|rd|th"
    r"|bpm)s?",
    re.IGNORECASE,
)
_UNIT_AFTER = re.compile(
    r"[ -]?(?:%|\x7f|mg\b|ml\b|kg\b|g\b|cm\b|mm|mcg|ui\b|years?|yrs?\b|y/?o\b|yo\b|anos?\b|a\b"
    r"|meses|mes\b"
    r"|months?|dias?\b|days?\b|h\b|horas?\b|hours?|min\b|minut|veces|times|weeks?|semanas?|pm\b"
    r"|am\b"
    r"|miles?\b|bpm|mph|km|m\b|lbs?\b|lat|rpm|plaq|leuc|hemat|copias|euros|dolares|puntos|points"
    r"|pacientes|patients|visits?|sesion|sessions?|casos|cases)",
    re.IGNORECASE,
)
_NOT_PREFIX = frozenset(
    "A AL AND AS AT AGE BY CON DE DEL DIA DOB DR DRA EDAD EL EN FOR FROM HAS IN IS LA LAS LOS M F H"
    " NO OF ON OR PARA POR SE SEX SIN SU THE TO UN UNA WAS WITH Y YO ANOS FECHA DATE TEL TFNO FAX"
    " NIHSS HB HTO GCS EROA TMAX DNI NIF NIE NHC HC CC NIT NPI SSN CSN MRN SN LOT REF SERIAL NUMBER"
    " BAND HERE OFF PH PHONE CELL BP HR TA FC SAT TEMP BED ROOM RM CAMA HAB PLAN APTO FLAT".split()
)
_SERIES = frozenset(("SE", "CC", "HC", "NHC", "SN", "MRN"))
_MEASURE = re.compile(
    r"0[.,]\d{1,4}|\d{1,4}[.,]\d{1,2}|\d{1,2}-0|\d{1,3}[.,]\d{1,2}-\d{1,3}[.,]\d{1,2}"
)
_SOFT_DIGITS = re.compile(r"[\dOolIS]")


def is_date(text: str) -> bool:
    """Whether a piece of text is a date, a year or a time."""
    return _DATE.fullmatch(text) is not None


def measured(after: str) -> bool:
    """Whether what follows a number is a unit, so that the number is a measure."""
    return _UNIT_AFTER.match(after) is not None


def code(digits: int = 2, letters: int = 2) -> Callable[[str, str], int]:
    """A reader of values: how much of a run of pieces is one code with enough digits in it.

    Behind digits a piece of at most so many letters still belongs."""

    def cut(text: str, after: str) -> int:
        pieces = list(_PIECE.finditer(text))
        stop = _first(pieces)
        if not stop:
            return 0
        kept = stop
        while kept < len(pieces) and _goes_on(pieces, kept, letters):
            kept += 1
        end = _end(pieces, kept, text)
        while kept > stop and _UNIT_AFTER.match(text[end:] + after):
            kept -= 1
            end = _end(pieces, kept, text)
        if kept == 1 and _UNIT_AFTER.match(text[end:] + after):
            return 0
        return end if _count(text[:end]) >= digits else 0

    return cut


def _count(value: str) -> int:
    """Digits in a value; letters that a scanner takes for digits count among true ones."""
    total = 0
    for piece in value.split(" "):
        true, soft = sum(sign.isdigit() for sign in piece), len(_SOFT_DIGITS.findall(piece))
        letters = sum(sign.isalpha() for sign in piece)
        total += soft if true and letters - (soft - true) <= 3 and letters <= soft else true
    return total


def _first(pieces: list[re.Match[str]]) -> int:
    """How many pieces the start of a code takes; 0 when it is none."""
    head = pieces[0].group().strip("./-_")
    if any(sign.isdigit() for sign in head):
        return 0 if is_date(head) or _QUANTITY.fullmatch(head) or _MEASURE.fullmatch(head) else 1
    if len(head) > 6 or len(pieces) < 2 or not head.isalpha():
        return 0
    second = pieces[1].group()
    if head.upper() in _NOT_PREFIX and not (head in _SERIES and _count(second) > 4):
        return 0
    if not head.isupper() and (len(head) > 3 or sum(sign.isdigit() for sign in second) < 5):
        return 0
    begins = second[0].isdigit() or (len(second) < 6 and any(sign.isdigit() for sign in second))
    return 2 if begins and not is_date(second) and not _QUANTITY.fullmatch(second) else 0


def _goes_on(pieces: list[re.Match[str]], index: int, letters: int) -> bool:
    """Whether the next piece still belongs: short groups go on, a whole number has ended."""
    last, piece = pieces[index - 1].group(), pieces[index].group().rstrip(".-/")
    if piece == "/" or last == "/":
        return any(sign.isdigit() for sign in piece) and not is_date(piece)
    if pieces[index - 1].group()[-1] in "./-" or (is_date(piece) and len(last) != len(piece)):
        return False
    grouped = index > 1 or len(last) <= 4
    if piece.isdigit():
        return _number_goes_on(pieces, index)
    if piece.isalpha():
        return grouped and len(piece) <= letters and last[-1].isdigit() and piece not in _NOT_PREFIX
    return grouped and len(piece) <= 6 and any(sign.isdigit() for sign in piece)


def _number_goes_on(pieces: list[re.Match[str]], index: int) -> bool:
    """Groups go on with two digits and more; one digit may close a long number only."""
    last, piece = pieces[index - 1].group(), pieces[index].group().rstrip(".-/")
    if len(piece) == 1:
        return index > 1 and sum(_count(found.group()) for found in pieces[:index]) > 7
    if len(last) == 6 and len(piece) == 4:
        return True
    return len(last) <= 5 or (index > 1 and len(piece) < 6)


def _end(pieces: list[re.Match[str]], kept: int, text: str) -> int:
    end = pieces[kept - 1].end()
    return len(text[:end].rstrip("./-_"))


def labelled(
    name: str,
    label: str,
    words: str,
    example: str,
    *,
    near: tuple[str, ...] = (),
    source: str = "label before the value",
    digits: int = 2,
    letters: int = 2,
    gap: int = 0,
    score: float = 0.85,
    value: str = VALUE,
    check: Callable[[str], bool] | None = None,
    veto: tuple[str, ...] = (),
) -> Row:
    """The row of a code that follows one of the words (an RE2 alternation, any case).

    With a `gap`, up to so many characters without a digit may stand between the two.
    """
    between = rf"\b[^\n\d]{{0,{gap}}}?[ :(,=/]" if gap else ""
    return Row(
        name=name,
        label=label,
        expression=rf"(?i:(?:\b|_)(?:{words}){between}{LINK}){value}",
        example=example,
        near=near,
        source=source,
        cut=code(digits, letters) if value is VALUE else None,
        check=check,
        veto=veto,
        score=score,
    )
