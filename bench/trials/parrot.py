"""Parrot: a reader who copies what he sees guesses which names leaked.

Notes of both languages tell of people, each mentioned several times, in part by name parts. Of
the mentions a share is missed by detection and stands as it is; the others get surrogates under a
setting of the dial. The reader knows how surrogates are drawn, the setting, the recall and the
lists, but not the key. He sees every mention with its role, sex and place in the name ("the
surname after Dr."), and which mentions are of one person, as context tells it: the strongest
case. He does not see which mention leaked.

He weighs each name by Bayes: how much likelier is it that a mention shows what it shows if it
leaked than if it was drawn? Under each setting he uses the same three clues and all he can of them.

- Repetition. He weighs each name that one person's mentions show as the original that leaked:
  under `consistent` all drawn mentions show one name, so a name beside another one leaked, and the
  one that fewer show is likelier the leak; under `varied` drawn mentions agree only by chance, so
  names that agree have leaked together; under `mixed` either may be.
- Rarity. A name that surrogates are never drawn from leaked, a common one may have. Under `varied`
  surrogates are drawn as often as people bear a name, and he knows how often that is.
- Kinship. What is told of one part (a given name) counts for the other parts of its mention,
  which leaked together or not at all.

He guesses the mentions whose odds are even or better. With `knows_lists` off he lacks the second
clue: he is a reader without the program at hand.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sfumato.core.dice import Dice
from sfumato.core.preferences import Dial, Preferences
from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.names import Pool, folded, pool
from sfumato.transform.people import person

DIALS: tuple[Dial, ...] = ("consistent", "mixed", "varied")
RECALLS = (0.95, 0.99)
FULL, REDUCED = 4000, 500
MOST_OF_CONSISTENT = 1 / 3
_COMMON = 300
_BREADTH = 250.0
_MIXED_SHARE = Preferences().mixed_share
_LINES = {
    "es": ("El {label} {name} acude.", "Lo refiere {name}.", "Visto por {name}.", "Firma {name}."),
    "en": ("Seen with {name}.", "Spoke to {name}.", "Plan agreed with {name}.", "Per {name}."),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A mention as the reader sees it: whose it is, its folded parts, and the truth for scoring."""

    whose: int
    parts: tuple[str, ...]
    leaked: bool


@dataclass(frozen=True, slots=True)
class Score:
    """Counts that add: leaks there were, guesses made, guesses that were right."""

    leaks: int = 0
    guesses: int = 0
    right: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.leaks + other.leaks, self.guesses + other.guesses, self.right + other.right
        )

    @property
    def found(self) -> float:
        """The share of leaks that the reader found."""
        return self.right / self.leaks if self.leaks else 0.0

    @property
    def precision(self) -> float:
        """The share of his guesses that were right."""
        return self.right / self.guesses if self.guesses else 0.0


def trial(dial: Dial, recall: float, documents: int, *, seed: int, knows_lists: bool) -> Score:
    """What the reader finds in so many documents."""
    chance = random.Random(f"{seed} {recall}")
    score = Score()
    for _ in range(documents):
        seen, language = _read(dial, recall, chance)
        score += _guessed(seen, language, dial, recall, knows_lists=knows_lists)
    return score


def full() -> None:
    """The whole trial."""
    for knows_lists in (False, True):
        for recall in RECALLS:
            found = {}
            for dial in DIALS:
                score = trial(dial, recall, FULL, seed=1, knows_lists=knows_lists)
                found[dial] = score.found
                print(
                    f"   recall {recall:.0%}, {'with' if knows_lists else 'without'} the lists, "
                    f"{dial}: {score.right} of {score.leaks} leaks found ({score.found:.1%}), "
                    f"precision {score.precision:.1%}"
                )
            if not knows_lists:
                assert found["varied"] <= MOST_OF_CONSISTENT * found["consistent"]


def _read(dial: Dial, recall: float, chance: random.Random) -> tuple[list[Seen], str]:
    """A document after replacement, as the reader sees it."""
    language = chance.choice(("es", "en"))
    people = [_person(language, chance) for _ in range(chance.randint(1, 4))]
    text, mentions = "", []
    for whose in chance.choices(range(len(people)), k=chance.randint(3, 14)):
        before, after = (
            chance.choice(_LINES[language]).replace("{label}", "paciente").split("{name}")
        )
        start = len(text) + len(before)
        text += f"{before}{people[whose]}{after}\n"
        mentions.append((whose, start, start + len(people[whose])))
    leaked = [chance.random() >= recall for _ in mentions]
    scene = Scene(
        text=text,
        spans=tuple(
            Span(start, end, "PATIENT")
            for (_, start, end), leaks in zip(mentions, leaked, strict=True)
            if not leaks
        ),
        language=language,
        dice=Dice(chance.randbytes(8)),
        preferences=Preferences(dial=dial),
    )
    spans = iter(scene.spans)
    seen = []
    for (whose, start, end), leaks in zip(mentions, leaked, strict=True):
        shown: str | None = text[start:end]
        if not leaks:
            shown = person(text[start:end], next(spans), scene)
        seen.append(Seen(whose, tuple(map(folded, (shown or "").split())), leaks))
    return seen, language


def _person(language: str, chance: random.Random) -> str:
    """A given name and a surname, each as often as people bear it."""
    sex = chance.choice(("female", "male"))
    return f"{_borne(f'{language}.{sex}', chance)} {_borne(f'{language}.surname', chance)}"


def _borne(part: str, chance: random.Random) -> str:
    """A name of a pool: rank r about as often as 1/r, the tail included."""
    found = _pool(part)
    ranks = range(1, len(found.names) + 1)
    return chance.choices(found.names, [1 / (rank + 8) for rank in ranks])[0]


def _pool(part: str) -> Pool:
    found = pool(part)
    assert found is not None
    return found


def _guessed(
    seen: Sequence[Seen], language: str, dial: Dial, recall: float, *, knows_lists: bool
) -> Score:
    leaks = sum(mention.leaked for mention in seen)
    guesses = right = 0
    for whose in {mention.whose for mention in seen}:
        mine = [mention for mention in seen if mention.whose == whose]
        odds = _odds([m.parts for m in mine], language, dial, recall, knows_lists=knows_lists)
        for mention, chance_of_leak in zip(mine, odds, strict=True):
            if chance_of_leak >= 0.5:
                guesses += 1
                right += mention.leaked
    return Score(leaks, guesses, right)


def _odds(
    shown: Sequence[tuple[str, ...]],
    language: str,
    dial: Dial,
    recall: float,
    *,
    knows_lists: bool,
) -> list[float]:
    """How likely each mention of one person leaked, over all names that may be the original.

    A hypothesis is the name that is the original: one of those shown, or one that nobody sees
    because nothing leaked. The mentions that show it leaked; under `consistent` and `mixed` a
    second choice is the name that the drawn mentions share.
    """
    counts = Counter(shown)
    weights: list[tuple[float, frozenset[tuple[str, ...]]]] = []
    total = len(shown)
    for original in (None, *counts):
        hidden = counts[original] if original else 0
        drawn = Counter({name: n for name, n in counts.items() if name != original})
        weight = hidden * math.log(1 - recall) + (total - hidden) * math.log(recall)
        if original is not None:
            weight += _log_borne(original)
        weight += _log_drawn(drawn, language, dial, knows_lists=knows_lists)
        weights.append((weight, frozenset([original] if original else [])))
    top = max(weight for weight, _ in weights)
    if top == -math.inf:
        return [0.0] * total
    scaled = [(math.exp(weight - top), names) for weight, names in weights]
    whole = sum(weight for weight, _ in scaled)
    return [sum(w for w, names in scaled if name in names) / whole for name in shown]


def _log_borne(name: tuple[str, ...]) -> float:
    """How likely an original is called so: as if about so many names were equally common."""
    return -math.log(_BREADTH) * len(name)


def _log_drawn(
    drawn: Counter[tuple[str, ...]], language: str, dial: Dial, *, knows_lists: bool
) -> float:
    """How likely the surrogates of one person show these names so often."""
    if not drawn:
        return 0.0
    one = sum(
        _log_surrogate(part, at, language, dial, knows_lists=knows_lists)
        for part, at in _parts(next(iter(drawn)))
    )
    if dial == "consistent":
        return one if len(drawn) == 1 else -math.inf
    each = {
        name: sum(
            _log_surrogate(part, at, language, dial, knows_lists=knows_lists)
            for part, at in _parts(name)
        )
        for name in drawn
    }
    if any(weight == -math.inf for weight in each.values()):
        return -math.inf
    varied = sum(each[name] * count for name, count in drawn.items())
    if dial == "varied":
        return varied
    return _log_mixed(drawn, each)


def _log_mixed(drawn: Counter[tuple[str, ...]], each: dict[tuple[str, ...], float]) -> float:
    """The same where some mentions share a name and others do not: over the name they share."""
    total = drawn.total()
    choices = [total * math.log(_MIXED_SHARE) + sum(each[name] * n for name, n in drawn.items())]
    for shared in drawn:
        rest = sum(
            (math.log(_MIXED_SHARE) + each[name]) * n for name, n in drawn.items() if name != shared
        )
        both = math.log(1 - _MIXED_SHARE + _MIXED_SHARE * math.exp(each[shared]))
        choices.append(each[shared] + rest + drawn[shared] * both)
    top = max(choices)
    return top + math.log(sum(math.exp(choice - top) for choice in choices))


def _parts(name: tuple[str, ...]) -> list[tuple[str, int]]:
    return [(part, at) for at, part in enumerate(name)]


def _log_surrogate(part: str, at: int, language: str, dial: Dial, *, knows_lists: bool) -> float:
    """How likely one part is drawn: evenly from the common names, or each as people bear it."""
    kinds = ("surname",) if at else ("female", "male", "female.first", "male.first")
    pools = [found for kind in kinds if (found := pool(f"{language}.{kind}"))]
    if knows_lists and dial != "consistent":
        return max((_log_drawn_as_borne(part, found) for found in pools), default=-math.inf)
    if knows_lists and not any(part in found.plain[:_COMMON] for found in pools):
        other = ("female.second", "male.second") if not at else ()
        if not any(part in found.known for kind in other if (found := pool(f"{language}.{kind}"))):
            return -math.inf
    return -math.log(150.0 if not at else _COMMON)


def _log_drawn_as_borne(part: str, found: Pool) -> float:
    if part not in found.known:
        return -math.inf
    place = found.plain.index(part)
    before = found.heights[place - 1] if place else 0.0
    return math.log((found.heights[place] - before) / found.heights[-1])
