"""Mailboxes: mails behind each other, each read and written as a mail (RFC 4155, mboxrd quoting).

The line before each mail, which names its sender and the time of delivery, becomes a neutral one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.errors import Damaged, Dangerous, SfumatoError, TooLarge
from sfumato.core.protocols import Intake, Written
from sfumato.formats.mailopen import open_message
from sfumato.formats.mailpart import Message
from sfumato.formats.weave import Nested, changes, weave

_ENVELOPE = b"From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n"
_START = re.compile(rb"(?:\AFrom [^\n]*|(?<=\n)From \S+ [^\n]*\d:\d\d[^\n]*)\n?")
_LAST_END = re.compile(rb"\r?\n\Z")
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
_TO_QUOTE = re.compile(rb"^(>*From )", re.MULTILINE)


class Mbox:
    """Mailbox files."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """The mails in their order."""
        mails, notes = _opened(data, intake)
        return weave([nested for _, nested in mails], "", notes)

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The mails written anew, behind neutral envelope lines."""
        mails, _ = _opened(data, intake)
        pieces = [nested for _, nested in mails]
        touched = {change.index: change.edits for change in changes(pieces, document, edits)}
        written, notes = [], []
        for index, (message, nested) in enumerate(mails):
            inner = changes(message.pieces(), nested.document, touched.get(index, ()))
            text, said = message.save(inner)
            end = b"\n" if text.endswith(b"\n") else b"\n\n"
            written.append(_ENVELOPE + _TO_QUOTE.sub(rb">\1", text) + end)
            notes += [f"mail {index + 1}: {note}" for note in said]
        text = b"".join(written)
        return Written(_as_came(text, data), notes=tuple(notes))


def _as_came(text: bytes, data: bytes) -> bytes:
    return text.replace(b"\n", b"\r\n") if b"\r\n" in data[:2000] else text


def _opened(data: bytes, intake: Intake) -> tuple[list[tuple[Message, Nested]], list[str]]:
    mails: list[tuple[Message, Nested]] = []
    notes: list[str] = []
    for number, part in enumerate(_mails(data, intake), 1):
        place, dropped = f"mail {number}", ""
        try:
            message = open_message(part, intake.inner("mail.eml"))
        except SfumatoError as error:
            if intake.parts == "refuse" or isinstance(error, TooLarge | Dangerous):
                raise
            dropped = error.code
        if dropped:
            notes.append(f"{place} dropped ({dropped})")
            continue
        document = weave(message.pieces(), "", message.notes)
        mails.append((message, Nested(document, place)))
    if not mails:
        raise Damaged("a mailbox without mails that can be read")
    return mails, notes


def _mails(data: bytes, intake: Intake) -> list[bytes]:
    """Each mail without its envelope line and the empty line after it, quoting undone."""
    starts = list(_START.finditer(data))
    if len(starts) > intake.limits.max_parts:
        raise TooLarge("too many mails in a mailbox")
    if not starts or data[: starts[0].start()].strip():
        raise Damaged("a mailbox that does not begin with an envelope line")
    ends = [*(match.start() for match in starts[1:]), len(data)]
    parts = (data[match.end() : end] for match, end in zip(starts, ends, strict=True))
    return [_QUOTED.sub(rb"\1", _LAST_END.sub(b"", part)) for part in parts]


FORMAT = Mbox()
