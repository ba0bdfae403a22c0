"""The walk over FHIR R4 resources: labels by element, references in parts, attachments inside."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged, InputError
from sfumato.core.protocols import Intake
from sfumato.formats import fhirtable as table
from sfumato.formats.attachment import KINDS, Attachment, open_attachment, save_attachment
from sfumato.formats.headings import fitting
from sfumato.formats.html import read_html, write_html
from sfumato.formats.jsonsheet import Part, Quiet, Sheet
from sfumato.formats.jsontree import Node
from sfumato.formats.patch import Patch

SECURITY = "http://terminology.hl7.org/CodeSystem/v3-ObservationValue"
_TOKENS = frozenset({"token", "surrogate", "role", "pseudonym", "dateshift"})
_RESOURCE = re.compile(
    rf"(.*?)({'|'.join(sorted(table.RESOURCES, key=len, reverse=True))})/([^/]*)(/_history/.*)?",
    re.DOTALL,
)
_LOOKED_UP = frozenset(
    {"resourceType", "id", "meta", "security", "data", "hash", "size", "contentType", "text"}
    | {"div", "system", "code", "url", "reference", "type", "contained", "origin", "who"}
    | {"dimensions", "sigFormat", "coding", "photo"}
)
_SMALL_VERSION = re.compile(r"/_history/\d{1,4}", re.ASCII)


def security_code(edits: Sequence[Edit]) -> str:
    """What was done to a resource, as a code of v3-ObservationValue."""
    return "PSEUDED" if any(edit.operator in _TOKENS for edit in edits) else "REDACTED"


def is_resource(node: Node) -> bool:
    """Whether a value is a FHIR resource."""
    return node.kind == "object" and node.word("resourceType") in table.RESOURCES


@dataclass(frozen=True, slots=True)
class Where:
    """The resource, the elements from its root, and the object around the current value."""

    resource: str = ""
    path: tuple[str, ...] = ()
    parent: Node = field(default_factory=lambda: Node("object", 0, 0), repr=False)
    contained: bool = False

    def into(self, node: Node, name: str) -> Where:
        """The place inside an object."""
        return replace(self, parent=node, path=(*self.path, name) if name else self.path)


class FhirWalk:
    """One value of a file that is a resource or a Bundle."""

    def __init__(self, sheet: Sheet, source: str, intake: Intake, place: str) -> None:
        self._sheet = sheet
        self._source = source
        self._intake = intake
        self._place = place
        self._count = 0
        self._resources: list[Node] = []
        self._types: dict[str, str] = {}

    def resource(self, node: Node, *, contained: bool = False) -> None:
        """A resource with all that it contains."""
        if not contained:
            self._resources.append(node)
        _check(node)
        self._types.update(_local_types(node))
        where = Where(node.word("resourceType"), (), node, contained)
        for member in node.children:
            self._member(member, where)

    def security(self, edits: Sequence[Edit]) -> Iterator[Patch]:
        """The security label of every resource: what was done to it.

        REDACTED says that parts are gone; PSEUDED that some were replaced by pseudonyms. ANONYED
        would promise what no masking can. Contained resources carry none (rule dom-5).
        """
        code = security_code(edits)
        for node in self._resources:
            yield from _labelled(node, code, self._source)

    def remarks(self, document: Document, edits: Sequence[Edit]) -> Iterable[str]:
        """What a reader of the output should know."""
        if any(edit.span.label == "DATE" and not edit.keeps for edit in edits):
            yield "masked FHIR dates are no valid dates"

    def _member(self, member: Node, where: Where) -> None:
        name = member.name
        if name == "security" and where.path == ("meta",):
            return
        if name == "meta" and not where.path and _only_security(member):
            return
        if name in ("photo",) and where.resource in (*table.PERSONS, "HealthcareService"):
            self._sheet.remove(where.parent, member, f"{self._place}photo dropped")
            return
        if name in ("data", "valueBase64Binary", "hash", "size") and self._binary(member, where):
            return
        if name == "div" and where.path[-1:] == ("text",) and member.kind == "string":
            self._narrative(member, where)
            return
        self._sheet.head(member)
        self._value(member, name, where)

    def _value(self, node: Node, name: str, where: Where) -> None:
        if node.kind == "array":
            for index, child in enumerate(node.children):
                self._sheet.say("\n" if index and child.kind not in ("object", "array") else "")
                self._value(child, name, where)
        elif node.kind == "object" and node.get("resourceType"):
            self.resource(node, contained=where.contained or name == "contained")
        elif node.kind == "object":
            _check(node)
            inner = where.into(node, name)
            for member in node.children:
                self._member(member, inner)
        elif node.kind == "word":
            self._sheet.say(f" {node.text}")
        else:
            self._leaf(node, name, where)

    def _leaf(self, node: Node, name: str, where: Where) -> None:
        self._sheet.say(" ")
        self._count += 1
        place = f"{self._place}{where.resource} value {self._count}".strip()
        if _stays(node, name, where):
            return
        if node.kind == "string" and name in table.ADDRESSES:
            self._sheet.split(node, place, self._address(node.text, where))
        elif node.kind == "string" and name == "id" and not where.path:
            self._sheet.split(node, place, _id_parts(node.text, where.resource))
        else:
            self._sheet.slot(node, place, fitting(label_at(node, name, where), node.text))

    def _address(self, text: str, where: Where) -> list[Part]:
        """The address of a resource: server, type and id apart."""
        if text.startswith("#"):
            return ["#", *_id_parts(text[1:], self._types.get(text[1:], ""))]
        if text.startswith("urn:uuid:") and table.UUID.fullmatch(text[9:]):
            return [Quiet(text)]
        found = _RESOURCE.fullmatch(text)
        if found is None:
            meant = table.WHO.get(where.path[-1], "") if where.path else ""
            return [(text, table.IDS.get(meant, "URL" if "://" in text else "CONTACT_ID"))]
        base, kind, own, version = found.groups()
        parts: list[Part] = [(base, "URL" if base else None), f"{kind}/", *_id_parts(own, kind)]
        if version:
            parts.append(Quiet(version) if _SMALL_VERSION.fullmatch(version) else (version, None))
        return parts

    def _narrative(self, node: Node, where: Where) -> None:
        """The XHTML of a resource, read as a page of its own."""
        document: Document | None = None
        try:
            document = read_html(node.text, intake=self._intake, xml=True)
        except InputError:
            if self._intake.parts == "refuse":
                raise
        if document is None:
            self._sheet.remove(where.parent, node, f"{self._place}narrative dropped")
            return

        def save(edits: tuple[Edit, ...]) -> tuple[str, Iterable[Patch], Iterable[str]]:
            text = write_html(node.text, document, edits, intake=self._intake, xml=True)
            return text, (), ()

        self._sheet.nest(node, document, f"{self._place}narrative", save)

    def _binary(self, member: Node, where: Where) -> bool:
        """Whether a member belongs to base64 content, and is dealt with here."""
        holder = where.parent
        if member.name in ("hash", "size"):
            content = holder.get("data")
            return content is not None and content.kind == "string"
        sampled = holder.get("origin") is not None or holder.get("dimensions") is not None
        if member.kind != "string" or (member.name == "data" and sampled):
            return False
        self._count += 1
        place = f"{self._place}attachment {self._count}"
        opened: Attachment | str = f"{place} dropped (signature)"
        if holder.get("sigFormat") is None and holder.get("who") is None:
            opened = open_attachment(member.text, holder.word("contentType"), place, self._intake)
        if isinstance(opened, str):
            self._sheet.remove(holder, member, opened)
            for name in ("hash", "size"):
                if beside := holder.get(name):
                    self._sheet.remove(holder, beside)
        else:
            self._nest(member, holder, opened)
        return True

    def _nest(self, member: Node, holder: Node, opened: Attachment) -> None:
        def save(edits: tuple[Edit, ...]) -> tuple[str, Iterable[Patch], Iterable[str]]:
            saved = save_attachment(opened, edits, self._intake)
            beside = list(_measures(holder, saved.data))
            kind = holder.get("contentType")
            if saved.extension and kind:
                told = KINDS.get(saved.extension, "application/octet-stream")
                beside.append(Patch(kind.start, kind.end, json.dumps(told)))
            return saved.base64, beside, saved.notes

        self._sheet.nest(member, opened.nested.document, opened.nested.place, save)


def _check(node: Node) -> None:
    """Members that the walk looks up must not stand twice: the second would pass unseen."""
    names = [member.name for member in node.children if member.name in _LOOKED_UP]
    if len(names) != len(set(names)):
        raise Damaged("a FHIR element stands twice")


def _only_security(member: Node) -> bool:
    return member.kind == "object" and all(child.name == "security" for child in member.children)


def _local_types(node: Node) -> Iterator[tuple[str, str]]:
    """The ids of contained resources with their types."""
    contained = node.get("contained")
    for child in contained.children if contained else ():
        yield child.word("id"), child.word("resourceType")


def _id_parts(text: str, resource: str) -> list[Part]:
    if table.UUID.fullmatch(text) or table.LOCAL_ID.fullmatch(text):
        return [Quiet(text)]
    return [(text, table.IDS.get(resource, "CONTACT_ID"))]


def _stays(node: Node, name: str, where: Where) -> bool:
    """Whether a string is a code of the standard that says nothing of anybody."""
    text = node.text
    if node.kind != "string":
        return False
    if name == "resourceType":
        return text in table.RESOURCES
    if name in ("system", "profile") or (name == "url" and "extension" in _last(where).lower()):
        return table.TERMINOLOGY.fullmatch(text) is not None
    if name == "code":
        system = where.parent.word("system")
        return bool(table.TERMINOLOGY.fullmatch(system) and table.CODE.fullmatch(text))
    if name == "contentType":
        return table.MEDIA_TYPE.fullmatch(text) is not None
    return False


def _last(where: Where) -> str:
    return where.path[-1] if where.path else ""


def label_at(node: Node, name: str, where: Where) -> str | None:
    """What the element at this place stands for."""
    holder = _last(where)
    if name in table.LEAVES:
        return table.LEAVES[name]
    if table.DATE.fullmatch(node.text) or (
        table.YEAR.fullmatch(node.text) and table.DATED.fullmatch(name)
    ):
        return "DATE"
    if holder in table.AGES and name == "value":
        return "AGE"
    if holder in table.NAME_HOLDERS and name in table.NAME_PARTS:
        return _person(where)
    if holder in table.ADDRESS_HOLDERS and name in table.ADDRESS_PARTS:
        return table.ADDRESS_PARTS[name]
    if name == "value" and holder.lower().endswith("identifier"):
        return _identifier(where)
    if name == "value" and holder in ("telecom", "valueContactPoint"):
        return table.TELECOMS.get(where.parent.word("system"), "PHONE")
    return _plain_label(name, where)


def _plain_label(name: str, where: Where) -> str | None:
    if name in ("name", "alias") and not where.path:
        return table.NAMED.get(where.resource)
    if name == "name" and _last(where) == "contact":
        return "DOCTOR"
    if name.startswith("value") and "extension" in _last(where).lower():
        return table.EXTENSIONS.get(where.parent.word("url").rpartition("/")[2])
    if name == "display" and where.parent.get("system") is None:
        meant = _meant(where)
        return table.PERSONS.get(meant) or table.NAMED.get(meant)
    return None


def _person(where: Where) -> str:
    if "contact" in where.path:
        return "RELATIVE" if where.resource == "Patient" else "DOCTOR"
    return table.PERSONS.get(where.resource, "PATIENT")


def _meant(where: Where) -> str:
    """The type of resource that a reference means."""
    found = _RESOURCE.fullmatch(where.parent.word("reference"))
    stated = where.parent.word("type")
    if found or stated in table.RESOURCES:
        return found.group(2) if found else stated
    return next((table.WHO[name] for name in reversed(where.path) if name in table.WHO), "")


def _identifier(where: Where) -> str:
    kind = where.parent.get("type")
    codings = kind.get("coding") if kind else None
    for coding in codings.children if codings else ():
        if coding.word("code") in table.IDENTIFIER_TYPES:
            return table.IDENTIFIER_TYPES[coding.word("code")]
    meant = [table.WHO[name] for name in where.path if name in table.WHO]
    return table.IDS.get(meant[-1] if meant else where.resource, "CONTACT_ID")


def _measures(holder: Node, data: bytes) -> Iterator[Patch]:
    """The size and the SHA-1 hash of an attachment, as FHIR defines them."""
    if size := holder.get("size"):
        yield Patch(size.start, size.end, str(len(data)))
    if digest := holder.get("hash"):
        found = hashlib.sha1(data, usedforsecurity=False).digest()
        yield Patch(digest.start, digest.end, f'"{base64.b64encode(found).decode()}"')


def _labelled(node: Node, code: str, source: str) -> Iterator[Patch]:
    """The patch that puts the security label into a resource; other labels stay as bare codes."""
    meta = node.get("meta")
    security = meta.get("security") if meta else None
    codings = _security(security, code)
    if security:
        yield Patch(security.start, security.end, codings)
    elif meta and meta.kind == "object":
        comma = "," if meta.children else ""
        yield Patch(meta.start + 1, meta.start + 1, f'"security":{codings}{comma}')
    elif meta is None and (first := node.get("resourceType")) and first.key:
        between = source[first.key.end : first.start]
        before = node.children.index(first)
        last_end = node.start + 1 if before == 0 else node.children[before - 1].end
        space = source[last_end : first.key.start].replace(",", "")
        text = f',{space}"meta"{between}{{"security":{codings}}}'
        yield Patch(first.end, first.end, text)


def _security(found: Node | None, code: str) -> str:
    kept = [{"system": SECURITY, "code": code}]
    for coding in found.children if found else ():
        system, own = coding.word("system"), coding.word("code")
        known = system.startswith("http://terminology.hl7.org/") and re.fullmatch(
            "[A-Z]{1,12}", own
        )
        if known and table.TERMINOLOGY.fullmatch(system):
            kept.append({"system": system, "code": own})
    unique = {(coding["system"], coding["code"]): coding for coding in kept}
    return json.dumps(list(unique.values()))
