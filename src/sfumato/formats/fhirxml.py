"""FHIR R4 in XML: the labels of the JSON form, found for elements with a "value"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sfumato.core.edit import Edit
from sfumato.core.protocols import Limits
from sfumato.formats import fhirtable as table
from sfumato.formats.fhirwalk import SECURITY, Where, label_at, security_code
from sfumato.formats.jsontree import Node
from sfumato.formats.patch import Patch, patched
from sfumato.formats.xmltoken import Token, escaped_value, tokens_of
from sfumato.formats.xmlwalk import Element, local, tree

_FHIR_ROOT = re.compile(r"<(?:\w+:)?([A-Z]\w+)\s[^>]{0,2000}?[\"']http://hl7\.org/fhir[\"']")
_LABEL = re.compile("[A-Z]{1,12}")
_FILES = frozenset({"data", "valueBase64Binary"})
_BEFORE_SECURITY = frozenset({"extension", "versionId", "lastUpdated", "source", "profile"})


class Fhir:
    """Elements of resources; what is in no table is found by detectors alone."""

    def label(self, element: Element, attribute: str | None, value: str) -> str | None:
        """What a value stands for, as in JSON."""
        if attribute == "id":
            return None
        holder = element if attribute in ("value", None) else None
        if holder is None or not (where := _where(holder)):
            return None
        if holder.name == "id" and not where.path:
            return table.IDS.get(where.resource, "CONTACT_ID")
        if holder.name in ("reference", "fullUrl"):
            return _referred(value)
        return label_at(Node("string", 0, 0, text=value), holder.name, where)

    def quiet(self, element: Element, attribute: str, value: str) -> bool:
        """Codes of the standard and addresses of its terminology."""
        if attribute == "url" or element.name in ("system", "profile"):
            return table.TERMINOLOGY.fullmatch(value) is not None
        if element.name == "code" and attribute == "value":
            system = _beside(element, "system")
            return bool(table.TERMINOLOGY.fullmatch(system) and table.CODE.fullmatch(value))
        if element.name in ("id", "reference", "fullUrl") and attribute == "value":
            own = value.removeprefix("urn:uuid:").removeprefix("#").rpartition("/")[2]
            kind = value[: len(value) - len(own)].removeprefix("urn:uuid:").strip("#/")
            local_id = table.UUID.fullmatch(own) or table.LOCAL_ID.fullmatch(own)
            return bool(local_id) and kind in ("", *table.RESOURCES)
        return element.name == "contentType" and table.MEDIA_TYPE.fullmatch(value) is not None

    def file_kind(self, element: Element, attribute: str | None) -> str | None:
        """The content type beside base64 data; samples of a signal are numbers."""
        if element.name not in _FILES or attribute != "value" or _beside(element, "dimensions"):
            return None
        return _beside(element, "contentType")

    def drops(self, element: Element, attribute: str | None) -> bool:
        """Photographs, signatures, and hashes of what was changed."""
        around = element.parent.name if element.parent else ""
        if around == "photo" or (element.name == "data" and _beside(element, "sigFormat")):
            return attribute == "value"
        return element.name == "hash" and bool(_beside(element, "data"))


def is_fhir(source: str) -> bool:
    """Whether the root of a document is a FHIR resource."""
    found = _FHIR_ROOT.search(source[:4000])
    return found is not None and found[1] in table.RESOURCES


@dataclass(frozen=True, slots=True)
class Labels:
    """The security labels that resources came with: system and code, where both are known."""

    kept: tuple[tuple[tuple[str, str], ...], ...] = field(repr=False)

    @classmethod
    def taken(cls, source: str, limits: Limits) -> tuple[str, Labels]:
        """The source without its security labels, and the labels."""
        tokens = tokens_of(source, limits)
        elements = tree(tokens)
        kept = tuple(tuple(_known(one)) for one in elements.values() if _is_labelled(one))
        gone = [
            Patch(tokens[index].start, tokens[_closing(tokens, index)].end, "")
            for index, one in elements.items()
            if one.name == "security" and one.parent and _is_meta(one.parent)
        ]
        return patched(source, gone), cls(kept)

    def put(self, text: str, edits: Sequence[Edit], limits: Limits) -> str:
        """The text with a label in every resource that says what was done to it."""
        tokens = tokens_of(text, limits)
        elements = tree(tokens)
        resources = [index for index, one in elements.items() if _is_labelled(one)]
        patches = []
        for index, kept in zip(resources, self.kept, strict=True):
            own = ((SECURITY, security_code(edits)), *kept)
            patches.append(_patch(tokens, elements, index, tuple(dict.fromkeys(own))))
        return patched(text, patches)


def _patch(
    tokens: Sequence[Token],
    elements: dict[int, Element],
    index: int,
    codings: tuple[tuple[str, str], ...],
) -> Patch:
    prefix = tokens[index].name.removesuffix(local(tokens[index].name))
    text = "".join(
        f'<{prefix}security><{prefix}system value="{escaped_value(system)}"/>'
        f'<{prefix}code value="{escaped_value(code)}"/></{prefix}security>'
        for system, code in codings
    )
    own = elements[index].first
    meta = own.get("meta")
    if meta is None:
        return _behind(tokens, index, own.get("id"), f"<{prefix}meta>{text}</{prefix}meta>")
    if tokens[meta.number].closed:
        start, end = tokens[meta.number].start, tokens[meta.number].end
        return Patch(start, end, f"<{prefix}meta>{text}</{prefix}meta>")
    before = [one for one in meta.children if one.name in _BEFORE_SECURITY]
    return _behind(tokens, meta.number, before[-1] if before else None, text)


def _behind(tokens: Sequence[Token], holder: int, behind: Element | None, text: str) -> Patch:
    """A patch behind a child, or at the start of its holder."""
    token = tokens[holder] if behind is None else tokens[_closing(tokens, behind.number)]
    if behind is None and token.closed:
        return Patch(token.end, token.end, "")
    return Patch(token.end, token.end, text)


def _closing(tokens: Sequence[Token], index: int) -> int:
    """The number of the tag that closes an element."""
    depth = 0
    for at in range(index, len(tokens)):
        token = tokens[at]
        depth += (token.kind == "start" and not token.closed) - (token.kind == "end")
        if depth == 0:
            return at
    return index


def _is_labelled(element: Element) -> bool:
    """Whether an element is a resource, contained ones left out (rule dom-5)."""
    holder = element.parent.name if element.parent else ""
    return element.name in table.RESOURCES and holder in ("", "resource") and not any(
        one.name == "contained" for one in element.up()
    )  # fmt: skip


def _is_meta(element: Element) -> bool:
    return element.name == "meta" and bool(
        element.parent and element.parent.name in table.RESOURCES
    )


def _known(resource: Element) -> Iterator[tuple[str, str]]:
    meta = resource.first.get("meta")
    for one in meta.children if meta else ():
        system, code = _value(one.first.get("system")), _value(one.first.get("code"))
        standard = system.startswith("http://terminology.hl7.org/")
        known = standard and table.TERMINOLOGY.fullmatch(system) and _LABEL.fullmatch(code)
        if one.name == "security" and known:
            yield system, code


def _value(element: Element | None) -> str:
    return element.attributes.get("value", "") if element else ""


def _beside(element: Element, name: str) -> str:
    return _value(element.parent.first.get(name)) if element.parent else ""


def _referred(address: str) -> str:
    """What the address of a resource tells."""
    kind = address.rpartition("/")[0].rpartition("/")[2]
    return table.IDS.get(kind, "CONTACT_ID")


def _where(element: Element) -> Where | None:
    """The resource around an element and the way to it, as the JSON walk has them."""
    path: list[str] = []
    for one in element.up():
        if one is not element:
            if one.name in table.RESOURCES:
                return Where(one.name, tuple(reversed(path)), _object(element.parent))
            path.append(one.name)
    return None


def _object(element: Element | None) -> Node:
    """An element as the object that it is in JSON, as far as labels depend on it."""
    found = Node("object", 0, 0)
    if element is None:
        return found
    found.children = [
        _string(name, _value(element.first[name]))
        for name in ("system", "reference", "type")
        if name in element.first and "value" in element.first[name].attributes
    ]
    if url := element.attributes.get("url"):
        found.children.append(_string("url", url))
    if (kind := element.first.get("type")) and kind.children:
        codes = [_string("code", _beside_code(one)) for one in kind.children]
        codings = [Node("object", 0, 0, children=[code]) for code in codes]
        coding = Node("array", 0, 0, key=_string("", "coding"), children=codings)
        found.children.append(Node("object", 0, 0, _string("", "type"), [coding]))
    return found


def _beside_code(coding: Element) -> str:
    return _value(coding.first.get("code"))


def _string(name: str, text: str) -> Node:
    key = Node("string", 0, 0, text=name) if name else None
    return Node("string", 0, 0, key=key, text=text)


FHIR = Fhir()
