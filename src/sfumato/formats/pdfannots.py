"""PDF annotations and form fields: what they show becomes part of the page, the rest goes.

Values, tooltips, comments, links, attached files and scripts are not carried over; what an
annotation draws is read and cleaned as page content like all other (ISO 32000-1, 12.5).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from sfumato.formats.pdfink import Ink
from sfumato.formats.pdfscene import IDENTITY, Matrix
from sfumato.formats.pdftokens import literal

_UNSEEN = 0x02 | 0x20
_NOT_DRAWN = frozenset(
    ("/Popup", "/Link", "/Text", "/FileAttachment", "/Sound", "/Movie", "/Screen", "/3D",
     "/RichMedia", "/Redact", "/TrapNet", "/PrinterMark")
)  # fmt: skip
_MOST_PARENTS = 32


@dataclass(slots=True)
class Flat:
    """What the annotations of a page draw: operators, and the forms that they name."""

    content: bytes = b""
    forms: dict[str, Any] = field(default_factory=dict, repr=False)
    dropped: int = 0


def flatten(pdf: Any, page: Any, ink: Ink) -> Flat:
    """The drawings of a page's annotations and fields."""
    flat = Flat()
    annotations = page.get("/Annots")
    if not isinstance(annotations, Array):
        return flat
    parts: list[bytes] = []
    for annotation in annotations:
        drawn = _drawing(pdf, annotation, ink) if isinstance(annotation, Dictionary) else None
        if drawn is None:
            flat.dropped += 1
            continue
        form, matrix = drawn
        name = f"SfA{len(flat.forms) + 1}"
        flat.forms[name] = form
        numbers = " ".join(f"{part:.4f}" for part in matrix)
        parts.append(f"q {numbers} cm /{name} Do Q".encode("ascii"))
    flat.content = b"\n".join(parts)
    return flat


def _drawing(pdf: Any, annotation: Any, ink: Ink) -> tuple[Any, Matrix] | None:
    kind = str(annotation.get("/Subtype", ""))
    try:
        unseen = int(annotation.get("/F", 0)) & _UNSEEN
        box = _box(annotation.get("/Rect"))
    except (TypeError, ValueError):
        return None
    if kind in _NOT_DRAWN or unseen or box is None:
        return None
    form = _appearance(annotation)
    if form is None and kind in ("/Widget", "/FreeText"):
        form = _made(pdf, annotation, kind, box, ink)
    if form is None:
        return None
    return form, _fitted(form, box)


def _box(value: Any) -> tuple[float, float, float, float] | None:
    if not isinstance(value, Array) or len(value) != 4:
        return None
    x0, y0, x1, y1 = (float(part) for part in value)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _appearance(annotation: Any) -> Any:
    """The normal appearance in the annotation's present state."""
    looks = annotation.get("/AP")
    normal = looks.get("/N") if isinstance(looks, Dictionary) else None
    if isinstance(normal, Stream):
        normal.Subtype = Name.Form
        return normal
    if not isinstance(normal, Dictionary):
        return None
    state = annotation.get("/AS")
    found = normal.get(str(state)) if isinstance(state, Name) else None
    if isinstance(found, Stream):
        found.Subtype = Name.Form
        return found
    return None


def _fitted(form: Any, box: tuple[float, float, float, float]) -> Matrix:
    """Algorithm 8.1 of ISO 32000-1, 12.5.5, with the form's own matrix left to the form."""
    try:
        inner = _box(form.get("/BBox")) or box
        a, b, c, d, e, f = (float(part) for part in form.get("/Matrix", list(IDENTITY)))
    except (TypeError, ValueError):
        return IDENTITY
    corners = [(x, y) for x in inner[::2] for y in inner[1::2]]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    sx = (box[2] - box[0]) / width if width else 1.0
    sy = (box[3] - box[1]) / height if height else 1.0
    return (sx, 0.0, 0.0, sy, box[0] - min(xs) * sx, box[1] - min(ys) * sy)


def _made(
    pdf: Any, annotation: Any, kind: str, box: tuple[float, float, float, float], ink: Ink
) -> Any:
    """A plain appearance for a value that brings none."""
    value = annotation.get("/Contents") if kind == "/FreeText" else _inherited(annotation, "/V")
    if kind == "/Widget" and _inherited(annotation, "/FT") not in ("/Tx", "/Ch"):
        return None
    if isinstance(value, Array):
        value = "\n".join(str(item) for item in value if isinstance(item, pikepdf.String))
    if isinstance(value, Stream):
        value = value.read_bytes().decode("utf-8", "replace")
    if not isinstance(value, (str, pikepdf.String)) or not str(value).strip():
        return None
    lines = str(value).replace("\r\n", "\n").replace("\r", "\n").split("\n")[:500]
    return _written(pdf, lines, (box[2] - box[0], box[3] - box[1]), ink)


def _inherited(annotation: Any, key: str) -> Any:
    current = annotation
    for _ in range(_MOST_PARENTS):
        if not isinstance(current, Dictionary):
            return None
        if key in current:
            return current.get(key)
        current = current.get("/Parent")
    return None


def _written(pdf: Any, lines: list[str], area: tuple[float, float], ink: Ink) -> Any:
    width, height = area
    size = max(4.0, min(10.0, height / max(len(lines), 1) * 0.8))
    top = (height + size * 0.7) / 2 if len(lines) == 1 else height - size
    base = top - (size * 0.7 if len(lines) == 1 else 0)
    words = [f"BT\n1 0 0 1 2 {base:.2f} Tm\n{size * 1.15:.2f} TL".encode()]
    fonts: dict[str, Any] = {}
    for line in lines:
        for stroke in ink.strokes(line):
            fonts["/" + stroke.font] = ink.font(stroke.font)
            words.append(f"/{stroke.font} {size:.2f} Tf ".encode() + literal(stroke.codes) + b" Tj")
        words.append(b"T*")
    form = pdf.make_stream(b"\n".join([*words, b"ET"]))
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox = Array([0, 0, round(width, 3), round(height, 3)])
    form.Resources = Dictionary(Font=Dictionary(fonts))
    return form
