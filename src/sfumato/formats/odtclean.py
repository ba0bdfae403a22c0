"""OpenDocument made plain: what may not pass leaves the tree, fields become their text."""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from sfumato.core.errors import Dangerous
from sfumato.formats import odtallow
from sfumato.formats.odtallow import GONE, MIXED, SAID, SPACES, STRUCTURE, name, short

_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):")
_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_SPAN, _SECTION = name("text:span"), name("text:section")
HREF = name("xlink:href")


def clean(source: etree._Element, names: odtallow.Names, notes: Counter[str]) -> etree._Element:
    """A tree of only what may pass; its texts stay for `odtwalk`."""
    root = _settled(source, names, notes)
    # The names and addresses of namespaces are the writer's own; only known ones are declared.
    fresh = etree.Element(root.tag, nsmap=odtallow.NAMESPACES)
    for attribute, value in root.attrib.items():
        fresh.set(attribute, value)
    fresh.extend(list(root))
    etree.cleanup_namespaces(fresh, keep_ns_prefixes=list(odtallow.NAMESPACES))
    return fresh


def _settled(root: etree._Element, names: odtallow.Names, notes: Counter[str]) -> etree._Element:
    _attributes(root, names)
    waiting = [root]
    while waiting:
        parent = waiting.pop()
        for child in list(parent):
            if _settle(child, notes):
                waiting.append(child)
        for child in parent:
            _attributes(child, names)
        _strings(parent)
    return root


def _settle(child: etree._Element, notes: Counter[str]) -> bool:
    """Whether the element stays, perhaps as another."""
    key = short(child.tag)
    if key == "office:scripts" and any(short(item.tag) == "office:script" for item in child):
        raise Dangerous("the document has macros")
    if key == "draw:a":
        _turn_into(child, _SPAN if _inside_paragraph(child) else _SECTION)
        return True
    if key == "text:a":
        if not _allowed_link(child.get(HREF, "")):
            _turn_into(child, _SPAN)
        return True
    if key == "draw:image":
        return _picture(child, notes)
    if key in MIXED or key in STRUCTURE or key in SPACES:
        return True
    if key in odtallow.AS_SECTION:
        _turn_into(child, _SECTION)
        return True
    if key.startswith("text:") and key not in GONE and _inside_paragraph(child):
        # A field: what it shows stays, what computes it goes.
        _turn_into(child, _SPAN)
        return True
    if key in SAID and len(child):
        notes[SAID[key]] += 1
    remove(child)
    return False


def _turn_into(element: etree._Element, tag: str) -> None:
    element.tag = tag
    for key in list(element.attrib):
        del element.attrib[key]


def _inside_paragraph(element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is not None and short(parent.tag) in MIXED


def _allowed_link(target: str) -> bool:
    scheme = _SCHEME.match(target)
    if target.lstrip().startswith("#"):
        return False
    return scheme is None or scheme.group(1).lower() in _SCHEMES


def _picture(image: etree._Element, notes: Counter[str]) -> bool:
    if image.get(HREF, "").removeprefix("./").startswith("Pictures/"):
        return True
    notes["linked or inline image"] += 1
    remove(image)
    return False


def _attributes(element: etree._Element, names: odtallow.Names) -> None:
    key = short(element.tag)
    for attribute, value in list(element.attrib.items()):
        said = short(attribute)
        if said == "xlink:href" and key in ("text:a", "draw:image"):
            continue
        allowed = odtallow.attribute(said, str(value), names)
        if allowed is None:
            del element.attrib[attribute]
        else:
            element.attrib[attribute] = allowed


def _strings(element: etree._Element) -> None:
    """Strings stand only where text may; elsewhere they are spaces of the writer, or hidden."""
    if short(element.tag) in MIXED:
        return
    element.text = None
    for child in element:
        child.tail = None


def remove(element: etree._Element) -> None:
    """Takes an element out; the text behind it stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
    parent.remove(element)
