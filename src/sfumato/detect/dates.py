"""Dates: a grammar finds candidates in linear time, their parts and surroundings decide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import re2

from sfumato.core.document import Document
from sfumato.core.span import Span
from sfumato.detect.datechecks import verdict
from sfumato.knowledge.dategrammar import candidates
from sfumato.knowledge.shadow import Shadow, shadow

_SEARCH_MEMORY_BYTES = 256 * 1024 * 1024
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_RETRIES = 5
_NEAR = 8
_LEAD = re.compile(
    rb"(?:(?:hasta|desde) )?(?:el |the |last |next |this |proximo |pasado |a )?(?:dia )?",
    re.IGNORECASE,
)
# More numbers in a row than any range or list of dates has: skipping it bounds the time.
_CHAIN = re.compile(rb"(?:[0-9]{1,4}[-/.]){24}[0-9/.-]*")
_STOP = re.compile(rb"[a-zA-Z]{5}\.\Z|\b(?:mayo|june|july|may)\.\Z", re.IGNORECASE)
_LETTER = re.compile(rb"(?:^|[\n.?+]|  )[LMXJVSDlmxjvsd] \Z")


class Dates:
    """Finds dates in Spanish and English text, whole and partial, and leaves times alone."""

    def __init__(self) -> None:
        options = re2.Options()
        options.encoding = re2.Options.Encoding.LATIN1
        options.log_errors = False
        options.longest_match = True
        options.max_mem = _SEARCH_MEMORY_BYTES
        self._expression = re2.compile(candidates().encode("ascii"), options)

    def detect(self, document: Document) -> Iterable[Span]:
        """The dates of a document."""
        return self.find(shadow(document.text), language=document.language)

    def find(self, twin: Shadow, *, language: str = "und") -> list[Span]:
        """The dates of a text, given its shadow."""
        return [
            Span(*twin.span(start, end), "DATE", score, f"dates.{name}")
            for start, end, name, score in self._accepted(twin.data, language)
        ]

    def _accepted(self, data: bytes, language: str) -> Iterator[tuple[int, int, str, float]]:
        position = last = 0
        while (found := self._expression.search(data, position)) is not None:
            start, end = self._inner(data, *found.span())
            if chain := _CHAIN.match(data, start):
                position = chain.end()
                continue
            for _ in range(_RETRIES):
                near = last > 0 and start - last < _NEAR
                form = verdict(data, (start, end), language=language, near=near)
                if form is not None:
                    end = _without_stop(data, end)
                    yield _with_letter(data, start), end, form.name.replace(" ", "-"), 0.9
                    last = end
                    break
                shorter = self._shorter(data, start, end)
                if shorter is None:
                    end = start
                    break
                end = shorter
            position = end if end > start else _next_token(data, start)

    def _inner(self, data: bytes, start: int, end: int) -> tuple[int, int]:
        """The candidate without "día" or "el" where a longer one begins after the word."""
        lead = _LEAD.match(data[start:end])
        if lead is not None and lead.end():
            found = self._expression.match(data, start + lead.end())
            if found is not None and found.end() > end:
                return start + lead.end(), int(found.end())
        return start, end

    def _shorter(self, data: bytes, start: int, end: int) -> int | None:
        """The end of the longest candidate from the same start that leaves the last token out."""
        cut = end - 1
        while cut > start and data[cut] in _WORD:
            cut -= 1
        found = self._expression.match(data, start, cut) if cut > start else None
        return None if found is None or found.end() <= start else int(found.end())


def _without_stop(data: bytes, end: int) -> int:
    """The end without a full stop that ends the sentence and no abbreviation."""
    return end - 1 if _STOP.search(data[max(0, end - 8) : end]) else end


def _with_letter(data: bytes, start: int) -> int:
    """The start with the weekday's initial before it ("x 13/3"), as in Spanish diaries."""
    return start - 2 if start > 1 and _LETTER.search(data[max(0, start - 4) : start]) else start


def _next_token(data: bytes, start: int) -> int:
    end = start + 1
    while end < len(data) and data[end] in _WORD and data[end - 1] in _WORD:
        end += 1
    return end
