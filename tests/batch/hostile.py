"""Files that nobody should be able to hurt the program with, each made in memory."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from collections.abc import Mapping

import pikepdf

NOTE = "Paciente: Elvira Otxoa. DNI 12345678Z. Tel. 612 345 678.\n"
SECRETS = ("Otxoa", "12345678Z", "612 345 678")

_MEGABYTE = 1 << 20
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_VBA = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
_PARAGRAPH = "<w:p><w:r><w:t>DNI 12345678Z</w:t></w:r></w:p>"
_LAUGHS = (
    '<!DOCTYPE x [<!ENTITY l0 "lol">'
    + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    + "]>"
)


def rubbish(seed: int, size: int = 50_000) -> bytes:
    """Random bytes."""
    return random.Random(seed).randbytes(size)


def pdf(*, password: str = "") -> bytes:
    """A PDF of one blank page."""
    made, target = pikepdf.new(), io.BytesIO()
    made.add_blank_page()
    made.save(target, encryption=pikepdf.Encryption(user=password, owner="o") if password else None)
    return target.getvalue()


def long_pdf(pages: int) -> bytes:
    """A PDF with that many pages, each an object of its own."""
    kids = b" ".join(b"%d 0 R" % (number + 3) for number in range(pages))
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"
    tree = b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids)
    return _objects([b"<</Type/Catalog/Pages 2 0 R>>", tree, *[page] * pages])


def endless_pdf() -> bytes:
    """A PDF whose page tree names the same nodes again and again: a thousand million pages."""
    nodes = [
        b"<</Type/Pages/Count %d/Kids[%s]>>"
        % (10 ** (9 - n), b" ".join([b"%d 0 R" % (n + 3)] * 10))
        for n in range(9)
    ]
    return _objects([b"<</Type/Catalog/Pages 2 0 R>>", *nodes, b"<</Type/Page/MediaBox[0 0 9 9]>>"])


def _objects(bodies: list[bytes]) -> bytes:
    parts, places, at = [b"%PDF-1.4\n"], [], 9
    for number, body in enumerate(bodies, start=1):
        whole = b"%d 0 obj%sendobj\n" % (number, body)
        places.append(b"%010d 00000 n \n" % at)
        parts.append(whole)
        at += len(whole)
    size = len(bodies) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, b"".join(places))
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, at)
    return b"".join([*parts, table, end])


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """An archive of the parts."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return target.getvalue()


def docx(
    body: str = _PARAGRAPH, *, head: str = "", embedded: bytes = b"", macro: bool = False
) -> bytes:
    """A DOCX, perhaps with a document type, an embedded document or macros."""
    rows = []
    if embedded:
        body += (
            f'<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" '
            f'xmlns:r="{_R}" Type="Embed" r:id="e1"/></w:object></w:r></w:p>'
        )
        rows.append(f'<Relationship Id="e1" Type="{_R}/package" Target="embeddings/inner.docx"/>')
    if macro:
        rows.append(f'<Relationship Id="m1" Type="{_VBA}" Target="vbaProject.bin"/>')
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations(
            [f'<Relationship Id="d1" Type="{_R}/officeDocument" Target="word/document.xml"/>']
        ),
        "word/_rels/document.xml.rels": _relations(rows),
        "word/document.xml": (
            f'{head}<w:document xmlns:w="{_W}"><w:body>{body}</w:body></w:document>'
        ),
    }
    if embedded:
        parts["word/embeddings/inner.docx"] = embedded
    if macro:
        parts["word/vbaProject.bin"] = b"\xd0\xcf\x11\xe0" + bytes(600)
    return zipped(parts)


def _content_types() -> str:
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    return (
        f'<Types xmlns="{_TYPES}"><Default Extension="rels" ContentType="{relations}"/>'
        f'<Default Extension="docx" ContentType="{_KIND}"/>'
        '<Default Extension="bin" ContentType="application/octet-stream"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_KIND}.main+xml"/></Types>'
    )


def _relations(rows: list[str]) -> str:
    return f'<Relationships xmlns="{_RELATIONS}">{"".join(rows)}</Relationships>'


def bomb_docx() -> bytes:
    """A DOCX whose text unpacks to over 200 times its size."""
    return docx(_PARAGRAPH + " " * (64 * _MEGABYTE))


def encrypted_docx() -> bytes:
    """A DOCX under a password: a compound file with two streams ([MS-OFFCRYPTO] 1.3.2)."""
    fat = [0xFFFFFFFD, 0xFFFFFFFE, *range(3, 10), 0xFFFFFFFE, *range(11, 18), 0xFFFFFFFE]
    fat += [0xFFFFFFFF] * (128 - len(fat))
    entries = [
        _entry("Root Entry", 5, child=1, start=0xFFFFFFFE, size=0),
        _entry("EncryptionInfo", 2, right=2, start=2, size=4096),
        _entry("EncryptedPackage", 2, start=10, size=4096),
        bytes(128),
    ]
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack(
        "<HHHHH6xIIIIIIIII", 62, 3, 0xFFFE, 9, 6, 0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0
    )
    header += struct.pack("<109I", 0, *[0xFFFFFFFF] * 108)
    return header + struct.pack("<128I", *fat) + b"".join(entries) + rubbish(1, 8192)


def _entry(
    name: str, kind: int, *, start: int, size: int, right: int = 0xFFFFFFFF, child: int = 0xFFFFFFFF
) -> bytes:
    wide = name.encode("utf-16-le")
    head = wide.ljust(64, b"\0") + struct.pack(
        "<HBBIII", len(wide) + 2, kind, 1, 0xFFFFFFFF, right, child
    )
    return head + bytes(36) + struct.pack("<IQ", start, size)


def deep_mail(depth: int) -> bytes:
    """A mail in a mail in a mail."""
    head = b"From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n"
    mail = head + b"\r\nDNI 12345678Z\r\n"
    for _ in range(depth):
        mail = head + b"Content-Type: message/rfc822\r\n\r\n" + mail
    return mail


def mail_with(data: bytes, name: str) -> bytes:
    """A mail with an attachment."""
    from base64 import encodebytes

    return (
        b"From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n"
        b"Content-Type: multipart/mixed; boundary=cut\r\n\r\n"
        b"--cut\r\n\r\nDNI 12345678Z\r\n--cut\r\n"
        b"Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n"
        b"Content-Disposition: attachment; filename="
        + name.encode()
        + b"\r\n\r\n"
        + encodebytes(data)
        + b"\r\n--cut--\r\n"
    )


def nested_zip(depth: int) -> bytes:
    """An archive in an archive in an archive."""
    inner = rubbish(2, 100)
    for number in range(depth):
        inner = zipped({f"{number}.zip": inner})
    return inner


# name: (bytes, code of the reason)
FILES: dict[str, tuple[bytes, str]] = {
    "locked.pdf": (pdf(password="secret"), "encrypted"),
    "damaged.pdf": (b"%PDF-1.7\n" + rubbish(3), "damaged"),
    "cut.pdf": (pdf()[:300], "damaged"),
    "long.pdf": (long_pdf(100_000), "too-large"),
    "endless.pdf": (endless_pdf(), "damaged"),
    "locked.docx": (encrypted_docx(), "encrypted"),
    "cut.docx": (docx()[:500], "damaged"),
    "damaged.docx": (b"PK\x03\x04" + rubbish(4), "damaged"),
    "unclosed.docx": (docx("<w:p>"), "damaged"),
    "bomb.docx": (bomb_docx(), "dangerous"),
    "bomb-inside.docx": (docx(embedded=bomb_docx()), "dangerous"),
    "bomb-attached.eml": (mail_with(bomb_docx(), "a.docx"), "dangerous"),
    "nested.zip": (nested_zip(12), "unsupported"),
    "deep.eml": (deep_mail(40), "too-large"),
    "macro.docx": (docx(macro=True), "dangerous"),
    "macro-inside.docx": (docx(embedded=docx(macro=True)), "dangerous"),
    "macro-attached.eml": (mail_with(docx(macro=True), "a.docx"), "dangerous"),
    "laughs.docx": (docx(head=_LAUGHS), "dangerous"),
    "laughs.xml": (f"<?xml version='1.0'?>{_LAUGHS}<x>&l9;</x>".encode(), "dangerous"),
    "laughs.cda": (f"{_LAUGHS}<ClinicalDocument>&l9;</ClinicalDocument>".encode(), "dangerous"),
    "laughs-i2b2.xml": (f"{_LAUGHS}<deIdi2b2><TEXT>&l9;</TEXT></deIdi2b2>".encode(), "dangerous"),
    "laughs.html": (f"{_LAUGHS}<html>&l9;</html>".encode(), "dangerous"),
    "entity.xml": (
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x>&e;</x>',
        "dangerous",
    ),
    "parameter.xml": (
        b'<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]><x>DNI</x>',
        "dangerous",
    ),
    "deep.json": (b"[" * 200_000 + b"]" * 200_000, "too-large"),
    "deep.rtf": (b"{\\rtf1 " + b"{" * 200_000 + b"}" * 200_001, "too-large"),
    "deep.xml": (b"<a>" * 200_000 + b"</a>" * 200_000, "damaged"),
    "empty.txt": (b"", "empty"),
    "empty.pdf": (b"", "empty"),
    "empty.docx": (b"", "empty"),
    "blank.txt": (b" \r\n\t", "empty"),
    "mark.txt": (b"\xef\xbb\xbf", "empty"),
    "nothing.txt": (bytes(5000), "damaged"),
    **{
        f"rubbish{ending}": (rubbish(5), code)
        for ending, code in {
            "": "damaged",
            ".bin": "damaged",
            ".txt": "damaged",
            ".csv": "damaged",
            ".json": "damaged",
            ".jsonl": "damaged",
            ".hl7": "damaged",
            ".xml": "damaged",
            ".html": "damaged",
            ".eml": "damaged",
            ".mbox": "damaged",
            ".rtf": "damaged",
            ".pdf": "unsupported",
            ".docx": "unsupported",
            ".xlsx": "unsupported",
            ".odt": "unsupported",
            ".png": "unsupported",
            ".doc": "unsupported",
        }.items()
    },
}
