"""Capitals: runs of capitalised words, the shape of names of people and places.

Works on plain ASCII windows cut out of the shadow; every scan is linear in the window.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.knowledge.lists import words

# A digit inside a word is a letter that was read wrongly from an image ("Carba11o").
_WORD = re.compile(
    r"[A-Za-z_](?:[A-Za-z_']|\d(?=\d?[A-Za-z_]))*(?:-[A-Za-z_](?:[A-Za-z_']|\d(?=\d?[A-Za-z_]))*)*"
)
_LABEL = re.compile(r" ?[:=](?!\))|\.{3,}")
_ADDRESS = re.compile(r"@|\.[a-z]{2,}")
_OPENING = re.compile(r"[ \t\"'(\[*_:.,#-]*")
_TITLE = re.compile(
    r"(?:(?:(?:el|la|los|las|the|al|del) )?(?:dr|dra|drs|dres|doctor|doctora|sr|sra|srta|sres|senor"
    r"|senora|don|dona|dna|da|d|prof|profesora?|professor|mr|mrs|ms|miss|mx|enf|lic|nurse|sister"
    r"|rev|fr|smt|sra-|capt|col|sgt|hon|dame|sir|lady|lord)\b[.:]{0,2}[ao]?\.? *){1,2}",
    re.IGNORECASE,
)
_AND = re.compile(r"(?:,? (?:y|e|i|and|Y|E|I|AND) | ?,? ?(?:&|/|;|\+) ?)(?=\S)")
_COMMA = re.compile(r" ?, ?")
_NICKNAME = re.compile(r" [\"'(]{1,2}[A-Z][A-Za-z]{1,14}[\"')]{1,2}(?= [A-Z])")

_PARTICLES = frozenset(
    "de del la las los el i da do dos das di van der den von zu zur bin ibn al ben ter ten le "
    "du des".split()
)
_JOINTS = frozenset(("of", "the", "and", "&", "Of", "The", "y", "e", "Y", "E"))
_CAPITAL_PARTICLES = frozenset(
    "De Del La Las Los El Da Van Von Der DE DEL LA LAS LOS EL VAN".split()
)
_NOT_FIRST = frozenset("y e i des and of &".split())
_ABBREVIATED = frozenset(
    "ma mma fco fdo fdez fernz hdez herdez mtez mtnez mnez rguez rdguez rodz rdz glez gzlez glz "
    "gcia lz pz sz dguez gmez jmnz jmz alv ant frco jr sr st sta sto ste ntra sra virg univ gral "
    "dr dra prov hosp mt ft gen com reg clin cl".split()
)
_NEVER = words("not-names")
_NEVER_A_PLACE = _NEVER - words("place-words")


def run(
    text: str, begin: int, *, most: int = 7, lower: bool = False, place: bool = False
) -> tuple[int, int] | None:
    """The run of capitalised words and particles at a position, or None.

    It ends before a word that no name holds, before the next label, and at any sign that does
    not stand inside names. `lower` takes words in lower case too, `place` what only names of
    places hold: "of", and numbers as in "12 de Octubre".
    """
    position, end, count, held = begin, begin, 0, 0
    while count < most and held < 4:
        number = _NUMBER.match(text, position) if place else None
        found = number or _WORD.match(text, position)
        if found is None:
            break
        word = _POSSESSIVE.sub("", found.group())
        low = word.lower()
        last = position + len(word)
        if word in _PARTICLES or word in _CAPITAL_PARTICLES or (place and word in _JOINTS):
            if not count and low in _NOT_FIRST:
                break
            held += 1
        elif not _fits(
            text, word, last, _NEVER_A_PLACE if place else _NEVER, lower or bool(number)
        ) or (count and _LABEL.match(text, last)):
            break
        else:
            last, stop = _dotted(text, last, word, low)
            end, count, held = last, count + 1, 0
            if stop:
                break
        position = _next(text, last)
        if position < 0:
            break
    return (begin, end) if count else None


_POSSESSIVE = re.compile(r"'(?:s|S|d|ll|re|ve)?$")
_NUMBER = re.compile(r"\d{1,2}(?= de [A-Z])")


def _fits(text: str, word: str, last: int, never: frozenset[str], lower: bool) -> bool:
    if not (word[0].isupper() or lower):
        return False
    low = word.lower()
    if len(word) > 1 and (low in never or low.partition("-")[0] in never):
        return False
    return _ADDRESS.match(text, last) is None


def _dotted(text: str, last: int, word: str, low: str) -> tuple[int, bool]:
    if text[last : last + 1] != ".":
        return last, False
    if text[last : last + 3] in (".a ", ".o "):
        return last + 2, False
    if len(word) == 1 or low in _ABBREVIATED:
        return last + 1, False
    return last, True


def _next(text: str, last: int) -> int:
    following = text[last : last + 2]
    if following[:1] == " " and following[1:2].isalnum():
        return last + 1
    if following[:1].isalpha() and text[last - 1] == ".":
        return last
    return -1


def opened(text: str, begin: int = 0) -> int:
    """The position after quotes, brackets, blanks and titles that may stand before a name."""
    found = _OPENING.match(text, begin)
    position = found.end() if found else begin
    title = _TITLE.match(text, position)
    while title is not None and title.end() > position and title.end() < len(text):
        position = title.end()
        found = _OPENING.match(text, position)
        position = found.end() if found else position
        title = _TITLE.match(text, position)
    return position


def people(
    text: str, *, comma: bool = False, lists: bool = False, lower: bool = False, least: int = 2
) -> Iterator[tuple[int, int]]:
    """The names of people at the start of a window.

    `comma` joins "SURNAME, Name" into one range; `lists` reads on after commas.
    """
    position = opened(text)
    for _ in range(6):
        found = _person(text, position, comma=comma, lower=lower)
        if found is None or found[1] - found[0] < least:
            return
        yield found
        more = _AND.match(text, found[1]) or (_COMMA.match(text, found[1]) if lists else None)
        if more is None:
            return
        position = opened(text, more.end())


def _person(text: str, begin: int, *, comma: bool, lower: bool) -> tuple[int, int] | None:
    found = run(text, begin, lower=lower)
    if found is None:
        return None
    end = found[1]
    nickname = _NICKNAME.match(text, end)
    if nickname:
        rest = run(text, nickname.end() + 1, lower=lower)
        end = rest[1] if rest else end
    joint = _COMMA.match(text, end) if comma else None
    if joint:
        rest = run(text, joint.end(), lower=lower)
        end = rest[1] if rest else end
    return begin, end
