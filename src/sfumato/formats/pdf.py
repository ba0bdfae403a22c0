"""PDF: text really taken out of the content streams, and nothing else carried over unseen.

The written file is a new one: pages with rewritten content, resources rebuilt from what that
content uses, cleaned fonts and images, cleaned attachments. Catalogue, structure tree, forms,
annotations, bookmarks, scripts, metadata and old revisions stay behind. A page that cannot be
followed with certainty is drawn anew from its picture. The output is read again by the renderer
before it leaves.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import pikepdf
import pypdfium2
from pikepdf import Array, Dictionary, Name
from PIL import Image

from sfumato.core.document import Document
from sfumato.core.edit import Edit, moved, project, splice
from sfumato.core.errors import Damaged, LeakFound
from sfumato.core.protocols import Intake, Written
from sfumato.formats.pdfclean import Cleaner
from sfumato.formats.pdfcmap import write_unicode
from sfumato.formats.pdffile import Attachment, Opened, open_pdf, renderer_page
from sfumato.formats.pdfimages import bare, embedded
from sfumato.formats.pdfink import Ink
from sfumato.formats.pdflines import Cell
from sfumato.formats.pdfpress import Cuts, Label, Press
from sfumato.formats.pdfraster import blanked, labels, picture, stretches
from sfumato.formats.pdfscene import Matrix
from sfumato.formats.pdfsheet import Sheet, letters, page_text
from sfumato.formats.registry import EXTENSIONS, write_part
from sfumato.formats.weave import Nested, Slot, weave

_SHORTEST_TELLING = 4


@dataclass(slots=True)
class _Work:
    """The edits of one writing: by cell, by image, by scan and by attachment."""

    cells: dict[int, list[Edit]] = field(default_factory=dict, repr=False)
    """id of a Cell -> its edits."""
    parts: dict[Any, list[Edit]] = field(default_factory=dict, repr=False)
    """An image's object number, a sheet's number or an attachment's place -> its edits."""


class Pdf:
    """Portable documents."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """A block a line or table cell, then the images of the page; attachments at the end."""
        opened = open_pdf(data, intake)
        try:
            return weave(opened.pieces, "", opened.notes)
        finally:
            opened.close()

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """A new file with the same pages, the edited spans gone and their replacements drawn."""
        written, leaking = _write(data, document, edits, intake, frozenset())
        if leaking:
            written, leaking = _write(data, document, edits, intake, leaking)
        if leaking:
            raise LeakFound(f"page {min(leaking)} still shows a replaced text")
        return written


FORMAT = Pdf()


def _write(
    data: bytes, document: Document, edits: Sequence[Edit], intake: Intake, drawn: frozenset[int]
) -> tuple[Written, frozenset[int]]:
    """The written file and the numbers of pages that still show what should be gone."""
    touched = project(document.blocks, edits)
    opened = open_pdf(data, intake)
    failure = ""
    try:
        work = _assign(opened, touched)
        for sheet in opened.sheets:
            if sheet.mode == "text" and (sheet.number in drawn or _needs_drawing(sheet, work)):
                sheet.mode = "raster"
                opened.notes.append(f"page {sheet.number} is drawn anew from its picture")
        output = _Writer(opened, work, intake).file()
        return Written(output, notes=tuple(opened.notes)), _leaking(output, opened, work)
    except (pikepdf.PdfError, pypdfium2.PdfiumError, RuntimeError, AttributeError, KeyError,
            IndexError, TypeError, ValueError, OverflowError, ZeroDivisionError,
            NotImplementedError) as error:  # fmt: skip
        failure = type(error).__name__
    finally:
        opened.close()
    raise Damaged(f"the PDF cannot be written anew ({failure})")


def _assign(opened: Opened, touched: Mapping[int, list[Edit]]) -> _Work:
    work = _Work()
    number = 0
    for piece, owner in zip(opened.pieces, opened.owners, strict=True):
        if isinstance(piece, Slot):
            if number in touched:
                work.cells[id(owner[1])] = touched[number]
            number += 1
            continue
        blocks = piece.document.blocks
        for at, block in enumerate(blocks):
            for edit in touched.get(number + at, ()):
                work.parts.setdefault(_part_key(owner), []).append(moved(edit, block.start))
        number += len(blocks)
    return work


def _part_key(owner: Any) -> Any:
    if isinstance(owner, Sheet):
        return owner.number
    return f"attachment {owner.number}" if isinstance(owner, Attachment) else owner


def _needs_drawing(sheet: Sheet, work: _Work) -> bool:
    """Text over a picture of itself, or text that clips: taking the glyphs out is not enough."""
    for cell in sheet.cells:
        if id(cell) in work.cells:
            for run in cell.runs:
                mode = run.shown.state.mode
                if mode >= 4 or (mode == 3 and sheet.scene.drawn):
                    return True
                if not run.shown.state.size or not run.shown.state.stretch or not run.scale:
                    return True
    return False


def _cuts(sheet: Sheet, work: _Work) -> Cuts:
    cuts = Cuts()
    for cell in sheet.cells:
        for edit in work.cells.get(id(cell), ()):
            _cut(cell, edit, cuts)
    return cuts


def _cut(cell: Cell, edit: Edit, cuts: Cuts) -> None:
    """Take the glyphs of one span out and note where its replacement is drawn."""
    first: tuple[Any, int] | None = None
    u0, u1, follows = float("inf"), float("-inf"), float("inf")
    before = after = ""
    for run, offset in zip(cell.runs, cell.offsets, strict=True):
        at = offset
        shown = run.shown
        origin = run.u0 - shown.starts[run.first] * run.scale
        for number in range(run.first, run.last):
            end = at + len(shown.texts[number])
            if at < edit.span.end and end > edit.span.start:
                gone = cuts.removed.setdefault(id(shown), set())
                if number not in gone:
                    before += shown.texts[number][: max(edit.span.start - at, 0)]
                    after += cell.text[edit.span.end : end]
                gone.add(number)
                first = first or (run, number)
                u0 = min(u0, origin + shown.starts[number] * run.scale)
                u1 = max(u1, origin + shown.ends[number] * run.scale)
            elif first and at >= edit.span.end:
                # kerning pulls the next glyph over this one; a label must end before it
                follows = min(follows, origin + shown.starts[number] * run.scale)
            at = end
    u1 = min(u1, follows) if u0 < follows else u1
    text = before + edit.replacement + after
    if first and text:
        run, number = first
        cuts.labels.setdefault(id(run.shown), []).append(_label(run, number, u1 - u0, text))


def _label(run: Any, number: int, width: float, text: str) -> Label:
    shown = run.shown
    state = shown.state
    a, b, c, d, e, f = shown.text_matrix
    x, y = shown.starts[number], state.rise
    matrix: Matrix = (a, b, c, d, x * a + y * c + e, x * b + y * d + f)
    return Label(matrix, state.size, width / run.scale, text, 3 if state.mode == 3 else 0)


class _Writer:
    """One file being written."""

    def __init__(self, opened: Opened, work: _Work, intake: Intake) -> None:
        self.opened = opened
        self.work = work
        self.intake = intake
        self.pdf = opened.pdf
        self.cleaner = Cleaner(self.pdf, opened.library.budget)
        self.ink = Ink(self.pdf, "SfF")
        self.press = Press(self.pdf, self.cleaner, self.ink, self._images())

    def file(self) -> bytes:
        """The bytes of the new file."""
        pages = [self._page(sheet) for sheet in self.opened.sheets]
        self.ink.finish()
        self._fonts()
        root = Dictionary(Type=Name.Catalog, Pages=self._tree(pages))
        layers = self.press.layers(self.pdf.Root.get("/OCProperties"))
        if layers is not None:
            root.OCProperties = layers
        attached = self._attached()
        if attached:
            root.Names = Dictionary(EmbeddedFiles=Dictionary(Names=Array(attached)))
        trailer = self.pdf.trailer
        trailer.Root = self.pdf.make_indirect(root)
        for key in list(trailer.keys()):
            if key not in ("/Root", "/Size", "/Prev"):
                del trailer[key]
        out = io.BytesIO()
        self.pdf.save(
            out,
            encryption=False,
            deterministic_id=True,
            fix_metadata_version=False,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            force_version="1.7",
        )
        return out.getvalue()

    def _images(self) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        used = {
            drawn.source.objgen: drawn.source
            for sheet in self.opened.sheets
            if sheet.mode == "text"
            for drawn in sheet.scene.drawn
        }
        for key, source in used.items():
            found = self.opened.pictures.get(key)
            if found is None or found.note:
                continue
            edits = self.work.parts.get(key)
            if found.nested is not None and edits:
                result[key] = embedded(self.pdf, self._part_pixels(found.png, found.nested, edits))
                continue
            made = bare(self.pdf, source, self.cleaner)
            if made is not None:
                result[key] = made
        return result

    def _part_pixels(self, png: bytes, nested: Nested, edits: list[Edit]) -> Image.Image:
        written = write_part(png, "image.png", nested, tuple(edits), self.intake)
        self.opened.notes += written.notes
        with Image.open(io.BytesIO(written.data)) as found:
            return found.convert("RGB")

    def _page(self, sheet: Sheet) -> Any:
        made = Dictionary(Type=Name.Page)
        if sheet.mode == "text":
            content, resources = self.press.page(sheet.scene.layer, _cuts(sheet, self.work))
            made.MediaBox = Array([round(part, 4) for part in sheet.box])
            if sheet.turn:
                made.Rotate = sheet.turn
        else:
            made.MediaBox = Array([0, 0, *(round(part, 4) for part in sheet.size)])
            content, resources = self._drawn(sheet)
        made.Contents = self.pdf.make_stream(content)
        made.Resources = resources
        return self.pdf.make_indirect(made)

    def _drawn(self, sheet: Sheet) -> tuple[bytes, Any]:
        """A page as a picture, with the text layer of the result."""
        parts = [
            (cell, list(stretches(cell, self.work.cells.get(id(cell), ()))))
            for cell in (sheet.cells if sheet.mode == "raster" else [])
        ]
        pixels = self._pixels(sheet)
        if pixels is None:
            return b"", Dictionary()
        image = embedded(self.pdf, blanked(pixels, sheet, parts))
        return self.press.drawn_page(image, sheet.size, list(labels(parts)))

    def _pixels(self, sheet: Sheet) -> Image.Image | None:
        scan = self.opened.scans.get(sheet.number)
        if scan is not None:
            if scan.nested is None:
                return None
            edits = self.work.parts.get(sheet.number, [])
            return self._part_pixels(scan.png, scan.nested, edits)
        page = renderer_page(self.opened.witness, sheet.number - 1)
        if page is None:
            raise Damaged(f"page {sheet.number} cannot be drawn")
        pixels = picture(page, sheet)
        page.close()
        return pixels

    def _tree(self, pages: list[Any]) -> Any:
        tree = self.pdf.make_indirect(Dictionary(Type=Name.Pages, Count=len(pages)))
        for page in pages:
            page.Parent = tree
        tree.Kids = Array(pages)
        return tree

    def _fonts(self) -> None:
        """ToUnicode maps written anew from the codes that are still shown."""
        for key, source in self.press.fonts.items():
            if "/ToUnicode" not in source:
                continue
            font = self.opened.library.font(source)
            kept = self.press.kept_codes.get(key, set())
            table = {code: font.unicode[code] for code in kept if code in font.unicode}
            if table:
                source.ToUnicode = self.pdf.make_stream(write_unicode(table))
            else:
                del source["/ToUnicode"]

    def _attached(self) -> list[Any]:
        names: list[Any] = []
        for attachment in self.opened.attachments:
            if attachment.nested is None:
                continue
            edits = tuple(self.work.parts.get(f"attachment {attachment.number}", ()))
            inner = f"attachment{attachment.suffix}"
            written = write_part(attachment.data, inner, attachment.nested, edits, self.intake)
            self.opened.notes += [f"attachment {attachment.number}: {n}" for n in written.notes]
            suffix = PurePath("a" + (written.extension or attachment.suffix)).suffix
            title = f"attachment-{attachment.number}{suffix if suffix in EXTENSIONS else ''}"
            stream = self.pdf.make_stream(written.data)
            stream.Type = Name.EmbeddedFile
            spec = Dictionary(
                Type=Name.Filespec, F=title, UF=title, EF=Dictionary(F=stream, UF=stream)
            )
            names += [pikepdf.String(title), self.pdf.make_indirect(spec)]
        return names


def _leaking(output: bytes, opened: Opened, work: _Work) -> frozenset[int]:
    """Pages on which the renderer still reads a replaced text more often than it should."""
    touched = [
        sheet
        for sheet in opened.sheets
        if sheet.mode != "scan" and any(id(cell) in work.cells for cell in sheet.cells)
    ]
    if not touched:
        return frozenset()
    with pypdfium2.PdfDocument(output) as document:
        return frozenset(
            sheet.number for sheet in touched if _leaks(sheet, work, document[sheet.number - 1])
        )


def _leaks(sheet: Sheet, work: _Work, page: Any) -> bool:
    said = page_text(page)
    if said is None:
        return True
    seen = letters(said)
    expected = letters(
        "".join(splice(cell.text, work.cells.get(id(cell), ())) for cell in sheet.cells)
    )
    for cell in sheet.cells:
        for edit in work.cells.get(id(cell), ()):
            gone = letters(cell.text[edit.span.start : edit.span.end])
            if len(gone) >= _SHORTEST_TELLING and seen.count(gone) > expected.count(gone):
                return True
    return False
