"""Name tables: compiles `data/names` out of public name counts and the list of cultures.

`python -m sfumato.train.nametables DATA` makes them again, where DATA holds the folders `names`
(INE counts of given names by sex and of surnames, the names of the US census) and the texts that
tell how a name is spelled, since INE writes capitals without accents.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from sfumato.knowledge.names import ARTICLES, folded, scored
from sfumato.train.lists import census, rows
from sfumato.train.texts import read_collection

TARGET = Path(__file__).parents[1] / "data/names"
SEEDS = Path(__file__).with_name("cultures.txt")
_WORD = re.compile(r"(?<![\w'’·-])[A-ZÁÉÍÓÚÜÑÇÀÈÒÏ][^\W\d_A-Z]+(?![\w'’·-])")
_MOST = {"female": 200, "male": 200, "surname": 1000}
_FIRST, _SECOND, _AFTER_ARTICLE = 60, 80, 30
_FEWEST = {"ca": 200, "eu": 100, "gl": 20, "pt": 300, "ar": 100, "ro": 100, "zh": 20}
_LEAST_SHARE = 0.2
_LISTS = (("female", "F", "f"), ("male", "M", "m"), ("surname", "S", "s"))
_LEAST_OF_SISTER = 0.15
_FIRST_SHARE, _SECOND_SHARE = 0.12, 0.25
_FEW, _BOTH = 3, 20
_HEAD = """# {what}
# Compiled by sfumato.train.nametables. Facts from: Instituto Nacional de Estadística (Spain), given
# names by sex and surnames with the number of their bearers (www.ine.es; reuse free, source named);
# US Census Bureau, names by frequency (public domain). Cultures: src/sfumato/train/cultures.txt.
"""
_TOKENS = """# A name in plain lower case, then its share in each list: F, M, S are female,
# male, family names of Spain, f, m, s of the US: 10 log10 of the bearers in 10 million.
"""
_POOLS = """# What surrogates are drawn from: `[culture.kind]`, then name and bearers;
# of the US, bearers in 10 million. A kind that ends in `first` or `second` holds parts of
# compound names; one that ends in an article or particle, the names that follow it.
"""


class Spelling:
    """How names are written, told by how texts write them."""

    def __init__(self, texts: Iterable[str], known: Iterable[str]) -> None:
        forms: dict[str, Counter[str]] = defaultdict(Counter)
        for text in texts:
            for word in _WORD.findall(text):
                forms[folded(word)][word] += 1
        self.seen = Counter({word: sum(counts.values()) for word, counts in forms.items()})
        self._best = {word: _best(counts) for word, counts in forms.items()}
        self._best |= {folded(word): word for word in known}

    def of(self, name: str) -> str:
        """A name of a list in its spelling."""
        return self._best.get(folded(name)) or _ending_in_ez(name.capitalize())


def _best(counts: Counter[str]) -> str:
    """The commonest accented form, unless accents are rare: they are dropped, never added."""
    accented = [form for form in counts if not form.isascii()]
    if accented:
        best = max(accented, key=lambda form: (counts[form], form))
        if counts[best] > 1 and counts[best] >= _LEAST_SHARE * counts.total():
            return best
    return max(counts, key=lambda form: (form.isascii(), counts[form], form))


def _ending_in_ez(name: str) -> str:
    """A patronymic in -ez is stressed on the syllable before and so bears an accent."""
    found = re.fullmatch(r"(.*[aeiou].*?|[^aeiou]*)([aeiou])([^aeiou]{1,3}[eé]z)", name.lower())
    if found is None or len(name) < 5:
        return name
    accented = found[1] + "áéíóú"["aeiou".index(found[2])] + found[3]
    return accented.capitalize()


def read_seeds(path: Path) -> dict[str, list[str]]:
    """The parts of the list of cultures."""
    parts: dict[str, list[str]] = {}
    name = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[] ")
            parts[name] = []
        elif name and not line.startswith("#"):
            parts[name] += line.split()
    return {part: list(dict.fromkeys(names)) for part, names in parts.items()}


def ine_given(root: Path, part: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Given names of Spain, whole, and how many bear them."""
    for row in rows(root / f"names/ine-{part}.csv"):
        yield tuple(row["nombre"].split()), int(float(row["frec"]))


def ine_surnames(root: Path) -> Iterator[tuple[tuple[str, ...], int]]:
    """Surnames of Spain, whole, and how many bear them as the first."""
    for file in ("ine-apellidos.csv", "ine-apellidos-20.csv"):
        for row in rows(root / "names" / file):
            yield tuple(row["apellido"].split()), int(float(row["frec_pri"] or 20))


def us_names(root: Path, table: str) -> list[tuple[str, int]]:
    """Names of the US census and how many of 10 million bear them; its column adds up."""
    pairs = sorted(census(root, table), key=lambda pair: pair[1])
    steps = [pairs[0][1], *(after[1] - before[1] for before, after in pairwise(pairs))]
    return [
        (name, max(20, round(step * 1e5))) for (name, _), step in zip(pairs, steps, strict=True)
    ]


class Counts:
    """Bearers of each single name, by list, and where it stands in compounds."""

    def __init__(self, root: Path) -> None:
        self.lists: dict[str, Counter[str]] = {letter: Counter() for letter in "FMSfms"}
        self.places: dict[str, Counter[str]] = defaultdict(Counter)
        self.after: dict[str, Counter[str]] = defaultdict(Counter)
        self.cased: dict[str, str] = {}
        for letter, part in (("F", "mujeres"), ("M", "hombres")):
            for words, count in ine_given(root, part):
                self._given(letter, words, count)
        for words, count in ine_surnames(root):
            self._surname([folded(word) for word in words], words, count)
        for letter, table in zip("fms", ("female", "male", "surname"), strict=True):
            for name, count in us_names(root, table):
                self.lists[letter][folded(name)] += count
                self.cased[folded(name)] = name
        self.total = {letter: sum(counts.values()) for letter, counts in self.lists.items()}

    def _given(self, letter: str, words: tuple[str, ...], count: int) -> None:
        for at, word in enumerate(words[:2]):
            place = "alone" if len(words) == 1 else ("first", "second")[at]
            self.lists[letter][folded(word)] += count
            self.places[f"{letter}{place}"][folded(word)] += count

    def _surname(self, plain: list[str], words: tuple[str, ...], count: int) -> None:
        cut = next((at for at, word in enumerate(plain) if word not in ARTICLES), len(plain))
        if 0 < cut == len(plain) - 1:
            self.after[" ".join(plain[:cut])][words[cut]] += count
        for word in plain[cut:]:
            if len(word) > 1:
                self.lists["S"][word] += count

    def share(self, letter: str, name: str) -> float:
        """Bearers in 10 million of a list."""
        return self.lists[letter][name] * 1e7 / self.total[letter]

    def place(self, letter: str, name: str) -> str:
        """Where a given name stands: first or second in compounds, or mostly alone."""
        first, second = (self.places[f"{letter}{place}"][name] for place in ("first", "second"))
        whole = self.lists[letter][name]
        if first >= second and first >= _FIRST_SHARE * whole:
            return "first"
        return "second" if second > first and second >= _SECOND_SHARE * whole else "alone"


def tokens(counts: Counts) -> Iterator[str]:
    """The lines of the table of single names."""
    for name in sorted(set().union(*counts.lists.values())):
        cells = [
            f"{letter}{scored(counts.share(letter, name))}"
            for letter in "FMSfms"
            if counts.lists[letter][name]
        ]
        if name.isascii() and name.isalpha():
            yield f"{name} {' '.join(cells)}"


def pools(counts: Counts, seeds: Mapping[str, list[str]], spelling: Spelling) -> dict[str, str]:
    """The parts of the table of pools."""
    made: dict[str, Iterable[tuple[str, int]]] = {}
    for kind, spanish, english in _LISTS:
        skipped = _skipped(seeds, kind)
        mine = _commonest(counts, spanish, english, _MOST[kind] * 3, skipped, _LEAST_OF_SISTER)
        made |= _spanish(counts, kind, spanish, mine, spelling)
        theirs = _commonest(counts, english, spanish, _MOST[kind], _irish(seeds), 1.0)
        made[f"en.{kind}"] = [(counts.cased[name], count) for name, count in theirs]
    made |= _either(counts, seeds)
    made |= {
        f"es.surname.{article}": [
            (spelling.of(word), n) for word, n in after.most_common(_AFTER_ARTICLE)
        ]
        for article, after in sorted(counts.after.items())
        if len(after) > _FEW
    }
    made["en.surname.mc"] = [
        (name[2:], n) for name, n in made["en.surname"] if re.match("Mc[A-Z]", name)
    ]
    made["en.surname"] = [(n, c) for n, c in made["en.surname"] if not re.match("Mc[A-Z]", n)]
    made |= _seeded(counts, seeds)
    return {part: _lines(names) for part, names in made.items()}


def _lines(names: Iterable[tuple[str, int]]) -> str:
    """The lines of a part, each name once however it is written."""
    first: dict[str, str] = {}
    for name, count in names:
        first.setdefault(folded(name), f"{name} {count}")
    return "\n".join(first.values())


def _irish(seeds: Mapping[str, list[str]]) -> set[str]:
    return {folded(f"o{name}") for name in seeds["en.surname.o"]}


def _skipped(seeds: Mapping[str, list[str]], kind: str) -> set[str]:
    """Names that belong to another culture, or are no name by themselves."""
    spanish = {folded(name) for name in seeds["spelling"]}
    return {folded(name) for name in seeds["es.skip"] if kind != "surname"} | {
        folded(name)
        for part, names in seeds.items()
        for name in names
        if _elsewhere(part, kind) and folded(name) not in spanish
    }


def _elsewhere(part: str, kind: str) -> bool:
    culture, _, rest = part.partition(".")
    given = culture in ("ca", "gl", "ro") and rest == kind == "male"
    return given or (rest == kind and culture in ("eu", "ar", "zh"))


def _commonest(
    counts: Counts, letter: str, other: str, most: int, skipped: set[str], least: float
) -> list[tuple[str, int]]:
    """The commonest names of a list, without those that are far commoner in its sister."""
    found: list[tuple[str, int]] = []
    rival = {"F": "M", "M": "F", "f": "m", "m": "f"}.get(letter, letter)
    for name, count in counts.lists[letter].most_common():
        if len(name) < 3 or not name.isalpha() or name in skipped | ARTICLES or len(found) == most:
            continue
        own = counts.share(letter, name)
        if letter == "S" and own < max(counts.share("F", name), counts.share("M", name)):
            continue
        if own >= least * counts.share(other, name) and own >= counts.share(rival, name):
            found.append((name, count))
    return found


def _spanish(
    counts: Counts, kind: str, letter: str, names: list[tuple[str, int]], spelling: Spelling
) -> dict[str, Iterable[tuple[str, int]]]:
    sure = [(spelling.of(name), count) for name, count in names if spelling.seen[name] > 1]
    if kind == "surname":
        return {"es.surname": sure[: _MOST[kind]]}
    parts: dict[str, list[tuple[str, int]]] = {"first": [], "second": [], "alone": []}
    for name, count in sure:
        parts[counts.place(letter, folded(name))].append((name, count))
    return {
        f"es.{kind}": parts["alone"][: _MOST[kind]],
        f"es.{kind}.first": parts["first"][:_FIRST],
        f"es.{kind}.second": parts["second"][:_SECOND],
    }


def _either(counts: Counts, seeds: Mapping[str, list[str]]) -> dict[str, Iterable[tuple[str, int]]]:
    """Names that women and men bear, commonest in the rarer of the two lists first."""
    english, female, male = counts.lists, counts.lists["f"], counts.lists["m"]
    shared = {
        name: min(female[name], male[name])
        for name in english["f"]
        if len(name) > 2 and min(female[name], male[name]) * 12 >= max(female[name], male[name])
    }
    best = sorted(shared, key=lambda name: (-shared[name], name))[:100]
    both = [
        (name, min(counts.lists["F"][folded(name)], counts.lists["M"][folded(name)]))
        for name in seeds["es.either"]
    ]
    return {
        "en.either": [(counts.cased[name], shared[name]) for name in best],
        "es.either": sorted((pair for pair in both if pair[1] >= _BOTH), key=lambda p: -p[1]),
    }


def _seeded(counts: Counts, seeds: Mapping[str, list[str]]) -> dict[str, Iterable[tuple[str, int]]]:
    """The names of the list of cultures that the counts hold, commonest first."""
    letters = {"female": "F", "male": "M", "surname": "S"}
    made: dict[str, Iterable[tuple[str, int]]] = {}
    for part, names in seeds.items():
        culture, _, kind = part.partition(".")
        letter = letters.get(kind.partition(".")[0])
        if letter is None:
            continue
        if part == "es.either":
            continue
        borne = [(name, counts.lists[letter][folded(name)] or 1) for name in names]
        fewest = _FEWEST.get(culture, 0)
        made[part] = sorted(
            (pair for pair in borne if pair[1] >= fewest), key=lambda pair: -pair[1]
        )
    devoted = [pair for part, names in made.items() if ".female.de" in part for pair in names]
    made["es.female.devoted"] = sorted(devoted, key=lambda pair: -pair[1])
    return made


def _texts(root: Path) -> Iterator[str]:
    for name in ("background", "laws"):
        yield from read_collection(root, name)
    for path in sorted((root / "meddocan/train").glob("*.txt")):
        yield path.read_text("utf-8")


def main(root: Path, target: Path = TARGET) -> None:
    """Writes both tables."""
    seeds = read_seeds(SEEDS)
    counts = Counts(root)
    spelling = Spelling(_texts(root), seeds["spelling"])
    target.mkdir(parents=True, exist_ok=True)
    head = _HEAD.format(what="Single names and how common they are in each list.")
    lines = "\n".join(tokens(counts))
    (target / "tokens.txt").write_text(f"{head}{_TOKENS}{lines}\n", "utf-8")
    head = _HEAD.format(what="Names to draw surrogates from, by culture and kind.")
    parts = pools(counts, seeds, spelling).items()
    body = "\n".join(f"[{part}]\n{names}" for part, names in parts)
    (target / "pools.txt").write_text(f"{head}{_POOLS}{body}\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
