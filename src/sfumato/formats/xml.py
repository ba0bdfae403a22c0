"""XML of any kind, FHIR in XML among them: every text and every attribute is readable.

The source is edited in place: its encoding, line ends, prefixes and indentation stay. Comments,
processing instructions and the document type are left out; entities are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake, Limits, Written
from sfumato.formats.charset import Found, declared_in, text_of
from sfumato.formats.fhirxml import FHIR, Labels, is_fhir
from sfumato.formats.headings import label_within
from sfumato.formats.tape import Tape
from sfumato.formats.xmltoken import cleaned, tokens_of
from sfumato.formats.xmlwalk import Element, Schema, walk

_VALUES = frozenset({"value", "val", "v", "text"})


class Plain:
    """XML that no schema explains: names of elements and attributes are headings."""

    def label(self, element: Element, attribute: str | None, value: str) -> str | None:
        """What the name stands for, inside the element around it."""
        if attribute is None or attribute in _VALUES:
            return label_within(element.parent.name if element.parent else None, element.name)
        return label_within(element.name, attribute)

    def quiet(self, element: Element, attribute: str, value: str) -> bool:
        """Everything is shown."""
        return False

    def file_kind(self, element: Element, attribute: str | None) -> str | None:
        """Files are told by their content."""
        return None

    def drops(self, element: Element, attribute: str | None) -> bool:
        """Nothing is dropped unread."""
        return False


@dataclass(frozen=True, slots=True)
class _Opened:
    found: Found
    source: str = field(repr=False)
    tape: Tape = field(repr=False)
    labels: Labels | None = field(default=None, repr=False)


class Xml:
    """XML documents under a schema, or under the one that their root names."""

    def __init__(
        self,
        schema: Schema | None = None,
        *,
        prepare: Callable[[str, Limits], str] | None = None,
    ) -> None:
        self._schema = schema
        self._prepare = prepare

    def read(self, data: bytes, intake: Intake) -> Document:
        """Texts and attributes as lines under their names."""
        return self._opened(data, intake).tape.document()

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The same XML with the edited values in it."""
        opened = self._opened(data, intake)
        text, notes = opened.tape.saved(opened.source, document, edits)
        if opened.labels:
            text = opened.labels.put(text, edits, intake.limits)
        found = opened.found
        return Written(found.bom + text.encode(found.encoding, "xmlcharrefreplace"), notes=notes)

    def _opened(self, data: bytes, intake: Intake) -> _Opened:
        found = text_of(data, declared_in(data))
        source, gone = cleaned(found.text, intake.limits)
        if self._prepare:
            source = self._prepare(source, intake.limits)
        schema, labels = self._schema, None
        if schema is None and is_fhir(source):
            source, labels = Labels.taken(source, intake.limits)
            schema = FHIR
        tape = walk(tokens_of(source, intake.limits), schema or Plain(), intake)
        if gone:
            tape.notes.append(f"comments, instructions and document type dropped ({gone})")
        return _Opened(found, source, tape, labels)


FORMAT = Xml()
