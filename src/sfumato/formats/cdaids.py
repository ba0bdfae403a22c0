"""CDA anchors: the identifiers by which parts of a document point to one another, numbered anew.

An author may have put a name into one, and nothing in the text would tell it from a word; so each
becomes "id1", "id2" and so on, the same wherever it is pointed to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.core.protocols import Limits
from sfumato.formats.patch import Patch, patched
from sfumato.formats.xmltoken import Attribute, Token, tokens_of, unescaped

NUMBERED = re.compile(r"id\d{1,7}(?: id\d{1,7})*", re.ASCII)
ANCHORS = frozenset({"ID", "IDREF", "IDREFS", "referencedObject"})
"""Attributes that hold anchors (HL7 CDA R2, narrative block schema)."""
_POINTERS = {"reference": "value", "linkHtml": "href"}
_NAME = re.compile(r"\S+")


def renumbered(source: str, limits: Limits) -> str:
    """The same document with its anchors in order of appearance."""
    known: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return known.setdefault(found.group(), f"id{len(known) + 1}")

    patches = []
    for value in _anchors(tokens_of(source, limits)):
        plain = unescaped(value.raw)
        mark = "#" if plain.startswith("#") else ""
        made = mark + _NAME.sub(number, plain[len(mark) :])
        patches.append(Patch(value.start, value.start + len(value.raw), made))
    return patched(source, patches)


def _anchors(tokens: list[Token]) -> Iterator[Attribute]:
    for token in tokens:
        pointer = _POINTERS.get(token.name.rpartition(":")[2])
        for one in token.attributes:
            name = one.name.rpartition(":")[2]
            if name in ANCHORS or (name == pointer and unescaped(one.raw).startswith("#")):
                yield one
