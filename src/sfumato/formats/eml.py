"""Mail: headers, bodies, forwarded mails and attachments of every other format.

A mail is written anew from what was understood: the headers that may stay, the bodies, and the
parts that another format could clean. Everything else is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake, Written
from sfumato.formats.mailopen import open_message
from sfumato.formats.weave import changes, weave


class Eml:
    """Mail files (RFC 5322)."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """Headers first, then the parts in their order."""
        message = open_message(data, intake)
        return weave(message.pieces(), "", message.notes)

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The mail written anew."""
        message = open_message(data, intake)
        pieces = message.pieces()
        text, notes = message.save(changes(pieces, document, edits))
        if b"\r\n" in data[:2000]:
            text = text.replace(b"\n", b"\r\n")
        return Written(text, notes=notes)


FORMAT = Eml()
