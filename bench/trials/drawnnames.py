"""Drawn names: no name that a surrogate bears is one of the document or of the record."""

from __future__ import annotations

import random
import re

from sfumato.core.dice import Dice
from sfumato.core.preferences import Dial, Preferences
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry, Person, Subject
from sfumato.core.span import Span
from sfumato.knowledge.names import folded, pool
from sfumato.transform.people import person

_DIALS: tuple[Dial, ...] = ("consistent", "varied", "mixed")
_CULTURES = ("es", "es", "en", "ca", "eu", "gl", "ar", "ro")
_SHAPES = (
    "{given} {one} {two}",
    "{given} {one}",
    "{one} {two}, {given}",
    "{initial}. {one}",
    "Dra. {one}",
    "{given}",
)


def people(chance: random.Random, draws: int) -> int:
    """So many names drawn for people, at least; the number that was made."""
    done = 0
    while done < draws:
        done += _people(chance)
    return done


def _people(chance: random.Random) -> int:
    """One document with a few people, in some case and dial, and perhaps a record."""
    scene = _document(chance)
    originals = {folded(word) for word in _words(scene.text)}
    if scene.entry:
        recorded = (name for one in scene.entry.subject.people for name in one.names)
        originals |= {folded(word) for name in recorded for word in _words(name)}
    kept = {"dra", "y"}
    drawn = 0
    for span in scene.spans:
        original = scene.text[span.start : span.end]
        made = person(original, span, scene)
        assert made, "there are always names left in so short a document"
        for word in _words(made):
            drawn += 1
            plain = folded(word)
            assert len(plain) == 1 or plain in kept or plain not in originals, "an original"
    return drawn


def _document(chance: random.Random) -> Scene:
    names = [_name(chance) for _ in range(chance.randint(2, 8))]
    case = chance.choice((str, str, str, str.upper, str.lower))
    text, spans = "Visto con ", []
    for name in names:
        written = case(name)
        label = chance.choice(("PATIENT", "DOCTOR", "RELATIVE"))
        spans.append(Span(len(text), len(text) + len(written), label))
        text += f"{written} y "
    recorded = tuple(
        Person("CAREGIVER", number, (_name(chance),)) for number in range(chance.randint(0, 4))
    )
    return Scene(
        text=text,
        spans=tuple(spans),
        language=chance.choice(("es", "en", "und")),
        dice=Dice(chance.randbytes(4)),
        preferences=Preferences(dial=chance.choice(_DIALS)),
        entry=Entry(Subject("1", recorded)) if recorded else None,
    )


def _name(chance: random.Random) -> str:
    culture = chance.choice(_CULTURES)
    given = _from(f"{culture}.{chance.choice(('female', 'male'))}", chance)
    one, two = (_from(f"{culture}.surname", chance) for _ in range(2))
    shape = chance.choice(_SHAPES)
    return shape.format(given=given, one=one, two=two, initial=given[0])


def _from(part: str, chance: random.Random) -> str:
    """A common name of a part, as originals are: what is drawn is common too."""
    found = pool(part)
    assert found is not None
    return found.names[min(len(found.names), 120) * chance.randrange(100) // 100]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)
