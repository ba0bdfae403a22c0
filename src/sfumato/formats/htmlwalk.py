"""Walk: from the tokens of an HTML text to the chunks of a page, leaving out what may not pass."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Callable
from itertools import chain
from urllib.parse import unquote_to_bytes

from sfumato.core.errors import TooLarge
from sfumato.core.protocols import Intake
from sfumato.formats.charref import decode_value
from sfumato.formats.charset import codec_of, label_of
from sfumato.formats.css import clean_sheet, clean_style
from sfumato.formats.htmladdress import addressable, addressed, doctype, readable
from sfumato.formats.htmlallow import (
    BLOCKS,
    CELLS,
    DROPPED_WHOLE,
    ELEMENTS,
    EXACT,
    NAME_LISTS,
    NAMES,
    TEXTS,
    VOID,
    harmless,
    plain_class,
)
from sfumato.formats.htmlpage import (
    EMPTY,
    SOFT,
    Chunk,
    Frame,
    Holder,
    Notes,
    Page,
    Picture,
    Tag,
    Text,
    Value,
    worded,
)
from sfumato.formats.htmltoken import RCDATA, Token, Tokens
from sfumato.formats.registry import read_part
from sfumato.formats.weave import Piece, Slot

_MOST_TOKENS = 3_000_000
_GAPS = ("", " ", "\t", "\n")
_PLAIN_END = re.compile(r"</[a-zA-Z][a-zA-Z0-9]*>")
_VIEWPORT = "width=device-width, initial-scale=1"
_IMAGE = re.compile(r"data:image/(png|jpe?g|gif|bmp|webp|tiff?)(?:;[^,;]*)*?(;base64)?,", re.I)
_INPUT_LABELS = {
    "email": "EMAIL",
    "tel": "PHONE",
    "date": "DATE",
    "datetime-local": "DATE",
    "month": "DATE",
    "url": "URL",
}
_UNSEEN_INPUTS = frozenset({"hidden", "checkbox", "radio", "color", "range"})
_VALUED = frozenset({"input", "option", "button", "data", "param"})
_PHONES = ("tel:", "sms:", "callto:", "fax:")

Attribute = str | Holder | None


class Walk:
    """One pass over the tokens. Each start tag, text and end goes to its own method."""

    def __init__(
        self,
        *,
        intake: Intake | None,
        xml: bool,
        charset: str | None,
        cids: Callable[[str], str | None] | None,
        depth: int,
    ) -> None:
        self._intake, self._xml, self._charset = intake, xml, charset
        self._cids, self._depth = cids, depth
        self._chunks: list[Chunk] = []
        self._inline: list[Text | Holder] = []
        self._side: list[Holder] = []
        self._notes: Notes = Counter()
        self._names: dict[tuple[str, str], str] = {}
        self._gap, self._exact, self._count, self._images = "", 0, 0, 0
        self._skipped, self._skip_depth, self._foreign = "", 0, 0
        self._opened = False  # a title or textarea, whose text comes next

    def page(self, source: str, opener: Callable[..., Page]) -> Page:
        """The page of a source; `opener` opens pages inside."""
        self._opener = opener
        self._tokens = Tokens(source.replace("\0", ""), xml=self._xml)
        for number, token in enumerate(self._tokens):
            if number > _MOST_TOKENS:
                raise TooLarge("too many tags")
            self._take(token)
        if self._opened:
            self._alone("")
        pieces: list[Piece] = []
        for holder in chain(self._inline, self._side):
            holder.first = len(pieces)
            pieces += holder.pieces()
        return Page(tuple(pieces), worded(self._notes), tuple(self._chunks))

    def _take(self, token: Token) -> None:
        if self._opened and token.kind != "raw":
            self._alone("")
        self._opened = False
        if self._skipped:
            self._skip(token)
        elif token.kind == "text":
            self._text(token.raw)
        elif token.kind == "start":
            self._start(token)
        elif token.kind == "end":
            self._end(token)
        elif token.kind == "raw":
            self._raw(token)
        else:
            self._other(token)

    def _skip(self, token: Token) -> None:
        if token.name != self._skipped:
            return
        if token.kind == "start" and not token.closed:
            self._skip_depth += 1
        elif token.kind == "end":
            self._skip_depth -= 1
            if not self._skip_depth:
                self._skipped, self._tokens.foreign = "", self._foreign

    # texts

    def _text(self, raw: str, *, literal: bool = False) -> None:
        if self._exact:
            self._add_text(raw, "", "", literal=literal)
            return
        core = raw.strip(SOFT)
        if not core:
            self._widen(" " if raw else "")
            self._chunks.append(raw)
            return
        begin = len(raw) - len(raw.lstrip(SOFT))
        end = begin + len(core)
        if begin:
            self._widen(" ")
        self._add_text(core, raw[:begin], raw[end:], literal=literal)
        if end < len(raw):
            self._widen(" ")

    def _alone(self, raw: str) -> None:
        core = raw if self._exact else raw.strip(SOFT)
        begin = raw.find(core)
        self._add_text(core, raw[:begin], raw[begin + len(core) :]).alone = True

    def _add_text(self, core: str, lead: str, trail: str, *, literal: bool = False) -> Text:
        self._count += 1
        text = Text(
            core, f"text {self._count}", self._taken_gap(), lead, trail, self._exact > 0, literal
        )
        self._inline.append(text)
        self._chunks.append(text)
        return text

    def _widen(self, gap: str) -> None:
        if _GAPS.index(gap) > _GAPS.index(self._gap):
            self._gap = gap

    def _taken_gap(self) -> str:
        gap, self._gap = self._gap, ""
        return gap

    def _raw(self, token: Token) -> None:
        if token.name == "style":
            sheet = clean_sheet(token.raw, self._rename)
            self._notes["style"] += not sheet
            self._chunks.append(sheet)
        elif token.name == "cdata":
            self._text(token.raw.removeprefix("<![CDATA[").removesuffix("]]>"), literal=True)
        elif token.name in RCDATA:
            self._alone(token.raw)
        else:
            self._text(token.raw, literal=True)

    def _other(self, token: Token) -> None:
        if token.kind == "doctype":
            self._chunks.append(doctype(token.raw))
        elif token.kind == "declaration" and self._xml:
            encoding = f' encoding="{self._charset}"' if self._charset else ""
            self._chunks.append(f'<?xml version="1.0"{encoding}?>')
        elif token.raw == EMPTY:
            self._add_text("", "", "")
        else:
            self._notes["unfinished tag" if token.kind == "lost" else "comment"] += 1

    # tags

    def _end(self, token: Token) -> None:
        if token.name not in ELEMENTS:
            return
        name = "pre" if token.name == "xmp" else token.name
        plain = name == token.name and not self._xml and _PLAIN_END.fullmatch(token.raw)
        self._chunks.append(token.raw if plain else f"</{name}>")
        self._edge(name)
        if token.name in EXACT:
            self._exact = max(0, self._exact - 1)

    def _edge(self, name: str) -> None:
        if name in BLOCKS:
            self._widen("\n")
        elif name in CELLS:
            self._widen("\t")

    def _start(self, token: Token) -> None:
        name = token.name
        if name in DROPPED_WHOLE and not token.closed:
            self._start_dropped(token)
            return
        self._edge(name)
        if name == "meta":
            self._meta(token)
        elif name in ELEMENTS:
            plain = not token.attributes and not self._xml and name != "xmp"
            self._chunks.append(token.raw if plain else self._tag(token))
            if name in EXACT and not token.closed:
                self._exact += 1
            self._opened = name in RCDATA and self._tokens.opens_raw(token)
        else:
            self._notes["element"] += 1

    def _start_dropped(self, token: Token) -> None:
        self._notes[token.name] += 1
        self._skipped, self._skip_depth = token.name, 1
        self._foreign = self._tokens.foreign
        source = dict(reversed(token.attributes)).get("srcdoc")
        if token.name == "iframe" and source:
            self._frame(decode_value(source))

    def _frame(self, source: str) -> None:
        if self._depth >= 3:
            return
        page = self._opener(source, intake=self._intake, depth=self._depth + 1)
        frame = Frame(page)
        self._side.append(frame)
        self._chunks += (Tag("iframe", [("srcdoc", frame)]), "</iframe>")

    def _meta(self, token: Token) -> None:
        values = {name: decode_value(raw or "") for name, raw in reversed(token.attributes)}
        end = " />" if token.closed else ">"
        if "charset" in values and (label := self._label(values["charset"])):
            self._chunks.append(f'<meta charset="{label}"{end}')
        elif values.get("http-equiv", "").lower() == "content-type" and (
            label := self._label(values.get("content", "").rpartition("=")[2])
        ):
            kind = "text/html; charset=" + label
            self._chunks.append(f'<meta http-equiv="Content-Type" content="{kind}"{end}')
        elif values.get("name", "").lower() == "viewport":
            self._chunks.append(f'<meta name="viewport" content="{_VIEWPORT}"{end}')
        else:
            self._notes["metadata"] += 1

    def _label(self, declared: str) -> str:
        if self._charset:
            return self._charset
        codec = codec_of(declared)
        return label_of(codec) if codec else ""

    def _tag(self, token: Token) -> Tag:
        kept: list[tuple[str, str | Holder]] = []
        intact = not self._xml
        seen: set[str] = set()
        values = dict(reversed(token.attributes))
        kind = decode_value(values.get("type") or "").strip(SOFT).lower()
        for name, raw in token.attributes:
            value = decode_value(raw or "")
            found = None if name in seen else self._attribute(token.name, name, value, kind)
            seen.add(name)
            if found is None:
                self._notes["event handler" if name.startswith("on") else "attribute"] += 1
                intact = False
                continue
            if isinstance(found, Picture | Frame) or (isinstance(found, str) and found != value):
                intact = False
            kept.append((name, found))
        closed = token.closed or (self._xml and token.name in VOID)
        if token.name == "xmp":
            return Tag("pre", kept)
        return Tag(token.name, kept, token.raw if intact else None, closed)

    # attributes

    def _attribute(self, element: str, name: str, value: str, kind: str) -> Attribute:
        if name in TEXTS:
            return self._aside(Slot(value, name), value)
        if name == "value" and element in _VALUED:
            return self._value(element, value, kind)
        if name == "datetime":
            return self._aside(Slot(value, "datetime", "DATE"), value)
        if name == "href" and element in ("a", "area"):
            return self._address(value)
        if name == "src" and element == "img":
            return self._image(value)
        if name == "style":
            return clean_style(value) or None
        if name == "class":
            return " ".join(self._rename("class", one) for one in value.split()) or None
        if name in NAMES or name in NAME_LISTS:
            return " ".join(self._rename("id", one.lstrip("#")) for one in value.split()) or None
        return value if harmless(element, name, value) else None

    def _aside(self, slot: Slot, raw: str, encode: Callable[[str], str] = str) -> Value:
        value = Value(slot, raw, encode)
        self._side.append(value)
        return value

    def _value(self, element: str, value: str, kind: str) -> Attribute:
        if kind == "password":
            return None
        if element != "input" or kind in _UNSEEN_INPUTS:
            return self._aside(Slot(value, "value"), value)
        self._widen(" ")
        label = _INPUT_LABELS.get(kind)
        held = Value(Slot(value, "value", label, gap=self._taken_gap()), value)
        self._inline.append(held)
        self._widen(" ")
        return held

    def _address(self, value: str) -> Attribute:
        address = value.strip(SOFT)
        if address.startswith("#"):
            return "#" + self._rename("id", address[1:]) if address[1:] else "#"
        text = readable(address)
        if not addressable(address):
            return None
        label = "URL"
        if text.lower().startswith("mailto:"):
            label = "EMAIL"
        elif text.lower().startswith(_PHONES):
            label = "PHONE"
        return self._aside(Slot(text, "address", label), value, addressed)

    def _image(self, value: str) -> Attribute:
        address = value.strip(SOFT)
        if address[:4].lower() == "cid:" and self._cids:
            found = self._cids(unquote_to_bytes(address[4:]).decode("utf-8", "replace"))
            return f"cid:{found}" if found else None
        match = _IMAGE.match(address)
        if not match or self._intake is None or self._intake.images == "drop":
            return None
        return self._picture(match, address, self._intake)

    def _picture(self, match: re.Match[str], address: str, intake: Intake) -> Attribute:
        data = unquote_to_bytes(address[match.end() :])
        if match[2]:
            try:
                data = base64.b64decode(data + b"==")
            except (binascii.Error, ValueError):
                return None
        self._images += 1
        place = f"image {self._images}"
        if self._images > intake.limits.max_parts:
            raise TooLarge("too many images")
        name = f"image.{match[1].lower()}"
        nested = read_part(data, name, place, intake)
        if isinstance(nested, str):
            self._notes["image"] += 1
            return None
        picture = Picture(nested, data, name, intake)
        self._side.append(picture)
        return picture

    def _rename(self, kind: str, name: str) -> str:
        if plain_class(name):
            return name
        key = (kind, name)
        if key not in self._names:
            self._names[key] = f"{kind[0]}{len(self._names) + 1}"
        return self._names[key]
