"""Inspection: the written bytes are read again, compared, and searched again."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sfumato.core.document import Document
from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.layout import led_on
from sfumato.core.offsets import OffsetMap, map_of
from sfumato.core.protocols import Intake, Written
from sfumato.core.span import Span
from sfumato.detect.registry import RECOGNISER
from sfumato.formats.registry import read
from sfumato.formats.surfaces import Finder, surviving
from sfumato.knowledge.lists import words
from sfumato.policy.engine import Facts
from sfumato.transform.mask import canonical

# Replaced texts of these labels must not stand anywhere in the file, on no hidden surface. Words
# such as a date, an age or a country may stand there for other reasons.
_SOUGHT = frozenset(
    "PATIENT DOCTOR RELATIVE STREET PHONE FAX EMAIL PATIENT_ID INSURANCE_ID CONTACT_ID DOCTOR_ID "
    "ACCOUNT LICENSE VEHICLE_ID DEVICE_ID USERNAME BIOMETRIC".split()
)
_SHORTEST_SOUGHT = 7
_SHORTEST_KNOWN = 4
_SHORTEST_IN_NAME = 4
_LONGER_THAN_A_GUESS = 5
_GIVEN = words("given-names")


@dataclass(frozen=True, slots=True)
class Inspected:
    """What inspection saw: the facts, and findings that the original has as well, unedited."""

    facts: Facts
    missed: tuple[Span, ...] = field(default=())
    """Unexplained findings in the offsets of the original document."""
    offsets: OffsetMap = OffsetMap()
    """Where everything stands in the text as the written file reads it."""
    pieces: OffsetMap = OffsetMap()
    """The same for the edits as they were written: cut to the blocks, and without what is kept."""
    text: str = field(default="", repr=False)
    """The text of the written file."""
    again: Document = field(default=Document("", ""), repr=False)
    """The written file as it reads, and the name of its format."""
    format: str = ""
    shown: tuple[Span, ...] = ()
    """Unexplained findings in its pictures, in its own offsets."""


def inspect(
    written: Written,
    intake: Intake,
    document: Document,
    edits: Sequence[Edit],
    find: Callable[[Document], Sequence[Span]],
    known: Iterable[tuple[str, str]] = (),
) -> Inspected:
    """Reads and searches the written bytes.

    `find` gives the spans that count; `known` are labels and texts that the record knows, which
    must not stand on any surface, whether or not they were found in the text.
    """
    name, again = read(written.data, intake_of(written, intake))
    cut = block_edits(document, edits)
    expected = _Expected(document, cut, [edit for edit in edits if edit.keeps])
    met = _positions(again)
    same = expected.squashed == _letters(again.text, met)
    if not same:
        return Inspected(Facts(same_text=False))
    unexplained, missed, shown = _unexplained(again, met, expected, find(again), edits)
    files = (written.data, *written.companions.values())
    known = tuple(known)
    needles = {*_replaced(document, cut), *known}
    survivors = {one for data in files for one in _survivors(needles, expected.text, data)}
    survivors |= {(label, "text") for label, text in known if _stands(text, again.text)}
    facts = Facts(True, tuple(unexplained), tuple(sorted(survivors)))
    way = led_on(map_of(edits, document), expected.text, again.text, expected.positions, met)
    pieces = map_of(cut, document)
    return Inspected(
        facts,
        tuple(missed),
        way,
        led_on(pieces, expected.text, again.text, expected.positions, met),
        text=again.text,
        again=again,
        format=name,
        shown=tuple(shown),
    )


class _Expected:
    """The text that the written file should hold, with what each of its characters is."""

    def __init__(self, document: Document, cut: Sequence[Edit], kept: Sequence[Edit]) -> None:
        self.text = splice(document.text, cut)
        self.explained = bytearray(len(self.text))
        self.origin: list[int] = []
        uncertain = bytearray(len(document.text))
        for block in document.blocks:
            if not block.certain:
                uncertain[block.start : block.end] = b"\1" * (block.end - block.start)
        keeping = bytearray(len(document.text))
        for edit in kept:
            keeping[edit.span.start : edit.span.end] = b"\1" * (edit.span.end - edit.span.start)
        last = 0
        doubt = bytearray()
        for step in (*cut, None):
            start = step.span.start if step else len(document.text)
            at = len(self.origin)
            self.explained[at : at + start - last] = keeping[last:start]
            doubt += uncertain[last:start]
            self.origin += range(last, start)
            if step:
                width = len(step.replacement)
                self.explained[at + start - last : at + start - last + width] = b"\1" * width
                doubt += uncertain[step.span.start : step.span.start + 1] * width
                self.origin += [step.span.start] * width
                last = step.span.end
        self.positions = [
            index for index, char in enumerate(self.text) if not char.isspace() and not doubt[index]
        ]
        self.squashed = _letters(self.text, self.positions)


def _positions(document: Document) -> list[int]:
    """The offsets of all signs that are not white space and not recognised from an image."""
    doubtful = bytearray(len(document.text))
    for block in document.blocks:
        if not block.certain:
            doubtful[block.start : block.end] = b"\1" * (block.end - block.start)
    return [
        index
        for index, char in enumerate(document.text)
        if not char.isspace() and not doubtful[index]
    ]


def _letters(text: str, positions: Sequence[int]) -> str:
    return "".join([text[index] for index in positions])


def _unexplained(
    again: Document,
    met: list[int],
    expected: _Expected,
    found: Sequence[Span],
    edits: Sequence[Edit],
) -> tuple[list[tuple[str, str]], list[Span], list[Span]]:
    written = {canonical(edit.replacement) for edit in edits}
    reports, missed, shown = [], [], []
    for span in found:
        if _is_empty(again.text[span.start : span.end]):
            continue
        inner = range(bisect_left(met, span.start), bisect_left(met, span.end))
        places = [expected.positions[index] for index in inner if again.text[met[index]].isalnum()]
        open_places = [place for place in places if not expected.explained[place]]
        if not places and canonical(again.text[span.start : span.end]) in written:
            continue
        if places and not open_places:
            continue
        reports.append((span.label, again.place_of(span.start)))
        if open_places:
            start, end = expected.origin[open_places[0]], expected.origin[open_places[-1]] + 1
            missed.append(Span(start, end, span.label, span.score, span.detector))
        elif not places:
            shown.append(span)
    return reports, missed, shown


def _is_empty(piece: str) -> bool:
    """Whether a finding is but punctuation and white space, the rim of something replaced."""
    return all(unicodedata.category(char)[0] in "PZ" or char.isspace() for char in piece)


def intake_of(written: Written, intake: Intake) -> Intake:
    """The written file as one that comes in."""
    name = f"written{written.extension}" if written.extension else intake.name
    return replace(intake, name=name, companions=written.companions)


def _replaced(document: Document, cut: Sequence[Edit]) -> Iterator[tuple[str, str]]:
    for edit in cut:
        if edit.span.label in _SOUGHT:
            yield edit.span.label, document.text[edit.span.start : edit.span.end]


def _survivors(
    needles: Collection[tuple[str, str]], expected: str, data: bytes
) -> set[tuple[str, str]]:
    finder = Finder(_bytes(text) for _, text in needles)
    staying = finder.within(_bytes(expected))
    gone = sorted((label, text) for label, text in needles if _bytes(text) not in staying)
    return set(surviving(gone, data, shortest=_SHORTEST_SOUGHT))


def _stands(known: str, text: str) -> bool:
    """Whether a text of some length stands in another as it is, no letter or digit beside it."""
    if len(canonical(known)) < _SHORTEST_KNOWN:
        return False
    at = text.find(known)
    while at >= 0:
        end = at + len(known)
        if not text[max(0, at - 1) : at].isalnum() and not text[end : end + 1].isalnum():
            return True
        at = text.find(known, at + 1)
    return False


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def identifies(
    name: str,
    document: Document,
    edits: Sequence[Edit],
    find: Callable[[Document], Sequence[Span]],
    keeps: Callable[[str], bool],
) -> bool:
    """Whether a name holds an identifier, of its own or one replaced in the document.

    It is the name of a file without its ending, or the name of a folder.
    """
    plain = re.sub(r"[\W_]+", " ", name)
    for form in {name, plain}:
        if any(
            not keeps(span.label) and not _guessed(span, form) for span in find(Document("", form))
        ):
            return True
    singles = {canonical(word) for word in plain.split()}
    whole = canonical(name)
    for edit in edits:
        if edit.keeps or edit.span.label not in _SOUGHT:
            continue
        original = document.text[edit.span.start : edit.span.end]
        if canonical(original) in whole and len(canonical(original)) >= _SHORTEST_IN_NAME:
            return True
        parts = {canonical(part) for part in original.split()}
        if any(len(part) >= _SHORTEST_IN_NAME for part in parts & singles):
            return True
    return False


def _guessed(span: Span, name: str) -> bool:
    """Whether it is a short piece that only the recogniser takes for an identifier.

    It reads running text; of "zz" or "tres" by itself it has no more than a guess.
    """
    piece = canonical(name[span.start : span.end])
    short = len(piece) < _LONGER_THAN_A_GUESS and not name[span.start].isupper()
    return span.detector == RECOGNISER and short and piece not in _GIVEN
