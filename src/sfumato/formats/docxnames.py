"""Docxnames: which strings of a Word part may pass, and what the others become."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from lxml import etree

from sfumato.formats.docxclean import Names
from sfumato.formats.docxtext import SPOKEN, TEXTS, Found, Spot
from sfumato.formats.drawn import chart_scrub, drawing_handlers, neutral_reference, vml_handlers
from sfumato.formats.headings import label_of
from sfumato.formats.media import Media
from sfumato.formats.ooxml import (
    Handler,
    Scrub,
    attributes,
    closed,
    drop,
    language,
    name,
    names,
    table,
)
from sfumato.formats.opc import Part, Relation
from sfumato.formats.weave import Slot

_VAL = name("w:val")
_R_ID = name("r:id")
_STYLE_REFERENCES = tuple(
    f"w:{word}"
    for word in "pStyle rStyle tblStyle basedOn next link numStyleLink styleLink".split()
)
_DATE_PICTURE = re.compile(r"(?:[dMyHhmsAP/:. ,'-]|de\b){1,40}")
_WORD = re.compile(r"(?<!%)[^\W_]+")
_NUMBER_WORDS = frozenset(
    """anexo annex apartado appendix artículo article capítulo chapter cláusula clause de figura
    figure item no of parte part paso punto section sección step tabla table título title""".split()
)
_KEPT_BOOKMARK = re.compile(r"_(?:Toc|Ref|Hlk|Hlt)\d{1,12}|_GoBack")
_COMPATIBLE = frozenset(
    """http://schemas.microsoft.com/office/word compatibilityMode enableOpenTypeFeatures
    overrideTableStyleFontSizeAndJustification doNotFlipMirrorIndents
    differentiateMultirowTableHeaders useWord2013TrackBottomHyphenation
    allowHyphenationAtTrackBottom allowTextAfterFloatingTableBreak""".split()
)
_GALLERIES = frozenset(
    {
        "Table of Contents",
        "Cover Pages",
        "Page Numbers (Top of Page)",
        "Page Numbers (Bottom of Page)",
        "Page Numbers (Margins)",
        "Watermarks",
        "Headers",
        "Footers",
        "Tables",
        "Bibliographies",
        "Equations",
    }
)
_DRAWING = ("a", "pic", "wp", "wp14", "wps", "wpg", "wpc")
_ELEMENTS = frozenset().union(
    names("w", "elements word"),
    names("m", "elements math"),
    *(names(prefix, "elements drawing") for prefix in _DRAWING),
    *(names(prefix, "elements vml") for prefix in ("v", "o", "w10")),
    {name(f"w14:{word}") for word in ("checkbox", "checked", "checkedState", "uncheckedState")},
    {name("c:chart")},
)
_ATTRIBUTES = frozenset().union(
    names("w", "attributes word"),
    {
        name(f"w:{word}")
        for word in """name styleId author initials anchor ascii hAnsi cs font uri instr
        value""".split()
    },
    {name("m:val"), name("w14:val"), name("w14:font"), _R_ID, name("r:embed")},
    names("", "attributes drawing"),
    {"name", "typeface", "fmla"},
    names("", "attributes vml"),
    {"id", "type", "eqn"},
    names("o", "attributes vml"),
    {name("o:spid"), name("v:ext")},
)
_NUMBERS = frozenset(
    name(word)
    for word in """wp:posOffset wp:align wp14:pctWidth wp14:pctHeight wp14:pctPosHOffset
    wp14:pctPosVOffset""".split()
)
_FREE = frozenset((tag, key) for tag, keys in SPOKEN.items() for key in keys)


def _known_word(match: re.Match[str]) -> str:
    word = match.group()
    return word if len(word) == 1 or word.casefold() in _NUMBER_WORDS else ""


class Keeper:
    """The neutral names of one document, the same in all its parts."""

    def __init__(self) -> None:
        self.minted: set[str] = set()
        self.styles = Names("S", self.minted)
        self.fields = Names("Field", self.minted)
        self.authors = Names("Author ", self.minted)
        self.labels: dict[etree._Element, str] = {}
        self._bookmarks = Names("Bookmark", self.minted)

    def bookmarks(self, given: str) -> str:
        """The name that a bookmark gets; Word's own stay."""
        if _KEPT_BOOKMARK.fullmatch(given):
            self.minted.add(given)
            return given
        return self._bookmarks(given)

    def chart(self, root: etree._Element, title: str) -> list[Found]:
        """The words and numbers that a chart shows; the rest of it is scrubbed."""
        chart_scrub(self.minted, neutral_reference).clean(root)
        return [
            (Slot(element.text or "", title), Spot(element))
            for element in root.iter(name("c:v"), name("a:t"))
        ]


def word_scrub(
    keeper: Keeper,
    media: Media,
    relations: Mapping[str, Relation],
    part: Part,
    story: Callable[[str, str], Part | None],
) -> Scrub:
    """The scrub of one part of a Word document; what it leads to becomes parts of the output."""
    links = _Links(keeper, media, relations, part, story)
    own = _Own(keeper)
    return Scrub(
        elements=_ELEMENTS,
        attributes=_ATTRIBUTES,
        texts=TEXTS | {name("w:instrText")},
        numbers=_NUMBERS,
        values=table("fonts") | _COMPATIBLE | _GALLERIES | {",", ".", ";"},
        free=_FREE,
        handlers={
            **drawing_handlers(keeper.minted, links.image),
            **vml_handlers(keeper.minted, links.image, links.embedded),
            **links.handlers(),
            **own.handlers(),
        },
        minted=keeper.minted,
    )


class _Links:
    """What the relationships of one part become."""

    def __init__(
        self,
        keeper: Keeper,
        media: Media,
        relations: Mapping[str, Relation],
        part: Part,
        story: Callable[[str, str], Part | None],
    ) -> None:
        self._keeper = keeper
        self._media = media
        self._relations = relations
        self._part = part
        self._story = story

    def handlers(self) -> dict[str, Handler]:
        return {
            name("w:headerReference"): lambda element: self._lead(element, "header"),
            name("w:footerReference"): lambda element: self._lead(element, "footer"),
            name("c:chart"): lambda element: self._lead(element, "chart"),
            name("w:altChunk"): self._chunk,
        }

    def image(self, given: str) -> str:
        """The new id for that of an image."""
        target = self._inside(given, "image")
        return self._link("image", self._media.image(target) if target else self._media.grey())

    def embedded(self, given: str) -> str | None:
        """The new id for that of an embedded document; None where it is dropped."""
        target = self._inside(given, "package")
        made = self._media.embedded(target) if target else None
        if made is None:
            self._media.words.append("embedded object dropped")
            return None
        return self._link("package", made)

    def _chunk(self, element: etree._Element) -> object:
        target = self._inside(element.get(_R_ID, ""), "aFChunk")
        made = self._media.chunk(target) if target else None
        if made is not None:
            element.set(_R_ID, self._link("aFChunk", made))
        return made is not None

    def _lead(self, element: etree._Element, kind: str) -> object:
        target = self._inside(element.get(_R_ID, ""), kind)
        made = self._story(target, kind) if target else None
        if made is not None:
            element.set(_R_ID, self._link(kind, made))
        return made is not None

    def _inside(self, given: str, kind: str) -> str | None:
        relation = self._relations.get(given)
        if relation is None or relation.external or relation.kind != kind:
            return None
        return relation.target

    def _link(self, kind: str, part: Part) -> str:
        made = self._part.link(kind, part)
        self._keeper.minted.add(made)
        return made


class _Own:
    """What is asked about WordprocessingML's own elements."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._items = 0

    def handlers(self) -> dict[str, Handler]:
        return {
            name("w:bookmarkStart"): self._bookmark,
            name("w:hyperlink"): self._anchor,
            name("w:ins"): self._author,
            name("w:comment"): self._author,
            name("w:lang"): self._languages,
            name("w:themeFontLang"): self._languages,
            name("w:lid"): self._language,
            name("w:dateFormat"): self._picture,
            name("w:format"): lambda _: False,
            name("w:name"): self._named,
            name("w:lvlText"): self._number,
            name("w:listItem"): self._item,
            name("w:default"): self._default,
            name("w:sdt"): self._control,
            name("w:instrText"): self._code,
            name("w:fldSimple"): self._code,
            name("w:numFmt"): self._number_format,
            **{name(word): self._style for word in _STYLE_REFERENCES},
            **{name(f"m:{word}"): self._sign for word in "chr begChr endChr sepChr".split()},
            name("w14:checkedState"): self._state,
            name("w14:uncheckedState"): self._state,
        }

    def _bookmark(self, element: etree._Element) -> object:
        element.set(name("w:name"), self._keeper.bookmarks(element.get(name("w:name"), "")))
        return None

    def _anchor(self, element: etree._Element) -> object:
        element.set(name("w:anchor"), self._keeper.bookmarks(element.get(name("w:anchor"), "")))
        return None

    def _author(self, element: etree._Element) -> object:
        made = self._keeper.authors(element.get(name("w:author"), ""))
        element.set(name("w:author"), made)
        initials = "A" + made.rpartition(" ")[2]
        if element.get(name("w:initials")) is not None:
            self._keeper.minted.add(initials)
            element.set(name("w:initials"), initials)
        return None

    def _languages(self, element: etree._Element) -> object:
        for key, value in attributes(element):
            if language(value):
                self._keeper.minted.add(value)
            else:
                del element.attrib[key]
        return None

    def _language(self, element: etree._Element) -> object:
        self._languages(element)
        return element.get(_VAL) is not None

    def _picture(self, element: etree._Element) -> object:
        given = element.get(_VAL, "")
        if not _DATE_PICTURE.fullmatch(given):
            return False
        self._keeper.minted.add(given)
        return None

    def _named(self, element: etree._Element) -> object:
        parent = element.getparent()
        if parent is None or parent.tag not in (name("w:style"), name("w:ffData")):
            return False
        if parent.tag == name("w:ffData"):
            element.set(_VAL, self._keeper.fields(element.get(_VAL, "")))
        return None

    def _number(self, element: etree._Element) -> object:
        made = _WORD.sub(_known_word, element.get(_VAL, ""))
        self._keeper.minted.add(made)
        element.set(_VAL, made)
        return None

    def _item(self, element: etree._Element) -> object:
        text = element.get(name("w:displayText"), "") or element.get(name("w:value"), "")
        self._items += 1
        element.set(name("w:displayText"), text)
        element.set(name("w:value"), str(self._items))
        return None

    def _default(self, element: etree._Element) -> object:
        parent = element.getparent()
        if parent is not None and parent.tag == name("w:textInput"):
            return None
        return closed(element.get(_VAL, ""))

    def _control(self, element: etree._Element) -> object:
        properties = element.find(name("w:sdtPr"))
        for word in ("w:alias", "w:tag"):
            titled = None if properties is None else properties.find(name(word))
            label = None if titled is None else label_of(titled.get(_VAL, ""))
            if label is not None:
                self._keeper.labels[element] = label
                break
        return None

    def _code(self, element: etree._Element) -> object:
        # Fields.settle left only codes that it wrote itself.
        self._keeper.minted.add(element.get(name("w:instr"), ""))
        return None

    def _number_format(self, element: etree._Element) -> object:
        return closed(element.get(_VAL, ""))

    def _style(self, element: etree._Element) -> object:
        given = element.get(_VAL, "")
        if given not in self._keeper.styles:
            return False
        element.set(_VAL, self._keeper.styles(given))
        return None

    def _sign(self, element: etree._Element) -> object:
        given = element.get(name("m:val"), "")
        if len(given) == 1:
            self._keeper.minted.add(given)
        return None

    def _state(self, element: etree._Element) -> object:
        given = element.get(name("w14:font"), "")
        if given not in table("fonts"):
            drop(element, name("w14:font"))
        return None
