"""Ooxml: names of Office Open XML that may pass, and a scrub that drops every other one.

The names stand in `data/ooxml.txt`. An element that is not named goes with all that is in it; an
attribute that is not named goes, and so does one whose value is neither a number, a colour, a
word of the standard's closed lists, nor a string that was made here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import cast

from lxml import etree

from sfumato.core.errors import Damaged
from sfumato.formats.markup import serialize_xml
from sfumato.formats.opc import RELATIONSHIPS

_OPEN = "http://schemas.openxmlformats.org/"
_STRICT = "http://purl.oclc.org/ooxml/"

PREFIXES: dict[str, str] = {
    "w": _OPEN + "wordprocessingml/2006/main",
    "s": _OPEN + "spreadsheetml/2006/main",
    "r": RELATIONSHIPS,
    "m": _OPEN + "officeDocument/2006/math",
    "a": _OPEN + "drawingml/2006/main",
    "pic": _OPEN + "drawingml/2006/picture",
    "c": _OPEN + "drawingml/2006/chart",
    "dgm": _OPEN + "drawingml/2006/diagram",
    "wp": _OPEN + "drawingml/2006/wordprocessingDrawing",
    "xdr": _OPEN + "drawingml/2006/spreadsheetDrawing",
    "mc": _OPEN + "markup-compatibility/2006",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "wp14": "http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "wpg": "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
    "wpc": "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
    "w10": "urn:schemas-microsoft-com:office:word",
    "x": "urn:schemas-microsoft-com:office:excel",
}
_DEFAULT = {"s": PREFIXES["s"]}
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_DECLARATION = re.compile(rb'xmlns(?::([^=\s]*))?="([^"]*)"')
_NUMBER = re.compile(
    r"[+-]?\d{1,10}(?:\.\d{1,17})?(?:[Ee]-?\d{1,3})?(?:%|mm|cm|in|pt|pc|pi|px|em|f|fd)?"
)
_HEX = re.compile(r"#?[0-9A-Fa-f]{1,8}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?-(?:[A-Z]{2}|\d{3})")


def name(short: str) -> str:
    """The full name of a short one: `w:p`."""
    prefix, _, local = short.partition(":")
    return f"{{{PREFIXES[prefix]}}}{local}"


def short(tag: str) -> str:
    """The local part of a full name."""
    return tag.rpartition("}")[2]


@cache
def table(title: str) -> frozenset[str]:
    """A section of the list of names."""
    text = files("sfumato.data").joinpath("ooxml.txt").read_text(encoding="utf-8")
    sections = re.split(r"^\[(.+)\]$", text, flags=re.MULTILINE)
    body = dict(zip(sections[1::2], sections[2::2], strict=True))[title]
    split = body.split("|") if title in ("fonts", "styles") else body.split()
    return frozenset(" ".join(word.split()) for word in split)


def names(prefix: str, title: str) -> frozenset[str]:
    """A section as full names; an empty prefix leaves them without a namespace."""
    words = table(title)
    return frozenset(f"{{{PREFIXES[prefix]}}}{word}" for word in words) if prefix else words


Handler = Callable[[etree._Element], object]


@dataclass(slots=True)
class Scrub:
    """What may pass in one kind of part, and what is asked about single elements first.

    A handler runs before its element is scrubbed and drops it by returning False. `minted` are
    strings made here: they pass as values of any attribute that is named. `free` attributes pass
    with any value: they are read as slots later. Where an attribute has a pattern, it decides.
    """

    elements: frozenset[str]
    attributes: frozenset[str]
    texts: frozenset[str]
    numbers: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    free: frozenset[tuple[str, str]] = frozenset()
    patterns: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    handlers: Mapping[str, Handler] = field(default_factory=dict)
    minted: set[str] = field(default_factory=set)
    _seen: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False)

    def clean(self, root: etree._Element) -> int:
        """Drops what is not named, in place; how many pieces of text went with it."""
        doomed = [element for element in root.iter() if not self._clean_one(element)]
        lost = 0
        for element in doomed:
            lost += sum(1 for text in element.itertext() if text.strip())
            remove(element)
        return lost

    def _clean_one(self, element: etree._Element) -> bool:
        tag = element.tag
        if tag not in self.elements:
            return False
        handler = self.handlers.get(tag)
        if handler is not None and handler(element) is False:
            return False
        if element.tail is not None:
            element.tail = None
        if element.text is not None and tag not in self.texts:
            self._clean_text(element)
        for key, value in attributes(element):
            if (tag, key) not in self.free and not self.passes(key, value):
                del element.attrib[key]
        return True

    def _clean_text(self, element: etree._Element) -> None:
        text = (element.text or "").strip()
        element.text = text if element.tag in self.numbers and closed(text) else None

    def passes(self, key: str, value: str) -> bool:
        """Whether an attribute may stay as it is."""
        pair = (key, value)
        found = self._seen.get(pair)
        if found is None or value in self.minted:
            found = self._judge(key, value)
            self._seen[pair] = found
        return found

    def _judge(self, key: str, value: str) -> bool:
        if key == _SPACE:
            return value in ("preserve", "default")
        if key not in self.attributes:
            return False
        if key in self.patterns:
            return self.patterns[key].fullmatch(value) is not None
        if short(key) in ("lang", "altLang") and language(value):
            return True
        return value in self.minted or value in self.values or closed(value)


def closed(value: str) -> bool:
    """Whether a value is a number, a colour or a word of the standard's closed lists."""
    return (
        value in table("values")
        or _NUMBER.fullmatch(value) is not None
        or _HEX.fullmatch(value) is not None
    )


def language(value: str) -> bool:
    """Whether a value is a language tag with its region."""
    return _LANGUAGE.fullmatch(value) is not None or value in ("es", "en", "x-none")


def attributes(element: etree._Element) -> list[tuple[str, str]]:
    """The attributes of an element, safe to change while they are looked at."""
    return cast("list[tuple[str, str]]", element.items())


def drop(element: etree._Element, key: str) -> None:
    """Takes an attribute away if it is there."""
    if key in element.attrib:
        del element.attrib[key]


def remove(element: etree._Element) -> None:
    """Takes an element out of its tree."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def unwrap(element: etree._Element) -> None:
    """Puts the children of an element in its place."""
    replace(element, list(element))


def replace(element: etree._Element, others: Iterable[etree._Element]) -> None:
    """Puts other elements in the place of one, which must not be the outermost."""
    if element.getparent() is None:
        raise Damaged("the outermost element of a part is none that a part may have")
    for other in others:
        element.addprevious(other)
    remove(element)


def recast(root: etree._Element) -> etree._Element:
    """The same tree with the usual prefixes, and the usual namespaces for the strict ones."""
    space = etree.QName(root.tag).namespace or ""
    plain = _usual(space) == PREFIXES["s"]
    prefixes: dict[str | None, str] = {
        (None if plain and prefix == "s" else prefix): uri for prefix, uri in PREFIXES.items()
    }
    made = etree.Element(_renamed(root.tag), nsmap=cast("dict[str, str]", prefixes))
    waiting = [(root, made)]
    while waiting:
        old, new = waiting.pop()
        new.text, new.tail = old.text, old.tail
        for key, value in attributes(old):
            new.set(_renamed(key), value)
        waiting += [(child, etree.SubElement(new, _renamed(child.tag))) for child in old]
    etree.cleanup_namespaces(made)
    return made


def relaxed(root: etree._Element) -> etree._Element:
    """The tree, recast when its namespaces are the strict ones (ISO/IEC 29500-1)."""
    return recast(root) if root.tag.startswith("{" + _STRICT) else root


def _renamed(tag: str) -> str:
    if not tag.startswith("{" + _STRICT):
        return tag
    space, _, local = tag[1:].partition("}")
    return f"{{{_usual(space)}}}{local}"


def _usual(space: str) -> str:
    if not space.startswith(_STRICT):
        return space
    first, _, rest = space[len(_STRICT) :].partition("/")
    return f"{_OPEN}{first}/2006/{rest}"


def serialized(root: etree._Element) -> bytes:
    """The bytes of a scrubbed tree, with no namespace or prefix but the usual ones."""
    etree.cleanup_namespaces(root)
    data = serialize_xml(root)
    usual = {(prefix.encode(), uri.encode()) for prefix, uri in PREFIXES.items()}
    usual |= {(b"", uri.encode()) for uri in PREFIXES.values()}
    if set(_DECLARATION.findall(data)) <= usual:
        return data
    return serialize_xml(recast(root))


def number_words(words: Iterable[str]) -> tuple[str, ...]:
    """What was dropped and how often, as notes."""
    counted: dict[str, int] = {}
    for word in words:
        counted[word] = counted.get(word, 0) + 1
    return tuple(word if count == 1 else f"{word} ({count})" for word, count in counted.items())
