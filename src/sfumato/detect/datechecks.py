"""Date checks: whether a candidate is a date where it stands, or a dose, a score, a name."""

from __future__ import annotations

import re
from collections.abc import Callable

from sfumato.detect import datecontext as context
from sfumato.detect import datenames
from sfumato.detect.datescene import Scene
from sfumato.knowledge.calendarwords import roman_of
from sfumato.knowledge.dategrammar import Form, takes
from sfumato.knowledge.numberwords import read_number

_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_SLIPS = str.maketrans("OoIilL", "001111")


def verdict(data: bytes, bounds: tuple[int, int], *, language: str, near: bool) -> Form | None:
    """The form in which a candidate is a date where it stands; None where it is something else.

    `near` says that another date stands just before.
    """
    end = bounds[1]
    if _goes_on(data, end):
        return None
    scene = Scene(data, bounds, language=language, near=near)
    for form, match in takes(scene.text):
        scene.match = match
        if _plausible(match) and _CHECKS.get(form.name, _yes)(scene):
            return form
    return None


def _goes_on(data: bytes, end: int) -> bool:
    """Whether a letter or digit follows directly; the T of an ISO 8601 time may."""
    if end >= len(data) or data[end - 1] not in _WORD or data[end] not in _WORD:
        return False
    return not (data[end] == ord("T") and data[end + 1 : end + 2].isdigit())


def _yes(scene: Scene) -> bool:
    return bool(scene.text)


def _digits(text: str) -> int:
    """The number that digits say, a scan's confusions of O and l undone; -1 for none."""
    plain = text.translate(_SLIPS).lstrip("'").replace(".", "").replace(",", "")
    return int(plain) if plain.isdigit() else -1


def _plausible(match: re.Match[str]) -> bool:
    parts = match.groupdict()
    if (day := parts.get("d")) and not 1 <= _digits(day) <= 31:
        return False
    if (word := parts.get("dw")) and not _is_day_word(word):
        return False
    if (first := parts.get("a")) and not _is_day_and_month(first, parts["m"] or ""):
        return False
    if first is None and (month := parts.get("m")) and not 1 <= _digits(month) <= 12:
        return False
    if (numeral := parts.get("r")) and roman_of(numeral) is None:
        return False
    year = parts.get("y")
    return year is None or len(year) < 4 or 1850 <= _digits(year) <= 2100


def _is_day_word(word: str) -> bool:
    value = _digits(word) if word.isdigit() else read_number(word)
    return value is not None and 1 <= value <= 31


def _is_day_and_month(first: str, second: str) -> bool:
    one, two = _digits(first), _digits(second)
    return min(one, two) >= 1 and min(one, two) <= 12 and max(one, two) <= 31


def _apart(scene: Scene) -> bool:
    """Whether no number goes on beyond the candidate: 1.5/3/4, 12-34-5678-9, $12."""
    before, after = scene.before, scene.after
    if before and before[-1] in "-/.,+*" and len(before) > 1 and before[-2].isalnum():
        return False
    if before and before[-1] in "#$@\\":
        return False
    return not re.match(r"[-/.,+*][0-9]|[-/][a-z]|%", after, re.IGNORECASE)


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)


def _numeric(scene: Scene) -> bool:
    parts = scene.match.groupdict()
    first = scene.text[scene.match.end("a") : scene.match.start("m")]
    second = scene.text[scene.match.end("m") : scene.match.start("y")].replace("\n", "")
    middle, year = first.strip(), parts["y"] or ""
    if middle != second.strip() or not _has_digit(scene.text):
        return False
    if middle != "/" and first != second:
        return False
    if len(year) == 4:
        return not _continues(scene, middle)
    if not _apart(scene) or context.TRIPLE.search(scene.before):
        return False
    if middle == "." and len(parts["a"] or "") + len(parts["m"] or "") < 3 and not _dated(scene):
        return False
    return not context.QUANTITY.match(scene.after) and not context.MONEY.search(scene.before)


def _continues(scene: Scene, separator: str) -> bool:
    """Whether the same separator and another number go on: a serial number, no date."""
    before, after = scene.before, scene.after
    return (before[-1:] == separator and before[-2:-1].isalnum()) or (
        after[:1] == separator and after[1:2].isdigit()
    )


def _dated(scene: Scene) -> bool:
    return bool(context.DATED.search(scene.before) or context.WHEN.search(scene.before))


def _year_first(scene: Scene) -> bool:
    return not re.search(r"[a-z0-9][-/.]\Z", scene.before, re.I) and not re.match(
        r"[-/.][0-9]", scene.after
    )


def _spaced(scene: Scene) -> bool:
    return bool(context.DATED.search(scene.before)) and _apart(scene)


def _day_month(scene: Scene) -> bool:
    """Two numbers: a day and a month, or a fraction, a score, a blood pressure, a dose."""
    first, second, sep = scene.match["a"], scene.match["m"], scene.match["sep"]
    before, after = scene.before, scene.after
    if not _apart(scene) or not _has_digit(scene.text):
        return False
    if scene.match["w"] or scene.match["wt"]:
        return True
    if context.QUANTITY.match(after) or context.MONEY.search(before) or "->" in before[-4:]:
        return False
    if sep == ".":
        return bool(len(first) == len(second) == 2 and context.DATED.search(before))
    if context.SCORE.search(before) or context.RECORD.search(before):
        return False
    at_start = bool(context.LINE_START.search(before))
    told = scene.near or bool(context.WHEN.search(before))
    if sep == "-":
        return (told or (at_start and bool(re.match(r"[:.] ", after)))) and not re.match(
            r" ?[x/]", after
        )
    if _looks_like_fraction(_digits(first), _digits(second), first):
        return (told and not _DURATION.search(before)) or (at_start and bool(_ENTRY.match(after)))
    return True


_DURATION = re.compile(r"(?:for|in|after|x|last|past|every|de|cada|durante) ?\Z", re.IGNORECASE)
_ENTRY = re.compile(r" ?(?:[:;.,\x7f-] |[a-z]{2})", re.IGNORECASE)


def _looks_like_fraction(one: int, two: int, first: str) -> bool:
    if first.startswith(("0", "O")):
        return False
    return (
        (one <= two and two in (2, 3, 4, 5, 6, 7, 8, 9, 10, 12))
        or (one == 1 and two in (10, 16, 20))
        or two == 24
    )


def _day_range(scene: Scene) -> bool:
    whole = scene.match["y"] is not None and len(scene.match["y"]) == 4
    return (
        (_apart(scene) or (whole and not _continues(scene, "/")))
        and 1 <= _digits(scene.match["a1"]) <= 31
        and not context.SCORE.search(scene.before)
    )


def _month_year(scene: Scene) -> bool:
    return _apart(scene) and not context.RECORD.search(scene.before)


def _years(scene: Scene) -> bool:
    first, second = _digits(scene.match["y1"]), _digits(scene.match["y"])
    if second < 100:
        second += first // 100 * 100
    return _apart(scene) and 0 < second - first < 90 and not context.RECORD.search(scene.before)


def _year(scene: Scene) -> bool:
    text, before, after = scene.text, scene.before, scene.after
    year = _digits(scene.match["y"])
    if not 1900 <= year <= 2040 or not (_has_digit(text) and text[0] in "12l"):
        return False
    if text.endswith("s"):
        return True
    if not _apart(scene) or context.QUANTITY.match(after) or context.RECORD.search(before):
        return False
    if re.match(r" ?[:=/*x] ?[0-9]|-?>|-[a-z]|[ -][0-9]|@", after, re.I):
        return False
    if re.search(r"[0-9] ?\Z|[0-9][:/.-][0-9]+ +\Z|[a-z0-9][-/.]\Z", before, re.I):
        return False
    if _hour_like(year) and re.search(r"(?:\bat|@|~|\bhrs?|prone|\n) ?\Z", before):
        return bool(re.match(r"[,.;:)]? ?(?:\n|[a-z])", after)) and before[-1:] == "\n"
    return scene.near or bool(
        context.PREP.search(before)
        or context.WHEN.search(before)
        or re.search(r"[(,;:\n\t|~\x7f] *\Z|[a-z]{3}\.? +\Z", before, re.I)
    )


def _hour_like(year: int) -> bool:
    return 2000 <= year <= 2040


def _named_year(scene: Scene) -> bool:
    return not context.QUANTITY.match(scene.after)


def _short_year(scene: Scene) -> bool:
    return not re.search(r"[a-z0-9]\Z", scene.before, re.I) and not scene.after[:1].isdigit()


def _year_words(scene: Scene) -> bool:
    return scene.text.lower() not in (
        "dos mil",
        "two thousand",
        "twenty twenty",
        "nineteen hundred",
        "mil novecientos",
    )


def _roman(scene: Scene) -> bool:
    """A Roman month; "4 x 20" is a size, "lll" a scan's III only between two numbers."""
    parts, numeral = scene.match.groupdict(), scene.match["r"]
    if (
        not _has_digit(scene.text)
        or not _apart(scene)
        or re.search(r"[a-z][ -]?\Z", scene.before[-1:])
    ):
        return False
    if set(numeral) == {"l"} and (len(numeral) < 2 or not parts.get("d") or not parts.get("y")):
        return False
    if parts.get("s") == " " and (numeral in "xX" or len(parts["y"]) < 4):
        return False
    if numeral in "xX" and re.search(r" [xX] ", scene.text):
        return False
    if (
        numeral.islower()
        and "." not in scene.text
        and "/" not in scene.text
        and " " not in scene.text
    ):
        return False
    return not context.QUANTITY.match(scene.after) and not context.SCORE.search(scene.before)


def _spoken(scene: Scene) -> bool:
    month = read_number(scene.match["mw"])
    return (
        month is not None
        and month <= 12
        and bool(re.search(r"birth|\bdob\b", scene.before, re.IGNORECASE))
    )


def _weekday_words(scene: Scene) -> bool:
    return len(scene.match["w"]) > 3 and not context.NOUN_AFTER.match(scene.after)


def _textual(scene: Scene) -> bool:
    """Dates with the month's name: a two-digit year may be the next number instead."""
    parts = scene.match.groupdict()
    year, month = parts.get("y"), (parts.get("b") or "")
    if scene.before[-1:] in "-/." and re.search(r"[a-z0-9][-/.]\Z", scene.before, re.I):
        return False
    loose = year and len(year) == 2 and scene.text[scene.match.start("y") - 1] == " "
    if loose and (context.QUANTITY.match(scene.after) or context.CLOCK.match(scene.after)):
        return False
    if re.match(r"[-/.,][0-9]", scene.after) and not (year and len(year) >= 4):
        return False
    if re.match(r"[-/.][ivx]+\b", scene.after, re.I):
        return False
    if not year and not parts.get("yw") and context.PLACE.search(scene.before):
        return False
    shy = month.lower() in datenames.SHY_MONTHS and not year
    return not shy or bool(re.search(r"\b(?:de|d') ?\Z", scene.text[: scene.match.start("b")]))


def _day_of_month(scene: Scene) -> bool:
    if not _textual(scene):
        return False
    month = scene.match["b"].lower()
    joined = scene.text[scene.match.end("d") : scene.match.start("b")]
    if month in ("may", "march") and scene.match["b"].islower() and joined == " ":
        return not context.NOUN_AFTER.match(scene.after)
    return not (month == "ago" and (scene.language == "en" or _AGO.search(scene.before)))


_AGO = re.compile(
    r"(?:days?|weeks?|months?|years?|yrs?|min|h|d|w|wks?|hours?|long|[0-9]/[0-9]+) ?\Z",
    re.IGNORECASE,
)


def _month_day_words(scene: Scene) -> bool:
    return scene.match["b"].lower() not in ("may", "march") or not context.NOUN_AFTER.match(
        scene.after
    )


def _month_day(scene: Scene) -> bool:
    if not _textual(scene):
        return False
    if scene.match["b"].lower() == "ago" and (scene.language == "en" or _AGO.search(scene.before)):
        return False
    if context.QUANTITY.match(scene.after) and not scene.match["o"]:
        return False
    return not re.match(r"[:.h][0-9]", scene.after)


def _day_alone(scene: Scene) -> bool:
    return (
        bool(
            re.search(
                r"(?:\b(?:el|del|hoy|ayer|para|prox|alta|ok|cita)|[:.]) \Z|\n\Z", scene.before, re.I
            )
        )
        and not re.search(r"\b(?:en el|desde el) \Z", scene.before, re.I)
        and scene.language != "en"
        and not re.match(
            r" ?(?:%|[-/.,x][0-9]|post|de (?:vida|ciclo|trat|ingreso|evol)|del ciclo|pop|tras|"
            r"[0-9])",
            scene.after,
            re.I,
        )
        and not context.QUANTITY.match(scene.after)
    )


def _article_day(scene: Scene) -> bool:
    number = scene.text.rsplit(" ", 1)[-1]
    return (
        bool(context.FUNCTION_AFTER_ES.match(scene.after))
        and not re.match(r"[-/.,:][0-9]|[:%]", scene.after)
        and not re.match(r" (?:de|del) ", scene.after)
        and (_digits(number) > 0)
    )


def _article_word(scene: Scene) -> bool:
    value = read_number(scene.match["dw"])
    return (
        bool(context.FUNCTION_AFTER_ES.match(scene.after))
        and value is not None
        and value > 2
        and bool(
            re.search(
                r"(?:volver|desde|hasta|espera|cita|llam|alta|ingres)[a-z]* (?:les )?\Z|(?:desde|"
                r"hasta) \Z",
                scene.before,
                re.I,
            )
        )
    )


def _d_day(scene: Scene) -> bool:
    return bool(re.search(r"(?:^|\n)\Z", scene.before)) and bool(re.match(r"[.:]", scene.after))


def _ordinal_day(scene: Scene) -> bool:
    if not _has_digit(scene.text):
        return False
    if context.NOUN_AFTER.match(scene.after) or re.match(r"[-/'][a-z0-9]", scene.after, re.I):
        return False
    return scene.text.lower().startswith("the ") or (
        bool(
            re.search(
                r"(?:on|until|til|till|by|since|from|to|through|and|of|before|after|due|for|,|/|"
                r"-|\() ?\Z",
                scene.before,
                re.I,
            )
        )
        and not re.search(r"(?:and|of|,) \Z", scene.before)
    )


def _ordinal_word(scene: Scene) -> bool:
    if context.NOUN_AFTER.match(scene.after):
        return False
    return bool(re.search(r"(?:on|until|till?|by|since|from|before|after) \Z", scene.before, re.I))


_Check = Callable[[Scene], bool]
_CHECKS: dict[str, _Check] = {
    "numeric": _numeric,
    "year first": _year_first,
    "spaced": _spaced,
    "day month in numbers": _day_month,
    "day range": _day_range,
    "range": _day_range,
    "month year in numbers": _month_year,
    "year month in numbers": _month_year,
    "years": _years,
    "year": _year,
    "named year": _named_year,
    "short year": _short_year,
    "Roman": _roman,
    "Roman day month": _roman,
    "Roman month year": _roman,
    "same month": _yes,
    "weekday day in words": _weekday_words,
    "spoken numbers": _spoken,
    "year in words": _year_words,
    "day month year": _textual,
    "day month year in words": _textual,
    "compact": _textual,
    "compact day month": _textual,
    "day month": _day_of_month,
    "day in words": _textual,
    "month day year": _textual,
    "month day in words": _month_day_words,
    "month day": _month_day,
    "month year": _textual,
    "month": datenames.month,
    "weekday": datenames.weekday,
    "weekday day": datenames.weekday_day,
    "day": _day_alone,
    "d day": _d_day,
    "article day": _article_day,
    "article day in words": _article_word,
    "ordinal day": _ordinal_day,
    "ordinal day in words": _ordinal_word,
    "season": datenames.season,
    "feast": datenames.feast,
}
