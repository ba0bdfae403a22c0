"""Opc: the package under docx and xlsx (ECMA-376 part 2): parts, relationships, content types.

A package is read through its relationships and written anew: part names, relationship ids and
content types of the output are made here, so none of the input's strings pass through them.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote
from xml.sax.saxutils import quoteattr

from lxml import etree

from sfumato.core.errors import Damaged, Dangerous
from sfumato.core.protocols import Limits
from sfumato.formats.archive import Archive, open_archive, pack
from sfumato.formats.markup import parse_xml

RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KNOWN_TYPES = (
    RELATIONSHIPS + "/",
    "http://purl.oclc.org/ooxml/officeDocument/relationships/",
    "http://schemas.microsoft.com/office/",
)
_MACROS = ("vbaproject", "macroenabled", "macrosheet", "activex", "wordvbadata", "vbadata")


@dataclass(frozen=True, slots=True)
class Relation:
    """A relationship: `kind` is the last word of its type, `target` a part or a foreign URI."""

    id: str = field(repr=False)
    kind: str
    target: str = field(repr=False)
    external: bool


class Package:
    """The parts of an input package, reached through relationships."""

    def __init__(self, data: bytes, limits: Limits) -> None:
        self._archive: Archive = open_archive(data, limits)
        self._limits = limits
        self._names = {name.casefold(): name for name in self._archive.names()}
        self._types = self._content_types()
        if any(word in kind for kind in self._types.values() for word in _MACROS):
            raise Dangerous("the document holds macros or controls")

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._names

    def read(self, name: str) -> bytes:
        """The bytes of a part."""
        found = self._names.get(name.casefold())
        if found is None:
            raise Damaged("a part of the package is missing")
        return self._archive.read(found)

    def content_type(self, name: str) -> str:
        """What the package says a part is, in lower case."""
        suffix = posixpath.splitext(name)[1].lower()
        return self._types.get("/" + name.casefold(), self._types.get(suffix, ""))

    def relations(self, name: str = "") -> dict[str, Relation]:
        """The relationships of a part, or of the package itself, by id."""
        folder, leaf = posixpath.split(name)
        place = posixpath.join(folder, "_rels", leaf + ".rels")
        if place not in self:
            return {}
        root = parse_xml(self.read(place), self._limits, bare=True)
        return {relation.id: relation for relation in _relations(root, folder)}

    def first(self, kind: str, name: str = "") -> str | None:
        """The part that a relationship of that kind leads to, if there is one."""
        for relation in self.relations(name).values():
            if relation.kind == kind and not relation.external and relation.target in self:
                return relation.target
        return None

    def _content_types(self) -> dict[str, str]:
        root = parse_xml(self.read("[Content_Types].xml"), self._limits, bare=True)
        types: dict[str, str] = {}
        for child in root:
            kind = child.get("ContentType", "").lower()
            if "PartName" in child.attrib:
                types[unquote(child.get("PartName", "")).casefold()] = kind
            elif "Extension" in child.attrib:
                types["." + child.get("Extension", "").lower()] = kind
        return types


def _relations(root: etree._Element, folder: str) -> Iterator[Relation]:
    for child in root:
        kind = child.get("Type", "")
        known = kind.startswith(_KNOWN_TYPES)
        external = child.get("TargetMode", "") == "External"
        target = child.get("Target", "")
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, unquote(target)))[1:]
        short = kind.rpartition("/")[2] if known else ""
        if short == "vbaProject":
            raise Dangerous("the document holds macros")
        yield Relation(child.get("Id", ""), short, target, external)


@dataclass(slots=True)
class Part:
    """A part of the output: its bytes are asked for when the package is packed."""

    name: str
    content_type: str
    produce: Callable[[], bytes] = field(repr=False)
    links: list[tuple[str, str, Part]] = field(default_factory=list, repr=False)

    def link(self, kind: str, part: Part) -> str:
        """The id of this part's relationship to another, made now if there was none."""
        for known, type_, target in self.links:
            if target is part and type_ == kind:
                return known
        made = f"rId{len(self.links) + 1}"
        self.links.append((made, kind, part))
        return made


def pack_parts(main: Part) -> bytes:
    """The package of a main part and all that it leads to."""
    parts = list(_reached(main))
    # Producing a part may still settle its name: an image can change its kind.
    made = [part.produce() for part in parts]
    files = [("[Content_Types].xml", _types(parts)), ("_rels/.rels", _links(_entry(main), ""))]
    for part, data in zip(parts, made, strict=True):
        files.append((part.name, data))
        if part.links:
            folder, leaf = posixpath.split(part.name)
            files.append((f"{folder}/_rels/{leaf}.rels", _links(part.links, folder)))
    return pack(files)


def _entry(main: Part) -> list[tuple[str, str, Part]]:
    return [("rId1", "officeDocument", main)]


def _reached(main: Part) -> Iterator[Part]:
    seen: set[int] = set()
    waiting = [main]
    while waiting:
        part = waiting.pop(0)
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            waiting.extend(target for _, _, target in part.links)


def _types(parts: list[Part]) -> bytes:
    rows = [
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
    ]
    rows += [
        f"<Override PartName={quoteattr('/' + part.name)} "
        f"ContentType={quoteattr(part.content_type)}/>"
        for part in parts
    ]
    return _wrapped("Types", "content-types", rows)


def _links(links: list[tuple[str, str, Part]], folder: str) -> bytes:
    rows = [
        f'<Relationship Id="{made}" Type="{_type(kind)}" '
        f"Target={quoteattr(posixpath.relpath('/' + part.name, '/' + folder))}/>"
        for made, kind, part in links
    ]
    return _wrapped("Relationships", "relationships", rows)


def _type(kind: str) -> str:
    return f"{RELATIONSHIPS}/{kind}"


def _wrapped(name: str, space: str, rows: list[str]) -> bytes:
    body = "".join(rows)
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<{name} xmlns="{_PACKAGE}/{space}">{body}</{name}>'
    ).encode()
