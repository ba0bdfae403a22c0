"""PDF press: the content streams of a page written anew, without what was taken out.

Only known operators with fitting operands pass, names and marks included; what a stream uses is
noted, and its resources are rebuilt from that alone, so that nothing unused stays in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from sfumato.formats.pdfclean import Cleaner
from sfumato.formats.pdfink import Ink
from sfumato.formats.pdfscene import Drawn, Layer, Matrix, Shown
from sfumato.formats.pdftokens import (
    ARITY,
    NAMED,
    TEXTY,
    Op,
    decoded_name,
    literal,
    number,
    string,
)

_RESOURCE = {
    b"Tf": "/Font", b"gs": "/ExtGState", b"cs": "/ColorSpace", b"CS": "/ColorSpace",
    b"sh": "/Shading", b"scn": "/Pattern", b"SCN": "/Pattern",
}  # fmt: skip
_KINDS = {
    "/ExtGState": "state", "/ColorSpace": "space", "/Shading": "shading", "/Pattern": "pattern",
    "/Font": "font",
}  # fmt: skip
_DEVICE_SPACES = frozenset(("DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern"))
_INTENTS = frozenset((b"/AbsoluteColorimetric", b"/RelativeColorimetric", b"/Saturation",
                      b"/Perceptual"))  # fmt: skip
_HARMLESS_NAME = re.compile(r"[A-Za-z]{1,3}[0-9]{0,6}([+_-][0-9]{1,4})?")
_SHOWS = frozenset((b"Tj", b"TJ", b"'", b'"'))
_MARKS = frozenset((b"BMC", b"BDC", b"EMC", b"MP", b"DP", b"BX", b"EX"))
_LABEL_GREY = "0.88"
_SMALLEST_FONT = 0.7


@dataclass(frozen=True, slots=True)
class Label:
    """A replacement: where it is drawn (stream space), how wide its box is, what it says."""

    matrix: Matrix
    size: float
    width: float
    text: str = field(repr=False)
    mode: int = 0


@dataclass(slots=True)
class Cuts:
    """What is taken out of the layers of one page and what is put in."""

    removed: dict[int, set[int]] = field(default_factory=dict)
    """id of a Shown -> numbers of its glyphs."""
    labels: dict[int, list[Label]] = field(default_factory=dict)
    """id of a Shown -> labels drawn after its text object."""


@dataclass(slots=True)
class Used:
    """What one rebuilt resource dictionary holds: (category, new name) -> object."""

    names: dict[tuple[str, str], str] = field(default_factory=dict)
    """(category, old name) -> new name."""
    objects: dict[tuple[str, str], Any] = field(default_factory=dict)


class Press:
    """Writes layers; equal forms with equal cuts are written once."""

    def __init__(self, pdf: Any, cleaner: Cleaner, ink: Ink, images: dict[Any, Any]) -> None:
        self._pdf = pdf
        self._cleaner = cleaner
        self._ink = ink
        self._images = images
        self._forms: dict[Any, Any] = {}
        self._layers_kept: list[tuple[int, int]] = []
        self._groups: dict[tuple[int, int], Any] = {}
        self.kept_codes: dict[tuple[int, int], set[bytes]] = {}
        """Codes that are still shown, by the font's object."""
        self.fonts: dict[tuple[int, int], Any] = {}

    def page(self, layer: Layer, cuts: Cuts) -> tuple[bytes, Any]:
        """The content and the resources of a page."""
        used = Used()
        content = self._content(layer, cuts, used)
        return content, self._resources(used)

    def drawn_page(
        self, image: Any, size: tuple[float, float], labels: list[Label]
    ) -> tuple[bytes, Any]:
        """The content and the resources of a page that is a picture with a text layer."""
        used = Used()
        alias = self._alias(used, "/XObject", "Im0", image)
        pieces = [f"q {size[0]:.4f} 0 0 {size[1]:.4f} 0 0 cm /{alias} Do Q".encode("ascii")]
        pieces += [self._drawn_label(label, used) for label in labels]
        return b"\n".join(pieces), self._resources(used)

    def _form(self, layer: Layer, cuts: Cuts) -> Any:
        mark = (layer.source.objgen, _resource_mark(layer), _cut_mark(layer, cuts))
        found = self._forms.get(mark)
        if found is not None:
            return found
        used = Used()
        content = self._content(layer, cuts, used)
        form = self._pdf.make_stream(content)
        form.Type, form.Subtype = Name.XObject, Name.Form
        for key, kind in (("/BBox", "plain"), ("/Matrix", "plain"), ("/Group", "group")):
            value = layer.source.get(key)
            cleaned = self._cleaner.clean(value, kind) if value is not None else None
            if cleaned is not None:
                form[key] = cleaned
        form.Resources = self._resources(used)
        self._oc(layer.source, form)
        self._forms[mark] = form
        return form

    def _oc(self, source: Any, target: Any) -> None:
        group = source.get("/OC")
        cleaned = self.layer_group(group)
        if cleaned is not None:
            target.OC = cleaned

    def layer_group(self, group: Any) -> Any:
        """An optional content group without its name, or None."""
        if not isinstance(group, Dictionary) or group.objgen == (0, 0):
            return None
        if group.get("/Type") == "/OCMD":
            inner = group.get("/OCGs")
            members: list[Any] = list(inner) if isinstance(inner, Array) else [inner]
            kept = [one for one in map(self.layer_group, members) if one is not None]
            policy = group.get("/P")
            made = Dictionary(Type=Name.OCMD, OCGs=Array(kept))
            if isinstance(policy, Name) and str(policy) in ("/AllOn", "/AnyOff", "/AllOff"):
                made.P = policy
            return self._pdf.make_indirect(made)
        found = self._groups.get(group.objgen)
        if found is None:
            title = f"layer {len(self._groups) + 1}"
            found = self._pdf.make_indirect(Dictionary(Type=Name.OCG, Name=title))
            self._groups[group.objgen] = found
        return found

    def layers(self, source: Any) -> Any:
        """The catalogue's entry on layers: which there are and which are off; None if none is."""
        if not self._groups:
            return None
        default = source.get("/D") if isinstance(source, Dictionary) else None
        off = default.get("/OFF") if isinstance(default, Dictionary) else None
        on = default.get("/ON") if isinstance(default, Dictionary) else None
        hidden = (
            {one.objgen for one in off if isinstance(one, Dictionary)}
            if isinstance(off, Array)
            else set()
        )
        if isinstance(default, Dictionary) and default.get("/BaseState") == "/OFF":
            shown = {one.objgen for one in on} if isinstance(on, Array) else set()
            hidden |= set(self._groups) - shown
        groups = list(self._groups.values())
        return Dictionary(
            OCGs=Array(groups),
            D=Dictionary(
                OFF=Array([one for key, one in self._groups.items() if key in hidden]),
                Order=Array(groups),
            ),
        )

    def _content(self, layer: Layer, cuts: Cuts, used: Used) -> bytes:
        pieces = list(self._pieces(layer, cuts, used))
        return b"\n".join(pieces)

    def _pieces(self, layer: Layer, cuts: Cuts, used: Used) -> Iterator[bytes]:
        data = layer.data
        shows = {shown.op: shown for shown in layer.shown}
        marks: list[bool] = []
        waiting: list[Label] = []
        for index, op in enumerate(layer.ops):
            name = op.name
            if name in _SHOWS:
                shown = shows.get(index)
                yield from self._shown(data, op, shown, cuts)
                if shown is not None:
                    waiting += cuts.labels.get(id(shown), ())
            elif name in _MARKS:
                yield from self._mark(op, layer, marks, used)
            elif name in _SPECIAL:
                yield from self._named(data, op, index, layer, used, cuts)
            elif op.clean:
                yield data[op.start : op.end]
            else:
                yield from _mended(op)
            if name == b"ET" and waiting:
                for label in waiting:
                    yield self._drawn_label(label, used)
                waiting = []
        for label in waiting:
            yield self._drawn_label(label, used)
        yield from [b"EMC" for kept in marks if kept]

    def _shown(self, data: bytes, op: Op, shown: Shown | None, cuts: Cuts) -> Iterator[bytes]:
        if shown is None:
            if op.name in (b"'", b'"'):
                yield from _moved(op)
            return
        gone = cuts.removed.get(id(shown))
        font = shown.state.font
        codes = self.kept_codes.setdefault(font.key if font else (0, 0), set())
        if not gone:
            codes.update(shown.codes)
            if op.clean and op.name != b"TJ":
                yield data[op.start : op.end]
                return
            if op.clean and all(isinstance(item, bytes) for item in op.args[0]):
                yield data[op.start : op.end]
                return
        codes.update(code for at, code in enumerate(shown.codes) if at not in (gone or ()))
        yield from _moved(op)
        yield _array(op, shown, gone or set())

    def _mark(self, op: Op, layer: Layer, marks: list[bool], used: Used) -> Iterator[bytes]:
        """Only layer marks pass: others carry ActualText, Alt and names."""
        if op.name == b"EMC":
            if marks and marks.pop():
                yield b"EMC"
        elif op.name in (b"BMC", b"BDC"):
            group = None
            if op.name == b"BDC" and len(op.args) == 2 and op.args[0] == b"/OC":
                group = self.layer_group(_entry(layer, "/Properties", op.args[1]))
            marks.append(group is not None)
            if group is not None:
                alias = self._alias(used, "/Properties", decoded_name(op.args[1]), group)
                yield b"/OC /" + alias.encode("ascii") + b" BDC"

    def _named(
        self, data: bytes, op: Op, index: int, layer: Layer, used: Used, cuts: Cuts
    ) -> Iterator[bytes]:
        if op.name == b"Do":
            yield from self._drawing(index, layer, used, cuts)
        elif op.name == b"BI":
            drawn = layer.images.get(index)
            if drawn is not None:
                yield from self._picture(drawn, f"inline {index}", used)
        elif op.name == b"ri":
            if op.args and op.args[-1] in _INTENTS:
                yield data[op.start : op.end] if op.clean else op.args[-1] + b" ri"
        else:
            yield from self._resource(data, op, layer, used)

    def _drawing(self, index: int, layer: Layer, used: Used, cuts: Cuts) -> Iterator[bytes]:
        child = layer.children.get(index)
        if child is not None:
            form = self._form(child, cuts)
            alias = self._alias(used, "/XObject", f"form {form.objgen}", form)
            yield b"/" + alias.encode("ascii") + b" Do"
            return
        drawn = layer.images.get(index)
        if drawn is not None:
            yield from self._picture(drawn, f"image {drawn.source.objgen}", used)

    def _picture(self, drawn: Drawn, key: str, used: Used) -> Iterator[bytes]:
        image = self._images.get(drawn.source.objgen)
        if image is None:
            return
        if "/OC" in drawn.source:
            self._oc(drawn.source, image)
        alias = self._alias(used, "/XObject", key, image)
        yield b"/" + alias.encode("ascii") + b" Do"

    def _resource(self, data: bytes, op: Op, layer: Layer, used: Used) -> Iterator[bytes]:
        """Tf, gs, cs, CS, sh, scn, SCN: the named resource is cleaned and noted as used."""
        category = _RESOURCE[op.name]
        at = 0 if op.name == b"Tf" else len(op.args) - 1
        operand = op.args[at] if op.args else b""
        if not isinstance(operand, bytes) or not operand.startswith(b"/"):
            if op.name in (b"scn", b"SCN") and op.clean:
                yield data[op.start : op.end]
            return
        name = decoded_name(operand)
        if category == "/ColorSpace" and name in _DEVICE_SPACES:
            yield operand + b" " + op.name
            return
        source = _entry(layer, category, operand)
        if category == "/Font" and isinstance(source, Dictionary):
            self._note_font(source)
        cleaned = self._cleaner.clean(source, _KINDS[category]) if source is not None else None
        if cleaned is None:
            return
        alias = self._alias(used, category, name, cleaned)
        rest = [arg for number_at, arg in enumerate(op.args) if number_at != at]
        numbers = [arg for arg in rest if isinstance(arg, bytes) and arg[:1] not in b"/(<"]
        own = b"/" + alias.encode("ascii")
        words = [own, *numbers] if op.name == b"Tf" else [*numbers, own]
        yield b" ".join([*words, op.name])

    def _note_font(self, source: Any) -> None:
        self.fonts.setdefault(source.objgen, source)

    def _alias(self, used: Used, category: str, name: str, value: Any) -> str:
        """The name under which a resource is found; odd names, which may say something, go."""
        alias = used.names.get((category, name))
        if alias is None:
            alias = name
            if not _HARMLESS_NAME.fullmatch(name) or (category, alias) in used.objects:
                alias = f"Sf{category[1]}{len(used.objects)}"
            while (category, alias) in used.objects:
                alias += "x"
            used.names[category, name] = alias
            used.objects[category, alias] = value
        return alias

    def _drawn_label(self, label: Label, used: Used) -> bytes:
        strokes = self._ink.strokes(label.text)
        natural = sum(stroke.width_em for stroke in strokes) * label.size
        fit = min(1.0, abs(label.width / natural)) if natural else 1.0
        shrink = max(fit, _SMALLEST_FONT)
        size, stretch = label.size * shrink, max(fit / shrink, 0.01)
        spare = label.width - natural * fit
        box = ""
        if label.mode != 3:
            low, high = -0.22 * label.size, 0.97 * label.size
            box = f"{_LABEL_GREY} g 0 {low:.4f} {label.width:.4f} {high:.4f} re f 0 g\n"
        a, b, c, d, e, f = (_decimal(part) for part in label.matrix)
        head = f"q {a} {b} {c} {d} {e} {f} cm\n{box}BT 0 Tw 0 Tc 0 Ts {label.mode} Tr"
        words = [f"{head}\n{stretch * 100:.4f} Tz".encode("ascii")]
        for at, stroke in enumerate(strokes):
            alias = self._alias(used, "/Font", stroke.font, self._ink.font(stroke.font))
            words.append(f"/{alias} {size:.4f} Tf".encode("ascii"))
            last = at == len(strokes) - 1
            most, tail = (stroke.codes[:-1], stroke.codes[-1:]) if last else (stroke.codes, b"")
            if most:
                words.append(literal(most) + b" Tj")
            if tail:
                # the room that is left goes behind the last letter: what follows touches it
                words.append(f"{spare / stretch:.4f} Tc ".encode("ascii") + literal(tail) + b" Tj")
        return b"\n".join([*words, b"ET Q"])

    def _resources(self, used: Used) -> Any:
        made: dict[str, Any] = {}
        for (category, alias), value in used.objects.items():
            made.setdefault(category, Dictionary())["/" + alias] = value
        return Dictionary(made)


_SPECIAL = frozenset((*_RESOURCE, b"Do", b"BI", b"ri"))


def _decimal(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _entry(layer: Layer, category: str, operand: Any) -> Any:
    try:
        found = layer.resources.get(category)
        name = "/" + decoded_name(operand)
        return found.get(name) if isinstance(found, Dictionary) else None
    except (TypeError, ValueError, AttributeError, UnicodeError, pikepdf.PdfError):
        return None


def _mended(op: Op) -> Iterator[bytes]:
    """A known operator with only the operands that it takes; nothing for an unknown one."""
    arity = ARITY.get(op.name)
    if arity is None or arity < 0 or op.name in NAMED or len(op.args) < arity:
        return
    args = op.args[len(op.args) - arity :] if arity else []
    if op.name == b"d":
        dash = args[0] if isinstance(args[0], list) else []
        numbers = [str(number(item)).encode("ascii") for item in dash]
        args = [b"[" + b" ".join(numbers) + b"]", args[1]]
    elif op.name in TEXTY or any(not isinstance(arg, bytes) or arg[:1] in b"/(<" for arg in args):
        return
    yield b" ".join([*(arg for arg in args if isinstance(arg, bytes)), op.name])


def _moved(op: Op) -> Iterator[bytes]:
    """What ' and \" do beside showing (ISO 32000-1, table 109)."""
    if op.name == b'"' and len(op.args) == 3:
        word, letter = (_decimal(number(arg)).encode("ascii") for arg in op.args[:2])
        yield word + b" Tw " + letter + b" Tc"
    if op.name in (b"'", b'"'):
        yield b"T*"


def _array(op: Op, shown: Shown, gone: set[int]) -> bytes:
    """The TJ that shows what is kept and steps over what is gone."""
    state, font = shown.state, shown.state.font
    last = op.args[-1] if op.args else []
    elements = last if isinstance(last, list) else [last]
    parts: list[bytes] = []
    step = 0.0
    at = 0
    for element in elements:
        if not isinstance(element, bytes):
            continue
        if element[:1] not in (b"(", b"<"):
            step += number(element)
            continue
        kept = b""
        for code in font.codes(string(element)) if font else ():
            if at in gone:
                if kept:
                    parts.append(literal(kept))
                    kept = b""
                step -= _advance(shown, at, state.size * state.stretch)
            else:
                if step:
                    parts.append(_decimal(step).encode("ascii"))
                    step = 0.0
                kept += code
            at += 1
        if kept:
            parts.append(literal(kept))
    if step:
        parts.append(_decimal(step).encode("ascii"))
    return b"[" + b" ".join(parts) + b"] TJ"


def _advance(shown: Shown, at: int, unit: float) -> float:
    return (shown.ends[at] - shown.starts[at]) * 1000 / unit if unit else 0.0


def _resource_mark(layer: Layer) -> Any:
    return layer.resources.objgen if isinstance(layer.resources, (Dictionary, Stream)) else None


def _cut_mark(layer: Layer, cuts: Cuts) -> Any:
    """What tells one way of cutting a form from another."""
    own = []
    for shown in layer.shown:
        gone, labels = cuts.removed.get(id(shown)), cuts.labels.get(id(shown))
        if gone or labels:
            own.append((shown.op, tuple(sorted(gone or ())), tuple(labels or ())))
    inner = [(index, _cut_mark(child, cuts)) for index, child in layer.children.items()]
    return (tuple(own), tuple(mark for mark in inner if mark[1] != ((), ())))
