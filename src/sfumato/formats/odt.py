"""OpenDocument text: content, headers and pictures pass; everything else is left out or reset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from lxml import etree

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged, Dangerous, Encrypted
from sfumato.core.protocols import Intake, Written
from sfumato.formats import registry
from sfumato.formats.archive import Archive, open_archive, pack
from sfumato.formats.markup import parse_xml, serialize_xml
from sfumato.formats.odtallow import Names, short
from sfumato.formats.odtclean import HREF, clean
from sfumato.formats.odtwalk import Picture, Walk, put
from sfumato.formats.weave import Change, Nested, changes, weave

_MIMETYPE = b"application/vnd.oasis.opendocument.text"
_MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
_XML_PARTS = ("content.xml", "styles.xml")
_ROOTS = ("office:document-content", "office:document-styles")
_MACROS = ("Basic/", "Scripts/")
_SILENT = ("mimetype", "META-INF/manifest.xml", "Pictures/", *_XML_PARTS)
_KINDS = {
    b"\x89PNG": ("png", "image/png"),
    b"\xff\xd8\xff": ("jpg", "image/jpeg"),
    b"GIF8": ("gif", "image/gif"),
    b"BM": ("bmp", "image/bmp"),
    b"RIFF": ("webp", "image/webp"),
}
_OTHER_KIND = ("tif", "image/tiff")


@dataclass(frozen=True, slots=True)
class _Opened:
    trees: dict[str, etree._Element] = field(repr=False)
    walk: Walk
    notes: tuple[str, ...]


class Odt:
    """OpenDocument text files."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """Paragraphs of the body, headers, footers, notes, comments and text boxes."""
        opened = _open(data, intake)
        return weave(opened.walk.pieces, "", opened.notes)

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The content with its edits, in a new package with nothing else in it."""
        opened = _open(data, intake)
        made = {change.index: change for change in changes(opened.walk.pieces, document, edits)}
        for index, (element, where) in opened.walk.setters.items():
            if index in made:
                put(element, where, made[index].text)
        pictures, notes = _written_pictures(opened.walk, made, intake)
        parts = [(name, serialize_xml(tree)) for name, tree in opened.trees.items()]
        return Written(_packed(parts, pictures), notes=(*opened.notes, *notes))


def _open(data: bytes, intake: Intake) -> _Opened:
    archive = open_archive(data, intake.limits)
    _check(archive, intake)
    notes: Counter[str] = Counter()
    names = Names()
    trees = {}
    for part in _XML_PARTS:
        if part in archive.names():
            tree = parse_xml(archive.read(part), intake.limits, bare=True)
            if short(tree.tag) not in _ROOTS:
                raise Damaged("a part is not OpenDocument")
            trees[part] = clean(tree, names, notes)
    if "content.xml" not in trees:
        raise Damaged("the package has no content")

    def read_picture(name: str) -> bytes | None:
        return archive.read(name) if name in archive.names() else None

    walk = Walk(read_picture, intake, notes)
    for tree in trees.values():
        walk.visit(tree, "body")
    walk.finish()
    said = [f"{words} dropped ({count})" for words, count in notes.items()]
    others = sum(not name.startswith(_SILENT) for name in archive.names())
    if others:
        said.append(f"metadata, settings and other parts dropped ({others})")
    return _Opened(trees, walk, tuple(said))


def _check(archive: Archive, intake: Intake) -> None:
    if any(name.startswith(_MACROS) for name in archive.names()):
        raise Dangerous("the document has macros")
    if "META-INF/manifest.xml" in archive.names():
        manifest = parse_xml(archive.read("META-INF/manifest.xml"), intake.limits, bare=True)
        if any(True for _ in manifest.iter(f"{{{_MANIFEST}}}encryption-data")):
            raise Encrypted("the document needs a password")


def _written_pictures(
    walk: Walk, made: dict[int, Change], intake: Intake
) -> tuple[list[tuple[str, str, bytes]], list[str]]:
    """Name, media type and bytes of each picture; the elements point to the new names."""
    result: list[tuple[str, str, bytes]] = []
    notes: list[str] = []
    for number, picture in enumerate(walk.pictures, start=1):
        data, said = _written_picture(picture, walk, made, intake)
        notes += said
        kinds = (kind for magic, kind in _KINDS.items() if data.startswith(magic))
        suffix, media = next(kinds, _OTHER_KIND)
        name = f"Pictures/image{number}.{suffix}"
        picture.element.set(HREF, name)
        result.append((name, media, data))
    return result, notes


def _written_picture(
    picture: Picture, walk: Walk, made: dict[int, Change], intake: Intake
) -> tuple[bytes, list[str]]:
    nested = walk.pieces[picture.piece]
    assert isinstance(nested, Nested)
    edits = made[picture.piece].edits if picture.piece in made else ()
    written = registry.write_part(picture.data, picture.name, nested, edits, intake)
    return written.data, [f"{nested.place}: {note}" for note in written.notes]


def _packed(parts: list[tuple[str, bytes]], pictures: list[tuple[str, str, bytes]]) -> bytes:
    rows = [("/", _MIMETYPE.decode()), *((name, "text/xml") for name, _ in parts)]
    rows += [(name, media) for name, media, _ in pictures]
    root = etree.Element(f"{{{_MANIFEST}}}manifest", nsmap={"manifest": _MANIFEST})
    root.set(f"{{{_MANIFEST}}}version", "1.3")
    for path, media in rows:
        entry = etree.SubElement(root, f"{{{_MANIFEST}}}file-entry")
        entry.set(f"{{{_MANIFEST}}}full-path", path)
        entry.set(f"{{{_MANIFEST}}}media-type", media)
    files = [("mimetype", _MIMETYPE), *parts]
    files += [(name, data) for name, _, data in pictures]
    files.append(("META-INF/manifest.xml", serialize_xml(root)))
    return pack(files, stored=("mimetype",))


FORMAT = Odt()
