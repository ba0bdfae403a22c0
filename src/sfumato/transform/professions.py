"""Professions: another trade in the gender and number of the original and its sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.plurals import plural
from sfumato.knowledge.professions import (
    Gender,
    Trade,
    genders,
    profession_modifiers,
    trades,
)
from sfumato.knowledge.towns import fold, folded
from sfumato.transform.dial import chance_for
from sfumato.transform.likeness import (
    cased,
    drawn_from,
    sounds_right,
    unaccented,
    without_accents,
    word_before,
)

_WORD = re.compile(r"[^\W\d_](?:[^\W_]|['’-](?=[^\W\d_]))*")
_BETWEEN = re.compile(r"(\s+(?:y|e|o|u|and|or|&)\s+|\s*[,;()/+\n]\s*)")
_BOTH = re.compile(r"(?<=[^\W\d_])[/(](?:a|as|ora|o|os|-a)\)?$")
_BEFORE: dict[str, tuple[Gender, bool]] = {
    "un": ("m", False), "el": ("m", False), "al": ("m", False), "del": ("m", False),
    "este": ("m", False), "otro": ("m", False), "buen": ("m", False), "primer": ("m", False),
    "una": ("f", False), "la": ("f", False), "esta": ("f", False), "otra": ("f", False),
    "los": ("m", True), "unos": ("m", True), "estos": ("m", True), "otros": ("m", True),
    "las": ("f", True), "unas": ("f", True), "estas": ("f", True), "otras": ("f", True),
}  # fmt: skip
_MASCULINE_FOR_SOUND = frozenset(("un", "el", "al", "del"))
_STRESSED_A = frozenset(("ama", "aya"))
_ADJECTIVE = re.compile(
    r"^(?:jubilad|retirad|prejubilad|parad|desemplead|autonom|veteran)([oa])(s?)$"
)
_AFTER = re.compile(r"^[\s,(]{1,3}([^\W\d_]+)")
_WOMAN = re.compile(
    r"\b(?:mujer|la paciente|una paciente|femenino|hembra|niña|sra|señora|gestante)\b", re.I
)
_MAN = re.compile(r"\b(?:var[oó]n|hombre|el paciente|un paciente|masculino|niño|sr|señor)\b", re.I)
_MAN_EN = re.compile(r"(?:man|men)$")
_WOMAN_EN = re.compile(r"(?:woman|women|ess|esses|lady|ladies)$")


@dataclass(frozen=True, slots=True)
class _Form:
    gender: Gender
    plural: bool
    both: bool = False
    """Whether "/a" follows, for either."""


def profession(original: str, span: Span, scene: Scene) -> str | None:
    """Other trades in the place of those named; words that tell a state ("retired") stay."""
    language = "en" if scene.language == "en" else "es"
    both = _BOTH.search(original)
    text = original[: both.start()] if both else original
    parts = _BETWEEN.split(text)
    made = ""
    changed = False
    for part in parts:
        known = not _BETWEEN.fullmatch(part)
        new = _part(part, made, span, scene, language, bool(both)) if known else None
        changed |= new is not None
        made += part if new is None else new
    if not changed:
        return original if _is_state(text, language) else None
    return made + (original[both.start() :] if both else "")


def _is_state(text: str, language: str) -> bool:
    """Whether there is no trade, only a state: "jubilada", "retired"."""
    words = [fold(word) for word in _WORD.findall(text)]
    return bool(words) and all(word in profession_modifiers(language) for word in words)


def _part(part: str, made: str, span: Span, scene: Scene, language: str, both: bool) -> str | None:
    """One trade with its modifiers, which stay; None where there is no trade."""
    words = list(_WORD.finditer(part))
    stay = profession_modifiers(language)
    first, last = 0, len(words) - 1
    while first <= last and fold(words[first].group()) in stay:
        first += 1
    while last >= first and fold(words[last].group()) in stay:
        last -= 1
    if first > last:
        return None
    core = part[words[first].start() : words[last].end()]
    before = words[first - 1].group().lower() if first else _tail(made, span, scene)
    after = part[words[last].end() :] or scene.text[span.end : span.end + 24]
    form = _form(core, before, after, scene, language)
    form = replace(form, both=both)
    new = _drawn(core, form, before, span, scene, language)
    if new is None:
        return None
    return part[: words[first].start()] + new + part[words[last].end() :]


def _tail(made: str, span: Span, scene: Scene) -> str:
    found = re.search(r"([^\W\d_]+)\s*$", made)
    return found.group(1).lower() if found else ("" if made.strip() else word_before(scene, span))


def _form(core: str, before: str, after: str, scene: Scene, language: str) -> _Form:
    words = [fold(word) for word in _WORD.findall(core)]
    if language == "en":
        return _english(words)
    known = genders("es")
    key = " ".join(words)
    gender, many = known.get(key) or known.get(words[0]) or _by_ending(words[0])
    told = _BEFORE.get(before)
    if told and not gender:
        gender = told[0]
    if told and told[1]:
        many = True
    if not gender:
        gender = _by_adjective(after)
    if not gender:
        gender = scene.once("sex of the subject", _sex)
    return _Form(gender, many)


def _english(words: list[str]) -> _Form:
    known = genders("en")
    found = known.get(" ".join(words)) or known.get(words[-1])
    many = found[1] if found else bool(re.search(r"(?:[^su]s|men)$", words[-1]))
    if found and found[0]:
        return _Form(found[0], many)
    if _WOMAN_EN.search(words[-1]):
        return _Form("f", many)
    return _Form("m" if _MAN_EN.search(words[-1]) else "", many)


def _by_ending(word: str) -> tuple[Gender, bool]:
    many = word.endswith("s") and len(word) > 4
    bare = word.removesuffix("s") if many else word
    if bare.endswith(("ista", "ta", "nte", "e", "i", "u")):
        return "", many
    if bare.endswith("a"):
        return "f", many
    return ("m" if bare.endswith(("o", "or", "ero")) else ""), many


def _by_adjective(after: str) -> Gender:
    found = _AFTER.match(after)
    told = _ADJECTIVE.match(fold(found.group(1))) if found else None
    if told is None:
        return ""
    return "f" if told.group(1) == "a" else "m"


def _sex(scene: Scene) -> Gender:
    """What the document says of its subject; empty where it says both or nothing."""
    marked = " ".join(scene.text[s.start : s.end] for s in scene.spans if s.label == "SEX")
    for text in (marked, scene.text[:6000]):
        women, men = len(_WOMAN.findall(text)), len(_MAN.findall(text))
        if women != men:
            return "f" if women > men else "m"
    return ""


def _drawn(
    core: str, form: _Form, before: str, span: Span, scene: Scene, language: str
) -> str | None:
    held = scene.once("professions", _professions)

    def fits(trade: Trade) -> bool:
        word = trade.word(form.gender)
        if not word or held & {folded(word), folded(plural(word, language))}:
            return False
        if fold(core) in (folded(word), folded(plural(word, language))):
            return False
        if not form.gender and not trade.common:
            return False
        if form.both and trade.woman != f"{trade.man.removesuffix('o')}a":
            return False
        return _follows(word, form, before, language)

    chance = chance_for(scene, span, "profession", core)
    found = drawn_from(chance, trades(language), fits)
    if found is None:
        return None
    word = found.word(form.gender)
    word = plural(word, language) if form.plural else word
    if before and core[:1].isupper() and " " in core and core.rpartition(" ")[2].islower():
        core = core.lower()  # the capital is of a name, "Lutheran bishop"
    return cased(core, unaccented(word) if language == "es" and without_accents(scene) else word)


def _follows(word: str, form: _Form, before: str, language: str) -> bool:
    """Whether the word may stand after the one before it."""
    if language == "es" and form.gender == "f" and not form.plural:
        stressed = word.split()[0] in _STRESSED_A
        if before in _MASCULINE_FOR_SOUND and not stressed:
            return False
        if before in ("una", "la") and stressed:
            return False
    return sounds_right(before, word, language)


def _professions(scene: Scene) -> frozenset[str]:
    spans = [one for one in scene.spans if one.label == "PROFESSION"]
    return frozenset(fold(scene.text[one.start : one.end]) for one in spans)
