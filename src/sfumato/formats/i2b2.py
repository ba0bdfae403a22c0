"""i2b2 2014 and MEDDOCAN XML: a TEXT and TAGS with offsets, which follow the text.

The file is written anew from what the format defines: the text, and each tag with its id, type,
moved offsets and the text it covers in the output. Comments of annotators are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.errors import Damaged
from sfumato.core.offsets import OffsetMap, map_of
from sfumato.core.protocols import Intake, Limits, Written
from sfumato.formats.markup import parse_xml, xml_text

_WORD = re.compile(r"[A-Za-z_][A-Za-z_-]{0,59}\d?", re.ASCII)
_ID = re.compile(r"[A-Za-z]{1,3}\d{1,6}", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Tag:
    """One annotation: the element's name, its id and type, and its range."""

    name: str
    id: str
    type: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Annotated:
    """A file taken apart; `dropped` counts the tags and comments that do not pass."""

    root: str
    text: str = field(repr=False)
    tags: tuple[_Tag, ...]
    dropped: int


class I2b2:
    """XML files with a TEXT element and standoff TAGS."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """The content of TEXT; offsets are those of the tags."""
        text = _opened(data, intake.limits).text
        return Document("", text, (Block(0, len(text), "text"),))

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The file with its text edited and its tags moved."""
        found = _opened(data, intake.limits)
        text = xml_text(splice(document.text, edits))
        offsets = map_of(edits, document)
        tags = [_written(tag, text, offsets) for tag in found.tags]
        lines = [line for line in tags if line]
        lost = found.dropped + len(tags) - len(lines)
        head = '<?xml version="1.0" encoding="UTF-8"?>'
        body = "".join(f"    {line}\n" for line in lines)
        written = (
            f"{head}\n<{found.root}>\n  <TEXT>{_content(text)}</TEXT>\n"
            f"  <TAGS>\n{body}  </TAGS>\n</{found.root}>\n"
        )
        notes = (f"{lost} tags or comments dropped",) if lost else ()
        return Written(written.encode(), notes=notes)


def _opened(data: bytes, limits: Limits) -> _Annotated:
    root = parse_xml(data, limits, bare=True)
    text = root.find("TEXT")
    if text is None or len(text):
        raise Damaged("no TEXT element of plain text")
    holders = root.findall("TAGS")
    dropped = 0
    tags: list[_Tag] = []
    for element in [child for holder in holders for child in holder]:
        tag = _tag(element, len(text.text or ""))
        dropped += tag is None or bool(element.get("comment"))
        tags += [tag] if tag else []
    name = str(root.tag)
    known = name if _WORD.fullmatch(name) else "deIdi2b2"
    return _Annotated(known, text.text or "", tuple(tags), dropped)


def _tag(element: etree._Element, length: int) -> _Tag | None:
    name, own, kind = str(element.tag), element.get("id", ""), element.get("TYPE", "")
    start, end = element.get("start", ""), element.get("end", "")
    words = _WORD.fullmatch(name) and _WORD.fullmatch(kind) and _ID.fullmatch(own)
    if not words or not _NUMBER.fullmatch(start) or not _NUMBER.fullmatch(end):
        return None
    if not int(start) < int(end) <= length:
        return None
    return _Tag(name, own, kind, int(start), int(end))


def _written(tag: _Tag, text: str, offsets: OffsetMap) -> str | None:
    start, end = offsets.moved(tag.start, tag.end)
    if start >= end:
        return None
    covered = quoteattr(text[start:end], {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
    return (
        f'<{tag.name} id="{tag.id}" start="{start}" end="{end}" text={covered}'
        f' TYPE="{tag.type}" comment=""/>'
    )


def _content(text: str) -> str:
    """The text as character data; a bare return would be read as a line end (XML 1.0, 2.11)."""
    if "\r" in text:
        return escape(text, {"\r": "&#13;"})
    return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"


FORMAT = I2b2()
