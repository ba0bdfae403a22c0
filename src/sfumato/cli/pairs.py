"""Pairs: originals beside their released texts, with the places that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from sfumato.batch.maps import MAP_SUFFIX, map_place
from sfumato.cli.released import Reader, Text, mapped
from sfumato.core.errors import Damaged
from sfumato.core.offsets import Change, OffsetMap

_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
DIFFERS = "differs"
"""The operator of a place that was found by comparing, where there is no map."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One document before and after; `line` is its line in a JSONL file, 0 for a whole file."""

    line: int
    original: str = field(repr=False)
    released: str = field(repr=False)
    offsets: OffsetMap = field(repr=False)


def pairs_of(original: Path, released: Path, maps: Path | None) -> list[Pair]:
    """The documents of a file beside those of its output, by the map if there is one."""
    place = maps or map_place(released)
    with Reader() as reader:
        before, after = list(reader.texts(original)), list(reader.texts(released))
    if not place.exists():
        return list(_compared(before, after))
    if not place.name.endswith(MAP_SUFFIX):
        place = map_place(place)
    known = {text.line: text for text in before}
    found = []
    for one, text in zip(mapped(place, released), after, strict=False):
        offsets = one.offsets.head(len(text.text))
        if one.line not in known or not offsets.fits(known[one.line].text, text.text):
            raise Damaged("the map does not lead from the one file to the other")
        found.append(Pair(one.line, known[one.line].text, text.text, offsets))
    return found


def _compared(before: Sequence[Text], after: Sequence[Text]) -> Iterator[Pair]:
    """Without a map: documents by their ids, or in order where ids do not tell."""
    known = {text.id: text for text in before} if len(before) > 1 else {}
    if not known.keys() >= {text.id for text in after} and len(before) != len(after):
        raise Damaged("the two files do not hold the same documents; give --map")
    for order, text in enumerate(after):
        own = known.get(text.id, before[min(order, len(before) - 1)])
        yield Pair(own.line, own.text, text.text, differences(own.text, text.text))


def differences(original: str, released: str) -> OffsetMap:
    """What differs, line by line and then word by word; the labels are not known."""
    changes: list[Change] = []
    old, new = _LINES.findall(original), _LINES.findall(released)
    for a, b, c, d in _unlike(old, new):
        start, to = len("".join(old[:a])), len("".join(new[:c]))
        before, after = _WORDS.findall("".join(old[a:b])), _WORDS.findall("".join(new[c:d]))
        for e, f, g, h in _joined(_unlike(before, after), before):
            begin, there = start + len("".join(before[:e])), to + len("".join(after[:g]))
            end, reach = start + len("".join(before[:f])), to + len("".join(after[:h]))
            changes.append(Change(begin, end, there, reach, "", DIFFERS))
    return OffsetMap(tuple(changes), len(original), len(released))


def _unlike(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield a, b, c, d


def _joined(
    found: Iterator[tuple[int, int, int, int]], words: Sequence[str]
) -> list[tuple[int, int, int, int]]:
    """Places with nothing but a space or a sign between them are one place."""
    joined: list[tuple[int, int, int, int]] = []
    for a, b, c, d in found:
        between = "".join(words[joined[-1][1] : a]) if joined else ""
        if joined and len(between) < 3 and not between.isalnum() and "\n" not in between:
            joined[-1] = (joined[-1][0], b, joined[-1][2], d)
        else:
            joined.append((a, b, c, d))
    return joined
