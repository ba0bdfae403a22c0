"""What may pass in HTML: elements, attributes and values; everything else is left out.

A value passes only if its whole set of possible values is listed here or is a short number, so
no text of a user can hide in what passes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

BLOCKS = frozenset(
    """address article aside blockquote body br button caption center dd desc details dialog dir
    div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup
    hr html legend li main menu nav ol optgroup option p pre search section select summary svg
    table tbody text textarea tfoot thead title tr ul xmp listing""".split()
)
CELLS = frozenset({"td", "th"})
_INLINE = frozenset(
    """a abbr acronym area b bdi bdo big cite code col colgroup data datalist del dfn em font i img
    input ins kbd label map mark meter nobr output picture progress q rp rt ruby s samp small span
    strike strong style sub sup time tt u var wbr meta
    g tspan rect line circle ellipse
    math mi mn mo ms mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable
    mtr mtd semantics""".split()
)
ELEMENTS = (BLOCKS | CELLS | _INLINE) - {"frameset"}
DROPPED_WHOLE = frozenset(
    "script template noscript iframe noembed noframes audio video canvas applet object".split()
)
VOID = frozenset("area br col hr img input meta wbr link base embed param source track".split())
EXACT = frozenset({"pre", "textarea", "listing", "xmp"})

TEXTS = frozenset(
    """alt title placeholder summary label abbr aria-label aria-description aria-valuetext
    aria-placeholder aria-roledescription""".split()
)
"""Attributes whose value a person wrote and another may see."""

NAMES = frozenset({"id", "name", "for", "headers", "list", "usemap", "form", "itemref"})
NAME_LISTS = frozenset({"headers", "aria-labelledby", "aria-describedby", "aria-controls",
                        "aria-owns", "aria-details", "aria-activedescendant"})  # fmt: skip
"""Attributes that name other elements; the names are given anew."""

_SHORT_NUMBER = r"[+-]?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})"
_NUMBER = re.compile(rf"{_SHORT_NUMBER}(?:%|px|em|rem|pt|cm|mm|in|\*)?", re.ASCII)
_NUMBERS = re.compile(rf"{_SHORT_NUMBER}(?:[ ,]+{_SHORT_NUMBER}){{0,7}}", re.ASCII)
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(?:-[A-Z]{2})?", re.ASCII)

COLOURS = frozenset(
    """aqua black blue brown cyan fuchsia gold gray green grey lime magenta maroon navy olive
    orange pink purple red silver teal white yellow transparent currentcolor inherit none
    lightblue lightgray lightgrey lightgreen lightyellow darkblue darkgray darkgreen darkred
    whitesmoke gainsboro beige ivory lavender crimson salmon tomato steelblue""".split()
)
_ROLES = frozenset(
    """alert alertdialog application article banner button cell checkbox columnheader combobox
    complementary contentinfo dialog document feed figure form grid gridcell group heading img
    link list listbox listitem log main math menu menubar menuitem navigation none note option
    presentation progressbar radio radiogroup region row rowgroup rowheader search searchbox
    separator status tab table tablist tabpanel textbox timer toolbar tooltip tree""".split()
)
_INPUT_TYPES = frozenset(
    """button checkbox color date datetime-local email file hidden image month number password
    radio range reset search submit tel text time url week""".split()
)
_FLAGS = frozenset({"", "true", "false"})
_ALIGN = frozenset("left right center middle top bottom baseline justify char start end".split())

_NUMERIC = frozenset(
    """width height colspan rowspan border cellpadding cellspacing span start size maxlength
    minlength rows cols tabindex hspace vspace marginwidth marginheight topmargin leftmargin
    x y x1 y1 x2 y2 cx cy r rx ry dx dy stroke-width font-size opacity aria-level aria-colspan
    aria-rowspan aria-colindex aria-rowindex aria-posinset aria-setsize""".split()
)
_COLOURED = frozenset("color bgcolor bordercolor text link vlink alink fill stroke".split())
_BOOLEAN = frozenset(
    """hidden checked selected disabled readonly required multiple open reversed nowrap noshade
    compact autofocus inert aria-hidden aria-expanded aria-required aria-selected aria-checked
    aria-disabled""".split()
)
_LISTED: Mapping[str, frozenset[str]] = {
    "align": _ALIGN,
    "valign": _ALIGN,
    "text-anchor": frozenset({"start", "middle", "end"}),
    "dir": frozenset({"ltr", "rtl", "auto"}),
    "role": _ROLES,
    "scope": frozenset({"row", "col", "rowgroup", "colgroup"}),
    "clear": frozenset({"left", "right", "all", "none", "both"}),
    "target": frozenset({"_blank", "_self", "_top", "_parent"}),
    "rel": frozenset({"noopener", "noreferrer", "nofollow", "noopener noreferrer"}),
    "method": frozenset({"get", "post", "dialog"}),
    "frame": frozenset("void above below hsides vsides lhs rhs box border".split()),
    "rules": frozenset({"none", "groups", "rows", "cols", "all"}),
    "wrap": frozenset({"soft", "hard", "off"}),
    "space": frozenset({"preserve", "default"}),
    "xmlns": frozenset(
        {
            "http://www.w3.org/1999/xhtml",
            "http://www.w3.org/2000/svg",
            "http://www.w3.org/1998/Math/MathML",
            "http://www.w3.org/TR/REC-html40",
        }
    ),
    "version": frozenset({"1.1", "-//w3c//dtd xhtml 1.0 strict//en"}),
}
_TYPES: Mapping[str, frozenset[str]] = {
    "input": _INPUT_TYPES,
    "button": frozenset({"button", "submit", "reset"}),
    "ol": frozenset({"1", "a", "i"}),
    "ul": frozenset({"disc", "circle", "square"}),
    "style": frozenset({"text/css"}),
}
_MEANING = frozenset({"li", "meter", "progress"})
"""Elements whose `value` is a small number and no text."""

_WORDS = frozenset(
    """active alert alt bar block blockquote body bold border bottom box btn button caption card
    cell center clearfix code col cols column columns container content control danger dark data
    date default desc detail details dialog disabled div even example field fluid font footer form
    grid group h1 h2 h3 h4 head header heading hidden html icon img inner input intro item items
    italic label large layout left legend light line link list main margin md medium menu muted nav
    note odd open outer padding page panel para paragraph pre primary right row rows rule rules
    section sidebar sm small span striped strong sub subtitle success sup tab table text th thead
    title top total underline value warning wide wrapper xs xl lg hierarchy narrative""".split()
)
_WORD_ENDS = re.compile(r"[-_]|\d{1,2}$")


def plain_class(name: str) -> bool:
    """Whether a class name is made of words of page layout and can stay."""
    parts = [part for part in _WORD_ENDS.split(name.lower()) if part]
    return name.isascii() and bool(parts) and all(part in _WORDS for part in parts)


def harmless(element: str, name: str, value: str) -> bool:
    """Whether an attribute's value is one of a closed set or a short number."""
    lowered = value.strip(" \t\n\r\f").lower()
    if name in _NUMERIC or (name in {"value", "max", "min", "high", "low", "optimum"}
                            and element in _MEANING):  # fmt: skip
        return bool(_NUMBER.fullmatch(lowered)) if name != "dx" else bool(_NUMBERS.fullmatch(value))
    if name in {"viewbox", "points"}:
        return name == "viewbox" and bool(_NUMBERS.fullmatch(lowered))
    if name in _COLOURED:
        return lowered in COLOURS or bool(_COLOUR.fullmatch(lowered))
    if name in _BOOLEAN:
        return lowered in _FLAGS or lowered == name
    if name in {"lang", "xml:lang", "hreflang"}:
        return bool(_LANGUAGE.fullmatch(value))
    if name == "type":
        return lowered in _TYPES.get(element, frozenset())
    if name == "xmlns":
        return value in _LISTED["xmlns"]
    return lowered in _LISTED.get(name, frozenset())
