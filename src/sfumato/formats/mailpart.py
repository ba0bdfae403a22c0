"""Mail parts: what a mail is made of once opened, and how each part is written anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import SfumatoError
from sfumato.core.protocols import Intake, Written
from sfumato.formats.htmlpage import Page
from sfumato.formats.mailhead import Header
from sfumato.formats.mailtext import base64_lines, text_entity
from sfumato.formats.registry import write_part
from sfumato.formats.txt import FORMAT as TXT
from sfumato.formats.weave import Change, Nested, Piece, Slot, changes, weave

Changes = Mapping[int, Change]
Notes = list[str]

NOTICE = "[Se ha retirado un adjunto / An attachment was removed]"
"""The whole text of the part that stands for one that could not be cleaned; never a slot."""

MIME_TYPES = {
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".html": "text/html",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".json": "application/json",
    ".ndjson": "application/x-ndjson",
    ".xml": "application/xml",
    ".cda": "application/hl7-cda+xml",
    ".hl7": "application/hl7-v2",
    ".pdf": "application/pdf",
    ".rtf": "application/rtf",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".odt": "application/vnd.oasis.opendocument.text",
    ".mbox": "application/mbox",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".bmp": "image/bmp",
    ".webp": "image/webp",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
}


class Node(Protocol):
    """A part of an opened mail."""

    first: int

    def pieces(self) -> Sequence[Piece]:
        """What of the part is text, in order."""
        ...

    def render(self, changed: Changes, notes: Notes) -> bytes:
        """Content headers, an empty line and the body, in lines that end with LF."""
        ...


@dataclass(slots=True)
class Notice:
    """Stands for a part that was left out."""

    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """Nothing: nobody wrote this text."""
        return ()

    def render(self, changed: Changes, notes: Notes) -> bytes:
        """The notice as a text part."""
        return text_entity(NOTICE, "text/plain")


@dataclass(slots=True)
class Body:
    """A plain text body."""

    text: str = field(repr=False)
    place: str
    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """One slot."""
        return (Slot(self.text, self.place, gap="\n\n"),)

    def render(self, changed: Changes, notes: Notes) -> bytes:
        """The text part."""
        change = changed.get(self.first)
        return text_entity(self.text if change is None else change.text, "text/plain")


@dataclass(slots=True)
class Web:
    """An HTML body."""

    page: Page
    place: str
    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """The page's pieces."""
        found = [replace(one, place=f"{self.place} {one.place}") for one in self.page.pieces]
        return [replace(one, gap="\n\n") if not number else one for number, one in enumerate(found)]

    def render(self, changed: Changes, notes: Notes) -> bytes:
        """The page as an HTML part."""
        inner = [
            replace(changed[self.first + index], index=index)
            for index in range(len(self.page.pieces))
            if self.first + index in changed
        ]
        text, said = self.page.render(inner)
        notes += said
        return text_entity(text, "text/html")


@dataclass(slots=True)
class Attachment:
    """A part that another format reads and writes; its name is given anew."""

    nested: Nested
    data: bytes = field(repr=False)
    name: str = field(repr=False)
    intake: Intake = field(repr=False)
    number: int
    cid: str | None = None
    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """One nested document."""
        return (self.nested,)

    def render(self, changed: Changes, notes: Notes) -> bytes:
        """The cleaned part, or the notice where it cannot be written."""
        change = changed.get(self.first)
        edits = change.edits if change else ()
        try:
            written = self._written(edits)
        except SfumatoError:
            if self.intake.parts == "refuse":
                raise
            notes.append(f"attachment {self.number} dropped")
            return Notice().render(changed, notes)
        notes += [f"attachment {self.number}: {note}" for note in written.notes]
        extension = written.extension or self.name[self.name.rindex(".") :]
        head = self._headers(extension, _charset(extension, written.data))
        return head.encode("ascii") + base64_lines(written.data)

    def _written(self, edits: tuple[Edit, ...]) -> Written:
        if not self.data.strip():  # an emptied part, which the registry takes for no file
            return TXT.write(self.data, self.nested.document, edits, self.intake)
        return write_part(self.data, self.name, self.nested, edits, self.intake)

    def _headers(self, extension: str, charset: str) -> str:
        kind = MIME_TYPES.get(extension, "application/octet-stream")
        where = "attachment" if self.cid is None else "inline"
        lines = [
            f"Content-Type: {kind}{charset}",
            "Content-Transfer-Encoding: base64",
            f'Content-Disposition: {where}; filename="attachment-{self.number}{extension}"',
        ]
        if self.cid is not None:
            lines.append(f"Content-ID: <{self.cid}>")
        return "\n".join(lines) + "\n\n"


def _charset(extension: str, data: bytes) -> str:
    """What a text part says of its encoding; nothing where it cannot be sure."""
    if not MIME_TYPES.get(extension, "").startswith("text/"):
        return ""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "; charset=utf-8"


@dataclass(slots=True)
class Multi:
    """Parts in one; `kind` is one of the few names of RFC 2046."""

    kind: str
    parts: list[Node] = field(repr=False)
    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """Those of the parts, which know their own places."""
        found: list[Piece] = []
        for part in self.parts:
            part.first = self.first + len(found)
            found += part.pieces()
        return found

    def render(self, changed: Changes, notes: Notes) -> bytes:
        """The parts between boundaries that none of them holds."""
        parts = [part.render(changed, notes) for part in self.parts or [Notice()]]
        number = 1
        while any(_boundary(number) in part for part in parts):
            number += 1
        mark = _boundary(number)
        head = b'Content-Type: multipart/%s;\n boundary="%s"\n\n' % (self.kind.encode(), mark)
        body = b"".join(b"--%s\n%s\n" % (mark, part) for part in parts)
        return head + body + b"--%s--\n" % mark


def _boundary(number: int) -> bytes:
    return b"=_part_boundary_%d" % number


@dataclass(slots=True)
class Message:
    """A whole mail."""

    headers: list[Header] = field(repr=False)
    root: Node = field(repr=False)
    notes: tuple[str, ...]

    def pieces(self) -> list[Piece]:
        """The headers' pieces, then the parts'."""
        found: list[Piece] = [piece for header in self.headers for piece in header.pieces()]
        self.root.first = len(found)
        return [*found, *self.root.pieces()]

    def save(self, changed: Iterable[Change]) -> tuple[bytes, tuple[str, ...]]:
        """The mail in lines that end with LF, and what was left out while writing."""
        by_index = {change.index: change for change in changed}
        notes: Notes = []
        number, lines = 0, []
        for header in self.headers:
            slots = [piece for piece in header.pieces() if isinstance(piece, Slot)]
            texts = [
                by_index[index].text if index in by_index else slot.text
                for index, slot in enumerate(slots, number)
            ]
            lines.append(header.render(texts))
            number += len(slots)
        lines.append("MIME-Version: 1.0\n")
        body = self.root.render(by_index, notes)
        return "".join(lines).encode("ascii") + body, tuple(notes)


@dataclass(slots=True)
class Forwarded:
    """A mail inside a mail."""

    message: Message
    place: str
    first: int = -1

    def pieces(self) -> Sequence[Piece]:
        """The mail as a nested document."""
        return (Nested(self._document(), self.place),)

    def _document(self) -> Document:
        return weave(self.message.pieces(), "", self.message.notes)

    def render(self, changed: Changes, notes: Notes) -> bytes:
        """The mail written anew inside its part."""
        change = changed.get(self.first)
        edits = change.edits if change else ()
        document = self._document()
        text, said = self.message.save(changes(self.message.pieces(), document, edits))
        notes += said
        return b"Content-Type: message/rfc822\nContent-Disposition: inline\n\n" + text
