"""Media: images and documents inside an Office package, read by their own formats.

What cannot be read and cleaned is dropped; an image leaves a grey square in its place so that the
document still opens with its layout.
"""

from __future__ import annotations

import posixpath
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from sfumato.core.edit import Edit
from sfumato.core.errors import SfumatoError
from sfumato.core.protocols import Intake
from sfumato.formats.opc import Package, Part
from sfumato.formats.registry import read_part, sniff, write_part
from sfumato.formats.weave import Nested

_IMAGE_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".bmp": "image/bmp",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
}
_OFFICE = "application/vnd.openxmlformats-officedocument."
_PACKAGES = {
    _OFFICE + "spreadsheetml.sheet": ".xlsx",
    _OFFICE + "wordprocessingml.document": ".docx",
}
_CHUNKS = {
    "text/html": ".html",
    "application/xhtml+xml": ".xhtml",
    "text/plain": ".txt",
    "application/rtf": ".rtf",
    "text/rtf": ".rtf",
    _OFFICE + "wordprocessingml.document.main+xml": ".docx",
    _OFFICE + "wordprocessingml.document": ".docx",
}


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = struct.pack(">L", zlib.crc32(kind + body))
    return struct.pack(">L", len(body)) + kind + body + check


# One grey pixel (PNG, RFC 2083): colour type 0, eight bits.
GREY = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">2L5B", 1, 1, 8, 0, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\x00\xd0"))
    + _chunk(b"IEND", b"")
)


@dataclass(slots=True)
class _Inner:
    """A part that another format reads and writes."""

    data: bytes = field(repr=False)
    name: str
    nested: Nested
    edits: tuple[Edit, ...] = ()


class Media:
    """The images and embedded documents of a package, in the order in which they are met."""

    def __init__(self, package: Package, intake: Intake, folder: str) -> None:
        self._package = package
        self._intake = intake
        self._folder = folder
        self._parts: dict[tuple[str, str], Part | None] = {}
        self._inner: list[_Inner] = []
        self._counts: dict[str, int] = {}
        self._grey: Part | None = None
        self.words: list[str] = []
        self.written_notes: list[str] = []

    def nested(self) -> Iterator[Nested]:
        """The documents that were read."""
        return (inner.nested for inner in self._inner)

    def edit(self, index: int, edits: tuple[Edit, ...]) -> None:
        """Sets the edits of one of them."""
        self._inner[index].edits = edits

    def image(self, source: str) -> Part:
        """The part of an image: cleaned, or grey."""
        return self._made(source, "image") or self.grey()

    def embedded(self, source: str) -> Part | None:
        """The part of an embedded document, if it can be cleaned."""
        return self._made(source, "embedding")

    def chunk(self, source: str) -> Part | None:
        """The part of a document that is to be merged in, if it can be cleaned."""
        return self._made(source, "chunk")

    def grey(self) -> Part:
        """The part that stands in for a dropped image."""
        if self._grey is None:
            self._grey = Part(f"{self._folder}/media/grey.png", "image/png", lambda: GREY)
        return self._grey

    def _made(self, source: str, kind: str) -> Part | None:
        key = (source, kind)
        if key not in self._parts:
            number = self._counts[kind] = self._counts.get(kind, 0) + 1
            self._parts[key] = self._make(source, kind, f"{kind} {number}")
        return self._parts[key]

    def _make(self, source: str, kind: str, place: str) -> Part | None:
        suffix = self._suffix(source, kind)
        if source not in self._package or not suffix:
            self.words.append(f"{place} dropped (kind not read)")
            return None
        if kind == "image" and self._intake.images == "drop":
            self.words.append(f"{place} dropped (policy)")
            return None
        data = self._package.read(source)
        if kind == "image" and not _is_image(data, suffix):
            self.words.append(f"{place} dropped (kind not read)")
            return None
        nested = read_part(data, "part" + suffix, place, self._intake)
        if isinstance(nested, str):
            self.words.append(nested)
            return None
        inner = _Inner(data, "part" + suffix, nested)
        self._inner.append(inner)
        return self._part(inner, kind, suffix, place)

    def _part(self, inner: _Inner, kind: str, suffix: str, place: str) -> Part:
        folder = "media" if kind == "image" else "embeddings"
        stem = f"{self._folder}/{folder}/{place.replace(' ', '')}"
        part = Part(stem + suffix, _type(kind, suffix), bytes)

        def produce() -> bytes:
            written = write_part(inner.data, inner.name, inner.nested, inner.edits, self._intake)
            self.written_notes += [f"{place}: {note}" for note in written.notes]
            if written.extension is not None:
                part.name = stem + written.extension
                part.content_type = _type(kind, written.extension)
            return written.data

        part.produce = produce
        return part

    def _suffix(self, source: str, kind: str) -> str:
        if kind == "image":
            return posixpath.splitext(source)[1].lower()
        known = _PACKAGES if kind == "embedding" else _CHUNKS
        return known.get(self._package.content_type(source), "")


def _type(kind: str, suffix: str) -> str:
    if kind == "image":
        return _IMAGE_TYPES.get(suffix, "image/png")
    known = _PACKAGES if kind == "embedding" else _CHUNKS
    return next((type_ for type_, known_suffix in known.items() if known_suffix == suffix), "")


def _is_image(data: bytes, suffix: str) -> bool:
    found = ""
    try:
        found = sniff(data, "part" + suffix)
    except SfumatoError:
        found = ""
    return found == "image" and suffix in _IMAGE_TYPES
