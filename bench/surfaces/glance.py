"""Glance: what tesseract and a barcode reader see in a picture or on the pages of a PDF."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator

import pypdfium2
import zxingcpp
from PIL import Image

from bench.surfaces.sentinels import fold

_DENSITY = 200


def seen(data: bytes, needles: dict[str, str]) -> dict[str, str]:
    """The needles that can be seen in a file, each with its surface."""
    heap = "\n".join(fold(text) for page in _pages(data) for text in _texts(page))
    return {needle: surface for needle, surface in needles.items() if needle in heap}


def _pages(data: bytes) -> Iterator[Image.Image]:
    if not data.startswith(b"%PDF-"):
        with Image.open(io.BytesIO(data)) as picture:
            yield picture.convert("RGB")
        return
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            yield page.render(scale=_DENSITY / 72).to_pil().convert("RGB")


def _texts(page: Image.Image) -> Iterator[str]:
    for code in zxingcpp.read_barcodes(page):
        yield code.text
    buffer = io.BytesIO()
    page.save(buffer, "PNG")
    command = ["tesseract", "stdin", "stdout", "--psm", "6"]
    done = subprocess.run(command, input=buffer.getvalue(), capture_output=True, check=True)
    yield done.stdout.decode()
