"""Towns, postcodes, regions and countries go together."""

from __future__ import annotations

import re

import pytest
from tests.transform.scenes import surrogate, surrogates

from sfumato.core.record import Entry, Subject, Value
from sfumato.knowledge.towns import fold, table

SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_spanish_address_stays_in_its_region_and_its_parts_belong_together(seed: int) -> None:
    town, code, province = surrogates(
        "Vive en <LOCATION:Getafe>. CP <LOCATION:28901>, <LOCATION:Madrid>", "es", seed=seed
    )
    assert province == "Madrid"
    assert town != "Getafe"
    found = table("ES").coded(code)
    assert found is not None
    assert (found.name, found.region) == (town, "28")
    assert 50_000 < found.people < 400_000


@pytest.mark.parametrize("seed", SEEDS)
def test_parts_found_apart_go_to_the_same_town(seed: int) -> None:
    first, code, again = surrogates(
        "Natural de <LOCATION:Getafe>, soltero y sin hijos, con muchos años de residencia allí.\n\n"
        "Domicilio con código <LOCATION:28901>.\n\nRemitido a <LOCATION:GETAFE> para control.",
        "es",
        seed=seed,
    )
    found = table("ES").coded(code)
    assert found is not None
    assert first == found.name
    assert again == first.upper()


@pytest.mark.parametrize("seed", SEEDS)
def test_provinces_change_within_their_community_and_towns_follow(seed: int) -> None:
    code, town, province = surrogates(
        "<LOCATION:41701> <LOCATION:Dos Hermanas> (<LOCATION:Sevilla>)", "es", seed=seed
    )
    assert province in ("Málaga", "Granada", "Córdoba", "Cádiz", "Huelva", "Jaén", "Almería")
    found = table("ES").coded(code)
    assert found is not None
    assert town in (found.name, *found.name.split("/"))
    assert found.region in ("29", "18", "14", "11", "21", "23", "04")


@pytest.mark.parametrize("seed", SEEDS)
def test_an_american_address_stays_in_its_state(seed: int) -> None:
    town, state, code = surrogates(
        "Lives in <LOCATION:Springfield>, <LOCATION:IL> <LOCATION:62704>.", "en", seed=seed
    )
    found = table("US").coded(code)
    assert found is not None
    assert state == "IL"
    assert (found.name, found.region) == (town, "IL")
    assert town != "Springfield"


@pytest.mark.parametrize("seed", SEEDS)
def test_anywhere_moves_state_and_postcode_with_the_town(seed: int) -> None:
    town, state, code = surrogates(
        "Lives in <LOCATION:Springfield>, <LOCATION:IL> <LOCATION:62704>.",
        "en",
        seed=seed,
        places="any",
    )
    found = table("US").coded(code)
    assert found is not None
    assert state != "IL"
    assert (found.name, found.region) == (town, state)


def test_town_postcode_and_state_in_one_string() -> None:
    made = surrogate("LOCATION", "Springfield, IL 62704-1234", "en")
    found = re.fullmatch(r"(.+), IL (\d{5})-\d{4}", made)
    assert found is not None
    town = table("US").coded(found.group(2))
    assert town is not None
    assert town.name == found.group(1)


@pytest.mark.parametrize("original", ["alcorcon", "ALCORCÓN", "Alcorcon", "alcorcón"])
def test_case_and_accents_are_kept(original: str) -> None:
    for seed in SEEDS:
        made = surrogate("LOCATION", original, "es", seed=seed)
        assert made.isupper() == original.isupper()
        assert made.islower() == original.islower()
        if original.isascii():
            assert made.isascii()


@pytest.mark.parametrize("original", ["Mass.", "Calif.", "MA"])
def test_short_names_of_states_stay_short(original: str) -> None:
    assert surrogate("LOCATION", original, "en") == original
    moved = surrogate("LOCATION", original, "en", places="any")
    assert moved != original
    assert len(moved) <= 14


def test_an_unknown_small_place_becomes_a_small_town() -> None:
    for seed in SEEDS:
        made = surrogate("LOCATION", "Villanueva del Umbrío", "es", seed=seed)
        sizes = [town.people for town in table("ES").named(fold(made))]
        assert sizes
        assert min(sizes) < 20_000


@pytest.mark.parametrize(
    ("code", "layout"),
    [
        ("SY8 4TZ", r"[A-Z]{2}\d \d[A-Z]{2}"),
        ("LS11 5QR", r"[A-Z]{2}6\d \d[A-Z]{2}"),
        ("sy84tz", r"[a-z]{2}\d\d[a-z]{2}"),
        ("S6H 1Z8", r"[A-Z]\d[A-Z] \d[A-Z]\d"),
        ("V92 K2X7", r"V92 \d[A-Z]{2}\d"),
        ("E-37007", r"E-\d{5}"),
        ("37007", r"\d{5}"),
        ("62704-1234", r"\d{5}-\d{4}"),
        ("28O41", r"\d{5}"),
    ],
)
def test_postcodes_keep_their_layout(code: str, layout: str) -> None:
    for seed in SEEDS:
        made = surrogate("LOCATION", code, "en" if code[0].isalpha() and " " in code else "es")
        assert re.fullmatch(layout, made), (code, made, seed)
        assert made != code


def test_varied_gives_other_towns_and_keeps_each_address_whole() -> None:
    text = "Vive en <LOCATION:Getafe>, <LOCATION:28901>. Sin cambios en la exploración de hoy.\n\n"
    made = surrogates(text * 8, "es", dial="varied")
    towns = set(made[::2])
    assert len(towns) > 2
    for town, code in zip(made[::2], made[1::2], strict=True):
        found = table("ES").coded(code)
        assert found is not None
        assert found.name == town


def test_no_town_of_the_document_the_record_or_the_list_is_drawn() -> None:
    held = ["Leganés", "Alcorcón", "Fuenlabrada", "Móstoles"]
    entry = Entry(Subject("1", values=(Value(held[1], "LOCATION"),)))
    for seed in range(40):
        made = surrogates(
            f"<LOCATION:Getafe> y luego, ya de mayor, se fue a vivir a <LOCATION:{held[0]}>",
            "es",
            seed=seed,
            entry=entry,
            avoid=frozenset(one.lower() for one in held[2:]),
        )
        assert not {"Getafe", *held} & set(made)


@pytest.mark.parametrize(
    ("before", "original", "allowed"),
    [
        ("Emigró desde el ", "Perú", {"Ecuador", "Paraguay", "Uruguay", "Brasil"}),
        ("Viaje a la ", "India", {"China", "Argentina", "República Dominicana", "República Checa"}),
        ("En los ", "Estados Unidos", {"Países Bajos", "Emiratos Árabes Unidos"}),
    ],
)
def test_countries_fit_their_article(before: str, original: str, allowed: set[str]) -> None:
    for seed in SEEDS:
        made = surrogates(f"{before}<COUNTRY:{original}> en enero", "es", seed=seed)
        assert made[0] in allowed


def test_the_country_of_the_addresses_stays_and_others_change_with_their_towns() -> None:
    for seed in SEEDS:
        made = surrogates(
            "Natural de <LOCATION:Lima>, <COUNTRY:Perú>. Vive en <LOCATION:28901> "
            "<LOCATION:Getafe>, <COUNTRY:España>",
            "es",
            seed=seed,
        )
        assert made[1] in ("Ecuador", "Paraguay", "Uruguay", "Brasil")
        assert made[0] != "Lima"
        assert made[4] == "España"


@pytest.mark.parametrize(
    ("before", "original", "ending"),
    [
        ("de nacionalidad ", "rumana", "a"),
        ("paciente ", "peruano", "o"),
        ("an ", "Iranian", None),
        ("a ", "Kenyan", None),
    ],
)
def test_words_for_people_agree(before: str, original: str, ending: str | None) -> None:
    for seed in SEEDS:
        language = "es" if ending else "en"
        made = surrogates(f"Era {before}<COUNTRY:{original}>", language, seed=seed)[0]
        assert made not in (None, original)
        if ending:
            assert made.endswith(ending) or made[-1] not in "oa"
        else:
            assert (made[0] in "AEIOU") == (before == "an ") or made.startswith("U")


def test_english_names_with_an_article_stay_with_such() -> None:
    for seed in SEEDS:
        made = surrogates("Moved here from the <COUNTRY:Netherlands>", "en", seed=seed)[0]
        assert made in (
            "United States",
            "United Kingdom",
            "United Arab Emirates",
            "Philippines",
            "Bahamas",
            "Congo",
            "Dominican Republic",
        )


def test_the_words_of_a_health_service_tell_the_country() -> None:
    for seed in SEEDS:
        made = surrogates(
            "NHS Trust ward 4, registrar on call, bleep 12, GP informed. Son rang from "
            "<LOCATION:Leeds>.",
            "en",
            seed=seed,
        )[0]
        assert any(one.country == "GB" for one in table("GB").named(fold(made)))


def test_two_towns_of_a_document_never_become_one() -> None:
    names = "Getafe Leganés Alcorcón Fuenlabrada Parla Móstoles Alcobendas".split()
    for seed in SEEDS:
        made = surrogates(
            " se mudó después de unos años a ".join(f"<LOCATION:{name}>" for name in names),
            "es",
            seed=seed,
        )
        assert len(set(made)) == len(names)


def test_a_country_beside_an_unknown_code_of_it_stays() -> None:
    made = surrogates(
        "<LOCATION:37999> <LOCATION:Almendral de la Sierra>. (<COUNTRY:España>)", "es"
    )
    assert made[2] == "España"
