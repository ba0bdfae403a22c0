"""Own: the identity of the tables that networks see texts through, and networks of one's own.

A network is worth nothing with another vocabulary or lexicon than those it learnt with. What
`sfumato train` makes bears their digest, and is refused by a program whose tables differ.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from sfumato.core.document import Document
from sfumato.core.errors import Damaged
from sfumato.core.speed import Speed
from sfumato.detect.recogniser import Recogniser

VOCABULARY, LEXICON = "vocabulary.txt", "lexicon.bin"
_SIZE = "sfumato.size"


@cache
def identity() -> dict[str, str]:
    """The digests of the bundled tables, by the names under which a network bears them."""
    folder = files("sfumato.data") / "recogniser"
    return {
        f"sfumato.{name}": hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in (VOCABULARY, LEXICON)
    }


def marks_of(size: str) -> dict[str, str]:
    """What a network of some size that learns with these tables bears."""
    return {**identity(), _SIZE: size}


def speed_of(size: str) -> Speed:
    """The bundled network that doubts as one of some size does."""
    return "default" if size == "default" else "fast"


def own(model: bytes) -> Recogniser:
    """The recogniser of a network that `sfumato train` made, tried on a word."""
    problem = ""
    try:
        marks = Recogniser(model=model).marks()
        problem = _misfit(marks)
        if not problem:
            recogniser = Recogniser(speed_of(marks.get(_SIZE, "")), model=model)
            tuple(recogniser.detect(Document("", "a")))
            return recogniser
    except Exception:  # whatever ONNX Runtime says of foreign bytes
        problem = problem or "is not a recogniser"
    raise Damaged(problem)


def _misfit(marks: dict[str, str]) -> str:
    """Why a network with such marks cannot be used here; empty where it can."""
    if not set(identity()) <= set(marks):
        return "was not made by `sfumato train`"
    if any(marks[name] != digest for name, digest in identity().items()):
        return "was made for other tables; train it again with this version"
    return ""
