"""A name becomes another of the same kind, written in the same way, and never an original."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.dice import Dice
from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry, Person, Subject
from sfumato.core.span import Span
from sfumato.knowledge.marked import read_marked
from sfumato.knowledge.names import folded, pool
from sfumato.transform.people import person

_MARK = re.compile(r"\[\[(?:(\w+)\|)?(.*?)\]\]", re.S)
SEEDS = [bytes([number]) for number in range(12)]


def scene_of(marked: str, language: str = "es", seed: bytes = b"1", **more: Any) -> Scene:
    """The scene of a text with marks; a mark without a label is a patient's name."""
    text, last, spans = "", 0, []
    for found in _MARK.finditer(marked):
        text += marked[last : found.start()]
        spans.append(Span(len(text), len(text) + len(found[2]), found[1] or "PATIENT"))
        text, last = text + found[2], found.end()
    dial = more.pop("dial", "consistent")
    return Scene(
        text=text + marked[last:],
        spans=tuple(spans),
        language=language,
        dice=Dice(seed),
        preferences=Preferences(dial=dial),
        **more,
    )


def surrogates(scene: Scene) -> list[str | None]:
    """What each name of a scene becomes."""
    return [
        person(scene.text[span.start : span.end], span, scene)
        for span in scene.spans
        if span.label != "OTHER"
    ]


def made(*names: str, language: str = "es", seed: bytes = b"1", **more: Any) -> list[str]:
    """What names of one document become."""
    marked = "\n".join(f"- [[{name}]]" for name in names)
    found = surrogates(scene_of(marked, language, seed, **more))
    assert None not in found
    return [one for one in found if one is not None]


def plain(names: Sequence[str]) -> list[str]:
    return [folded(word) for name in names for word in re.findall(r"[^\W\d_]+", name)]


def of(part: str) -> frozenset[str]:
    found = pool(part)
    assert found is not None
    return found.known


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_names_and_their_parts_have_the_same_surrogates(seed):
    whole, family, given_name, turned, short, lower = made(
        "Juana López García",
        "López",
        "Juana",
        "LÓPEZ GARCÍA, JUANA",
        "J. López",
        "lopez",
        seed=seed,
    )
    first, one, two = whole.split()
    assert family == one
    assert given_name == first
    assert folded(turned) == folded(one + two + first)
    assert turned == turned.upper()
    assert folded(short) == folded(first)[0] + folded(one)
    assert folded(lower) == folded(one)
    assert lower.islower()


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Lucía", ["es.female", "es.female.first", "es.female.second"]),
        ("Sergio", ["es.male", "es.male.first", "es.male.second"]),
        ("Nagore", ["eu.female"]),
        ("Oriol", ["ca.male"]),
        ("Brais", ["gl.male"]),
        ("Mustapha", ["ar.male"]),
        ("Viorel", ["ro.male"]),
        ("Xyzwkq", ["es.either"]),
    ],
)
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_sex_and_culture_of_a_given_name_stay(name, parts, seed):
    (found,) = made(name, seed=seed)
    assert any(folded(found) in of(part) for part in parts)


@pytest.mark.parametrize(
    ("name", "part", "language"),
    [
        ("Dr. González", "es.surname", "es"),
        ("Dr. Goikoetxea", "eu.surname", "es"),
        ("Dra. Puig", "ca.surname", "es"),
        ("Dr. Seoane", "gl.surname", "es"),
        ("Dr. Popescu", "ro.surname", "es"),
        ("Dr. Whitaker", "en.surname", "en"),
        ("Dr. Martin", "en.surname", "en"),
        ("Dr. Zhang", "zh.surname", "en"),
    ],
)
def test_the_culture_of_a_surname_stays(name, part, language):
    (found,) = made(name, language=language)
    assert folded(found.split()[1]) in of(part)
    assert found.split()[0] == name.split()[0]


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Clark's", r"[A-Z][a-z]+'s"),
        ("O'Brien", r"O'[A-Z][a-z]+"),
        ("McDonald", r"Mc[A-Z][a-z]+"),
        ("van der Berg", r"van der [A-Z][a-z]+"),
        ("García-López", r"\w+-\w+"),
        ("Jordi Puig i Casals", r"\w+ \w+ i \w+"),
        ("JuanaLópez", r"[A-ZÁÉÍÓÚ]\w+[A-ZÁÉÍÓÚ]\w+"),
        ("Juana\n  López", r"\w+\n  \w+"),
        ("LÓPEZ GARCÍA,JUANA", r"[A-ZÁÉÍÓÚÑÜ]+ [A-ZÁÉÍÓÚÑÜ]+,[A-ZÁÉÍÓÚÑÜ]+"),
        ("Dra.Juana López", r"Dra\.\w+ \w+"),
        ("Sra. Clark", r"Sra\. \w+"),
        ("Mary Jones, MD", r"\w+ \w+, MD"),
        ("Ana de la Torre", r"\w+ de la \w+"),
        ("J.L.G.", r"[A-Z]\.[A-Z]\.[A-Z]\."),
        ("Fer-\nnández", r"\w+-\n\w+"),
        ("Juana (López)", r"\w+ \(\w+\)"),
    ],
)
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_the_shape_of_a_name_stays(name, shape, seed):
    (found,) = made(name, seed=seed)
    assert re.fullmatch(shape, found)
    assert found != name


def test_text_typed_without_accents_gets_names_without():
    for seed in SEEDS:
        bare = made("Jose Luis Garcia", "Dr. Martinez", "Dra. Gil", seed=seed)
        assert not set("áéíóúÁÉÍÓÚ") & set("".join(bare))
    accented = [n for s in SEEDS for n in made("José García", "Dr. Martínez", seed=s)]
    assert any(not name.isascii() for name in accented)


def test_a_second_name_agrees_with_its_article():
    for seed in SEEDS:
        found = made("María del Carmen Ruiz", seed=seed)[0].split()
        article = " ".join(found[1:-2])
        assert folded(found[-2]) in of(f"es.female.{article}")


def test_a_second_name_goes_with_the_sex_of_the_first():
    for seed in SEEDS:
        he, she = made("José María Vega", "María José Mora", seed=seed)
        assert not of("es.female.first") & {folded(w) for w in he.split()[:2]}
        assert folded(she.split()[0]) in of("es.female.first")


@pytest.mark.parametrize(
    ("before", "part"), [("Mrs. ", "en.female"), ("Mr. ", "en.male"), ("Ms. ", "en.female")]
)
def test_a_title_tells_the_sex_of_a_name_that_has_both(before, part):
    for seed in SEEDS:
        scene = scene_of(f"{before}[[Leslie Whitaker]] came.", "en", seed)
        (found,) = surrogates(scene)
        assert folded(found.split()[0]) in of(part)


def test_two_people_never_become_one():
    names = [f"{given} {family}" for given in pool("es.male").names[:60] for family in ("Gil",)]
    for seed in SEEDS[:3]:
        found = made(*names, seed=seed)
        assert len(set(found)) == len(names)


def test_names_run_out_and_there_is_still_another():
    names = [f"Dr. {name}" for name in pool("es.surname").names[:250]]
    found = made(*names)
    assert len(set(found)) == len(names)
    assert not set(plain(found)) & set(plain(names)) - {"dr"}


def test_where_every_name_stands_in_the_document_a_person_must_choose():
    scene = scene_of("\n".join(f"- [[Dr. {name}]]" for name in pool("es.surname").names))
    found = plain([name for name in surrogates(scene) if name])
    assert not set(found) & of("es.surname")


@pytest.mark.parametrize("dial", ["consistent", "varied", "mixed"])
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_no_surrogate_is_a_name_of_document_record_or_avoided_list(dial, seed):
    kept_free = pool("es.surname").names[:250]
    people = (Person("PROVIDER", 1, tuple(f"Ana {n}" for n in kept_free[:100])),)
    scene = scene_of(
        f"[[Juan Pérez]] y la Dra. [[DOCTOR|López]]. {' '.join(kept_free[100:200])} [[López]]",
        seed=seed,
        dial=dial,
        entry=Entry(Subject("1", people)),
        avoid=frozenset(folded(name) for name in kept_free[200:]),
    )
    found = set(plain([name for name in surrogates(scene) if name]))
    assert not found & ({folded(name) for name in kept_free} | {"juan", "perez", "lopez", "ana"})


def test_varied_gives_other_names_at_each_mention_of_the_same_kind():
    found = made(*["Lucía Gómez"] * 8, dial="varied")
    assert len(set(found)) >= 7
    for name in found:
        first, family = plain([name])
        assert any(first in of(f"es.female{part}") for part in ("", ".first", ".second"))
        assert family in of("es.surname")


def test_mixed_keeps_some_mentions_and_varies_others():
    found = made(*["Lucía Gómez"] * 30, dial="mixed")
    commonest = max(found.count(name) for name in found)
    assert 5 < commonest < 25


def test_the_same_dice_give_the_same_names_and_others_do_not():
    assert made("Ana Ruiz") == made("Ana Ruiz")
    assert len({made("Ana Ruiz", seed=seed)[0] for seed in SEEDS}) > 6


def test_initials_follow_whom_they_stand_for():
    whole, letters, alone = made("Juana López García", "JLG", "J.L.")
    first = [folded(word)[0].upper() for word in whole.split()]
    assert letters == "".join(first)
    assert alone == f"{first[0]}.{first[1]}."


@pytest.mark.parametrize(
    "name", ["Rafel Mir", "Don Whitaker", "Ana Due", "RAFEL MIR", "Tomás Lord"]
)
def test_a_surname_that_is_also_a_title_goes(name):
    (found,) = made(name, language="en")
    assert not set(plain([found])) & set(plain([name]))


def test_titles_and_signs_alone_are_left_to_a_person():
    for text in ("Dr.", "—", "...", " ", "de la"):
        scene = scene_of(f"[[{text}]]")
        assert surrogates(scene) in ([None], [made(text)[0]] if text == "de la" else [None])


def test_digits_inside_a_name_do_not_stay():
    (found,) = made("Juan Pérez 48211")
    assert "48211" not in found


@pytest.mark.parametrize("dial", ["consistent", "varied"])
@given(text=st.text(min_size=1, max_size=40), seed=st.binary(max_size=2))
def test_any_text_gives_another_or_none(dial, text, seed):
    span = Span(0, len(text), "PATIENT")
    scene = Scene(text=text, spans=(span,), dice=Dice(seed), preferences=Preferences(dial=dial))
    found = person(text, span, scene)
    assert found is None or (found != text and folded(found) != folded(text))
    assert person(text, span, scene) == found
    assert person(text, span, Scene(dice=Dice(seed))) is None or found


@given(
    name=st.lists(
        st.sampled_from(
            "Juana LÓPEZ de la del O' Mc garcía Mª J. , - \n y Dr. Sra. 1 's X".split(" ")
        ),
        min_size=1,
        max_size=8,
    ).map(" ".join)
)
def test_any_words_of_names_give_another_or_none(name):
    span = Span(0, len(name), "DOCTOR")
    found = person(name, span, Scene(text=name, spans=(span,), language="es", dice=Dice(b"")))
    assert found is None or folded(found) != folded(name)


def test_the_notes_of_the_read_me_keep_no_name():
    note = read_marked("=== a-1 es letter\nVe a [[PATIENT|Ana Gil]], firma la Dra. [[DOCTOR|Rey]]")[
        0
    ]
    spans = tuple(Span(*span) for span in note.spans)
    scene = Scene(text=note.text, spans=spans, language="es", dice=Dice(b"2"))
    for span in spans:
        original = note.text[span.start : span.end]
        found = person(original, span, scene)
        assert found
        assert not set(plain([found])) & set(plain([original]))
