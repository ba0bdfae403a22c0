"""Echo: what was found once with certainty is found everywhere else in the document.

All needles of a document go into one Aho-Corasick automaton over its lower-case shadow, so the
pass is linear in the text however many there are. Words of long names are found one error away
as well (`near`), and a name that was found in small letters is looked for in small letters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence

from ahocorasick_rs import BytesAhoCorasick, MatchKind

from sfumato.core.document import Document
from sfumato.core.span import Span
from sfumato.detect.neighbours import Neighbours
from sfumato.knowledge.lists import words
from sfumato.knowledge.shadow import Shadow, shadow

LEAST_SCORE, NEAR_SCORE = 0.8, 0.6
_PEOPLE = ("PATIENT", "DOCTOR", "RELATIVE")
_NAMED = frozenset((*_PEOPLE, "HOSPITAL", "HEALTHCARE_CENTRE", "EMPLOYER", "INSTITUTION"))
_WHOLE = frozenset(
    (
        *_PEOPLE,
        "PATIENT_ID",
        "INSURANCE_ID",
        "CONTACT_ID",
        "DOCTOR_ID",
        "PHONE",
        "FAX",
        "EMAIL",
        "STREET",
        "ACCOUNT",
        "LICENSE",
        "VEHICLE_ID",
        "DEVICE_ID",
        "USERNAME",
        "HOSPITAL",
        "HEALTHCARE_CENTRE",
        "EMPLOYER",
        "INSTITUTION",
    )
)
_LEAST_CHARS = 5
_LEAST_LETTERS = 4
_LONGEST_WORDS = 12
_LONG_LETTERS = 7
_TOKEN = re.compile(rb"[A-Za-z0-9_]+")
_GLUED_BEHIND = re.compile(rb"[._-][A-Za-z0-9]|[@/]")
_GLUED_AHEAD = re.compile(rb"[A-Za-z0-9][._-]\Z|[@/]\Z")
_ENDS_SENTENCE = frozenset(b'.:;!?\n-*|>"(#/')
_NEVER = words("not-names")
_COMMON = words("common-words")


def echo(document: Document, spans: Iterable[Span]) -> list[Span]:
    """The further occurrences of what the given spans cover, as spans of the same labels."""
    given = [
        span
        for span in spans
        if span.label in _WHOLE and span.score >= LEAST_SCORE and not _is_mask(document.text, span)
    ]
    if not given:
        return []
    twin = shadow(document.text)
    text = _Words(twin.data)
    needles, small = _needles(twin.data, _ranges(twin, given))
    if not needles:
        return []
    known = {(span.start, span.end) for span in given}
    found = [
        Span(*twin.span(first, last), label, LEAST_SCORE, "echo")
        for label, first, last in _matches(text, needles, small)
    ]
    found += (
        Span(*twin.span(first, last), label, NEAR_SCORE, "echo.near")
        for label, first, last in _near(text, needles)
    )
    return [span for span in found if (span.start, span.end) not in known]


def _is_mask(text: str, span: Span) -> bool:
    """Whether a field holds a mask: "[Doctor ID]" must not be found in "[Doctor] id"."""
    return text[span.start : span.start + 1] == "[" and text[span.end - 1 : span.end] == "]"


class _Words:
    """The words of a text in lower case, each between blanks of its own, with the way back."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        tokens = list(_TOKEN.finditer(data))
        self.starts = [token.start() for token in tokens]
        self.folded = b" " + b"  ".join(token.group() for token in tokens).lower() + b" "
        self.places: list[int] = []
        place = 1
        for token in tokens:
            self.places.append(place)
            place += token.end() - token.start() + 2

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Where each word begins and ends in the text."""
        for start, place, after in zip(
            self.starts, self.places, [*self.places[1:], len(self.folded) + 1], strict=True
        ):
            yield start, start + after - place - 2

    def back(self, place: int) -> int:
        """The position in the text of a position inside a word."""
        index = bisect_right(self.places, place) - 1
        return self.starts[index] + place - self.places[index]


def _ranges(twin: Shadow, spans: Iterable[Span]) -> list[tuple[int, int, str]]:
    ranked = sorted(set(spans), key=lambda span: (-span.score, span.start, span.end, span.label))
    return [(twin.at(span.start), twin.at(span.end), span.label) for span in ranked]


def _needles(
    data: bytes, ranges: Iterable[tuple[int, int, str]]
) -> tuple[dict[bytes, str], frozenset[bytes]]:
    """What to look for with its label, and what of it was found in small letters."""
    result: dict[bytes, str] = {}
    parts: dict[bytes, str] = {}
    small: set[bytes] = set()
    for start, end, label in ranges:
        tokens = _TOKEN.findall(data[start:end])
        if label in _PEOPLE:
            for token in filter(_is_name, tokens):
                parts.setdefault(token.lower(), label)
                if token.islower():
                    small.add(_framed([token]))
        if 0 < len(tokens) <= _LONGEST_WORDS and _long_enough(tokens, label):
            needle = _framed(tokens)
            result.setdefault(needle, label)
            if data[start:end].islower():
                small.add(needle)
    for part, label in parts.items():
        if part.decode("ascii") not in _NEVER:
            result.setdefault(_framed([part]), label)
    return result, frozenset(small)


def _framed(tokens: Sequence[bytes]) -> bytes:
    return b" " + b"  ".join(tokens).lower() + b" "


def _is_name(token: bytes) -> bool:
    """Whether a part of a person's name may stand for it: in small letters only if it is rare."""
    if len(token) < _LEAST_LETTERS or not token.isalpha():
        return False
    if token.islower():
        return len(token) >= _LEAST_CHARS and token.decode("ascii") not in _COMMON
    return token[:1].isupper()


def _long_enough(tokens: list[bytes], label: str) -> bool:
    if label in _PEOPLE:
        return len(tokens) > 1 and sum(map(len, tokens)) >= _LEAST_LETTERS
    if label in _NAMED and len(tokens) == 1:
        return len(tokens[0]) >= _LEAST_CHARS and tokens[0].lower().decode("ascii") not in _NEVER
    return sum(map(len, tokens)) >= _LEAST_CHARS


def _matches(
    text: _Words, needles: dict[bytes, str], small: Container[bytes]
) -> Iterator[tuple[str, int, int]]:
    ordered = sorted(needles)
    automaton = BytesAhoCorasick(ordered, matchkind=MatchKind.LeftmostLongest)
    for index, begin, end in automaton.find_matches_as_indexes(text.folded):
        needle = ordered[index]
        label = needles[needle]
        first, last = text.back(begin + 1), text.back(end - 2) + 1
        if label not in _NAMED or needle in small or _stands(text.data, first, last):
            yield label, first, last


def _near(text: _Words, needles: dict[bytes, str]) -> Iterator[tuple[str, int, int]]:
    """Words with a capital that are one error away from a word of a long name."""
    names = {
        needle[1:-1]: label
        for needle, label in needles.items()
        if label in _PEOPLE and len(needle) - 2 >= _LONG_LETTERS and needle[1:-1].isalpha()
    }
    if not names:
        return
    close = Neighbours(name.decode("ascii") for name in names)
    for first, last in text.ranges():
        word = text.data[first:last]
        if len(word) < _LONG_LETTERS - 1 or not word[:1].isupper() or not word.isalpha():
            continue
        low = word.lower().decode("ascii")
        if low in _COMMON or low in _NEVER or word.lower() in names:
            continue
        found = close.of(low)
        if found and _stands(text.data, first, last):
            yield names[found.encode("ascii")], first, last


def _stands(data: bytes, first: int, last: int) -> bool:
    """Whether a name is written as one here: with a capital, and not as a sentence's first word.

    In names of files and logins ("rekarte-informe.pdf") there are no capitals.
    """
    found = data[first:last]
    if not any(map(_is_capital, found)):
        return _is_glued(data, first, last) and found.decode("ascii") not in _COMMON
    if found.lower().decode("ascii") not in _COMMON:
        return True
    before = data[max(0, first - 3) : first].rstrip(b" ")
    return bool(before) and before[-1] not in _ENDS_SENTENCE


def _is_glued(data: bytes, first: int, last: int) -> bool:
    return bool(
        _GLUED_BEHIND.match(data, last) or _GLUED_AHEAD.search(data[max(0, first - 3) : first])
    )


def _is_capital(byte: int) -> bool:
    return 65 <= byte <= 90
