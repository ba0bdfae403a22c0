"""Repaint: pictures of a written file are looked at again, and what is still found is covered.

Recognition reads a picture a little differently when names in it are painted over, and what is
left of a line makes a detector claim words beside them. Nothing of that is explained away: the
written file is written once more with boxes over these words too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake, Written
from sfumato.core.span import Span
from sfumato.formats.registry import FORMATS
from sfumato.inspection import Inspected, intake_of

_LOOKS = 3
_NOTE = "more places in pictures painted over after another look"


def repainted(
    written: Written, seen: Inspected, intake: Intake, look: Callable[[Written], Inspected]
) -> tuple[Written, Inspected]:
    """The file with boxes over what its pictures still show, and what inspection saw of it."""
    count = 0
    for _ in range(_LOOKS):
        if not seen.shown or seen.missed or not seen.facts.same_text:
            break
        count += len(seen.shown)
        written = _covered(written, seen, intake, count=count)
        seen = look(written)
    return written, seen


def _covered(written: Written, seen: Inspected, intake: Intake, *, count: int) -> Written:
    wide = any(one.endswith(_NOTE) for one in written.notes)
    edits = tuple(map(_box, _lines(seen) if wide else seen.shown))
    again = intake_of(written, intake)
    made = FORMATS.load(seen.format).write(written.data, seen.again, edits, again)
    notes = [one for one in written.notes if not one.endswith(_NOTE)]
    return replace(made, extension=written.extension, notes=(*notes, f"{count} {_NOTE}"))


def _lines(seen: Inspected) -> Iterator[Span]:
    """The whole lines of what is found a second time: words of a half covered line breed others."""
    for block in seen.again.blocks:
        inside = [one for one in seen.shown if one.start < block.end and block.start < one.end]
        if inside and not block.certain:
            yield Span(block.start, block.end, inside[0].label)


def _box(span: Span) -> Edit:
    return Edit(span, f"[{span.label}]", "mask", "seen in a picture after its names were covered")
