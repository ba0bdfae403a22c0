"""How much strict F1 falls on MEDDOCAN's development set when the texts get harder.

Case lost, accents lost, typing errors, the header block cut off. What is marked moves with the
text, so every figure is of the same identifiers; the falls have intervals over the same documents.
Typing errors are drawn with a fixed seed: swapped, dropped or doubled letters and neighbouring
keys, never at the first or the last letter of a word. "Of words" is one error in every twentieth
word, "of letters" one at every twentieth letter: two readings of a rate, the second much harder.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from bench.recogniser import Marks, corpora, counted, found, shown
from sfumato.evaluate.bootstrap import changes
from sfumato.evaluate.corpora import read_gold
from sfumato.evaluate.figures import headline
from sfumato.evaluate.note import Mark, Note

SEED = 20
RATE = 0.05
_WORD = re.compile(r"[^\W\d_]{3,}")
_KEYS = ("qwertyuiop", "asdfghjklñ", "zxcvbnm")
_HEADER = re.compile(
    r"\ufeff?\s*(?:Datos |Nombre|Apellidos|NHC|NASS|NSS|CIPA|Domicilio|Localidad|CP|Fecha de |País|"
    r"Edad|Sexo|Médico|Episodio|Servicio|Especialidad)"
)

Harder = Callable[[Note], Note]


def full() -> None:
    """Every way of making the texts harder."""
    root = corpora()
    if root is None:
        return
    notes = read_gold(root / "meddocan" / "dev")
    before = found(notes, scheme="meddocan")
    print(f"   {'':24}{'strict F1':>10}  {'change in strict F1':28}change in span F1")
    for name, harder in _WAYS.items():
        changed = [harder(note) for note in notes]
        _compare(name, notes, before, changed, found(changed, scheme="meddocan"))
    _without_header(notes, before)


def _compare(
    name: str, notes: Sequence[Note], before: Marks, harder: Sequence[Note], after: Marks
) -> None:
    falls = changes(counted(notes, before), counted(harder, after), headline)
    strict, span = falls["ner", "f1"], falls["span", "f1"]
    print(
        f"   {name:24}{strict.after:10.4f}  {shown(strict.difference):28}{shown(span.difference)}",
        flush=True,
    )


def _without_header(notes: Sequence[Note], before: Marks) -> None:
    """The identifiers after the header, with it in front of them and without it."""
    cuts = {note.id: header_end(note.text) for note in notes}
    bodies = [_body(note, cuts[note.id]) for note in notes]
    with_header = {
        id: tuple(_moved(mark, cuts[id]) for mark in marks if mark.start >= cuts[id])
        for id, marks in before.items()
    }
    alone = found(bodies, scheme="meddocan")
    _compare("header removed", bodies, with_header, bodies, alone)
    left = sum(len(note.marks) for note in bodies)
    print(f"   ({left} identifiers stand after the header, which has {_mean(cuts):.0f} signs)")


def _mean(cuts: dict[str, int]) -> float:
    return sum(cuts.values()) / len(cuts)


def header_end(text: str) -> int:
    """Where the leading lines of known keys end."""
    end = 0
    for line in text.splitlines(keepends=True):
        if line.strip() and not _HEADER.match(line):
            break
        end += len(line)
    return end


def _body(note: Note, cut: int) -> Note:
    marks = tuple(_moved(mark, cut) for mark in note.marks if mark.start >= cut)
    return replace(note, text=note.text[cut:], marks=marks)


def _moved(mark: Mark, back: int) -> Mark:
    return mark._replace(start=mark.start - back, end=mark.end - back)


def lowered(note: Note) -> Note:
    """The note in small letters; a letter that would become two stays."""
    return replace(note, text="".join(_one(sign, sign.lower()) for sign in note.text))


def unaccented(note: Note) -> Note:
    """The note without accents, tildes and diaereses."""
    plain = (unicodedata.normalize("NFD", sign)[0] for sign in note.text)
    return replace(note, text="".join(plain))


def _one(sign: str, other: str) -> str:
    return other if len(other) == 1 else sign


def mistyped(note: Note, *, by_letter: bool = False) -> Note:
    """The note with errors in a share of its words, or at a share of its letters."""
    chance = random.Random(f"{SEED} {note.id}")
    places = _letters(note.text, chance) if by_letter else _words(note.text, chance)
    return _edited(note, {at: _error(note.text, at, chance) for at in places})


def _words(text: str, chance: random.Random) -> Iterator[int]:
    """A letter inside one word in twenty."""
    for word in _WORD.finditer(text):
        if chance.random() < RATE:
            yield chance.randrange(word.start() + 1, word.end() - 1)


def _letters(text: str, chance: random.Random) -> Iterator[int]:
    """One in twenty of the letters inside words, no two of them neighbours."""
    last = -2
    for word in _WORD.finditer(text):
        for at in range(word.start() + 1, word.end() - 1):
            if at > last + 1 and chance.random() < RATE:
                yield at
                last = at


def _error(text: str, at: int, chance: random.Random) -> tuple[int, str]:
    """How many letters go from a place on, and what comes instead."""
    letter, after = text[at], text[at + 1]
    kind = chance.randrange(4)
    if kind == 0:
        return 2, after + letter
    if kind == 1:
        return 1, ""
    return 1, letter * 2 if kind == 2 else _neighbour(letter, chance)


def _neighbour(letter: str, chance: random.Random) -> str:
    plain = unicodedata.normalize("NFD", letter.lower())[0]
    row = next((row for row in _KEYS if plain in row), _KEYS[0])
    at = row.find(plain)
    key = row[at - 1] if at and chance.random() < 0.5 else row[(at + 1) % len(row)]
    return key.upper() if letter.isupper() else key


def _edited(note: Note, errors: dict[int, tuple[int, str]]) -> Note:
    """The note with its errors; marks begin and end between the same letters as before."""
    parts: list[str] = []
    places: list[int] = []
    length = skip = 0
    for at, sign in enumerate(note.text):
        places.append(length - skip)
        if skip:
            skip -= 1
            continue
        gone, new = errors.get(at, (1, sign))
        skip = gone - 1
        parts.append(new)
        length += len(new)
    places.append(length)
    return replace(note, text="".join(parts), marks=tuple(_placed(note.marks, places)))


def _placed(marks: Iterable[Mark], places: Sequence[int]) -> Iterator[Mark]:
    for mark in marks:
        yield mark._replace(start=places[mark.start], end=places[mark.end])


_WAYS: dict[str, Harder] = {
    "as it is": lambda note: note,
    "case lost": lowered,
    "accents lost": unaccented,
    "typos in 5 % of words": mistyped,
    "typos at 5 % of letters": lambda note: mistyped(note, by_letter=True),
}
