"""Lexicon maker: compiles name, place, medical and trade lists into the table of flags."""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from sfumato.detect import lexicon
from sfumato.detect.pieces import TOKEN
from sfumato.knowledge.shadow import shadow
from sfumato.train.lists import census, cities, rows

_COMMON_PEOPLE = 2_000
_COMMON_SHARE = 0.004
_LEAST_ORDINARY = 12
_ORDINARY_SHARE = 0.75
_LEAST_LETTERS = 2


def plain_words(text: str) -> Iterator[str]:
    """The words of a text in plain lower case."""
    for token in TOKEN.findall(shadow(text).data):
        if token[:1].isalpha() and len(token) >= _LEAST_LETTERS:
            yield token.decode("ascii").lower()


def make(root: Path, words: Counter[str], lower: Counter[str]) -> dict[str, int]:
    """The flags of all words of the lists, with what the counts call ordinary."""
    flags: Counter[str] = Counter()
    _mark(flags, _given(root, common=True), lexicon.GIVEN)
    _mark(flags, _given(root, common=False), lexicon.RARE_GIVEN)
    _mark(flags, _surnames(root, common=True), lexicon.SURNAME)
    _mark(flags, _surnames(root, common=False), lexicon.RARE_SURNAME)
    _mark(flags, _places(root), lexicon.PLACE)
    _mark(flags, _medical(root, words), lexicon.MEDICAL)
    _mark(flags, _trades(root), lexicon.TRADE)
    ordinary = (
        word
        for word, count in words.items()
        if lower[word] >= _LEAST_ORDINARY and lower[word] / count >= _ORDINARY_SHARE
    )
    _mark(flags, ordinary, lexicon.ORDINARY)
    return dict(flags)


def _mark(flags: Counter[str], words: Iterable[str], flag: int) -> None:
    for word in words:
        if word.isascii() and len(word) >= _LEAST_LETTERS:
            flags[word] |= flag


def _given(root: Path, *, common: bool) -> Iterator[str]:
    for part in ("hombres", "mujeres"):
        for row in rows(root / f"names/ine-{part}.csv"):
            if (float(row["frec"]) >= _COMMON_PEOPLE) == common:
                yield from plain_words(row["nombre"])
    for table in ("male", "female"):
        for name, share in census(root, table):
            if (share >= _COMMON_SHARE) == common:
                yield from plain_words(name)


def _surnames(root: Path, *, common: bool) -> Iterator[str]:
    for part in ("apellidos", "apellidos-20"):
        for row in rows(root / f"names/ine-{part}.csv"):
            count = sum(int(row[key] or 0) for key in ("frec_pri", "frec_seg"))
            if (count >= _COMMON_PEOPLE) == common:
                yield from plain_words(row["apellido"])
    for name, share in census(root, "surname"):
        if (share >= _COMMON_SHARE) == common:
            yield from plain_words(name)


def _places(root: Path) -> Iterator[str]:
    for row in rows(root / "names/codigos_postales_municipios.csv.xz"):
        yield from plain_words(row["municipio_nombre"])
    for name, _, _ in cities(root):
        yield from plain_words(name)


def _medical(root: Path, words: Counter[str]) -> Iterator[str]:
    """Words of the medical vocabularies that the collections use."""
    for file in (
        "mesh-thesaurus.tsv.xz",
        "HumanDO.tsv.xz",
        "doid-es-translated.tsv.xz",
        "hp-es.babelon.tsv.xz",
    ):
        with lzma.open(root / "taxonomies" / file, "rt", encoding="utf-8") as lines:
            for line in lines:
                for word in plain_words(line):
                    if words[word] >= 3 and len(word) > 3:
                        yield word


def _trades(root: Path) -> Iterator[str]:
    for language in ("es", "en"):
        for row in rows(root / f"names/esco-occupations_{language}.csv.xz"):
            for label in (row["preferredLabel"], *row["altLabels"].split("\n")):
                yield from (word for word in plain_words(label) if len(word) > 3)
