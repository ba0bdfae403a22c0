"""Known: the people and values of the structured record, wherever they stand in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files

from sfumato.core.document import Document
from sfumato.core.record import Entry, Role, Subject
from sfumato.core.span import Span
from sfumato.detect.dictionary import Dictionary
from sfumato.detect.knowncontext import (
    has_further_name,
    is_name,
    is_nearly,
    meant,
    without_next,
)
from sfumato.detect.lexicon import GIVEN, MEDICAL, ORDINARY, SURNAME, TRADE, Lexicon
from sfumato.knowledge.knownnames import KnownNames, Mention
from sfumato.knowledge.knownvalues import KnownValues, only_literal
from sfumato.knowledge.lists import words
from sfumato.knowledge.shadow import Shadow, shadow

PREFIX = "known:"
EITHER = "|"
"""Stands between the people of a mention that may be one or the other."""
_LABELS: dict[Role, str] = {
    "PATIENT": "PATIENT",
    "CAREGIVER": "RELATIVE",
    "PROVIDER": "DOCTOR",
    "PERSON": "RELATIVE",
}
_LISTED = words("common-words") | words("not-names")


class Known:
    """Finds what the record says of a document's subject; spans tell whose it is."""

    def __init__(self, entry: Entry) -> None:
        self._subject = _compiled(entry.subject)

    def detect(self, document: Document) -> Iterable[Span]:
        """The known identities of a document, disjoint, the fuller ones first served."""
        twin = shadow(document.text)
        found = [*self._subject.named(twin), *self._subject.valued(twin, document)]
        found += self._subject.foreign(document)
        return _disjoint(document.text, found)


def is_known(span: Span) -> bool:
    """Whether a span is a person of the subject's record, or a value of one."""
    return len(span.detector) > len(PREFIX) and span.detector.startswith(PREFIX)


class _Compiled:
    """One subject's identities, ready to be found."""

    def __init__(self, subject: Subject) -> None:
        self._people = {person.tag: person for person in subject.people}
        self._names = KnownNames(subject.people, ordinary=is_common)
        self._values = KnownValues(subject.values, subject.births)
        self._foreign = [
            (Dictionary(names, _LABELS[person.role]), person.tag)
            for person in subject.people
            if (names := [name for name in person.names if "_" in _plain(name)])
        ]
        self._literal = [
            (Dictionary((value.text,), value.label), value.person)
            for value in subject.values
            if only_literal(value.text)
        ]

    def named(self, twin: Shadow) -> Iterator[Span]:
        """The mentions of people."""
        mentions = [
            mention
            for found in self._names.mentions(twin.data)
            for mention in (without_next(twin.data, found),)
            if is_name(twin.data, mention, common=is_common)
        ]
        strange = {
            mention.words[0]
            for mention in mentions
            if is_nearly(mention) and has_further_name(twin.data, mention, is_common)
        }
        for mention in mentions:
            tags = meant(twin.data, mention, self._people, common=is_common, listed=_is_listed)
            # Who has another given name elsewhere in the document is somebody else all over.
            known = not (is_nearly(mention) and mention.words[0] in strange)
            yield self._span(twin, mention, tags if known else ())

    def _span(self, twin: Shadow, mention: Mention, tags: tuple[str, ...]) -> Span:
        label = _LABELS[self._people[(tags or mention.tags)[0]].role]
        place = twin.span(mention.start, mention.end)
        return Span(*place, label, 1.0, PREFIX + EITHER.join(tags))

    def valued(self, twin: Shadow, document: Document) -> Iterator[Span]:
        """The values; a town only where it has a capital letter."""
        for found in self._values.found(twin, document.text, document.language):
            if found.label != "LOCATION" or twin.data[found.start : found.start + 1].isupper():
                place = twin.span(found.start, found.end)
                yield Span(*place, found.label, 1.0, PREFIX + found.person)

    def foreign(self, document: Document) -> Iterator[Span]:
        """Full names in scripts that have no plain twin, and values that only stand as they are."""
        for dictionary, tag in (*self._foreign, *self._literal):
            for span in dictionary.detect(document):
                yield Span(span.start, span.end, span.label, 1.0, PREFIX + tag)


def _plain(text: str) -> str:
    return shadow(text).data.decode("ascii")


@lru_cache(maxsize=256)
def _compiled(subject: Subject) -> _Compiled:
    return _Compiled(subject)


def _disjoint(text: str, spans: Iterable[Span]) -> list[Span]:
    """Of overlapping spans the longer ones; letters that stick out of a shorter one follow it."""
    kept: list[Span] = []
    taken: set[int] = set()
    for span in sorted(spans, key=lambda span: (span.start - span.end, span.start, span.label)):
        free = [at for at in range(span.start, span.end) if at not in taken]
        if len(free) == span.end - span.start:
            kept.append(span)
        else:
            kept += [
                replace(span, start=start, end=end)
                for start, end in _stretches(free)
                if any(map(str.isalnum, text[start:end]))
            ]
        taken.update(free)
    return sorted(kept)


def _stretches(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for at in range(1, len(places) + 1):
        if at == len(places) or places[at] != places[at - 1] + 1:
            yield places[start], places[at - 1] + 1
            start = at


@cache
def lexicon() -> Lexicon:
    """The bundled lexicon."""
    data = files("sfumato.data") / "recogniser" / "lexicon.bin"
    return Lexicon(data.read_bytes())


@lru_cache(maxsize=65_536)
def is_common(word: str) -> bool:
    """Whether a word is an ordinary or medical one, whether or not it is a name too."""
    flags = lexicon().flags(word)
    if flags & (ORDINARY | TRADE) or word in _LISTED:
        return True
    return bool(flags & MEDICAL) and not flags & (GIVEN | SURNAME)


def _is_listed(word: str) -> bool:
    return bool(lexicon().flags(word) & (GIVEN | SURNAME))
