"""Drawn numbers: identifiers and contacts, beside a record, get surrogates that are nobody's."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from bench.trials.identifiers import SHAPES, identifier
from sfumato.core.dice import Dice
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry, Subject, Value
from sfumato.core.span import Span
from sfumato.knowledge import checksums
from sfumato.transform.mask import canonical
from sfumato.transform.surrogate import Surrogate

_DOCUMENT, _RECORD = 12, 4
# Their own check has no room for a range that is not issued; the arithmetic is the same.
_ARITHMETIC = {"card": checksums.luhn, "sin": checksums.luhn, "cedula-ec": checksums.luhn}
_BARE = ("999999", "AAA-99999", "9/99999-A", "AAAA999999999", "99.999.999", "SN A9A9A9A9")
_CONTACTS = {
    "PHONE": (
        "6## ### ###",
        "9########",
        "+34 7## ## ## ##",
        "(3##) 5##-####",
        "+1 4## 6## ####",
        "020 7### ####",
        "+44 7### ######",
        "04## ### ###",
        "55 5### ####",
        "+52 81 #### ####",
        "2## ####",
        "#### ####",
        "ext. ####",
        "(212) 8##-#### x ##",
    ),
    "FAX": ("91 ### ## ##", "+353 1 ### ####"),
    "EMAIL": ("name.##@hospital-name.es", "Name_Name@example.com", "nn#@name.example.org"),
    "URL": ("https://www.name.es/name/####", "name.org/name-##.pdf", "http://10.#.#.##/name"),
    "IP": ("10.#.1#.2#", "fe80::#a#:b##:1", "00:1b:##:a#:##:#f", "192.0.2.##"),
    "USERNAME": ("@name_##", "name##"),
}


def numbers(chance: random.Random, draws: int) -> int:
    """Identifiers: none is an original, all keep their layout and add up as before."""
    for _ in range(0, draws, _DOCUMENT):
        kinds = [chance.choice((*SHAPES, "")) for _ in range(_DOCUMENT + _RECORD)]
        texts = [identifier(kind, chance) if kind else _bare(chance) for kind in kinds]
        labels = ["PATIENT_ID"] * _DOCUMENT
        for kind, text, made in zip(kinds, texts, _surrogates(texts, labels, chance), strict=False):
            assert layout(made) == layout(text), f"{kind}: another layout"
            assert not kind or adds_up(kind, made), f"{kind}: a surrogate does not add up"
    return draws


def contacts(chance: random.Random, draws: int) -> int:
    """Contacts: none is an original, and mail goes to domains for examples."""
    for _ in range(0, draws, _DOCUMENT):
        labels = [chance.choice(tuple(_CONTACTS)) for _ in range(_DOCUMENT + _RECORD)]
        texts = [_contact(chance.choice(_CONTACTS[label]), chance) for label in labels]
        for label, made in zip(labels, _surrogates(texts, labels, chance), strict=False):
            mail = re.search(r"@example\.(?:com|org|net)\Z", made, re.I)
            assert label != "EMAIL" or mail, "mail of somebody"
    return draws


def layout(text: str) -> str:
    """The signs of a number, with one digit for all digits and one letter for all letters."""
    return re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", re.sub(r"\d", "9", text)))


def adds_up(kind: str, made: str) -> bool:
    """Whether a surrogate satisfies the arithmetic of its kind."""
    if kind == "ssn":
        value = checksums.plain(made)
        return value[:3] in ("000", "666") or (value[0] == "9" and value[3] < "5")
    return _ARITHMETIC.get(kind, SHAPES[kind][1])(made)


def _surrogates(texts: list[str], labels: list[str], chance: random.Random) -> Iterator[str]:
    """The surrogate of each text but the last ones, which are the record's."""
    document, record = texts[:-_RECORD], texts[-_RECORD:]
    scene = _scene(document, record, labels, chance)
    taken = set(map(canonical, texts))
    given: dict[str, str] = {}
    for text, span in zip(document, scene.spans, strict=True):
        edit = Surrogate().edit(text, span, scene)
        assert edit.operator == "surrogate", f"{span.label}: {edit.operator}"
        made = canonical(edit.replacement)
        assert made not in taken, f"{span.label}: an original was drawn"
        assert given.setdefault(made, canonical(text)) == canonical(text), "two became one"
        yield edit.replacement


def _scene(
    document: list[str], record: list[str], labels: list[str], chance: random.Random
) -> Scene:
    spans, at = [], 0
    for text, label in zip(document, labels, strict=False):
        spans.append(Span(at, at + len(text), label))
        at += len(text) + 1
    return Scene(
        language=chance.choice(("es", "en")),
        text="\n".join(document),
        spans=tuple(spans),
        dice=Dice(chance.randbytes(8)),
        entry=Entry(Subject("1", values=tuple(Value(text, "PATIENT_ID") for text in record))),
    )


def _bare(chance: random.Random) -> str:
    shape = chance.choice(_BARE)
    letters = "".join(chance.choice("ABCDEFGHIJ") if sign == "A" else sign for sign in shape)
    return re.sub("9", lambda _: chance.choice("0123456789"), letters)


def _contact(shape: str, chance: random.Random) -> str:
    words = re.sub("name", lambda _: "".join(chance.choices("abdeimnorst", k=6)), shape)
    return re.sub("#", lambda _: chance.choice("0123456789"), words)
