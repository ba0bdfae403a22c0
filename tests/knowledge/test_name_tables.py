"""The tables of names are whole, sorted, spelled, and quick to ask."""

from __future__ import annotations

import time

import pytest

from sfumato.knowledge.names import _pools, _table, folded, pool, shares, spelled


@pytest.mark.parametrize(
    ("name", "list_"),
    [
        ("García", "S"),
        ("Smith", "s"),
        ("Lucía", "F"),
        ("Iker", "M"),
        ("Mary", "f"),
        ("Robert", "m"),
    ],
)
def test_a_name_is_commonest_in_its_own_list(name, list_):
    held = shares(folded(name))
    assert max(held, key=held.__getitem__) == list_


def test_what_is_in_no_list_has_no_share():
    assert shares("xyzwk") == {}
    assert shares("") == {}
    assert shares("zzzzzzzzzzzzz") == {}


def test_first_and_last_line_are_found():
    lines = _table().decode("ascii").splitlines()
    assert lines == sorted(lines, key=lambda line: line.split()[0])
    for line in (lines[0], lines[-1], lines[len(lines) // 3]):
        assert shares(line.split()[0])


@pytest.mark.parametrize(
    ("part", "least"),
    [
        ("es.female", 120),
        ("es.male", 120),
        ("es.surname", 300),
        ("en.female", 200),
        ("en.male", 200),
        ("en.surname", 300),
        ("ca.surname", 200),
        ("eu.surname", 150),
        ("gl.surname", 150),
        ("ca.female", 80),
        ("eu.male", 80),
        ("gl.male", 40),
        ("ar.male", 70),
        ("ro.surname", 80),
        ("es.either", 25),
        ("en.either", 80),
    ],
)
def test_pools_are_wide_enough_and_hold_each_name_once(part, least):
    found = pool(part)
    assert found is not None
    assert len(found.names) >= least
    assert len(found.known) == len(found.names)


def test_names_bear_their_accents():
    names = "Martínez Gutiérrez Ibáñez Muñoz Núñez Joaquín Andrés Raúl Mónica Inés Sofía Mercè Xosé"
    for name in names.split():
        assert spelled(folded(name)) == name


def test_no_pool_holds_a_blank_or_a_digit():
    for found in _pools().values():
        assert all(
            name and plain.isalpha() for name, plain in zip(found.names, found.plain, strict=True)
        )


def test_tables_load_in_a_moment():
    _pools.cache_clear()
    _table.cache_clear()
    began = time.perf_counter()
    assert shares("garcia")
    assert pool("es.female")
    assert time.perf_counter() - began < 0.5
