"""Lists: the rows of the name and place lists, however they are packed."""

from __future__ import annotations

import csv
import io
import lzma
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path


def rows(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a CSV file by the names of its columns."""
    packed = path.suffix == ".xz"
    with (
        lzma.open(path, "rt", encoding="utf-8") if packed else path.open(encoding="utf-8") as lines
    ):
        yield from csv.DictReader(lines)


def census(root: Path, table: str) -> Iterator[tuple[str, float]]:
    """The names of the US census and the share of people who bear them."""
    path = (root / "names/us-census-names.sqlite").absolute()
    link = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        yield from link.execute(f"select name, freq from {table}")  # noqa: S608
    finally:
        link.close()


def cities(root: Path) -> Iterator[tuple[str, str, float]]:
    """The names, countries and numbers of people of larger towns."""
    with zipfile.ZipFile(root / "taxonomies/geonames-cities15000.zip") as archive:
        name = next(entry for entry in archive.namelist() if entry.endswith(".txt"))
        for line in io.TextIOWrapper(archive.open(name), encoding="utf-8"):
            cells = line.split("\t")
            yield cells[1], cells[8], float(cells[14] or 1)


def cities_whole(root: Path) -> Iterator[tuple[str, str, str, int]]:
    """Country, first-level region, name and number of people of larger towns."""
    with zipfile.ZipFile(root / "taxonomies/geonames-cities15000.zip") as archive:
        name = next(entry for entry in archive.namelist() if entry.endswith(".txt"))
        for line in io.TextIOWrapper(archive.open(name), encoding="utf-8"):
            cells = line.split("\t")
            yield cells[8], cells[10], cells[1], int(cells[14] or 0)


def tabs(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a packed table with tabs, by the names of its columns."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from csv.DictReader(lines, delimiter="\t")
