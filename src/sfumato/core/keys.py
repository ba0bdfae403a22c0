"""Keys: loaded from a file or the environment, never from a command line, never shown."""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
from pathlib import Path

from sfumato.core.errors import KeyMissing

_SHORTEST_BYTES = 16


class Key:
    """A secret that derives others. Its repr shows nothing."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) < _SHORTEST_BYTES:
            raise KeyMissing(f"the key is shorter than {_SHORTEST_BYTES} bytes")
        self._secret = bytes(secret)

    def __repr__(self) -> str:
        return "Key(...)"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a key is never pickled")

    def digest(self, purpose: str, message: str) -> bytes:
        """HMAC-SHA-256 of a message under a subkey of its own for each purpose (RFC 2104)."""
        subkey = hmac.new(self._secret, purpose.encode(), hashlib.sha256).digest()
        return hmac.new(subkey, message.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()

    def secret(self) -> bytes:
        """The bytes themselves, to hand them to a worker process over a private pipe."""
        return self._secret


def load_key(path: Path | None = None) -> Key | None:
    """The key from a file, or from SFUMATO_KEY_FILE, or from SFUMATO_KEY; None when none is set."""
    named = path or (
        Path(os.environ["SFUMATO_KEY_FILE"]) if "SFUMATO_KEY_FILE" in os.environ else None
    )
    if named is None:
        value = os.environ.get("SFUMATO_KEY")
        return Key(value.encode()) if value else None
    failure = ""
    try:
        mode = named.stat().st_mode
        secret = named.read_bytes().strip()
    except OSError as error:
        failure = error.strerror or "unreadable"
    if failure:
        raise KeyMissing(f"key file {named}: {failure}")
    if stat.S_IMODE(mode) & 0o077:
        raise KeyMissing(f"key file {named}: readable by others; set its mode to 0600")
    return Key(secret)
