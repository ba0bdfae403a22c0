"""The laws of a format, as functions that tests of the record formats call."""

from __future__ import annotations

import base64
import re

from sfumato.core.document import Document
from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.protocols import Format, Intake, Written
from sfumato.core.span import Span

INTAKE = Intake()


def unchanged(reader: Format, data: bytes, intake: Intake = INTAKE) -> bytes:
    """The written bytes with no edits, which must read back to the same text."""
    document = reader.read(data, intake)
    written = reader.write(data, document, (), intake)
    again = reader.read(written.data, _beside(written, intake))
    assert again.text == document.text
    assert reader.write(data, document, (), intake) == written
    return written.data


def masked(
    reader: Format, data: bytes, *secrets: str, intake: Intake = INTAKE, mask: str = "[X]"
) -> Written:
    """The file with every secret masked; it must read back spliced, with no secret left."""
    document = reader.read(data, intake)
    edits = [
        Edit(Span(found.start(), found.end(), "OTHER"), mask)
        for found in re.finditer("|".join(map(re.escape, secrets)), document.text)
    ]
    for secret in secrets:
        assert secret in document.text, f"the reader does not see {secret}"
    written = reader.write(data, document, edits, intake)
    expected = splice(document.text, block_edits(document, edits))
    assert reader.read(written.data, _beside(written, intake)).text == expected
    for secret in secrets:
        assert_gone(secret, written)
    return written


def assert_gone(secret: str, written: Written) -> None:
    """No trace of a text in any of the usual dresses."""
    for data in (written.data, *written.companions.values()):
        for encoding in ("utf-8", "utf-16-le", "latin-1"):
            assert secret.encode(encoding, "ignore") not in data
        for found in re.findall(rb"[A-Za-z0-9+/]{16,}={0,2}", data):
            plain = base64.b64decode(found[: len(found) // 4 * 4])
            assert secret.encode() not in plain


def labels(document: Document) -> dict[str, str | None]:
    """Text of each non-empty block -> its label."""
    return {
        document.text[block.start : block.end]: block.label
        for block in document.blocks
        if block.end > block.start
    }


def _beside(written: Written, intake: Intake) -> Intake:
    if not written.companions:
        return intake
    return Intake(intake.name, intake.images, intake.parts, intake.limits, 0, written.companions)
