"""Mask, fixed width, remove, token, keep: the operators that need no knowledge of the label."""

from __future__ import annotations

import base64
import re
import unicodedata
from dataclasses import dataclass
from typing import ClassVar, Literal

from sfumato.core.edit import Edit
from sfumato.core.errors import KeyMissing, PolicyError
from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.schemes import name_in

_TOKEN_BYTES = 10


def settle(span: Span, original: str, replacement: str, operator: str, reason: str = "") -> Edit:
    """The edit, turned into an explicit keep where the replacement happens to be the original."""
    if replacement == original:
        return Edit(span, original, "keep", "already reads as its replacement")
    return Edit(span, replacement, operator, reason)


@dataclass(frozen=True, slots=True)
class Mask:
    """The label in square brackets, once for the span or once for each of its words."""

    per: Literal["span", "word"] = "span"
    scheme: Literal["sfumato", "meddocan", "hitzalmed", "hipaa", "i2b2"] = "sfumato"

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The span replaced by its label."""
        words = len(original.split()) if self.per == "word" else 1
        sign = f"[{name_in(self.scheme, span.label)}]"
        return settle(span, original, " ".join([sign] * max(1, words)), "mask")


@dataclass(frozen=True, slots=True)
class Fixed:
    """A run of stars whose width says nothing about the original."""

    width: int = 6
    sign: str = "*"

    def __post_init__(self) -> None:
        if not 1 <= self.width <= 64 or len(self.sign) != 1 or self.sign.isalnum():
            raise PolicyError("fixed: width is 1 to 64 and sign is one sign, no letter or digit")

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The span replaced by the stars."""
        return settle(span, original, self.sign * self.width, "fixed")


@dataclass(frozen=True, slots=True)
class Remove:
    """Nothing in the span's place."""

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The span taken out."""
        return settle(span, original, "", "remove")


@dataclass(frozen=True, slots=True)
class Token:
    """A keyed token (HMAC-SHA-256, 80 bits shown): the same value gives the same token.

    Case, accents, white space and punctuation of the original do not matter. Without the key
    nobody can try out values; under another key nothing can be linked.
    """

    needs_key: ClassVar[bool] = True

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The span replaced by label and token."""
        if scene.key is None:
            raise KeyMissing("the token operator needs a key (SFUMATO_KEY_FILE or SFUMATO_KEY)")
        digest = scene.key.digest(f"token:{span.label}", canonical(original))
        token = base64.b32encode(digest[:_TOKEN_BYTES]).decode().lower()
        return settle(span, original, f"[{span.label}:{token}]", "token")


@dataclass(frozen=True, slots=True)
class Keep:
    """The original stays, for a stated reason."""

    because: str

    def __post_init__(self) -> None:
        if not self.because.strip():
            raise PolicyError("keep: `because` must say why")

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The span as it is, with the reason."""
        return Edit(span, original, "keep", self.because)


def canonical(text: str) -> str:
    """Letters and digits only, without case and accents, for comparing values."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[\W_]+", "", "".join(c for c in plain if not unicodedata.combining(c)))
