"""PDF scenes: what a page shows, as text with positions and the operators that drew it.

A `Layer` is one run through one content stream; a form drawn twice is two layers. Positions are
in the page's own upright space: y grows upwards, the page's rotation is undone.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from sfumato.core.errors import Damaged, InputError, TooLarge
from sfumato.core.protocols import Limits
from sfumato.formats.pdffonts import UNKNOWN, Font, read_font
from sfumato.formats.pdfstreams import Budget, decoded
from sfumato.formats.pdftokens import Op, decoded_name, number, string, tokenise

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_DEEPEST_FORM = 12
_MOST_STATES = 512
_FORM_COST = 25
_LEAST_OPS = 500_000
_LEAST_GLYPHS = 1_500_000
_GLYPHS_A_BYTE = 3
_SPACE = 0.16


def product(one: Matrix, two: Matrix) -> Matrix:
    """First one, then the other (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
            e * g + f * i + k, e * h + f * j + m)  # fmt: skip


@dataclass(slots=True)
class State:
    """The graphics state that text depends on."""

    matrix: Matrix = IDENTITY
    font: Font | None = None
    size: float = 0.0
    letter: float = 0.0
    word: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


@dataclass(slots=True)
class Shown:
    """What one show operator draws: codes, texts, and where each starts and ends.

    `starts` and `ends` are in text space along the base line, from the operator's own start.
    """

    layer: Layer
    op: int
    state: State
    text_matrix: Matrix
    codes: list[bytes] = field(default_factory=list, repr=False)
    texts: list[str] = field(default_factory=list, repr=False)
    starts: list[float] = field(default_factory=list, repr=False)
    ends: list[float] = field(default_factory=list, repr=False)
    breaks: list[int] = field(default_factory=list, repr=False)


@dataclass(slots=True)
class Drawn:
    """An image and where it is drawn; `source` is the image's stream."""

    layer: Layer
    op: int
    source: Any = field(repr=False)
    matrix: Matrix


@dataclass(slots=True)
class Layer:
    """One run through one content stream."""

    source: Any = field(repr=False)
    """The form's stream; None for the page itself."""
    resources: Any = field(repr=False)
    data: bytes = field(repr=False)
    ops: list[Op] = field(repr=False)
    children: dict[int, Layer] = field(default_factory=dict, repr=False)
    images: dict[int, Drawn] = field(default_factory=dict, repr=False)
    shown: list[Shown] = field(default_factory=list, repr=False)


@dataclass(slots=True)
class Scene:
    """A page as interpreted. `doubts` say why what was read may not be what is seen."""

    layer: Layer
    shown: list[Shown] = field(default_factory=list, repr=False)
    drawn: list[Drawn] = field(default_factory=list, repr=False)
    doubts: set[str] = field(default_factory=set)
    curves: int = 0


class Library:
    """What the pages of one file share: fonts and tokenised streams, read once."""

    def __init__(self, pdf: Any, limits: Limits, budget: Budget, *, size: int) -> None:
        self.pdf = pdf
        self.limits = limits
        self.budget = budget
        self.tokens_left = max(_LEAST_OPS, size // 2)
        self.ops_left = 2 * self.tokens_left
        most = max(_LEAST_GLYPHS, size * _GLYPHS_A_BYTE)
        self.characters_left = min(limits.max_characters, most)
        self._fonts: dict[tuple[int, int], Font] = {}
        self._streams: dict[tuple[int, int], tuple[bytes, list[Op]]] = {}
        self._inline: dict[bytes, Any] = {}

    def font(self, source: Any) -> Font:
        """The decoder of a font."""
        key = source.objgen
        found = self._fonts.get(key)
        if found is None:
            found = self._fonts[key] = read_font(source, self.budget)
            found.key = key
        return found

    def stream(self, source: Any) -> tuple[bytes, list[Op]]:
        """A form's bytes and operators."""
        key = source.objgen
        found = self._streams.get(key)
        if found is None:
            data = decoded(source, self.budget)
            found = (data, self.tokens(data))
            self._streams[key] = found
        return found

    def tokens(self, data: bytes) -> list[Op]:
        """The operators of a content stream, counted."""
        ops = tokenise(data, most=self.tokens_left)
        self.tokens_left -= len(ops)
        return ops

    def inline(self, layer: Layer, op: Op) -> Any:
        """The image object of an inline image, the same one for the same bytes."""
        key = bytes(layer.data[op.start : op.end])
        found = self._inline.get(key)
        if found is None:
            found = _inline_object(self.pdf, layer, op)
            self._inline[key] = found
        return found

    def spend(self, ops: int, characters: int = 0) -> None:
        """Count work done; forms that draw forms can multiply without bound."""
        self.ops_left -= ops
        self.characters_left -= characters
        if self.ops_left < 0:
            raise TooLarge("too many drawing operators")
        if self.characters_left < 0:
            raise TooLarge("more characters than a file of this size should hold")


def view(layer: Layer, library: Library, base: Matrix) -> Scene:
    """The scene of a page's layer; `base` turns the page upright."""
    scene = Scene(layer)
    _Walk(scene, library, layer, State(matrix=base), ()).run()
    return scene


class _Walk:
    """One layer being run."""

    def __init__(
        self, scene: Scene, library: Library, layer: Layer, state: State, path: tuple[Any, ...]
    ) -> None:
        self.scene = scene
        self.library = library
        self.layer = layer
        self.state = state
        self.path = path
        self.saved: list[State] = []
        self.matrix = IDENTITY
        self.line = IDENTITY
        self.in_text = False
        self.at_begin: Matrix = IDENTITY
        self.fonts: dict[str, Font] = {}

    def run(self) -> None:
        """All operators, in order."""
        acts = _ACTS
        self.library.spend(len(self.layer.ops))
        for index, op in enumerate(self.layer.ops):
            act = acts.get(op.name)
            if act is not None:
                act(self, op, index)
        if self.in_text:
            self.scene.doubts.add("a text object without end")

    def save(self, op: Op, index: int) -> None:
        if len(self.saved) >= _MOST_STATES:
            raise Damaged("a content stream saves too many states")
        self.saved.append(copy(self.state))

    def restore(self, op: Op, index: int) -> None:
        if self.saved:
            self.state = self.saved.pop()

    def transform(self, op: Op, index: int) -> None:
        self.state.matrix = product(_matrix(op), self.state.matrix)

    def begin(self, op: Op, index: int) -> None:
        self.matrix = self.line = IDENTITY
        self.in_text = True
        self.at_begin = self.state.matrix

    def end(self, op: Op, index: int) -> None:
        if self.state.matrix != self.at_begin:
            self.scene.doubts.add("a transformation inside a text object")
        self.in_text = False

    def choose(self, op: Op, index: int) -> None:
        if len(op.args) < 2:
            return
        self.state.size = number(op.args[1])
        name = decoded_name(op.args[0])
        font = self.fonts.get(name)
        if font is None:
            source = _named(self.layer.resources, "/Font", name)
            if not isinstance(source, pikepdf.Dictionary):
                self.scene.doubts.add("a font that is not there")
                font = Font(base=[UNKNOWN] * 256)
            else:
                if source.objgen == (0, 0):
                    source = self.library.pdf.make_indirect(source)
                    self.layer.resources["/Font"]["/" + name] = source
                font = self.library.font(source)
            if font.vertical:
                self.scene.doubts.add("vertical writing")
            self.fonts[name] = font
        self.state.font = font

    def letter(self, op: Op, index: int) -> None:
        self.state.letter = _first(op)

    def word(self, op: Op, index: int) -> None:
        self.state.word = _first(op)

    def stretch(self, op: Op, index: int) -> None:
        self.state.stretch = _first(op) / 100

    def leading(self, op: Op, index: int) -> None:
        self.state.leading = _first(op)

    def rise(self, op: Op, index: int) -> None:
        self.state.rise = _first(op)

    def mode(self, op: Op, index: int) -> None:
        self.state.mode = int(_first(op))

    def move(self, op: Op, index: int) -> None:
        x, y = (number(arg) for arg in ([b"0", b"0", *op.args])[-2:])
        if op.name == b"TD":
            self.state.leading = -y
        self._shift(x, y)

    def place(self, op: Op, index: int) -> None:
        self.matrix = self.line = _matrix(op)

    def new_line(self, op: Op, index: int) -> None:
        self._shift(0.0, -self.state.leading)

    def _shift(self, x: float, y: float) -> None:
        a, b, c, d, e, f = self.line
        self.matrix = self.line = (a, b, c, d, x * a + y * c + e, x * b + y * d + f)

    def show(self, op: Op, index: int) -> None:
        self._show(index, op.args[-1:])

    def show_array(self, op: Op, index: int) -> None:
        array = op.args[-1] if op.args else None
        self._show(index, array if isinstance(array, list) else [])

    def show_line(self, op: Op, index: int) -> None:
        if op.name == b'"' and len(op.args) == 3:
            self.state.word, self.state.letter = number(op.args[0]), number(op.args[1])
        self.new_line(op, index)
        self._show(index, op.args[-1:])

    def _show(self, index: int, elements: list[Any]) -> None:
        state = self.state
        font = state.font
        if font is None or not self.in_text:
            self.scene.doubts.add("text outside of a text object")
            font = font or Font(base=[UNKNOWN] * 256)
        self.library.spend(0, _count(elements) // (2 if font.wide else 1))
        shown = Shown(self.layer, index, copy(state), self.matrix)
        advance = _lay(shown, font, elements)
        a, b, c, d, e, f = self.matrix
        self.matrix = (a, b, c, d, advance * a + e, advance * b + f)
        if not shown.codes:
            return
        self.layer.shown.append(shown)
        self.scene.shown.append(shown)

    def draw(self, op: Op, index: int) -> None:
        name = decoded_name(op.args[0]) if op.args else ""
        source = _named(self.layer.resources, "/XObject", name)
        if not isinstance(source, pikepdf.Stream):
            return
        kind = source.get("/Subtype")
        if kind == "/Image":
            drawn = Drawn(self.layer, index, source, self.state.matrix)
            self.layer.images[index] = drawn
            self.scene.drawn.append(drawn)
        elif kind == "/Form":
            self._form(source, index)

    def _form(self, source: Any, index: int) -> None:
        if source.objgen in self.path or len(self.path) >= _DEEPEST_FORM:
            return  # a cycle; readers stop there as well, and the writer leaves it out
        resources = source.get("/Resources")
        if not isinstance(resources, pikepdf.Dictionary):
            resources = self.layer.resources
        try:
            data, ops = self.library.stream(source)
        except Damaged:
            self.scene.doubts.add("a form that cannot be followed")
            return
        self.library.spend(_FORM_COST)
        layer = Layer(source, resources, data, ops)
        self.layer.children[index] = layer
        state = copy(self.state)
        state.matrix = product(_form_matrix(source), state.matrix)
        _Walk(self.scene, self.library, layer, state, (*self.path, source.objgen)).run()

    def picture(self, op: Op, index: int) -> None:
        source = self.library.inline(self.layer, op)
        if source is None:
            self.scene.doubts.add("an inline image that cannot be followed")
            return
        drawn = Drawn(self.layer, index, source, self.state.matrix)
        self.layer.images[index] = drawn
        self.scene.drawn.append(drawn)

    def extend(self, op: Op, index: int) -> None:
        name = decoded_name(op.args[0]) if op.args else ""
        extended = _named(self.layer.resources, "/ExtGState", name)
        if isinstance(extended, pikepdf.Dictionary) and "/Font" in extended:
            self.scene.doubts.add("a font set by a graphics state")

    def curve(self, op: Op, index: int) -> None:
        self.scene.curves += 1


_ACTS: dict[bytes, Callable[[_Walk, Op, int], None]] = {
    b"q": _Walk.save, b"Q": _Walk.restore, b"cm": _Walk.transform,
    b"BT": _Walk.begin, b"ET": _Walk.end, b"Tf": _Walk.choose, b"Tc": _Walk.letter,
    b"Tw": _Walk.word, b"Tz": _Walk.stretch, b"TL": _Walk.leading, b"Ts": _Walk.rise,
    b"Tr": _Walk.mode, b"Td": _Walk.move, b"TD": _Walk.move, b"Tm": _Walk.place,
    b"T*": _Walk.new_line, b"Tj": _Walk.show, b"TJ": _Walk.show_array, b"'": _Walk.show_line,
    b'"': _Walk.show_line, b"Do": _Walk.draw, b"BI": _Walk.picture, b"gs": _Walk.extend,
    b"c": _Walk.curve, b"v": _Walk.curve, b"y": _Walk.curve,
}  # fmt: skip


def _lay(shown: Shown, font: Font, elements: list[Any]) -> float:
    """Fill in the glyphs of a show operator; how far the whole moves along the base line."""
    state = shown.state
    size, stretch, letter, word = state.size, state.stretch, state.letter, state.word
    far = _SPACE * size
    codes, texts, starts, ends = shown.codes, shown.texts, shown.starts, shown.ends
    known = font.glyphs
    x = 0.0
    for element in elements:
        if not isinstance(element, bytes):
            continue
        if element[:1] not in (b"(", b"<"):
            moved = number(element) * 0.001 * size
            x -= moved * stretch
            if moved > far or -moved > far:
                shown.breaks.append(len(codes))
            continue
        for code in font.codes(string(element)):
            text, width, spaced = known.get(code) or font.glyph(code)
            codes.append(code)
            texts.append(text)
            starts.append(x)
            x += (width * size + letter + (word if spaced else 0.0)) * stretch
            ends.append(x)
    return x


def _count(elements: list[Any]) -> int:
    """An upper bound of the bytes in the strings of a show operator."""
    return sum(
        len(one) // (2 if one[:1] == b"<" else 1)
        for one in elements
        if isinstance(one, bytes) and one[:1] in (b"(", b"<")
    )


def _first(op: Op) -> float:
    return number(op.args[-1]) if op.args else 0.0


def _matrix(op: Op) -> Matrix:
    if len(op.args) < 6:
        return IDENTITY
    a, b, c, d, e, f = (number(arg) for arg in op.args[-6:])
    return (a, b, c, d, e, f)


def _form_matrix(source: Any) -> Matrix:
    try:
        a, b, c, d, e, f = (float(part) for part in source.get("/Matrix", [1, 0, 0, 1, 0, 0]))
    except (TypeError, ValueError):
        return IDENTITY
    return (a, b, c, d, e, f)


def _named(resources: Any, category: str, name: str) -> Any:
    """An entry of a resource dictionary, or None."""
    try:
        found = resources.get(category)
        return found.get("/" + name) if isinstance(found, pikepdf.Dictionary) else None
    except (TypeError, ValueError, AttributeError, pikepdf.PdfError, UnicodeError):
        return None


_LONG_KEYS = {
    b"/BPC": "/BitsPerComponent", b"/CS": "/ColorSpace", b"/D": "/Decode", b"/DP": "/DecodeParms",
    b"/F": "/Filter", b"/H": "/Height", b"/IM": "/ImageMask", b"/I": "/Interpolate",
    b"/W": "/Width",
}  # fmt: skip
_LONG_NAMES = {
    b"/G": b"/DeviceGray", b"/RGB": b"/DeviceRGB", b"/CMYK": b"/DeviceCMYK", b"/I": b"/Indexed",
    b"/AHx": b"/ASCIIHexDecode", b"/A85": b"/ASCII85Decode", b"/LZW": b"/LZWDecode",
    b"/Fl": b"/FlateDecode", b"/RL": b"/RunLengthDecode", b"/CCF": b"/CCITTFaxDecode",
    b"/DCT": b"/DCTDecode",
}  # fmt: skip


def _inline_object(pdf: Any, layer: Layer, op: Op) -> Any:
    """An inline image as an image of its own (ISO 32000-1, tables 93 and 94)."""
    attributes, body = op.args
    if not isinstance(attributes, dict) or not isinstance(body, bytes):
        return None
    try:
        made = pikepdf.Stream(pdf, body)
        made.Type, made.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        for key, value in attributes.items():
            name = _LONG_KEYS.get(key, key.decode("latin-1"))
            if name not in _LONG_KEYS.values():
                continue
            if name == "/ColorSpace" and isinstance(value, bytes) and value not in _LONG_NAMES:
                known = _named(layer.resources, "/ColorSpace", decoded_name(value))
                made[name] = known if known is not None else pikepdf.Object.parse(value)
            else:
                made[name] = pikepdf.Object.parse(_spelt(value))
        return pdf.make_indirect(made)
    except (pikepdf.PdfError, ValueError, TypeError, RuntimeError):
        return None


def _spelt(value: Any) -> bytes:
    if isinstance(value, list):
        return b"[" + b" ".join(map(_spelt, value)) + b"]"
    if isinstance(value, dict):
        pairs = (key + b" " + _spelt(item) for key, item in value.items())
        return b"<<" + b" ".join(pairs) + b">>"
    return _LONG_NAMES.get(value, bytes(value))


def has_unknown(scene: Scene) -> bool:
    """Whether a glyph was shown that nothing explains."""
    return any(UNKNOWN in text for shown in scene.shown for text in shown.texts)


__all__ = ["InputError", "Layer", "Library", "Scene", "Shown", "has_unknown", "product", "view"]
