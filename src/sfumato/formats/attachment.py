"""Attachment: a file in base64 inside a record, read by its own format."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field

from sfumato.core.edit import Edit
from sfumato.core.errors import InputError
from sfumato.core.protocols import Intake
from sfumato.formats import registry
from sfumato.formats.weave import Nested

_SUFFIXES = {
    "application/pdf": ".pdf",
    "application/rtf": ".rtf",
    "text/rtf": ".rtf",
    "text/html": ".html",
    "application/xhtml+xml": ".xhtml",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/csv": ".csv",
    "text/xml": ".xml",
    "application/xml": ".xml",
    "application/hl7-v3+xml": ".xml",
    "application/hl7-cda+xml": ".xml",
    "text/hl7v3+xml": ".xml",
    "application/fhir+xml": ".xml",
    "application/json": ".json",
    "application/fhir+json": ".json",
    "application/fhir+ndjson": ".ndjson",
    "application/msword": ".doc",
    "message/rfc822": ".eml",
    "x-application/hl7-v2+er7": ".hl7",
    "application/hl7-v2": ".hl7",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/jpg": ".jpg",
    "image/tiff": ".tif",
    "image/gif": ".gif",
    "image/bmp": ".bmp",
    "image/webp": ".webp",
}
_SHORT_NAMES = {
    "pdf": ".pdf",
    "rtf": ".rtf",
    "html": ".html",
    "txt": ".txt",
    "text": ".txt",
    "plain": ".txt",
    "xml": ".xml",
    "word": ".doc",
    "doc": ".doc",
    "docx": ".docx",
    "jpg": ".jpg",
    "jpeg": ".jpg",
    "png": ".png",
    "gif": ".gif",
    "tif": ".tif",
    "tiff": ".tif",
    "bmp": ".bmp",
}
KINDS = {suffix: kind for kind, suffix in reversed(_SUFFIXES.items())}
"""The media type of an extension."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """The bytes of the file, the name it is read under, and its document."""

    data: bytes = field(repr=False)
    name: str
    nested: Nested


@dataclass(frozen=True, slots=True)
class Saved:
    """The written file in base64, with its extension where its kind changed."""

    data: bytes = field(repr=False)
    extension: str | None
    notes: tuple[str, ...]

    @property
    def base64(self) -> str:
        """The bytes as they stand in a record."""
        return base64.b64encode(self.data).decode("ascii")


def open_attachment(encoded: str, kind: str, place: str, intake: Intake) -> Attachment | str:
    """The file behind the base64 text, or a note that it is to be dropped."""
    data: bytes | None = None
    try:
        data = base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError):
        data = None
    if data is None:
        return f"{place} dropped (not base64)"
    name = f"attachment{suffix_of(kind)}"
    if intake.images == "drop" and _is_image(data, name):
        return f"{place} dropped (image)"
    found = registry.read_part(data, name, place, intake)
    return found if isinstance(found, str) else Attachment(data, name, found)


def save_attachment(attachment: Attachment, edits: tuple[Edit, ...], intake: Intake) -> Saved:
    """The file with its edits made."""
    written = registry.write_part(
        attachment.data, attachment.name, attachment.nested, edits, intake
    )
    place = attachment.nested.place
    notes = tuple(f"{place}: {note}" for note in written.notes)
    return Saved(written.data, written.extension, notes)


def suffix_of(kind: str) -> str:
    """The extension of a media type or of HL7's short name for it; nothing when unknown."""
    plain = kind.partition(";")[0].strip().lower()
    return _SUFFIXES.get(plain) or _SHORT_NAMES.get(plain, "")


def _is_image(data: bytes, name: str) -> bool:
    try:
        return registry.sniff(data, name) == "image"
    except InputError:
        return False
