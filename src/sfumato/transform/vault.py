"""Vault: what leads from an output back to its original, encrypted under a key kept elsewhere.

AES-256-SIV (RFC 5297): the same original, output and key give the same bytes, and no nonce can be
used twice. The digest of the output is the associated data, so that nothing opens for a file that
was changed. Names of files are keyed tokens; lengths are rounded up.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import VaultError
from sfumato.core.keys import Key
from sfumato.core.offsets import OffsetMap
from sfumato.core.protocols import Written
from sfumato.core.release import Sealed
from sfumato.core.span import Span

NO_SUBJECT = "documents"
_VERSION = b"sfumato vault 1"
_TOKEN_BYTES = 16
_ROUND_BYTES = 1024


class Piece(NamedTuple):
    """A range of the released text and what stood there."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Memory:
    """What one document needs to be restored. Its repr shows nothing of it."""

    pieces: tuple[Piece, ...] = field(repr=False)
    digest: str
    """Of the original text without white space."""
    path: str = field(repr=False)
    """Where the input lay."""


class Vault:
    """Seals and opens memories under a key."""

    __slots__ = ("_key", "_siv")

    def __init__(self, key: Key) -> None:
        self._key = key
        self._siv = AESSIV(key.digest("vault", "authenticate") + key.digest("vault", "encrypt"))

    def __repr__(self) -> str:
        return "Vault(...)"

    @property
    def mark(self) -> str:
        """What tells the vaults of this key from others, and nothing about the key."""
        return self._token("key", "")

    def seal(self, memory: Memory, written: Written, subject: str | None) -> Sealed:
        """The memory of an output, encrypted; only that output opens it."""
        output = output_digest(written.data, written.companions)
        plain = json.dumps([memory.pieces, memory.digest, memory.path]).encode()
        padded = plain.ljust(-(-len(plain) // _ROUND_BYTES) * _ROUND_BYTES)
        data = self._siv.encrypt(padded, [_VERSION, output.encode()])
        folder = NO_SUBJECT if subject is None else self._token("subject", subject)
        return Sealed(folder, self.name(output), data)

    def name(self, output: str) -> str:
        """The name under which the memory of an output is kept."""
        return self._token("output", output)

    def open(self, data: bytes, output: str) -> Memory:
        """The memory that was sealed for an output."""
        plain = b""
        with contextlib.suppress(InvalidTag, ValueError):
            plain = self._siv.decrypt(data, [_VERSION, output.encode()])
        if not plain:
            raise VaultError("the vault was damaged or tampered with")
        pieces, digest, path = json.loads(plain)
        return Memory(tuple(Piece(*piece) for piece in pieces), digest, path)

    def _token(self, kind: str, what: str) -> str:
        return self._key.digest(f"vault {kind}", what)[:_TOKEN_BYTES].hex()


def output_digest(data: bytes, companions: Mapping[str, bytes]) -> str:
    """The digest of an output and of the files that belong to it."""
    parts = [data, *(companions[suffix] for suffix in sorted(companions))]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def memory_of(document: Document, pieces: OffsetMap, path: str) -> Memory:
    """What the output of a document does not have; text in pictures is not kept."""
    unsure = [block for block in document.blocks if not block.certain]
    kept = tuple(
        Piece(change.to_start, change.to_end, document.text[change.start : change.end])
        for change in pieces.edited
        if not any(block.start < change.end and change.start < block.end for block in unsure)
    )
    return Memory(kept, text_digest(document), path)


def text_digest(document: Document) -> str:
    """A digest of a text without white space and without what was recognised in pictures."""
    signs = bytearray(b"\1" * len(document.text))
    for block in document.blocks:
        if not block.certain:
            signs[block.start : block.end] = bytes(block.end - block.start)
    text = "".join(
        sign for sign, sure in zip(document.text, signs, strict=True) if sure and not sign.isspace()
    )
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def edits_back(memory: Memory, released: Document) -> tuple[Edit, ...]:
    """The edits that put the originals into a released document again."""
    made: list[Piece] = []
    ahead = ""  # what belongs before the next piece, which begins at the same place
    pieces = sorted(memory.pieces, key=lambda piece: piece[:2])
    for piece, following in zip_longest(pieces, pieces[1:]):
        last = made[-1] if made else Piece(0, 0, "")
        if piece.start < last.end or piece.end > len(released.text):
            raise VaultError("the vault does not fit the document")
        if piece.start < piece.end:
            made.append(piece._replace(text=ahead + piece.text))
            ahead = ""
        elif made and not released.text[last.end : piece.start].strip():
            made[-1] = last._replace(text=last.text + piece.text)
        elif following and following.start == piece.start:
            ahead += piece.text
        else:
            made.append(_widened(piece, released, last.end))
    return tuple(Edit(Span(*one[:2], "OTHER"), one.text, "restore") for one in made)


def _widened(piece: Piece, released: Document, free: int) -> Piece:
    """An empty range with a sign beside it, before it if that can be, in the same block."""
    at, text = piece.start, released.text
    for block in released.blocks:
        if block.start < at <= block.end and at > free:
            return Piece(at - 1, at, text[at - 1] + piece.text)
    for block in released.blocks:
        if block.start <= at < block.end:
            return Piece(at, at + 1, piece.text + text[at])
    raise VaultError("a place from which all was removed cannot be found again")


def plain_sealed(sealed: Sealed | None) -> list[str] | None:
    """The names of a sealed memory as plain values."""
    return None if sealed is None else [sealed.folder, sealed.name]


def sealed_of(names: Any, data: bytes) -> Sealed | None:
    """The sealed memory of plain values; names that are no tokens are a ValueError."""
    if names is None:
        return None
    folder, name = names
    if not all(one == NO_SUBJECT or _is_token(one) for one in (folder, name)):
        raise ValueError("not a token")
    return Sealed(folder, name, data)


def _is_token(name: str) -> bool:
    return len(name) == 2 * _TOKEN_BYTES and not set(name) - set("0123456789abcdef")
