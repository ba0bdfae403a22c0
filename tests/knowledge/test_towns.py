"""Tables of towns, regions and countries."""

from __future__ import annotations

import time

import pytest

from sfumato.knowledge.areas import aliases, areas, countries
from sfumato.knowledge.sites import is_real, site_names
from sfumato.knowledge.towns import Towns, fold, table


@pytest.mark.parametrize(("name", "country"), [("spain", "ES"), ("states", "US"), ("world", "")])
def test_a_table_loads_in_a_moment(name: str, country: str) -> None:
    began = time.process_time()
    Towns(name, country)
    assert time.process_time() - began < 0.5


def test_a_town_has_region_people_and_postcodes() -> None:
    town = next(table("ES").named("getafe"))
    assert (town.name, town.country, town.region) == ("Getafe", "ES", "28")
    assert town.people > 150_000
    assert "28901" in town.postcodes


def test_both_names_of_a_town_find_it() -> None:
    assert [one.name for one in table("ES").named("donostia")] == ["San Sebastián"]


def test_a_postcode_finds_its_town_and_a_wrong_one_none() -> None:
    assert table("US").coded("62704").name == "Springfield"
    assert table("ES").coded("28999") is None
    assert table("ES").coded("") is None


def test_towns_near_in_size_are_of_the_section() -> None:
    near = table("US").near("IL", 138_000, count=6)
    assert len(near) == 6
    assert {one.region for one in near} == {"IL"}
    assert all(60_000 < one.people < 300_000 for one in near)
    assert table("US").near("none", 1000, count=5) == []


def test_every_other_name_leads_to_a_town() -> None:
    for key, country in aliases().values():
        assert any(one.country == country for one in table(country).named(key)), key


def test_regions_with_a_code_have_towns() -> None:
    for area in areas():
        if area.code and not area.code.startswith("@"):
            section = area.code if area.country in ("ES", "US") else f"{area.country} {area.code}"
            assert table(area.country).first(section) is not None, area.names


def test_countries_have_grammar_and_people() -> None:
    for one in countries():
        assert one.grammar.rstrip("+") in ("m", "f", "mp", "fp")
        assert len(one.people_es) == 2
        assert one.people_en


def test_invented_names_are_not_real_ones() -> None:
    for kind in ("saint-es", "plain-es", "plain-ca", "plain-gl", "plain-eu", "firm-es"):
        assert site_names(kind)
        assert not [name for name in site_names(kind) if is_real(name)]


@pytest.mark.parametrize(
    ("text", "folded"), [("L'Hospitalet", "l hospitalet"), ("  Ávila ", "avila"), ("A/B", "a b")]
)
def test_folding(text: str, folded: str) -> None:
    assert fold(text) == folded
