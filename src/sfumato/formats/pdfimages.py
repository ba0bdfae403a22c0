"""PDF images: shown to the image format as plain pixels, and put back as plain pixels."""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

import pikepdf
import pypdfium2
from pikepdf import Array, Dictionary, Name, Stream
from PIL import Image

from sfumato.core.protocols import Intake
from sfumato.formats.pdfclean import Cleaner
from sfumato.formats.registry import read_part
from sfumato.formats.weave import Nested

_SMALLEST_SIDE = 10
_SMALLEST_AREA = 600
_DENSITY = 200
_PASSING = frozenset(
    ("/FlateDecode", "/LZWDecode", "/RunLengthDecode", "/CCITTFaxDecode", "/ASCII85Decode",
     "/ASCIIHexDecode", "/DCTDecode", "/JBIG2Decode")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Picture:
    """An image as the image format read it; `png` is empty for one too small to hold words."""

    nested: Nested | None = None
    png: bytes = field(default=b"", repr=False)
    note: str = ""


def look(source: Any, place: str, intake: Intake) -> Picture:
    """Read one image object."""
    width, height = _side(source, "/Width"), _side(source, "/Height")
    if min(width, height) < _SMALLEST_SIDE or width * height < _SMALLEST_AREA:
        return Picture()
    if intake.images == "drop":
        return Picture(note=f"{place} dropped")
    if width * height > intake.limits.max_pixels:
        return Picture(note=f"{place} dropped (too-large)")
    pixels = rendered(source, width, height)
    if pixels is None:
        return Picture(note=f"{place} dropped (damaged)")
    return look_at(pixels, place, intake)


def look_at(pixels: Image.Image, place: str, intake: Intake) -> Picture:
    """Read one picture."""
    png = as_png(pixels)
    found = read_part(png, "image.png", place, intake)
    if isinstance(found, str):
        return Picture(note=found)
    return Picture(found, png)


def as_png(pixels: Image.Image) -> bytes:
    """The picture as PNG, quickly."""
    out = io.BytesIO()
    pixels.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _side(source: Any, key: str) -> int:
    try:
        return max(0, int(source.get(key, 0)))
    except (TypeError, ValueError):
        return 0


def rendered(source: Any, width: int, height: int) -> Image.Image | None:
    """The image as it looks on white paper, drawn by the renderer: every filter, mask and space."""
    out = io.BytesIO()
    pixels: Image.Image | None = None
    try:
        with pikepdf.new() as pdf:
            page = pdf.add_blank_page(page_size=(width, height))
            page.obj.Resources = Dictionary(XObject=Dictionary(I=pdf.copy_foreign(source)))
            page.obj.Contents = pdf.make_stream(f"{width} 0 0 {height} 0 0 cm /I Do".encode())
            pdf.save(out)
        with pypdfium2.PdfDocument(out.getvalue()) as document:
            pixels = document[0].render(scale=1).to_pil().convert("RGB")
    except (pikepdf.PdfError, pypdfium2.PdfiumError, ValueError, RuntimeError, OSError):
        pixels = None
    return pixels


def embedded(pdf: Any, pixels: Image.Image) -> Any:
    """A picture as a new image object; grey where it has no colour."""
    grey = pixels.convert("L")
    plain = pixels.convert("RGB")
    coloured = plain.tobytes() != grey.convert("RGB").tobytes()
    body = plain if coloured else grey
    made = Stream(pdf, zlib.compress(body.tobytes(), 6))
    made.Type, made.Subtype = Name.XObject, Name.Image
    made.Width, made.Height = body.size
    made.ColorSpace = Name.DeviceRGB if coloured else Name.DeviceGray
    made.BitsPerComponent = 8
    made.Filter = Name.FlateDecode
    return pdf.make_indirect(made)


def bare(pdf: Any, source: Any, cleaner: Cleaner) -> Any:
    """The image object without anything but its pixels; None where that cannot be had."""
    if not _passes(source):
        width, height = _side(source, "/Width"), _side(source, "/Height")
        pixels = rendered(source, width, height) if width and height else None
        return embedded(pdf, pixels) if pixels is not None else None
    for one in (source, source.get("/SMask"), source.get("/Mask")):
        if isinstance(one, Stream) and not _strip(one):
            return None
    return cleaner.clean(source, "image")


def _filters(source: Any) -> list[str]:
    value = source.get("/Filter")
    if value is None:
        return []
    return [str(one) for one in value] if isinstance(value, Array) else [str(value)]


def _passes(source: Any) -> bool:
    masks = [one for one in (source.get("/SMask"), source.get("/Mask")) if isinstance(one, Stream)]
    return all(_PASSING.issuperset(_filters(one)) for one in [source, *masks])


def _strip(source: Any) -> bool:
    """Take the comments and application segments out of JPEG data; False where it is broken."""
    filters = _filters(source)
    if "/DCTDecode" not in filters:
        return True
    if filters != ["/DCTDecode"]:
        return False
    data = bare_jpeg(source.read_raw_bytes())
    if data is None:
        return False
    source.write(data, filter=Name.DCTDecode)
    return True


def bare_jpeg(data: bytes) -> bytes | None:
    """JPEG data with only the segments that a decoder needs (ITU-T T.81, B.1); None if broken."""
    start = data.find(b"\xff\xd8")
    if start < 0:
        return None
    out = bytearray(b"\xff\xd8")
    at = start + 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xD9:
            break
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        segment = data[at : at + 2 + length]
        adobe = marker == 0xEE and segment[4:9] == b"Adobe"
        if adobe or not (0xE0 <= marker <= 0xEF or marker == 0xFE):
            out += segment[:16] if adobe else segment
        at += 2 + length
        if marker == 0xDA:
            end = _scan_end(data, at)
            out += data[at:end]
            at = end
    if b"\xff\xda" not in out:
        return None
    return bytes(out + b"\xff\xd9")


def _scan_end(data: bytes, at: int) -> int:
    """Where the coded pixels after a scan header end: at the next marker that is no restart."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            return len(data)
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7 and data[at + 1] != 0xFF:
            return at
        at += 1 if data[at + 1] == 0xFF else 2
