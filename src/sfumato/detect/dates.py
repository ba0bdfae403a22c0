"""Dates: a grammar finds candidates in linear time, their parts and surroundings decide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import re2

from sfumato.core.document import Document
from sfumato.core.span import Span
from sfumato.detect import datecontext as context
from sfumato.detect.calendarwords import month_of, roman_of, weekday_of
from sfumato.detect.dategrammar import Form, candidates, takes
from sfumato.detect.numberwords import read_number
from sfumato.detect.shadow import Shadow, shadow

_SEARCH_MEMORY_BYTES = 256 * 1024 * 1024
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_SLIPS = str.maketrans("OoIilL", "001111")
_RETRIES = 5


class _Scene:
    """A candidate with what stands before and after it."""

    __slots__ = ("after", "before", "language", "match", "text")

    def __init__(self, data: bytes, start: int, end: int, language: str) -> None:
        self.text = data[start:end].decode("ascii")
        self.before = data[max(0, start - context.REACH) : start].decode("ascii")
        self.after = data[end : end + 24].decode("ascii")
        self.language = language


class Dates:
    """Finds dates in Spanish and English text, whole and partial, and leaves times alone."""

    def __init__(self) -> None:
        options = re2.Options()
        options.encoding = re2.Options.Encoding.LATIN1
        options.log_errors = False
        options.longest_match = True
        options.max_mem = _SEARCH_MEMORY_BYTES
        self._expression = re2.compile(candidates().encode("ascii"), options)

    def detect(self, document: Document) -> Iterable[Span]:
        """The dates of a document."""
        return self.find(shadow(document.text), language=document.language)

    def find(self, twin: Shadow, *, language: str = "und") -> list[Span]:
        """The dates of a text, given its shadow."""
        return [
            Span(*twin.span(start, end), "DATE", score, f"dates.{name}")
            for start, end, name, score in self._accepted(twin.data, language)
        ]

    def _accepted(self, data: bytes, language: str) -> Iterator[tuple[int, int, str, float]]:
        position = 0
        while (found := self._expression.search(data, position)) is not None:
            start, end = found.span()
            for _ in range(_RETRIES):
                form = _verdict(data, start, end, language)
                if form is not None:
                    yield start, end, form.name.replace(" ", "-"), 0.9
                    break
                shorter = self._shorter(data, start, end)
                if shorter is None:
                    end = start
                    break
                end = shorter
            position = end if end > start else _next_token(data, start)

    def _shorter(self, data: bytes, start: int, end: int) -> int | None:
        """The end of the longest candidate from the same start that leaves the last token out."""
        cut = end - 1
        while cut > start and data[cut] in _WORD:
            cut -= 1
        found = self._expression.match(data, start, cut) if cut > start else None
        return None if found is None or found.end() <= start else int(found.end())


def _next_token(data: bytes, start: int) -> int:
    end = start + 1
    while end < len(data) and data[end] in _WORD and data[end - 1] in _WORD:
        end += 1
    return end


def _verdict(data: bytes, start: int, end: int, language: str) -> Form | None:
    if end < len(data) and data[end - 1] in _WORD and data[end] in _WORD:
        return None
    scene = _Scene(data, start, end, language)
    for form, match in takes(scene.text):
        if _plausible(match) and _CHECKS.get(form.name, _yes)(match, scene):
            return form
    return None


def _yes(match: re.Match[str], scene: _Scene) -> bool:
    return True


def digits(text: str) -> int:
    """The number that digits say, a scan's confusions of O and l undone; -1 for none."""
    plain = text.translate(_SLIPS).lstrip("'").replace(".", "").replace(",", "")
    return int(plain) if plain.isdigit() else -1


def _plausible(match: re.Match[str]) -> bool:
    parts = match.groupdict()
    if (day := parts.get("d")) and not 1 <= digits(day) <= 31:
        return False
    if (word := parts.get("dw")) and not _is_day_word(word):
        return False
    if (first := parts.get("a")) and not _is_day_and_month(first, parts["m"] or ""):
        return False
    if first is None and (month := parts.get("m")) and not 1 <= digits(month) <= 12:
        return False
    if (numeral := parts.get("r")) and roman_of(numeral) is None:
        return False
    year = parts.get("y")
    return year is None or len(year) < 4 or 1850 <= digits(year) <= 2100


def _is_day_word(word: str) -> bool:
    value = digits(word) if word.isdigit() else read_number(word)
    return value is not None and 1 <= value <= 31


def _is_day_and_month(first: str, second: str) -> bool:
    one, two = digits(first), digits(second)
    return min(one, two) >= 1 and min(one, two) <= 12 and max(one, two) <= 31


def _apart(scene: _Scene) -> bool:
    """Whether no number goes on beyond the candidate: 1.5/3/4, 12-34-5678-9, $12."""
    before, after = scene.before, scene.after
    if before and before[-1] in "-/.,+*" and len(before) > 1 and before[-2].isalnum():
        return False
    if before and before[-1] in "#$@\\":
        return False
    return not (len(after) > 1 and after[0] in "-/.,+*" and after[1].isalnum() and after[1] != "n"
                or after[:1] == "%")


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)


def _numeric(match: re.Match[str], scene: _Scene) -> bool:
    parts = match.groupdict()
    middle = scene.text[match.end("a") : match.start("m")].strip()
    last = scene.text[match.end("m") : match.start("y")].strip()
    if middle != last or not _has_digit(scene.text) or not _apart(scene):
        return False
    year = parts["y"] or ""
    if len(year) == 4:
        return True
    if middle == "." and len(parts["a"] or "") + len(parts["m"] or "") < 3 and not _dated(scene):
        return False
    return not context.QUANTITY.match(scene.after) and not context.MONEY.search(scene.before)


def _dated(scene: _Scene) -> bool:
    return bool(context.DATED.search(scene.before) or context.WHEN.search(scene.before))


def _year_first(match: re.Match[str], scene: _Scene) -> bool:
    return _apart(scene) and 1 <= digits(match["d"]) <= 31


def _spaced(match: re.Match[str], scene: _Scene) -> bool:
    return bool(context.DATED.search(scene.before)) and _apart(scene)


def _day_month(match: re.Match[str], scene: _Scene) -> bool:
    """Two numbers: a day and a month, or a fraction, a score, a blood pressure, a dose."""
    first, second, sep = match["a"], match["m"], match["sep"]
    if not _apart(scene) or not first[0].isdigit() and not second[0].isdigit():
        return False
    if match["w"] or match["wt"]:
        return True
    if match["wl"]:
        return bool(context.LINE_START.search(scene.before)) and sep != "."
    before = scene.before
    if context.QUANTITY.match(scene.after) or context.MONEY.search(before):
        return False
    if sep == ".":
        return bool(len(first) == len(second) == 2 and context.DATED.search(before))
    if context.SCORE.search(before) or context.RECORD.search(before):
        return False
    told = context.WHEN.search(before) or context.LINE_START.search(before)
    if sep == "-":
        return bool(told) and not re.match(r" ?[x/]", scene.after)
    return bool(told) or not _looks_like_fraction(digits(first), digits(second), first)


def _looks_like_fraction(one: int, two: int, first: str) -> bool:
    return one <= two and two in (2, 3, 4, 5, 6, 7, 8, 9, 10, 12) and not first.startswith("0")


def _day_range(match: re.Match[str], scene: _Scene) -> bool:
    return _apart(scene) and 1 <= digits(match["a1"]) <= 31 and not context.SCORE.search(scene.before)


def _month_year(match: re.Match[str], scene: _Scene) -> bool:
    return _apart(scene) and not context.RECORD.search(scene.before)


def _years(match: re.Match[str], scene: _Scene) -> bool:
    first = digits(re.search(r"[0-9oli]{4}", scene.text, re.IGNORECASE)[0])  # type: ignore[index]
    second = digits(match["y"])
    if second < 100:
        second += first // 100 * 100
    return _apart(scene) and 0 < second - first < 90 and not context.RECORD.search(scene.before)


def _year(match: re.Match[str], scene: _Scene) -> bool:
    text, before, after = scene.text, scene.before, scene.after
    year = digits(match["y"])
    if not text[:2].isdigit() and not text.startswith("l9") or not 1900 <= year <= 2040:
        return False
    if text.endswith("s"):
        return True
    if not _apart(scene) or context.QUANTITY.match(after) or context.RECORD.search(before):
        return False
    if re.match(r" ?[:=/*x]", after) and not after.startswith((": ", ":\n")) or re.match(r"-[a-z]|[ -][0-9]", after):
        return False
    if re.search(r"[0-9] ?$|[0-9][:/.-][0-9]+ +$|[a-z0-9][-/.]$", before):
        return False
    return bool(
        context.PREP.search(before)
        or context.WHEN.search(before)
        or re.search(r"[(,;:\n\x7f~] ?$|(?:[a-z]{3}) $", before)
    )


def _short_year(match: re.Match[str], scene: _Scene) -> bool:
    return not re.search(r"[a-z0-9]$", scene.before, re.I) and not scene.after[:1].isdigit()


def _year_words(match: re.Match[str], scene: _Scene) -> bool:
    return scene.text.lower() not in ("dos mil", "two thousand", "twenty twenty", "nineteen hundred", "mil novecientos")


_SHY_MONTHS = frozenset({"set", "ag", "des", "gen", "my", "mars"})


def _textual(match: re.Match[str], scene: _Scene) -> bool:
    """Dates with the month's name: a two-digit year may be the next number instead."""
    parts = match.groupdict()
    year, month = parts.get("y"), (parts.get("b") or "")
    if scene.before[-1:] in "-/." and re.search(r"[a-z0-9][-/.]$", scene.before, re.I):
        return False
    if year and len(year) == 2 and scene.text[match.start("y") - 1] == " ":
        if context.QUANTITY.match(scene.after) or context.CLOCK.match(scene.after):
            return False
    if re.match(r"[-/.,][0-9]", scene.after) and not (year and len(year) >= 4):
        return False
    if re.match(r"[-/.][ivx]+\b", scene.after, re.I):
        return False
    if not year and not parts.get("yw") and context.PLACE.search(scene.before):
        return False
    return not (month.lower() in _SHY_MONTHS and not year)


def _day_of_month(match: re.Match[str], scene: _Scene) -> bool:
    if not _textual(match, scene):
        return False
    month = match["b"].lower()
    joined = scene.text[match.end("d") if "d" in match.groupdict() and match["d"] else 0 : match.start("b")]
    if month in ("may", "march", "mar", "dec") and match["b"].islower() and joined == " ":
        return not context.NOUN_AFTER.match(scene.after)
    if month == "ago" and joined == " " and scene.language == "en":
        return False
    return not (month == "ago" and re.search(r"(?:days?|weeks?|months?|years?|yrs?|d|w) $", scene.before))


def _month_day(match: re.Match[str], scene: _Scene) -> bool:
    if not _textual(match, scene):
        return False
    month = match["b"].lower()
    if month == "ago" and re.search(r"[a-z]{1,6} $|[0-9][a-z]? ?$", scene.before, re.I):
        return False
    if month in ("may", "march", "dec", "mar", "set", "oct", "sep", "abr") and match["b"].islower() and re.match(" ?[a-z%]", scene.after[:2]) and context.QUANTITY.match(scene.after):
        return False
    if context.QUANTITY.match(scene.after) and not match["o"]:
        return False
    return not context.CLOCK.match(scene.after) or scene.after.startswith((": ", ":\n", ". ", ".\n"))


_NAMES = frozenset({"april", "june", "august", "may", "julio", "abril", "march", "augusto", "mayo", "maig", "agosto"})
_SURE = frozenset(
    "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre "
    "diciembre january february march april may june july august september october november "
    "december gener febrer marc abril maig juny juliol agost setembre octubre novembre desembre "
    "xaneiro febreiro maio xuno xullo setembro outubro novembro decembro urtarrila otsaila martxoa "
    "apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua".split()
)


def _month(match: re.Match[str], scene: _Scene) -> bool:
    name, before, after = match["b"], scene.before, scene.after
    word = name.lower()
    series = month_of(name)
    if series is None or word in _SHY_MONTHS or re.search(r"[a-z0-9][-/.'@]$", before, re.I) or re.match(r"[-/@'_=][a-z0-9]", after, re.I):
        return False
    if context.PLACE.search(before) or re.search(r"(?:dra?|sra?|mr|mrs|ms|miss|don|dona|da)\.? (?:[a-z]+ )?$", before, re.I):
        return False
    if len(scene.text.rstrip(".")) > len(name):
        return True
    plain_word = word.replace("0", "o").replace("1", "i")
    told = bool(context.PREP.search(before))
    if word in ("may", "march") :
        return told and not re.match(r" (?:be|have|not|also|need|require)\b", after) and bool(re.search(r"(?:in|since|until|till?|by|last|next|this|early|late|mid|from|to|before|after|during|through|of) $", before, re.I)) and (name[0].isupper() or not context.NOUN_AFTER.match(after))
    if word in _NAMES:
        return told and not re.search(r"(?:for|to|with|and|y|a|de|del|la|el|of|con|para) $", before[-6:]) or name.isupper() and told
    if word in _SURE:
        return True
    if len(word) > 4:
        return True
    if word in ("mar", "sep", "dec", "oct", "ago", "abr"):
        return bool(re.search(r"(?:in|since|until|till?|by|last|next|en|desde|hasta|from) \(?$", before, re.I))
    return told or bool(re.search(r"[(,/] ?$", before))


_FULL_WEEKDAYS = frozenset(
    "lunes martes miercoles jueves viernes sabado domingo monday tuesday wednesday thursday friday "
    "saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays sabados "
    "domingos dilluns dimarts dimecres dijous divendres dissabte diumenge luns mercores xoves "
    "venres astelehena asteartea asteazkena osteguna ostirala larunbata igandea".split()
)


def _weekday(match: re.Match[str], scene: _Scene) -> bool:
    name, before, after = match["w"], scene.before, scene.after
    word = name.lower()
    if len(word) < 3 or weekday_of(name) is None or re.search(r"[a-z0-9][-.'@]$", before, re.I) or re.match(r"[-@'_=][a-z0-9]", after, re.I):
        return False
    if re.search(r"(?:dra?|sra?|mr|mrs|ms|miss|don|dona)\.? (?:[a-z]+ )?$", before, re.I):
        return False
    if len(scene.text.rstrip(".")) > len(name) + 1:
        return word in _FULL_WEEKDAYS or len(word) > 3 or not re.match("the ", scene.text, re.I)
    told = bool(context.PREP.search(before) or context.LINE_START.search(before))
    if word == "domingo":
        return name[0].islower() or name.isupper() and told
    if word in _FULL_WEEKDAYS:
        return not re.search(r"\b[A-Z]\. $", before)
    if word in ("sat", "sun", "mon", "wed", "mar", "dom", "lun", "mart", "ven"):
        strong = bool(re.search(r"(?:on|since|until|till?|by|last|next|this|every|r/o|from|bolsa|desde|hasta|el|[,/(]) ?$", before, re.I))
        return strong and (name[0].isupper() or word in ("mon", "wed")) and not re.match(r"[ :]*[0-9]", after) and word not in ("mar", "dom", "ven", "mart")
    return told or bool(re.search(r"[,/(:-] ?$", before))


def _weekday_day(match: re.Match[str], scene: _Scene) -> bool:
    word = match["w"].lower()
    if len(word) < 3 or weekday_of(match["w"]) is None or re.match(r"[-/.,:][0-9]|%", scene.after):
        return False
    if re.search(r"[a-z0-9][-/.'@]$", scene.before, re.I):
        return False
    if context.QUANTITY.match(scene.after) and not match["o"]:
        return False
    return word not in ("sat", "sun", "mar", "ven", "dom") or not re.match(" ?%", scene.after) and (
        " " in scene.text
    )


def _day_alone(match: re.Match[str], scene: _Scene) -> bool:
    return (
        not re.search(r"(?:cada|al|por|del ciclo|primer|ultimo|un|otro|c/|\b[0-9]) $", scene.before, re.I)
        and not re.match(r" ?(?:%|[-/.,x][0-9]|post|de (?:vida|ciclo|trat|ingreso|evol)|del ciclo|pop|tras|[0-9])", scene.after, re.I)
        and not context.QUANTITY.match(scene.after)
    )


def _article_day(match: re.Match[str], scene: _Scene) -> bool:
    number = scene.text.rsplit(" ", 1)[-1]
    return bool(context.FUNCTION_AFTER_ES.match(scene.after)) and not re.match(r"[-/.,:][0-9]|[:%]", scene.after) and not re.match(r" (?:de|del) ", scene.after) and (digits(number) > 0)


def _article_word(match: re.Match[str], scene: _Scene) -> bool:
    value = read_number(match["dw"])
    return bool(context.FUNCTION_AFTER_ES.match(scene.after)) and value is not None and value > 2 and bool(re.search(r"(?:volver|desde|hasta|espera|cita|llam|alta|ingres)[a-z]* (?:les )?$|(?:desde|hasta) $", scene.before, re.I))


def _d_day(match: re.Match[str], scene: _Scene) -> bool:
    return bool(re.search(r"(?:^|\n)$", scene.before)) and bool(re.match(r"[.:]", scene.after))


def _ordinal_day(match: re.Match[str], scene: _Scene) -> bool:
    if context.NOUN_AFTER.match(scene.after) or re.match(r"[-/'][a-z0-9]", scene.after, re.I):
        return False
    return scene.text.lower().startswith("the ") or bool(
        re.search(r"(?:on|until|til|till|by|since|from|to|through|and|of|before|after|due|for|,|/|-|\() ?$", scene.before, re.I)
    ) and not re.search(r"(?:and|of|,) $", scene.before)


def _ordinal_word(match: re.Match[str], scene: _Scene) -> bool:
    if context.NOUN_AFTER.match(scene.after):
        return False
    return bool(re.search(r"(?:on|until|till?|by|since|from|before|after) $", scene.before, re.I))


def _season(match: re.Match[str], scene: _Scene) -> bool:
    parts = match.groupdict()
    if any(parts.get(name) for name in ("y", "y1", "y2", "yw2", "yw")) or re.search(r"pasad|proxim", scene.text, re.I):
        return True
    word = match["se"].lower()
    prepared = bool(re.search(r"(?:since|until|till?|by|before|after|from|in|en|desde|hasta|para|during)(?: el| la)? $", scene.before, re.I))
    if re.match(r"(?:last|next|this|este|proximo|pasado)\b", scene.text, re.I):
        return word != "fall" or re.match(r"[.,;)\n]|$", scene.after) is not None
    if word in ("fall", "spring", "primavera", "invierno", "verano"):
        return prepared and scene.text.lower().startswith("the ") and word != "fall"
    return prepared


_FEAST_ALONE = re.compile(
    r"(?:reyes|lent|advent|corpus|fallas|pascuas?|holi|tet|genna|obon|trinity|ascension|eid|"
    r"pentecost|half[ -]term|kislev|purim|onam|san [a-z]+|new years?|golden week|carnaval(?:es)?|"
    r"navidad|may day|family day|cny|pascua|midsummer|vesak|meskel|matariki|pongal)",
    re.I,
)


def _feast(match: re.Match[str], scene: _Scene) -> bool:
    name, before = match["f"].lower(), scene.before
    if context.PLACE.search(before) or re.match(r"[-@_/][a-z]", scene.after, re.I):
        return False
    if len(scene.text) > len(name) or not _FEAST_ALONE.fullmatch(name):
        return True
    if name.startswith("san "):
        return bool(re.search(r"(?:verbena|noche|hogueras?|vispera|fiestas?|dia|por|antes|puente|llegara|hasta)(?: de| a)? $", before, re.I))
    if name in ("reyes", "corpus"):
        return bool(re.search(r"(?:por|antes de|despues de|hasta|desde|dia de|noche de|tras) $", before, re.I))
    return bool(context.PREP.search(before)) and not re.match(r" (?:[A-Z][a-z]|scale|syndrome)", scene.after)


_Check = Callable[[re.Match[str], _Scene], bool]
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
    "short year": _short_year,
    "year in words": _year_words,
    "day month year": _textual,
    "day month year in words": _textual,
    "compact": _textual,
    "compact day month": _textual,
    "day month": _day_of_month,
    "day in words": _textual,
    "month day year": _textual,
    "month day": _month_day,
    "month year": _textual,
    "month": _month,
    "weekday": _weekday,
    "weekday day": _weekday_day,
    "day": _day_alone,
    "d day": _d_day,
    "article day": _article_day,
    "article day in words": _article_word,
    "ordinal day": _ordinal_day,
    "ordinal day in words": _ordinal_word,
    "season": _season,
    "feast": _feast,
}
