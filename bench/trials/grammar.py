"""Grammar: 300 Spanish and 300 English sentences whose replaced word must agree with the rest.

The checker knows nothing of the lists from which surrogates are drawn: it has endings, its own
exceptions and its own table of relatives. A word that it cannot place counts as wrong.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sfumato.core.dice import Dice
from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.transform.kinship import kinship
from sfumato.transform.places import country
from sfumato.transform.professions import profession

SENTENCES = 300
LEAST = 0.98
_LABELS = {
    "P": ("PROFESSION", profession),
    "K": ("KINSHIP", kinship),
    "C": ("COUNTRY", country),
}
_FOLDER = Path(__file__).parent

# Spanish words of trades whose ending does not tell: common to both, or against the rule.
_COMMON_ES = re.compile(
    r"(?:istas?|nt(?:e|es)|etas?|inetes?|agente|agentes|albañil(?:es)?|atletas?|auxiliar(?:es)?|"
    r"ayudantes?|conserjes?|contables?|delineantes?|florist\w+|gerentes?|guardas?|guardabosques|"
    r"intérpretes?|limpiacristales|logopedas?|oficial(?:es)?|orfebres?|ordenanzas?|peón|peones|"
    r"pilotos?|policías?|sumiller(?:es)?|vigilantes?|poetas?|cineastas?|guías?)$"
)
_STRESSED = ("ama", "aya", "amas", "ayas")
_MASCULINE = "el un este otro buen primer del al los unos estos otros varios antiguo".split()
_FEMININE = "la una esta otra las unas estas otras varias antigua".split()
_PLURAL = "los unos estos otros varios las unas estas otras varias dos tres".split()

_RELATIVES_ES = {
    "m+2": "abuelo bisabuelo tatarabuelo tío_abuelo",
    "f+2": "abuela bisabuela tatarabuela tía_abuela",
    "m+1": "padre tío suegro padrastro padrino",
    "f+1": "madre tía suegra madrastra madrina",
    "m+0": "hermano primo cuñado hermanastro marido esposo novio prometido compañero",
    "f+0": "hermana prima cuñada hermanastra mujer esposa novia prometida compañera",
    "m-1": "hijo sobrino yerno hijastro ahijado",
    "f-1": "hija sobrina nuera hijastra ahijada",
    "m-2": "nieto bisnieto sobrino_nieto",
    "f-2": "nieta bisnieta sobrina_nieta",
}
_RELATIVES_EN = {
    "m+2": "grandfather great-grandfather great-uncle",
    "f+2": "grandmother great-grandmother great-aunt",
    "m+1": "father uncle stepfather father-in-law godfather adoptive_father",
    "f+1": "mother aunt stepmother mother-in-law godmother adoptive_mother",
    "m+0": "brother stepbrother brother-in-law half-brother husband boyfriend fiancé",
    "f+0": "sister stepsister sister-in-law half-sister wife girlfriend fiancée",
    "m-1": "son nephew stepson son-in-law godson",
    "f-1": "daughter niece stepdaughter daughter-in-law goddaughter",
    "m-2": "grandson great-grandson great-nephew",
    "f-2": "granddaughter great-granddaughter great-niece",
    "n-1": "child stepchild godchild foster_child kid kiddo",
    "n-2": "grandchild great-grandchild",
}
_SOFT_VOWEL = ("uni", "eu", "us", "ut", "one")
_MUTE_H = ("hour", "honest", "heir", "honor")
_MANLY = re.compile(r"(?:man|men|monk|monks|butler|landlord|landlords)$")
_WOMANLY = re.compile(r"(?:woman|women|ess|esses|lady|ladies|maid|wife|nun|nanny|ballerina|ette)$")


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence, the word replaced in it, and what must agree."""

    language: str
    kind: str
    sort: str
    number: str
    before: str
    original: str
    after: str


def cases(language: str, count: int) -> Iterator[Case]:
    """So many sentences, all frames in turn, each with its next original."""
    frames, originals = _read(language)
    turns = {key: itertools.cycle(words) for key, words in originals.items()}
    seen: set[str] = set()
    for key, frame in itertools.islice(itertools.cycle(frames), count * 20):
        before, _, after = frame.partition("{}")
        original = next(turns[key])
        text = f"{before}{original}{after}"
        if text not in seen:
            seen.add(text)
            yield Case(language, *key.split(), before=before, original=original, after=after)
        if len(seen) == count:
            return


def _read(language: str) -> tuple[list[tuple[str, str]], dict[str, list[str]]]:
    frames, originals = [], {}
    text = (_FOLDER / f"grammar-{language}.txt").read_text("utf-8")
    for line in text.splitlines():
        key, _, rest = line.removeprefix("= ").partition("\t")
        if line.startswith("= "):
            originals[key] = rest.split("; ")
        elif not line.startswith("#"):
            frames.append((key, rest))
    return frames, originals


def replaced(case: Case, seed: int) -> str | None:
    """What takes the word's place."""
    label, make = _LABELS[case.kind]
    span = Span(len(case.before), len(case.before) + len(case.original), label)
    text = f"{case.before}{case.original}{case.after}"
    dice = Dice(f"{seed} {text}".encode())
    scene = Scene(language=case.language, text=text, spans=(span,), dice=dice)
    return make(case.original, span, scene)


def agrees(case: Case, word: str | None) -> bool:
    """Whether the replacement differs, and agrees with its sentence."""
    if not word or word.lower() == case.original.lower():
        return False
    if case.kind == "K":
        return _relative(case, word) and _sound(case, word)
    if case.kind == "C":
        return _nation(case, word)
    return (_spanish if case.language == "es" else _english)(case, word)


def _relative(case: Case, word: str) -> bool:
    table = _RELATIVES_ES if case.language == "es" else _RELATIVES_EN
    known = [one.replace("_", " ") for one in table[case.sort[:3]].split()]
    if case.number == "p":
        return any(word in _plurals(one, case.language) for one in known)
    return word in known


def _plurals(word: str, language: str) -> set[str]:
    if language == "es":
        return {" ".join(f"{part}s" for part in word.split()), f"{word}es"}
    head, _, law = word.partition("-in-law")
    return {f"{head}s-in-law" if law or word.endswith("-in-law") else f"{word}s", f"{word}ren"}


def _last(before: str) -> str:
    words = re.findall(r"[^\W\d_]+", before.lower())
    return words[-1] if words and before[-1:] == " " and before[-2:-1].isalpha() else ""


def _sound(case: Case, word: str) -> bool:
    last = _last(case.before)
    first = word.lower().translate(str.maketrans("áéíóú", "aeiou"))
    if case.language == "es":
        in_i = first.startswith("i") or (first.startswith("hi") and not first.startswith("hie"))
        in_o = first.startswith(("o", "ho"))
        if last in ("e", "y"):
            return in_i == (last == "e")
        return in_o == (last == "u") if last in ("o", "u") else True
    if last not in ("a", "an"):
        return True
    vowel = first[0] in "aeiou" and not first.startswith(_SOFT_VOWEL)
    vowel |= first.startswith(_MUTE_H) or first.startswith("usher")
    return vowel == (last == "an")


def _spanish(case: Case, word: str) -> bool:
    last = _last(case.before)
    noun = word.split()[0]
    many = noun.endswith("s") and noun not in ("guardabosques", "limpiacristales")
    if many != (case.number == "p") and noun not in ("guardabosques", "limpiacristales"):
        return False
    if noun in _STRESSED:
        return case.sort == "f" and last not in ("la", "una") and _sound(case, word)
    if last in _MASCULINE and case.sort == "f" and noun not in _STRESSED:
        return False
    bare = re.sub(r"(?:es|s)$", "", noun) if many else noun
    feminine = bare.endswith("a") or noun.endswith(("as", "triz", "trices"))
    if not _COMMON_ES.search(noun) and feminine != (case.sort == "f"):
        return False
    adjective = word.split()[1] if len(word.split()) > 1 else ""
    told = adjective.rstrip("s")[-1:]
    common = told not in ("o", "a") or adjective.startswith("agrícola")
    if not common and (told == "a") != (case.sort == "f"):
        return False
    return _sound(case, word) and not (last in _FEMININE and case.sort == "m")


def _english(case: Case, word: str) -> bool:
    noun = word.split()[-1]
    many = noun.endswith(("s", "men")) and not noun.endswith("ss")
    if many != (case.number == "p"):
        return False
    womanly = bool(_WOMANLY.search(noun))
    manly = bool(_MANLY.search(noun)) and not womanly
    if (case.sort == "f" and manly) or (case.sort == "m" and womanly):
        return False
    return _sound(case, word)


_EL = "Perú Ecuador Brasil Japón Líbano Paraguay Uruguay Canadá Irak Irán Yemen Senegal Congo Nepal"
_LA = "India Argentina China República_Dominicana República_Checa"
_LOS = "Estados_Unidos Países_Bajos Emiratos_Árabes_Unidos"
_THE = "Netherlands United_States United_Kingdom Philippines United_Arab_Emirates Bahamas"
_WITH_ARTICLE = {
    "el": _EL + " Reino_Unido",
    "la": _LA,
    "los": _LOS,
    "the": _THE + " Congo Dominican_Republic",
}


def _nation(case: Case, word: str) -> bool:
    if not re.fullmatch(r"[^\W\d_]+(?:[ '-][^\W\d_]+)*", word) or not word[0].isupper():
        return False
    known = _WITH_ARTICLE.get(case.sort)
    if known:
        return word.replace(" ", "_") in known.split()
    if case.language == "en":
        return word.replace(" ", "_") not in _WITH_ARTICLE["the"].split()
    return word.replace(" ", "_") not in (*_LOS.split(), "Reino_Unido") and _sound(case, word)


def share(language: str, count: int, *, seeds: int = 1) -> tuple[float, list[str]]:
    """The share of sentences that agree, and those that do not."""
    wrong = []
    total = 0
    for case in cases(language, count):
        for seed in range(seeds):
            total += 1
            word = replaced(case, seed)
            if not agrees(case, word):
                wrong.append(f"{case.before}[{case.original} -> {word}]{case.after}")
    return 1 - len(wrong) / total, wrong


def full() -> None:
    """600 sentences, ten draws each."""
    for language in ("es", "en"):
        good, wrong = share(language, SENTENCES, seeds=10)
        print(f"   {language}: {SENTENCES} sentences, 10 draws each: {good:.2%} agree")
        for line in wrong[:10]:
            print(f"      {line}")
        assert good >= LEAST, f"{language}: {good:.2%} agree"
