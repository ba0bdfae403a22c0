"""Plain text and Markdown: one block, written back in the encoding it came in."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.protocols import Intake, Written
from sfumato.formats.encoding import decode


class Txt:
    """Text files as they are."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """One block over the whole text."""
        text = decode(data).text
        return Document("", text, (Block(0, len(text), "text"),))

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The text with its edits, in the same encoding."""
        return Written(decode(data).encode(splice(document.text, edits)))


FORMAT = Txt()
