"""Round trips: random Unicode texts through every format, unedited and with a word taken out.

Two laws (core.protocols.Format): with no edits the written file reads back to the same text; with
edits it reads back to the spliced text, and what they replaced stands nowhere in its bytes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from bench.surfaces.cases import Case
from bench.surfaces.sentinels import Sentinels
from bench.surfaces.texts import READERS, holding, unicode_text
from bench.surfaces.unpack import left
from sfumato.core.document import Document
from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import EmptyFile
from sfumato.core.protocols import Intake, Written
from sfumato.core.span import Span, resolve
from sfumato.formats.registry import FORMATS, read

FULL = 1_000
_REPLACEMENTS = ("", "X", "[OTHER]", "Ana\u0301 <b>&", "\u05d0👍🏽", "a;b\tc")
_BLANKS_MOVE = frozenset({"pdf", "xml", "cda"})
"""Formats whose lines are laid out anew, so that blanks between words may differ after an edit."""


def trial(reader: str, count: int, *, seed: int) -> int:
    """No edits, on so many texts; how many of them the format could hold."""
    return sum(_unedited(reader, random.Random(f"{seed} {reader} {at}")) for at in range(count))


def deletions(reader: str, count: int, *, seed: int) -> int:
    """A word taken out of so many texts, with what stands beside it."""
    return sum(_edited(reader, random.Random(f"{seed} {reader} {at}")) for at in range(count))


def full() -> None:
    """The whole trial."""
    for reader in READERS:
        same, gone = trial(reader, FULL, seed=1), deletions(reader, FULL, seed=2)
        print(f"   {reader}: {same} texts read back identical, {gone} deletions leave nothing")


def _unedited(reader: str, chance: random.Random) -> bool:
    case = holding(reader, unicode_text(chance))
    try:
        document = _read(reader, case.data, case.name, case.companions)
    except EmptyFile:  # a text of blanks alone
        return False
    written = _write(reader, case, document, ())
    again = _read(reader, written.data, case.name, written.companions)
    assert again.text == document.text, f"{reader}: {document.text!r} became {again.text!r}"
    return True


def _edited(reader: str, chance: random.Random) -> bool:
    say = Sentinels(chance)
    word = say.ascii("word")
    case = holding(reader, f"{unicode_text(chance)}{word}{unicode_text(chance)}")
    document = _read(reader, case.data, case.name, case.companions)
    edits = _edits(document.text, word, chance)
    written = _write(reader, case, document, edits)
    again = _read(reader, written.data, case.name, written.companions)
    expected = splice(document.text, block_edits(document, edits))
    blank = "" if reader in _BLANKS_MOVE else None
    assert _but(blank, again.text) == _but(blank, expected), f"{reader}: {case.data!r}"
    for data in (written.data, *written.companions.values()):
        assert not left(data, say.surfaces), f"{reader}: {case.data!r}"
    return bool(edits)


def _edits(text: str, word: str, chance: random.Random) -> list[Edit]:
    """An edit over each occurrence of a word and up to three signs on either side."""
    wide = (0, 0, 1, 2, 3)
    spans = [
        Span(
            max(0, found.start() - chance.choice(wide)),
            min(len(text), found.end() + chance.choice(wide)),
            "OTHER",
        )
        for found in re.finditer(word, text)
    ]
    replacement = chance.choice(_REPLACEMENTS)
    return [Edit(span, replacement) for span in resolve(spans)]


def _read(reader: str, data: bytes, name: str, companions: Mapping[str, bytes]) -> Document:
    told, document = read(data, Intake(name, companions=companions))
    assert told == reader, f"a file for {reader} is taken for {told}"
    return document


def _write(
    reader: str, case: Case, document: Document, edits: tuple[Edit, ...] | list[Edit]
) -> Written:
    intake = Intake(case.name, companions=case.companions)
    return FORMATS.load(reader).write(case.data, document, edits, intake)


def _but(blank: str | None, text: str) -> str:
    return text if blank is None else blank.join(text.split())
