"""JSON as a tree of places in the source text, so that only the literals that change are written.

Everything else (order, duplicate keys, the digits of a number, escapes, white space) stays as it
came. The grammar is RFC 8259, with the NaN and Infinity of common writers and raw control signs
in strings let through.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from json import JSONDecoder

from sfumato.core.errors import Damaged, TooLarge
from sfumato.core.protocols import Limits

_DEEPEST = 200
_VALUES_A_MB = 500  # a value costs under a kilobyte of memory with its slot and block
_TOKEN = re.compile(
    r"[ \t\r\n]*+(?:"
    r'(?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+")'
    r"|(?P<number>-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][+-]?\d++)?|NaN|-?Infinity)(?![\w.])"
    r"|(?P<word>true|false|null)(?!\w)"
    r"|(?P<sign>[][{}:,])"
    r"|(?P<end>\Z))",
    re.ASCII | re.DOTALL,
)
_DECODE = JSONDecoder(strict=False).raw_decode
_LONE = re.compile("[\ud800-\udfff]")


@dataclass(slots=True, eq=False)
class Node:
    """A value: its kind, its range in the source, its key, and what it holds."""

    kind: str
    """One of "object", "array", "string", "number", "word"."""
    start: int
    end: int
    key: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)
    text: str = field(default="", repr=False)
    """The value of a string, the literal of a number or word."""

    @property
    def name(self) -> str:
        """The key, or nothing inside an array."""
        return self.key.text if self.key else ""

    def get(self, name: str) -> Node | None:
        """The first member of an object with that key."""
        for child in self.children:
            if child.key and child.key.text == name:
                return child
        return None

    def word(self, name: str) -> str:
        """The text of a string member, or nothing."""
        found = self.get(name)
        return found.text if found and found.kind == "string" else ""


def parse_values(source: str, limits: Limits) -> list[Node]:
    """The values of the text, one after another."""
    reader = _Reader(source, limits.memory_mb * _VALUES_A_MB)
    values = []
    while (value := reader.value()) is not None:
        values.append(value)
    return values


class _Reader:
    """A reader without recursion: depth costs no stack."""

    def __init__(self, source: str, most: int) -> None:
        self._source = source
        self._most = most
        self._count = 0
        self._position = 0

    def _token(self) -> tuple[str, str, int, int]:
        found = _TOKEN.match(self._source, self._position)
        if found is None or found.lastgroup is None:
            raise Damaged("not JSON")
        self._position = found.end()
        kind = found.lastgroup
        start = found.start(kind)
        text = found.group("sign") if kind == "sign" else ""
        return kind, text, start, found.end()

    def value(self) -> Node | None:
        """The next whole value; None at the end of the text."""
        kind, sign, start, end = self._token()
        if kind == "end":
            return None
        root = self._node(kind, sign, start, end)
        stack = [root] if sign else []
        while stack:
            self._step(stack)
        return root

    def _step(self, stack: list[Node]) -> None:
        """Reads one member, or the end, of the innermost container."""
        container = stack[-1]
        closing = "}" if container.kind == "object" else "]"
        kind, sign, start, end = self._token()
        if container.children:
            if sign == ",":
                kind, sign, start, end = self._token()
            elif sign != closing:
                raise Damaged("not JSON")
            if sign == closing and self._source[start - 1] == ",":
                raise Damaged("not JSON")
        if sign == closing:
            container.end = end
            stack.pop()
            return
        key = None
        if container.kind == "object":
            if kind != "string":
                raise Damaged("not JSON")
            key = self._node(kind, sign, start, end)
            if self._token()[1] != ":":
                raise Damaged("not JSON")
            kind, sign, start, end = self._token()
        node = self._node(kind, sign, start, end)
        node.key = key
        container.children.append(node)
        if sign:
            stack.append(node)
            if len(stack) > _DEEPEST:
                raise TooLarge(f"nested more than {_DEEPEST} deep")

    def _node(self, kind: str, sign: str, start: int, end: int) -> Node:
        if kind == "end" or (kind == "sign" and sign not in "[{"):
            raise Damaged("not JSON")
        self._count += 1
        if self._count > self._most:
            raise TooLarge(f"over {self._most} values")
        if kind == "sign":
            return Node("object" if sign == "{" else "array", start, end)
        text = _plain(self._source, start) if kind == "string" else self._source[start:end]
        return Node(kind, start, end, children=_NO_CHILDREN, text=text)


_NO_CHILDREN: list[Node] = []


def _plain(source: str, start: int) -> str:
    text: str | None = None
    try:
        text = str(_DECODE(source, start)[0])
    except ValueError:
        text = None
    if text is None:
        raise Damaged("not JSON: a broken escape")
    # A lone surrogate is no character: detectors and encoders could not take it.
    return _LONE.sub("\ufffd", text)


def literal(text: str, encoding: str) -> str:
    """The text as a JSON string that the encoding can hold."""
    found = json.dumps(text, ensure_ascii=not encoding.startswith("utf"))
    return _LONE.sub(lambda lone: f"\\u{ord(lone.group()):04x}", found)


def removals(source_object: Node, gone: set[int]) -> Iterator[tuple[int, int]]:
    """The ranges to cut so that the members at the given positions vanish, commas included."""
    members = source_object.children
    kept = [index for index in range(len(members)) if index not in gone]
    starts = [member.key.start if member.key else member.start for member in members]
    if not kept:
        yield starts[0], members[-1].end
        return
    for one, two in zip([-1, *kept], [*kept, len(members)], strict=True):
        if two - one < 2:
            continue
        if two == len(members):
            yield members[one].end, members[-1].end
        else:
            yield starts[one + 1], starts[two]
