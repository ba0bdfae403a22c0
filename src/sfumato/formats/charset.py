"""Charset: the text of bytes whose encoding is declared, missing, wrong or unknown.

Labels mean what browsers take them for (WHATWG Encoding standard): "iso-8859-1" and "us-ascii"
are windows-1252. Bytes that are valid UTF-8 beyond ASCII are UTF-8, whatever the label says, so
that no name hides in a wrong label.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field

from sfumato.core.errors import Damaged
from sfumato.formats.encoding import decode

_HEAD_BYTES = 2048
_DECLARED = re.compile(
    rb"(?:<meta[^>]*?charset\s*=\s*[\"']?\s*|<\?xml[^>]*?encoding\s*=\s*[\"'])([a-zA-Z0-9_.:-]+)",
    re.IGNORECASE,
)
_KNOWN = re.compile(
    r"utf-8|utf-16(-[lb]e)?|utf-32(-[lb]e)?|cp125\d|cp866|cp874|cp932|cp949|iso8859-\d{1,2}|koi8-[ru]"
    r"|mac-roman|gb2312|gbk|gb18030|big5(hkscs)?|shift_jis|euc_jp|euc_kr|iso2022_(jp(_\d)?|kr)"
)
SHIFTED = frozenset({"iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_3", "iso2022_kr"})
"""Codecs that write other scripts in ASCII signs after an escape."""
_NAMES = {
    "iso2022_jp": "iso-2022-jp",
    "iso2022_kr": "iso-2022-kr",
    "euc_jp": "euc-jp",
    "euc_kr": "euc-kr",
    "gb18030": "gb18030",
    "mac-roman": "macintosh",
}


@dataclass(frozen=True, slots=True)
class Found:
    """A text, the codec that reads it, and the byte order mark it came with."""

    text: str = field(repr=False)
    encoding: str
    bom: bytes = b""

    @property
    def name(self) -> str:
        """The encoding as files declare it."""
        return label_of(self.encoding)


def label_of(codec: str) -> str:
    """The label by which files declare a codec."""
    plain = codec.removesuffix("-le").removesuffix("-be")
    plain = re.sub(r"^cp(125\d|874)$", r"windows-\1", plain)
    return _NAMES.get(plain, re.sub(r"^iso8859", "iso-8859", plain))


def codec_of(label: str | None) -> str | None:
    """The Python codec of a declared label, if it is one that files of the wild use."""
    try:
        name = codecs.lookup((label or "").strip().strip("\"'")).name
    except (LookupError, ValueError):
        return None
    if name in ("iso8859-1", "ascii"):
        return "cp1252"
    return name if _KNOWN.fullmatch(name) else None


def declared_in(data: bytes) -> str | None:
    """The encoding that the head of a page declares."""
    match = _DECLARED.search(data[:_HEAD_BYTES])
    return match[1].decode("ascii") if match else None


def text_of(data: bytes, declared: str | None) -> Found:
    """The text; the label is believed where the bytes fit it and are not UTF-8."""
    codec = codec_of(declared)
    if codec in SHIFTED and not data.startswith(codecs.BOM_UTF8):
        return Found(_shifted(data, codec), codec)
    if codec and _is_utf8(data):
        codec = "utf-8"
    if codec and codec.startswith(("utf-16", "utf-32")) and b"\0" not in data:
        codec = None  # a label that could be read byte by byte is not in a wide encoding
    found = decode(data, declared=codec)
    return Found(found.text, found.encoding, found.bom)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not data.isascii()


def _shifted(data: bytes, codec: str) -> str:
    failed = False
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        failed = True
    if failed:
        raise Damaged(f"not valid {codec}")
    return text
