"""The walk over RTF: text becomes pieces, and what may pass becomes parts of the output."""

from __future__ import annotations

import binascii
from collections import Counter
from dataclasses import dataclass, field, replace

from sfumato.core.errors import Damaged
from sfumato.core.protocols import Intake
from sfumato.formats import registry, rtfparts
from sfumato.formats.rtfrun import Collected
from sfumato.formats.rtftoken import (
    BINARY,
    BREAK,
    CLOSE,
    HEX,
    OPEN,
    PLATFORMS,
    SIGNS,
    SYMBOL,
    SYMBOLS,
    TEXT,
    WORD,
    Token,
    Tokens,
    codec_of,
    tokenize,
)
from sfumato.formats.weave import Piece, Slot

_GAPS = {
    **dict.fromkeys((b"par", b"sect", b"page", b"line", b"row", b"nestrow"), "\n"),
    **dict.fromkeys((b"column", b"softline", b"softpage"), "\n"),
    **dict.fromkeys((b"tab", b"cell", b"nestcell"), "\t"),
}
_BLIPS = {b"pngblip": (b"\x89PNG\r\n", "picture.png"), b"jpegblip": (b"\xff\xd8", "picture.jpg")}
_PICTURE_WORDS = frozenset(
    b"picw pich picwgoal pichgoal picscalex picscaley piccropl piccropr piccropt piccropb "
    b"picscaled".split()
)


@dataclass(frozen=True, slots=True)
class State:
    """What a group inherits: mode, surface, code page, fallback length, revision."""

    mode: str = "text"
    surface: str = "body"
    codec: str | None = None
    skip: int = 1
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in the source and the number of the piece it became."""

    start: int
    end: int
    piece: int
    skip: int
    dirty: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that passes: its control words, its bytes, the number of its piece."""

    words: bytes
    data: bytes = field(repr=False)
    name: str
    piece: int


@dataclass(slots=True)
class Opened:
    """The pieces of a document, and the parts of which its bytes are put together."""

    pieces: list[Piece] = field(default_factory=list)
    parts: list[bytes | Run | Picture] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)


class Walk:
    """One walk over the tokens: text becomes pieces, everything that may pass becomes parts."""

    def __init__(self, data: bytes, intake: Intake) -> None:
        if not data.startswith(b"{\\rtf"):
            raise Damaged("not RTF")
        self.tokens: Tokens = tokenize(data)
        self.intake = intake
        self.opened = Opened()
        self.state = State()
        self.stack: list[State] = []
        self.page = "cp1252"
        self.fonts: dict[int, str | None] = {}
        self.default_font = 0
        self.gap = ""
        self.paragraph = 1
        self.numbers: Counter[str] = Counter()
        self.places: dict[str, int] = {}
        self.resume: list[tuple[str, int]] = []
        self.word: tuple[int, int] | None = None

    def open(self) -> Opened:
        """The pieces and parts. An empty piece at either end gives every gap its two sides."""
        self.opened.pieces.append(Slot("", "start", gap=""))
        index, last = 0, len(self.tokens.list)
        while index < last:
            index = self._step(index)
        self.opened.pieces.append(Slot("", "end", gap=self.gap))
        return self.opened

    def _step(self, index: int) -> int:
        token = self.tokens.list[index]
        if token.kind == OPEN:
            return self._group(index)
        if token.kind == CLOSE:
            self._close()
            return index + 1
        if token.kind == BREAK:
            self._emit(self._source(token))
            return index + 1
        if self.state.mode == "text" and _textual(token):
            return self._run(index)
        if token.kind == WORD:
            return self._word(index)
        if token.value in (b"\n", b"\r") and self.state.mode == "text":
            self._emit(b"\\par ")
            self._break("\n")
        return index + 1

    def _break(self, gap: str) -> None:
        self.gap += gap
        self.paragraph += gap == "\n"

    def _source(self, token: Token) -> bytes:
        return self.tokens.data[token.start : token.end]

    def _emit(self, source: bytes) -> None:
        self.opened.parts.append(source)

    # Groups

    def _group(self, index: int) -> int:
        name = self.tokens.destination(index)
        if name == "" and self.tokens.starred(index):
            return self._drop(index, "unknown destination")
        known = name in rtfparts.DESTINATIONS
        if not known and (self.tokens.starred(index) or self.state.mode != "text"):
            return self._drop(index, "unknown destination")
        if self.state.mode != "text" and not self._may_stand_in_frame(name):
            return self._drop(index, name)
        if known:
            return self._destination(index, name)
        return self._enter(index, self.state)

    def _may_stand_in_frame(self, name: str) -> bool:
        if self.state.mode == "object":
            return name == "result"
        if self.state.mode == "upr":
            return name == "ud"
        return self.state.mode == "frame"

    def _destination(self, index: int, name: str) -> int:
        text = replace(self.state, mode="text")
        if name in ("result", "ud"):
            # What held it does not pass, so it becomes a plain group.
            return self._after_words(self._enter(index, text), name)
        if name in rtfparts.INLINE:
            return self._enter(index, text)
        if name in rtfparts.SURFACES:
            return self._surface(index, rtfparts.SURFACES[name])
        if name in rtfparts.FRAMES:
            mode = name if name in ("object", "upr") else "frame"
            if name == "object":
                self.opened.notes["embedded object"] += 1
            return self._enter(index, replace(self.state, mode=mode))
        if name in rtfparts.VERBATIM:
            whole = rtfparts.VERBATIM[name].fullmatch(self.tokens.inner(index))
            return self._keep(index) if whole else self._drop(index, name)
        return self._special(index, name)

    def _special(self, index: int, name: str) -> int:
        if name == "fonttbl":
            source, self.fonts = rtfparts.font_table(self.tokens, index)
            self._emit(source)
            self.state = replace(self.state, codec=self.fonts.get(self.default_font))
        elif name == "stylesheet":
            self._emit(rtfparts.style_sheet(self.tokens, index))
        elif name in ("atnid", "atnauthor"):
            self._emit(b"{\\*\\%s -}" % name.encode("ascii"))
            self.opened.notes["comment author"] += name == "atnauthor"
        elif name == "pict":
            return self._picture(index)
        elif name == "fldinst":
            return self._instruction(index)
        elif name == "sp":
            return self._property(index)
        else:
            return self._drop(index, name)
        return self.tokens.closing[index] + 1

    def _enter(self, index: int, state: State) -> int:
        self.stack.append(self.state)
        self.resume.append(("", 0))
        self.state = state
        self._emit(self._source(self.tokens.list[index]))
        return index + 1

    def _after_words(self, index: int, name: str) -> int:
        while self.tokens.list[index].value != name.encode("ascii"):
            index += 1
        return index + 1

    def _surface(self, index: int, surface: str) -> int:
        self.numbers[surface] += 1
        self.gap += "\n"
        after = self._enter(
            index, replace(self.state, mode="text", surface=f"{surface} {self.numbers[surface]}")
        )
        self.resume[-1] = ("surface", self.paragraph)
        self.paragraph = 1
        return after

    def _close(self) -> None:
        if self.stack:
            self.state = self.stack.pop()
            kind, paragraph = self.resume.pop()
            if kind == "surface":
                self.gap += "\n"
                self.paragraph = paragraph
        self._emit(b"}")

    def _keep(self, index: int) -> int:
        end = self.tokens.closing[index]
        self._emit(self.tokens.data[self.tokens.list[index].start : self.tokens.list[end].end])
        return end + 1

    def _drop(self, index: int, name: str) -> int:
        last = self.opened.parts[-1] if self.opened.parts else b""
        if not isinstance(last, bytes) or last[-1:] not in (b"{", b"}", b"\n", b"\r"):
            # The braces still end a control word and the fallback of a \u before them.
            self._emit(b"{}")
        said = _SAID.get(name)
        if said:
            self.opened.notes[said] += 1
        return self.tokens.closing[index] + 1

    def _instruction(self, index: int) -> int:
        kind = rtfparts.field_instruction(self.tokens, index)
        if kind == "read":
            self.word = rtfparts.link_word(self.tokens, index)
            return self._surface(index, "link")
        return self._keep_field(index) if kind == "keep" else self._drop(index, "fldinst")

    def _keep_field(self, index: int) -> int:
        inside = range(index + 1, self.tokens.closing[index])
        text = b"".join(
            self._source(self.tokens.list[at])
            for at in inside
            if self.tokens.list[at].kind in (TEXT, HEX) or self.tokens.list[at].value in (b"\\",)
        )
        self._emit(b"{\\*\\fldinst " + text + b"}")
        return self.tokens.closing[index] + 1

    def _property(self, index: int) -> int:
        source = self.tokens.inner(index)
        if rtfparts.safe_property(source):
            return self._keep(index)
        end = self.tokens.closing[index]
        named = [at for at in range(index + 1, end) if self.tokens.list[at].value == b"pict"]
        if named and b"\\sn pib}" in source:
            inside = max(at for at in range(index, named[0]) if self.tokens.list[at].kind == OPEN)
            self._emit(b"{\\sp{\\sn pib}{\\sv ")
            self._picture(inside)
            self._emit(b"}}")
            return end + 1
        return self._drop(index, "sp")

    # Pictures

    def _picture(self, index: int) -> int:
        end = self.tokens.closing[index] + 1
        found = self._blip(index)
        place = f"image {self.numbers['image'] + 1}"
        self.numbers["image"] += 1
        if found is None or self.state.deleted or self.intake.images == "drop":
            return self._drop(index, "pict")
        words, data, name = found
        nested = registry.read_part(data, name, place, self.intake)
        if isinstance(nested, str):
            return self._drop(index, "pict")
        self.opened.parts.append(Picture(words, data, name, len(self.opened.pieces)))
        self.opened.pieces.append(replace(nested, gap=self.gap + "\n"))
        self.gap = "\n"
        return end

    def _blip(self, index: int) -> tuple[bytes, bytes, str] | None:
        """A picture's control words, bytes and name, where it is a PNG or a JPEG."""
        words, digits, data = b"", bytearray(), b""
        magic, name = b"", ""
        at, last = index + 1, self.tokens.closing[index]
        while at < last:
            token = self.tokens.list[at]
            if token.kind == OPEN:
                at = self.tokens.closing[at]
            elif token.kind == WORD and token.value in _BLIPS:
                words += b"\\" + token.value
                magic, name = _BLIPS[token.value]
            elif token.kind == WORD and token.value in _PICTURE_WORDS and token.number is not None:
                words += b"\\%s%d" % (token.value, token.number)
            elif token.kind == TEXT:
                digits += token.value
            elif token.kind == BINARY:
                data += self.tokens.data[token.number : token.end]
            at += 1
        data = data or _from_hex(bytes(digits))
        return (words, data, name) if name and data.startswith(magic) else None

    # Words and text

    def _word(self, index: int) -> int:
        token = self.tokens.list[index]
        name = token.value
        gap = _GAPS.get(name) if self.state.mode == "text" else None
        if gap:
            self._break(gap)
        self._settings(token)
        if self._misplaced(index, name):
            self.state = replace(self.state, mode="drop")
            return index + 1
        passing = self.state.mode in ("text", "frame") and not _textual(token)
        if passing and name not in rtfparts.DROPPED_WORDS:
            self._emit(self._source(token))
        return index + 1

    def _misplaced(self, index: int, name: bytes) -> bool:
        """Whether a destination's word stands inside a group and not at its beginning."""
        named = name.decode("ascii")
        if named not in rtfparts.DESTINATIONS or named in rtfparts.INLINE:
            return False
        if named in rtfparts.SURFACES or named in ("list", "object"):
            return False
        at = index - 1
        while at >= 0 and self.tokens.list[at].kind in (BREAK, SYMBOL):
            at -= 1
        return at < 0 or self.tokens.list[at].kind != OPEN

    def _settings(self, token: Token) -> None:
        name, number = token.value, token.number
        if name == b"uc":
            self.state = replace(self.state, skip=min(max(number or 0, 0), 16))
        elif name == b"f":
            self.state = replace(self.state, codec=self.fonts.get(number or 0))
        elif name == b"plain":
            codec = self.fonts.get(self.default_font)
            self.state = replace(self.state, codec=codec, deleted=False)
        elif name == b"deleted":
            self.state = replace(self.state, deleted=number != 0)
        elif name == b"deff":
            self.default_font = number or 0
        elif name == b"ansicpg":
            self.page = codec_of(number) or self.page
        elif name.decode("ascii") in PLATFORMS:
            self.page = PLATFORMS[name.decode("ascii")]

    def _run(self, index: int) -> int:
        """Takes the text from here to the next token that is none."""
        collected = Collected(self.state.codec or self.page)
        start = self.tokens.list[index].start
        if self.word and self.word[0] == index:
            start += self._emit_word(index, collected)
            index += 1
        while index < len(self.tokens.list) and self._goes_on(index):
            index = self._take(index, collected)
        end = self.tokens.list[index - 1].end
        text = collected.finish()
        if self.state.deleted:
            self.opened.notes["deleted text"] += 1
            self._emit(b"{}")
        elif text:
            run = Run(start, end, len(self.opened.pieces), self.state.skip, collected.dirty)
            self.opened.parts.append(run)
            place = f"{self.state.surface} paragraph {self.paragraph}"
            self.opened.pieces.append(Slot(text, place, gap=self.gap))
            self.gap = ""
        return index

    def _goes_on(self, index: int) -> bool:
        token = self.tokens.list[index]
        return (_textual(token) or token.kind == BREAK) and not (
            self.word and self.word[0] == index
        )

    def _emit_word(self, index: int, collected: Collected) -> int:
        """The word that makes an instruction a link is no text, so that no edit can break it."""
        value = self.tokens.list[index].value
        size = self.word[1] if self.word else 0
        self.word = None
        self._emit(value[:size])
        collected.add_bytes(value[size:])
        return size

    def _take(self, index: int, collected: Collected) -> int:
        token = self.tokens.list[index]
        if token.kind == WORD and token.value == b"u":
            return self._take_unicode(index, collected)
        if token.kind in (TEXT, HEX):
            collected.add_bytes(token.value)
        elif token.kind == WORD:
            collected.add(SIGNS[token.value.decode("ascii")])
        elif token.kind == SYMBOL:
            collected.add(SYMBOLS[token.value])
        return index + 1

    def _take_unicode(self, index: int, collected: Collected) -> int:
        """A \\u with its fallback; what stands in for the character is not text."""
        collected.add_unit((self.tokens.list[index].number or 0) & 0xFFFF)
        left = self.state.skip
        index += 1
        while left and index < len(self.tokens.list):
            token = self.tokens.list[index]
            if token.kind in (OPEN, CLOSE):
                break
            if token.kind == TEXT:
                used = token.value[:left]
                collected.fallback(used)
                collected.add_bytes(token.value[left:])
                left -= len(used)
            elif token.kind != BREAK:
                collected.fallback(token.value if token.kind == HEX else b"\0")
                left -= 1
            index += 1
        return index


_SAID = {
    "pict": "image",
    "info": "document information",
    "bkmkstart": "bookmark",
    "revtbl": "revision authors",
    "docvar": "document variable",
    "userprops": "custom properties",
    "fldinst": "field instruction",
    "datastore": "custom XML",
    "moMath": "formula",
    "xe": "index entry",
    "tc": "contents entry",
    "unknown destination": "unknown destination",
}


def _textual(token: Token) -> bool:
    if token.kind in (TEXT, HEX):
        return True
    if token.kind == WORD:
        return token.value == b"u" or token.value.decode("ascii") in SIGNS
    return token.kind == SYMBOL and token.value in SYMBOLS


def _from_hex(digits: bytes) -> bytes:
    plain = b"".join(digits.split())
    try:
        return binascii.unhexlify(plain[: len(plain) // 2 * 2])
    except binascii.Error:
        return b""
