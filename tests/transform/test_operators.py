import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato import LABELS, Key, Span
from sfumato.core.errors import KeyMissing, PolicyError
from sfumato.core.protocols import Scene
from sfumato.transform.mask import Fixed, Keep, Mask, Remove, Token
from sfumato.transform.truncate import Truncate

KEY = Key(b"a key for the tests only")
SCENE = Scene(key=KEY, latest_year=2024)
OPERATORS = [
    Mask(),
    Mask(per="word"),
    Mask(scheme="hitzalmed"),
    Fixed(),
    Remove(),
    Token(),
    Truncate(to="year"),
    Truncate(to="zip3"),
    Truncate(to="age"),
    Keep(because="asked"),
]


@pytest.mark.parametrize("operator", OPERATORS, ids=repr)
@given(original=st.text(min_size=1), label=st.sampled_from(LABELS))
def test_no_operator_returns_its_input_but_by_an_explicit_keep(operator, original, label):
    span = Span(0, len(original), label)
    edit = operator.edit(original, span, SCENE)
    assert edit.replacement != original or (edit.operator == "keep" and edit.reason)
    assert operator.edit(original, span, SCENE) == edit


def replaced(operator, original, label="DATE", **scene):
    span = Span(0, len(original), label)
    return operator.edit(original, span, Scene(key=KEY, **scene)).replacement


@pytest.mark.parametrize(
    ("original", "left"),
    [
        ("12/03/2021", "2021"),
        ("3 de mayo de 2020", "2020"),
        ("3 de mayo", "[DATE]"),
        ("2019-2021", "[DATE]"),
        ("1930", "[DATE]"),
        ("1936", "1936"),
    ],
)
def test_dates_are_cut_to_a_year_that_tells_no_age_over_89(original, left):
    assert replaced(Truncate(to="year"), original, latest_year=2024) == left


@pytest.mark.parametrize(
    ("original", "left"),
    [("67401", "674"), ("67401-1234", "674"), ("82101", "000"), ("Salina", "[LOCATION]")],
)
def test_zip_codes_are_cut_to_three_digits_and_sparse_areas_to_zeros(original, left):
    assert replaced(Truncate(to="zip3"), original, "LOCATION") == left


@pytest.mark.parametrize(
    ("original", "left"),
    [("92 años", "90+"), ("89", "89"), ("103-year-old", "90+"), ("x", "[AGE]")],
)
def test_ages_over_89_become_one_class(original, left):
    assert replaced(Truncate(to="age"), original, "AGE") == left


def test_a_token_ignores_spelling_and_is_worth_nothing_under_another_key():
    one = replaced(Token(), "José  García", "PATIENT")
    assert one == replaced(Token(), "JOSE GARCIA", "PATIENT")
    span = Span(0, 12, "PATIENT")
    other = Token().edit("José  García", span, Scene(key=Key(b"another key for tests")))
    assert other.replacement != one


def test_a_token_without_a_key_is_an_error():
    with pytest.raises(KeyMissing, match="SFUMATO_KEY_FILE"):
        Token().edit("x", Span(0, 1, "PATIENT"), Scene())


def test_a_fixed_mask_says_nothing_of_the_length():
    assert replaced(Fixed(), "Ana") == replaced(Fixed(), "Maximiliano")
    with pytest.raises(PolicyError):
        Fixed(sign="x")
