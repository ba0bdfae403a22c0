"""Role family: the false family name of a subject, drawn from common ones by the dice of a run.

A name that occurs in the subject's record or in the document gets a second one behind it
("ClarkMendoza"); so does one that another subject of the record drew before, in the order of their
keyed digests. So no two subjects of a record share a name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache

from sfumato.core.dice import Dice
from sfumato.core.protocols import Scene
from sfumato.core.record import Subject
from sfumato.knowledge.lists import lines

_WORD = re.compile(r"\w+")


def family(scene: Scene) -> str:
    """The false family name of the scene's subject."""
    return scene.once("role family", _family)


def _family(scene: Scene) -> str:
    entry = scene.entry
    assert entry is not None
    names = _pool()
    if scene.preferences.scope == "document":
        first = scene.dice.chance("family").choice(names)
    else:
        first = _families(entry.peers or (entry.subject.id,), scene.project)[entry.subject.id]
    taken = {word.casefold() for word in _record_words(entry.subject)} | scene.avoid
    written = set(_WORD.findall(scene.text))
    for name in (first, *(first + second for second in _drawn(scene.dice, "second family"))):
        if name.casefold() not in taken and not {name, name.upper()} & written:
            return name
    raise AssertionError("the text holds every name there is")


@lru_cache(maxsize=4)
def _families(peers: tuple[str, ...], dice: Dice) -> dict[str, str]:
    """A name for each subject of a record, no two the same."""
    found: dict[str, str] = {}
    used: set[str] = set()
    own = {peer: dice.within(f"subject {peer}") for peer in peers}
    for peer in sorted(peers, key=lambda peer: own[peer].chance("order").random()):
        found[peer] = next(name for name in _names(own[peer]) if name not in used)
        used.add(found[peer])
    return found


def _names(dice: Dice) -> Iterator[str]:
    first = dice.chance("family").choice(_pool())
    yield first
    yield from (first + second for second in _drawn(dice, "second family") if second != first)


def _drawn(dice: Dice, kind: str) -> Iterator[str]:
    """All names in the order of chance, each drawn only when it is asked for."""
    names, chance = list(_pool()), dice.chance(kind)
    for last in range(len(names) - 1, -1, -1):
        at = chance.randrange(last + 1)
        yield names[at]
        names[at] = names[last]


@cache
def _pool() -> tuple[str, ...]:
    return tuple(word for line in lines("pseudonyms") for word in line.split())


def _record_words(subject: Subject) -> Collection[str]:
    texts = [name for person in subject.people for name in person.names]
    texts += [value.text for value in subject.values]
    return {word for text in texts for word in _WORD.findall(text)}
