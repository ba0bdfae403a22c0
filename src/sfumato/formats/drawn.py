"""Drawn: what DrawingML, VML and chart elements may keep (ECMA-376 parts 1 and 4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from lxml import etree

from sfumato.formats.ooxml import (
    PREFIXES,
    Handler,
    Scrub,
    attributes,
    closed,
    drop,
    name,
    names,
    short,
    table,
)

GRAPHICS = frozenset(
    {
        PREFIXES["pic"],
        PREFIXES["c"],
        PREFIXES["wps"],
        PREFIXES["wpg"],
        PREFIXES["wpc"],
    }
)
_FALLBACK_FONT = "Calibri"
_THEME_FONT = re.compile(r"\+m[jn]-(?:lt|ea|cs)")
_GUIDE = re.compile(r"(?:[A-Za-z]{1,7}\d{0,4}|\d{1,3})")
_FORMULA = re.compile(
    r"(?:\*/|\+-|\+/|\?:|abs|at2|cat2|cos|max|min|mod|pin|sat2|sin|sqrt|tan|val)"
    r"(?: (?:-?\d{1,10}|[A-Za-z]{1,7}\d{0,4}|\d{1,2}cd\d{1,2})){1,3}"
)
_VML_ID = re.compile(r"#?_x0000_[a-z]\d{1,10}")
_VML_NUMBER = r"[@#]?-?\d[\d.]*+(?:pt|in|cm|mm|px|%|fd|f)?"
_VML_NUMBERS = re.compile(rf"{_VML_NUMBER}(?:[ ,]+{_VML_NUMBER})*+[ ,]*")
_VML_COLOUR = re.compile(r"(#[0-9A-Fa-f]{3,8}|[A-Za-z]{3,20})(?: \[\d{1,5}\])?")
_VML_PATH = re.compile(r"(?:[mlcxetrvnsfahbwq]{1,6}+|[@#]?+-?+\d++|[, ]++)*+")
_VML_EQUATION = re.compile(
    r"(?:val|sum|prod|mid|abs|min|max|if|mod|atan2|sin|cos|cosatan2|sinatan2|sqrt|sumangle|ellipse"
    r"|tan)(?: (?:[@#]?-?\d{1,10}|width|height|pixelWidth|pixelHeight|pixelLineWidth"
    r"|lineDrawn)){1,3}"
)
_PROGRAM = re.compile(r"(?:Excel|Word|PowerPoint)\.(?:Sheet|Document|Show|Slide)\.\d{1,2}")
_OBJECT = re.compile(r"_\d{1,10}")
_PROPERTIES = frozenset(
    """position left top width height margin margin-left margin-top margin-right margin-bottom
    z-index visibility rotation flip mso-position-horizontal mso-position-vertical mso-width-percent
    mso-position-horizontal-relative mso-position-vertical-relative mso-width-relative
    mso-height-relative mso-height-percent mso-wrap-style mso-wrap-distance-left
    mso-wrap-distance-right mso-wrap-distance-top mso-wrap-distance-bottom mso-wrap-edited
    mso-fit-shape-to-text v-text-anchor font-size font-weight font-style layout-flow
    mso-layout-flow-alt mso-left-percent mso-top-percent""".split()
)
_STYLE_WORDS = frozenset(
    """absolute relative static visible hidden inherit auto x y left right center top bottom middle
    inside outside text margin page char line column square none t f bold italic normal vertical
    vertical-ideographic bottom-to-top left-margin-area right-margin-area top-margin-area
    bottom-margin-area inner-margin-area outer-margin-area""".split()
)
_NUMBER_FORMAT = re.compile(
    r"(?:General|AM/PM|[0#?.,%@;\-\s/dmyhsaDMYHSE+_()$€£\\*:]"
    r'|"(?:[€$£ %/.,:;-]|del|de|h|min|kg|cm|mm|mg|ml)*"'
    r"|\[(?:\$[€$£]?(?:-[0-9A-Fa-f]{1,8})?(?:-[a-z]{2}-[A-Z]{2})?|h{1,2}|m{1,2}|s{1,2}"
    r"|Red|Blue|Green|Black|White|Color\d{1,2}|[<>=]{1,2}-?\d{1,9})\])+"
)
_RANGE = re.compile(r"Sheet1!\$[A-Z]{1,3}\$\d{1,7}(?::\$[A-Z]{1,3}\$\d{1,7})?")


def drawing_handlers(minted: set[str], image: Callable[[str], str]) -> Mapping[str, Handler]:
    """What is asked about drawings; `image` turns a relationship id into that of a clean image."""
    minted.update(GRAPHICS | {"Object", _FALLBACK_FONT, "Office"})

    def neutral(element: etree._Element) -> object:
        if element.get("name") is not None:
            element.set("name", "Object")
        if element.tag != name("wp:docPr"):
            for key in ("title", "descr"):
                drop(element, key)
        return None

    def titled(element: etree._Element) -> object:
        if element.get("name") is not None:
            element.set("name", "Office")
        return None

    def font(element: etree._Element) -> object:
        given = element.get("typeface", "")
        if given in table("fonts") or _THEME_FONT.fullmatch(given) or not given:
            minted.add(given)
        else:
            element.set("typeface", _FALLBACK_FONT)
        return None

    def guide(element: etree._Element) -> object:
        label, formula = element.get("name", ""), element.get("fmla", "")
        if not (_GUIDE.fullmatch(label) and _FORMULA.fullmatch(formula)):
            return False
        minted.update((label, formula))
        return None

    def graphic(element: etree._Element) -> object:
        return element.get("uri") in GRAPHICS

    def blip(element: etree._Element) -> object:
        given = element.get(name("r:embed"), "")
        element.attrib.clear()
        element.set(name("r:embed"), image(given))
        return None

    handlers: dict[str, Handler] = {
        name("a:graphicData"): graphic,
        name("a:blip"): blip,
        name("a:gd"): guide,
        **{name(f"a:{word}"): font for word in ("latin", "ea", "cs", "sym", "buFont")},
        **{
            name(f"a:{word}"): titled
            for word in ("theme", "clrScheme", "fontScheme", "fmtScheme", "effectStyle")
        },
    }
    for prefix in ("pic", "wps", "wpg", "wpc", "wp", "a", "xdr"):
        handlers[name(f"{prefix}:cNvPr")] = neutral
    handlers[name("wp:docPr")] = neutral
    return handlers


def vml_handlers(
    minted: set[str], image: Callable[[str], str], embedded: Callable[[str], str | None]
) -> Mapping[str, Handler]:
    """What is asked about VML shapes and the objects behind them."""

    def shape(element: etree._Element) -> object:
        for key, value in attributes(element):
            if _vml_value(short(key), value):
                minted.add(value)
            elif short(key) == "style":
                element.set(key, _style(value))
                minted.add(element.get(key, ""))
        return None

    def picture(element: etree._Element) -> object:
        given = element.get(name("r:id"), "")
        shape(element)
        for key in ("title", name("o:title"), name("r:href"), name("o:relid"), name("r:pict")):
            drop(element, key)
        element.set(name("r:id"), image(given))
        return None

    def behind(element: etree._Element) -> object:
        made = embedded(element.get(name("r:id"), ""))
        if made is None:
            return False
        shape(element)
        element.set(name("r:id"), made)
        return None

    handlers: dict[str, Handler] = {
        tag: shape for prefix in ("v", "o", "w10") for tag in names(prefix, "elements vml")
    }
    handlers[name("v:imagedata")] = picture
    handlers[name("o:OLEObject")] = behind
    return handlers


def _vml_value(key: str, value: str) -> bool:
    if key in ("id", "spid", "type", "ShapeID") and _VML_ID.fullmatch(value):
        return True
    if key in ("fillcolor", "strokecolor", "color", "color2"):
        found = _VML_COLOUR.fullmatch(value)
        return found is not None and closed(found.group(1))
    if key in ("path", "v"):
        return _VML_PATH.fullmatch(value) is not None
    if key == "eqn":
        return _VML_EQUATION.fullmatch(value) is not None
    if key == "ProgID":
        return _PROGRAM.fullmatch(value) is not None
    if key == "ObjectID":
        return _OBJECT.fullmatch(value) is not None
    return key not in ("id", "alt", "string", "title") and bool(_VML_NUMBERS.fullmatch(value))


def number_format(given: str) -> str:
    """A number format with no words of its own; the general one for others."""
    return given if len(given) < 200 and _NUMBER_FORMAT.fullmatch(given) else "General"


def _style(value: str) -> str:
    kept: list[str] = []
    for row in value.split(";"):
        key, _, given = (part.strip() for part in row.partition(":"))
        if key in _PROPERTIES and (given in _STYLE_WORDS or closed(given)):
            kept.append(f"{key}:{given}")
    return ";".join(kept)


def neutral_reference(given: str) -> str:
    """The reference of a chart into a workbook that is not there any more."""
    return given if _RANGE.fullmatch(given) else "Sheet1!$A$1"


def chart_scrub(minted: set[str], refer: Callable[[str], str]) -> Scrub:
    """The scrub of a chart part; `refer` says what a reference into a workbook becomes."""
    return Scrub(
        elements=names("c", "elements chart") | names("a", "elements drawing"),
        attributes=names("", "attributes chart")
        | names("", "attributes drawing")
        | {"name", "typeface", "fmla", "formatCode"},
        texts=frozenset(name(word) for word in ("c:v", "a:t", "c:f", "c:formatCode")),
        handlers={
            **drawing_handlers(minted, lambda _: ""),
            **_chart_handlers(minted, refer),
            name("a:blip"): lambda _: False,
        },
        minted=minted,
    )


def _chart_handlers(minted: set[str], refer: Callable[[str], str]) -> Mapping[str, Handler]:
    def reference(element: etree._Element) -> object:
        element.text = refer(element.text or "")
        return None

    def text_format(element: etree._Element) -> object:
        element.text = number_format(element.text or "")
        return None

    def attribute_format(element: etree._Element) -> object:
        made = number_format(element.get("formatCode", ""))
        minted.add(made)
        element.set("formatCode", made)
        return None

    return {
        name("c:f"): reference,
        name("c:formatCode"): text_format,
        name("c:numFmt"): attribute_format,
    }
