"""Place picks: which part of a window is the name of a place, a street or a company."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sfumato.detect.capitals import run
from sfumato.detect.placegrammar import NEVER
from sfumato.knowledge.lists import words

Picks = Iterator[tuple[int, int]]


def town(text: str) -> Picks:
    """The name of a place at the start of a window, and after a comma or bracket its region."""
    lead = _LEAD.match(text)
    begin = lead.end() if lead else 0
    found = None if _TITLE.match(text, begin) else run(text, begin, place=True, most=6)
    if found:
        yield found


_TITLE = re.compile(
    r"(?i:dr|dra|doctora?|medical|medic[oa]|universitari[oa]|clinic[oa]?|center|"
    r"right|left)\b"
)
_LEAD = re.compile(
    r"(?:\n[ \t]{0,10}(?:En )?)?[ \t\"'(\[.:,-]*(?:(?:la|el) (?:localidad|ciudad|"
    r"villa|pueblo|provincia|isla|barrio|comunidad) de )?"
)


def first_of(expression: str) -> Callable[[str], Picks]:
    """A picker of the first place in a match that an expression of the standard library finds."""
    search = re.compile(expression).search

    def pick(text: str) -> Picks:
        found = search(text)
        if found:
            yield found.span()

    return pick


def last_of(expression: str) -> Callable[[str], Picks]:
    """A picker of the last place in a match that an expression of the standard library finds."""
    finditer = re.compile(expression).finditer

    def pick(text: str) -> Picks:
        for found in [*finditer(text)][-1:]:
            yield found.span()

    return pick


POST_FIRST = first_of(r"\d\d\.?\d{3}")
POST_LAST = last_of(r"\d\d\.?\d{3}")
CODE_LAST = last_of(r"\d{4,6}(?:-\d{3,4})?")


def state(text: str) -> Picks:
    """The abbreviation of a state or province in a match, before its postcode if there is one."""
    found = _STATE.search(text)
    if found:
        yield found.span(1)


_STATE = re.compile(r"(?:^|[ ,])([A-Z]{2,3}|Vic|Qld|Tas)(?=$|[ ,.]{1,4}[A-Z]?\d)")


def kinded(kind: str) -> Callable[[str], Picks]:
    """A picker of Spanish names that begin with their kind, then capitalised words."""
    head = re.compile(rf"(?:{kind}) {{1,2}}[\"']?")

    def pick(text: str) -> Picks:
        opening = head.match(text)
        found = run(text, opening.end(), place=True, most=6) if opening else None
        if found:
            quote = text[found[1] : found[1] + 1] in ('"', "'")
            yield 0, found[1] + quote

    return pick


_TOWN_END = re.compile(
    r",? (?:[A-Z]{2,3}|Vic|Qld|Tas)\b[., ]*[A-Z0-9-]*(?: [A-Z0-9]+)?$|,? "
    r"[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$"
)


def town_before(text: str) -> Picks:
    """The last run of name words in a match that ends where a state or a postcode begins."""
    tail = _TOWN_END.search(text)
    end = tail.start() if tail else 0
    begin = 0
    while 0 <= begin < end:
        found = run(text[:end], begin, place=True)
        if found and found[1] == end:
            yield found
            return
        begin = text.find(" ", begin, end) + 1 or -1


_POST_TAIL = re.compile(r"[ ,.(-]{1,4}(?:E-)?\d\d\.?\d{3}[ ,-]{1,3}[A-Z]$")


def street_before_post(text: str) -> Picks:
    """The street before a postcode and the first letter of a town: a name, a number, a door."""
    tail = _POST_TAIL.search(text)
    found = _STREET_TAIL.search(text[: tail.start()]) if tail else None
    while found:
        named = run(text, found.start(), place=True)
        if named and found.start(1) - 2 <= named[1] <= found.start(1):
            yield named[0], found.end()
            return
        blank = text.find(" ", found.start()) + 1
        found = _STREET_TAIL.search(text[: tail.start()], blank) if tail and blank else None


_STREET_TAIL = re.compile(
    r"[A-Z][A-Za-z'.-]+(?: [A-Za-z'.-]+){0,5},? ((?:n[o.]{0,2} "
    r"?)?\d{1,4}(?:-\d{1,4})?|s/n)(?:[ ,;-]{1,3}[A-Za-z0-9.\x7f]{1,5}){0,4}$"
)


def ends_named(text: str) -> Picks:
    """An English name that ends in its kind: capitalised words before it that a name can hold."""
    tokens = list(_TOKEN.finditer(text))
    first = len(tokens) - 1
    while first > 0 and _names_place(tokens[first - 1].group(), text[tokens[first - 1].end()]):
        first -= 1
    while first < len(tokens) - 1 and tokens[first].group().lower() in _SMALL:
        first += 1
    named = [token.group() for token in tokens[first:-1] if token.group().lower() not in _SMALL]
    if named and any(word.lower().strip(".,") not in _PLAIN for word in named):
        yield tokens[first].start(), len(text)


_TOKEN = re.compile(r"[^ \n]+")
_SMALL = frozenset(("of", "the", "and", "&", "for", "at", "in", "on", "de"))
_PLAIN = words("plain-kinds")


def _names_place(word: str, after: str) -> bool:
    bare = word.strip("\"'(),;:")
    if after == "\n" or word[-1] in ",;:!?)" or (word[-1] == "." and bare not in _SAINTS):
        return False
    if bare.lower() in ("of", "and", "&"):
        return True
    return bare[:1].isupper() and (bare.lower() in _PLAIN or bare.lower() not in NEVER)


def company(text: str) -> Picks:
    """A company: the capitalised words before the abbreviation of its legal form."""
    form = _FORM.search(text)
    end = form.start() if form else 0
    begin = 0
    while begin < end:
        found = run(text[:end], begin, place=True)
        if found and found[1] >= end:
            yield begin, len(text)
            return
        begin = text.find(" ", begin, end) + 1 or end


_FORM = re.compile(
    r",? (?:S\.? ?L|S\.? ?A|S\. ?C|SLNE|Inc|LLC|Ltd|LLP|L\.L|GmbH|Corp|Pty|PLC|plc|"
    r"& |Bros)[^,]*$"
)
_SAINTS = frozenset(
    ("St.", "Mt.", "Ft.", "Sta.", "Sto.", "Ste.", "Gen.", "Univ.", "Reg.", "Mem.", "Med.", "Comm.")
)


def street(text: str) -> Picks:
    """A whole address field: up to a wide gap, a postcode, or the next label."""
    found = _ADDRESS_END.search(text)
    end = len(text[: found.start() if found else len(text)].rstrip(" .,;-("))
    begin = len(text) - len(text.lstrip(" \t.:\"'"))
    value = text[begin:end]
    first = value.split(" ", 1)[0].lower().strip(".,:")
    named = value[:1].isupper() or any(map(str.isdigit, value))
    if len(value) > 4 and named and first not in _NO_ADDRESS:
        yield begin, end


_NO_ADDRESS = frozenset(
    "unknown none no desconocida desconocido electronica email e-mail consta ninguna same".split()
)
_ADDRESS_END = re.compile(
    r"  |\t|\||(?<=[a-z]{5})\. (?=[A-Za-z])|(?<=\d)\. (?=[A-Z][a-z])|[,.( "
    r"-]+\d{5}\b|;| (?i:tel|tlf|tfno|telf|telefono|cp|c\.p|phone|dob|city|localidad|"
    r"municipio|poblacion|email|e-mail|correo|movil|mob|provincia|nhc|mrn|zip|"
    r"state)\b[.: ]|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b"
)


def value(text: str) -> Picks:
    """A field of one value: up to a wide gap or a sign that ends it."""
    found = _VALUE_END.search(text)
    end = len(text[: found.start() if found else len(text)].rstrip(" .,;:-("))
    begin = len(text) - len(text.lstrip(" \t.:\"'"))
    low = text[begin:end].lower()
    if end - begin > 2 and low.split()[0].strip(".,") not in _NO_VALUE:
        yield begin, end


_VALUE_END = re.compile(r"  |\t|\||;|\. |, ?\d| \(| // | [-/] |/ |\. ?$|,? [A-Za-z.]{2,12} ?[:=]")
_NO_VALUE = frozenset(
    "no none unknown n/a na nd ninguna ninguno sin desconocida desconocido not "
    "same see ver la el the not".split()
)
