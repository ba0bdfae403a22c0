"""PDF lines: the glyphs of a page put into rows and cells by where they stand.

All decisions rest on geometry alone, never on what the text says or how many characters it has,
so that a page whose words were replaced in place is cut in the same way again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin

from sfumato.formats.pdfscene import Scene, Shown, product

_JOIN = 0.16
_BACK = 0.5
_CELL = 1.6
_PROSE = 14.0
_PROSE_ROWS = 4


@dataclass(slots=True)
class Run:
    """Neighbouring glyphs of one show operator: from `first` up to `last`, not included."""

    shown: Shown
    first: int
    last: int
    angle: int
    u0: float
    u1: float
    v: float
    size: float
    scale: float
    """Length on the page of one unit of text space along the base line."""
    text: str = field(repr=False, default="")


@dataclass(slots=True)
class Cell:
    """A stretch of text on one base line. `offsets` say where each run begins in `text`."""

    runs: list[Run] = field(default_factory=list, repr=False)
    offsets: list[int] = field(default_factory=list, repr=False)
    text: str = field(default="", repr=False)
    gap: str = "\n"

    @property
    def u0(self) -> float:
        """Where it begins along the base line."""
        return self.runs[0].u0

    @property
    def u1(self) -> float:
        """Where it ends along the base line."""
        return max(run.u1 for run in self.runs)


def cells(scene: Scene) -> list[Cell]:
    """The text of a page in reading order."""
    groups: dict[int, list[Run]] = {}
    for shown in scene.shown:
        for run in _runs(shown):
            groups.setdefault(run.angle, []).append(run)
    result: list[Cell] = []
    for angle in sorted(groups):
        rows = [_cut(row) for row in _rows(groups[angle])]
        for row in _columns(rows):
            for index, cell in enumerate(row):
                cell.gap = "\t" if index else "\n"
                result.append(cell)
    return result


def _runs(shown: Shown) -> list[Run]:
    state = shown.state
    a, b, _, _, _, _ = full = product(shown.text_matrix, state.matrix)
    scale = hypot(a, b)
    angle = round(degrees(atan2(b, a))) % 360 if scale else 0
    turn = radians(angle)
    cosine, sine = cos(turn), sin(turn)
    size = abs(state.size) * hypot(full[2], full[3])
    x = full[4] + state.rise * full[2]
    y = full[5] + state.rise * full[3]
    start, v = x * cosine + y * sine, x * sine - y * cosine
    edges = [0, *shown.breaks, len(shown.codes)]
    result = []
    for first, last in pairwise(edges):
        if first < last:
            u0, u1 = start + shown.starts[first] * scale, start + shown.ends[last - 1] * scale
            text = "".join(shown.texts[first:last])
            result.append(Run(shown, first, last, angle, u0, max(u0, u1), v, size, scale, text))
    return result


def _rows(runs: list[Run]) -> list[list[Run]]:
    """Runs on one base line, from the top of the page to its foot."""
    rows: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: (round(run.v, 2), run.u0)):
        last = rows[-1][0] if rows else None
        if last and run.v - last.v <= 0.5 * min(run.size, last.size):
            rows[-1].append(run)
        else:
            rows.append([run])
    for row in rows:
        row.sort(key=lambda run: run.u0)
    return rows


def _cut(row: list[Run]) -> list[Cell]:
    """A row cut into cells where there is a wide gap; words parted where there is a small one."""
    result: list[Cell] = []
    end = 0.0
    for run in row:
        gap = run.u0 - end
        size = min(run.size, result[-1].runs[-1].size) if result else 1.0
        if not result or gap > _CELL * size:
            result.append(Cell([run], [0], run.text))
            end = run.u1
            continue
        cell = result[-1]
        parted = gap > _JOIN * size or gap < -_BACK * size
        if parted and not (cell.text.endswith(" ") or run.text.startswith(" ")):
            cell.text += " "
        cell.runs.append(run)
        cell.offsets.append(len(cell.text))
        cell.text += run.text
        end = max(end, run.u1)
    return result


def _columns(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Rows with columns of prose side by side read down before across."""
    result: list[list[Cell]] = []
    at = 0
    while at < len(rows):
        last, gutter = _stretch(rows, at)
        if last - at < _PROSE_ROWS:
            result.append(rows[at])
            at += 1
            continue
        left = [[cell for cell in row if cell.u0 < gutter] for row in rows[at:last]]
        right = [[cell for cell in row if cell.u0 >= gutter] for row in rows[at:last]]
        result += [row for row in left + right if row]
        at = last
    return result


def _stretch(rows: list[list[Cell]], at: int) -> tuple[int, float]:
    """How far down from a row two columns of prose go on, and where the gutter is."""
    left, right = float("-inf"), float("inf")
    last, pairs = at, 0
    for index in range(at, len(rows)):
        row = rows[index]
        if len(row) == 2 and all(_is_prose(cell) for cell in row):
            new_left, new_right = max(left, row[0].u1), min(right, row[1].u0)
            if new_left >= new_right:
                break
            left, right, pairs, last = new_left, new_right, pairs + 1, index + 1
        elif index == at or len(row) != 1 or (row[0].u1 > right and row[0].u0 < right):
            break
    return (last, right) if pairs >= _PROSE_ROWS else (at, 0.0)


def _is_prose(cell: Cell) -> bool:
    return cell.u1 - cell.u0 > _PROSE * cell.runs[0].size
