"""Identifiers: all tables of numbers and codes together."""

from __future__ import annotations

from sfumato.detect import (
    identifiers_bare,
    identifiers_es,
    identifiers_latam,
    identifiers_universal,
    identifiers_us,
    identifiers_world,
    usernames,
)
from sfumato.detect.patterns import Row

ROWS: tuple[Row, ...] = (
    *identifiers_es.ROWS,
    *identifiers_latam.ROWS,
    *identifiers_us.ROWS,
    *identifiers_world.ROWS,
    *identifiers_universal.ROWS,
    *usernames.ROWS,
    *identifiers_bare.ROWS,
)
