"""Random overlapping and adjacent spans: nothing claimed survives, nothing else is touched.

The signs of the text are all different, so that each one that is left or lost can be told: in a
spliced string, in a document of blocks with the reader's own words between them, and in a file.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from bench.surfaces.texts import READERS, holding
from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.labels import LABELS
from sfumato.core.protocols import Intake
from sfumato.core.span import Span, resolve
from sfumato.formats.registry import FORMATS, read

FULL = 100_000
FULL_FILES = 200
_TEXT = "".join(chr(0x100 + index) for index in range(60))
_MARK = "#"
_SIGNS = frozenset(_TEXT)


def trial(count: int, *, seed: int) -> int:
    """Runs the trial on `count` random span sets; the number of spans that were tried."""
    chance = random.Random(seed)
    return sum(_one(chance) for _ in range(count))


def files(reader: str, count: int, *, seed: int) -> int:
    """The same through the writer of a format; the number of spans that were tried."""
    chance = random.Random(f"{seed} {reader}")
    return sum(_file(reader, chance) for _ in range(count))


def full() -> None:
    """The whole trial."""
    print(f"   {FULL} span sets, {trial(FULL, seed=1)} spans: none survives")
    tried = sum(files(reader, FULL_FILES, seed=2) for reader in READERS)
    print(f"   {FULL_FILES} files of each of {len(READERS)} formats, {tried} spans: none survives")


def _one(chance: random.Random) -> int:
    spans = [_span(len(_TEXT), chance) for _ in range(chance.randint(1, 12))]
    claimed = _claimed(spans)
    resolved = resolve(spans)
    covered = [place for span in resolved for place in range(span.start, span.end)]
    assert len(covered) == len(set(covered)), "resolved spans overlap"
    assert set(covered) == claimed, "resolve changed what is covered"
    edits = [Edit(span, _MARK) for span in resolved]
    _check_spliced(splice(_TEXT, edits), claimed)
    _check_blocks(_blocks(chance), edits, claimed)
    return len(spans)


def _check_blocks(blocks: Sequence[Block], edits: Sequence[Edit], claimed: set[int]) -> None:
    """Inside blocks every claimed sign goes; what lies between blocks is no source and stays."""
    document = Document("", _TEXT, tuple(blocks))
    inside = {place for block in blocks for place in range(block.start, block.end)}
    cut = block_edits(document, edits)
    assert all(any(b.start <= e.span.start < e.span.end <= b.end for b in blocks) for e in cut)
    _check_spliced(splice(_TEXT, cut), claimed & inside)
    touched = [e for e in edits if inside.intersection(range(e.span.start, e.span.end))]
    assert sum(bool(edit.replacement) for edit in cut) == len(touched), "a replacement is lost"


def _check_spliced(output: str, claimed: set[int]) -> None:
    left = output.replace(_MARK, "")
    assert left == "".join(c for place, c in enumerate(_TEXT) if place not in claimed)


def _file(reader: str, chance: random.Random) -> int:
    case = holding(reader, _TEXT)
    intake = Intake(case.name, companions=case.companions)
    _, document = read(case.data, intake)
    spans = [_span(len(document.text), chance) for _ in range(chance.randint(1, 12))]
    edits = [Edit(span, _MARK) for span in resolve(spans)]
    written = FORMATS.load(reader).write(case.data, document, edits, intake)
    _, again = read(written.data, Intake(case.name, companions=written.companions))
    gone = _claimed(spans) & {p for b in document.blocks for p in range(b.start, b.end)}
    kept = [sign for place, sign in enumerate(document.text) if place not in gone]
    assert _signs(again.text) == _signs("".join(kept)), f"{reader}: spans {spans}"
    return len(spans)


def _signs(text: str) -> Counter[str]:
    return Counter(filter(_SIGNS.__contains__, text))


def _claimed(spans: Sequence[Span]) -> set[int]:
    return {place for span in spans for place in range(span.start, span.end)}


def _span(length: int, chance: random.Random) -> Span:
    start = chance.randrange(length)
    end = min(length, start + chance.choice((1, 1, 2, 3, 5, 8, 20)))
    score = chance.choice((0.5, 0.9, 0.9, 1.0))
    return Span(start, end, chance.choice(LABELS), score, chance.choice(("a", "b")))


def _blocks(chance: random.Random) -> list[Block]:
    """Blocks in order, some next to each other, some apart, some empty."""
    borders = sorted(chance.randint(0, len(_TEXT)) for _ in range(2 * chance.randint(0, 6)))
    return [Block(*pair, "text") for pair in zip(borders[::2], borders[1::2], strict=True)]
