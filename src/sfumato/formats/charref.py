"""Character references: HTML's `&eacute;`, `&#233;` and `&#xE9;` to characters and back.

Follows the WHATWG HTML standard, section 13.2.5.72 and on (named references without a semicolon,
numeric references in the Windows range), which browsers follow; numbers of any length are safe.
"""

from __future__ import annotations

import re
from html.entities import html5

_REFERENCE = re.compile(r"&(?:#([xX][0-9a-fA-F]++|[0-9]++);?|([a-zA-Z][a-zA-Z0-9]{0,31}+;?))")
_LONGEST = max(map(len, html5))
_LEGACY = frozenset(name for name in html5 if not name.endswith(";"))
_HARD_SPACE = re.compile(r"[ \t\n\r\f]{2,}|^[ \t\n\r\f]|[ \t\n\r\f]$|[\t\n\r\f]")
_WINDOWS = {
    code: bytes([code]).decode("cp1252", "ignore") or chr(code) for code in range(0x80, 0xA0)
}


def decode_text(raw: str) -> str:
    """The characters that a browser shows for a raw text."""
    return _REFERENCE.sub(_in_text, raw) if "&" in raw else raw


def decode_value(raw: str) -> str:
    """The value of an attribute; `&copy=` of a query stays as it is there."""
    if "&" not in raw:
        return raw
    return _REFERENCE.sub(lambda match: _in_value(match, raw), raw)


def encode_text(text: str, *, exact: bool = False) -> str:
    """A raw text that shows these characters.

    White space that a browser would fold is written as references, unless the place is `exact`
    (inside `pre`); so a reader that folds only literal white space finds it again.
    """
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return safe if exact else _HARD_SPACE.sub(_numbered, safe)


def encode_value(text: str) -> str:
    """The inside of a double-quoted attribute value."""
    return encode_text(text, exact=True).replace('"', "&quot;")


def _numbered(match: re.Match[str]) -> str:
    return "".join(f"&#{ord(char)};" for char in match[0])


def _in_text(match: re.Match[str]) -> str:
    if match[1]:
        return _character(match[1])
    name = match[2]
    if name in html5:
        return html5[name]
    for length in range(min(len(name), _LONGEST), 1, -1):
        if name[:length] in _LEGACY:
            return html5[name[:length]] + name[length:]
    return match[0]


def _in_value(match: re.Match[str], raw: str) -> str:
    name = match[2]
    if name and name not in html5:
        return match[0]
    if name and not name.endswith(";"):
        following = raw[match.end() : match.end() + 1]
        if following == "=" or (following.isascii() and following.isalnum()):
            return match[0]
    return _in_text(match)


def _character(digits: str) -> str:
    number = digits.lstrip("xX0") if digits[0] in "xX" else digits.lstrip("0")
    if len(number) > 7 or not number:
        return "\ufffd"
    code = int(number, 16 if digits[0] in "xX" else 10)
    if code in _WINDOWS:
        return _WINDOWS[code]
    return "\ufffd" if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF else chr(code)
