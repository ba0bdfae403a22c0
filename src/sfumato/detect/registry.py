"""Registry: the built-in detectors by name, and all of them run over one document."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import cast

from sfumato.core.document import Document
from sfumato.core.errors import DetectorFailed, DetectorTimeout, SfumatoError
from sfumato.core.protocols import Detector, Reader, Reading
from sfumato.core.span import Span, resolve
from sfumato.core.speed import Speed
from sfumato.core.table import Table
from sfumato.detect.cells import in_blocks, within_cells
from sfumato.detect.echo import echo
from sfumato.detect.edges import widened
from sfumato.detect.join import is_soft, weighed, yielding
from sfumato.detect.whose import told_apart

RECOGNISER = "recogniser"
DETECTORS: Table[Callable[..., Detector]] = Table(
    "detectors",
    {
        RECOGNISER: "sfumato.detect.recogniser:Recogniser",
        "patterns": "sfumato.detect.tables:all_patterns",
        "dates": "sfumato.detect.dates:Dates",
        "ages": "sfumato.detect.ages:Ages",
        "names": "sfumato.detect.names:Names",
        "structure": "sfumato.detect.blocks:Blocks",
    },
)


def built_in(
    *, speed: Speed = "default", given: Mapping[str, Detector] = MappingProxyType({})
) -> dict[str, Detector]:
    """All detectors of the table by name, those that are given in place of their namesakes.

    Only the recogniser knows of speed.
    """
    options = {RECOGNISER: {"speed": speed}}
    return {
        name: given[name] if name in given else DETECTORS.load(name)(**options.get(name, {}))
        for name in DETECTORS.names()
    }


def detect_all(
    document: Document, detectors: Mapping[str, Detector], *, timeout_s: float
) -> tuple[Span, ...]:
    """Disjoint spans of all detectors, with the document pass. A failure is never skipped."""
    deadline = time.monotonic() + timeout_s
    firm: list[Span] = []
    soft: list[Span] = []
    read: list[Span] = []
    readings: list[Reading] = []
    for name, detector in detectors.items():
        spans, reading = _run(name, detector, document)
        if reading is not None:
            readings.append(reading)
            read += spans
        else:
            for span in spans:
                (soft if is_soft(name, span) else firm).append(span)
        if time.monotonic() > deadline:
            raise DetectorTimeout(f"detector {name} took over {timeout_s:g} s")
    firm += list(yielding(read, firm))
    spans = [*firm, *weighed(document.text, soft, firm, readings)]
    spans = [span for span in spans if not _is_field_name(document, span)]
    spans = widened(document.text, told_apart(document.text, resolve(spans)))
    spans += echo(document, spans)
    return in_blocks(document, resolve(spans))


def _run(
    name: str, detector: Detector, document: Document
) -> tuple[Sequence[Span], Reading | None]:
    failure = ""
    try:
        reads = _reads(type(detector))
        reading = cast(Reader, detector).read(document.text) if reads else None
        found = reading.spans() if reading else detector.detect(document)
        spans = list(within_cells(document, found) if reading else found)
    except SfumatoError:
        raise
    except Exception as error:
        failure = type(error).__name__
    if failure:
        raise DetectorFailed(f"detector {name} failed ({failure})")
    if any(span.end > len(document.text) for span in spans):
        raise DetectorFailed(f"detector {name} gave a span outside the text")
    return spans, reading


@cache
def _reads(kind: type[Detector]) -> bool:
    """Whether detectors of a class are readers; Python takes long to tell, so it is kept."""
    return issubclass(kind, Reader)


def _is_field_name(document: Document, span: Span) -> bool:
    """Whether a reader's own word between the blocks ("birthDate:") was taken for a login name."""
    return (
        span.label == "USERNAME"
        and document.text[span.start : span.end].isalpha()
        and bool(document.blocks)
        and not any(span.start < block.end and block.start < span.end for block in document.blocks)
    )
