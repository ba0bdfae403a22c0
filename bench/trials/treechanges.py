"""Tree changes: damage to XML and JSON that still parses, so that it reaches what comes after."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from lxml import etree

_VALUES = ("", "0", "-1", "99999999999", "true", "../x", "a:b", "\u202e", "é" * 300, "http://x")
_ATOMS = (None, True, -1, 1e308, 10**30, "", "\ud800", [], {}, [[]], {"": {}}, "QUJD", "é" * 300)


def change_tree(data: bytes, chance: random.Random) -> bytes | None:
    """XML or JSON with one to four changes to its tree; None when the data is neither."""
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start == b"<":
        return _changed_xml(data, chance)
    if start in (b"{", b"["):
        return _changed_json(data, chance)
    return None


def _changed_xml(data: bytes, chance: random.Random) -> bytes | None:
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    except (etree.XMLSyntaxError, ValueError):
        return None
    for _ in range(chance.randint(1, 4)):
        _change_element(chance.choice(list(root.iter(etree.Element))), root, chance)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _change_element(element: etree._Element, root: etree._Element, chance: random.Random) -> None:
    others = list(root.iter(etree.Element))
    deed = chance.randrange(7)
    if deed == 0 and element is not root:
        element.getparent().remove(element)
    elif deed == 1:
        chance.choice(others).append(deepcopy(element))
    elif deed == 2:
        element.tag = chance.choice(others).tag
    elif deed == 3 and element.attrib:
        element.attrib[chance.choice(list(element.attrib))] = chance.choice(_VALUES)
    elif deed == 4:
        element.text = chance.choice(_VALUES)
    elif deed == 5:
        element.attrib.clear()
    else:
        element.insert(0, chance.choice((etree.Comment("c"), etree.PI("x", "y"))))


def _changed_json(data: bytes, chance: random.Random) -> bytes | None:
    try:
        tree = json.loads(data)
        for _ in range(chance.randint(1, 4)):
            _change_value(list(_places(tree)), chance)
        return json.dumps(tree).encode()
    except (ValueError, RecursionError):
        return None


def _change_value(places: list[tuple[Any, Any]], chance: random.Random) -> None:
    if places:
        holder, key = chance.choice(places)
        other, name = chance.choice(places)
        holder[key] = chance.choice((*_ATOMS, deepcopy(other[name]), [holder[key]]))


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    keys = tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in list(keys):
        yield tree, key
        yield from _places(tree[key])
