"""Page: an evaluation as one HTML file, with every mistake in the words around it.

The file needs nothing beside itself and runs no script. It shows original text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import NamedTuple

from sfumato.evaluate import sheets
from sfumato.evaluate.bootstrap import Change
from sfumato.evaluate.context import Piece, context
from sfumato.evaluate.counts import Key
from sfumato.evaluate.heat import heat
from sfumato.evaluate.mistakes import SORTS, Mistake, Sort
from sfumato.evaluate.note import Mark, Note
from sfumato.evaluate.report import Report
from sfumato.evaluate.sheets import Sheet
from sfumato.evaluate.shelf import Shelf
from sfumato.version import VERSION

Predictions = Mapping[str, Sequence[Mark]]

_TILES = (("ner", "strict F1"), ("span", "span F1"), ("merged", "merged F1"))
_BARS = frozenset({"F1", "covered", "strict F1", "merged F1", "direct covered"})
_TITLES: dict[Sort, str] = {
    "missed": "Missed",
    "bounds": "Found at another place",
    "label": "Found under another label",
    "spurious": "Marked for nothing",
}
_OPEN = 12  # a list of more mistakes than these is folded
_LEGEND = (("both", "marked by both"), ("gold", "gold only"), ("given", "prediction only"))


class _Shelved(NamedTuple):
    """A text with what was to be found in it and what was."""

    text: str
    gold: Shelf
    given: Shelf


def page_of(
    report: Report,
    notes: Sequence[Note],
    predicted: Predictions,
    mistakes: Sequence[Mistake],
    changes: Mapping[Key, Change],
    settings: Mapping[str, str],
) -> str:
    """The whole page; `settings` says in words what was compared with what."""
    body = "".join(
        (
            _head(report, settings),
            _tiles(report),
            _section("Measures", _table(sheets.measures(report))),
            _section("Labels", _table(sheets.labels(report))),
            *(
                _section(f"By {by}", _table(sheets.groups(by, found)))
                for by, found in report.groups.items()
                if found
            ),
            _section("Confusions", heat(report)),
            _section("Against the former result", _differences(changes)) if changes else "",
            *_mistakes(notes, predicted, mistakes),
        )
    )
    style = files("sfumato.evaluate").joinpath("page.css").read_text("utf-8")
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Evaluation</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<style>\n{style}</style></head>\n<body>{body}</body></html>\n"
    )


def _head(report: Report, settings: Mapping[str, str]) -> str:
    words = " · ".join(f"{escape(key)} <b>{escape(value)}</b>" for key, value in settings.items())
    odd = [
        f"{number} {what}"
        for number, what in (
            (report.unanswered, "documents without a prediction count as empty"),
            (report.foreign, "predictions of other documents count for nothing"),
        )
        if number
    ]
    return (
        f"<header><h1>Evaluation</h1><p>{words}</p>"
        f"<p>{escape(sheets.summary(report))} · {escape(sheets.direct_words(report))} · "
        f"intervals from {report.resamples} resamples of the documents · sfumato {VERSION}</p>"
        f"{''.join(f'<p>{escape(line)}</p>' for line in odd)}"
        "<p class=warn>This page shows original text. It is for those who may read the documents."
        "</p></header>"
    )


def _tiles(report: Report) -> str:
    tiles = [
        (words, f"{figure.value:.4f}", sheets.interval(figure))
        for measure, words in _TILES
        for figure in [report.figures[measure, "f1"]]
    ]
    tiles += sheets.coverage(report)
    cells = (
        f"<li><span>{escape(words)}</span><strong>{escape(value)}</strong>"
        f"<small>{escape(because)}</small></li>"
        for words, value, because in tiles
    )
    return f'<ul class="tiles">{"".join(cells)}</ul>'


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>" if content else ""


def _table(sheet: Sheet) -> str:
    heads = "".join(f"<th>{escape(heading)}</th>" for heading in sheet.headings)
    rows = "".join(
        f"<tr>{''.join(_cell(head, cell) for head, cell in zip(sheet.headings, row, strict=True))}"
        for row in sheet.rows
    )
    return f'<div class="wide"><table><thead><tr>{heads}<tbody>{rows}</table></div>'


def _cell(heading: str, cell: str) -> str:
    if heading in _BARS and cell != sheets.NOTHING:
        return f'<td class="bar" style="--share:{float(cell):.3f}">{escape(cell)}'
    return f"<td>{escape(cell)}"


def _differences(changes: Mapping[Key, Change]) -> str:
    found = sheets.differences(changes)
    return _table(found) if found.rows else "<p>Nothing differs.</p>"


def _mistakes(
    notes: Sequence[Note], predicted: Predictions, mistakes: Sequence[Mistake]
) -> Iterator[str]:
    shelves = {
        note.id: _Shelved(note.text, Shelf(note.marks), Shelf(predicted.get(note.id, ())))
        for note in notes
    }
    legend = " ".join(f"<mark class={kind}>{words}</mark>" for kind, words in _LEGEND)
    for sort, title in _TITLES.items():
        own = [mistake for mistake in mistakes if mistake.sort == sort]
        if own:
            intro = f"<p>{len(own)} spans: {escape(SORTS[sort])}. {legend}</p>"
            yield _section(title, intro + "".join(_lists(own, shelves)))


def _lists(mistakes: Iterable[Mistake], shelves: Mapping[str, _Shelved]) -> Iterator[str]:
    """The mistakes of one sort by label, the most frequent first, those that leak at the top."""
    named: dict[str, list[Mistake]] = {}
    for mistake in mistakes:
        named.setdefault(_name(mistake), []).append(mistake)
    for name, own in sorted(named.items(), key=lambda item: (-len(item[1]), item[0])):
        own.sort(key=lambda mistake: not mistake.leaks)
        items = "".join(_item(mistake, shelves[mistake.id]) for mistake in own)
        is_open = " open" if len(own) <= _OPEN else ""
        yield (
            f"<details{is_open}><summary>{escape(name)} <small>{len(own)}</small></summary>"
            f"<ol>{items}</ol></details>"
        )


def _name(mistake: Mistake) -> str:
    """The label; both where it was found at its place but under another one."""
    gold, given = mistake.gold, mistake.given
    if gold and given and mistake.sort == "label":
        return f"{gold.label} → {given.label or 'no label'}"
    return gold.label if gold else (given.label if given else "") or "no label"


def _item(mistake: Mistake, note: _Shelved) -> str:
    other = mistake.given.label if mistake.given and mistake.gold else ""
    differs = mistake.sort == "bounds" and mistake.gold and other != mistake.gold.label
    as_other = f" as {escape(other)}" if differs and other else ""
    leaks = " <em>leaks</em>" if mistake.leaks else ""
    words = "".join(map(_piece, context(note.text, note.gold, note.given, mistake)))
    return (
        f"<li><small>{escape(mistake.id)}, {mistake.start}{as_other}{leaks}</small>"
        f'<p dir="auto">{words}</p></li>'
    )


def _piece(piece: Piece) -> str:
    words = escape(piece.text).replace("\n", "<i>↵</i> ")
    if piece.cover == "plain":
        return words
    here = " here" if piece.is_here else ""
    return f'<mark class="{piece.cover}{here}">{words}</mark>'
