"""XML taken apart by its signs (XML 1.0, fifth edition), each token with its range in the source.

The source has been parsed by a hardened parser before, so only the grammar of well-formed
documents without entities is needed here, and what the two read must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from sfumato.core.errors import Damaged, Dangerous
from sfumato.core.protocols import Limits
from sfumato.formats.markup import parse_xml, xml_text
from sfumato.formats.patch import Patch, patched

EMPTY = "<!---->"
"""Stands where a text became empty, so that the place is found again."""

_TOKEN = re.compile(
    r"<!--(?P<comment>[^-]*+(?:-(?!->)[^-]*+)*+)-->"
    r"|<!\[CDATA\[(?P<cdata>[^\]]*+(?:\](?!\]>)[^\]]*+)*+)\]\]>"
    r"|<\?(?P<instruction>[^?]*+(?:\?(?!>)[^?]*+)*+)\?>"
    r"|<!DOCTYPE(?P<doctype>(?:[^\[<>\"']|\"[^\"]*+\"|'[^']*+')*+)>"
    r"|</(?P<end>[^\s<>/]++)\s*+>"
    r"|<(?P<start>[^\s<>/!?=\"']++)"
    r"(?P<attributes>(?:\s++[^\s<>/=\"']++\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'))*+)\s*+(?P<closed>/?)>"
    r"|(?P<text>[^<]++)"
)
_ATTRIBUTE = re.compile(r"([^\s<>/=\"']++)\s*+=\s*+(?:\"([^\"<]*+)\"|'([^'<]*+)')")
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,9})|(lt|gt|amp|quot|apos));")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_LINE_END = re.compile(r"[ \t]*+(?:\r\n|\n|\r)")
_BARE_RETURN = re.compile(r"\r(?!\n)")
_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
_IN_TEXT = re.compile(r"[&<>]")
_IN_ATTRIBUTE = re.compile(r"[&<>\"'\t\r\n]")


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: its name as written, its value as written, and where the value stands."""

    name: str
    raw: str = field(repr=False)
    start: int


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the source: "start", "end", "text", "cdata", "comment", "declaration"
    or "other".
    """

    kind: str
    start: int
    end: int
    name: str = ""
    raw: str = field(default="", repr=False)
    attributes: tuple[Attribute, ...] = ()
    closed: bool = False


def cleaned(source: str, limits: Limits) -> tuple[str, int]:
    """The source without comments, instructions and document type, and how many there were."""
    gone = [
        Patch(*_with_line(source, token.start, token.end), "")
        for token in tokens_of(source, limits)
        if token.kind == "other" or (token.kind == "comment" and token.raw)
    ]
    return patched(source, gone), len(gone)


def _with_line(source: str, start: int, end: int) -> tuple[int, int]:
    """The range, with the line around it if nothing else stands there."""
    left = start
    while left and source[left - 1] in " \t":
        left -= 1
    behind = _LINE_END.match(source, end)
    alone = behind is not None and (left == 0 or source[left - 1] in "\r\n")
    return (left, behind.end()) if behind and alone else (start, end)


def tokens_of(source: str, limits: Limits) -> list[Token]:
    """The tokens of a whole document; what a parser refuses or reads otherwise is an error."""
    root = parse_xml(b"\xef\xbb\xbf" + source.encode("utf-8", "replace"), limits, bare=True)
    found = list(_tokens(source))
    if _shape_read(found) != _shape_parsed(root):
        raise Damaged("the XML can be read in two ways")
    return found


def declares(name: str) -> bool:
    """Whether an attribute declares a namespace."""
    return name == "xmlns" or name.startswith("xmlns:")


def unescaped(raw: str) -> str:
    """The text behind character data or an attribute's value."""
    return _REFERENCE.sub(_meant, raw) if "&" in raw else raw


def escaped(text: str) -> str:
    """Character data for a text; an emptied text leaves its mark."""
    plain = _IN_TEXT.sub(lambda found: _SIGNS[found.group()], xml_text(text))
    written = _BARE_RETURN.sub("&#13;", plain)
    return written if written.strip() else written + EMPTY


def escaped_section(text: str) -> str:
    """A text as it stands in a CDATA section."""
    return xml_text(text).replace("]]>", "]]]]><![CDATA[>")


def escaped_value(text: str) -> str:
    """An attribute's value for a text, in either kind of quotes."""
    return _IN_ATTRIBUTE.sub(
        lambda found: _SIGNS.get(found.group()) or f"&#{ord(found.group())};", xml_text(text)
    )


def _meant(found: re.Match[str]) -> str:
    hexadecimal, decimal, name = found.groups()
    if name:
        return _NAMED[name]
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if code <= 0x10FFFF else "\ufffd"


def _tokens(source: str) -> Iterator[Token]:
    position = 0
    while position < len(source):
        found = _TOKEN.match(source, position)
        if found is None:
            raise _stopped(source[position : position + 9])
        position = found.end()
        yield _token(found)


def _stopped(head: str) -> Exception:
    if head == "<!DOCTYPE":
        return Dangerous("the XML carries its own document type")
    return Damaged("not well-formed XML")


def _token(found: re.Match[str]) -> Token:
    kind = found.lastgroup or ""
    start, end = found.span()
    if found["start"] is not None:
        attributes = tuple(_attributes(found["attributes"], found.start("attributes")))
        return Token("start", start, end, found["start"], "", attributes, bool(found["closed"]))
    if kind == "end":
        return Token("end", start, end, found["end"])
    if kind == "text":
        return Token("text", start, end, raw=found["text"])
    if kind == "cdata":
        return Token("cdata", start, end, raw=found["cdata"])
    if kind == "instruction" and re.match(r"xml\s", found["instruction"]):
        return Token("declaration", start, end, raw=found["instruction"])
    if kind == "comment":
        return Token("comment", start, end, raw=found["comment"])
    return Token("other", start, end)


def _attributes(source: str, shift: int) -> Iterator[Attribute]:
    for found in _ATTRIBUTE.finditer(source):
        group = 2 if found[2] is not None else 3
        yield Attribute(found[1], found[group], shift + found.start(group))


def _shape_read(tokens: list[Token]) -> tuple[int, int, str]:
    """Elements, attributes and letters, as the tokens have them."""
    starts = [token for token in tokens if token.kind == "start"]
    names = [one.name for token in starts for one in token.attributes]
    texts = [
        unescaped(token.raw) if token.kind == "text" else token.raw
        for token in tokens
        if token.kind in ("text", "cdata")
    ]
    return len(starts), sum(not declares(name) for name in names), _letters(texts)


def _shape_parsed(root: etree._Element) -> tuple[int, int, str]:
    """The same, as the parser has them."""
    elements = list(root.iter())
    return len(elements), sum(len(one.attrib) for one in elements), _letters(root.itertext())


def _letters(texts: Iterable[str]) -> str:
    return "".join("".join(texts).split())
