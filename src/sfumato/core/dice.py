"""Dice: draws that depend on a secret, on a scope and on what is drawn for, and on nothing else.

The same secret gives the same draws in every process and in every run; under another secret, or in
another scope, nothing can be linked. Whoever lacks the secret cannot repeat a draw.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets

from sfumato.core.keys import Key
from sfumato.core.preferences import Preferences

_BYTES = 32


class Dice:
    """Reproducible chance. Its repr shows nothing."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(secret).digest()

    def __repr__(self) -> str:
        return "Dice(...)"

    def within(self, scope: str) -> Dice:
        """The dice of a scope: a document, a subject."""
        return Dice(self._digest("scope", scope))

    def chance(self, kind: str, what: str = "") -> random.Random:
        """Chance for one draw: of a kind, for a value."""
        return random.Random(self._digest(f"chance {kind}", what))  # noqa: S311 keyed above

    def _digest(self, purpose: str, what: str) -> bytes:
        message = f"{purpose}\0{what}".encode("utf-8", "surrogatepass")
        return hmac.new(self._secret, message, hashlib.sha256).digest()


def secret_of(preferences: Preferences, key: Key | None) -> bytes:
    """The secret of a run: from its seed, else from its key, else new."""
    if preferences.seed is not None:
        return hashlib.sha256(f"seed {preferences.seed} {preferences.reroll}".encode()).digest()
    if key is not None:
        return key.digest("surrogates", str(preferences.reroll))
    return secrets.token_bytes(_BYTES)
