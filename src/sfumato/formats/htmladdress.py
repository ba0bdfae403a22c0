"""Addresses in HTML as people read them, and the heads of documents that may pass."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote_to_bytes

from sfumato.core.errors import Dangerous
from sfumato.formats.htmlpage import SOFT

_PLAIN_DOCTYPE = re.compile(r"<!doctype[ \t\n\r\f]+html[ \t\n\r\f]*>", re.IGNORECASE)
_KNOWN_DOCTYPES = tuple(
    (f'"-//W3C//DTD {name}//EN"', f'"http://www.w3.org/TR/{path}"')
    for name, path in (
        ("HTML 4.01", "html4/strict.dtd"),
        ("HTML 4.01 Transitional", "html4/loose.dtd"),
        ("XHTML 1.0 Strict", "xhtml1/DTD/xhtml1-strict.dtd"),
        ("XHTML 1.0 Transitional", "xhtml1/DTD/xhtml1-transitional.dtd"),
        ("XHTML 1.1", "xhtml11/DTD/xhtml11.dtd"),
    )
)


def readable(address: str) -> str:
    """An address with its percent signs undone, as far as they are text."""
    address = re.sub(r"[\t\n\r]", "", address)
    data = unquote_to_bytes(address.encode("utf-8", "surrogatepass"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def addressed(text: str) -> str:
    """An address that `readable` turns into this text, and that leads nowhere by itself."""
    address = quote(text, safe="/:?&=@+,;()[]!$'*~#")
    if address.startswith("#") or not addressable(address):
        address = f"%{ord(text[0]):02X}" + address[1:]
    return address


def addressable(address: str) -> bool:
    """Whether an address runs nothing; browsers read the scheme before undoing percent signs."""
    text = re.sub(r"[\t\n\r]", "", address)
    scheme = re.match(r"[\x00-\x20]*([a-zA-Z][a-zA-Z0-9+.-]*):", text)
    return not scheme or scheme[1].lower() not in {"javascript", "vbscript", "data", "blob"}


def doctype(raw: str) -> str:
    """A document type that may pass: plain, or one of W3C's; its own declarations are refused."""
    if "[" in raw:
        raise Dangerous("a document type with declarations of its own")
    if _PLAIN_DOCTYPE.fullmatch(raw):
        return raw
    for public, system in _KNOWN_DOCTYPES:
        if public in raw:
            return f"<!DOCTYPE html PUBLIC {public} {system}>"
    return "<!DOCTYPE html>"


def is_xhtml(source: str) -> bool:
    """Whether a text says that it is XML: a declaration, or a namespace on its first tag."""
    head = source[:2000].lstrip("\ufeff" + SOFT)
    if head.startswith("<?xml"):
        return True
    return bool(re.match(r"<[a-z]+[^<>]*xmlns=[\"']http://www\.w3\.org/1999/xhtml[\"']", head))
