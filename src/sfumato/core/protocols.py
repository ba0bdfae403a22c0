"""The extension points: to extend the program is to write one class with one or two methods."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeVar, cast, runtime_checkable

from sfumato.core.dice import Dice
from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.keys import Key
from sfumato.core.preferences import Preferences
from sfumato.core.record import Entry, Subject
from sfumato.core.span import Span

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost."""

    max_bytes: int = field(default=134_217_728, metadata={"doc": "Size of the input file."})
    max_characters: int = field(default=20_000_000, metadata={"doc": "Length of the text."})
    max_unpacked_bytes: int = field(
        default=268_435_456, metadata={"doc": "Size after decompression, all parts together."}
    )
    max_ratio: int = field(default=200, metadata={"doc": "Decompression ratio of one part."})
    max_parts: int = field(default=10_000, metadata={"doc": "Parts in one file."})
    max_pages: int = field(default=2_000, metadata={"doc": "Pages of a PDF."})
    max_pixels: int = field(default=60_000_000, metadata={"doc": "Pixels of one image."})
    max_depth: int = field(default=6, metadata={"doc": "Files inside files."})
    timeout_s: float = field(default=120.0, metadata={"doc": "Seconds for one document."})
    memory_mb: int = field(default=2048, metadata={"doc": "Memory of a worker process."})


@dataclass(frozen=True, slots=True)
class Intake:
    """How a file is to be read: its name, what happens to images and unreadable parts, limits.

    `companions` are files that belong to this one, by extension (BRAT's ".ann"); `folders` are the
    names of the folders in which it lies, as far as the output mirrors them.
    """

    name: str = field(default="document.txt", repr=False)
    images: Literal["clean", "drop"] = "clean"
    parts: Literal["drop", "refuse"] = "drop"
    limits: Limits = Limits()
    depth: int = 0
    companions: Mapping[str, bytes] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )
    folders: tuple[str, ...] = field(default=(), repr=False)

    def inner(self, name: str) -> Intake:
        """The same for a part inside the file, one level deeper."""
        return replace(self, name=name, depth=self.depth + 1, companions=MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Written:
    """The bytes of a written file.

    `extension` is set when the output is of another kind than the input; `notes` say, without
    content, what was dropped.
    """

    data: bytes = field(repr=False)
    extension: str | None = None
    notes: tuple[str, ...] = ()
    companions: Mapping[str, bytes] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )


class Format(Protocol):
    """Turns bytes into a document, and the same bytes with edits into bytes again.

    The law: with no edits the written bytes read back to the same text; with edits they read back
    to the spliced text, and nothing of the replaced text is left anywhere in them: not in
    metadata, comments, history, or any stream. What cannot be cleaned is dropped or refused.
    """

    def read(self, data: bytes, intake: Intake) -> Document:
        """The document in the bytes."""
        ...

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The bytes with the edits made; `document` is what `read` gave for the same bytes."""
        ...


@runtime_checkable
class Detector(Protocol):
    """Finds identifiers. Deterministic, total on any Unicode text."""

    def detect(self, document: Document) -> Iterable[Span]:
        """Spans of one document, in any order, overlapping or not."""
        ...


class Reading(Protocol):
    """What a trained recogniser says of one text."""

    def spans(self) -> Iterable[Span]:
        """The spans it finds."""
        ...

    def claim(self, start: int, end: int) -> float:
        """How likely a range holds part of an identifier, 0 to 1."""
        ...


@runtime_checkable
class Reader(Detector, Protocol):
    """A detector that has an opinion on every place of a text, and so weighs what others found."""

    def read(self, text: str) -> Reading:
        """What it says of a text."""
        ...


@dataclass(frozen=True, slots=True)
class Scene:
    """What an operator may know beside the span: one scene serves all spans of a document."""

    subject: str | None = field(default=None, repr=False)
    language: str = "und"
    key: Key | None = None
    latest_year: int | None = field(default=None, repr=False)
    """The latest year that any date of the document names."""
    text: str = field(default="", repr=False)
    spans: tuple[Span, ...] = ()
    """All spans of the document, in order."""
    preferences: Preferences = Preferences()
    dice: Dice = Dice(b"")
    """The dice of the scope that the preferences name."""
    project: Dice = Dice(b"")
    """The dice of the whole run."""
    entry: Entry | None = None
    """What the structured record says of the document, where there is one."""
    avoid: frozenset[str] = field(default=frozenset(), repr=False)
    """Names in plain lower case that no surrogate may be, from the user's list."""
    _made: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def once(self, name: str, make: Callable[[Scene], T]) -> T:
        """What several spans need, made the first time it is asked for."""
        if name not in self._made:
            self._made[name] = make(self)
        return cast(T, self._made[name])


class Operator(Protocol):
    """Chooses what takes a span's place. It never returns its input, save in a `keep` edit."""

    def edit(self, original: str, span: Span, scene: Scene) -> Edit:
        """The edit of one span."""
        ...


class Register(Hashable, Protocol):
    """The structured record: which subject a document belongs to, and what is known of it."""

    def entry_of(self, name: str, id: str) -> Entry | None:
        """What the record says of a document, by the path of its file and by its own id."""
        ...

    def subjects(self) -> Sequence[Subject]:
        """All subjects of the record."""
        ...

    @property
    def refuses_strangers(self) -> bool:
        """Whether a document that bears the id of another patient of the record is refused."""
        ...


class PrivacyModel(Protocol):
    """Strengthens edits until a privacy model holds. It only adds or strengthens."""

    def protect(self, document: Document, edits: Sequence[Edit]) -> Sequence[Edit]:
        """The edits, with what the model needs beside them."""
        ...
