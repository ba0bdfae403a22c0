"""Tokens of HTML: one linear pass that follows the WHATWG tokenizer (section 13.2.5).

The tokens tile the source: what no token covers does not exist. Nothing recurses, so nesting of
any depth costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["text", "start", "end", "raw", "comment", "doctype", "declaration", "lost"]

_NAME = re.compile(r"[^ \t\n\r\f/>]*+")
_SIMPLE = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,19})>")
_ATTRIBUTE = re.compile(
    r"[ \t\n\r\f/]*+"
    r"(?:(?P<name>=?[^ \t\n\r\f/>=]*+)"
    r"(?P<value>[ \t\n\r\f]*+=[ \t\n\r\f]*+"
    r"(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|(?P<bare>(?![\"'])[^ \t\n\r\f>]*+)))?)"
)
_EQUALS = re.compile(r"[ \t\n\r\f]*+=")
_COMMENT_END = re.compile(r"--!?>")
_FOREIGN = frozenset({"svg", "math"})
RCDATA = frozenset({"title", "textarea"})
RAWTEXT = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "noscript"})
_CLOSERS = {
    name: re.compile(rf"</{name}(?=[ \t\n\r\f/>])", re.IGNORECASE) for name in RCDATA | RAWTEXT
}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the source: a text, a tag, what stands inside a raw element, or something else.

    `name` is in lower case; `attributes` hold raw values, None where there is no value. A "raw"
    token is the inside of a script, style, title and the like, `name` says of which. A "lost"
    token is an unfinished tag at the end, which no browser shows.
    """

    kind: Kind
    raw: str = field(repr=False)
    name: str = ""
    attributes: tuple[tuple[str, str | None], ...] = field(default=(), repr=False)
    closed: bool = False


class Tokens:
    """The tokens of a source; `xml` makes `<a/>` close itself and CDATA text, as in XHTML.

    `foreign` counts the open svg and math elements, where that holds too; whoever leaves out what
    stands between two tokens sets it back.
    """

    __slots__ = ("_known", "_source", "_xml", "foreign")

    def __init__(self, source: str, *, xml: bool = False) -> None:
        self._source, self._xml, self.foreign = source, xml, 0
        self._known: dict[str, Token] = {}

    def __iter__(self) -> Iterator[Token]:
        source, position = self._source, 0
        while position < len(source):
            opening = _next_markup(source, position)
            if opening > position:
                yield Token("text", source[position:opening])
                position = opening
                continue
            token = self._token(position)
            self._count(token)
            yield token
            position += len(token.raw)
            if self.opens_raw(token):
                end = _raw_end(source, position, token.name)
                if end > position:
                    yield Token("raw", source[position:end], token.name)
                    position = end

    def _token(self, position: int) -> Token:
        simple = _SIMPLE.match(self._source, position)
        if simple is None:
            return _markup(self._source, position, foreign=self.foreign > 0 or self._xml)
        token = self._known.get(simple[0])
        if token is None:
            kind: Kind = "end" if simple[1] else "start"
            token = self._known[simple[0]] = Token(kind, simple[0], simple[2].lower())
        return token

    def opens_raw(self, token: Token) -> bool:
        """Whether what follows a start tag, up to its end tag, is no markup."""
        if token.kind != "start" or token.name not in _CLOSERS or token.closed:
            return False
        return not (self.foreign and token.name == "title")

    def _count(self, token: Token) -> None:
        if token.name in _FOREIGN and not token.closed:
            self.foreign = max(0, self.foreign + (1 if token.kind == "start" else -1))


def _raw_end(source: str, position: int, name: str) -> int:
    closer = _CLOSERS[name].search(source, position)
    return closer.start() if closer else len(source)


def _next_markup(source: str, position: int) -> int:
    while (found := source.find("<", position)) >= 0:
        following = source[found + 1 : found + 2]
        if following and (following in "!?/" or (following.isascii() and following.isalpha())):
            return found
        position = found + 1
    return len(source)


def _markup(source: str, position: int, *, foreign: bool) -> Token:
    following = source[position + 1]
    if following == "?":
        kind: Kind = "declaration" if source.startswith("<?xml", position) else "comment"
        return _until(source, position, ">", kind)
    if following == "!":
        return _declared(source, position, foreign=foreign)
    if following == "/":
        after = source[position + 2 : position + 3]
        if not (after.isascii() and after.isalpha()):
            return _until(source, position, ">", "comment")
        return _tag(source, position, position + 2, "end")
    return _tag(source, position, position + 1, "start", selfclosing=foreign)


def _declared(source: str, position: int, *, foreign: bool) -> Token:
    if source.startswith("<!--", position):
        for empty in ("<!-->", "<!--->"):
            if source.startswith(empty, position):
                return Token("comment", empty)
        found = _COMMENT_END.search(source, position + 4)
        return Token("comment", source[position : found.end() if found else len(source)])
    if foreign and source.startswith("<![CDATA[", position):
        return _until(source, position, "]]>", "raw", "cdata")
    if source[position : position + 9].lower() == "<!doctype":
        return _until(source, position, ">", "doctype")
    return _until(source, position, ">", "comment")


def _until(source: str, position: int, mark: str, kind: Kind, name: str = "") -> Token:
    found = source.find(mark, position)
    return Token(kind, source[position : found + len(mark) if found >= 0 else len(source)], name)


def _tag(source: str, position: int, begin: int, kind: Kind, *, selfclosing: bool = False) -> Token:
    named = _NAME.match(source, begin)
    assert named is not None
    found: list[tuple[str, str | None]] = []
    last = cursor = named.end()
    while (match := _ATTRIBUTE.match(source, cursor)) and match["name"]:
        found.append((match["name"].lower(), _raw_value(match)))
        last = cursor = match.end()
        if match["value"] is None and _EQUALS.match(source, cursor):
            return Token("lost", source[position:])  # a quote opens and never closes
    cursor = match.end() if match else cursor
    if not source.startswith(">", cursor):
        return Token("lost", source[position:])
    name = named[0].lower()
    closed = (selfclosing or name in _FOREIGN) and cursor > last and source[cursor - 1] == "/"
    return Token(kind, source[position : cursor + 1], name, tuple(found), closed)


def _raw_value(match: re.Match[str]) -> str | None:
    if match["value"] is None:
        return None
    return match["double"] or match["single"] or match["bare"] or ""
