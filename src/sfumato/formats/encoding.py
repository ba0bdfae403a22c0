"""Encoding: bytes to text and back as they came (BOM, UTF-16, Latin-1, line ends untouched)."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field

from sfumato.core.errors import Damaged

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE_BYTES = 65536
_ODD_CONTROLS = frozenset(range(32)) - {7, 8, 9, 10, 11, 12, 13, 27, 28, 29, 30, 31}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with what is needed to write it back the same way."""

    text: str = field(repr=False)
    encoding: str
    bom: bytes = b""

    def encode(self, text: str) -> bytes:
        """The bytes of another text in the same encoding; what it cannot hold becomes '?'."""
        return self.bom + text.encode(self.encoding, "replace")


def decode(data: bytes, *, declared: str | None = None) -> Decoded:
    """The text of the bytes; `declared` is what the file says of itself, believed if it fits."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return Decoded(_strict(data[len(bom) :], encoding), encoding, bom)
    wide = _wide(data)
    if wide:
        return Decoded(_strict(data, wide), wide)
    if _binary(data[:_SAMPLE_BYTES]):
        raise Damaged("not text: control bytes")
    for encoding in filter(None, (declared, "utf-8")):
        attempt = _attempt(data, encoding)
        if attempt is not None:
            return Decoded(attempt, encoding)
    text = _attempt(data, "cp1252")
    return (
        Decoded(text, "cp1252") if text is not None else Decoded(data.decode("latin-1"), "latin-1")
    )


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
        return text if text.encode(encoding) == data else None
    except (UnicodeError, LookupError):
        return None


def _strict(data: bytes, encoding: str) -> str:
    text = _attempt(data, encoding)
    if text is None:
        raise Damaged(f"not valid {encoding}")
    return text


def _wide(data: bytes) -> str | None:
    """UTF-16 without a byte order mark, told by zero bytes on one side only."""
    sample = data[:_SAMPLE_BYTES]
    if len(sample) < 4 or len(data) % 2:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > half * 0.4 and even < half * 0.05:
        return "utf-16-le"
    if even > half * 0.4 and odd < half * 0.05:
        return "utf-16-be"
    return None


def _binary(sample: bytes) -> bool:
    odd = sum(sample.count(code) for code in _ODD_CONTROLS)
    return odd > len(sample) * 0.01 + 0.5
