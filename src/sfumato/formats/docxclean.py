"""Docxclean: what a Word story loses or gets simplified before its text is read.

Deleted text, foreign fields, links to the outside and content that no reader here understands go;
insertions stay under neutral author names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from sfumato.core.errors import Damaged
from sfumato.formats.ooxml import PREFIXES, name, names, remove, replace, short, table, unwrap

_W = "{" + PREFIXES["w"] + "}"
_VAL = name("w:val")
_MC_ALTERNATE = name("mc:AlternateContent")
_MC_CHOICE = name("mc:Choice")
_MC_FALLBACK = name("mc:Fallback")
_DRAWN = ("w:drawing", "w:pict", "w:object")
_UNDERSTOOD = frozenset({"wps", "wpg", "wpc", "wp14", "w14"})
_DELETED = tuple(name("w:" + word) for word in ("del", "moveFrom"))
_UNWRAPPED = tuple(name("w:" + word) for word in ("moveTo", "smartTag", "customXml"))
_ROW_DELETED = etree.XPath("w:trPr/w:del", namespaces={"w": PREFIXES["w"]})
_CELL_DELETED = etree.XPath("w:tcPr/w:cellDel", namespaces={"w": PREFIXES["w"]})
_PROPERTIES = frozenset(name("w:" + word) for word in ("rPr", "trPr", "tcPr", "pPr"))

_ARGUMENTS = re.compile(r'"[^"]*"|\S+')
_PLAIN_FIELDS = frozenset(
    """PAGE NUMPAGES SECTION SECTIONPAGES DATE TIME FORMTEXT FORMCHECKBOX FORMDROPDOWN TOC
    SEQ""".split()
)
_BOOKMARK_FIELDS = frozenset({"REF", "PAGEREF", "NOTEREF", "HYPERLINK"})
_FIELD_WORDS = frozenset(
    """MERGEFORMAT CHARFORMAT Arabic ROMAN roman ALPHABETIC alphabetic Ordinal CardText Upper Lower
    FirstCap Caps Tabla Table Figura Figure Ilustración""".split()
)
_PICTURE = re.compile(r'"?(?:[dMyHhmsAP/:. ,-]|de\b){1,40}"?')
_RANGE = re.compile(r'"?\d{1,2}(?:-\d{1,2})?"?')
_DEEPEST_FIELD = 64
_LONGEST_CODE = 2000
_SWITCH = re.compile(r"\\[A-Za-z*#@!]")


def settle(root: etree._Element) -> Iterator[str]:
    """Resolves alternatives and tracked changes in place; says what went."""
    for alternate in list(root.iter(_MC_ALTERNATE)):
        _choose(alternate)
    for tag in _DELETED:
        for element in list(root.iter(tag)):
            parent = element.getparent()
            if parent is not None and parent.tag not in _PROPERTIES:
                remove(element)
                yield "tracked deletion dropped"
    for row in [row for row in root.iter(name("w:tr")) if _ROW_DELETED(row)]:
        remove(row)
        yield "tracked deletion dropped"
    for cell in [cell for cell in root.iter(name("w:tc")) if _CELL_DELETED(cell)]:
        for paragraph in list(cell.iter(name("w:p"))):
            paragraph[:] = []
        yield "tracked deletion dropped"
    for tag in _UNWRAPPED:
        for element in list(root.iter(tag)):
            for properties in element.findall(name("w:" + short(tag) + "Pr")):
                element.remove(properties)
            unwrap(element)


def _choose(alternate: etree._Element) -> None:
    """Keeps the first choice that is understood, else the fallback; drops the other branches."""
    parent = alternate.getparent()
    if parent is None:
        return
    for choice in alternate.findall(_MC_CHOICE):
        if set(choice.get("Requires", "?").split()) <= _UNDERSTOOD and len(choice):
            kept = choice
            break
    else:
        fallback = alternate.find(_MC_FALLBACK)
        if fallback is None:
            parent.remove(alternate)
            return
        kept = fallback
    replace(alternate, list(kept))


@dataclass(slots=True)
class _Field:
    begin: etree._Element
    marks: list[etree._Element] = field(default_factory=list)
    codes: list[etree._Element] = field(default_factory=list)
    inside: list[etree._Element] = field(default_factory=list)
    outer: bool = False
    told: bool = False


class Fields:
    """Keeps the fields that only count, number or point inside the document; flattens others."""

    def __init__(self, bookmark: Callable[[str], str]) -> None:
        self._bookmark = bookmark

    def settle(self, root: etree._Element) -> Iterator[str]:
        """Flattens the foreign fields of a story in place; says what went."""
        for simple in list(root.iter(name("w:fldSimple"))):
            code = self.canonical(simple.get(name("w:instr"), ""))
            if code is None:
                unwrap(simple)
                yield "field replaced by its result"
            else:
                simple.attrib.clear()
                simple.set(name("w:instr"), code)
        yield from self._complex(root)

    def _complex(self, root: etree._Element) -> Iterator[str]:
        stack: list[_Field] = []
        wanted = [name("w:" + word) for word in ("fldChar", "instrText", "t")]
        for element in list(root.iter(*wanted)):
            if element.tag == wanted[0]:
                yield from self._mark(element, stack)
            elif stack and element.tag == wanted[1]:
                stack[-1].codes.append(element)
            elif element.tag == wanted[1]:
                remove(element)
            elif stack:
                self._in_code(element, stack)
        for left in stack:
            self._flatten(left, keep_inside=True)
            yield "field replaced by its result"

    def _in_code(self, element: etree._Element, stack: list[_Field]) -> None:
        for open_field in stack:
            if not open_field.told:
                open_field.inside.append(element)
                break

    def _mark(self, element: etree._Element, stack: list[_Field]) -> Iterator[str]:
        kind = element.get(name("w:fldCharType"))
        if kind == "begin":
            if len(stack) > _DEEPEST_FIELD:
                raise Damaged(f"fields nested more than {_DEEPEST_FIELD} deep")
            stack.append(_Field(element, [element]))
            if len(stack) > 1 and not stack[-2].told:
                stack[-2].outer = True
                stack[-1].outer = True
            return
        if not stack:
            remove(element)
            return
        stack[-1].marks.append(element)
        if kind == "separate":
            stack[-1].told = True
        elif kind == "end":
            yield from self._close(stack.pop())

    def _close(self, done: _Field) -> Iterator[str]:
        code = None if done.outer else self.canonical("".join(c.text or "" for c in done.codes))
        if code is None or not done.codes:
            self._flatten(done)
            yield "field replaced by its result"
            return
        done.codes[0].text = code
        for element in done.codes[1:] + done.inside:
            remove(element)

    def _flatten(self, done: _Field, *, keep_inside: bool = False) -> None:
        for element in done.marks + done.codes:
            remove(element)
        for element in () if keep_inside else done.inside:
            remove(element)

    def canonical(self, code: str) -> str | None:
        """A field code with nothing in it but known words and made bookmarks; None for others."""
        words = _ARGUMENTS.findall(code) if len(code) < _LONGEST_CODE else []
        if not words:
            return None
        kind = words[0].upper()
        if kind in _PLAIN_FIELDS:
            plain = [word for word in words[1:] if self._plain(word)]
            return " " + " ".join([kind, *plain]) + " " if len(plain) == len(words) - 1 else None
        if kind in _BOOKMARK_FIELDS:
            return self._pointing(kind, words[1:])
        return None

    def _plain(self, word: str) -> bool:
        return (
            word.strip('"') in _FIELD_WORDS
            or _SWITCH.fullmatch(word) is not None
            or _RANGE.fullmatch(word) is not None
            or _PICTURE.fullmatch(word) is not None
        )

    def _pointing(self, kind: str, words: list[str]) -> str | None:
        rest = [word for word in words if not self._plain(word)]
        if len(rest) != 1 or (kind == "HYPERLINK" and "\\l" not in words):
            return None
        made = self._bookmark(rest[0].strip('"'))
        shown = [f'"{made}"' if word is rest[0] else word for word in words]
        return " " + " ".join([kind, *shown]) + " "


class Names:
    """Neutral names for the strings that tie a document together: the same one for the same."""

    def __init__(self, prefix: str, minted: set[str]) -> None:
        self._prefix = prefix
        self._minted = minted
        self._made: dict[str, str] = {}

    def __call__(self, given: str) -> str:
        key = given.casefold()
        if key not in self._made:
            self._made[key] = f"{self._prefix}{len(self._made) + 1}"
            self._minted.add(self._made[key])
        return self._made[key]

    def __contains__(self, given: str) -> bool:
        return given.casefold() in self._made

    def fix(self, given: str, made: str) -> None:
        """Sets what a string becomes."""
        self._made[given.casefold()] = made
        self._minted.add(made)


def name_styles(styles: etree._Element, ids: Names) -> None:
    """Gives every style a neutral id, and those that are not Word's own a neutral name."""
    known = {style.casefold(): style for style in table("styles")}
    for number, style in enumerate(styles.findall(name("w:style")), 1):
        given = style.get(name("w:styleId"), "")
        titled = style.find(name("w:name"))
        title = titled.get(_VAL, "") if titled is not None else ""
        usual = known.get(title.casefold())
        plain = usual.replace(" ", "") if usual else ""
        keeps = bool(plain) and plain.casefold() == given.casefold()
        made = given if keeps else f"S{number}"
        ids.fix(given, made)
        style.set(name("w:styleId"), made)
        if titled is not None:
            titled.set(_VAL, usual or f"Style {number}")
            ids.fix("\0" + str(number), usual or f"Style {number}")


DRAWING_ELEMENTS: frozenset[str] = frozenset().union(
    *(
        names(prefix, "elements drawing")
        for prefix in ("a", "pic", "wp", "wp14", "wps", "wpg", "wpc")
    )
)
