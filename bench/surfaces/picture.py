"""Pictures with a sentinel in the pixels, a barcode, and each kind of metadata."""

from __future__ import annotations

import io

import zxingcpp
from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

from bench.surfaces.sentinels import Sentinels

_DESCRIPTION, _ARTIST, _COPYRIGHT = 0x010E, 0x013B, 0x8298


def png(say: Sentinels) -> bytes:
    """A PNG with texts beside the pixels."""
    told = PngImagePlugin.PngInfo()
    told.add_text("Author", say("text chunk"))
    told.add_text("Comment", say("compressed chunk"), zip=True)
    told.add_itxt("XML:com.adobe.xmp", f"<x>{say('xmp')}</x>")
    return _saved(_page(say), "PNG", pnginfo=told, exif=_exif(say)) + say("after the end").encode()


def jpeg(say: Sentinels) -> bytes:
    """A JPEG with texts beside the pixels."""
    return (
        _saved(_page(say), "JPEG", exif=_exif(say), comment=say("comment").encode(), quality=95)
        + say("after the end").encode()
    )


def _page(say: Sentinels) -> Image.Image:
    page = Image.new("RGB", (900, 320), "white")
    words = f"Informe\n{say.number('pixels')}\nPaciente estable"
    ImageDraw.Draw(page).multiline_text(
        (20, 20), words, font=ImageFont.load_default(32), fill="black", spacing=12
    )
    code = zxingcpp.create_barcode(say.email("barcode"), zxingcpp.BarcodeFormat.QRCode)
    page.paste(Image.fromarray(code.to_image(scale=4)).convert("RGB"), (650, 20))
    return page


def _exif(say: Sentinels) -> Image.Exif:
    exif = Image.Exif()
    exif[_DESCRIPTION] = say.email("exif description")
    exif[_ARTIST] = say.email("exif artist")
    exif[_COPYRIGHT] = say.email("exif copyright")
    return exif


def _saved(page: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    page.save(buffer, kind, **options)
    return buffer.getvalue()
