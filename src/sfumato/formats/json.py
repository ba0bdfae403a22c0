"""JSON documents, lines of JSON, and single records with a "text".

All strings and numbers are slots; an edited number becomes a string. Resources of FHIR, wherever
they stand as a whole value, go through the FHIR walk.
"""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged
from sfumato.core.protocols import Intake, Written
from sfumato.formats.encoding import decode
from sfumato.formats.fhirwalk import FhirWalk, is_resource
from sfumato.formats.headings import fitting, label_within
from sfumato.formats.jsonsheet import Sheet
from sfumato.formats.jsontree import Node, parse_values


class Json:
    """Any JSON document; with `many`, any number of values one after another."""

    def __init__(self, *, many: bool = False) -> None:
        self._many = many

    def read(self, data: bytes, intake: Intake) -> Document:
        """Keys and values as lines."""
        sheet, _ = self._opened(data, intake)
        return sheet.document()

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The same JSON text with the edited literals in it."""
        sheet, walks = self._opened(data, intake)
        beside = [patch for walk in walks for patch in walk.security(edits)]
        notes = [note for walk in walks for note in walk.remarks(document, edits)]
        written, dropped = sheet.saved(document, edits, beside)
        return Written(written, notes=(*dict.fromkeys(notes), *dropped))

    def _opened(self, data: bytes, intake: Intake) -> tuple[Sheet, list[FhirWalk]]:
        source = decode(data)
        roots = parse_values(source.text, intake.limits)
        if not roots or (len(roots) > 1 and not self._many):
            raise Damaged("not one JSON value")
        sheet, walks = Sheet(source), []
        sheet.anchor()
        for number, root in enumerate(roots, 1):
            sheet.say("\n\n" if number > 1 else "")
            place = f"line {number} " if self._many else ""
            if is_resource(root):
                walk = FhirWalk(sheet, source.text, intake, place)
                walk.resource(root)
                walks.append(walk)
            else:
                walk_values(sheet, root, place)
        sheet.anchor()
        return sheet, walks


class Record:
    """One object whose "text" is the document; it comes first, so its offsets are its own.

    The "id" stays as it is; all other values follow as in any JSON document.
    """

    def read(self, data: bytes, intake: Intake) -> Document:
        """The text, then the other members."""
        sheet, name = self._opened(data, intake)
        return sheet.document(name)

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The same object with its edits made."""
        sheet, _ = self._opened(data, intake)
        written, notes = sheet.saved(document, edits)
        return Written(written, notes=notes)

    def _opened(self, data: bytes, intake: Intake) -> tuple[Sheet, str]:
        source = decode(data)
        roots = parse_values(source.text, intake.limits)
        if len(roots) != 1 or roots[0].kind != "object":
            raise Damaged("not one JSON object")
        sheet, name = Sheet(source), roots[0].get("id")
        text = roots[0].get("text")
        if text is not None and text.kind == "string":
            sheet.slot(text, "text")
        else:
            sheet.anchor()
            text = None
        leaf = name is not None and name.kind in ("string", "number")
        skipped = [member for member in (text, name if leaf else None) if member is not None]
        values = _Values(sheet, "")
        values.members(roots[0], skipped)
        sheet.anchor()
        return sheet, name.text if leaf and name is not None else ""


class _Values:
    """The walk over values that no schema explains."""

    def __init__(self, sheet: Sheet, place: str) -> None:
        self._sheet = sheet
        self._place = place
        self._count = 0

    def value(self, node: Node, keys: tuple[str, ...]) -> None:
        """One value under its keys, the innermost last."""
        if node.kind == "object":
            self.members(node, (), keys)
        elif node.kind == "array":
            for index, child in enumerate(node.children):
                self._sheet.say("\n" if index and not child.children else "")
                self.value(child, keys)
        elif node.kind == "word":
            self._sheet.say(f" {node.text}")
        else:
            self._leaf(node, keys)

    def members(self, node: Node, skipped: Sequence[Node], keys: tuple[str, ...] = ()) -> None:
        """The members of an object, save some."""
        for member in node.children:
            if not any(member is other for other in skipped):
                self._sheet.head(member)
                self.value(member, (*keys[-1:], member.name))

    def _leaf(self, node: Node, keys: tuple[str, ...]) -> None:
        self._count += 1
        label = None
        if keys:
            label = label_within(keys[0] if len(keys) > 1 else None, keys[-1])
        self._sheet.say(" ")
        place = f"{self._place}value {self._count}"
        self._sheet.slot(node, place, fitting(label, node.text))


def walk_values(sheet: Sheet, root: Node, place: str) -> None:
    """All keys and values of a JSON value that no schema explains."""
    _Values(sheet, place).value(root, ())


FORMAT = Json()
LINES = Json(many=True)
RECORD = Record()
