"""Heat: the confusion table in HTML, a cell the darker the more spans it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import log

from sfumato.evaluate import sheets
from sfumato.evaluate.bootstrap import Figure
from sfumato.evaluate.metrics import MISSED, SPURIOUS
from sfumato.evaluate.report import Report


def heat(report: Report) -> str:
    """Gold labels down, given labels across; the empty string where there is nothing."""
    cells = report.cells()
    if not cells:
        return ""
    rows = _ordered(report, cells, SPURIOUS)
    columns = _ordered(report, {given for row in cells.values() for given in row}, MISSED)
    most = max(figure.value for row in cells.values() for figure in row.values())
    heads = "".join(f"<th><span>{escape(name or 'no label')}</span>" for name in columns)
    body = "".join(
        f"<tr><th>{escape(row)}{''.join(_cell(row, given, cells[row], most) for given in columns)}"
        for row in rows
    )
    return (
        "<p>Gold labels down, given labels across; every gold span is counted once, with the "
        "prediction nearest to it. Small: the 95 % interval.</p>"
        f'<div class="wide"><table class="heat"><thead><tr><th>{heads}<tbody>{body}</table></div>'
    )


def _ordered(report: Report, names: Iterable[str], first: str) -> Sequence[str]:
    """The names in the order of the label table, after the one that is no label."""
    places = {name: place for place, name in enumerate(report.labels)}
    return sorted(names, key=lambda name: (name != first, places.get(name, len(places)), name))


def _cell(gold: str, given: str, row: dict[str, Figure], most: float) -> str:
    figure = row.get(given)
    if figure is None:
        return "<td>"
    depth = (1 + log(max(figure.value, 1))) / (1 + log(max(most, 1)))
    kind = "right" if gold == given else "wrong"
    between = sheets.whole_interval(figure).replace(" to ", "–")
    small = f"<small>{escape(between)}</small>" if between != sheets.NOTHING else ""
    return f'<td class="{kind}" style="--depth:{depth:.2f}">{figure.value:.0f}{small}'
