"""RTF text in the making: code page bytes and UTF-16 units, in their order."""

from __future__ import annotations

import codecs
import unicodedata


class Collected:
    """A stretch of text as its bytes and units are met."""

    def __init__(self, codec: str) -> None:
        self.codec = codec
        self.dirty = False
        self._text: list[str] = []
        self._bytes = bytearray()
        self._units = bytearray()
        self._last = ""

    def add_bytes(self, data: bytes) -> None:
        """More bytes of the code page."""
        if data:
            self._flush_units()
            self._bytes += data

    def add(self, text: str) -> None:
        """Characters that are known already."""
        self._flush_units()
        self._flush_bytes()
        self._text.append(text)

    def add_unit(self, unit: int) -> None:
        """One UTF-16 unit; two surrogates in a row make a character."""
        self._flush_bytes()
        self._units += unit.to_bytes(2, "little")
        self._last = chr(unit)

    def fallback(self, data: bytes) -> None:
        """Notes a stand-in; one that does not look like its character must not pass."""
        if data in (b"?", b" ", b"_", b""):
            return
        shown = data.decode(self.codec, "replace")
        if shown not in (self._last, unicodedata.normalize("NFKD", self._last)[:1]):
            self.dirty = True

    def finish(self) -> str:
        """The whole text."""
        self._flush_units()
        self._flush_bytes()
        return "".join(self._text)

    def _flush_bytes(self) -> None:
        if self._bytes:
            self._text.append(codecs.decode(bytes(self._bytes), self.codec, "replace"))
            self._bytes.clear()

    def _flush_units(self) -> None:
        if self._units:
            self._text.append(self._units.decode("utf-16-le", "replace"))
            self._units.clear()
