"""Barcodes: what the codes in a picture say, and the whole area each of them covers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import zxingcpp
from PIL import Image, ImageOps

_SAMPLES = 160
_AGREE = 0.82
_SMALL_PX = 1600
_QUIET = 3

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Barcode:
    """The content of a code and the polygon it covers."""

    text: str = field(repr=False)
    polygon: tuple[Point, ...]


def scan(image: Image.Image) -> tuple[Barcode, ...]:
    """The linear and matrix codes of a picture, from top to bottom."""
    grey = image.convert("L")
    found = list(_scan(grey, 1))
    if max(grey.size) <= _SMALL_PX:
        known = {code.text for code in found}
        found += [code for code in _scan(grey, 2) if code.text not in known]
    return tuple(sorted(found, key=lambda code: (code.polygon[0][1], code.polygon[0][0])))


def _scan(grey: Image.Image, scale: int) -> Iterator[Barcode]:
    border = 10
    larger = ImageOps.expand(ImageOps.scale(grey, scale) if scale > 1 else grey, border, fill=255)
    for code in zxingcpp.read_barcodes(larger, text_mode=zxingcpp.TextMode.Plain):
        if not code.text.strip():
            continue
        corners = _corners(code.position)
        shape = _grown(larger, corners)
        yield Barcode(
            code.text, tuple(((x - border) / scale, (y - border) / scale) for x, y in shape)
        )


def _corners(position: Any) -> tuple[Point, ...]:
    corners = (
        position.top_left,
        position.top_right,
        position.bottom_right,
        position.bottom_left,
    )
    return tuple((float(corner.x), float(corner.y)) for corner in corners)


def _grown(grey: Image.Image, corners: Sequence[Point]) -> tuple[Point, ...]:
    """The quadrilateral, stretched across its reading direction as far as the bars go on.

    A linear code is read along a few lines only, so its reported area may be a narrow strip.
    """
    one, two, three, four = corners
    start, end = _middle(one, four), _middle(two, three)
    length = math.dist(start, end)
    if length < 1:
        return tuple(corners)
    across = (-(end[1] - start[1]) / length, (end[0] - start[0]) / length)
    centre = _profile(grey, start, end)
    down = max(_reach(grey, start, end, across, centre), *_offsets(corners, start, across))
    back = (-across[0], -across[1])
    up = max(_reach(grey, start, end, back, centre), *_offsets(corners, start, back))
    pad = max(_QUIET, length * 0.01)
    along = ((end[0] - start[0]) / length * pad, (end[1] - start[1]) / length * pad)
    up, down = up + pad, down + pad
    return (
        (start[0] - along[0] - across[0] * up, start[1] - along[1] - across[1] * up),
        (end[0] + along[0] - across[0] * up, end[1] + along[1] - across[1] * up),
        (end[0] + along[0] + across[0] * down, end[1] + along[1] + across[1] * down),
        (start[0] - along[0] + across[0] * down, start[1] - along[1] + across[1] * down),
    )


def _offsets(corners: Sequence[Point], start: Point, across: Point) -> list[float]:
    return [
        (corner[0] - start[0]) * across[0] + (corner[1] - start[1]) * across[1]
        for corner in corners
    ]


def _middle(one: Point, two: Point) -> Point:
    return ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)


def _profile(grey: Image.Image, start: Point, end: Point) -> list[bool] | None:
    """Dark or light along a line; None where the line leaves the picture or has no bars."""
    values = []
    for index in range(_SAMPLES):
        part = index / (_SAMPLES - 1)
        x, y = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
        if not (0 <= x < grey.width and 0 <= y < grey.height):
            return None
        values.append(int(grey.getpixel((int(x), int(y)))))  # type: ignore[arg-type]
    low, high = min(values), max(values)
    return [value * 2 < low + high for value in values] if high - low > 20 else None


def _reach(
    grey: Image.Image, start: Point, end: Point, across: Point, centre: list[bool] | None
) -> float:
    """How far across the bars go on looking as they do at the centre."""
    if centre is None:
        return 0.0
    reached, step, missed = 0, 0, 0
    while missed < 4:
        step += 1
        shift = (across[0] * step, across[1] * step)
        profile = _profile(
            grey, (start[0] + shift[0], start[1] + shift[1]), (end[0] + shift[0], end[1] + shift[1])
        )
        if profile is None:
            missed += 1
            continue
        same = sum(one == two for one, two in zip(centre, profile, strict=True))
        missed = 0 if same >= _AGREE * _SAMPLES else missed + 1
        reached = reached if missed else step
    return float(reached)
