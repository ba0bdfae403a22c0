"""Language: Spanish, English or undecided, told by the commonest small words."""

from __future__ import annotations

import re

from sfumato.core.document import Language

_SPANISH = frozenset(
    "el la los las un una unos unas de del al y o que en con por para se su sus es son no sin como "
    "más pero fue ha han presenta paciente años día este esta desde tras según sobre entre".split()
)
_ENGLISH = frozenset(
    "the a an of and or to in on with for by from is are was were be been has have had not no this "
    "that which he she his her at as but patient year old day after before during without".split()
)
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE_CHARACTERS = 20_000
_FEWEST = 3
_LEAD = 1.3


def tell_language(text: str) -> Language:
    """The language of a text, "und" where the small words do not decide."""
    words = [word.lower() for word in _WORD.findall(text[:_SAMPLE_CHARACTERS])]
    spanish = sum(word in _SPANISH for word in words)
    english = sum(word in _ENGLISH for word in words)
    if max(spanish, english) < _FEWEST:
        return "und"
    if spanish >= english * _LEAD:
        return "es"
    if english >= spanish * _LEAD:
        return "en"
    return "und"
