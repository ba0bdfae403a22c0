"""Sheetnames: what a part of a workbook may keep beside its cells."""

from __future__ import annotations

import re
from collections.abc import Callable

from lxml import etree

from sfumato.formats.drawn import drawing_handlers, number_format
from sfumato.formats.ooxml import (
    PREFIXES,
    Handler,
    Scrub,
    drop,
    name,
    names,
    table,
)
from sfumato.formats.sheetformula import Sheets

_REFERENCE = r"\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?"
_PATTERNS = {
    **{
        key: re.compile(rf"{_REFERENCE}(?: {_REFERENCE}){{0,2000}}")
        for key in ("ref", "sqref", "r", "activeCell", "topLeftCell", "location")
    },
    "spans": re.compile(r"\d{1,5}:\d{1,5}"),
}
_WORDED_RULES = frozenset("containsText notContainsText beginsWith endsWith".split())
_CELL_STYLES = frozenset(
    """Normal|Comma|Currency|Percent|Comma [0]|Currency [0]|Hyperlink|Followed Hyperlink|Note|Title|
    Warning Text|Heading 1|Heading 2|Heading 3|Heading 4|Input|Output|Calculation|Check Cell|
    Linked Cell|Total|Good|Bad|Neutral|Explanatory Text""".replace("\n    ", "").split("|")
)
_TABLE_STYLE = re.compile(r"(?:TableStyle|PivotStyle)(?:Light|Medium|Dark)\d{1,2}")
_ANCHORS = frozenset(
    name(f"xdr:{word}")
    for word in """wsDr twoCellAnchor oneCellAnchor absoluteAnchor from to col colOff row rowOff pos
    ext clientData sp pic grpSp graphicFrame cxnSp nvSpPr nvPicPr nvGrpSpPr
    nvGraphicFramePr nvCxnSpPr cNvPr cNvSpPr cNvPicPr cNvGrpSpPr cNvGraphicFramePr
    cNvCxnSpPr spPr grpSpPr style txBody blipFill xfrm""".split()
)
_NUMBERS = frozenset(name(f"xdr:{word}") for word in ("col", "colOff", "row", "rowOff"))
_ATTRIBUTES = names("", "attributes sheet") | {
    "name",
    "formatCode",
    "displayName",
    "iconSet",
    "defaultTableStyle",
    "defaultPivotStyle",
    *_PATTERNS,
    name("r:id"),
}


def sheet_scrub(minted: set[str], sheets: Sheets, link: Callable[[etree._Element], bool]) -> Scrub:
    """The scrub of worksheets, styles, tables and the workbook; `link` follows relationships."""

    def formula(element: etree._Element) -> object:
        made = sheets.formula(element.text or "")
        element.text = made
        return made is not None

    def rule(element: etree._Element) -> object:
        if element.get("type") in _WORDED_RULES:
            return False
        return all(
            sheets.formula(inner.text or "") is not None
            for inner in element.iter(name("s:formula"))
        )

    def validation(element: etree._Element) -> object:
        inner = [*element.iter(name("s:formula1"), name("s:formula2"))]
        return bool(inner) and all(sheets.formula(one.text or "") is not None for one in inner)

    def point(element: etree._Element) -> object:
        if element.get("val") is not None and sheets.formula(element.get("val", "")) is None:
            return False
        minted.add(element.get("val", ""))
        return None

    def look(element: etree._Element) -> object:
        made = number_format(element.get("formatCode", ""))
        minted.add(made)
        element.set("formatCode", made)
        return None

    def font(element: etree._Element) -> object:
        return element.get("val") in table("fonts")

    def style(element: etree._Element) -> object:
        given = element.get("name", "")
        made = given if given in _CELL_STYLES else f"Style {element.get('xfId', '0')[:6]}"
        if made == given or element.get("xfId", "0").isdigit():
            minted.add(made)
        element.set("name", made)
        return None

    def banding(element: etree._Element) -> object:
        if not _TABLE_STYLE.fullmatch(element.get("name", "")):
            return False
        minted.add(element.get("name", ""))
        return None

    def standard(element: etree._Element) -> object:
        element[:] = []
        for key in ("defaultTableStyle", "defaultPivotStyle"):
            given = element.get(key, "")
            if _TABLE_STYLE.fullmatch(given):
                minted.add(given)
        element.set("count", "0")
        return None

    def bare(element: etree._Element) -> object:
        element[:] = []
        return None

    handlers: dict[str, Handler] = {
        name("s:formula"): formula,
        name("s:formula1"): formula,
        name("s:formula2"): formula,
        name("s:cfRule"): rule,
        name("s:cfvo"): point,
        name("s:dataValidation"): validation,
        name("s:numFmt"): look,
        name("s:name"): font,
        name("s:rFont"): font,
        name("s:cellStyle"): style,
        name("s:tableStyleInfo"): banding,
        name("s:tableStyles"): standard,
        name("s:autoFilter"): bare,
        **{
            name(f"s:{word}"): link
            for word in ("drawing", "legacyDrawing", "tablePart", "hyperlink", "pageSetup")
        },
    }
    return Scrub(
        elements=names("s", "elements sheet") | names("a", "elements drawing"),
        attributes=_ATTRIBUTES,
        texts=frozenset(
            name(f"s:{word}")
            for word in """t definedName formula formula1 formula2 oddHeader oddFooter evenHeader
            evenFooter firstHeader firstFooter""".split()
        ),
        values=table("values sheet") | table("fonts"),
        patterns=_PATTERNS,
        handlers=handlers,
        minted=minted,
    )


def drawing_scrub(
    minted: set[str], image: Callable[[str], str], chart: Callable[[str], str | None]
) -> Scrub:
    """The scrub of a sheet's drawing: pictures, charts and shapes with text."""
    minted.add(PREFIXES["c"])

    def lead(element: etree._Element) -> object:
        made = chart(element.get(name("r:id"), ""))
        if made is None:
            return False
        element.set(name("r:id"), made)
        return None

    def frame(element: etree._Element) -> object:
        for key in ("macro", "textlink"):
            drop(element, key)
        return None

    return Scrub(
        elements=_ANCHORS | names("a", "elements drawing") | {name("c:chart")},
        attributes=names("", "attributes drawing")
        | {"name", "typeface", "fmla", "editAs", "fLocksWithSheet"}
        | {name("r:id"), name("r:embed")},
        texts=frozenset({name("a:t")}),
        numbers=_NUMBERS,
        values=frozenset({"twoCell", "oneCell", "absolute"}),
        handlers={
            **drawing_handlers(minted, image),
            name("c:chart"): lead,
            name("xdr:sp"): frame,
        },
        minted=minted,
    )
