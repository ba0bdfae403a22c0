"""Patterns: rows of data, each an expression with context, checksum, example and near-misses.

All expressions run on the ASCII shadow of the text in RE2, whose time is linear in the text by
construction. The text is read in windows: one pass of the whole set tells which rows match in a
window at all, and only those run there alone, so a long text costs no more a word than a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import re2

from sfumato.core.document import Document
from sfumato.core.errors import PolicyError
from sfumato.core.span import Span
from sfumato.knowledge.shadow import Shadow, shadow

LONGEST = 512
"""The most characters one match may have; a window sees this much of the next one."""

_WINDOW = 8192
_SET_MEMORY_BYTES = 64 * 1024 * 1024
_ROWS_A_SET = 64
_AFTER = 24
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")

Search = Callable[[bytes, int, int], list[tuple[int, int]] | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One way an identifier is written.

    `expression` is RE2 syntax over plain ASCII (no accents: the shadow has none) and of bounded
    length. The span is its first group that took part, or the whole match where it has none; `cut`
    says how many characters of it belong to the identifier, given what follows, and 0 for none.
    With `pick` the span is only a window: `pick` gets its plain text and gives the ranges in it
    that are identifiers, each judged as a span of its own; with `ahead` the window is not the
    match but so many characters after it, up to a tab or the end of the line, and with `behind`
    it is the match and so many characters before it, down to the beginning of the line.

    A match counts only if no letter or digit touches the span from outside (unless `open_ended`),
    `check` accepts the span's plain text, and, where `context` is given, one of its words stands
    within `reach` characters before the span. With `veto`, none of its words may stand right before
    the whole match, nothing but signs and spaces between. `example` marks the span with « »; `near`
    must not match.
    """

    name: str
    label: str
    expression: str
    example: str
    near: tuple[str, ...] = ()
    source: str = ""
    check: Callable[[str], bool] | None = None
    cut: Callable[[str, str], int] | None = None
    context: tuple[str, ...] = ()
    veto: tuple[str, ...] = ()
    reach: int = 40
    score: float = 0.9
    open_ended: bool = False
    pick: Callable[[str], Iterable[tuple[int, int]]] | None = None
    ahead: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class _Compiled:
    row: Row
    search: Search
    context: Callable[[bytes], object] | None
    veto: Callable[[bytes], object] | None


class Patterns:
    """The detector that runs a table of rows."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = [_compile(row) for row in rows]
        self._sets = [
            (start, _compiled_set(rows[start : start + _ROWS_A_SET]))
            for start in range(0, len(rows), _ROWS_A_SET)
        ]

    def detect(self, document: Document) -> Iterable[Span]:
        """Spans of all rows, overlapping ones included."""
        return self.find(document.text)

    def find(self, text: str) -> list[Span]:
        """Spans in a plain text."""
        twin = shadow(text)
        spans: list[Span] = []
        positions: dict[int, int] = {}
        for begin in range(0, len(twin.data), _WINDOW):
            end = min(begin + _WINDOW, len(twin.data))
            for index in self._awake(twin.data, begin, end):
                compiled = self._rows[index]
                position = max(begin, positions.get(index, 0))
                positions[index] = _collect(compiled, twin, position, end, spans)
        return spans

    def _awake(self, data: bytes, begin: int, end: int) -> Iterator[int]:
        window = data if end - begin == len(data) else data[max(0, begin - 1) : end + LONGEST]
        for start, rows in self._sets:
            for index in rows.Match(window) or ():
                yield start + index


def _collect(compiled: _Compiled, twin: Shadow, position: int, end: int, spans: list[Span]) -> int:
    row, data = compiled.row, twin.data
    limit = min(len(data), end + LONGEST)
    while (found := compiled.search(data, position, limit)) is not None:
        whole = found[0]
        if whole[0] >= end:
            break
        # what `behind` finds lies before its match: a match inside this one would find it again
        position = whole[1] if row.behind else whole[0] + 1
        for start, stop in _kept(compiled, data, found):
            spans.append(Span(*twin.span(start, stop), row.label, row.score, row.name))
            position = max(position, stop)
    return position


def _kept(
    compiled: _Compiled, data: bytes, found: list[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    start, stop = next((group for group in found[1:] if group[0] >= 0), found[0])
    for first, last in _ranges(compiled.row, data, start, stop):
        if first < last and _holds(compiled, data, first, last, found[0][0]):
            yield first, last


def _ranges(row: Row, data: bytes, start: int, stop: int) -> Iterator[tuple[int, int]]:
    if row.pick:
        if row.ahead:
            start, stop = stop, _line_end(data, stop, stop + row.ahead)
        elif row.behind:
            start = _line_begin(data, start - row.behind, start)
        for first, last in row.pick(data[start:stop].decode("ascii")):
            yield start + first, start + last
    elif row.cut:
        after = data[stop : stop + _AFTER].decode("ascii")
        yield start, start + row.cut(data[start:stop].decode("ascii"), after)
    else:
        yield start, stop


def _line_end(data: bytes, start: int, stop: int) -> int:
    stop = min(stop, len(data))
    for sign in (b"\n", b"\t"):
        found = data.find(sign, start, stop)
        stop = stop if found < 0 else found
    return stop


def _line_begin(data: bytes, start: int, stop: int) -> int:
    """Never inside a word: a window that would begin there begins after the next blank."""
    if start <= 0:
        start = 0
    elif data[start] in _WORD and data[start - 1] in _WORD:
        found = data.find(b" ", start, stop)
        start = stop if found < 0 else found + 1
    return max(start, data.rfind(b"\n", start, stop) + 1, data.rfind(b"\t", start, stop) + 1)


def _holds(compiled: _Compiled, data: bytes, start: int, end: int, whole: int) -> bool:
    row = compiled.row
    if not row.open_ended and (
        (start > 0 and data[start] in _WORD and data[start - 1] in _WORD)
        or (end < len(data) and data[end - 1] in _WORD and data[end] in _WORD)
    ):
        return False
    if compiled.context and not compiled.context(data[max(0, start - row.reach) : start]):
        return False
    if compiled.veto and compiled.veto(data[max(0, whole - row.reach) : whole]):
        return False
    return row.check is None or row.check(data[start:end].decode("ascii"))


def _options() -> re2.Options:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    return options


def compile_expression(expression: str) -> Search:
    """A search function over shadow bytes: the spans of the whole match and of its groups."""
    broken = ""
    try:
        pattern = re2.compile(expression.encode("ascii"), _options())
    except (re2.error, UnicodeError):
        broken = expression
    if broken:
        raise PolicyError(f"not an RE2 expression: {broken}")
    groups = range(pattern.groups + 1)

    def search(data: bytes, position: int, end: int) -> list[tuple[int, int]] | None:
        found = pattern.search(data, position, end)
        return None if found is None else [found.span(group) for group in groups]

    return search


def _compiled_set(rows: Sequence[Row]) -> re2.Set:
    options = _options()
    options.max_mem = _SET_MEMORY_BYTES
    result = re2.Set.SearchSet(options)
    for row in rows:
        result.Add(row.expression.encode("ascii"))
    result.Compile()
    return result


def _compile(row: Row) -> _Compiled:
    context = _words(row.context, r"(?i)\b(?:{})")
    veto = _words(row.veto, r"(?i)\b(?:{})[\W_]{{0,6}}$")
    return _Compiled(row, compile_expression(row.expression), context, veto)


def _words(words: tuple[str, ...], frame: str) -> Callable[[bytes], object] | None:
    if not words:
        return None
    pattern = re2.compile(frame.format("|".join(words)).encode("ascii"), _options())
    search: Callable[[bytes], object] = pattern.search
    return search
