"""PDF files opened: pages, pictures and attached files as pieces, always in the same order."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import pikepdf
import pypdfium2
from pikepdf import Array, Dictionary, Stream

from sfumato.core.errors import Damaged, Encrypted, InputError, Unsupported
from sfumato.core.protocols import Intake
from sfumato.formats.pdfannots import flatten
from sfumato.formats.pdfimages import Picture, look, look_at
from sfumato.formats.pdfink import Ink
from sfumato.formats.pdflines import Cell
from sfumato.formats.pdfraster import picture
from sfumato.formats.pdfscene import Library
from sfumato.formats.pdfsheet import Sheet, is_marked, judge, letters, put_flat, sheet_of
from sfumato.formats.pdfstreams import Budget, check_pages, check_raw, decoded
from sfumato.formats.registry import EXTENSIONS, read_part
from sfumato.formats.weave import Nested, Piece, Slot

_SCAN_DENSITY = 200
_SHORTEST_WORD = 4
_MOST_NODES = 4096


@dataclass(slots=True)
class Attachment:
    """A file inside the file. Its name is used to tell its kind and never kept."""

    number: int
    data: bytes = field(repr=False)
    suffix: str = ""
    nested: Nested | None = None


@dataclass(slots=True)
class Opened:
    """A PDF as pieces, with what stands behind each piece in `owners`."""

    pdf: Any = field(repr=False)
    library: Library = field(repr=False)
    sheets: list[Sheet] = field(default_factory=list, repr=False)
    pieces: list[Piece] = field(default_factory=list, repr=False)
    owners: list[Any] = field(default_factory=list, repr=False)
    pictures: dict[tuple[int, int], Picture] = field(default_factory=dict, repr=False)
    scans: dict[int, Picture] = field(default_factory=dict, repr=False)
    attachments: list[Attachment] = field(default_factory=list, repr=False)
    notes: list[str] = field(default_factory=list)
    witness: Any = field(default=None, repr=False)

    def add(self, piece: Piece, owner: Any) -> None:
        """One more piece, with what stands behind it."""
        self.pieces.append(piece)
        self.owners.append(owner)

    def close(self) -> None:
        """Let go of both readers."""
        if self.witness is not None:
            self.witness.close()
        self.pdf.close()


def open_pdf(data: bytes, intake: Intake) -> Opened:
    """The pieces of a PDF file."""
    check_raw(data, intake.limits)
    pdf = _open(data)
    failure = ""
    try:
        return _read(pdf, data, intake)
    except (pikepdf.PdfError, pypdfium2.PdfiumError, RuntimeError, AttributeError, KeyError,
            IndexError, TypeError, ValueError, RecursionError, NotImplementedError,
            OverflowError, ZeroDivisionError) as error:  # fmt: skip
        failure = type(error).__name__
    raise Damaged(f"the structure of the PDF is broken ({failure})")


def _open(data: bytes) -> Any:
    encrypted = False
    try:
        return pikepdf.open(io.BytesIO(data), suppress_warnings=True)
    except pikepdf.PasswordError:
        encrypted = True
    except (pikepdf.PdfError, RuntimeError, ValueError, NotImplementedError):
        pass
    if encrypted:
        raise Encrypted("the PDF needs a password")
    raise Damaged("not a PDF that can be opened")


def _read(pdf: Any, data: bytes, intake: Intake) -> Opened:
    budget = Budget(intake.limits, len(data))
    opened = Opened(pdf, Library(pdf, intake.limits, budget, size=len(data)))
    tree = pdf.Root.get("/Pages")
    count: Any = tree.get("/Count") if isinstance(tree, Dictionary) else None
    if isinstance(count, int):
        check_pages(count, intake.limits)
    pages = [page.obj for page in pdf.pages]
    check_pages(len(pages), intake.limits)
    if not pages:
        raise Damaged("a PDF without pages")
    ink = Ink(pdf, "SfN")
    flats = [flatten(pdf, page, ink) for page in pages]
    ink.finish()
    dropped = sum(flat.dropped for flat in flats)
    if dropped:
        opened.notes.append(f"{dropped} annotations dropped")
    if any(flat.forms for flat in flats):
        opened.notes.append("annotations and form fields made part of the page")
    for number, (page, flat) in enumerate(zip(pages, flats, strict=True), start=1):
        opened.sheets.append(sheet_of(number, page, flat, opened.library))
    _judge_all(opened, pages, data, any(flat.forms for flat in flats))
    _note_catalogue(opened)
    for sheet in opened.sheets:
        _add_sheet(opened, sheet, intake)
    _add_attachments(opened, intake, budget)
    return opened


def _judge_all(opened: Opened, pages: list[Any], data: bytes, flattened: bool) -> None:
    """Have the renderer read every page; it sees annotations as part of the page as well."""
    if flattened or opened.pdf.is_encrypted or any(map(is_marked, opened.sheets)):
        data = _flattened(opened, pages)
    opened.witness = _renderer(data) or _renderer(_flattened(opened, pages))
    for index, sheet in enumerate(opened.sheets):
        page = renderer_page(opened.witness, index)
        judge(sheet, page)
        if page is not None:
            page.close()


def _flattened(opened: Opened, pages: list[Any]) -> bytes:
    for page, sheet in zip(pages, opened.sheets, strict=True):
        put_flat(opened.pdf, page, sheet)
    out = io.BytesIO()
    opened.pdf.save(out, encryption=False, fix_metadata_version=False)
    return out.getvalue()


def _renderer(data: bytes) -> Any:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return None


def renderer_page(document: Any, index: int) -> Any:
    """A page of the renderer's, or None."""
    try:
        return document[index] if document is not None else None
    except (pypdfium2.PdfiumError, IndexError):
        return None


def _note_catalogue(opened: Opened) -> None:
    root, trailer = opened.pdf.Root, opened.pdf.trailer
    for key, words in (
        ("/Outlines", "bookmarks dropped"),
        ("/StructTreeRoot", "structure tree dropped"),
        ("/OpenAction", "actions dropped"),
        ("/AcroForm", "form values dropped, what the fields show is kept"),
    ):
        if key in root:
            opened.notes.append(words)
    if "/Info" in trailer or "/Metadata" in root:
        opened.notes.append("document information dropped")


def _add_sheet(opened: Opened, sheet: Sheet, intake: Intake) -> None:
    place = f"page {sheet.number}"
    if sheet.mode == "scan":
        _add_scan(opened, sheet, place, intake)
        return
    if sheet.mode == "raster":
        opened.notes.append(f"{place} is drawn anew from its picture")
    first = True
    for cell in sheet.cells:
        gap = "\n\n" if first and opened.pieces else cell.gap
        opened.add(Slot(cell.text, place, gap=gap), (sheet, cell))
        first = False
    if sheet.mode == "text":
        _add_pictures(opened, sheet, place, intake)


def _add_scan(opened: Opened, sheet: Sheet, place: str, intake: Intake) -> None:
    """A page without text that can be read: its picture is read, or the file is refused."""
    if intake.images == "drop":
        opened.notes.append(f"{place} is a picture and was left blank")
        opened.scans[sheet.number] = Picture()
        return
    page = renderer_page(opened.witness, sheet.number - 1)
    if page is None:
        raise Damaged(f"{place} cannot be drawn")
    found = look_at(picture(page, sheet, density=_SCAN_DENSITY), place, intake)
    page.close()
    if found.nested is None:
        raise Unsupported(f"{place} is a picture and its text cannot be recognised here")
    opened.scans[sheet.number] = found
    opened.add(found.nested, sheet)


def _add_pictures(opened: Opened, sheet: Sheet, place: str, intake: Intake) -> None:
    said = letters("".join(cell.text for cell in sheet.cells))
    count = 0
    for drawn in sheet.scene.drawn:
        key = drawn.source.objgen
        if key in opened.pictures:
            continue
        count += 1
        found = look(drawn.source, f"{place} image {count}", intake)
        if found.note:
            opened.notes.append(found.note)
        if found.nested is not None and _is_said(found.nested.document.text, said):
            found = Picture()
        opened.pictures[key] = found
        if found.nested is not None:
            opened.add(found.nested, key)


def _is_said(text: str, said: str) -> bool:
    """Whether all that an image says stands in the page's own text: a scan with its text layer."""
    words = [word for word in map(letters, text.split()) if len(word) >= _SHORTEST_WORD]
    return bool(words) and all(word in said for word in words)


def _add_attachments(opened: Opened, intake: Intake, budget: Budget) -> None:
    for number, (name, stream) in enumerate(_attached(opened.pdf), start=1):
        place = f"attachment {number}"
        try:
            data = decoded(stream, budget)
        except Damaged:
            opened.notes.append(f"{place} dropped (damaged)")
            continue
        suffix = PurePath(name).suffix.lower()
        found = read_part(data, name, place, intake)
        if isinstance(found, str):
            opened.notes.append(found)
            continue
        kept = suffix if suffix in EXTENSIONS else ""
        attachment = Attachment(number, data, kept, found)
        opened.attachments.append(attachment)
        opened.add(found, attachment)


def _attached(pdf: Any) -> Iterator[tuple[str, Any]]:
    """Embedded files of the name tree, of associated files, and of file annotations."""
    seen: set[Any] = set()
    names = pdf.Root.get("/Names")
    tree = names.get("/EmbeddedFiles") if isinstance(names, Dictionary) else None
    specs = [*_leaves(tree), *_list(pdf.Root.get("/AF"))]
    for page in pdf.pages:
        specs += _list(page.obj.get("/AF"))
        for annotation in _list(page.obj.get("/Annots")):
            if isinstance(annotation, Dictionary) and "/FS" in annotation:
                specs.append(annotation.get("/FS"))
    for spec in specs:
        files = spec.get("/EF") if isinstance(spec, Dictionary) else None
        stream = None
        if isinstance(files, Dictionary):
            stream = files.get("/UF", files.get("/F"))
        if isinstance(stream, Stream) and stream.objgen not in seen:
            seen.add(stream.objgen)
            yield str(spec.get("/UF", spec.get("/F", ""))), stream


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, Array) else []


def _leaves(tree: Any) -> Iterator[Any]:
    """The values of a name tree, each node once."""
    waiting, seen, count = [tree], set(), 0
    while waiting and count < _MOST_NODES:
        node = waiting.pop(0)
        count += 1
        if not isinstance(node, Dictionary) or (node.objgen != (0, 0) and node.objgen in seen):
            continue
        seen.add(node.objgen)
        yield from _list(node.get("/Names"))[1::2]
        waiting += _list(node.get("/Kids"))


__all__ = ["Attachment", "Cell", "InputError", "Opened", "open_pdf", "renderer_page"]
