"""Styles: what may pass of CSS, declaration by declaration; strings and addresses never do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sfumato.formats.htmlallow import COLOURS, ELEMENTS

_PROPERTIES = re.compile(
    r"(?:background(?:-color)?|color|opacity|display|visibility|float|clear|position|overflow"
    r"|(?:min-|max-)?(?:width|height)|top|left|right|bottom|z-index|box-sizing"
    r"|(?:margin|padding)(?:-(?:top|right|bottom|left))?"
    r"|border(?:-(?:top|right|bottom|left))?(?:-(?:width|style|color|radius))?"
    r"|border-(?:collapse|spacing|radius)|outline|caption-side|empty-cells|table-layout"
    r"|font-(?:size|style|weight|variant|family)|line-height|letter-spacing|word-spacing"
    r"|text-(?:align|decoration|indent|transform|overflow)|vertical-align|white-space"
    r"|word-(?:break|wrap)|overflow-wrap|hyphens|direction|list-style(?:-(?:type|position))?"
    r"|page-break-(?:before|after|inside)|break-(?:before|after|inside)"
    r"|flex(?:-(?:direction|wrap|grow|shrink|basis))?|justify-content|align-(?:items|self|content)"
    r"|gap|row-gap|column-gap|columns|column-count|cursor)"
)
_KEYWORDS = COLOURS | frozenset(
    """auto normal bold bolder lighter italic oblique underline overline line-through left right
    center justify top middle bottom baseline sub super text-top text-bottom start end inherit
    initial unset none hidden visible scroll collapse separate solid dashed dotted double groove
    ridge inset outset thin medium thick block inline inline-block flex inline-flex grid table
    table-row table-cell list-item contents relative absolute fixed static sticky both
    border-box content-box nowrap wrap pre pre-wrap pre-line break-all break-word keep-all
    uppercase lowercase capitalize small-caps disc circle square decimal lower-alpha upper-alpha
    lower-roman upper-roman inside outside always avoid row column space-between space-around
    space-evenly stretch flex-start flex-end ltr rtl pointer default text ellipsis clip
    small smaller large larger x-small xx-small x-large xx-large
    serif sans-serif monospace cursive system-ui arial helvetica verdana georgia calibri
    tahoma times courier cambria""".split()
)
_NUMBER = r"[+-]?(?:\d{1,5}(?:\.\d{1,4})?|\.\d{1,4})(?:px|em|rem|%|pt|pc|cm|mm|in|ex|ch|vh|vw|fr)?"
_VALUE = re.compile(
    rf"{_NUMBER}|#[0-9a-f]{{3}}|#[0-9a-f]{{6}}|!important|rgba?\((?:{_NUMBER},?){{3,4}}\)"
)
_AFTER_COMMA = re.compile(r",[ \t\n\r\f]+")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_SELECTOR = re.compile(r"([.#]?)([a-zA-Z_][\w-]{0,99})|([ \t\n\r\f>+~*]+)", re.ASCII)
_LONGEST_SELECTOR = 500

Rename = Callable[[str, str], str]
"""From the kind ("class", "id") and a name to the name that takes its place."""


def clean_style(source: str) -> str:
    """The declarations that may pass, in one form; empty when none may."""
    return "; ".join(_declarations(_COMMENT.sub(" ", source)))


def clean_sheet(source: str, rename: Rename) -> str:
    """The rules that may pass, without at-rules, their names given anew."""
    rules = []
    for selectors, body in _rules(_COMMENT.sub(" ", source)):
        kept = [one for each in selectors.split(",") if (one := _selector(each, rename))]
        declarations = clean_style(body)
        if kept and declarations:
            rules.append(f"{', '.join(kept)} {{ {declarations} }}\n")
    return "".join(rules)


def _declarations(source: str) -> Iterator[str]:
    for declaration in source.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), _AFTER_COMMA.sub(",", value.strip().lower())
        words = value.split()
        if words and _PROPERTIES.fullmatch(name) and all(map(_passes, words)):
            yield f"{name}: {' '.join(words)}"


def _passes(word: str) -> bool:
    if _VALUE.fullmatch(word):
        return True
    return all(part in _KEYWORDS for part in word.split(","))


def _rules(source: str) -> Iterator[tuple[str, str]]:
    """Selector and body of each rule at the top; what stands inside an at-rule is left out."""
    depth, prelude, body = 0, "", ""
    for part in re.split(r"([{}])", source.replace("<!--", " ").replace("-->", " ")):
        if part == "{":
            depth += 1
        elif part == "}":
            if depth == 1 and not prelude.lstrip().startswith("@"):
                yield prelude, body
            depth, prelude, body = max(0, depth - 1), "" if depth <= 1 else prelude, ""
        elif depth == 0:
            prelude = part.rpartition(";")[2]
        elif depth == 1:
            body = part


def _selector(source: str, rename: Rename) -> str:
    source = source.strip()
    pieces, position = [], 0
    while position < min(len(source), _LONGEST_SELECTOR):
        match = _SELECTOR.match(source, position)
        if match is None:
            return ""
        sign, name, other = match.groups()
        if name and not sign and name.lower() not in ELEMENTS:
            return ""
        kind = "class" if sign == "." else "id"
        pieces.append(other or (sign + rename(kind, name) if sign else name.lower()))
        position = match.end()
    return "".join(pieces) if position == len(source) else ""
