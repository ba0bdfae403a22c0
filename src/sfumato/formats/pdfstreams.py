"""Decoded bytes of PDF streams, never more than the limits allow."""

from __future__ import annotations

import base64
import logging
import re
import zlib
from typing import Any

import pikepdf

from sfumato.core.errors import Damaged, Dangerous, TooLarge
from sfumato.core.protocols import Limits

_FLOOR_BYTES = 64 * 1024 * 1024
_MOST_FILTERS = 6
_STREAM = re.compile(rb"stream\r?\n(?=[\x08\x18\x28\x38\x48\x58\x68\x78])")
_SHORT = {
    "/Fl": "/FlateDecode", "/AHx": "/ASCIIHexDecode", "/A85": "/ASCII85Decode",
    "/LZW": "/LZWDecode", "/RL": "/RunLengthDecode",
}  # fmt: skip

# The library's warnings quote what they stumble over: document content has no place in a log.
logging.getLogger("pikepdf").disabled = True
logging.getLogger("pikepdf._core").disabled = True

# Process-wide ceilings of the library's own decoders; nothing here asks them for more.
pikepdf.settings.set_qpdf_limits(
    parser_max_nesting=100,
    max_stream_filters=_MOST_FILTERS,
    flate_max_memory=256 * 1024 * 1024,
    png_max_memory=256 * 1024 * 1024,
    tiff_max_memory=256 * 1024 * 1024,
    run_length_max_memory=256 * 1024 * 1024,
    dct_max_memory=256 * 1024 * 1024,
)


class Budget:
    """How many more bytes may come out of one file's streams."""

    def __init__(self, limits: Limits, size: int) -> None:
        self.left = min(limits.max_unpacked_bytes, max(size * limits.max_ratio, _FLOOR_BYTES))

    def spend(self, count: int) -> None:
        """Count bytes as unpacked."""
        self.left -= count
        if self.left < 0:
            raise Dangerous("unpacks to more than the limit")


def check_raw(data: bytes, limits: Limits) -> None:
    """Refuse a file whose streams unpack to too much, before any parser unpacks them."""
    budget = Budget(limits, len(data))
    for found in _STREAM.finditer(data):
        unpacker = zlib.decompressobj()
        pending = memoryview(data)[found.end() :]
        try:
            while pending and not unpacker.eof:
                out = unpacker.decompress(pending[:65536], 1 << 20)
                budget.spend(len(out))
                rest = unpacker.unconsumed_tail
                pending = pending[min(65536, len(pending)) - len(rest) :]
        except zlib.error:
            continue


def decoded(stream: Any, budget: Budget) -> bytes:
    """The bytes of a stream with its filters undone; Damaged where a filter is not for text."""
    data: bytes | None
    try:
        data = stream.read_raw_bytes()
        filters = _filters(stream)
        parameters = _parameters(stream)
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError):
        data = None
        filters, parameters = [], []
    if data is None:
        raise Damaged("a stream cannot be read")
    if len(filters) > _MOST_FILTERS:
        raise Dangerous("a stream with too many filters")
    for index, name in enumerate(filters):
        if index < len(parameters) and _predicts(parameters[index]):
            return _by_library(stream, budget)
        data = _undone(name, data, budget)
    return data


def _by_library(stream: Any, budget: Budget) -> bytes:
    data: bytes | None
    try:
        data = stream.read_bytes()
    except (pikepdf.PdfError, RuntimeError, ValueError):
        data = None
    if data is None:
        raise Damaged("a stream cannot be decoded")
    budget.spend(len(data))
    return data


def _filters(stream: Any) -> list[str]:
    value = stream.get("/Filter")
    if value is None:
        return []
    names = list(value) if isinstance(value, pikepdf.Array) else [value]
    return [_SHORT.get(str(name), str(name)) for name in names]


def _parameters(stream: Any) -> list[Any]:
    value = stream.get("/DecodeParms")
    if value is None:
        return []
    return list(value) if isinstance(value, pikepdf.Array) else [value]


def _predicts(parameters: Any) -> bool:
    return isinstance(parameters, pikepdf.Dictionary) and int(parameters.get("/Predictor", 1)) > 1


def _undone(name: str, data: bytes, budget: Budget) -> bytes:
    if name == "/FlateDecode":
        return inflated(data, budget)
    if name == "/ASCIIHexDecode":
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", data.partition(b">")[0])
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
    if name == "/ASCII85Decode":
        return _ascii85(data)
    if name == "/RunLengthDecode":
        return _run_length(data, budget)
    if name == "/LZWDecode":
        return _lzw(data, budget)
    raise Damaged("a stream has a filter that is not for text")


def inflated(data: bytes, budget: Budget) -> bytes:
    """Flate data unpacked as far as it goes, within the budget."""
    unpacker = zlib.decompressobj()
    broken = False
    out = b""
    try:
        out = unpacker.decompress(data, budget.left + 1)
    except zlib.error:
        broken = True
    if broken:
        out = _salvaged(data, budget)
    budget.spend(len(out))
    return out


def _salvaged(data: bytes, budget: Budget) -> bytes:
    """What comes out of damaged Flate data before the damage; readers show that much too."""
    unpacker = zlib.decompressobj()
    out = bytearray()
    try:
        for at in range(0, len(data), 256):
            out += unpacker.decompress(data[at : at + 256], max(budget.left + 1 - len(out), 1))
            if len(out) > budget.left:
                break
    except zlib.error:
        pass
    return bytes(out)


def _ascii85(data: bytes) -> bytes:
    body = re.sub(rb"[\x00\s]", b"", data).partition(b"~")[0].removeprefix(b"<~")
    out: bytes | None
    try:
        out = base64.a85decode(body)
    except ValueError:
        out = None
    if out is None:
        raise Damaged("a stream is not ASCII85")
    return out


def _run_length(data: bytes, budget: Budget) -> bytes:
    out = bytearray()
    at = 0
    while at < len(data) and data[at] != 128:
        count = data[at]
        if count < 128:
            out += data[at + 1 : at + 2 + count]
            at += 2 + count
        else:
            out += data[at + 1 : at + 2] * (257 - count)
            at += 2
        if len(out) > budget.left:
            break
    budget.spend(len(out))
    return bytes(out)


def _lzw(data: bytes, budget: Budget) -> bytes:
    """LZW as in ISO 32000-1, 7.4.4, with early change."""
    table: list[bytes] = []
    out = bytearray()
    last = b""
    bits = held = 0
    size = 9
    for byte in data:
        held = held << 8 | byte
        bits += 8
        if bits < size:
            continue
        bits -= size
        code = held >> bits
        held &= (1 << bits) - 1
        if code == 257:
            break
        if code == 256 or not table:
            table = [bytes([value]) for value in range(256)] + [b"", b""]
            size, last = 9, b""
            if code == 256:
                continue
        entry = table[code] if code < len(table) else last + last[:1]
        if code > len(table) or not entry:
            raise Damaged("a stream is not LZW")
        out += entry
        if last and len(table) < 4096:
            table.append(last + entry[:1])
        last = entry
        size = min(12, max(9, (len(table) + 1).bit_length()))
        if len(out) > budget.left:
            break
    budget.spend(len(out))
    return bytes(out)


def check_pages(count: int, limits: Limits) -> None:
    """Refuse a document with more pages than the limit."""
    if count > limits.max_pages:
        raise TooLarge(f"over {limits.max_pages} pages")
