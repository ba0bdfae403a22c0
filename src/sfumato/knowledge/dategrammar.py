"""Date grammar: every way a date is written, as expressions with named parts.

One source for two engines: without names the expressions find candidates in linear time (RE2, on
the shadow of the text); with names the reader takes one short candidate apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

import re2

from sfumato.knowledge import calendarwords as words
from sfumato.knowledge.numberwords import (
    EN_CARDINAL_DAY,
    EN_DAY,
    EN_NUMBER,
    EN_YEAR,
    ES_DAY,
    ES_YEAR,
)

_MEMORY_BYTES = 64 * 1024 * 1024

Kind = Literal[
    "full", "partial", "relative", "range", "weekday", "month", "year", "season", "holiday"
]


@dataclass(frozen=True, slots=True)
class Form:
    """One way of writing: its name, what it says, and its expression over the shadow."""

    name: str
    kind: Kind
    expression: str

    def plain(self) -> str:
        """The expression without named parts, for the candidate search."""
        return re.sub(r"\(\?P<\w+>", "(?:", self.expression)


# Digits as scans misread them: O for 0, l and I for 1. What was read is checked afterwards.
DAY = r"(?-i:[0-3Oo]?[0-9]|[1-3lI][OolI]|[Oo][lI]|[lI][0-9])"
_NDAY = rf"(?:{DAY}|(?-i:[lI]))"
MON = r"(?-i:[0Oo]?[0-9]|[1lI][0-2OolI]|[Oo][lI])"
Y4 = r"(?-i:(?:1[789]|2[0Oo]|[lI]9)[0-9OolI][0-9OolI])"
Y2 = r"(?-i:[0-9OolI][0-9OolI])"
ROMAN = r"(?-i:[IVXl]{1,4}|[ivx]{1,4})"
_ORD = r"(?:st|nd|rd|th|\.? ?o|\.?\x7f|\.er|er|a)"
_ROPE = r" ?[-/,&\x7f] ?"
_AND = rf"(?:{_ROPE}| (?:y|o|u|al|a|e|and|to|or|until|till|hasta|i) (?:el |al |the )?)"
_DAYS = rf"(?:{DAY}{_ORD}?{_AND}){{0,4}}"
_ES_DAYS = rf"(?:{ES_DAY} (?:y|o|al|a) (?:el )?)??"
_W = rf"(?P<w>{words.WEEKDAY})s?"
_PART = r"(?:night|evening|morning|afternoon|nite|dia|the|noche|tarde|manana|[0-9]{1,2}h)"
_WEEKDAY = rf"(?:(?:a )?{_W}[.,]{{0,2}} ?(?:{_PART}[,]? )?)?"
_TRAIL = rf"(?:,? \(?(?P<wt>{words.WEEKDAY})\b\.?\)?)?"
_MONTH = rf"(?P<b>{words.MONTH})"
_YEAR = rf"(?P<y>'?(?:{Y4}|{Y2})|2[.,]0[0-9]{{2}})"
_YEAR4 = rf"(?P<y>{Y4}|2[.,]0[0-9]{{2}}|'{Y2})"
_YEAR_ES = rf"(?P<yw>{ES_YEAR}|{ES_DAY})"
_YEAR_EN = rf"(?P<yw>{EN_YEAR})"
_YEAR_WORDS = rf"(?P<yw>{ES_YEAR}|{ES_DAY}|{EN_YEAR})"
_OF = r"(?: {1,2}(?:del? |of |del? mes de |day of )?| d'|(?: de)? ?[-/] ?|\.|,| del? )"
_IN = (
    r"(?:[.,]{0,2} {1,2}(?:del? (?:ano )?|of |de l'any )?|\.? ?[-/,.]\s?|\.? ?'|"
    r" ?\(?/ ?)"
)
_EDGE_ES = (
    r"(?:a )?(?:primeros|principios|comienzos|inicios|mediados|medio|finales|final|fines|fin)"
    r" (?:de |del )(?:mes de |ano )?"
)
_ORDER_ES = (
    r"(?:primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|ultim[ao]|[1-5][ao]|[1-5]\.?er)"
    rf" (?:semana|quincena|{words.WEEKDAY}|dia|fin de semana) (?:de |del )(?:mes de )?"
)
_EDGE_EN = (
    r"(?:(?:the )?(?:end|beginning|start|middle|latter half|week|night|weekend) (?:of )|"
    r"(?:the )?(?:first|second|third|fourth|last|1st|2nd|3rd|4th)"
    rf" (?:week|half|weekend|day|{words.WEEKDAY}) (?:of |in )|wk (?:of )?|"
    rf"a {words.WEEKDAY} in (?:early |late )?|"
    r"(?:early|late|mid|middle)(?: to (?:early|late|mid))?[- \n])"
)
_EDGE = rf"(?:{_EDGE_ES}|{_ORDER_ES}|{_EDGE_EN})"
_PAST = (
    r"(?: pasado| proximo| ultimo| siguiente| anterior| que viene| de este ano| del ano pasado|"
    r" de ese (?:mismo )?ano| del mismo ano| del presente(?: ano)?|"
    r" (?:of )?(?:last|this|next|that|the same) year)"
)
_NEAR_EN = r"(?:last|next|this(?: coming| past)?|coming|past|following)"
_NEAR_ES = r"(?:proximo|pasado|ultimo|este|proxima|pasada)"
_SAME = (
    r"(?:del|de los|de este|of the|of this|of that|of last) ?"
    r"(?:mismo|presente|pasado|corrientes?|mes|same|month|proximo|actual|anterior|this|last|next)"
    r"(?: (?:mes|month|pasado|year|ano|proximo|siguiente|en curso|que viene|actual|anterior)){0,2}"
)
_INST = r" ?(?:inst|ult|prox)\b\.?"

_TEXTUAL = (
    Form(
        "day month year",
        "full",
        rf"(?:the )?{_WEEKDAY}(?:the )?{_DAYS}(?P<d>{DAY})(?P<o>{_ORD})?{_OF}{_MONTH}{_IN}"
        rf"{_YEAR}{_TRAIL}",
    ),
    Form(
        "day month year in words",
        "full",
        rf"{_WEEKDAY}(?:the )?{_DAYS}(?P<d>{DAY})(?P<o>{_ORD})?(?: de | of | ){_MONTH}"
        rf",?(?: de | del | of | ){_YEAR_ES}",
    ),
    Form("compact", "full", rf"(?P<d>[0-3]?[0-9]){_MONTH}(?P<y>{Y4}|{Y2})"),
    Form("compact day month", "partial", rf"(?P<d>[0-3][0-9]){_MONTH}"),
    Form(
        "day month",
        "partial",
        rf"(?:the )?{_WEEKDAY}(?:the )?{_DAYS}(?P<d>{DAY})(?P<o>{_ORD})?{_OF}{_MONTH}"
        rf"{_TRAIL}{_PAST}?",
    ),
    Form(
        "day in words",
        "partial",
        rf"(?:the )?(?:dia )?{_WEEKDAY}(?:the )?{_ES_DAYS}"
        rf"(?P<dw>{ES_DAY}|{EN_DAY}|{EN_CARDINAL_DAY})(?: de | of | ){_MONTH}",
    ),
    Form(
        "date in words",
        "full",
        rf"(?:the )?(?:dia )?{_WEEKDAY}(?:the )?{_ES_DAYS}"
        rf"(?P<dw>{ES_DAY}|{EN_DAY}|{EN_CARDINAL_DAY})(?: del? | of | ){_MONTH}"
        rf",?(?: (?:del? |of |del ano )?)(?:{_YEAR_WORDS}|(?P<y>{Y4}))",
    ),
    Form(
        "date in English words",
        "full",
        rf"(?:the )?{_WEEKDAY}(?:the )?(?P<dw>{EN_DAY}|{EN_CARDINAL_DAY})(?: of | )"
        rf"{_MONTH},?(?: of | ){_YEAR_EN}",
    ),
    Form(
        "month day year",
        "full",
        rf"{_WEEKDAY}{_MONTH}(?:[.,]{{1,2}} ?| ?[-/] ?| )(?:the |dia )?(?P<d>{DAY})(?P<o>{_ORD})?"
        rf"(?: ?[-\x7f] ?{DAY}{_ORD}?)?{_IN}{_YEAR}{_TRAIL}",
    ),
    Form(
        "month day",
        "partial",
        rf"{_WEEKDAY}{_MONTH}(?:[.,]{{1,2}} ?| ?[-/] ?| )?(?:the |dia )?(?P<d>{DAY})(?P<o>{_ORD})?"
        rf"(?: ?[-\x7f] ?{DAY}{_ORD}?| ?[-\x7f] ?{words.MONTH}\.? {DAY}{_ORD}?)?{_TRAIL}",
    ),
    Form(
        "month day in words",
        "partial",
        rf"{_WEEKDAY}{_MONTH} (?:the )?(?P<dw>{EN_DAY}|{EN_CARDINAL_DAY})",
    ),
    Form(
        "month day year in words",
        "full",
        rf"{_WEEKDAY}{_MONTH} (?:the )?(?:(?P<dw>{EN_DAY}|{EN_CARDINAL_DAY})|"
        rf"(?P<d>{DAY})(?P<o>{_ORD})?),? (?:{_YEAR_EN}|(?P<y>{Y4}))",
    ),
    Form(
        "month year",
        "month",
        rf"(?:{_EDGE})?(?:{words.MONTH}(?: ?[-/] ?| (?:y|a|o|and|to) )(?:de )?)?{_MONTH}{_IN}"
        rf"{_YEAR}",
    ),
    Form(
        "month year in words",
        "month",
        rf"{_MONTH}(?: del? | of | ){_YEAR_WORDS}",
    ),
    Form(
        "year month day",
        "full",
        rf"(?P<y>{Y4})(?:[-/. ]|e?ko ){_MONTH}[-/. ]?(?P<d>{DAY})(?:ean|an|a|ko|n)?",
    ),
    Form("year month", "month", rf"(?P<y>{Y4})(?:[-/. ]|e?ko ){_MONTH}"),
    Form("month day, Basque", "partial", rf"{_MONTH}(?:ren)? (?P<d>{DAY})(?:ean|an|a|ko)"),
    Form("month", "month", rf"(?:{_EDGE}|{_NEAR_EN} )?{_MONTH}\.?{_PAST}?"),
    Form("edge of year", "year", rf"(?:{_EDGE_ES}|(?:early|late|mid)[- ])(?P<y>{Y4})"),
    Form(
        "weekday day",
        "weekday",
        rf"(?:the )?{_W}[.,]{{0,2}} ?(?:dia |the |\(|)(?P<d>{DAY})(?P<o>{_ORD})?\)?"
        rf"(?: (?:y|e|and|al) (?:el )?(?:{words.WEEKDAY} )?{DAY})?",
    ),
    Form(
        "weekday day in words",
        "weekday",
        rf"{_W},? (?:dia |the )?(?P<dw>{ES_DAY}|{EN_DAY})",
    ),
    Form(
        "weekday",
        "weekday",
        rf"(?:(?:{_NEAR_EN}|{_NEAR_ES}|the) )?{_W}\.?(?: (?:night|evening|morning|afternoon|"
        r"pasado|pasada|proximo|anterior|siguiente|que viene|week|fortnight|last|next|before|"
        r"noche|de rebajas))?",
    ),
    Form(
        "same month",
        "relative",
        rf"(?:dia |the )?(?:(?P<d>{DAY})(?P<o>{_ORD})?|(?P<dw>{ES_DAY}|{EN_DAY}))(?: {_SAME}|"
        rf"{_INST})",
    ),
    Form("day of some month", "relative", rf"(?P<d>{DAY})(?P<o>{_ORD})? de mes"),
    Form("day", "relative", rf"dia (?:(?P<d>{DAY})(?P<o>{_ORD})?|(?P<dw>{ES_DAY}))"),
    Form("d day", "relative", r"d (?P<d>[0-3]?[0-9])"),
    Form("article day", "relative", r"(?:el|hasta el|desde el) (?P<d>[0-3]?[0-9])"),
    Form("article day in words", "relative", rf"el (?P<dw>{ES_DAY})"),
    Form("ordinal day", "relative", rf"(?:the )?(?P<d>{DAY})(?P<o>st|nd|rd|th)"),
    Form("ordinal day in words", "relative", rf"the (?P<dw>{EN_DAY})"),
    Form(
        "day of month number",
        "full",
        r"(?P<dw>[a-z]{3,10}|[0-9]{1,2}) del (?P<mw>[a-z]{3,8}|"
        r"[0-9]{1,2}) del? (?P<y>[0-9]{4}|[0-9]{2})",
    ),
    Form(
        "season",
        "season",
        rf"(?:(?:{_NEAR_EN}|{_NEAR_ES}|the) )?(?P<se>{words.SEASON})"
        rf"(?:(?:,? | del? | of |'|/){_YEAR4}| (?:de |del ){_YEAR_ES}| "
        rf"del? (?P<y2>{Y2})| pasado| proximo| pasada| proxima)?",
    ),
    Form(
        "feast",
        "holiday",
        rf"(?:(?:{words.WEEKDAY} )?(?:{_NEAR_EN} |the (?:day|week|night|weekend) "
        rf"(?:of|before|after) |the )?)?(?P<f>{words.FEAST})"
        rf"(?:(?:,? | del? | of |'|/){_YEAR4}| del? (?P<y2>{Y2})| (?:last|this|next) year|"
        rf" pasad[oa]s?| weekend"
        rf"| {DAY} (?:de )?{words.MONTH})?",
    ),
)

_SEP = r" ?[-/.] ?"
_NUMERIC = (
    Form(
        "numeric",
        "full",
        rf"{_WEEKDAY}(?P<a>{_NDAY}){_SEP}(?P<m>{_NDAY}) ?[-/.]\s?(?P<y>{Y4}|{Y2}){_TRAIL}",
    ),
    Form("unknown day", "partial", rf"\?{{1,2}}/\?{{1,2}}/(?P<y>{Y4}|{Y2})"),
    Form(
        "year first", "full", rf"{_WEEKDAY}(?P<y>{Y4})[-/.](?P<m>{MON})[-/.]\s?(?P<d>{DAY}){_TRAIL}"
    ),
    Form(
        "packed",
        "full",
        r"(?P<y>(?:19|20)[0-9]{2})(?P<m>[01][0-9])(?P<d>[0-3][0-9])(?:[0-2][0-9][0-5][0-9]"
        r"(?:[0-5][0-9])?)?",
    ),
    Form(
        "Roman",
        "full",
        rf"{_WEEKDAY}{_DAYS}(?P<d>{DAY})(?P<s>{_SEP}| )(?P<r>{ROMAN})(?:{_SEP}| )(?P<y>{Y4}|{Y2})",
    ),
    Form("Roman day month", "partial", rf"{_WEEKDAY}{_DAYS}(?P<d>{DAY})[-/.](?P<r>{ROMAN})"),
    Form("Roman month year", "month", rf"(?P<r>{ROMAN})[-/.](?P<y>{Y4}|{Y2})"),
    Form(
        "range",
        "range",
        rf"{_WEEKDAY}(?P<a1>{DAY})/(?P<m1>{DAY})(?:/(?:{Y4}|{Y2}))? ?[-\x7f]>? ?"
        rf"(?P<a>{DAY})/(?P<m>{DAY})(?:/(?P<y>{Y4}|{Y2}))?",
    ),
    Form(
        "day range",
        "range",
        rf"{_WEEKDAY}(?P<a1>{DAY}) ?[-\x7f] ?(?P<a>{DAY})/(?P<m>{DAY})(?:/(?P<y>{Y4}|{Y2}))?",
    ),
    Form(
        "day month in numbers",
        "partial",
        rf"{_WEEKDAY}(?P<a>{DAY})(?P<sep>[-/.])(?P<m>{DAY}){_TRAIL}",
    ),
    Form("month year in numbers", "month", rf"(?P<m>{MON}) ?[-/.] ?(?P<y>{Y4})"),
    Form("year month in numbers", "month", rf"(?P<y>{Y4})[-/](?P<m>{MON})"),
    Form(
        "month range",
        "range",
        rf"(?P<m1>{MON})[-/](?:{Y4}) ?- ?(?P<m>{MON})[-/](?P<y>{Y4})",
    ),
    Form(
        "spaced",
        "full",
        rf"(?P<a>{DAY})(?: {{1,3}}| \. )(?P<m>{DAY})(?: {{1,3}}| \. )(?P<y>{Y4}|{Y2})",
    ),
    Form(
        "spoken numbers",
        "full",
        rf"(?P<mw>{EN_CARDINAL_DAY}) (?P<dw>{EN_CARDINAL_DAY}) (?P<yw>{EN_YEAR}|{EN_NUMBER})",
    ),
    Form("years", "range", rf"(?:curso )?(?P<y1>{Y4})(?: ?[-/\x7f] ?)(?P<y>{Y4}|{Y2})"),
    Form("named year", "year", rf"(?:ano|anos|year) (?:del? )?(?P<y>{Y4})"),
    Form("year", "year", rf"(?P<y>{Y4})s?"),
    Form("short year", "year", r"'(?P<y>[0-9]{2})s?"),
    Form("year in words", "year", rf"(?P<yw>{ES_YEAR}|{EN_YEAR})"),
    Form(
        "week",
        "relative",
        rf"(?:(?:s\.? ?e\.?|semana epidemiologica) ?(?P<wk>[0-5]?[0-9]) ?/ ?(?P<y>{Y4})|"
        rf"(?:the )?(?:semana|week|wk) (?:del?|of) (?:[0-3]?[0-9](?:th|st|nd|rd)?|"
        rf"[0-1]?[0-9]/[0-3]?[0-9]))",
    ),
    Form(
        "quarter",
        "relative",
        rf"(?:[1-4](?:o|er|\.o)? trimestre|Q[1-4])(?: de| del|,)? (?P<y>{Y4})",
    ),
)
FORMS = (*_TEXTUAL, *_NUMERIC)


def candidates() -> str:
    """The expression that finds whatever may be a date."""
    return rf"(?i)(?:\b(?:{'|'.join(form.plain() for form in FORMS)})|'[0-9]{{2}}s?)"


@cache
def _reader(index: int) -> re.Pattern[str]:
    return re.compile(FORMS[index].expression, re.IGNORECASE | re.ASCII)


@cache
def _fitting() -> re2.Set:
    """All forms as one automaton: one pass tells which of them a whole text fits."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    options.max_mem = _MEMORY_BYTES
    forms = re2.Set.FullMatchSet(options)
    for form in FORMS:
        forms.Add(f"(?i){form.plain()}".encode("ascii"))
    forms.Compile()
    return forms


def takes(text: str) -> Iterator[tuple[Form, re.Match[str]]]:
    """The forms that the whole ASCII text fits, with its parts, likeliest first."""
    for index in sorted(_fitting().Match(text.encode("ascii")) or ()):
        match = _reader(index).fullmatch(text)
        if match is not None:
            yield FORMS[index], match
