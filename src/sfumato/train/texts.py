"""Texts: the unlabelled collections that vocabulary, lexicon and pretraining learn from."""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterator
from pathlib import Path

# collection: (file pattern, fields that hold text, share of the documents taken, language)
COLLECTIONS: dict[str, tuple[str, tuple[str, ...], float, str]] = {
    "background": ("meddocan/background.jsonl.xz", ("text",), 1.0, "es"),
    "cantemist": ("text-es/cantemist.jsonl.xz", ("text",), 1.0, "es"),
    "nubes": ("text-es/nubes.jsonl.xz", ("text",), 1.0, "es"),
    "novels": ("text-es/eltec-novels.jsonl.xz", ("text",), 0.45, "es"),
    "laws": ("text-es/boe-laws.jsonl.xz", ("text",), 0.3, "es"),
    "mtsamples": ("mtsamples/mtsamples.jsonl.xz", ("name", "text"), 1.0, "en"),
    "medquad": ("medquad/medquad.jsonl.xz", ("qa",), 0.6, "en"),
    "abstracts": ("medical-abstracts/medical-abstracts.jsonl.xz", ("text",), 1.0, "en"),
    "ohsumed": ("ohsumed/*.jsonl.xz", ("text",), 1.0, "en"),
    "questions": ("health-questions/*.jsonl.xz", ("question", "answer"), 1.0, "en"),
    "newsgroups": ("newsgroups/*.jsonl.xz", ("text",), 0.6, "en"),
    "wikipedia": ("wikipedia-en/*.jsonl.xz", ("text",), 0.22, "en"),
}


def read_collection(root: Path, name: str, *, seed: int = 0, whole: bool = False) -> Iterator[str]:
    """The texts of a collection: the share of them that is taken, or all with `whole`."""
    pattern, keys, share, _ = COLLECTIONS[name]
    chance = random.Random(f"{seed} {name}")
    for path in sorted(root.glob(pattern)):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if whole or chance.random() < share:
                    yield _text(json.loads(line), keys)


def _text(record: dict[str, object], keys: tuple[str, ...]) -> str:
    return "\n".join(_flat(record[key]) for key in keys if record.get(key))


def _flat(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "\n".join(_flat(inner) for inner in value.values())
    if isinstance(value, list):
        return "\n".join(_flat(inner) for inner in value)
    return ""
