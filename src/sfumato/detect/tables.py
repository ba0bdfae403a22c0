"""Tables: every row of every module, and the one detector that runs them together."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from sfumato.detect.patterns import Patterns, Row

ALL_TABLES: tuple[str, ...] = (
    "sfumato.detect.identifiers",
    "sfumato.detect.contacts",
    "sfumato.detect.places",
    "sfumato.detect.fields",
)
"""Modules whose `ROWS` are run together, by name."""


@cache
def rows() -> tuple[Row, ...]:
    """The rows of all tables in order."""
    found: list[Row] = []
    for name in ALL_TABLES:
        found += import_module(name).ROWS
    return tuple(found)


@cache
def all_patterns() -> Patterns:
    """The detector of all rows."""
    return Patterns(rows())
