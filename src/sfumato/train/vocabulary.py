"""Vocabulary: the pieces of the recogniser, learnt from word counts of all collections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sfumato.detect.pieces import INNER, SPECIAL, TOKEN, number_pieces
from sfumato.knowledge.shadow import shadow
from sfumato.train.texts import COLLECTIONS, read_collection

_SIGNS = [chr(code) for code in range(33, 128) if not chr(code).isalnum() and chr(code) != "_"]


def count_words(texts: Iterable[str]) -> tuple[Counter[str], Counter[str]]:
    """How often each word occurs, in plain lower case, and how often it is written so."""
    every: Counter[bytes] = Counter()
    for text in texts:
        every.update(TOKEN.findall(shadow(text).data))
    words: Counter[str] = Counter()
    lower: Counter[str] = Counter()
    for token, count in every.items():
        word = token.decode("ascii")
        if word[0].isalpha() or word[0] == "_":
            words[word.lower()] += count
            if word.islower():
                lower[word] += count
    return words, lower


def counted_collections(
    root: Path, weights: dict[str, int]
) -> tuple[Counter[str], Counter[str], dict[str, Counter[str]]]:
    """Word counts over all collections with weights, lower-case counts, and counts apart."""
    words: Counter[str] = Counter()
    lower: Counter[str] = Counter()
    apart: dict[str, Counter[str]] = {}
    for name in COLLECTIONS:
        seen, small = count_words(read_collection(root, name))
        apart[name] = seen
        weight = weights.get(name, 1)
        for word, count in seen.items():
            words[word] += count * weight
        lower.update(small)
    return words, lower, apart


def learn(words: Counter[str], size: int) -> list[str]:
    """A vocabulary of that size: special, numbers, signs, letters, then learnt pieces."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    fixed = [*SPECIAL, *number_pieces(), *_SIGNS]
    model = Tokenizer(models.WordPiece(unk_token=SPECIAL[0], continuing_subword_prefix=INNER))
    model.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(
        vocab_size=size - len(fixed),
        special_tokens=[SPECIAL[0]],
        continuing_subword_prefix=INNER,
        limit_alphabet=100,
        show_progress=False,
    )
    model.train_from_iterator(_repeated(words), trainer)
    learnt = model.get_vocab()
    pieces = sorted((piece for piece in learnt if piece not in SPECIAL), key=learnt.__getitem__)
    return list(dict.fromkeys([*fixed, *pieces]))[:size]


def _repeated(words: Counter[str]) -> Iterable[str]:
    """Words as often as they count, on a scale that keeps the list short."""
    for word, count in sorted(words.items()):
        if count >= 5:
            yield " ".join([word] * min(max(count // 5, 1), 4_000))
