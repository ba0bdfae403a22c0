"""Maps: the offset maps of an output in a file beside it, for what has to follow the text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sfumato.batch.store import digest_of
from sfumato.core.errors import Damaged
from sfumato.core.offsets import OffsetMap, plain_map
from sfumato.version import VERSION

MAP_SUFFIX = ".map.json"
_UNIT = "code points"


class Mapped(NamedTuple):
    """The map of one document: a whole output, or the line of a JSONL file (numbered from 1)."""

    line: int
    offsets: OffsetMap


def map_place(output: Path) -> Path:
    """Where the map of an output lies."""
    return output.with_name(output.name + MAP_SUFFIX)


def output_of(place: Path) -> Path:
    """The output that a map lies beside."""
    return place.with_name(place.name.removesuffix(MAP_SUFFIX))


def map_file(digest: str, maps: Sequence[tuple[int, OffsetMap]]) -> bytes:
    """The bytes of a map file; `digest` is that of the output which it belongs to."""
    whole = {
        "sfumato": VERSION,
        "unit": _UNIT,
        "output_sha256": digest,
        "documents": [{"line": line, **offsets.plain()} for line, offsets in maps],
    }
    return (json.dumps(whole) + "\n").encode()


def read_maps(data: bytes, output: bytes) -> tuple[Mapped, ...]:
    """The maps in a file, one for each document of the output that it was written for."""
    found = _parsed(data)
    if found.get("output_sha256") != digest_of(output):
        raise Damaged("the offset map belongs to another output")
    return _mapped(found)


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("unit") != _UNIT:
        raise Damaged("not an offset map")
    return found


def _mapped(found: dict[str, Any]) -> tuple[Mapped, ...]:
    maps: list[Mapped] | None = []
    try:
        maps = [Mapped(int(entry["line"]), plain_map(entry)) for entry in found["documents"]]
    except (KeyError, TypeError, ValueError):
        maps = None
    if maps is None:
        raise Damaged("not an offset map")
    return tuple(maps)
