"""Word documents (WordprocessingML, ECMA-376 part 1): edited in place, layout kept.

Only parts, elements, attributes and values that are known to hold layout pass. Texts are slots;
strings that tie the document together (style ids, bookmarks, part names, authors) are made anew;
properties, custom XML, revision ids, deleted text and links to the outside are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from lxml import etree

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged
from sfumato.core.protocols import Intake, Written
from sfumato.formats.docxclean import Fields, name_styles, settle
from sfumato.formats.docxnames import Keeper, word_scrub
from sfumato.formats.docxtext import Spot, Story, blank_unread
from sfumato.formats.markup import parse_xml
from sfumato.formats.media import Media
from sfumato.formats.ooxml import name, number_words, relaxed, replace, serialized, unwrap
from sfumato.formats.opc import Package, Part, Relation, pack_parts
from sfumato.formats.weave import Piece, Slot, changes, weave

_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_MAIN_TYPES = (_WORD + "document.main+xml", _WORD + "template.main+xml")
_STORIES = {
    "header": _WORD + "header+xml",
    "footer": _WORD + "footer+xml",
    "footnotes": _WORD + "footnotes+xml",
    "endnotes": _WORD + "endnotes+xml",
    "comments": _WORD + "comments+xml",
    "chart": "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
}
_PLAIN_PARTS = {
    "styles": _WORD + "styles+xml",
    "numbering": _WORD + "numbering+xml",
    "settings": _WORD + "settings+xml",
    "theme": "application/vnd.openxmlformats-officedocument.theme+xml",
}
_ATTACHED = ("footnotes", "endnotes", "comments")
_R_ID = name("r:id")


class Opened:
    """A document taken apart: its pieces, where they live, and the parts of the output."""

    def __init__(self, data: bytes, intake: Intake) -> None:
        self.intake = intake
        self.package = Package(data, intake.limits)
        self.words: list[str] = []
        self.found: list[tuple[Slot, Spot]] = []
        self.media = Media(self.package, intake, "word")
        self.keeper = Keeper()
        self._parts: dict[str, Part] = {}
        self._counts: dict[str, int] = {}
        self._waiting: list[Callable[[], None]] = []
        self.main = self._open_main()
        while self._waiting:
            self._waiting.pop(0)()

    @property
    def pieces(self) -> list[Piece]:
        """All the slots, then the nested documents."""
        return [slot for slot, _ in self.found] + list(self.media.nested())

    @property
    def notes(self) -> tuple[str, ...]:
        """What is left out."""
        return number_words([*self.words, *self.media.words])

    def _open_main(self) -> Part:
        source = self.package.first("officeDocument")
        if source is None:
            raise Damaged("the package has no document")
        kind = self.package.content_type(source)
        part = Part("word/document.xml", kind if kind in _MAIN_TYPES else _MAIN_TYPES[0], bytes)
        self._parts[source] = part
        self._open_plain(source, part)
        self._open_story(source, part, "body")
        for relation in self.package.relations(source).values():
            if relation.kind in _ATTACHED and not relation.external:
                self._attach(part, relation)
            elif relation.kind not in _HANDLED:
                self.words.append("part of an unknown kind dropped")
        self._dropped_properties()
        return part

    def _dropped_properties(self) -> None:
        kinds = {relation.kind for relation in self.package.relations().values()}
        if kinds - {"officeDocument"}:
            self.words.append("document properties dropped")

    def _attach(self, part: Part, relation: Relation) -> None:
        target = self._story(relation.target, relation.kind)
        if target is not None:
            part.link(relation.kind, target)

    def _open_plain(self, source: str, part: Part) -> None:
        """Styles first: they say which style names there are."""
        for kind, content_type in _PLAIN_PARTS.items():
            target = self.package.first(kind, source)
            if target is None:
                continue
            root = self._root(target)
            if kind == "styles":
                name_styles(root, self.keeper.styles)
            made = Part(f"word/{kind}.xml", content_type, partial(serialized, root))
            word_scrub(self.keeper, self.media, {}, made, self._story).clean(root)
            part.link(kind, made)

    def _read(self, root: etree._Element, title: str) -> None:
        walked = Story(title, self.keeper.labels).walk(root)
        blank_unread(root, walked)
        self.found += walked

    def _root(self, source: str) -> etree._Element:
        return relaxed(parse_xml(self.package.read(source), self.intake.limits, bare=True))

    def _story(self, source: str, kind: str) -> Part | None:
        """The output part of a header, footer, note, comment or chart part."""
        if source not in self._parts:
            if source not in self.package or kind not in _STORIES:
                return None
            number = self._counts[kind] = self._counts.get(kind, 0) + 1
            numbered = kind in ("header", "footer", "chart")
            title = f"{kind} {number}" if numbered else kind
            leaf = f"{kind}{number}.xml" if numbered else f"{kind}.xml"
            part = Part(f"word/{leaf}", _STORIES[kind], bytes)
            self._parts[source] = part
            self._waiting.append(partial(self._open_story, source, part, title))
        return self._parts[source]

    def _open_story(self, source: str, part: Part, title: str) -> None:
        root = self._root(source)
        relations = self.package.relations(source)
        part.produce = partial(serialized, root)
        if title.startswith("chart"):
            self.found += self.keeper.chart(root, title)
            return
        self._simplify(root, relations)
        scrub = word_scrub(self.keeper, self.media, relations, part, self._story)
        if scrub.clean(root):
            self.words.append("unknown content dropped")
        self._read(root, title)

    def _simplify(self, root: etree._Element, relations: dict[str, Relation]) -> None:
        self.words += settle(root)
        self.words += Fields(self.keeper.bookmarks).settle(root)
        for link in list(root.iter(name("w:hyperlink"))):
            if link.get(_R_ID) is not None or link.get(name("w:anchor")) is None:
                unwrap(link)
                self.words.append("link to the outside dropped")
        for drawing in list(root.iter(name("w:drawing"))):
            self._spell_diagram(drawing, relations)

    def _spell_diagram(self, drawing: etree._Element, relations: dict[str, Relation]) -> None:
        """Puts the words of a diagram in its place: its layout parts are not understood here."""
        link = next(drawing.iter(name("dgm:relIds")), None)
        if link is None:
            return
        self.words.append("diagram replaced by its text")
        relation = relations.get(link.get(name("r:dm"), ""))
        made: list[etree._Element] = []
        if relation is not None and not relation.external and relation.target in self.package:
            for paragraph in self._root(relation.target).iter(name("a:p")):
                text = etree.Element(name("w:t"))
                text.text = "".join(piece.text or "" for piece in paragraph.iter(name("a:t")))
                made += [text, etree.Element(name("w:br"))] if text.text else []
        replace(drawing, made)


_HANDLED = frozenset(
    """styles numbering settings theme header footer image hyperlink chart package aFChunk
    oleObject footnotes endnotes comments diagramData""".split()
)


class Docx:
    """Word documents and templates without macros."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """All stories of the document, then what is embedded in it."""
        opened = Opened(data, intake)
        return weave(opened.pieces, "", opened.notes)

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The document with its edits, in a package made anew."""
        opened = Opened(data, intake)
        for change in changes(opened.pieces, document, edits):
            if change.index < len(opened.found):
                opened.found[change.index][1].put(change.text)
            else:
                opened.media.edit(change.index - len(opened.found), change.edits)
        packed = pack_parts(opened.main)
        return Written(packed, notes=(*opened.notes, *opened.media.written_notes))


FORMAT = Docx()
