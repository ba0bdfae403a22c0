"""Place reader: the towns, regions, countries and postcodes inside one identifier."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sfumato.knowledge.areas import aliases, areas_named, countries_named
from sfumato.knowledge.towns import fold, table

Kind = Literal["code", "name", "region", "country", "words"]

_CODE = re.compile(
    r"(?<![^\W_])(?:(?:E-?)?(?=[\dOolI|]*\d[\dOolI|]*\d)[\dOolI|]{4,7}(?:-\d{3,4})?"
    r"|[A-Za-z]{1,2}\d[A-Za-z\d]?\s{0,2}\d[A-Za-z]{2}"
    r"|[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d"
    r"|[A-Za-z]\d[\dWw] ?(?=[A-Za-z]*\d)[A-Za-z\d]{4}"
    r"|[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]?)(?![^\W_])"
)
_SEPARATOR = re.compile(r"(\s*[,;:()\[\]\n\t|/\"«»]\s*|\s+[-–—]\s+)")
_LEAD = re.compile(
    r"^(?:(?:la |el )?(?:provincia|prov\.?|municipio|ciudad|villa|localidad|pueblo|barrio|"
    r"comunidad|estado|distrito|isla|condado|concello) (?:de(?:l| la)? )|"
    r"(?:the )?(?:city|town|village|state|county|isle|island|district|province) of |"
    r"county |co\. |mt\.? |bo\.? |bda\.? |urb\.? |col\.? |fracc\.? )",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"(?: (?:county|township|twp\.?|parish|city|island|islands|valley|junction|district|region|"
    r"province|reservation|borough|lake|creek|bay|beach|springs))$",
    re.IGNORECASE,
)
_FEDERAL = frozenset(("US", "CA", "AU", "GB"))
_TOWNS_TOO = frozenset(("new york", "washington", "victoria", "quebec"))
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an identifier: where it stands in it and what it may be."""

    start: int
    end: int
    text: str
    kind: Kind

    def moved(self, by: int) -> Piece:
        """The same piece, so much further on."""
        return replace(self, start=self.start + by, end=self.end + by)


def pieces_of(text: str) -> list[Piece]:
    """The pieces of an identifier, in order; what lies between them stays."""
    found = []
    last = 0
    for code in _CODE.finditer(text):
        found += list(_names(text, last, code.start()))
        found.append(Piece(code.start(), code.end(), code.group(), "code"))
        last = code.end()
    return found + list(_names(text, last, len(text)))


def _names(text: str, start: int, end: int) -> Iterator[Piece]:
    at = start
    for chunk in _SEPARATOR.split(text[start:end]):
        inner = chunk.strip(" .'’\t\n-")
        if any(char.isalpha() for char in inner):
            yield from _chunk(inner, at + chunk.index(inner))
        elif any(char.isalnum() for char in inner):
            yield Piece(
                at + chunk.index(inner), at + chunk.index(inner) + len(inner), inner, "words"
            )
        at += len(chunk)


def _chunk(chunk: str, at: int) -> Iterator[Piece]:
    """One name, or several with blanks between ("Springfield IL")."""
    whole = Piece(at, at + len(chunk), chunk, kind_of(chunk))
    if whole.kind != "words":
        yield whole
        return
    for place in (found.start() for found in re.finditer(r"[ -]", chunk)):
        left, right = chunk[:place].rstrip(" ."), chunk[place + 1 :].lstrip()
        if right and _is_region(right) and kind_of(left) != "words":
            yield Piece(at, at + len(left), left, "name")
            shift = at + len(chunk) - len(right)
            yield Piece(shift, shift + len(right), right, kind_of(right))
            return
    yield _narrowed(whole)


def _narrowed(piece: Piece) -> Piece:
    """The piece without words that say what kind of place it is."""
    text = piece.text
    lead = _LEAD.match(text)
    skip = lead.end() if lead and lead.end() < len(text) else 0
    trail = _TRAIL.search(text, skip)
    stop = trail.start() if trail and trail.start() > skip else len(text)
    inner = text[skip:stop]
    return Piece(piece.start + skip, piece.start + stop, inner, kind_of(inner))


def kind_of(name: str) -> Kind:
    """What a name may be; "name" is a town, perhaps a region too."""
    key = fold(name)
    if is_state(key) and len(name) > _SHORTEST:
        return "region"
    if is_town(key):
        return "name"
    if _is_region(name):
        return "region"
    return "country" if key in countries_named() else "words"


def is_state(key: str) -> bool:
    """Whether a folded name is that of a state or nation, more than of any town."""
    found = areas_named().get(key, ())
    return key not in _TOWNS_TOO and any(one.code and one.country in _FEDERAL for one in found)


def _is_region(name: str) -> bool:
    key = fold(name)
    if key not in areas_named():
        return False
    letters = [char for char in name if char.isalpha()]
    return len(letters) > 2 or all(char.isupper() for char in letters) or name.endswith(".")


def is_town(key: str) -> bool:
    """Whether a folded name is that of a town in any table."""
    return (
        key in aliases()
        or any(True for _ in table("ES").named(key))
        or any(True for _ in table("US").named(key))
        or any(True for _ in table("GB").named(key))
    )
