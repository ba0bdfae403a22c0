"""Known names: where the people of a record are mentioned in a text, in every variant.

Words are looked up one by one, so the time is linear in the text however many people there are.
A mention runs on as long as one person explains all its words; the fuller match wins, and where
several people fit a mention equally well it tells all of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sfumato.core.record import Person
from sfumato.knowledge.knownparts import (
    PARTICLES,
    Fit,
    Name,
    deletions,
    initials,
    one_apart,
    parse,
)

_TOKEN = re.compile(rb"[A-Za-z0-9]+")
_BETWEEN = re.compile(
    rb"[.]?[ \t]{0,3}(?:\r?\n[ \t>|]{0,8})?|[.]?,[ \t]{0,2}|[ ]?-[ ]?|'|-\r?\n[ \t]{0,8}"
)
_JOINT = re.compile(rb"-\r?\n[ \t]{0,8}|[ '-]|\r?\n")
_BROKEN = re.compile(rb"-\r?\n[ \t]{0,8}|'")
_INITIALS = re.compile(rb"(?<![A-Za-z0-9.])(?:[A-Z]\.[ ]?){2,4}(?![A-Za-z0-9])")
_SHORTEST_TYPO = 5
_FULL = 4
_ABBREVIATED = frozenset(
    "ma mma fco fdo fdez fernz hdez mtez mnez rguez rdguez glez jr sr st sta".split()
)

Ordinary = Callable[[str], bool]
"""Whether a word in plain lower case is something else than a name, or another name."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A word of a text that may be a word of a name."""

    name: int
    slot: int
    fit: Fit


@dataclass(frozen=True, slots=True)
class Mention:
    """A range of the shadow that names somebody: one person, or one of several."""

    start: int
    end: int
    tags: tuple[str, ...]
    words: tuple[str, ...] = field(repr=False)
    """The words of the text that fit, in lower case."""
    fits: tuple[Fit, ...]


@dataclass(slots=True)
class _Run:
    """A mention under way: for each name that still fits the slots it has used and its score."""

    used: dict[int, frozenset[int]]
    score: dict[int, int]
    last: int
    words: tuple[str, ...]
    fits: tuple[Fit, ...]


class KnownNames:
    """The names of some people, ready to be found."""

    def __init__(
        self,
        people: Iterable[Person],
        *,
        ordinary: Ordinary = str.isspace,
    ) -> None:
        self._names: list[Name] = []
        self._tags: list[str] = []
        for person in people:
            for name in filter(None, map(parse, person.names)):
                self._names.append(name)
                self._tags.append(person.tag)
        self._ordinary = ordinary
        self._hits = self._forms()
        self._near = self._neighbours()
        self._memo: dict[str, tuple[Hit, ...]] = {}

    def mentions(self, data: bytes) -> Iterator[Mention]:
        """The mentions in a shadow, in order."""
        tokens = list(_TOKEN.finditer(data))
        words = [token.group().lower().decode("ascii") for token in tokens]
        at = 0
        while at < len(tokens):
            run = self._started(data, tokens, words, at)
            if run is None:
                at += 1
                continue
            yield self._mention(tokens, at, run)
            at = run.last + 1
        yield from self._initials(data)

    def _forms(self) -> dict[str, tuple[Hit, ...]]:
        found: dict[str, dict[tuple[int, int], Fit]] = defaultdict(dict)
        for index, name in enumerate(self._names):
            for number, slot in enumerate(name.slots):
                for form, fit in slot.forms:
                    held = found[form].get((index, number), Fit.INITIAL)
                    found[form][index, number] = max(held, fit)
            for form in name.glued:
                found[form][index, -1] = Fit.EXACT
        return {
            form: tuple(Hit(name, slot, fit) for (name, slot), fit in hits.items())
            for form, hits in found.items()
        }

    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        """The forms that one typing error may lead to, by what deleting one letter leaves."""
        found: dict[str, list[str]] = defaultdict(list)
        for form in self._hits:
            if len(form) >= _SHORTEST_TYPO:
                for rest in deletions(form):
                    found[rest].append(form)
        return {rest: tuple(forms) for rest, forms in found.items()}

    def _of_word(self, word: str) -> tuple[Hit, ...]:
        """What a word may be: a form of a name, or one typing error away from one."""
        exact = self._hits.get(word)
        if exact is not None:
            return exact
        if len(word) < _SHORTEST_TYPO - 1 or not self._near:
            return ()
        held = self._memo.get(word)
        if held is None:
            if len(self._memo) > 50_000:
                self._memo.clear()
            held = self._memo[word] = tuple(self._mistyped(word))
        return held

    def _mistyped(self, word: str) -> Iterator[Hit]:
        near = {form for rest in deletions(word) for form in self._near.get(rest, ())}
        for form in sorted(near):
            if one_apart(form, word):
                for hit in self._hits[form]:
                    if hit.slot >= 0 and hit.fit > Fit.NICKNAME:
                        yield Hit(hit.name, hit.slot, Fit.TYPO)

    def _options(
        self, data: bytes, tokens: Sequence[re.Match[bytes]], words: Sequence[str], at: int
    ) -> Iterator[tuple[tuple[Hit, ...], int]]:
        """What stands at a token, with the index of the last token it takes; joint words first."""
        if at + 1 < len(tokens):
            between = data[tokens[at].end() : tokens[at + 1].start()]
            if _JOINT.fullmatch(between):
                hits = self._hits.get(words[at] + words[at + 1], ())
                halves = (words[at], words[at + 1])
                broken = _BROKEN.fullmatch(between) or not all(map(self._ordinary, halves))
                if hits and len(words[at] + words[at + 1]) >= _FULL and broken:
                    parts = (hit for hit in hits if hit.fit is Fit.EXACT and hit.slot >= 0)
                    yield tuple(parts), at + 1
        hits = self._of_word(words[at])
        if hits:
            yield hits, at

    def _started(
        self, data: bytes, tokens: Sequence[re.Match[bytes]], words: Sequence[str], at: int
    ) -> _Run | None:
        """The longest run that starts at a token."""
        run = None
        for hits, last in self._options(data, tokens, words, at):
            begun = _begun(hits, last, words[at])
            if begun.used:
                run = begun
                break
        if run is None and _is_initial(data, tokens, at):
            run = self._from_initial(data, tokens, words, at)
        if run is None:
            return None
        while (more := self._further(data, tokens, words, run)) is not None:
            run = more
        return run

    def _from_initial(
        self, data: bytes, tokens: Sequence[re.Match[bytes]], words: Sequence[str], at: int
    ) -> _Run | None:
        """A run whose first word is an initial and whose second is a name."""
        letter = words[at]
        hits = tuple(
            Hit(index, number, Fit.INITIAL)
            for index, name in enumerate(self._names)
            for number, slot in enumerate(name.slots)
            if slot.word[0] == letter
        )
        first = _begun(hits, at, letter)
        return self._further(data, tokens, words, first) if first.used else None

    def _further(
        self, data: bytes, tokens: Sequence[re.Match[bytes]], words: Sequence[str], run: _Run
    ) -> _Run | None:
        """The run with the next word of the same person, past particles and an unknown middle."""
        at = run.last
        for skipped in range(4):
            at += 1
            if at >= len(tokens):
                return None
            between = data[tokens[at - 1].end() : tokens[at].start()]
            if not _BETWEEN.fullmatch(between) or _ends(between, words[at - 1]):
                return None
            given_next = b"," in between
            for hits, last in self._options(data, tokens, words, at):
                more = self._extended(run, hits, last, words[at], given_next)
                if more is not None:
                    return more
            if _is_initial(data, tokens, at):
                return self._past_initial(data, tokens, words, run, at)
            if given_next or not self._may_skip(tokens, words, at, skipped):
                return None
        return None

    def _past_initial(
        self,
        data: bytes,
        tokens: Sequence[re.Match[bytes]],
        words: Sequence[str],
        run: _Run,
        at: int,
    ) -> _Run | None:
        """The run past an initial: the next word counts first, the letter where there is none."""
        if at + 1 < len(tokens) and _BETWEEN.fullmatch(
            data[tokens[at].end() : tokens[at + 1].start()]
        ):
            for hits, last in self._options(data, tokens, words, at + 1):
                more = self._extended(run, hits, last, words[at + 1], False)
                if more is not None:
                    return more
            if tokens[at + 1].group()[:1].isupper() and not self._ordinary(words[at + 1]):
                return None  # the initial of somebody else
        return self._extended(run, self._by_letter(run, words[at]), at, words[at], False)

    def _by_letter(self, run: _Run, letter: str) -> tuple[Hit, ...]:
        return tuple(
            Hit(index, number, Fit.INITIAL)
            for index in run.used
            for number, slot in enumerate(self._names[index].slots)
            if slot.word[0] == letter
        )

    def _may_skip(
        self, tokens: Sequence[re.Match[bytes]], words: Sequence[str], at: int, skipped: int
    ) -> bool:
        """Particles, an initial, or one unknown capitalised word may stand inside a name."""
        if words[at] in PARTICLES:
            return True
        raw = tokens[at].group()
        return (
            skipped == 0
            and raw[:1].isupper()
            and raw.isalpha()
            and not self._ordinary(words[at])
            and words[at] not in self._hits
        )

    def _extended(
        self, run: _Run, hits: Iterable[Hit], last: int, word: str, given_next: bool
    ) -> _Run | None:
        used: dict[int, frozenset[int]] = {}
        score: dict[int, int] = {}
        best = Fit.INITIAL
        for hit in hits:
            held = run.used.get(hit.name)
            if held is None or hit.slot in held or hit.slot < 0 or -1 in held:
                continue
            slots = self._names[hit.name].slots
            if given_next and (not slots[hit.slot].given or any(slots[one].given for one in held)):
                continue
            total = run.score[hit.name] + hit.fit
            if total > score.get(hit.name, 0):
                used[hit.name], score[hit.name] = held | {hit.slot}, total
                best = max(best, hit.fit)
        if not used:
            return None
        return _Run(used, score, last, (*run.words, word), (*run.fits, best))

    def _mention(self, tokens: Sequence[re.Match[bytes]], at: int, run: _Run) -> Mention:
        top = max(run.score.values())
        tags = tuple(
            dict.fromkeys(self._tags[name] for name, score in run.score.items() if score == top)
        )
        return Mention(
            tokens[at].start(), tokens[run.last].end(), tuple(sorted(tags)), run.words, run.fits
        )

    def _initials(self, data: bytes) -> Iterator[Mention]:
        """Initials alone, with their full stops: "J.G.M."."""
        known: Mapping[str, set[str]] = self._by_initials()
        for found in _INITIALS.finditer(data):
            letters = re.sub(rb"[^A-Z]", b"", found.group()).decode("ascii").lower()
            if letters in known:
                end = found.start() + len(found.group().rstrip())
                fits = (Fit.INITIAL,) * len(letters)
                tags = tuple(sorted(known[letters]))
                yield Mention(found.start(), end, tags, tuple(letters), fits)

    def _by_initials(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for name, tag in zip(self._names, self._tags, strict=True):
            for letters in initials(name):
                found[letters].add(tag)
        return found


def _begun(hits: Iterable[Hit], last: int, word: str) -> _Run:
    used: dict[int, frozenset[int]] = {}
    score: dict[int, int] = {}
    best = Fit.INITIAL
    for hit in hits:
        if hit.fit > score.get(hit.name, 0):
            used[hit.name], score[hit.name] = frozenset({hit.slot}), int(hit.fit)
            best = max(best, hit.fit)
    return _Run(used, score, last, (word,), (best,))


def _ends(between: bytes, word: str) -> bool:
    """Whether a full stop ends a sentence here: after a word that is no initial or abbreviation."""
    return between[:1] == b"." and len(word) > 1 and word not in _ABBREVIATED


def _is_initial(data: bytes, tokens: Sequence[re.Match[bytes]], at: int) -> bool:
    raw = tokens[at].group()
    return (
        len(raw) == 1
        and raw.isalpha()
        and (raw.isupper() or data[tokens[at].end() : tokens[at].end() + 1] == b".")
    )
