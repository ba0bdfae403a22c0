"""Patterns: rows of data, each an expression with context, checksum, example and near-misses.

All expressions run on the ASCII shadow of the text in RE2, whose time is linear in the text by
construction. One pass of the whole set tells which rows match at all; only those run alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import re2

from sfumato.core.document import Document
from sfumato.core.errors import PolicyError
from sfumato.core.span import Span
from sfumato.detect.shadow import Shadow, shadow

_SET_MEMORY_BYTES = 256 * 1024 * 1024
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


@dataclass(frozen=True, slots=True)
class Row:
    """One way an identifier is written.

    `expression` is RE2 syntax over plain ASCII (no accents: the shadow has none) and of bounded
    length. The span is its first group, or the whole match where it has none. A match counts only
    if no letter or digit touches the span from outside (unless `open_ended`), `check` accepts the
    span's plain text, and, where `context` is given, one of its words stands within `reach`
    characters before the span. `example` marks the span with « »; `near` must not match.
    """

    name: str
    label: str
    expression: str
    example: str
    near: tuple[str, ...] = ()
    source: str = ""
    check: Callable[[str], bool] | None = None
    context: tuple[str, ...] = ()
    reach: int = 40
    score: float = 0.9
    open_ended: bool = False


@dataclass(frozen=True, slots=True)
class _Compiled:
    row: Row
    search: Callable[[bytes, int], list[tuple[int, int]] | None]
    context: Callable[[bytes], object] | None


class Patterns:
    """The detector that runs a table of rows."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = [_compile(row) for row in rows]
        options = _options()
        options.max_mem = _SET_MEMORY_BYTES
        self._set = re2.Set.SearchSet(options)
        for row in rows:
            self._set.Add(row.expression.encode("ascii"))
        self._set.Compile()

    def detect(self, document: Document) -> Iterable[Span]:
        """Spans of all rows, overlapping ones included."""
        return self.find(document.text)

    def find(self, text: str) -> list[Span]:
        """Spans in a plain text."""
        twin = shadow(text)
        spans: list[Span] = []
        for index in sorted(self._set.Match(twin.data) or ()):
            compiled = self._rows[index]
            for start, end in _accepted(compiled, twin):
                row = compiled.row
                spans.append(Span(*twin.span(start, end), row.label, row.score, row.name))
        return spans


def _accepted(compiled: _Compiled, twin: Shadow) -> Iterator[tuple[int, int]]:
    data, position = twin.data, 0
    while (found := compiled.search(data, position)) is not None:
        whole = found[0]
        start, end = found[1] if len(found) > 1 and found[1][0] >= 0 else whole
        if _holds(compiled, data, start, end):
            yield start, end
            position = max(end, whole[0] + 1)
        else:
            position = whole[0] + 1


def _holds(compiled: _Compiled, data: bytes, start: int, end: int) -> bool:
    row = compiled.row
    if start >= end:
        return False
    if not row.open_ended and (
        (start > 0 and data[start] in _WORD and data[start - 1] in _WORD)
        or (end < len(data) and data[end - 1] in _WORD and data[end] in _WORD)
    ):
        return False
    if compiled.context and not compiled.context(data[max(0, start - row.reach) : start]):
        return False
    return row.check is None or row.check(data[start:end].decode("ascii"))


def _options() -> re2.Options:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    return options


def compile_expression(expression: str) -> Callable[[bytes, int], list[tuple[int, int]] | None]:
    """A search function over shadow bytes: the spans of the whole match and of its groups."""
    broken = ""
    try:
        pattern = re2.compile(expression.encode("ascii"), _options())
    except (re2.error, UnicodeError):
        broken = expression
    if broken:
        raise PolicyError(f"not an RE2 expression: {broken}")

    def search(data: bytes, position: int) -> list[tuple[int, int]] | None:
        found = pattern.search(data, position)
        if found is None:
            return None
        return [found.span(group) for group in range(min(1, pattern.groups) + 1)]

    return search


def _compile(row: Row) -> _Compiled:
    context = None
    if row.context:
        words = "|".join(row.context)
        context = re2.compile(rf"(?i)\b(?:{words})".encode("ascii"), _options()).search
    return _Compiled(row, compile_expression(row.expression), context)
