"""Mail bodies: texts as a reader sees them, and texts as transfer-safe lines."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from sfumato.core.errors import Encrypted

_BLOCKS = tuple(
    (re.compile(begin), re.compile(end))
    for begin, end in (
        (r"begin(?:-base64)? [0-7]{3,4} \S.*", r"end\s*|====\s*"),
        (r"=ybegin .*", r"=yend.*"),
        (r"-----BEGIN PGP SIGNATURE-----\s*", r"-----END PGP SIGNATURE-----\s*"),
        (r"-----BEGIN PGP PUBLIC KEY BLOCK-----\s*", r"-----END PGP PUBLIC KEY BLOCK-----\s*"),
    )
)
_SECRET = re.compile(
    r"^(?:-----BEGIN PGP MESSAGE-----|-----BEGIN PKCS7-----|-----BEGIN CMS-----)", re.MULTILINE
)
_SAFE_LINES = re.compile(r"[\t\n -~]*")
_LONGEST_LINE = 200
_QUOTES = re.compile(r"(>*) ?")


def without_blocks(text: str) -> tuple[str, int]:
    """The text without files and signatures that stand in it as lines of code, and their number.

    A block that never ends takes the rest with it.
    """
    if _SECRET.search(text):
        raise Encrypted("an encrypted text in a mail")
    kept, count, end = [], 0, None
    for line in text.split("\n"):
        if end is not None:
            end = None if end.fullmatch(line) else end
            continue
        end = next((end for begin, end in _BLOCKS if begin.fullmatch(line)), None)
        if end is None:
            kept.append(line)
        else:
            count += 1
    return "\n".join(kept), count


def unflowed(text: str, *, delete_space: bool) -> str:
    """The paragraphs of a flowed text (RFC 3676), each on a line of its own."""
    return "\n".join(_paragraphs(text.split("\n"), delete_space))


def _paragraphs(lines: list[str], delete_space: bool) -> Iterator[str]:
    held: list[str] = []
    depth = 0
    for line in lines:
        match = _QUOTES.match(line)
        assert match is not None
        content = line[match.end() :]
        if held and len(match[1]) != depth:
            yield _quoted(depth, held)
            held = []
        depth = len(match[1])
        flows = content.endswith(" ") and content != "-- "
        held.append(content[:-1] if flows and delete_space else content)
        if not flows:
            yield _quoted(depth, held)
            held = []
    if held:
        yield _quoted(depth, held)


def _quoted(depth: int, parts: list[str]) -> str:
    return (">" * depth + " " if depth else "") + "".join(parts)


def text_entity(text: str, kind: str) -> bytes:
    """Content headers and body of a text, exactly as it is, in lines that mail can carry."""
    ended = not text or text.endswith("\n")
    if ended and _SAFE_LINES.fullmatch(text) and max(map(len, text.split("\n"))) <= _LONGEST_LINE:
        return _entity(kind, "us-ascii", "7bit", text.encode("ascii"))
    data = text.encode("utf-8", "replace")
    # a soft end keeps a last line without end apart from the end that a mailbox adds
    quoted = binascii.b2a_qp(data) + (b"" if ended else b"=\n")
    if b"\r" not in data and binascii.a2b_qp(quoted) == data:
        return _entity(kind, "utf-8", "quoted-printable", quoted)
    return _entity(kind, "utf-8", "base64", base64_lines(data))


def _entity(kind: str, charset: str, encoding: str, body: bytes) -> bytes:
    head = f"Content-Type: {kind}; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
    return head.encode("ascii") + body


def base64_lines(data: bytes) -> bytes:
    """Base64 in lines of 76 (RFC 2045)."""
    text = base64.b64encode(data)
    return b"\n".join(text[start : start + 76] for start in range(0, len(text), 76))
