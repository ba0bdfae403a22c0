"""Tables: makes the recogniser's vocabulary and lexicon out of the collections."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from sfumato.detect.lexicon import compiled
from sfumato.train import lexicon, vocabulary

VOCABULARY = "vocabulary.txt"
LEXICON = "lexicon.bin"
SIZE = 24_000
# Clinical collections count more than their size, so that their words stay whole.
WEIGHTS = {"background": 6, "cantemist": 4, "nubes": 8, "mtsamples": 6, "questions": 2, "novels": 1}


def make_tables(root: Path, target: Path) -> None:
    """Writes both tables into a folder."""
    words, lower, apart = vocabulary.counted_collections(root, WEIGHTS)
    pieces = vocabulary.learn(words, SIZE)
    target.mkdir(parents=True, exist_ok=True)
    (target / VOCABULARY).write_text("\n".join(pieces) + "\n", encoding="ascii")
    plain = Counter[str]()
    for counts in apart.values():
        plain.update(counts)
    (target / LEXICON).write_bytes(compiled(lexicon.make(root, plain, lower)))
