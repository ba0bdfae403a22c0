"""Everything else: the text that kreuzberg extracts from it, written as a text file.

Old Word, Excel and PowerPoint files, presentations, OpenDocument sheets and slides, EPUB, Outlook
messages. Sources that are text themselves (TeX, reStructuredText) stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.errors import (
    Damaged,
    Dangerous,
    Encrypted,
    MissingExtra,
    SfumatoError,
    Unsupported,
)
from sfumato.core.protocols import Intake, Limits, Written
from sfumato.formats.archive import Archive, open_archive
from sfumato.formats.compound import MAGIC, Compound
from sfumato.formats.encoding import decode
from sfumato.formats.markup import parse_xml

_NOTE = "extracted as text; layout and images are not kept"
_SOURCES = frozenset({".rst", ".tex"})
_ODF = "application/vnd.oasis.opendocument."
_POWERPOINT = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_STREAMS = {
    "WordDocument": "application/msword",
    "Workbook": "application/vnd.ms-excel",
    "Book": "application/vnd.ms-excel",
    "PowerPoint Document": "application/vnd.ms-powerpoint",
    "__properties_version1.0": "application/vnd.ms-outlook",
}
_MACROS = frozenset({"Macros", "VBA", "_VBA_PROJECT", "_VBA_PROJECT_CUR"})
_ZIPPED_MACROS = ("vbaproject.bin", "script-lc.xml", "script-lb.xml")
_FONT_SCRAMBLING = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_MANIFEST = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}encryption-data"
_METHOD = "{http://www.w3.org/2001/04/xmlenc#}EncryptionMethod"
_CELL_MARK = "\x07"
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SURROGATES = re.compile("[\ud800-\udfff]")


class Extract:
    """Files that are read but not written in their own format."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """One block over the extracted text."""
        if _is_source(intake):
            text = decode(data).text
            return Document("", text, (Block(0, len(text), "text"),))
        text = _extracted(data, _kind(data, intake.limits))
        if not text.strip():
            raise Unsupported("no text could be extracted")
        block = Block(0, len(text), "extracted text")
        return Document("", text, (block,), notes=(_NOTE,))

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The text with its edits: UTF-8, or a source as it came."""
        text = splice(document.text, edits)
        if _is_source(intake):
            return Written(decode(data).encode(text))
        return Written(text.encode("utf-8"), extension=".txt", notes=(_NOTE,))


def _is_source(intake: Intake) -> bool:
    return PurePath(intake.name).suffix.lower() in _SOURCES


def _kind(data: bytes, limits: Limits) -> str:
    """The media type of a file, after the checks for passwords, macros and bombs."""
    if data.startswith(MAGIC):
        return _compound_kind(Compound(data))
    if data.startswith(b"PK\x03\x04"):
        return _zipped_kind(open_archive(data, limits), limits)
    raise Unsupported("no extractor for this kind of file")


def _compound_kind(compound: Compound) -> str:
    names = compound.names()
    if "EncryptedPackage" in names or "EncryptionInfo" in names or _locked(compound):
        raise Encrypted("the document needs a password")
    if names & _MACROS:
        raise Dangerous("the document has macros")
    for stream, kind in _STREAMS.items():
        if stream in names:
            return kind
    raise Unsupported("an office file of unknown kind")


def _locked(compound: Compound) -> bool:
    """Whether an old office file says that it is encrypted.

    [MS-DOC] 2.5.2 FibBase.fEncrypted; [MS-XLS] 2.4.117 FilePass, which follows the first record;
    [MS-PPT] 2.3.2 CurrentUserAtom.headerToken.
    """
    word = compound.head("WordDocument", 12)
    if len(word) == 12 and word[11] & 0x01:
        return True
    for stream in ("Workbook", "Book"):
        head = compound.head(stream, 64)
        second = 4 + int.from_bytes(head[2:4], "little")
        if head[second : second + 2] == b"\x2f\x00":
            return True
    return compound.head("Current User", 16)[12:16] == b"\xdf\xc4\xd1\xf3"


def _zipped_kind(archive: Archive, limits: Limits) -> str:
    names = archive.names()
    if any(name.casefold().endswith(_ZIPPED_MACROS) for name in names):
        raise Dangerous("the document has macros")
    for name in names:
        archive.read(name)  # The extractor trusts sizes; here every part is measured.
    if _encrypted_parts(archive, limits):
        raise Encrypted("the document needs a password")
    declared = (
        archive.read("mimetype").strip().decode("ascii", "replace") if ("mimetype" in names) else ""
    )
    if declared == "application/epub+zip" or declared.startswith(_ODF):
        return declared.removesuffix("-template")
    if "ppt/presentation.xml" in names:
        return _POWERPOINT
    raise Unsupported("no extractor for this kind of file")


def _encrypted_parts(archive: Archive, limits: Limits) -> bool:
    names = archive.names()
    if "META-INF/manifest.xml" in names:
        manifest = parse_xml(archive.read("META-INF/manifest.xml"), limits, bare=True)
        if any(True for _ in manifest.iter(_MANIFEST)):
            return True
    if "META-INF/encryption.xml" in names:
        locks = parse_xml(archive.read("META-INF/encryption.xml"), limits, bare=True)
        return any(item.get("Algorithm") not in _FONT_SCRAMBLING for item in locks.iter(_METHOD))
    return False


def _extracted(data: bytes, kind: str) -> str:
    failure: type[SfumatoError] | None = None
    content = ""
    try:
        import kreuzberg

        config = kreuzberg.ExtractionConfig(use_cache=False, ocr=None)
        content = kreuzberg.extract_bytes_sync(data, kind, config).content
    except ImportError:
        failure = MissingExtra
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # A panic of the Rust core is no Exception.
        failure = Damaged
    if failure is MissingExtra:
        raise MissingExtra("this kind of file needs an extra: pip install 'sfumato[extract]'")
    if failure is not None:
        raise Damaged("the text could not be extracted")
    return _plain(content)


def _plain(content: str) -> str:
    """The content as a text file can hold it: no control signs, no byte order mark in front."""
    plain = _CONTROLS.sub(" ", content.replace(_CELL_MARK, "\t"))
    return _SURROGATES.sub("\ufffd", plain).lstrip("\ufeff")


FORMAT = Extract()
