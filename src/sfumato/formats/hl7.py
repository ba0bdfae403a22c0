"""HL7 version 2 messages and batches in their bar-and-hat encoding (HL7 v2.x chapter 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged, TooLarge
from sfumato.core.protocols import Intake, Written
from sfumato.formats import hl7table as table
from sfumato.formats.attachment import Attachment, open_attachment, save_attachment
from sfumato.formats.encoding import Decoded, decode
from sfumato.formats.headings import fitting
from sfumato.formats.hl7escape import Marks, escaped, unescaped
from sfumato.formats.tape import Tape

_HEADS = ("MSH", "FHS", "BHS")
_LINE = re.compile(r"[^\r\n]+")
_HEAD = re.compile(rb"MSH([^A-Za-z0-9\s])[^\r\n]*")
_CHARSET_FIELD = 17
_SEGMENT = re.compile(r"[A-Z][A-Z0-9]{2}")
_FRAME = "\x0b\x1c"
_VALUES_A_MB = 500
_PLAIN_TYPES = frozenset({"TX", "FT", "ST", "NM", "SN", "DT", "TM", ""})
_FILES = ("JVBERi", "e1xydGY", "iVBORw0", "/9j/", "UEsDB", "SUkq", "TU0AK", "PD94bWw", "PGh0bWw",
          "R0lGOD", "0M8R4K", "PENsaW5p")  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of the source text with where it stands."""

    start: int
    text: str = field(repr=False)

    def split(self, mark: str) -> Iterator[_Part]:
        """The parts between the marks."""
        start = self.start
        for text in self.text.split(mark) if mark else (self.text,):
            yield _Part(start, text)
            start += len(text) + len(mark)

    @property
    def range(self) -> tuple[int, int]:
        """Its place in the source."""
        return self.start, self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class _Field:
    """A field under its segment; segments that are in no table are called so."""

    segment: str
    number: int
    value_type: str = ""

    @property
    def place(self) -> str:
        """The field as the standard writes it."""
        name = self.segment if self.segment in table.SEGMENTS else "segment"
        return f"{name}-{self.number}"


class Hl7:
    """Messages, batches and files of them, framed or not."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """Segments as lines, fields apart by tabs, components by spaces."""
        return _opened(_decoded(data), intake).document()

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The same message with the edited values escaped into it."""
        source = _decoded(data)
        text, notes = _opened(source, intake).saved(source.text, document, edits)
        return Written(source.encode(text), notes=notes)


def _decoded(data: bytes) -> Decoded:
    """The text, in the character set that MSH-18 declares if it fits."""
    found = _HEAD.search(data[:4096])
    fields = found.group().split(found.group(1)) if found else []
    name = fields[_CHARSET_FIELD].partition(b"~")[0] if len(fields) > _CHARSET_FIELD else b""
    return decode(data, declared=table.CHARSETS.get(name.decode("latin-1")))


def _opened(source: Decoded, intake: Intake) -> Tape:
    return _Message(source, intake).tape


class _Message:
    """One pass over the segments."""

    def __init__(self, source: Decoded, intake: Intake) -> None:
        self.tape = Tape()
        self._intake = intake
        self._encoding = source.encoding
        self._marks: Marks | None = None
        self._most = intake.limits.memory_mb * _VALUES_A_MB
        self._parts = 0
        self.tape.anchor()
        for found in _LINE.finditer(source.text):
            text = found.group()
            lead = len(text) - len(text.lstrip(_FRAME))
            self._line(_Part(found.start() + lead, text[lead:].rstrip(_FRAME)))
        self.tape.say("\n")
        self.tape.anchor()
        if self._marks is None:
            raise Damaged("no MSH segment")

    def _line(self, line: _Part) -> None:
        if not line.text:
            return
        self.tape.say("\n")
        if line.text.startswith(_HEADS):
            self._marks = Marks.of(line.text)
        if self._marks is None:
            raise Damaged("no MSH segment at the start")
        name = line.text[:3]
        if not _SEGMENT.fullmatch(name) or line.text[3:4] not in ("", self._marks.field):
            self._loose(line)
            return
        self.tape.say(name)
        self._segment(name, line)

    def _loose(self, line: _Part) -> None:
        """A line that is no segment: text that somebody broke with a bare line end."""
        assert self._marks is not None
        marks = self._marks
        # The sequence that means "normal text" keeps an emptied line, or one like a segment.
        normal = f"{marks.escape}N{marks.escape}" if marks.escape else " "
        text = unescaped(line.text, marks, self._encoding)
        self.tape.slot(text, line.range, lambda new: normal + escaped(new, marks), "line")

    def _segment(self, name: str, line: _Part) -> None:
        assert self._marks is not None
        fields = list(line.split(self._marks.field))
        heads = name in _HEADS
        value_type = fields[2].text if name == "OBX" and len(fields) > 2 else ""
        for index, value in enumerate(fields[2 if heads else 1 :], 3 if heads else 1):
            self.tape.say("\t")
            self._field(value, _Field(name, index, value_type))

    def _field(self, value: _Part, place: _Field) -> None:
        assert self._marks is not None
        if (place.segment, place.number) == ("OBX", 5) and place.value_type == "ED":
            self._encapsulated(value)
            return
        whole = (place.segment, place.number) == ("NTE", 3) or (
            (place.segment, place.number) == ("OBX", 5) and place.value_type in _PLAIN_TYPES
        )
        for index, repetition in enumerate(value.split(self._marks.repetition)):
            self.tape.say("\n" if index else "")
            if whole:
                self._leaf(repetition, place.place, None)
            else:
                self._components(repetition, place)

    def _components(self, value: _Part, place: _Field) -> None:
        assert self._marks is not None
        components = list(value.split(self._marks.component))
        kind, label = table.FIELDS.get((place.segment, place.number), ("", ""))
        kept = _kept(place, [component.text for component in components])
        for index, component in enumerate(components, 1):
            self.tape.say(" " if index > 1 else "")
            if index in kept:
                continue
            found = _component_label(kind, label, index)
            if (
                kind == "XTN"
                and found == "PHONE"
                and [one.text for one in components[2:3]] == ["FX"]
            ):
                found = "FAX"
            for number, leaf in enumerate(component.split(self._marks.subcomponent)):
                self.tape.say(" " if number else "")
                self._leaf(leaf, f"{place.place}.{index}", found)

    def _leaf(self, leaf: _Part, place: str, label: str | None) -> None:
        if leaf.text.startswith(_FILES) and len(leaf.text) > 60:
            self._file(leaf, "", place)
        elif leaf.text:
            self._slot(leaf, place, label)

    def _slot(self, leaf: _Part, place: str, label: str | None) -> None:
        assert self._marks is not None
        if len(self.tape.pieces) > self._most:
            raise TooLarge(f"over {self._most} values")
        marks, encoding = self._marks, self._encoding
        text = unescaped(leaf.text, marks, encoding)
        if label is None and table.TIME.fullmatch(text):
            label = "DATE"
        self.tape.slot(
            text, leaf.range, lambda new: escaped(new, marks), place, label=fitting(label, text)
        )

    def _encapsulated(self, value: _Part) -> None:
        """A file in a field (data type ED): source, type, subtype, encoding, data."""
        assert self._marks is not None
        components = list(value.split(self._marks.component))
        coded = [component.text.lower() for component in components[3:4]] == ["base64"]
        for index, component in enumerate(components, 1):
            self.tape.say(" " if index > 1 else "")
            if index == 5 and coded and component.text:
                self._file(component, components[2].text, "OBX-5.5")
            elif index != 4 or not coded:
                self._leaf(component, f"OBX-5.{index}", None)

    def _file(self, leaf: _Part, kind: str, place: str) -> None:
        self._parts += 1
        opened = open_attachment(leaf.text, kind, f"{place} file {self._parts}", self._intake)
        if isinstance(opened, str):
            self.tape.drop(leaf.range, opened)
        else:
            self.tape.nest(opened.nested, leaf.range, _saver(opened, self._intake))


def _saver(
    opened: Attachment, intake: Intake
) -> Callable[[tuple[Edit, ...]], tuple[str, Iterable[str]]]:
    def save(edits: tuple[Edit, ...]) -> tuple[str, Iterable[str]]:
        saved = save_attachment(opened, edits, intake)
        return saved.base64, saved.notes

    return save


def _component_label(kind: str, label: str, index: int) -> str | None:
    if kind in table.COMPONENTS:
        return table.COMPONENTS[kind].get(index)
    if kind == "XPN":
        return label if index < 6 else None
    if kind in ("CX", "EI", "XON", "ST", "TS"):
        return label if index == 1 or (kind == "XON" and index in (3, 10)) else None
    if kind in ("CE", "HD"):
        return label if index < 3 or (kind == "CE" and index in (4, 5)) else None
    return label or None


def _kept(place: _Field, components: list[str]) -> frozenset[int]:
    """The components that are codes of a standard and stay out of the text."""
    allowed = table.KEPT.get((place.segment, place.number))
    if allowed:
        return frozenset(
            index for index, text in enumerate(components, 1) if allowed.fullmatch(text)
        )
    if (place.segment, place.number) in table.FIELDS or len(components) < 3:
        return frozenset()
    known = components[2] in table.CODE_SYSTEMS and table.CODE.fullmatch(components[0])
    return frozenset({1, 3}) if known else frozenset()


FORMAT = Hl7()
