"""The walk over the tokens of an XML document: texts and attributes become slots on a tape.

Elements that hold text stand on lines "name: text", as members of JSON do, and attributes on lines
"element attribute: value"; what flows inside a text keeps flowing. Gaps depend on elements alone,
so the text reads back the same after any edit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import quote, unquote

from sfumato.core.edit import Edit
from sfumato.core.errors import TooLarge
from sfumato.core.protocols import Intake
from sfumato.formats import registry
from sfumato.formats.attachment import Attachment, open_attachment, save_attachment
from sfumato.formats.headings import fitting, spoken
from sfumato.formats.markup import xml_text
from sfumato.formats.tape import Tape
from sfumato.formats.xmltoken import (
    EMPTY,
    Attribute,
    Token,
    declares,
    escaped,
    escaped_section,
    escaped_value,
    unescaped,
)

_VALUES_A_MB = 500
_LINE = re.compile(r"\r\n|\n|\r")
_INDENT = re.compile(r"[ \t]*")
_SCHEME = re.compile(r"(?:tel|fax|mailto|sms):(?!//)")
_DATA_ADDRESS = re.compile(r"\s*data:[^,]{0,200},", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]{64,}={0,2}\s*")
_FILES = ("JVBERi", "e1xydGY", "iVBORw0", "/9j/", "UEsDB", "SUkq", "TU0AK", "PD94bWw", "PGh0bWw",
          "R0lGOD", "0M8R4K", "PENsaW5p")  # fmt: skip
_KNOWN_SPACE = re.compile(
    r"https?://(?:www\.w3\.org|hl7\.org|www\.hl7\.org|schemas\.xmlsoap\.org|purl\.org)/[\w./#-]{0,80}"
    r"|urn:hl7-org:[\w:.-]{1,40}|urn:ihe:[\w:.-]{1,60}",
    re.ASCII,
)
_NO_SPACE = "urn:none"
"""Stands where a namespace became empty: a prefix needs one."""
_BLOCK = frozenset(
    "p div table thead tbody tfoot tr caption ul ol li dl dt dd h1 h2 h3 h4 h5 h6 br hr pre"
    " paragraph list item blockquote".split()
)
_BREAK = frozenset({"br", "hr"})
_CELL = frozenset({"td", "th"})
_INLINE = frozenset(
    "span b i u em strong small big sup sub a font tt strike content linkHtml footnote"
    " footnoteRef".split()
)


# The names of codes are nobody's names.
_CODED = {"displayName": "display", "codeSystemName": "code system"}


@dataclass(slots=True, eq=False)
class Element:
    """An open element: its local name, its attributes by local name, and what is around it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict, repr=False)
    parent: Element | None = field(default=None, repr=False)
    number: int = 0
    """The number of its start tag."""
    children: list[Element] = field(default_factory=list, repr=False)
    first: dict[str, Element] = field(default_factory=dict, repr=False)
    """The first child of each name."""
    mixed: bool = False
    """Whether text stands directly in it."""

    @property
    def flows(self) -> bool:
        """Whether it is a part of a line rather than a line of its own."""
        if self.name in _BLOCK or self.name in _CELL:
            return False
        return self.name in _INLINE or (self.parent is not None and self.parent.mixed)

    def up(self) -> Iterator[Element]:
        """The element and all around it, from inside to outside."""
        found: Element | None = self
        while found is not None:
            yield found
            found = found.parent


class Schema(Protocol):
    """What a kind of XML says of its elements; `attribute` is None for the text in one."""

    def label(self, element: Element, attribute: str | None, value: str) -> str | None:
        """The label of a value."""
        ...

    def quiet(self, element: Element, attribute: str, value: str) -> bool:
        """Whether a value is a word of the standard that says nothing of anybody."""
        ...

    def file_kind(self, element: Element, attribute: str | None) -> str | None:
        """The declared media type where a file in base64 stands; None anywhere else."""
        ...

    def drops(self, element: Element, attribute: str | None) -> bool:
        """Whether a value never leaves."""
        ...


def local(name: str) -> str:
    """A name without its prefix."""
    return name.rpartition(":")[2]


def tree(tokens: Sequence[Token]) -> dict[int, Element]:
    """The element of each start tag, by the tag's number, outer ones first."""
    found: dict[int, Element] = {}
    open_now: list[Element] = []
    for index, token in enumerate(tokens):
        if token.kind == "start":
            attributes = {local(one.name): unescaped(one.raw) for one in token.attributes}
            parent = open_now[-1] if open_now else None
            element = Element(local(token.name), attributes, parent, index)
            found[index] = element
            if parent:
                parent.children.append(element)
                parent.first.setdefault(element.name, element)
            if not token.closed:
                open_now.append(element)
        elif token.kind == "end":
            open_now.pop()
        elif open_now and _is_word(token):
            open_now[-1].mixed = True
    return found


def _is_word(token: Token) -> bool:
    return token.kind in ("cdata", "comment") or (token.kind == "text" and bool(token.raw.strip()))


def walk(tokens: Sequence[Token], schema: Schema, intake: Intake) -> Tape:
    """The slots of a document whose only comments are the marks of emptied texts."""
    return _Walk(tokens, schema, intake).tape


class _Walk:
    """One pass over the tokens."""

    def __init__(self, tokens: Sequence[Token], schema: Schema, intake: Intake) -> None:
        self.tape = Tape()
        self._tokens, self._schema, self._intake = tokens, schema, intake
        self._most = intake.limits.memory_mb * _VALUES_A_MB
        self._files = 0
        self._aside: list[tuple[Element, Token]] = []
        self._elements = tree(tokens)
        self.tape.anchor()
        self._all()
        self._flush()
        self.tape.say("\n")
        self.tape.anchor()

    def _all(self) -> None:
        open_now: list[Element] = []
        for index, token in enumerate(self._tokens):
            if token.kind == "start":
                element = self._elements[index]
                self._start(element, token)
                if token.closed:
                    self._end(element)
                else:
                    open_now.append(element)
            elif token.kind == "end":
                self._end(open_now.pop())
            elif token.kind in ("text", "cdata") and open_now and self._counts(index):
                self._text(open_now[-1], token)

    def _counts(self, index: int) -> bool:
        """Whether a text is more than the blanks between two tags."""
        around = (self._tokens[index - 1].kind, self._tokens[index + 1].kind)
        return _is_word(self._tokens[index]) or "comment" in around

    # tags

    def _start(self, element: Element, token: Token) -> None:
        if element.flows:
            self._aside.append((element, token))
        elif element.name in _BLOCK or element.name in _CELL:
            self.tape.say("\t" if element.name in _CELL else "\n")
            self._aside.append((element, token))
        else:
            self._attributes(element, token)
            self.tape.say(f"\n{spoken(element.name)}: " if element.mixed else "")

    def _end(self, element: Element) -> None:
        if element.flows:
            return
        if element.name in _BLOCK and element.name not in _BREAK:
            self.tape.say("\n")
        if element.parent is None or not element.parent.mixed:
            self._flush()

    def _flush(self) -> None:
        """Attributes of what flows follow the line that it stands in."""
        for element, token in self._aside:
            self._attributes(element, token)
        self._aside.clear()

    def _attributes(self, element: Element, token: Token) -> None:
        for attribute in token.attributes:
            if declares(attribute.name):
                self._namespace(attribute)
            else:
                self._attribute(element, attribute)

    def _namespace(self, attribute: Attribute) -> None:
        value = unescaped(attribute.raw)
        if not _KNOWN_SPACE.fullmatch(value):
            self.tape.say("\nnamespace: ")
            at = (attribute.start, attribute.start + len(attribute.raw))
            self._slot(_space_text(value), at, "namespace", None, _space)

    def _attribute(self, element: Element, attribute: Attribute) -> None:
        name, value = local(attribute.name), unescaped(attribute.raw)
        if self._schema.quiet(element, name, value):
            return
        place = f"{element.name} {name}"
        at = (attribute.start, attribute.start + len(attribute.raw))
        heading = spoken(element.name)
        said = _CODED.get(name) or spoken(name)
        self.tape.say(f"\n{heading if name == 'value' else f'{heading} {said}'}: ")
        if self._as_file(element, name, value, at, place):
            return
        scheme = _SCHEME.match(attribute.raw)
        shift = scheme.end() if scheme else 0
        self.tape.say(attribute.raw[:shift] + " " if shift else "")
        label = self._schema.label(element, name, value)
        self._slot(unescaped(attribute.raw[shift:]), (at[0] + shift, at[1]), place, label,
                   escaped_value)  # fmt: skip

    # texts

    def _text(self, element: Element, token: Token) -> None:
        text = unescaped(token.raw) if token.kind == "text" else token.raw
        if self._as_file(element, None, text, (token.start, token.end), element.name):
            return
        label = self._schema.label(element, None, text.strip())
        shift = token.start + (len("<![CDATA[") if token.kind == "cdata" else 0)
        encode = escaped_section if token.kind == "cdata" else escaped
        for start, end in _lines(token.raw):
            self.tape.say("\n" if start else "")
            line = token.raw[start:end]
            plain = unescaped(line) if token.kind == "text" else line
            self._slot(plain, (shift + start, shift + end), element.name, label, encode)

    def _slot(
        self,
        text: str,
        at: tuple[int, int],
        place: str,
        label: str | None,
        encode: Callable[[str], str],
    ) -> None:
        if len(self.tape.pieces) > self._most:
            raise TooLarge(f"over {self._most} values")
        self.tape.slot(text, at, encode, place, label=fitting(label, text))

    # files

    def _as_file(
        self, element: Element, name: str | None, text: str, at: tuple[int, int], place: str
    ) -> bool:
        """Whether a value is a file or a picture, and is dealt with here."""
        left = EMPTY if name is None else ""
        if not text.strip():
            return False
        if self._schema.drops(element, name) or _DATA_ADDRESS.match(text):
            self.tape.drop(at, f"{place} dropped", left=left)
            return True
        kind = self._schema.file_kind(element, name)
        if kind is None and not (text.lstrip().startswith(_FILES) and _BASE64.fullmatch(text)):
            return False
        self._files += 1
        self._file(text, at, kind or "", f"{place} file {self._files}", left)
        return True

    def _file(self, text: str, at: tuple[int, int], kind: str, place: str, left: str) -> None:
        opened = open_attachment(text, kind, place, self._intake)
        if isinstance(opened, Attachment) and registry.sniff(opened.data, opened.name) == "extract":
            opened = f"{place} dropped (it would change its kind)"
        if isinstance(opened, str):
            self.tape.drop(at, opened, left=left)
        else:
            self.tape.nest(opened.nested, at, _saver(opened, self._intake))


def _space_text(value: str) -> str:
    return "" if value == _NO_SPACE else unquote(value)


def _space(text: str) -> str:
    """A namespace for any text: parsers take nothing else than an address."""
    return quote(xml_text(text), safe="") or _NO_SPACE


def _lines(raw: str) -> Iterator[tuple[int, int]]:
    """The lines of a text, indentation left out: where a line starts and ends."""
    start = 0
    for found in (*_LINE.finditer(raw), None):
        end = found.start() if found else len(raw)
        if start and (indent := _INDENT.match(raw, start, end)):
            start = indent.end()
        yield start, end
        start = found.end() if found else end


def _saver(
    opened: Attachment, intake: Intake
) -> Callable[[tuple[Edit, ...]], tuple[str, Iterable[str]]]:
    def save(edits: tuple[Edit, ...]) -> tuple[str, Iterable[str]]:
        saved = save_attachment(opened, edits, intake)
        return saved.base64, saved.notes

    return save
