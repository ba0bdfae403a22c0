"""Personcast: everybody a document names, and the surrogate of each of their names.

The rule of collisions: each original has its own sequence of names, drawn from the secret of the
scope. It gets the first of the sequence that stands nowhere in the document, in the subject's
record or in the list to avoid, and that no other original of the document has got before it;
originals take their turn in the order of their folded spelling. So a surrogate that a later
document of the subject brings as an original gives way to the next of its sequence there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.names import folded
from sfumato.knowledge.shadow import shadow
from sfumato.transform.dial import mention_of
from sfumato.transform.personpools import (
    Name,
    Role,
    Sex,
    candidates,
    culture_of,
    cultures_of,
    sex_of,
)
from sfumato.transform.personread import Part, Reading, read_name

PEOPLE = frozenset(("PATIENT", "DOCTOR", "RELATIVE"))
_BEFORE, _AROUND = 20, 60
_TITLED: dict[str, Sex] = {
    **dict.fromkeys(
        "dra doctora dona dna sra srta senora senorita profesora mrs ms miss".split(), "female"
    ),
    **dict.fromkeys("madam lady sor sister licenciada enfermera dame madre lcda".split(), "female"),
    **dict.fromkeys(
        "don d sr senor mr sir lord fray padre licenciado enfermero lcdo".split(), "male"
    ),
}
_SEXED = re.compile(
    r"\b(?:(mujer|female|woman|nina|girl|lady|senora|femenino)"
    r"|(varon|hombre|male|man|nino|boy|gentleman|senor|masculino))\b"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A name as it stands in the text."""

    text: str = field(repr=False)
    reading: Reading = field(repr=False)
    mark: str
    """What tells the draws of the mention apart; empty where they are those of every mention."""
    said: Sex = "either"


@dataclass(slots=True)
class _Traits:
    """What the document tells of a name: gathered from all its mentions."""

    article: str = ""
    width: int = 0
    beside: frozenset[str] = frozenset()


class Cast:
    """The names of a document with their surrogates."""

    def __init__(self, scene: Scene, text: str, spans: Sequence[Span]) -> None:
        self._scene = scene
        self.text = text
        self.mentions = {(s.start, s.end): self._mention(s) for s in spans if s.label in PEOPLE}
        self._record = [read_name(name) for name in _recorded(scene)]
        self._roles = self._voted()
        self._said = self._sexes()
        self._traits: dict[Name, _Traits] = defaultdict(_Traits)
        readings = [mention.reading for mention in self.mentions.values()]
        self.people = [self._observed(reading) for reading in (*readings, *self._record)]
        self._forbidden = self._originals(text)
        self._taken: dict[str, Name] = {}
        self._drawn: dict[tuple[str, Name], str | None] = {}
        self._last: dict[Name, str] = {}
        self._assign()

    def names(self, reading: Reading) -> dict[Part, Name]:
        """For each part that is a name, the name."""
        found: dict[Part, Name] = {}
        width = len(reading.of("given", "surname"))
        beside: Sex = "either"
        for part in reading.of("given", "surname"):
            role: Role = "given" if part.kind == "given" else "surname"
            if part.plain in self._roles and self._roles[part.plain][0] > width:
                role = self._roles[part.plain][1]
            if role == "surname":
                found[part] = Name(part.plain, role)
                continue
            said = self._said.get(part.plain, "either")
            sex = sex_of(part.plain, self._scene.language, said, beside)
            found[part] = Name(part.plain, role, sex)
            beside = beside if beside != "either" else sex
        return found

    def surrogate(self, name: Name, mark: str) -> str | None:
        """The name that stands for another, spelled with its accents; None where none is left."""
        key = mark, name
        if key not in self._drawn:
            self._drawn[key] = self._draw(name, mark)
        return self._drawn[key]

    def _draw(self, name: Name, mark: str) -> str | None:
        traits = self._traits[name]
        kind = "surname" if name.role == "surname" else name.sex
        culture = culture_of(name.plain, kind, self._scene.language, traits.beside)
        chance = self._scene.dice.chance(f"person {name.kind}", f"{name.plain}{mark}")
        for spelling, plain in candidates(name, culture, traits.article, chance, rare=bool(mark)):
            if self._taken.get(plain, name) != name or self._is_forbidden(plain):
                continue
            if mark and self._last.get(name) == plain:
                continue
            self._taken[plain] = name
            self._last[name] = plain
            return spelling
        return None

    def _is_forbidden(self, plain: str) -> bool:
        if "-" in plain:
            return any(half in self._forbidden for half in plain.split("-"))
        return plain in self._forbidden

    def _mention(self, span: Span) -> Mention:
        text = self.text[span.start : span.end]
        before = self.text[max(0, span.start - _BEFORE) : span.start]
        reading = read_name(text, language=self._scene.language, before=before)
        mark = mention_of(self._scene, span)
        said = _TITLED.get(reading.title) or self._around(span)
        return Mention(text, reading, f" {span.label}{mark}" if mark else "", said)

    def _around(self, span: Span) -> Sex:
        """The sex that the words right after a name say, else those right before it."""
        after = self.text[span.end : span.end + _AROUND].partition("\n")[0]
        before = self.text[max(0, span.start - _AROUND) : span.start].rpartition("\n")[2]
        for words in (after, before):
            found = _SEXED.search(shadow(words).data.decode("ascii").lower())
            if found:
                return "female" if found[1] else "male"
        return "either"

    def _voted(self) -> dict[str, tuple[int, Role]]:
        """Whether a name is a given name or a surname, as the fullest mention has it."""
        roles: dict[str, tuple[int, Role]] = {}
        for reading in (*(m.reading for m in self.mentions.values()), *self._record):
            parts = reading.of("given", "surname")
            for part in parts:
                role: Role = "given" if part.kind == "given" else "surname"
                if len(parts) > roles.get(part.plain, (0, role))[0]:
                    roles[part.plain] = len(parts), role
        return roles

    def _sexes(self) -> dict[str, Sex]:
        """The sex that titles and words near the mentions say, by given name."""
        votes: dict[str, Counter[Sex]] = defaultdict(Counter)
        for mention in self.mentions.values():
            if mention.said != "either":
                for part in mention.reading.of("given"):
                    votes[part.plain][mention.said] += 1
        return {plain: max(sorted(count), key=count.__getitem__) for plain, count in votes.items()}

    def _observed(self, reading: Reading) -> list[tuple[Part, Name]]:
        """The names of a person in order; what their mention tells of them is noted."""
        names = self.names(reading)
        cultures = {part: self._cultures(name) for part, name in names.items()}
        for part, name in names.items():
            traits = self._traits[name]
            traits.article = traits.article or part.article
            if len(names) > traits.width:
                others = (cultures[other] for other in names if other is not part)
                traits.width = len(names)
                traits.beside = frozenset().union(*(one for one in others if len(one) == 1))
        return list(names.items())

    def _cultures(self, name: Name) -> frozenset[str]:
        return cultures_of(name.plain, "surname" if name.role == "surname" else name.sex)

    def _originals(self, text: str) -> frozenset[str]:
        """What no surrogate may be: every word of text and record, every name, the avoided."""
        scene = self._scene
        sources = [text, *_recorded(scene)]
        if scene.entry:
            sources += [value.text for value in scene.entry.subject.values]
        found = {word for source in sources for word in _words(source)}
        found.update(part.plain for person in self.people for part, _ in person)
        found.update(folded(part.text) for person in self.people for part, _ in person)
        return frozenset(found) | _avoided(scene)

    def _assign(self) -> None:
        """Draws for all mentions, in a fixed order, so that each gets its own."""
        plain: set[Name] = set()
        marked: list[tuple[str, list[Name]]] = []
        for mention, person in zip(self.mentions.values(), self.people, strict=False):
            names = [name for _, name in person]
            if mention.mark:
                marked.append((mention.mark, names))
            else:
                plain.update(names)
        for name in _ordered(plain):
            self.surrogate(name, "")
        for mark, names in marked:
            for name in _ordered(names):
                self.surrogate(name, mark)


def _ordered(names: Iterable[Name]) -> list[Name]:
    return sorted(names, key=lambda name: (name.plain, name.role, name.sex))


def _recorded(scene: Scene) -> Iterator[str]:
    """The names that the record has for the subject's people."""
    for person in scene.entry.subject.people if scene.entry else ():
        yield from person.names


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", shadow(text).data.decode("ascii").lower())


def _avoided(scene: Scene) -> frozenset[str]:
    return frozenset(word for name in scene.avoid for word in (folded(name), *_words(name)))
