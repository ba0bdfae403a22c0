"""Names: people whose given name stands in the list, wherever they are mentioned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sfumato.core.document import Document
from sfumato.core.span import Span
from sfumato.detect.capitals import run
from sfumato.knowledge.lists import words
from sfumato.knowledge.shadow import shadow

SCORE = 0.8
_GIVEN = words("given-names") - words("not-names")
_CAPITALISED = re.compile(r"(?<![A-Za-z0-9_'@.-])[A-Z][A-Za-z_]{2,20}(?![A-Za-z0-9_@])")
_ACRONYMS = frozenset(("ELISA", "AMIR", "CARLA", "NOEL", "ADAM"))
_SURNAMES = 60


class Names:
    """The detector of given names with the surnames around them."""

    def detect(self, document: Document) -> Iterable[Span]:
        """A span for each name, of the label PATIENT: whose name it is only context tells."""
        twin = shadow(document.text)
        for start, end in _found(twin.data.decode("ascii")):
            yield Span(*twin.span(start, end), "PATIENT", SCORE, "name.given")


def _found(text: str) -> Iterator[tuple[int, int]]:
    last = 0
    for token in _CAPITALISED.finditer(text):
        if token.start() < last or token.group().lower() not in _GIVEN:
            continue
        if token.group().isupper() and (len(token.group()) < 4 or token.group() in _ACRONYMS):
            continue
        found = run(text, token.start())
        if found:
            last = found[1]
            yield _with_surnames(text, found[0]), last


def _with_surnames(text: str, begin: int) -> int:
    """Where the surnames begin that end with a comma right before a given name."""
    if text[begin - 2 : begin] != ", ":
        return begin
    end = begin - 2
    start = max(0, text.rfind("\n", max(0, end - _SURNAMES), end) + 1, end - _SURNAMES)
    if start and text[start - 1].isalnum():
        start = text.find(" ", start, end) + 1 or end
    before = text[start:end]
    at = 0
    while at < len(before):
        found = run(before, at)
        if found and found[1] == len(before):
            return start + at
        at = before.find(" ", at) + 1 or len(before)
    return begin
