"""Edges: what plainly belongs to an identifier that was found, right before, behind and between.

Initials and abbreviated given names before a surname, what comes after it (Jr, a last initial, the
rest of a word broken at the end of a line), the door of an address, the kind of a house before its
name, the legal form behind it, small words between two halves. Runs on the ASCII shadow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from sfumato.core.span import Span
from sfumato.knowledge.shadow import Shadow, shadow

_SURE = 0.5
_REACH = 32
_PEOPLE = ("PATIENT", "DOCTOR", "RELATIVE")
_HOUSES = ("HOSPITAL", "HEALTHCARE_CENTRE", "INSTITUTION")

# "D." is a title in Spanish, and a lone letter behind a word may close a sentence.
_STANDS = (
    rb"(?:^|  |[\n\t:;,/|(>\"'*=-] ?"
    rb"|(?i:\b(?:dr|dra|mr|mrs|ms|sr|sra|prof|y|and|por|by|a|to|con|with)\b\.? ))"
)
_SHORT_GIVEN = rb"Mohd|Muhd|Md|Fco|Frco|Mtnez|Rguez|Fdez|Glez|Hdez|Gcia|Jmnez|Wm|Chas|Geo|Jas"
_SHORT_KIND = rb"Puesto|Posta|Centro|Casa|Unidad|Hospital|Clinica|Instituto|Sanatorio|Policlinica"
_SHORT_FORM = rb"IPS|ESE|EPS|S\.?A\.?S?|S\.?L\.?U?|Inc|LLC|Ltd|PLC|PLLC"
_DOOR = rb"Apt|Apto|Dpto|Suite|Ste|Unit|Flat|Room|Km|No|Nr"
_BROKEN_ON = rb"-\n[a-z]{2,}"

# Label to what may stand before (the group belongs to it), behind and between.
_BEFORE = {
    _PEOPLE: (
        _STANDS + rb"((?!D\. ?$)(?:[A-Z]\.[ -]?){1,3})$",
        rb"\b((?:" + _SHORT_GIVEN + rb")\. ?)$",
    ),
    _HOUSES: (rb"\b((?:" + _SHORT_KIND + rb") (?:de |del |de la )?)$",),
    ("STREET",): (rb"\b((?:" + _DOOR + rb")\.? ?)$",),
}
_BEHIND = {
    _PEOPLE: (
        rb",? (?:Jr|Jnr|Snr|Esq)\b\.?",
        rb" [A-Z]\.(?=$|[\n,;:)]| [A-Z])",
        # "C.S." and its like begin the name of a house.
        rb",? (?!C\. ?S\.|C\. ?A\. ?P\.|H\. ?[CGU]\.)(?:[A-Za-z]\.[ -]?){2,3}(?=$|[\s,;:)])",
        rb",? (?:vda|viuda)\.? de [A-Z][a-z]+",
        _BROKEN_ON,
    ),
    _HOUSES: (rb",? (?:" + _SHORT_FORM + rb")\b\.?", _BROKEN_ON),
    ("STREET",): (rb"(?:,? ?\"[A-Z0-9]{1,2}\"){1,2}", _BROKEN_ON),
    ("LOCATION",): (_BROKEN_ON,),
}
_BETWEEN = {
    _PEOPLE: (rb" (?:de|del|de la|de los|de las|v\.d\.|van|van der|von|bin) |-\n",),
    _HOUSES: (rb" (?:of|of the|for|de|del|de la|de los|de las|&) |-\n",),
    ("STREET",): (rb",? (?:and|y|e|con|esq\.?|esquina|&|cnr|corner of|entre) |-\n",),
}


def _compiled(
    rows: Mapping[tuple[str, ...], tuple[bytes, ...]],
) -> dict[str, list[re.Pattern[bytes]]]:
    return {
        label: [re.compile(expression) for expression in expressions]
        for labels, expressions in rows.items()
        for label in labels
    }


_before, _behind, _between = _compiled(_BEFORE), _compiled(_BEHIND), _compiled(_BETWEEN)


def widened(text: str, spans: Iterable[Span]) -> list[Span]:
    """The spans, those that count with their edges; and the initials of people behind names."""
    twin = shadow(text)
    given = sorted(spans)
    result = [_wide(twin, span) if span.score >= _SURE else span for span in given]
    return [*result, *_bridges(twin, result), *_initials(twin, result)]


def _wide(twin: Shadow, span: Span) -> Span:
    start, end = twin.at(span.start), twin.at(span.end)
    head = twin.data[max(0, start - _REACH) : start]
    tail = twin.data[end : end + _REACH]
    first = next((found for e in _before.get(span.label, ()) if (found := e.search(head))), None)
    last = next((found for e in _behind.get(span.label, ()) if (found := e.match(tail))), None)
    if first is None and last is None:
        return span
    begin = start - len(head) + first.start(1) if first else start
    begin, stop = twin.span(begin, end + (len(last[0].rstrip()) if last else 0))
    return replace(span, start=min(begin, span.start), end=max(stop, span.end))


def _bridges(twin: Shadow, spans: Sequence[Span]) -> Iterator[Span]:
    """Two halves of one name as one, where only small words stand between them."""
    people = [span for span in spans if span.score >= _SURE and span.label in _between]
    for left, right in pairwise(people):
        if left.label == right.label and left.end < right.start:
            between = twin.data[twin.at(left.end) : twin.at(right.start)]
            if len(between) < _REACH and _between[left.label][0].fullmatch(between):
                score = min(left.score, right.score)
                yield replace(left, end=right.end, score=score, detector="edges")


_IN_BRACKETS = re.compile(rb" ?[(/\[] ?([A-Za-z]{2,4})\b(?=[)\],; \n]|$)")


def _initials(twin: Shadow, spans: Iterable[Span]) -> Iterator[Span]:
    """The initials of a person in brackets behind the name: "K. Snell (KS)"."""
    for span in spans:
        if span.label in _PEOPLE and span.score >= _SURE:
            start, end = twin.at(span.start), twin.at(span.end)
            found = _IN_BRACKETS.match(twin.data, end)
            if found and _spelt(twin.data[start:end]) == found[1].lower():
                place = twin.span(*found.span(1))
                yield Span(*place, span.label, span.score, "edges")


def _spelt(name: bytes) -> bytes:
    """The first letters of the words of a name."""
    return b"".join(word[:1] for word in re.findall(rb"[A-Za-z]+", name)).lower()
