"""Registry: which format reads which file, told by its content first and its name second."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from pathlib import PurePath

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import (
    Damaged,
    Dangerous,
    EmptyFile,
    InputError,
    SfumatoError,
    TooLarge,
    Unsupported,
)
from sfumato.core.protocols import Format, Intake, Written
from sfumato.core.table import Table
from sfumato.formats.weave import Nested

FORMATS: Table[Format] = Table(
    "formats",
    {
        "txt": "sfumato.formats.txt:FORMAT",
        "html": "sfumato.formats.html:FORMAT",
        "eml": "sfumato.formats.eml:FORMAT",
        "mbox": "sfumato.formats.mbox:FORMAT",
        "csv": "sfumato.formats.csv:FORMAT",
        "xlsx": "sfumato.formats.xlsx:FORMAT",
        "json": "sfumato.formats.json:FORMAT",
        "ndjson": "sfumato.formats.json:LINES",
        "record": "sfumato.formats.json:RECORD",
        "fhir": "sfumato.formats.fhir:FORMAT",
        "hl7": "sfumato.formats.hl7:FORMAT",
        "cda": "sfumato.formats.cda:FORMAT",
        "i2b2": "sfumato.formats.i2b2:FORMAT",
        "xml": "sfumato.formats.xml:FORMAT",
        "brat": "sfumato.formats.brat:FORMAT",
        "docx": "sfumato.formats.docx:FORMAT",
        "odt": "sfumato.formats.odt:FORMAT",
        "rtf": "sfumato.formats.rtf:FORMAT",
        "pdf": "sfumato.formats.pdf:FORMAT",
        "image": "sfumato.formats.image:FORMAT",
        "extract": "sfumato.formats.extract:FORMAT",
    },
)

EXTENSIONS: dict[str, str] = {
    ".txt": "txt",
    ".text": "txt",
    ".md": "txt",
    ".markdown": "txt",
    ".log": "txt",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".eml": "eml",
    ".mbox": "mbox",
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".xlsx": "xlsx",
    ".json": "json",
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
    ".record": "record",
    ".hl7": "hl7",
    ".xml": "xml",
    ".cda": "cda",
    ".docx": "docx",
    ".odt": "odt",
    ".rtf": "rtf",
    ".pdf": "pdf",
    ".png": "image",
    ".jpg": "image",
    ".jpeg": "image",
    ".tif": "image",
    ".tiff": "image",
    ".bmp": "image",
    ".gif": "image",
    ".webp": "image",
    ".doc": "extract",
    ".ppt": "extract",
    ".pptx": "extract",
    ".xls": "extract",
    ".epub": "extract",
    ".msg": "extract",
    ".odp": "extract",
    ".ods": "extract",
    ".rst": "extract",
    ".tex": "extract",
}

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "pdf"),
    (b"{\\rtf", "rtf"),
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"),
    (b"II*\x00", "image"),
    (b"MM\x00*", "image"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "extract"),
    (b"MSH|^~\\&", "hl7"),
)
_HEAD_BYTES = 8192
_BOMS = (BOM_UTF8, BOM_UTF16_LE, BOM_UTF16_BE, BOM_UTF32_LE, BOM_UTF32_BE)


def sniff(data: bytes, name: str) -> str:
    """The name of the format that reads these bytes; the file's content outweighs its name."""
    head = data[:_HEAD_BYTES]
    for magic, found in _MAGIC:
        if head.startswith(magic):
            return found
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if (head[:4] == b"RIFF" and head[8:12] == b"WEBP") or (
        head[:2] == b"BM" and _suffix(name) == ".bmp"
    ):
        return "image"
    if head.startswith(b"PK\x03\x04"):
        return _zipped(data, name)
    named = EXTENSIONS.get(_suffix(name))
    if named in ("pdf", "docx", "xlsx", "odt", "image"):
        raise Unsupported(f"the content is not {named}, whatever the name says")
    return _told_by_text(head, named)


def _told_by_text(head: bytes, named: str | None) -> str:
    text = head.replace(b"\x00", b"")
    if named in ("xml", "cda", None) and text.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(
        b"<"
    ):
        if b"ClinicalDocument" in text:
            return "cda"
        if b"http://hl7.org/fhir" in text:
            return "xml"
        if b"<TEXT>" in text or b"<MEDDOCAN" in text or b"<deIdi2b2" in text:
            return "i2b2"
        if b"<html" in text.lower() or b"<!doctype html" in text.lower():
            return "html"
        if named or text.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<?xml"):
            return "xml"
    if named in ("json", "ndjson") and b'"resourceType"' in text:
        return "fhir"
    return named or "txt"


def _zipped(data: bytes, name: str) -> str:
    head = data[:200]
    if b"mimetypeapplication/vnd.oasis.opendocument.text" in head:
        return "odt"
    if b"word/" in data and b"[Content_Types].xml" in data:
        return "docx"
    if b"xl/" in data and b"[Content_Types].xml" in data:
        return "xlsx"
    named = EXTENSIONS.get(_suffix(name))
    if named in ("docx", "xlsx", "odt"):
        raise Damaged(f"not a whole {named} package")
    if named == "extract" or b"mimetypeapplication/" in head or b"ppt/" in data:
        return "extract"
    raise Unsupported("archives are not read; unpack them first")


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def open_format(data: bytes, intake: Intake) -> tuple[str, Format]:
    """The format of the bytes, after the checks that hold for every file."""
    if not data.strip() or data in _BOMS:
        raise EmptyFile("the file is empty")
    if len(data) > intake.limits.max_bytes:
        raise TooLarge(f"over {intake.limits.max_bytes} bytes")
    if intake.depth > intake.limits.max_depth:
        raise TooLarge(f"nested more than {intake.limits.max_depth} deep")
    name = "brat" if ".ann" in intake.companions else sniff(data, intake.name)
    return name, FORMATS.load(name)


def read_part(data: bytes, name: str, place: str, intake: Intake) -> Nested | str:
    """The document in a part of a file, or a note that it is to be dropped.

    Where the policy refuses unreadable parts, the error of the part goes on to the whole file;
    a part that means harm (a bomb, macros, entities) is the end of the whole file in any case.
    """
    inner = intake.inner(name)
    try:
        _, found = open_format(data, inner)
        return Nested(found.read(data, inner), place)
    except (InputError, SfumatoError) as error:
        if intake.parts == "refuse" or isinstance(error, Dangerous):
            raise
        return f"{place} dropped ({error.code})"


def write_part(
    data: bytes, name: str, nested: Nested, edits: tuple[Edit, ...], intake: Intake
) -> Written:
    """The bytes of a part with its edits made."""
    inner = intake.inner(name)
    _, found = open_format(data, inner)
    return found.write(data, nested.document, edits, inner)


def read(data: bytes, intake: Intake) -> tuple[str, Document]:
    """The format's name and the document of a whole file."""
    name, found = open_format(data, intake)
    document = found.read(data, intake)
    if len(document.text) > intake.limits.max_characters:
        raise TooLarge(f"over {intake.limits.max_characters} characters")
    return name, document
