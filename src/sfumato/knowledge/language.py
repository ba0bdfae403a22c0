"""Language: Spanish, English or undecided, told by the commonest small words."""

from __future__ import annotations

import re

from sfumato.core.document import Language
from sfumato.knowledge.shadow import shadow

_SPANISH = frozenset(
    "el la los las un una unos unas de del al y o que en con por para se su sus es son no sin como "
    "más pero fue ha han presenta paciente años día este esta desde tras según sobre entre".split()
)
_ENGLISH = frozenset(
    "the a an of and or to in on with for by from is are was were be been has have had not no this "
    "that which he she his her at as but patient year old day after before during without".split()
)
_MORE = frozenset(
    "lo le les me te nos mi tu su sus si ni ya muy más también porque cuando donde quien cual "
    "qué este estos estas ese esa eso esos esas aquel aquella ser está están estaba era eran "
    "sido tiene tienen tenía hay había he han hace hasta hacia durante mediante contra entre "
    "ante bajo cada todo toda todos todas otro otra otros otras mismo misma después antes "
    "ahora hoy ayer así aunque cuyo cuya él ella ellos ellas usted nosotros nada algo sólo "
    "solo tan tanto mucho poco dos tres you we they them us our your its their my me him who "
    "what when where why how there here if then than so do does did can could will would "
    "should may might must into over under about also only some any all more most other been "
    "being am it these those out up down off while since until because such very just via".split()
)
_WORD = re.compile(r"[^\W\d_]+")
SMALL_WORDS = frozenset(
    shadow(word).data.decode("ascii") for word in (*_SPANISH, *_ENGLISH, *_MORE)
)
"""Small words of Spanish and English, folded as the shadow folds text."""
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
