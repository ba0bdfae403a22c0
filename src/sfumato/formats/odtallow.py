"""OpenDocument: which elements, attributes and attribute values may pass (ODF 1.3 part 3)."""

from __future__ import annotations

import re

from sfumato.formats.rtfparts import KNOWN_FONTS

_URN = "urn:oasis:names:tc:opendocument:xmlns:"
NAMESPACES = {
    "office": f"{_URN}office:1.0",
    "style": f"{_URN}style:1.0",
    "text": f"{_URN}text:1.0",
    "table": f"{_URN}table:1.0",
    "draw": f"{_URN}drawing:1.0",
    "fo": f"{_URN}xsl-fo-compatible:1.0",
    "svg": f"{_URN}svg-compatible:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
}
PREFIXES = {uri: prefix for prefix, uri in NAMESPACES.items()}


def name(short: str) -> str:
    """An element or attribute name in lxml's spelling, from "text:p"."""
    prefix, _, local = short.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


def short(tag: object) -> str:
    """The "text:p" of lxml's spelling; "" for other namespaces, comments and instructions."""
    if not isinstance(tag, str) or not tag.startswith("{"):
        return ""
    uri, _, local = tag[1:].partition("}")
    return f"{PREFIXES[uri]}:{local}" if uri in PREFIXES else ""


PARAGRAPHS = frozenset({"text:p", "text:h"})
SPACES = {"text:s": " ", "text:tab": "\t", "text:line-break": "\n"}
MIXED = PARAGRAPHS | frozenset(
    "text:span text:a text:note-citation text:page-number text:page-count text:ruby "
    "text:ruby-base text:ruby-text text:meta svg:title svg:desc".split()
)
"""Elements whose own strings are text."""

STRUCTURE = frozenset(
    "office:document-content office:document-styles office:body office:text "
    "office:automatic-styles office:styles office:master-styles office:font-face-decls "
    "office:annotation office:annotation-end text:section text:list text:list-item "
    "text:list-header text:numbered-paragraph text:note text:note-body "
    "text:soft-page-break table:table table:table-columns table:table-column "
    "table:table-header-columns table:table-rows table:table-row table:table-header-rows "
    "table:table-cell table:covered-table-cell table:table-row-group table:table-column-group "
    "draw:frame draw:text-box draw:image draw:g draw:custom-shape draw:rect draw:ellipse "
    "draw:circle draw:line draw:polyline draw:polygon draw:connector draw:caption "
    "text:notes-configuration text:linenumbering-configuration text:outline-style "
    "text:outline-level-style text:list-style text:list-level-style-number "
    "text:list-level-style-bullet style:default-style style:style style:master-page "
    "style:header style:header-left style:header-first style:footer style:footer-left "
    "style:footer-first style:page-layout style:default-page-layout style:header-style "
    "style:footer-style style:font-face style:tab-stops style:tab-stop style:columns "
    "style:column style:column-sep style:footnote-sep style:background-image style:drop-cap "
    "style:list-level-properties style:list-level-label-alignment style:paragraph-properties "
    "style:text-properties style:table-properties style:table-column-properties "
    "style:table-row-properties style:table-cell-properties style:section-properties "
    "style:graphic-properties style:page-layout-properties style:header-footer-properties "
    "style:drawing-page-properties style:ruby-properties".split()
)
"""Elements that hold others."""

AS_SECTION = frozenset(
    f"text:{kind}"
    for kind in (
        "table-of-content alphabetical-index illustration-index table-index object-index "
        "user-index bibliography index-body index-title"
    ).split()
)
GONE = frozenset(
    "text:tracked-changes text:change text:change-start text:change-end text:bookmark "
    "text:bookmark-start text:bookmark-end text:reference-mark text:reference-mark-start "
    "text:reference-mark-end text:script text:variable-decls text:sequence-decls "
    "text:user-field-decls text:dde-connection-decls text:alphabetical-index-mark "
    "text:alphabetical-index-mark-start text:alphabetical-index-mark-end text:user-index-mark "
    "text:user-index-mark-start text:user-index-mark-end text:toc-mark text:toc-mark-start "
    "text:toc-mark-end text:section-source text:table-of-content-source "
    "text:alphabetical-index-source text:illustration-index-source text:table-index-source "
    "text:object-index-source text:user-index-source text:bibliography-source "
    "text:alphabetical-index-auto-mark-file text:page-sequence".split()
)
SAID = {
    "text:tracked-changes": "deleted text",
    "text:bookmark": "bookmark",
    "text:bookmark-start": "bookmark",
    "draw:object": "embedded object",
    "draw:object-ole": "embedded object",
    "draw:plugin": "embedded object",
    "draw:applet": "embedded object",
    "office:forms": "form controls",
    "office:scripts": "scripts",
}
"""What the notes say of an element that was dropped."""

_WORDS = frozenset(
    "true false none auto always page column even-page odd-page left right center start end "
    "justify top middle bottom baseline automatic solid dotted dash long-dash dot-dash "
    "dot-dot-dash wave double single thin medium thick hairline groove ridge inset outset hidden "
    "bold normal italic oblique small-caps uppercase lowercase capitalize embossed engraved "
    "transparent inherit lr-tb rl-tb tb-rl tb-lr lr rl tb wrap no-wrap strict loose hanging simple "
    "paragraph char as-char frame text table table-cell table-column table-row graphic section "
    "ruby list index extra html chapter drawing-page presentation default shape "
    "background-image roman swiss modern decorative script system fixed variable font-color super "
    "sub portrait landscape collapsing separating margins page-content paragraph-content "
    "paragraph-start-margin paragraph-end-margin page-start-margin page-end-margin from-left "
    "char-content from-top from-inside outside inside parallel dynamic biggest run-through "
    "foreground background no-limit full outline both rightchar letter-spacing "
    "ideograph-alpha char-shading ltr rtl "
    "listtab space nothing label-alignment label-width-and-position listlevel footnote endnote "
    "document current previous next string skip skip-white-space words letters continuous "
    "line above below before after repeat no-repeat stretch center-repeat scale scale-min "
    "mirrored all numbers vertical horizontal onload onrequest embed replace new clip "
    "no-separator spreadsheet snap ignore font-independent standard mixed break-word keep-all "
    "visible filter collapse scroll iterative once-successive once-concurrent a A i I pt cm mm in "
    "px em".split()
)
_TOKEN = re.compile(r"-?\d{0,5}(?:\.\d{1,8})?(?:cm|mm|in|pt|pc|px|em|%|deg|\*)?|#[0-9A-Fa-f]{6}")
_PUNCTUATION = re.compile(r"[^\w]{0,4}", re.ASCII)
_AUTOMATIC = re.compile(
    r"(?:[A-Za-z]{1,3}|Table|Mpm|Mdp|WW8Num|Numbering)\d{1,4}(?:\.[A-Z0-9]{1,3})?"
)
_STYLE_WORDS = frozenset(
    "standard default style heading text body header footer and footnote endnote symbol symbols "
    "anchor characters character internet link visited list numbering bullet bullets table "
    "contents index caption title subtitle quotations frame graphics graphic strong emphasis "
    "drop caps sender left right first last page envelope html landscape converted illustration "
    "figure drawing horizontal line preformatted source user variable example definition "
    "citation main entry paragraph font normal no spacing signature addressee salutation "
    "marginalia indent hanging first ruby object ole formula labels watermark placeholder "
    "teletype object with without fill shadow".split()
)
_NAMING = re.compile(r"name|(?:.*-)?name(?:-asian|-complex)?|marker-start|marker-end|stroke-dash")
_FONT_FAMILY = re.compile(r"font-family(?:-asian|-complex)?")
_LANGUAGE = re.compile(r"language(?:-asian|-complex)?")
_COUNTRY = re.compile(r"country(?:-asian|-complex)?")
_NEVER = frozenset(
    "office:value office:string-value office:date-value office:time-value office:boolean-value "
    "office:target-frame-name text:formula table:formula style:display-name text:display "
    "xlink:title office:title xml:id draw:id text:id".split()
)


class Names:
    """Names that users gave become numbers, the same name always the same number."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def safe(self, value: str) -> str:
        """The name itself where it is one that programs give, or its number."""
        words = value.replace("_20_", " ").replace("_", " ").casefold().split()
        plain = all(word in _STYLE_WORDS or (word.isdigit() and len(word) < 3) for word in words)
        if plain or _AUTOMATIC.fullmatch(value) or value.casefold() in KNOWN_FONTS:
            return value
        return self._numbers.setdefault(value, f"Name{len(self._numbers) + 1}")


def attribute(key: str, value: str, names: Names) -> str | None:
    """What an attribute may say, or None where it may not stay."""
    prefix, _, local = key.partition(":")
    if not prefix or key in _NEVER:
        return None
    if _NAMING.fullmatch(local):
        return names.safe(value)
    if _FONT_FAMILY.fullmatch(local):
        return value if value.strip("'\"").casefold() in KNOWN_FONTS else None
    if _LANGUAGE.fullmatch(local):
        return value if re.fullmatch(r"[a-z]{2,3}|none", value) else None
    if _COUNTRY.fullmatch(local):
        return value if re.fullmatch(r"[A-Z]{2}|none", value) else None
    if _PUNCTUATION.fullmatch(value):
        return value
    tokens = value.replace(",", " ").split()
    if len(value) < 200 and all(token in _WORDS or _TOKEN.fullmatch(token) for token in tokens):
        return value
    return None
