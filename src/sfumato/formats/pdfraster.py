"""PDF raster: a page drawn anew from its own picture, with boxes and a text layer of the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import Any

import pypdfium2
from PIL import Image, ImageDraw

from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged
from sfumato.formats.pdflines import Cell
from sfumato.formats.pdfpress import Label
from sfumato.formats.pdfsheet import Sheet

_DENSITY = 150
_MOST_PIXELS = 40_000_000


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a cell: where it lies, what it says now, and whether that is a replacement."""

    u0: float
    u1: float
    text: str = field(repr=False)
    replaced: bool


def picture(page: Any, sheet: Sheet, *, density: int = _DENSITY) -> Image.Image:
    """The page as the renderer shows it, without annotations."""
    width, height = sheet.size
    scale = density / 72
    scale = min(scale, (_MOST_PIXELS / (width * height)) ** 0.5)
    found: Image.Image | None = None
    try:
        bitmap = page.render(scale=scale, may_draw_forms=False, draw_annots=False)
        found = bitmap.to_pil().convert("RGB")
    except (pypdfium2.PdfiumError, ValueError, RuntimeError, MemoryError):
        found = None
    if found is None:
        raise Damaged(f"page {sheet.number} cannot be drawn")
    return found


def stretches(cell: Cell, edits: Sequence[Edit]) -> Iterator[Stretch]:
    """A cell's text with its edits, as stretches of the base line from left to right."""
    covers = _letters(cell)
    last = 0
    for edit in sorted(edits, key=lambda one: one.span.start):
        yield from _kept(cell, covers, last, edit.span.start)
        spots = [spot for spot in covers[edit.span.start : edit.span.end] if spot]
        if spots:
            u0, u1 = min(spot[0] for spot in spots), max(spot[1] for spot in spots)
            yield Stretch(u0, u1, edit.replacement, replaced=True)
        last = edit.span.end
    yield from _kept(cell, covers, last, len(cell.text))


def _letters(cell: Cell) -> list[tuple[float, float] | None]:
    """Where each character of a cell lies; None for a space that the reader put in."""
    spots: list[tuple[float, float] | None] = [None] * len(cell.text)
    for run, offset in zip(cell.runs, cell.offsets, strict=True):
        shown, at = run.shown, offset
        origin = run.u0 - shown.starts[run.first] * run.scale
        for number in range(run.first, run.last):
            low = origin + shown.starts[number] * run.scale
            high = origin + shown.ends[number] * run.scale
            count = len(shown.texts[number])
            for part in range(count):
                wide = (high - low) / count
                spots[at] = (low + wide * part, low + wide * (part + 1))
                at += 1
    return spots


def _kept(
    cell: Cell, covers: list[tuple[float, float] | None], start: int, end: int
) -> Iterator[Stretch]:
    """What stays between two edits, a stretch for each piece without a put-in space."""
    at = start
    while at < end:
        if covers[at] is None:
            at += 1
            continue
        stop = at
        while stop < end and covers[stop] is not None:
            stop += 1
        spots = [spot for spot in covers[at:stop] if spot]
        u0, u1 = spots[0][0], max(spot[1] for spot in spots)
        yield Stretch(u0, u1, cell.text[at:stop], replaced=False)
        at = stop


def blanked(
    pixels: Image.Image, sheet: Sheet, parts: Sequence[tuple[Cell, Sequence[Stretch]]]
) -> Image.Image:
    """The picture with white boxes over all replaced stretches."""
    draw = ImageDraw.Draw(pixels)
    scale_x, scale_y = pixels.width / sheet.size[0], pixels.height / sheet.size[1]
    for cell, row in parts:
        run = cell.runs[0]
        size = max(one.size for one in cell.runs)
        for part in row:
            if part.replaced:
                corners = [
                    _point(run.angle, u, v)
                    for u, v in (
                        (part.u0 - 0.1 * size, run.v - size),
                        (part.u1 + 0.1 * size, run.v - size),
                        (part.u1 + 0.1 * size, run.v + 0.35 * size),
                        (part.u0 - 0.1 * size, run.v + 0.35 * size),
                    )
                ]
                draw.polygon(
                    [(x * scale_x, pixels.height - y * scale_y) for x, y in corners], fill="white"
                )
    return pixels


def labels(parts: Sequence[tuple[Cell, Sequence[Stretch]]]) -> Iterator[Label]:
    """The text layer: what stays is there to be read, replacements are there to be seen."""
    for cell, row in parts:
        run = cell.runs[0]
        turn = radians(run.angle)
        for part in row:
            if part.text and part.u1 > part.u0:
                x, y = _point(run.angle, part.u0, run.v)
                matrix = (cos(turn), sin(turn), -sin(turn), cos(turn), x, y)
                mode = 0 if part.replaced else 3
                yield Label(matrix, max(run.size, 1.0), part.u1 - part.u0, part.text, mode)


def _point(angle: int, u: float, v: float) -> tuple[float, float]:
    turn = radians(angle)
    return u * cos(turn) + v * sin(turn), u * sin(turn) - v * cos(turn)
