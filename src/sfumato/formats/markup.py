"""Markup: XML parsed without entities, DTDs or network, and serialised."""

from __future__ import annotations

import codecs
import re

from lxml import etree

from sfumato.core.errors import Damaged, Dangerous, TooLarge
from sfumato.core.protocols import Limits

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNMARKED = (
    (b"<\x00\x00\x00", "utf-32-le"),
    (b"\x00\x00\x00<", "utf-32-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)
_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_PROLOG = re.compile(rb"(?:\s+|<\?(?:[^?]|\?(?!>))*+\?>|<!--(?:[^-]|-(?!->))*+-->)*+")
_SPEAKS_ASCII = re.compile(r"utf_?8|ascii|iso8859.*|latin.*|cp125\d|koi8.*")
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# A tag or attribute of a few bytes costs over a hundred in memory: with the default limits this
# allows three million of them, and keeps a small file under 512 MB.
_MARKS_A_MB = 1_500


def parse_xml(data: bytes, limits: Limits, *, bare: bool = False) -> etree._Element:
    """The root element of an XML document; `bare` leaves comments and instructions out.

    Entities, external ones or declared ones, are refused: no clinical format needs them.
    """
    if len(data) > limits.max_unpacked_bytes:
        raise TooLarge(f"over {limits.max_unpacked_bytes} bytes of XML")
    plain = _plain(data)
    most = limits.memory_mb * _MARKS_A_MB
    if plain.count(b"<") + plain.count(b"=") > most:
        raise TooLarge(f"over {most} tags and attributes")
    if _declares(plain):
        raise Dangerous("the XML declares entities")
    root = _parse(plain, bare=bare)
    if root is None:
        raise Damaged("not well-formed XML")
    return root


def serialize_xml(root: etree._Element, *, declaration: bool = True) -> bytes:
    """The element as UTF-8 bytes; what stands outside it (a DOCTYPE, comments) is left out."""
    if not declaration:
        return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=False, with_tail=False))
    return bytes(etree.tostring(root, encoding="UTF-8", standalone=True, with_tail=False))


def xml_text(text: str) -> str:
    """The text with U+FFFD for what XML 1.0 (2.2 Characters) cannot hold."""
    return _FORBIDDEN.sub("\ufffd", text)


def _plain(data: bytes) -> bytes:
    """The document in UTF-8, so that what is searched is what is parsed."""
    encoding, start = _encoding(data)
    if encoding == "utf-8":
        return data[start:]
    text: str | None = None
    try:
        text = data[start:].decode(encoding)
    except (UnicodeError, LookupError):
        text = None
    if text is None:
        raise Damaged("the XML is not in the encoding it declares")
    return text.encode("utf-8", "replace")


def _encoding(data: bytes) -> tuple[str, int]:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding, len(bom)
    for head, encoding in _UNMARKED:
        if data.startswith(head):
            return encoding, 0
    declared = _DECLARED.match(data[:512])
    return (_known(declared.group(1).decode("ascii")) if declared else "utf-8"), 0


def _known(name: str) -> str:
    found: str | None = None
    try:
        found = codecs.lookup(name).name.replace("-", "_")
    except LookupError:
        found = None
    if found is None or not _SPEAKS_ASCII.fullmatch(found):
        raise Damaged("the XML declares an encoding that is not read")
    return "utf-8" if found in ("utf_8", "utf8", "ascii") else found


def _declares(plain: bytes) -> bool:
    prolog = _PROLOG.match(plain)
    start = prolog.end() if prolog else 0
    # Default attributes (ATTLIST) would add text that stands nowhere in the elements.
    return plain[start:].startswith(b"<!DOCTYPE") and (
        b"<!ENTITY" in plain or b"<!ATTLIST" in plain
    )


def _parse(plain: bytes, *, bare: bool) -> etree._Element | None:
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=bare,
        remove_pis=bare,
        strip_cdata=True,
    )
    try:
        root = etree.fromstring(plain, parser)
    except (etree.LxmlError, ValueError):
        return None
    return root
