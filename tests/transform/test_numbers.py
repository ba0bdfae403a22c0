"""Surrogates of identifiers: layout, checks, ranges, and totality."""

import random

import pytest
from bench.trials.drawnnumbers import adds_up, layout
from bench.trials.identifiers import SHAPES, identifier
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.core.dice import Dice
from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge import checksums
from sfumato.transform.families import FAMILIES, families_of
from sfumato.transform.mask import canonical
from sfumato.transform.numbers import number


def drawn(original, label="PATIENT_ID", secret=b"one", language="es"):
    span = Span(0, len(original), label)
    scene = Scene(language=language, text=original, spans=(span,), dice=Dice(secret))
    return number(original, span, scene)


@pytest.mark.parametrize("kind", SHAPES)
def test_surrogates_of_a_kind_add_up_in_the_same_layout(kind):
    chance = random.Random(kind)
    for _ in range(60):
        original = identifier(kind, chance)
        made = drawn(original, secret=chance.randbytes(8))
        assert adds_up(kind, made)
        assert layout(made) == layout(original)
        assert canonical(made) != canonical(original)


@pytest.mark.parametrize(
    ("kind", "starts"),
    [
        ("dni", ("99",)),
        ("nie", ("Z9",)),
        ("naf", ("60",)),
        ("ccc", ("9999",)),
        ("nhs", ("999",)),
        ("npi", ("2",)),
        ("dea", ("Z",)),
        ("aadhaar", ("9999",)),
        ("card", ("9999",)),
        ("imei", ("00",)),
        ("nhi", ("Z",)),
        ("sin", ("000",)),
        ("cedula-ec", ("25",)),
        ("vin", ("0", "G")),
    ],
)
def test_surrogates_lie_in_a_range_that_nobody_is_given(kind, starts):
    chance = random.Random(kind)
    found = 0
    for _ in range(200):
        original = identifier(kind, chance)
        if len(families_of(checksums.plain(original))) == 1:
            found += 1
            assert checksums.plain(drawn(original)).startswith(starts)
    assert found > 20 or kind in ("sin",)


def test_a_spanish_iban_holds_a_spanish_account():
    made = checksums.plain(drawn("ES91 2100 0418 4502 0005 1332", "ACCOUNT"))
    assert checksums.iban(made)
    assert checksums.ccc(made[4:])
    assert made[:2] == "ES"
    assert made[4:8] == "9999"


def test_one_number_has_one_surrogate_whatever_its_separators_and_its_label():
    for one, two in (("12345678-Z", "12345678Z"), ("123-45-6789", "123456789")):
        assert canonical(drawn(one)) == canonical(drawn(two, "DOCTOR_ID"))


def test_a_telephone_that_is_elsewhere_called_an_identifier_has_one_surrogate():
    text = "612 345 678 612345678"
    spans = (Span(0, 11, "PHONE"), Span(12, 21, "CONTACT_ID"))
    scene = Scene(text=text, spans=spans, dice=Dice(b"one"))
    from sfumato.transform.contacts import contact

    as_phone = contact(text[:11], spans[0], scene)
    assert canonical(as_phone) == number(text[12:], spans[1], scene)


def test_signs_and_cases_stay_and_scripts_of_digits_are_read():
    assert layout(drawn("h/04-Ab.1290")) == "a/99-Aa.9999"
    assert checksums.dni(drawn("１２３４５６７８Ｚ"))


def test_two_numbers_of_a_document_never_become_one():
    text = " ".join("0123456789")
    spans = tuple(Span(at, at + 1, "CONTACT_ID") for at in range(0, len(text), 2))
    scene = Scene(text=text, spans=spans[:6], dice=Dice(b"one"))
    made = [number(text[s.start : s.end], s, scene) for s in spans[:6]]
    kept = [one for one in made if one is not None]
    assert len(kept) == len(set(kept))
    assert not set(kept) & set("012345")


def test_draws_depend_on_the_secret_alone():
    assert drawn("NHC 448190") == drawn("NHC 448190")
    assert drawn("NHC 448190") != drawn("NHC 448190", secret=b"two")


def test_names_of_families_are_told_apart():
    assert len({(family.name, family.lengths) for family in FAMILIES}) == len(FAMILIES)


@settings(max_examples=300, deadline=None)
@given(st.text(min_size=1, max_size=40), st.sampled_from(["PATIENT_ID", "LICENSE", "IMAGE_REF"]))
def test_any_text_has_another_or_none(original, label):
    made = drawn(original, label)
    assert made is None or (made != original and len(made) == len(original))


@settings(max_examples=300, deadline=None)
@given(st.text("0123456789ABXYZ-. ", min_size=1, max_size=24))
def test_any_number_keeps_the_checks_that_it_satisfied(original):
    value = checksums.plain(original)
    made = drawn(original)
    if made is not None:
        assert all(family.keeps(checksums.plain(made)) for family in families_of(value)[:1])
