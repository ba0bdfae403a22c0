"""Disguised identifiers: recall falls by at most half a point.

Every identifier of the invented notes is written anew in signs that look the same or are not seen
at all, and searched again. The look-alikes are listed here apart from the table that undoes them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from sfumato.core.document import Document
from sfumato.detect.registry import built_in, detect_all
from sfumato.evaluate.cover import is_covered, mask_of
from sfumato.evaluate.note import Mark
from sfumato.knowledge.language import tell_language
from sfumato.knowledge.marked import Marked, read_marked

_ROOT = Path(__file__).parents[2]
GOLD = _ROOT / "tests" / "gold" / "notes"
INVENTED = _ROOT / "src" / "sfumato" / "train" / "notes"
LARGEST_FALL = 0.005
_TIMEOUT_S = 120.0

_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u200e\u061c\u180e\u2063\ufe0f\u034f\u3164\U000e0041"
_CYRILLIC = dict(
    zip(
        "ABCEHIJKMOPQSTVWXYZabceghijkmnopqrstuvwxyz3",
        "АВСЕНІЈКМОРԚЅТѴԜХҮZаьсеɡһіјкмпорԛгѕтυѵԝхуᴢЗ",
        strict=True,
    )
)
_GREEK = dict(
    zip(
        "ABEFHIKMNOPTXYZabeiknoprtuvwxy",
        "ΑΒΕϜΗΙΚΜΝΟΡΤΧΥΖαβεικηορгτυνωχγ",
        strict=True,
    )
)
_OTHERS = dict(
    zip(
        "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "ᎪᏴᏟᎠᎬꓝᏀᎻⅠᎫᏦᏞⅯꓠ𝐎ᏢᏒᏚᎢꓴᏙᎳꓫ𝕐Ꮓɑᖯⅽԁ𝚎ƒցհıϳ𝑘ⅼⅿոօрզᴦꜱᴛսⅴᴡⅹყ𝓏𝟎𝟭٢۳४𝟝б७８𝟗",
        strict=True,
    )
)
_SIGNS = {
    "-": "‐‑–−―﹣ー",
    ".": "․。．",
    "@": "＠﹫",
    "/": "⁄∕／",
    ":": "：꞉ː∶",
    " ": "\u00a0\u2009\u202f\u3000",
    "_": "＿﹍",
    "(": "（﹙",
    ")": "）﹚",
    ",": "，‚﹐",
    "'": "’ʼ＇",
    "+": "＋﹢",
}

Disguise = Callable[[str], str]


def _between(signs: str) -> Disguise:
    def disguise(text: str) -> str:
        return "".join(sign + unseen for sign, unseen in zip(text, cycle(signs))).removesuffix(
            signs[(len(text) - 1) % len(signs)]
        )

    return disguise


def _once(sign: str) -> Disguise:
    """One unseen sign in the middle, as a copied line break leaves it."""
    return lambda text: f"{text[: len(text) // 2]}{sign}{text[len(text) // 2 :]}"


def _alike(table: dict[str, str], *, share: float = 1.0) -> Disguise:
    def disguise(text: str) -> str:
        chance = random.Random(text)
        return "".join(table.get(c, c) if chance.random() < share else c for c in text)

    return disguise


def _full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c.replace(" ", "　") for c in text)


def _signs(text: str) -> str:
    chance = random.Random(text)
    return "".join(chance.choice(_SIGNS.get(c, c)) for c in text)


def _mixed(text: str) -> str:
    chance = random.Random(text)
    ways = (str, _alike(_CYRILLIC), _alike(_GREEK), _full_width, _signs)
    return "".join(
        chance.choice(ways)(c) + chance.choice(("", "", "\u200b", "\u00ad")) for c in text
    )


DISGUISES: dict[str, Disguise] = {
    "zero-width": _between("\u200b"),
    "unseen signs": _between(_UNSEEN),
    "one unseen sign": _once("\ufeff"),
    "soft hyphens": _between("\u00ad"),
    "one soft hyphen": _once("\u00ad"),
    "combining marks": _between("\u0332\u0307"),
    "full width": _full_width,
    "Cyrillic": _alike(_CYRILLIC),
    "Cyrillic here and there": _alike(_CYRILLIC, share=0.3),
    "Greek": _alike(_GREEK),
    "other look-alikes": _alike(_OTHERS),
    "look-alike signs": _signs,
    "all together": _mixed,
}


@dataclass(frozen=True, slots=True)
class Recall:
    """How many identifiers were found whole, as they are and in a disguise."""

    total: int
    plain: int
    disguised: int

    @property
    def fall(self) -> float:
        """By how much recall falls; below zero where it rises."""
        return (self.plain - self.disguised) / self.total


def notes_of(*folders: Path) -> list[Marked]:
    """The marked notes of the folders."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.txt"))]
    return [note for path in paths for note in read_marked(path.read_text(encoding="utf-8"))]


def trial(notes: Sequence[Marked]) -> dict[str, Recall]:
    """The recall in each disguise."""
    total = sum(len(note.spans) for note in notes)
    plain = _found(notes, str)
    return {
        name: Recall(total, plain, _found(notes, disguise)) for name, disguise in DISGUISES.items()
    }


def full() -> None:
    """All invented notes."""
    recalls = trial(notes_of(GOLD, INVENTED))
    for name, recall in recalls.items():
        share = recall.disguised / recall.total
        print(f"   {name}: {share:.4f} of {recall.total}, falls by {recall.fall:+.4f}")
    worse = [name for name, recall in recalls.items() if recall.fall > LARGEST_FALL]
    assert not worse, f"recall falls by more than half a point: {', '.join(worse)}"


def _found(notes: Sequence[Marked], disguise: Disguise) -> int:
    detectors = built_in()
    found = 0
    for note in notes:
        text, marks = _disguised(note, disguise)
        document = Document(note.id, text, language=tell_language(text))
        spans = detect_all(document, detectors, timeout_s=_TIMEOUT_S)
        hidden = mask_of((Mark(span.start, span.end, span.label) for span in spans), len(text))
        found += sum(is_covered(mark, text, hidden) for mark in marks)
    return found


def _disguised(note: Marked, disguise: Disguise) -> tuple[str, list[Mark]]:
    text, marks, last = "", [], 0
    for start, end, label in sorted(note.spans):
        text += note.text[last:start]
        written = disguise(note.text[start:end])
        marks.append(Mark(len(text), len(text) + len(written), label))
        text += written
        last = end
    return text + note.text[last:], marks
