"""BRAT: the .ann file of one document; offsets count a byte order mark of UTF-8."""

from __future__ import annotations

from collections.abc import Sequence

from sfumato.evaluate.carry import Carried, Target, only
from sfumato.evaluate.note import BYTE_ORDER_MARK
from sfumato.formats.brat import carried
from sfumato.formats.encoding import decode


def carry(data: bytes, targets: Sequence[Target], keep_notes: bool) -> Carried:
    """Text-bound lines at their new places, and the lines that point to them."""
    target, source = only(targets), decode(data)
    after = BYTE_ORDER_MARK * target.ahead + target.text
    offsets = target.offsets.shifted(target.ahead)
    lines, tally = carried(source.text, after, offsets, keep_notes=keep_notes)
    return Carried(source.encode("".join(f"{line}\n" for line in lines)), tally)
