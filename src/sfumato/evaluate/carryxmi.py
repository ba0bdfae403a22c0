"""XMI: a CAS of UIMA (cTAKES, DKPro) with its Sofa and the annotations on it, in UTF-16 units.

The text of the Sofa is replaced by the released one. Types that name the document or its source go
altogether, and so does every feature value in which something of a replaced text stands, or that
is neither number, code, plain term nor words of the released text. A Sofa without a released
document goes with its annotations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

from sfumato.core.errors import Damaged
from sfumato.core.marks import Marked, Moved, Tally, Units, move, tally
from sfumato.core.protocols import Limits
from sfumato.evaluate.carry import Carried, Shelf, Target
from sfumato.evaluate.carryguard import Guard
from sfumato.formats.markup import parse_xml, serialize_xml, xml_text

_XMI = "http://www.omg.org/XMI"
_ID = f"{{{_XMI}}}id"
_SOURCES = re.compile(r"(?i)document_?id|metadata|sourcedocument|uri|demographic|structured")
_NAMES = re.compile(r"(?i)uri|url|path|file|title|documentid|patient|author|email|phone")
_WORDS = re.compile(r"(?i)form|lemma|stem|text|word|value|string|token")
_REFERENCES = re.compile(r"[\d ]{1,100000}", re.ASCII)
_PLACED = ("begin", "end")


def carry(data: bytes, targets: Sequence[Target], keep_notes: bool) -> Carried:
    """The CAS on the released text."""
    root = parse_xml(data, Limits(), bare=True)
    if etree.QName(root).namespace != _XMI:
        raise Damaged("not a CAS in XMI")
    for name in [one for one in root.attrib if one != f"{{{_XMI}}}version"]:
        del root.attrib[name]
    whole, counted = _Cas(root), Tally()
    whole.drop_sources(counted)
    shelf, fitting = Shelf(targets), 0
    sofas = whole.sofas()
    for number, sofa in enumerate(sofas, start=1):
        original = sofa.get("sofaString")
        try:
            target = shelf.of(original or "", f"Sofa {number}")
        except Damaged:
            if len(sofas) == 1:
                raise
            whole.drop_sofa(sofa, counted)
            continue
        fitting += 1
        _carry_sofa(whole, sofa, target, counted, keep_notes)
    if not fitting:
        raise Damaged("none of the released documents was made of a Sofa of the CAS")
    whole.tidy(counted)
    return Carried(serialize_xml(root), counted)


class _Cas:
    """The feature structures of a CAS, by their ids."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._gone: set[str] = set()
        self._references = _references(root)

    def sofas(self) -> list[etree._Element]:
        """The subjects of analysis."""
        return [one for one in self._root if etree.QName(one).localname == "Sofa"]

    def marks_on(self, sofa: etree._Element) -> list[etree._Element]:
        """The annotations on a subject."""
        own = sofa.get(_ID)
        return [one for one in self._root if one.get("sofa") == own and _is_placed(one)]

    def parts(self) -> list[etree._Element]:
        """All feature structures but subjects and views."""
        aside = ("Sofa", "View", "NULL")
        return [one for one in self._root if etree.QName(one).localname not in aside]

    def drop_sources(self, counted: Tally) -> None:
        """Takes out what names the document or where it comes from."""
        for one in self.parts():
            name = etree.QName(one)
            if _SOURCES.search(name.localname):
                counted.notes += 1
                self.drop(one)

    def drop_sofa(self, sofa: etree._Element, counted: Tally) -> None:
        """Takes a subject out with everything on it."""
        for one in [part for part in self.parts() if part.get("sofa") == sofa.get(_ID)]:
            counted.ways["outside"] += 1
            self.drop(one)
        self.drop(sofa)

    def drop(self, one: etree._Element) -> None:
        """Takes one structure out."""
        self._gone.add(one.get(_ID, ""))
        self._root.remove(one)

    def tidy(self, counted: Tally) -> None:
        """Takes out references to what is gone."""
        gone = self._gone - {""}
        for one in list(self._root):
            if etree.QName(one).localname == "View" and one.get("sofa") in gone:
                self._root.remove(one)
                continue
            for name, value in list(one.attrib.items()):
                parts = value.split()
                if gone.isdisjoint(parts) or not self.refers(one, str(name)):
                    continue
                counted.others += 1
                left = " ".join(part for part in parts if part not in gone)
                if left:
                    one.set(name, left)
                else:
                    del one.attrib[name]

    def refers(self, one: etree._Element, name: str) -> bool:
        """Whether a feature holds ids: a list, or each of its values in the CAS is one."""
        return name not in (_ID, *_PLACED) and (str(one.tag), name) in self._references


def _references(root: etree._Element) -> set[tuple[str, str]]:
    """The features whose every value is made of ids of the CAS, by type and name."""
    ids = {one.get(_ID, "") for one in root}
    found: dict[tuple[str, str], bool] = {}
    for one in root:
        for name, value in one.attrib.items():
            key = (str(one.tag), str(name))
            is_ids = _REFERENCES.fullmatch(value) is not None and ids.issuperset(value.split())
            found[key] = found.get(key, True) and is_ids
    return {key for key, is_ids in found.items() if is_ids}


def _is_placed(one: etree._Element) -> bool:
    return all(re.fullmatch(r"\d{1,9}", one.get(name, ""), re.ASCII) for name in _PLACED)


def _carry_sofa(
    whole: _Cas, sofa: etree._Element, target: Target, counted: Tally, keep_notes: bool
) -> None:
    original = sofa.get("sofaString", "")
    before, after = Units(original), Units(target.text)
    marks = whole.marks_on(sofa)
    moved = move([_marked(mark, before) for mark in marks], target.offsets)
    counted.add(tally(moved))
    for mark, one in zip(marks, moved, strict=True):
        _place(whole, mark, one, after)
    guard = Guard(original, target.text, target.offsets)
    for part in (*whole.parts(), *whole.sofas()):
        if part.get("sofa", sofa.get(_ID)) == sofa.get(_ID):
            _clean(whole, part, guard, counted, keep_notes)
    sofa.set("sofaString", xml_text(target.text))


def _marked(mark: etree._Element, before: Units) -> Marked:
    start, end = int(mark.get("begin", "")), int(mark.get("end", ""))
    ranges = ((before.points(start), before.points(end)),) if start <= end else ()
    return Marked(str(mark.tag), ranges)


def _place(whole: _Cas, mark: etree._Element, moved: Moved, after: Units) -> None:
    if not moved.ranges:
        whole.drop(mark)
        return
    ((start, end),) = moved.ranges
    mark.set("begin", str(after.units(start)))
    mark.set("end", str(after.units(end)))


def _clean(
    whole: _Cas, part: etree._Element, guard: Guard, counted: Tally, keep_notes: bool
) -> None:
    """Takes feature values out that may hold words of the original."""
    for name, value in list(part.attrib.items()):
        own = str(name)
        if own in (_ID, "sofa", "sofaString", *_PLACED) or _stays(whole, part, own, value, guard):
            continue
        if keep_notes:
            continue
        del part.attrib[name]
        counted.notes += 1
    for child in list(part):
        value = child.text or ""
        if not keep_notes and not guard.passes(value):
            part.remove(child)
            counted.notes += 1


def _stays(whole: _Cas, part: etree._Element, name: str, value: str, guard: Guard) -> bool:
    if _WORDS.search(name):  # what a program took from the text: never a reference
        return not guard.knows(value) and guard.passes(value)
    if whole.refers(part, name) or (" " in value and _REFERENCES.fullmatch(value)):
        return True
    return guard.passes(value) and not _NAMES.search(name)
