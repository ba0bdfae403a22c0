"""Corpus: a hospital's marked notes under Sfumato's labels, and the part kept for development."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import as_file, files

from sfumato.core.errors import SettingsError
from sfumato.knowledge.language import tell_language
from sfumato.train.examples import Example, disjoint, label_of, read_marked_notes
from sfumato.train.settings import LEFT_OUT

KIND = "note"
_LANGUAGES = ("es", "en")
_LEAST_NOTES = 2


@dataclass(frozen=True, slots=True)
class Corpus:
    """Notes to learn from, and notes that tell when to stop."""

    train: tuple[Example, ...] = field(repr=False)
    dev: tuple[Example, ...] = field(repr=False)

    def digest(self) -> str:
        """What all notes with their marks come to."""
        rows = [[(e.text, e.spans, e.language) for e in part] for part in (self.train, self.dev)]
        return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def relabelled(
    examples: Iterable[Example], scheme: str, names: Mapping[str, str]
) -> tuple[Example, ...]:
    """Examples with the labels of a scheme, or of one's own list, in Sfumato's labels."""
    return tuple(
        replace(example, spans=disjoint(_spans(example, scheme, names))) for example in examples
    )


def _spans(
    example: Example, scheme: str, names: Mapping[str, str]
) -> Iterable[tuple[int, int, str]]:
    for start, end, name in example.spans:
        label = names.get(name) or label_of(scheme, name, example.text[start:end])
        if label is None:
            raise SettingsError(
                f"labels: {name!r} is not a label of {scheme}; say which label it is, or "
                f"{LEFT_OUT!r}"
            )
        if label != LEFT_OUT:
            yield start, end, label


def in_languages(examples: Sequence[Example], wanted: str) -> tuple[Example, ...]:
    """Examples with their language; where the words do not tell it, that of most others."""
    told = [_language(example, wanted) for example in examples]
    common = Counter(name for name in told if name in _LANGUAGES).most_common(1)
    usual = common[0][0] if common else _LANGUAGES[0]
    return tuple(
        replace(example, language=name if name in _LANGUAGES else usual)
        for example, name in zip(examples, told, strict=True)
    )


def _language(example: Example, wanted: str) -> str:
    if wanted in _LANGUAGES:
        return wanted
    return example.language if example.language in _LANGUAGES else tell_language(example.text)


def apart(examples: Sequence[Example], share: float, seed: int) -> Corpus:
    """The examples in two parts, the same for the same seed."""
    if len(examples) < _LEAST_NOTES:
        raise SettingsError("train: too few notes to keep some for development")
    order = sorted(examples, key=lambda example: example.id)
    random.Random(f"development {seed}").shuffle(order)
    kept = min(max(1, round(share * len(order))), len(order) - 1)
    return Corpus(tuple(order[kept:]), tuple(order[:kept]))


def checked(corpus: Corpus) -> Corpus:
    """The corpus, if both of its parts have marks."""
    for name, part in (("train", corpus.train), ("dev", corpus.dev)):
        if not any(example.spans for example in part):
            raise SettingsError(f"{name}: no marked identifiers in the notes")
    return corpus


def invented() -> tuple[Example, ...]:
    """The invented notes that come with the program."""
    with as_file(files("sfumato.train") / "notes") as folder:
        return tuple(read_marked_notes(folder))
