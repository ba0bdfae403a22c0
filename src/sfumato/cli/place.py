"""Place: how a command names a file, on one line and harmless for the terminal."""

from __future__ import annotations

import unicodedata
from pathlib import Path

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def shown(path: Path | str, line: int = 0) -> str:
    """A path as one line that can do nothing to a terminal; `line` counts within a JSONL file."""
    words = "".join(map(_sign, str(path)))
    return f"{words}:{line}" if line else words


def _sign(sign: str) -> str:
    if unicodedata.category(sign) not in _UNSEEN:
        return sign
    code = ord(sign)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8, as the system hands it out
        return f"\\x{code - 0xDC00:02x}"
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")


def shown_text(text: str) -> str:
    """A text with its lines, whose other control signs are spelt out for the terminal."""
    return "".join(sign if sign in "\n\t" else _control(sign) for sign in text)


def _control(sign: str) -> str:
    return _sign(sign) if unicodedata.category(sign) in ("Cc", "Cs") else sign
