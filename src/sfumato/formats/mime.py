"""MIME: the entities of a mail, taken apart without trust (RFC 5322, RFC 2045, RFC 2046, RFC 2231).

The standard library's parser compares each line with the boundary of every open level, which lets
a small hostile mail run for minutes; here each level is split once and depth is bounded by the
caller. What is taken apart is never copied out as it was, so a mail that two programs would split
differently cannot hide anything.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from sfumato.core.errors import Damaged
from sfumato.formats.charset import SHIFTED, codec_of, text_of

_LINE = re.compile(rb"[^\n]*\n?")
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_TYPE = re.compile(r"\s*([\w.+-]+)/([\w.+-]+)")
_PARAMETER = re.compile(
    r";\s*+([^\s=;\"]++)\s*+=\s*+(?:\"((?:[^\"\\]|\\.)*+)\"?|([^\s;]*+))", re.DOTALL
)
_PIECE = re.compile(r"(.+?)(?:\*(\d{1,3}))?(\*)?")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]")


@dataclass(frozen=True, slots=True)
class Entity:
    """Headers in their order, unfolded, as raw bytes; and the body, still encoded."""

    headers: tuple[tuple[str, bytes], ...] = field(repr=False)
    body: bytes = field(repr=False)

    def first(self, name: str) -> str:
        """The first header of a name (in lower case), or nothing."""
        for found, value in self.headers:
            if found == name:
                return raw_text(value)
        return ""

    def kind(self, default: str = "text/plain") -> str:
        """The content type in lower case; what cannot be read is the default."""
        match = _TYPE.match(self.first("content-type"))
        return f"{match[1]}/{match[2]}".lower() if match else default

    def parameters(self, name: str) -> Mapping[str, str]:
        """The parameters of a header by lower-case name, continuations joined."""
        return _parameters(self.first(name))


def parse(data: bytes) -> Entity:
    """The entity in the bytes: header lines up to an empty line or one that is none."""
    headers: list[tuple[str, list[bytes]]] = []
    position = 0
    while position < len(data):
        match = _LINE.match(data, position)
        line = match[0] if match else b""
        bare = line.rstrip(b"\r\n")
        if bare[:1] in (b" ", b"\t") and bare.strip() and headers:
            headers[-1][1].append(bare)
        elif found := _FIELD.fullmatch(bare):
            headers.append((found[1].decode("ascii").lower(), [found[2]]))
        elif not (position == 0 and bare.lstrip(b">").startswith(b"From ")):
            position += len(line) if not bare.strip() else 0
            break
        position += len(line)
    flat = tuple((name, _unfolded(lines)) for name, lines in headers)
    return Entity(flat, data[position:])


def _unfolded(lines: list[bytes]) -> bytes:
    joined = b"".join(lines).strip(b" \t").replace(b"\0", b"")
    return re.sub(rb"\r[ \t]*", b" ", joined)


def children(entity: Entity, *, most: int) -> list[Entity] | None:
    """The parts of a multipart, at most `most` and one; None where no boundary is found."""
    boundary = entity.parameters("content-type").get("boundary", "").rstrip()
    if not boundary:
        return None
    mark = b"--" + re.escape(boundary.encode("utf-8", "surrogateescape"))
    delimiter = re.compile(rb"(?:\A|\r?\n|\r)" + mark + rb"(--)?[ \t]*(?=\r?\n|\r|\Z)")
    parts, begin = [], -1
    for match in delimiter.finditer(entity.body):
        if begin >= 0:
            parts.append(_part(entity.body[begin : match.start()]))
        begin = match.end()
        if match[1] or len(parts) > most:
            return parts
    if begin >= 0:
        parts.append(_part(entity.body[begin:]))
    return parts or None


def _part(data: bytes) -> Entity:
    for end in (b"\r\n", b"\n", b"\r"):
        if data.startswith(end):
            return parse(data[len(end) :])
    return parse(data)


def content(entity: Entity) -> bytes:
    """The body with its transfer encoding undone."""
    encoding = entity.first("content-transfer-encoding").strip().strip('"').lower()
    if encoding in ("", "7bit", "8bit", "binary"):
        return entity.body
    if encoding == "quoted-printable":
        return binascii.a2b_qp(entity.body)
    if encoding == "base64":
        return unpacked(entity.body)
    raise Damaged("an unknown transfer encoding")


def unpacked(data: bytes) -> bytes:
    """Base64 undone as mail programs do: other signs skipped, missing padding made up."""
    plain = _NOT_BASE64.sub(b"", data).rstrip(b"=")
    if len(plain) % 4 == 1:
        plain = plain[:-1]
    failed = False
    try:
        return base64.b64decode(plain + b"==")
    except binascii.Error:
        failed = True
    assert failed
    raise Damaged("not valid base64")


def plain_text(data: bytes, declared: str | None) -> str:
    """The text of a body with line ends of one kind."""
    return decoded(data, declared).replace("\r\n", "\n").replace("\r", "\n")


def decoded(data: bytes, declared: str | None) -> str:
    """The characters of bytes, exactly, without zero bytes.

    The label is believed only where the bytes cannot be UTF-8: what reads as a name in UTF-8 must
    not be taken for something else.
    """
    if (declared or "").strip().lower().replace("_", "-") in ("utf-7", "unicode-1-1-utf-7"):
        order: tuple[str | None, ...] = ("utf-7",)
    else:
        codec = codec_of(declared)
        order = (codec, "utf-8") if codec in SHIFTED else ("utf-8", codec, "cp1252")
    if b"\0" in data:
        return text_of(data, declared).text.replace("\0", "")
    for codec in order:
        if codec and (text := _attempt(data, codec)) is not None:
            return text.replace("\0", "")
    return data.decode("latin-1")


def _attempt(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except UnicodeError:
        return None


def raw_text(value: bytes) -> str:
    """The characters of a raw header: UTF-8 where it fits, else windows-1252 or Latin-1."""
    for codec in ("utf-8", "cp1252"):
        if (text := _attempt(value, codec)) is not None:
            return text
    return value.decode("latin-1")


def _parameters(value: str) -> dict[str, str]:
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    for match in _PARAMETER.finditer(value):
        named = _PIECE.fullmatch(match[1].lower())
        assert named is not None
        text = re.sub(r"\\(.)", r"\1", match[2]) if match[2] is not None else match[3]
        order = int(named[2] or 0)
        pieces.setdefault(named[1], {}).setdefault(order, (text, bool(named[3])))
    return {name: _joined(found) for name, found in pieces.items()}


def _joined(pieces: Mapping[int, tuple[str, bool]]) -> str:
    codec, data = "utf-8", b""
    for order in sorted(pieces):
        text, extended = pieces[order]
        if extended and order == min(pieces) and text.count("'") >= 2:
            declared, _, text = text.split("'", 2)
            codec = codec_of(declared) or "utf-8"
        data += unquote_to_bytes(text) if extended else text.encode("utf-8")
    return data.decode(codec, "replace")
