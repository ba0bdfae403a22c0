"""Unpack: every byte string and every text in a file, found without the product's own readers."""

from __future__ import annotations

import base64
import binascii
import email.header
import gzip
import hashlib
import html
import io
import quopri
import re
import urllib.parse
import zipfile
import zlib
from collections.abc import Iterator

import pikepdf
import pypdfium2
from ahocorasick_rs import AhoCorasick

from bench.surfaces.sentinels import fold

_DEEPEST = 6
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{16,}(?:\s{1,4}[A-Za-z0-9+/_-]+)*={0,2}")
_HEX = re.compile(rb"(?:[0-9A-Fa-f]{2}\s*){6,}")
_TAG = re.compile(r"<[^<>]*>")
_RTF_SIGN = re.compile(r"\\'([0-9a-fA-F]{2})|\\u(-?\d+) ?\??|\\[a-z]+-?\d* ?|[{}]")
_JSON_SIGN = re.compile(r"\\u([0-9a-fA-F]{4})")
_PDF_SIGN = re.compile(rb"#([0-9a-fA-F]{2})")
_ENCODED_WORDS = re.compile(r"=\?[^?\s]+\?[bBqQ]\?[^?]*\?=(?:\s+=\?[^?\s]+\?[bBqQ]\?[^?]*\?=)*")


def left(data: bytes, needles: dict[str, str]) -> dict[str, str]:
    """The needles that stand anywhere in a file, each with its surface."""
    names = list(needles)
    search = AhoCorasick(names)
    met = {
        number
        for heap in heaps(data)
        for number, _, _ in search.find_matches_as_indexes(heap, overlapping=True)
    }
    return {names[number]: needles[names[number]] for number in sorted(met)}


def heaps(data: bytes) -> Iterator[str]:
    """All texts of a file, folded to letters and digits, each once."""
    seen: set[bytes] = set()
    for piece in pieces(data):
        digest = hashlib.blake2b(piece).digest()
        if digest not in seen:
            seen.add(digest)
            yield from map(fold, dict.fromkeys(_texts(piece)))


def pieces(data: bytes, depth: int = 0) -> Iterator[bytes]:
    """The bytes, and those of all that is packed in them, at any depth."""
    yield data
    if depth >= _DEEPEST:
        return
    for inner in _opened(data):
        if inner and inner != data:
            yield from pieces(inner, depth + 1)


def _opened(data: bytes) -> Iterator[bytes]:
    if data.startswith(b"PK\x03\x04"):
        yield from _zip(data)
    elif data[:2] == b"\x1f\x8b":
        yield gzip.decompress(data)
    elif b"%PDF-" in data[:1024]:
        yield from _pdf(data)
    elif data.startswith(b"\x89PNG"):
        yield from _deflated(data)
    else:
        yield from _encoded(data)


def _zip(data: bytes) -> Iterator[bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        yield archive.comment
        for entry in archive.infolist():
            yield entry.filename.encode()
            yield entry.comment + entry.extra
            yield archive.read(entry)


def _pdf(data: bytes) -> Iterator[bytes]:
    for found in re.finditer(rb"stream\r?\n", data):
        try:
            yield zlib.decompressobj().decompress(data[found.end() :])
        except zlib.error:
            continue
    with pikepdf.open(io.BytesIO(data)) as pdf:
        yield _spoken(pdf.trailer)
        for item in pdf.objects:
            yield _spoken(item)
            if isinstance(item, pikepdf.Stream):
                yield _stream(item)
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            yield page.get_textpage().get_text_range().encode("utf-8", "replace")


def _stream(item: pikepdf.Stream) -> bytes:
    try:
        return item.read_bytes()
    except pikepdf.PdfError:
        return item.read_raw_bytes()


def _spoken(item: pikepdf.Object, depth: int = 0) -> bytes:
    """All strings and names in an object, decoded."""
    if isinstance(item, pikepdf.String):
        return str(item).encode("utf-8", "replace") + b"\n" + bytes(item) + b"\n"
    if depth > 8:
        return b""
    if isinstance(item, pikepdf.Array):
        return b"".join(_spoken(part, depth + 1) for part in item if _inside(part))
    if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
        return b"".join(
            key.encode() + b" " + (_spoken(item[key], depth + 1) if _inside(item[key]) else b"")
            for key in list(item.keys())
        )
    return str(item).encode("utf-8", "replace") + b"\n"


def _inside(item: object) -> bool:
    return not (isinstance(item, pikepdf.Object) and item.is_indirect)


def _deflated(data: bytes) -> Iterator[bytes]:
    for found in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", data):
        try:
            yield zlib.decompressobj().decompress(data[found.start() :])
        except zlib.error:
            continue


def _encoded(data: bytes) -> Iterator[bytes]:
    for found in _BASE64.finditer(data):
        body = re.sub(rb"\s+", b"", found.group()).rstrip(b"=")
        body = body.replace(b"-", b"+").replace(b"_", b"/")
        body = body[: len(body) - (len(body) % 4 == 1)]
        yield base64.b64decode(body + b"=" * (-len(body) % 4))
    for found in _HEX.finditer(data):
        digits = re.sub(rb"\s+", b"", found.group())
        yield binascii.unhexlify(digits)
    if b"=" in data:
        quoted = quopri.decodestring(data)
        if quoted != data:
            yield quoted


def _texts(data: bytes) -> Iterator[str]:
    """The bytes as text in each usual encoding, and with each usual escape undone."""
    plain = data.decode("utf-8", "replace")
    yield plain
    yield data.decode("latin-1")
    if b"\0" in data:
        for encoding in ("utf-16-le", "utf-16-be", "utf-32-le"):
            yield data.decode(encoding, "ignore")
            yield data[1:].decode(encoding, "ignore")
    for undone in (
        html.unescape(plain),
        urllib.parse.unquote(plain),
        urllib.parse.unquote_plus(plain),
    ):
        if undone != plain:
            yield undone
    if "<" in plain:
        yield html.unescape(_TAG.sub("", plain))
    if "\\u" in plain:
        yield _JSON_SIGN.sub(lambda found: chr(int(found[1], 16)), plain)
    if plain.startswith("{\\rtf"):
        yield _RTF_SIGN.sub(_rtf_sign, plain)
    if "#" in plain:
        signs = _PDF_SIGN.sub(lambda found: bytes.fromhex(found[1].decode()), data)
        yield signs.decode("utf-8", "replace")
    if "=?" in plain:
        yield _ENCODED_WORDS.sub(_words, plain)


def _rtf_sign(found: re.Match[str]) -> str:
    if found[1]:
        return bytes.fromhex(found[1]).decode("cp1252", "replace")
    return chr(int(found[2]) % 65536) if found[2] else ""


def _words(found: re.Match[str]) -> str:
    try:
        return str(email.header.make_header(email.header.decode_header(found.group())))
    except (LookupError, UnicodeError, ValueError):
        return found.group()
