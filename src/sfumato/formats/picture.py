"""Picture: the pages of an image file as bare pixels, and bare pixels as an image file again."""

from __future__ import annotations

import logging
import math
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

from PIL import Image, ImageOps, TiffImagePlugin

from sfumato.core.errors import Damaged, InputError, TooLarge
from sfumato.core.protocols import Limits

# Pillow's debug lines hold the values of TIFF and EXIF tags.
logging.getLogger("PIL").setLevel(logging.WARNING)

_KINDS = ("PNG", "JPEG", "TIFF", "BMP", "GIF", "WEBP")
_WIDE_MODES = ("I", "F", "I;16", "I;16B", "I;16L", "I;16N")
_BARE_MODES = ("1", "L", "RGB")
_JPEG_QUALITY = 92


@dataclass(frozen=True, slots=True)
class Page:
    """One page: pixels in mode "1", "L" or "RGB" and nothing else, with its resolution."""

    image: Image.Image
    dpi: int | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """What an image file is: its format, and whether its pixels are kept exactly."""

    name: str
    exact: bool


def open_pages(data: bytes, limits: Limits) -> tuple[Kind, Iterator[Page]]:
    """The kind of an image file and its pages, decoded one at a time.

    Sizes are checked against the limits before any pixel is decoded.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        image = _guarded(lambda: Image.open(BytesIO(data), formats=_KINDS), "image header")
    kind = "JPEG" if image.format == "MPO" else str(image.format)
    exact = kind != "JPEG" and not (kind == "WEBP" and b"VP8 " in _webp_chunks(data))
    return Kind(kind, exact), _pages(image, kind, limits)


def _pages(image: Image.Image, kind: str, limits: Limits) -> Iterator[Page]:
    number = 0
    while True:
        if number >= limits.max_pages:
            raise TooLarge(f"over {limits.max_pages} pages")
        _check_size(image, limits)
        yield _guarded(lambda: _bare(image, kind), f"image page {number + 1}")
        number += 1
        if kind != "TIFF" or not _guarded(partial(_turn, image, number), "image pages"):
            return


def _turn(image: Image.Image, number: int) -> bool:
    try:
        image.seek(number)
    except EOFError:
        return False
    return True


def _check_size(image: Image.Image, limits: Limits) -> None:
    width, height = image.size
    if width < 1 or height < 1:
        raise Damaged("an image without pixels")
    if width * height > limits.max_pixels:
        raise TooLarge(f"an image of over {limits.max_pixels} pixels")


def _guarded(work: Any, place: str) -> Any:
    """The result of work inside Pillow; whatever it raises becomes an error without its words."""
    broken: InputError
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return work()
    except InputError:
        raise
    except (Image.DecompressionBombError, MemoryError):
        broken = TooLarge(f"{place}: more pixels than can be held")
    except Exception:
        broken = Damaged(f"{place} cannot be decoded")
    raise broken


def _bare(image: Image.Image, kind: str) -> Page:
    """The current page without anything but pixels: upright, opaque, eight bits."""
    notes = []
    if kind != "TIFF" and getattr(image, "is_animated", False):
        notes.append("only the first frame is kept")
    dpi = _dpi(image)
    image.load()
    upright = ImageOps.exif_transpose(image)
    if upright.mode in _WIDE_MODES:
        upright = _eight_bits(upright)
        notes.append("levels reduced to 8 bits")
    if upright.has_transparency_data:
        alpha = upright.convert("RGBA")
        if alpha.getchannel("A").getextrema() != (255, 255):
            notes.append("transparency flattened")
        # Pixels hidden by transparency still hold their colours; only what shows may stay.
        upright = Image.alpha_composite(Image.new("RGBA", alpha.size, "white"), alpha)
    if upright.mode not in _BARE_MODES:
        upright = upright.convert("L" if upright.mode in ("LA", "La") else "RGB")
    fresh = Image.new(upright.mode, upright.size)
    fresh.paste(upright)
    return Page(fresh, dpi, tuple(notes))


def _eight_bits(image: Image.Image) -> Image.Image:
    wide = image.convert("F")
    low, high = (float(value) for value in wide.getextrema())  # type: ignore[arg-type]
    if not (math.isfinite(low) and math.isfinite(high)):
        raise Damaged("an image with levels that are not numbers")
    factor = 255.0 / ((high - low) or 1.0)
    return wide.point(lambda level: level * factor - low * factor).convert("L")


def _dpi(image: Image.Image) -> int | None:
    try:
        across = float(image.info.get("dpi", (0, 0))[0])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return None
    return round(across) if math.isfinite(across) and 30 <= across <= 2400 else None


def _webp_chunks(data: bytes) -> set[bytes]:
    names, position = set(), 12
    while position + 8 <= len(data):
        names.add(data[position : position + 4])
        length = int.from_bytes(data[position + 4 : position + 8], "little")
        # An animation frame (ANMF) holds its own chunks behind 16 bytes of header.
        inside = data[position : position + 4] == b"ANMF"
        position += 24 if inside else 8 + length + length % 2
    return names


def save_pages(kind: Kind, pages: Iterable[Page]) -> bytes:
    """An image file of that kind with nothing in it but the pixels and their resolution."""
    buffer = BytesIO()
    if kind.name == "TIFF":
        with TiffImagePlugin.AppendingTiffWriter(buffer) as writer:
            for page in pages:
                page.image.save(writer, "TIFF", **_options(kind, page))
                writer.newFrame()
    else:
        for page in pages:
            image = _for_gif(page.image) if kind.name == "GIF" else page.image
            image.save(buffer, kind.name, **_options(kind, page))
    return buffer.getvalue()


def _options(kind: Kind, page: Page) -> dict[str, Any]:
    density = {"dpi": (page.dpi, page.dpi)} if page.dpi else {}
    if kind.name == "TIFF":
        return {"compression": "group4" if page.image.mode == "1" else "tiff_lzw", **density}
    if kind.name == "JPEG":
        return {"quality": _JPEG_QUALITY, "subsampling": 0, **density}
    if kind.name == "WEBP":
        return {"lossless": kind.exact, "quality": 80 if kind.exact else _JPEG_QUALITY}
    return {} if kind.name == "GIF" else density


def _for_gif(image: Image.Image) -> Image.Image:
    if image.mode != "RGB":
        return image
    return image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
