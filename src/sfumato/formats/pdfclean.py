"""PDF cleaning: what may pass of fonts, images, colour spaces and the rest, by allow-list.

Each kind of dictionary has the keys that may stay and what their values must be; every other key
goes, and so does every string that is not named here. Metadata, PieceInfo, private keys and
whatever a future producer invents are gone without being known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from sfumato.core.errors import InputError
from sfumato.formats.pdfstreams import Budget, decoded
from sfumato.formats.pdftokens import tokenise

_STREAM_KEYS = {"/Filter": "plain", "/DecodeParms": "parameters", "/Length": "plain"}
_SCHEMA: dict[str, dict[str, str]] = {
    "font": {
        "/Type": "plain", "/Subtype": "plain", "/BaseFont": "plain", "/FirstChar": "plain",
        "/LastChar": "plain", "/Widths": "plain", "/FontDescriptor": "descriptor",
        "/Encoding": "encoding", "/DescendantFonts": "descendants", "/ToUnicode": "keep",
        "/FontBBox": "plain", "/FontMatrix": "plain", "/CharProcs": "procedures",
        "/Resources": "drawing", "/CIDSystemInfo": "system", "/DW": "plain", "/W": "plain",
        "/DW2": "plain", "/W2": "plain", "/CIDToGIDMap": "map",
    },
    "descriptor": {
        "/Type": "plain", "/FontName": "plain", "/FontStretch": "plain", "/FontWeight": "plain",
        "/Flags": "plain", "/FontBBox": "plain", "/ItalicAngle": "plain", "/Ascent": "plain",
        "/Descent": "plain", "/Leading": "plain", "/CapHeight": "plain", "/XHeight": "plain",
        "/StemV": "plain", "/StemH": "plain", "/AvgWidth": "plain", "/MaxWidth": "plain",
        "/MissingWidth": "plain", "/FontFile": "program", "/FontFile2": "program",
        "/FontFile3": "program", "/CIDSet": "program",
    },
    "program": {
        "/Length1": "plain", "/Length2": "plain", "/Length3": "plain", "/Subtype": "plain",
    },
    "cmap": {
        "/Type": "plain", "/CMapName": "plain", "/WMode": "plain", "/CIDSystemInfo": "system",
    },
    "encoding": {"/Type": "plain", "/BaseEncoding": "plain", "/Differences": "plain"},
    "system": {"/Registry": "token", "/Ordering": "token", "/Supplement": "plain"},
    "parameters": {
        "/Predictor": "plain", "/Colors": "plain", "/BitsPerComponent": "plain",
        "/Columns": "plain", "/EarlyChange": "plain", "/K": "plain", "/EndOfLine": "plain",
        "/EncodedByteAlign": "plain", "/Rows": "plain", "/EndOfBlock": "plain",
        "/BlackIs1": "plain", "/DamagedRowsBeforeError": "plain", "/ColorTransform": "plain",
        "/JBIG2Globals": "program",
    },
    "state": {
        "/Type": "plain", "/LW": "plain", "/LC": "plain", "/LJ": "plain", "/ML": "plain",
        "/D": "plain", "/RI": "plain", "/OP": "plain", "/op": "plain", "/OPM": "plain",
        "/FL": "plain", "/SM": "plain", "/SA": "plain", "/BM": "plain", "/CA": "plain",
        "/ca": "plain", "/AIS": "plain", "/TK": "plain", "/SMask": "mask",
    },
    "mask": {"/Type": "plain", "/S": "plain", "/G": "drawn", "/BC": "plain", "/TR": "function"},
    "group": {
        "/Type": "plain", "/S": "plain", "/CS": "space", "/I": "plain", "/K": "plain",
    },
    "pattern": {
        "/Type": "plain", "/PatternType": "plain", "/PaintType": "plain", "/TilingType": "plain",
        "/BBox": "plain", "/XStep": "plain", "/YStep": "plain", "/Matrix": "plain",
        "/Resources": "drawing", "/Shading": "shading", "/ExtGState": "state",
    },
    "shading": {
        "/ShadingType": "plain", "/ColorSpace": "space", "/Background": "plain",
        "/BBox": "plain", "/AntiAlias": "plain", "/Coords": "plain", "/Domain": "plain",
        "/Function": "function", "/Extend": "plain", "/Matrix": "plain",
        "/BitsPerCoordinate": "plain", "/BitsPerComponent": "plain", "/BitsPerFlag": "plain",
        "/Decode": "plain", "/VerticesPerRow": "plain",
    },
    "function": {
        "/FunctionType": "plain", "/Domain": "plain", "/Range": "plain", "/C0": "plain",
        "/C1": "plain", "/N": "plain", "/Functions": "function", "/Bounds": "plain",
        "/Encode": "plain", "/Decode": "plain", "/Size": "plain", "/BitsPerSample": "plain",
        "/Order": "plain",
    },
    "colour": {
        "/WhitePoint": "plain", "/BlackPoint": "plain", "/Gamma": "plain", "/Matrix": "plain",
        "/Range": "plain",
    },
    "image": {
        "/Type": "plain", "/Subtype": "plain", "/Width": "plain", "/Height": "plain",
        "/ColorSpace": "space", "/BitsPerComponent": "plain", "/ImageMask": "plain",
        "/Mask": "imagemask", "/Decode": "plain", "/Interpolate": "plain", "/SMask": "image",
        "/SMaskInData": "plain", "/Matte": "plain", "/Intent": "plain",
    },
    "drawn": {
        "/Type": "plain", "/Subtype": "plain", "/BBox": "plain", "/Matrix": "plain",
        "/Resources": "drawing", "/Group": "group",
    },
    "drawing": {
        "/ExtGState": "states", "/ColorSpace": "spaces", "/Pattern": "patterns",
        "/Shading": "shadings", "/XObject": "drawns",
    },
}  # fmt: skip
_MEMBERS = {
    "states": "state", "spaces": "space", "patterns": "pattern", "shadings": "shading",
    "procedures": "procedure", "drawns": "drawn", "descendants": "font",
}  # fmt: skip
_TOKEN = re.compile(r"[A-Za-z0-9-]{1,24}")
_DEEPEST = 24
_DEVICES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
_TEXT_OPS = frozenset((b"Tj", b"TJ", b"'", b'"'))
_BARE_KEYS = frozenset(
    ("/W", "/H", "/BPC", "/IM", "/F", "/DP", "/D", "/I", "/CS", "/Width", "/Height",
     "/BitsPerComponent", "/ImageMask", "/Filter", "/DecodeParms", "/Decode", "/Interpolate",
     "/ColorSpace")
)  # fmt: skip


class Cleaner:
    """Cleans objects of one file in place, each once."""

    def __init__(self, pdf: Any, budget: Budget) -> None:
        self.pdf = pdf
        self.budget = budget
        self._done: set[tuple[tuple[int, int], str]] = set()

    def clean(self, value: Any, kind: str, depth: int = 0) -> Any:
        """The value if it may pass as this kind, cleaned in place; None if it may not."""
        if depth > _DEEPEST:
            return None
        if isinstance(value, (Dictionary, Stream)):
            mark = (value.objgen, kind)
            if value.objgen != (0, 0) and mark in self._done:
                return value
            self._done.add(mark)
        special = _SPECIAL.get(kind)
        if special is not None:
            return special(self, value, depth)
        if kind in _MEMBERS:
            return self._members(value, _MEMBERS[kind], depth)
        if isinstance(value, (Dictionary, Stream)):
            self._filter(value, _SCHEMA[kind], depth)
            return value
        return None

    def _filter(self, value: Any, allowed: dict[str, str], depth: int) -> None:
        if isinstance(value, Stream):
            allowed = allowed | _STREAM_KEYS
        for key in list(value.keys()):
            kind = allowed.get(key)
            old = value.get(key)
            new = self.clean(old, kind, depth + 1) if kind and old is not None else None
            if new is None:
                if key != "/Length":
                    del value[key]
            elif new is not old:
                value[key] = new

    def _members(self, value: Any, kind: str, depth: int) -> Any:
        if isinstance(value, Array):
            kept = [self.clean(item, kind, depth + 1) for item in value]
            return Array([item for item in kept if item is not None])
        if not isinstance(value, Dictionary):
            return None
        for key in list(value.keys()):
            new = self.clean(value.get(key), kind, depth + 1)
            if new is None:
                del value[key]
            else:
                value[key] = new
        return value

    def _plain(self, value: Any, depth: int) -> Any:
        """Numbers, names, booleans, and arrays of them; arrays that share objects are copied."""
        if isinstance(value, Array):
            if all(not isinstance(item, _NOT_PLAIN) for item in value):
                return value
            kept = [self._plain(item, depth + 1) for item in value] if depth < _DEEPEST else []
            return Array([item for item in kept if item is not None])
        return (
            None if isinstance(value, (pikepdf.String, Dictionary, Stream, str, bytes)) else value
        )

    def _token(self, value: Any, depth: int) -> Any:
        return value if _TOKEN.fullmatch(str(value)) else None

    def _keep(self, value: Any, depth: int) -> Any:
        """ToUnicode maps: written anew at the end of the work, from what is still in use."""
        return value

    def _parameters(self, value: Any, depth: int) -> Any:
        if isinstance(value, Array):
            return Array([self._parameters(item, depth + 1) for item in value])
        if isinstance(value, Dictionary):
            self._filter(value, _SCHEMA["parameters"], depth)
        return value if isinstance(value, Dictionary) or value is None else None

    def _map(self, value: Any, depth: int) -> Any:
        return self.clean(value, "program", depth) if isinstance(value, Stream) else value

    def _encoding(self, value: Any, depth: int) -> Any:
        if isinstance(value, Stream):
            self._filter(value, _SCHEMA["cmap"], depth)
            value.write(re.sub(rb"%[^\r\n]*", b"", decoded(value, self.budget)))
            return value
        if isinstance(value, Dictionary):
            self._filter(value, _SCHEMA["encoding"], depth)
            return value
        return value if isinstance(value, Name) else None

    def _mask(self, value: Any, depth: int) -> Any:
        if isinstance(value, Dictionary):
            self._filter(value, _SCHEMA["mask"], depth)
            return value
        return value if isinstance(value, Name) else None

    def _imagemask(self, value: Any, depth: int) -> Any:
        return (
            self.clean(value, "image", depth)
            if isinstance(value, Stream)
            else self._plain(value, depth)
        )

    def _function(self, value: Any, depth: int) -> Any:
        if isinstance(value, Array):
            kept = [self.clean(item, "function", depth + 1) for item in value]
            return Array([item for item in kept if item is not None])
        if isinstance(value, (Dictionary, Stream)):
            self._filter(value, _SCHEMA["function"], depth)
            if isinstance(value, Stream) and value.get("/FunctionType") == 4:
                value.write(re.sub(rb"%[^\r\n]*", b"", decoded(value, self.budget)))
            return value
        return value if isinstance(value, Name) else None

    def _space(self, value: Any, depth: int) -> Any:
        """A colour space; ICC profiles carry free text and become the device space they fit."""
        if isinstance(value, Name) or not isinstance(value, Array) or not len(value):
            return value if isinstance(value, Name) else None
        family = str(value[0])
        if family == "/ICCBased":
            profile = value[1]
            channels = int(profile.get("/N", 3)) if isinstance(profile, Stream) else 3
            return Name(_DEVICES.get(channels, "/DeviceRGB"))
        parts: list[Any] = [value[0]]
        for item in list(value)[1:]:
            parts.append(self._space_part(item, family, depth + 1))
        return Array([part for part in parts if part is not None])

    def _space_part(self, item: Any, family: str, depth: int) -> Any:
        if family == "/Indexed" and isinstance(item, pikepdf.String):
            return item  # the palette
        if isinstance(item, Stream) and family == "/Indexed":
            return self.clean(item, "program", depth)
        if isinstance(item, (Dictionary, Stream)):
            return self.clean(item, "function" if "/FunctionType" in item else "colour", depth)
        if isinstance(item, Array) and family in (
            "/Indexed",
            "/Separation",
            "/DeviceN",
            "/Pattern",
        ):
            is_space = len(item) and isinstance(item[0], Name) and str(item[0]) in _FAMILIES
            return self._space(item, depth) if is_space else self._plain(item, depth)
        return self._plain(item, depth)

    def _pattern(self, value: Any, depth: int) -> Any:
        if isinstance(value, Stream):
            self._redraw(value)
        if isinstance(value, (Dictionary, Stream)):
            self._filter(value, _SCHEMA["pattern"], depth)
            return value
        return None

    def _drawn(self, value: Any, depth: int) -> Any:
        """A form inside a pattern, a glyph or a soft mask: its lines pass, text and images not."""
        if not isinstance(value, Stream) or value.get("/Subtype") != "/Form":
            return None
        self._redraw(value)
        self._filter(value, _SCHEMA["drawn"], depth)
        return value

    def _procedure(self, value: Any, depth: int) -> Any:
        if not isinstance(value, Stream):
            return None
        self._redraw(value)
        self._filter(value, {}, depth)
        return value

    def _redraw(self, value: Any) -> None:
        try:
            data = decoded(value, self.budget)
            body = b"\n".join(_lines_only(data))
        except InputError:
            body = b""
        value.write(body)


_NOT_PLAIN = (pikepdf.Object, str, bytes)
_FAMILIES = frozenset(
    ("/CalGray", "/CalRGB", "/Lab", "/ICCBased", "/Indexed", "/Separation", "/DeviceN", "/Pattern")
)
_SPECIAL = {
    "plain": Cleaner._plain, "token": Cleaner._token, "keep": Cleaner._keep,
    "parameters": Cleaner._parameters, "map": Cleaner._map, "encoding": Cleaner._encoding,
    "mask": Cleaner._mask, "imagemask": Cleaner._imagemask, "function": Cleaner._function,
    "space": Cleaner._space, "pattern": Cleaner._pattern, "drawn": Cleaner._drawn,
    "procedure": Cleaner._procedure,
}  # fmt: skip


def _lines_only(data: bytes) -> Iterable[bytes]:
    """The operators of a stream that is not read as text, without text and marks."""
    for op in tokenise(data):
        if op.name == b"BI":
            if _is_glyph(op.args[0]):
                yield data[op.start : op.end]
        elif op.clean and op.name not in _TEXT_OPS and op.name not in _MARKS:
            yield data[op.start : op.end]


_MARKS = frozenset((b"BMC", b"BDC", b"EMC", b"MP", b"DP", b"BX", b"EX"))


def _is_glyph(attributes: Any) -> bool:
    """Whether an inline image is as small as one glyph of a bitmap font, with no odd key."""
    try:
        width = int(attributes.get(b"/W", attributes.get(b"/Width", b"0")))
        height = int(attributes.get(b"/H", attributes.get(b"/Height", b"0")))
    except (TypeError, ValueError):
        return False
    plain = all(key.decode("latin-1") in _BARE_KEYS for key in attributes)
    return plain and width * height <= 512 * 512 and width < 4 * max(height, 16)
