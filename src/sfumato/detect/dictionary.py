"""Dictionary: a user's own list of names, wards, companies, found whole and in any disguise.

All entries go into one Aho-Corasick automaton over the ASCII shadow, so the time is linear in the
text however long the list is, and accents, dashes and zero-width signs make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ahocorasick_rs import BytesAhoCorasick, MatchKind

from sfumato.core.document import Document
from sfumato.core.errors import PolicyError
from sfumato.core.labels import is_label
from sfumato.core.span import Span
from sfumato.knowledge.shadow import shadow

_HEADER = re.compile(r"#\s*label\s*:\s*(\S+)\s*", re.IGNORECASE)
_BLANKS = re.compile(rb"[ \n\t\r\f\v]{2,}")
_BLANK = bytes.maketrans(b"\n\t\r\f\v", b"     ")
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


@dataclass(frozen=True, slots=True)
class Listed:
    """The entries of a dictionary file and the label that its header gives them, if any."""

    entries: tuple[str, ...] = field(repr=False)
    label: str | None = None


def read_entries(text: str) -> Listed:
    """A dictionary file: one entry a line, "#" comments, and "# label: NAME" anywhere on top."""
    label: str | None = None
    entries: list[str] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        entry = line.strip()
        header = _HEADER.fullmatch(entry)
        if header and label is None and not entries:
            label = header.group(1).upper()
            if not is_label(label):
                raise PolicyError(f"dictionary line {number}: unknown label")
        elif entry and not entry.startswith("#"):
            entries.append(entry)
    return Listed(tuple(dict.fromkeys(entries)), label)


class Dictionary:
    """The detector of a list of entries, whole words only."""

    def __init__(
        self,
        entries: Iterable[str],
        label: str,
        *,
        case_sensitive: bool = False,
        score: float = 0.95,
        name: str = "dictionary",
    ) -> None:
        if not is_label(label):
            raise PolicyError(f"a dictionary needs a known label, not {label!r}")
        self._label, self._score, self._name = label, score, name
        self._lower = not case_sensitive
        self._needles = self._folded(entries)
        self._order = tuple(self._needles)
        self._automaton = (
            BytesAhoCorasick(list(self._order), matchkind=MatchKind.Standard)
            if self._order
            else None
        )

    def __repr__(self) -> str:
        return f"Dictionary({len(self._order)} entries, {self._label})"

    def detect(self, document: Document) -> Iterator[Span]:
        """A span over each whole occurrence of an entry, overlapping ones included."""
        if self._automaton is None:
            return
        twin = shadow(document.text)
        data, cuts, removed = _single_spaced(twin.data)
        found = self._automaton.find_matches_as_indexes(
            data.lower() if self._lower else data, overlapping=True
        )
        for index, start, end in found:
            if not _is_whole(data, start, end):
                continue
            first = start + removed[bisect_right(cuts, start)]
            last = end - 1 + removed[bisect_right(cuts, end - 1)]
            span = twin.span(first, last + 1)
            if self._is_meant(index, document.text[slice(*span)]):
                yield Span(*span, self._label, self._score, self._name)

    def _folded(self, entries: Iterable[str]) -> dict[bytes, frozenset[str]]:
        """Needles, each with the exact spellings where letters have no plain twin."""
        needles: dict[bytes, set[str]] = {}
        for entry in entries:
            data = b" ".join(shadow(entry).data.split())
            needle = data.lower() if self._lower else data
            if any(code in _WORD for code in needle):
                needles.setdefault(needle, set()).add(_exact(entry))
        return {needle: frozenset(exact) for needle, exact in needles.items()}

    def _is_meant(self, index: int, text: str) -> bool:
        """Letters of other scripts all look alike in the shadow: there the text itself decides."""
        needle = self._order[index]
        if b"_" not in needle and b"\x7f" not in needle:
            return True
        return _exact(text) in self._needles[needle]


def _exact(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    visible = (sign for sign in plain if unicodedata.category(sign) != "Cf")
    return " ".join("".join(visible).casefold().split())


def _single_spaced(data: bytes) -> tuple[bytes, list[int], list[int]]:
    """The data with each run of blanks as one space, where it was cut and by how much so far."""
    cuts: list[int] = []
    removed = [0]
    pieces: list[bytes] = []
    last = 0
    for run in _BLANKS.finditer(data):
        pieces.append(data[last : run.start() + 1])
        last = run.end()
        removed.append(removed[-1] + run.end() - run.start() - 1)
        cuts.append(last - removed[-1])
    pieces.append(data[last:])
    return b"".join(pieces).translate(_BLANK), cuts, removed


def _is_whole(data: bytes, start: int, end: int) -> bool:
    before = start > 0 and data[start - 1] in _WORD and data[start] in _WORD
    after = end < len(data) and data[end] in _WORD and data[end - 1] in _WORD
    return not before and not after
