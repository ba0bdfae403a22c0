"""Recogniser: the trained network reads a text piece by piece and says what each token is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from sfumato.core.document import Document
from sfumato.core.span import Span
from sfumato.core.speed import Speed
from sfumato.detect.lexicon import Lexicon
from sfumato.detect.pieces import FLAGS, Cutter, Pieces
from sfumato.detect.sureness import sureness
from sfumato.detect.tags import OUTSIDE, TAGS, best_spans
from sfumato.detect.windows import Window, windows_over

NAME = "recogniser"

_DATA = files("sfumato.data") / "recogniser"
_AT_ONCE = 512
"""Places that go through the network together; more of them help no more."""
_STEP = 16
LEANS: dict[Speed, float] = {"default": -1.0, "fast": -1.6}
"""A miss is worse than a false alarm. The small network, which doubts more, leans further: so it
misses no more than the large one, and gives more false alarms."""
_DOUBTFUL = -3.0
"""How far outside may lead before a span is not worth a mention."""
_HALF, _BELOW_HALF = 0.5, 0.499
_FAR = np.float32(-1e4)
_BITS = np.arange(FLAGS, dtype=np.int32)

Floats = NDArray[np.float32]


@cache
def cutter() -> Cutter:
    """The cutter of the bundled vocabulary and lexicon."""
    pieces = (_DATA / "vocabulary.txt").read_text("ascii").splitlines()
    return Cutter(pieces, Lexicon((_DATA / "lexicon.bin").read_bytes()).flags)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the network says of a text: log-probabilities of the tags, one row a token."""

    pieces: Pieces
    scores: Floats
    lean: float = 0.0
    """What is added to outside: below 0, something is taken though outside leads a little."""

    def spans(self) -> Iterator[Span]:
        """The spans of the best legal row of tags, and between them those it nearly took.

        A score says how likely there is an identifier at all, not how likely it is this label.
        What the row takes never has less than 0.5, and what it leaves out less than that.
        """
        taken = bytearray(len(self.scores))
        for first, stop, label in best_spans(self.scores, lean=self.lean):
            taken[first:stop] = bytes(stop - first).replace(b"\0", b"\1")
            yield self._span(first, stop, label, max(_HALF, self._sure(first, stop)))
        for first, stop, label in best_spans(self.scores, lean=_DOUBTFUL):
            if not any(taken[first:stop]):
                yield self._span(first, stop, label, min(_BELOW_HALF, self._sure(first, stop)))

    def _sure(self, first: int, stop: int) -> float:
        return sureness(self.scores[first:stop, OUTSIDE])

    def _span(self, first: int, stop: int, label: str, score: float) -> Span:
        return Span(*self.place(first, stop), label, score, NAME)

    def place(self, first: int, stop: int) -> tuple[int, int]:
        """The range of the text that some tokens take."""
        pieces = self.pieces
        return pieces.twin.span(int(pieces.starts[first]), int(pieces.ends[stop - 1]))

    def claim(self, start: int, end: int) -> float:
        """How likely the likeliest token of a range is to belong to any identifier."""
        first = np.searchsorted(self.pieces.ends, self.pieces.twin.at(start), side="right")
        stop = np.searchsorted(self.pieces.starts, self.pieces.twin.at(end), side="left")
        if first >= stop:
            return 0.0
        return float(1 - np.exp(self.scores[first:stop, OUTSIDE].min()))


class Recogniser:
    """A network, bundled or one's own. Texts of any length are read in overlapping windows."""

    def __init__(self, speed: Speed = "default", *, model: bytes | None = None) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        self._lean = LEANS[speed]
        data = (_DATA / f"{speed}.onnx").read_bytes() if model is None else model
        self._session = onnxruntime.InferenceSession(
            data, options, providers=["CPUExecutionProvider"]
        )

    def marks(self) -> dict[str, str]:
        """What the file of the network says of itself."""
        return dict(self._session.get_modelmeta().custom_metadata_map)

    def detect(self, document: Document) -> Iterable[Span]:
        """The spans of a document."""
        return self.read(document.text).spans()

    def read(self, text: str) -> Reading:
        """What the network says of a text."""
        pieces = cutter().cut(text)
        rows = np.zeros((len(pieces), TAGS), np.float32)
        plan = sorted(windows_over(len(pieces)), key=lambda w: w.end - w.begin)
        for batch in _batches(plan):
            self._score(pieces, rows, batch)
        return Reading(pieces, rows[pieces.heads], self._lean)

    def _score(self, pieces: Pieces, rows: Floats, batch: Sequence[Window]) -> None:
        longest = _padded(batch[-1])
        shape = (len(batch), longest)
        ids, looks, flags = (np.zeros(shape, np.int32) for _ in range(3))
        mask = np.full((len(batch), 1, 1, longest), _FAR)
        for line, w in enumerate(batch):
            size = w.end - w.begin
            ids[line, :size] = pieces.ids[w.begin : w.end]
            looks[line, :size] = pieces.looks[w.begin : w.end]
            flags[line, :size] = pieces.flags[w.begin : w.end]
            mask[line, :, :, :size] = 0
        bits = ((flags[:, :, None] >> _BITS) & 1).astype(np.float32)
        feed = {"ids": ids, "looks": looks, "flags": bits, "mask": mask}
        scores = self._session.run(None, feed)[0]
        for line, w in enumerate(batch):
            rows[w.first : w.last] = scores[line, w.first - w.begin : w.last - w.begin]


def _padded(window: Window) -> int:
    return -(-(window.end - window.begin) // _STEP) * _STEP


def _batches(plan: Sequence[Window]) -> Iterator[list[Window]]:
    """Windows of about the same length together."""
    batch: list[Window] = []
    for window in plan:
        if batch and (len(batch) + 1) * _padded(window) > _AT_ONCE:
            yield batch
            batch = []
        batch.append(window)
    if batch:
        yield batch
