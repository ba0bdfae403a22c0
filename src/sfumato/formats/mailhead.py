"""Mail headers: encoded words and mailboxes to texts and back (RFC 2047, RFC 5322).

Any text can be written into a header so that it reads back exactly: plain where it is printable
ASCII, else as encoded words. An address that an edit turned into something else is written as a
quoted local part at a domain that cannot exist (RFC 2606), so the header stays well formed.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, unquote_to_bytes

from sfumato.core.errors import SfumatoError
from sfumato.formats.mime import Entity, decoded, unpacked
from sfumato.formats.weave import Piece, Slot

_ENCODED = r"=\?[^?\s]*\?[bBqQ]\?[^?]*\?="
_WORD = re.compile(r"=\?([^?\s]*)\?([bBqQ])\?([^?]*)\?=")
_TOKEN = re.compile(
    rf'(?P<word>{_ENCODED})|"(?P<quoted>(?:[^"\\]|\\.)*+)"?|<(?P<angle>[^>]*+)>?'
    r'|(?P<sign>[,;:])|(?P<comment>\()|(?P<atom>[^\s"(<,;:]++)',
    re.DOTALL,
)
_PLAIN = re.compile(r"(?:[!-~]{1,400}(?: [!-~]{1,400})*)?")
_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
_GONE = "removed.invalid"
_QUOTED_GONE = re.compile(rf'"([^"]*)"@{re.escape(_GONE)}')
_WIDTH = 76
_CHUNK_BYTES = 42
_LONGEST_ADDRESS = 254

MAILBOXES = {
    "from": "From",
    "to": "To",
    "cc": "Cc",
    "bcc": "Bcc",
    "reply-to": "Reply-To",
    "sender": "Sender",
}
TEXTS = {"subject": ("Subject", None), "date": ("Date", "DATE")}

Mailbox = tuple[str | None, str | None]
"""A display name and an address; either may be missing."""


@dataclass(slots=True)
class Header:
    """A header that is one text, or a list of mailboxes whose parts are one slot each."""

    name: str
    text: str = field(default="", repr=False)
    label: str | None = None
    mailboxes: tuple[Mailbox, ...] | None = field(default=None, repr=False)

    def pieces(self) -> list[Piece]:
        """The header's slots."""
        place = f"header {self.name.lower()}"
        if self.mailboxes is None:
            return [Slot(self.text, place, self.label)]
        found: list[Piece] = []
        for number, (name, address) in enumerate(self.mailboxes, 1):
            if name is not None:
                found.append(Slot(name, f"{place} name {number}", "OTHER"))
            if address is not None:
                gap = " " if name is not None else "\n"
                found.append(Slot(address, f"{place} address {number}", "EMAIL", gap=gap))
        return found

    def render(self, texts: Sequence[str]) -> str:
        """The header's lines with these texts in the places of its slots."""
        if self.mailboxes is None:
            return f"{self.name}: {encode_words(texts[0], len(self.name) + 2)}\n"
        rest = iter(texts)
        written = [
            _mailbox(
                next(rest) if name is not None else None,
                next(rest) if address is not None else None,
            )
            for name, address in self.mailboxes
        ]
        return f"{self.name}: " + ",\n ".join(written) + "\n"


def headers(entity: Entity) -> Iterator[Header]:
    """The headers that may stay, in their order."""
    for name, value in entity.headers:
        text = Entity(((name, value),), b"").first(name)
        if name in MAILBOXES:
            yield Header(MAILBOXES[name], mailboxes=tuple(mailboxes(text)))
        elif name in TEXTS:
            shown, label = TEXTS[name]
            yield Header(shown, decode_words(text), label)


def decode_words(value: str) -> str:
    """A header's text with its encoded words undone; words of one charset are joined first."""
    result: list[str] = []
    held: tuple[str, bytes] | None = None
    last = 0
    for match in _WORD.finditer(value):
        between = value[last : match.start()]
        adjacent = held is not None and not between.strip()
        charset = match[1].partition("*")[0].lower()
        data = _word_bytes(match[2], match[3])
        if held and adjacent and held[0] == charset:
            data = held[1] + data
        elif held:
            result.append(_word_text(held))
        if not adjacent:
            result.append(between)
        held, last = (charset, data), match.end()
    if held:
        result.append(_word_text(held))
    return "".join([*result, value[last:]])


def _word_bytes(kind: str, content: str) -> bytes:
    if kind in "bB":
        try:
            return unpacked(content.encode("utf-8", "surrogateescape"))
        except SfumatoError:
            return b""
    quoted = content.replace("%", "%25").replace("_", " ")
    return unquote_to_bytes(re.sub(r"=(?=[0-9a-fA-F]{2})", "%", quoted))


def _word_text(word: tuple[str, bytes]) -> str:
    try:
        return decoded(word[1], word[0])
    except SfumatoError:
        return ""


def encode_words(text: str, used: int) -> str:
    """A header value that `decode_words` turns into this text, folded; `used` columns are gone."""
    if _PLAIN.fullmatch(text) and "=?" not in text:
        return _folded(text, used)
    return "\n ".join(_encoded(text))


def _folded(text: str, used: int) -> str:
    lines, width = [""], used
    for word in text.split(" "):
        if lines[-1] and width + len(word) + 1 > _WIDTH:
            lines.append("")
            width = 1
        joint = " " if lines[-1] else ""
        lines[-1] += joint + word
        width += len(joint) + len(word)
    return "\n ".join(lines)


def _encoded(text: str) -> Iterator[str]:
    chunk = b""
    for char in text:
        data = char.encode("utf-8", "replace")
        if len(chunk) + len(data) > _CHUNK_BYTES:
            yield _encoded_word(chunk)
            chunk = b""
        chunk += data
    yield _encoded_word(chunk)


def _encoded_word(data: bytes) -> str:
    return f"=?utf-8?b?{base64.b64encode(data).decode('ascii')}?="


def _mailbox(name: str | None, address: str | None) -> str:
    phrase = "" if name is None else _phrase(name)
    if address is None:
        return f"{phrase}:;"
    written = _written_address(address)
    if name is None and not written.startswith('"'):
        return written
    return f"{phrase}\n <{written}>" if phrase else f"<{written}>"


def _phrase(name: str) -> str:
    if len(name) < _LONGEST_ADDRESS and "=?" not in name and re.fullmatch(r"[ -~]*", name):
        return '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'
    return "\n ".join(_encoded(name))


def _written_address(address: str) -> str:
    known = _ADDRESS.fullmatch(address) and not address.endswith("@" + _GONE)
    if known and len(address) <= _LONGEST_ADDRESS and "=?" not in address:
        return address
    local = quote(address, safe=" !#$&'()*+,-./:;<=?@[]^_`{|}~".replace("<", ""))
    return f'"{local}"@{_GONE}'


def mailboxes(value: str) -> Iterator[Mailbox]:
    """The mailboxes of an address header; a group's name stands alone before its members."""
    words: list[str] = []
    address: str | None = None
    position = 0
    while position < len(value):
        match = _TOKEN.match(value, position)
        if match is None:
            position += 1
            continue
        position = match.end()
        if match["sign"]:
            yield from _finished(words, address)
            words, address = [], None
        elif match["comment"]:
            position, comment = _comment(value, position)
            words.append(comment)
        elif match["angle"] is not None:
            words += [] if address is None else [address]
            address = _read_address(match["angle"])
        elif match["quoted"] is not None:
            words.append(re.sub(r"\\(.)", r"\1", match["quoted"], flags=re.DOTALL))
        else:
            words.append(match[0])
    yield from _finished(words, address)


def _finished(words: list[str], address: str | None) -> Iterator[Mailbox]:
    if address is None:
        bare = [word for word in words if "@" in word and not _WORD.fullmatch(word)]
        if bare:
            address = bare[-1]
            words.remove(address)
    name = decode_words(" ".join(words)) if words else None
    if name is not None or address is not None:
        yield name, address


def _read_address(text: str) -> str:
    text = text.strip()
    gone = _QUOTED_GONE.fullmatch(text)
    return unquote(gone[1]) if gone else decode_words(text)


def _comment(value: str, position: int) -> tuple[int, str]:
    depth, begin = 1, position
    while position < len(value) and depth:
        sign = value[position]
        depth += (sign == "(") - (sign == ")")
        position += 2 if sign == "\\" else 1
    return position, value[begin : position - (depth == 0)].strip()
