"""Surfaces: every byte string that an output file holds, also behind compression.

Inspection looks there for replaced texts, beside reading the file the ordinary way.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator

from ahocorasick_rs import BytesAhoCorasick, MatchKind

_STRETCH_BYTES = 1024 * 1024
_FORMS = ("utf-8", "utf-16-le", "utf-16-be", "latin-1")
_XML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def surfaces(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The file itself and all that can be unpacked from it, each with the name of its place."""
    yield "the bytes", data
    if data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for number, entry in enumerate(archive.infolist(), start=1):
                inner = archive.read(entry)
                yield f"part {number}", inner
                if inner.startswith((b"PK\x03\x04", b"%PDF-")):
                    yield from (
                        (f"part {number}, {place}", more) for place, more in surfaces(inner)
                    )
    elif data[:1024].find(b"%PDF-") >= 0:
        yield from _pdf_streams(data)


def _pdf_streams(data: bytes) -> Iterator[tuple[str, bytes]]:
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        for number, found in enumerate(pdf.objects):
            if isinstance(found, pikepdf.Stream):
                try:
                    yield f"stream {number}", found.read_bytes()
                except pikepdf.PdfError:
                    yield f"stream {number}", found.read_raw_bytes()
            elif isinstance(found, pikepdf.Dictionary | pikepdf.Array | pikepdf.String):
                yield f"object {number}", found.unparse(resolved=False)


def surviving(
    needles: Iterable[tuple[str, str]], data: bytes, *, shortest: int
) -> Iterator[tuple[str, str]]:
    """(name, place) of each (name, text) that stands on some surface of the bytes."""
    named: dict[bytes, set[str]] = {}
    for name, text in needles:
        if len(text) >= shortest:
            for form in _forms(text):
                named.setdefault(form, set()).add(name)
    if not named:
        return
    finder = Finder(named)
    for place, surface in surfaces(data):
        for name in sorted({name for form in finder.within(surface) for name in named[form]}):
            yield name, place


class Finder:
    """Looks for many byte strings at once, in time linear in the data however many there are."""

    def __init__(self, needles: Iterable[bytes]) -> None:
        self._needles = sorted(set(needles))
        self._overlap = max(map(len, self._needles), default=1) - 1
        self._automaton = BytesAhoCorasick(self._needles, matchkind=MatchKind.Standard)

    def within(self, data: bytes) -> set[bytes]:
        """Those of the byte strings that stand somewhere in the data."""
        found: set[int] = set()
        for start in range(0, max(1, len(data)), _STRETCH_BYTES):
            stretch = data[start : start + _STRETCH_BYTES + self._overlap]
            matches = self._automaton.find_matches_as_indexes(stretch, overlapping=True)
            found.update(match[0] for match in matches)
        return {self._needles[index] for index in found}


def _forms(text: str) -> set[bytes]:
    found = set()
    for variant in {text, text.translate(_XML)}:
        for encoding in _FORMS:
            try:
                found.add(variant.encode(encoding))
            except UnicodeError:
                continue
    return found
