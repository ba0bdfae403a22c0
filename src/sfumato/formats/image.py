"""Images: words and barcodes are found, painted over, and the bare pixels saved again.

PNG, JPEG, TIFF (all pages), BMP, GIF and WEBP (first frame). Nothing but pixels is written: no
EXIF, XMP, IPTC, colour profile, comment, text chunk, thumbnail or application segment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from sfumato.core.document import Document
from sfumato.core.edit import Edit, project
from sfumato.core.errors import LeakFound
from sfumato.core.protocols import Intake, Written
from sfumato.formats.barcodes import Barcode, Point, scan
from sfumato.formats.ocr import Box, Word, available, doubtful, recognise, require
from sfumato.formats.picture import Kind, Page, open_pages, save_pages
from sfumato.formats.weave import Slot, weave

__all__ = ["FORMAT", "Images", "available"]

_PADDING = 0.2
_WIDER_PADDING = 0.6
_SHORTEST_TELLING = 3
_SHADE = 28


@dataclass(frozen=True, slots=True)
class _Sight:
    """What one page shows: lines of words, and codes."""

    lines: tuple[tuple[Word, ...], ...] = field(repr=False)
    codes: tuple[Barcode, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Cover:
    """What is to be painted over on one page."""

    words: tuple[Word, ...] = field(repr=False)
    kept: tuple[Word, ...] = field(repr=False)
    codes: tuple[Barcode, ...] = field(repr=False)


class Images:
    """Pictures with text in them."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """One block a recognised line, one a barcode; pages of a TIFF in their order."""
        require()
        slots: list[Slot] = []
        notes: list[str] = []
        kind, pages = open_pages(data, intake.limits)
        for number, page in enumerate(pages, start=1):
            sight = _look(page, intake)
            fresh = list(_slots(sight, _place(kind, number)))
            notes += [f"image {number}: {note}" for note in page.notes]
            notes += [f"image {number}: {note}" for note in _doubts(sight)]
            slots += fresh
        return weave(slots, "", notes)

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The bare pixels with boxes over what was edited, checked by looking at them again."""
        touched = project(document.blocks, edits)
        notes: list[str] = []
        kind, pages = open_pages(data, intake.limits)
        covers = list(_covers(data, touched, intake)) if touched else []
        output = save_pages(kind, _painted(pages, covers, _PADDING, notes))
        if not touched:
            return Written(output, notes=tuple(notes))
        missed = _seen_again(output, covers, intake)
        if any(missed):
            wider = [_joined(cover, more) for cover, more in zip(covers, missed, strict=True)]
            kind, pages = open_pages(data, intake.limits)
            output = save_pages(kind, _painted(pages, wider, _WIDER_PADDING, []))
            if any(_seen_again(output, covers, intake)):
                raise LeakFound("a picture still shows a replaced word after its box was widened")
        return Written(output, notes=tuple(notes))


def _place(kind: Kind, number: int) -> str:
    return f"page {number} image" if kind.name == "TIFF" and number > 1 else "image"


def _look(page: Page, intake: Intake) -> _Sight:
    return _Sight(recognise(page.image, intake.limits.timeout_s), scan(page.image))


def _doubts(sight: _Sight) -> Iterator[str]:
    words = [word for line in sight.lines for word in line]
    if not words and not sight.codes:
        yield "no readable text"
    elif words and doubtful(words):
        yield "its text was read with little certainty"


def _slots(sight: _Sight, place: str) -> Iterator[Slot]:
    for number, line in enumerate(sight.lines, start=1):
        text = " ".join(word.text for word in line)
        yield Slot(text, f"{place} line {number}", certain=False)
    for number, code in enumerate(sight.codes, start=1):
        yield Slot(code.text, f"{place} barcode {number}", "PATIENT_ID", certain=False)


def _covers(data: bytes, touched: Mapping[int, Sequence[Edit]], intake: Intake) -> Iterator[_Cover]:
    """What to paint over, a page at a time; blocks are counted as `read` made them."""
    block = 0
    for page in open_pages(data, intake.limits)[1]:
        sight = _look(page, intake)
        first_code = block + len(sight.lines)
        numbered = enumerate(sight.codes, start=first_code)
        codes = tuple(code for number, code in numbered if number in touched)
        edited = [touched.get(number, ()) for number in range(block, first_code)]
        block = first_code + len(sight.codes)
        yield _cover(sight, edited, codes)


def _cover(sight: _Sight, edited: Sequence[Sequence[Edit]], codes: tuple[Barcode, ...]) -> _Cover:
    """The edited words and codes; the words under a code that print its content go with it."""
    words: list[Word] = []
    kept: list[Word] = []
    printed = [_plain(code.text) for code in codes]
    for line, edits in zip(sight.lines, edited, strict=True):
        for word, hit in _hits(line, edits):
            said = _plain(word.text)
            named = len(said) > _SHORTEST_TELLING and any(said in text for text in printed)
            (words if hit or named else kept).append(word)
    return _Cover(tuple(words), tuple(kept), codes)


def _hits(line: Sequence[Word], edits: Sequence[Edit]) -> Iterator[tuple[Word, bool]]:
    start = 0
    for word in line:
        end = start + len(word.text)
        yield word, any(edit.span.start < end and edit.span.end > start for edit in edits)
        start = end + 1


def _painted(
    pages: Iterator[Page], covers: Sequence[_Cover], padding: float, notes: list[str]
) -> Iterator[Page]:
    for number, page in enumerate(pages):
        notes += [f"image {number + 1}: {note}" for note in page.notes]
        if covers:
            _paint(page.image, covers[number], padding)
        yield page


def _paint(image: Image.Image, cover: _Cover, padding: float) -> None:
    shapes = [_corners(_padded(word.box, padding)) for word in cover.words]
    shapes += [_stretched(code.polygon, 1 + padding) for code in cover.codes]
    inks = [_ink(image, shape) for shape in shapes]
    draw = ImageDraw.Draw(image)
    for shape, ink in zip(shapes, inks, strict=True):
        draw.polygon(shape, fill=ink)


def _ink(image: Image.Image, shape: Sequence[Point]) -> int | tuple[int, ...]:
    """A tone that people see against the paper under a shape and recognition does not.

    A black box would be read as letters, and invented letters as names.
    """
    across, down = [point[0] for point in shape], [point[1] for point in shape]
    edges = (min(across), min(down), max(across), max(down))
    left, top, right, bottom = (round(edge) for edge in edges)
    paper = image.crop((max(0, left), max(0, top), min(image.width, right + 1), bottom + 1))
    tones = [
        histogram.index(max(histogram))
        for histogram in (band.histogram() for band in paper.split())
    ]
    if image.mode == "1":
        return tones[0]
    return tuple(_shaded(tone) for tone in tones)


def _shaded(tone: int) -> int:
    return tone - _SHADE if tone >= 128 else tone + _SHADE


def _corners(box: Box) -> list[Point]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _padded(box: Box, padding: float) -> Box:
    left, top, right, bottom = box
    pad = max(2, round(min(bottom - top, right - left) * padding))
    return (left - pad, top - pad, right + pad, bottom + pad)


def _stretched(polygon: Sequence[Point], factor: float) -> list[Point]:
    if factor <= 1 + _PADDING:
        return list(polygon)
    x = sum(point[0] for point in polygon) / len(polygon)
    y = sum(point[1] for point in polygon) / len(polygon)
    return [(x + (point[0] - x) * factor, y + (point[1] - y) * factor) for point in polygon]


def _joined(cover: _Cover, more: _Cover | None) -> _Cover:
    if more is None:
        return cover
    return _Cover(cover.words + more.words, cover.kept, cover.codes + more.codes)


def _seen_again(output: bytes, covers: Sequence[_Cover], intake: Intake) -> list[_Cover | None]:
    """For each page what a second look still finds of the replaced words and codes."""
    result: list[_Cover | None] = []
    for page, cover in zip(open_pages(output, intake.limits)[1], covers, strict=True):
        if not cover.words and not cover.codes:
            result.append(None)
            continue
        sight = _look(page, intake)
        gone = {code.text for code in cover.codes}
        codes = tuple(code for code in sight.codes if code.text in gone)
        words = tuple(_still_shown(sight, cover))
        result.append(_Cover(words, (), codes) if words or codes else None)
    return result


def _still_shown(sight: _Sight, cover: _Cover) -> Iterator[Word]:
    """Words of the output that say what was replaced, beyond those that were kept on purpose."""
    replaced = {_plain(word.text) for word in cover.words}
    allowed = Counter(_plain(word.text) for word in cover.kept)
    for line in sight.lines:
        for word in line:
            said = _plain(word.text)
            if len(said) < _SHORTEST_TELLING or said not in replaced:
                continue
            allowed[said] -= 1
            if allowed[said] < 0:
                yield word


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


FORMAT = Images()
