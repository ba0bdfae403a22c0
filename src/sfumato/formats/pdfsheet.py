"""PDF sheets: each page read by two readers, and the choice of how it can be written.

Own reading gives positions and operators; the renderer's reading is the witness. Where they
differ, or a page holds what cannot be followed, the page is drawn anew from its picture.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cos, sin
from typing import Any, Literal

import pikepdf
import pypdfium2
from pikepdf import Array, Dictionary, Stream

from sfumato.core.errors import InputError
from sfumato.formats.pdfannots import Flat
from sfumato.formats.pdffonts import UNKNOWN, Font
from sfumato.formats.pdflines import Cell, cells
from sfumato.formats.pdfscene import (
    Layer,
    Library,
    Matrix,
    Scene,
    Shown,
    State,
    has_unknown,
    product,
    view,
)
from sfumato.formats.pdfstreams import decoded

Mode = Literal["text", "raster", "scan"]
_PAPER = (0.0, 0.0, 612.0, 792.0)
_SLACK = 3
_COVERING = 0.3
_MANY_CURVES = 200
_MOST_PARENTS = 64


@dataclass(slots=True)
class Sheet:
    """A page: its size and turn, what it shows, its text in order, and how it will be written."""

    number: int
    box: tuple[float, float, float, float]
    turn: int
    scene: Scene = field(repr=False)
    cells: list[Cell] = field(default_factory=list, repr=False)
    mode: Mode = "text"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as the page is seen."""
        width, height = self.box[2] - self.box[0], self.box[3] - self.box[1]
        return (height, width) if self.turn in (90, 270) else (width, height)


def inherited(page: Any, key: str) -> Any:
    """A page's entry, its own or one of the tree above it."""
    current = page
    for _ in range(_MOST_PARENTS):
        if not isinstance(current, Dictionary):
            return None
        if key in current:
            return current.get(key)
        current = current.get("/Parent")
    return None


def frame(page: Any) -> tuple[tuple[float, float, float, float], int]:
    """The visible box of a page and its turn."""
    media = _rectangle(inherited(page, "/MediaBox")) or _PAPER
    crop = _rectangle(inherited(page, "/CropBox")) or media
    box = (
        max(media[0], crop[0]), max(media[1], crop[1]),
        min(media[2], crop[2]), min(media[3], crop[3]),
    )  # fmt: skip
    if box[2] - box[0] < 1 or box[3] - box[1] < 1:
        box = media
    turn = inherited(page, "/Rotate")
    return box, int(turn) % 360 // 90 * 90 if isinstance(turn, int) else 0


def _rectangle(value: Any) -> tuple[float, float, float, float] | None:
    try:
        x0, y0, x1, y1 = (float(part) for part in value)
    except (TypeError, ValueError):
        return None
    box = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    return box if box[2] - box[0] >= 1 and box[3] - box[1] >= 1 else None


def upright(box: tuple[float, float, float, float], turn: int) -> Matrix:
    """From the page's own space to the page as it is seen, its lower left corner at zero."""
    x0, y0, x1, y1 = box
    if turn == 90:
        return (0, -1, 1, 0, -y0, x1)
    if turn == 180:
        return (-1, 0, 0, -1, x1, y1)
    if turn == 270:
        return (0, 1, -1, 0, y1, -x0)
    return (1, 0, 0, 1, -x0, -y0)


def sheet_of(number: int, page: Any, flat: Flat, library: Library) -> Sheet:
    """A page by own reading."""
    box, turn = frame(page)
    doubts: set[str] = set()
    layer = _layer(page, flat, library, doubts)
    try:
        scene = view(layer, library, upright(box, turn))
    except InputError as error:
        if error.code == "too-large":
            raise
        scene = Scene(layer)
        doubts.add("a content stream that cannot be followed")
    scene.doubts |= doubts
    return Sheet(number, box, turn, scene)


def _layer(page: Any, flat: Flat, library: Library, doubts: set[str]) -> Layer:
    resources = inherited(page, "/Resources")
    if not isinstance(resources, Dictionary):
        resources = Dictionary()
    if resources.objgen == (0, 0):
        resources = library.pdf.make_indirect(resources)
    data, ops = b"", []
    try:
        data = _content(page, library)
        ops = library.tokens(data)
    except InputError as error:
        if error.code in ("dangerous", "too-large"):
            raise
        doubts.add("a content stream that cannot be followed")
    if flat.content:
        data = _with_flat(data, ops, flat)
        ops = library.tokens(data)
        drawn = resources.get("/XObject")
        own = dict(drawn.items()) if isinstance(drawn, Dictionary) else {}
        resources = library.pdf.make_indirect(Dictionary(dict(resources.items())))
        names = {"/" + name: form for name, form in flat.forms.items()}
        resources.XObject = Dictionary({**own, **names})
    return Layer(None, resources, data, ops)


def _with_flat(data: bytes, ops: list[Any], flat: Flat) -> bytes:
    depth = lowest = 0
    for op in ops:
        depth += (op.name == b"q") - (op.name == b"Q")
        lowest = min(lowest, depth)
    return b"q\n" + data + b"\n" + b"Q " * max(depth + 1, 1) + b"\n" + flat.content


def _content(page: Any, library: Library) -> bytes:
    contents = page.get("/Contents")
    streams = list(contents) if isinstance(contents, Array) else [contents]
    parts = [decoded(one, library.budget) for one in streams if isinstance(one, Stream)]
    return b"\n".join(parts)


def is_marked(sheet: Sheet) -> bool:
    """Whether the page holds ActualText, which the renderer would read instead of the glyphs."""
    return any(
        b"ActualText" in layer.data or _replacing(layer) for layer in _layers(sheet.scene.layer)
    )


def _layers(layer: Layer) -> Iterator[Layer]:
    yield layer
    for child in layer.children.values():
        yield from _layers(child)


def _replacing(layer: Layer) -> list[Any]:
    """Named property lists with ActualText."""
    found = layer.resources.get("/Properties")
    values = list(found.values()) if isinstance(found, Dictionary) else []
    return [one for one in values if isinstance(one, Dictionary) and "/ActualText" in one]


def unmark(sheet: Sheet) -> None:
    """Take ActualText out of the page's forms and property lists, for the renderer."""
    for layer in _layers(sheet.scene.layer):
        for one in _replacing(layer):
            del one["/ActualText"]
        if layer.source is not None and b"ActualText" in layer.data:
            layer.source.write(_unmarked(layer))


def _unmarked(layer: Layer) -> bytes:
    """The content with its inline property lists emptied."""
    pieces: list[bytes] = []
    last = 0
    for op in layer.ops:
        if op.name == b"BDC" and any(isinstance(arg, dict) for arg in op.args):
            pieces += [layer.data[last : op.start], b"/Span BMC"]
            last = op.end
    return b"".join([*pieces, layer.data[last:]])


def put_flat(pdf: Any, page: Any, sheet: Sheet) -> None:
    """Give the page itself the content with its annotations, for the renderer."""
    unmark(sheet)
    page.Contents = pdf.make_stream(_unmarked(sheet.scene.layer))
    page.Resources = sheet.scene.layer.resources
    if "/Annots" in page:
        del page["/Annots"]


def letters(text: str) -> str:
    """Letters and digits alone, without case, accents and compatibility forms."""
    if text.isascii():
        return "".join(filter(str.isalnum, text.lower()))
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(filter(str.isalnum, folded))


def judge(sheet: Sheet, witness: Any) -> None:
    """Settle the text and the mode of a page with the renderer's page as witness."""
    own = cells(sheet.scene)
    said = page_text(witness)
    ours = Counter(letters("".join(cell.text for cell in own)))
    theirs = Counter(letters(said or ""))
    sheet.cells = own
    if said is None:
        sheet.scene.doubts.add("a page that the renderer cannot read")
    unsure = bool(sheet.scene.doubts) or has_unknown(sheet.scene)
    unsure = unsure or (theirs - ours).total() > _SLACK
    if not ours and not theirs and (_covered(sheet) > _COVERING or _is_outlined(sheet)):
        sheet.mode = "scan"
    elif unsure:
        _as_raster(sheet, witness, said, ours, theirs)


def _as_raster(
    sheet: Sheet, witness: Any, said: str | None, ours: Counter[str], theirs: Counter[str]
) -> None:
    """Text by the renderer; where it cannot read either, the picture of the page is read."""
    known = witness_cells(sheet, witness) if said is not None else []
    readable = bool(theirs) and not any(map(_is_unreadable, said or ""))
    if said is not None and not theirs and not sheet.scene.shown and not sheet.scene.doubts:
        return
    if not readable:
        sheet.mode, sheet.cells = "scan", []
        return
    sheet.mode = "raster"
    clear = [cell for cell in sheet.cells if UNKNOWN not in cell.text]
    sheet.cells = known + (clear if (ours - theirs).total() > _SLACK else [])


def _is_unreadable(sign: str) -> bool:
    return sign in "\x00\x02\ufffd\uffff\ufffe" or unicodedata.category(sign) in ("Co", "Cn")


def _covered(sheet: Sheet) -> float:
    width, height = sheet.size
    area = sum(
        abs(one.matrix[0] * one.matrix[3] - one.matrix[1] * one.matrix[2])
        for one in sheet.scene.drawn
    )
    return area / (width * height)


def _is_outlined(sheet: Sheet) -> bool:
    return sheet.scene.curves > _MANY_CURVES


def page_text(page: Any) -> str | None:
    """What the renderer reads on a page; None where it fails."""
    if page is None:
        return None
    try:
        text = page.get_textpage()
        said = str(text.get_text_range())
        text.close()
    except (pypdfium2.PdfiumError, UnicodeError, ValueError):
        return None
    return said


def witness_cells(sheet: Sheet, page: Any) -> list[Cell]:
    """The renderer's characters, put into rows the same way as own ones."""
    text = page.get_textpage()
    scene = Scene(sheet.scene.layer)
    base = upright(sheet.box, sheet.turn)
    for index in range(text.count_chars()):
        shown = _character(text, index, base, sheet.scene.layer)
        if shown is not None:
            scene.shown.append(shown)
    text.close()
    return cells(scene)


def _character(text: Any, index: int, base: Matrix, layer: Layer) -> Shown | None:
    raw = pypdfium2.raw
    code = raw.FPDFText_GetUnicode(text, index)
    if code in (0, 10, 13, 0xFFFE) or raw.FPDFText_IsGenerated(text, index) == 1:
        return None
    x, y = ctypes.c_double(), ctypes.c_double()
    box = raw.FS_RECTF()
    raw.FPDFText_GetCharOrigin(text, index, x, y)
    raw.FPDFText_GetLooseCharBox(text, index, box)
    angle = -max(raw.FPDFText_GetCharAngle(text, index), 0.0)
    flat = abs(cos(angle)) >= abs(sin(angle))
    wide, high = abs(box.right - box.left), abs(box.top - box.bottom)
    along, size = (wide, high) if flat else (high, wide)
    size = size or 1.0
    matrix = (cos(angle), sin(angle), -sin(angle), cos(angle), x.value, y.value)
    state = State(matrix=base, font=Font(), size=size)
    sign = _sign(text, index, code)
    if not sign:
        return None
    return Shown(layer, index, state, matrix, [b""], [sign], [0.0], [along])


def _sign(text: Any, index: int, code: int) -> str:
    """The sign of a code; of one that comes as two halves (UTF-16), the first stands for both."""
    if 0xD800 <= code < 0xDC00:
        low = pypdfium2.raw.FPDFText_GetUnicode(text, index + 1)
        whole = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        return chr(whole) if 0xDC00 <= low < 0xE000 else UNKNOWN
    if 0xDC00 <= code < 0xE000:
        before = pypdfium2.raw.FPDFText_GetUnicode(text, index - 1) if index else 0
        return "" if 0xD800 <= before < 0xDC00 else UNKNOWN
    if code >= 0x110000:
        return UNKNOWN
    return " " if code < 0x20 else chr(code)


__all__ = ["Sheet", "judge", "letters", "page_text", "pikepdf", "product", "put_flat", "sheet_of"]
