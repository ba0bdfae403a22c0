"""Side by side: originals and released texts as one page for readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from sfumato.cli.findings import hue_of
from sfumato.cli.frame import fate, page
from sfumato.cli.pairs import DIFFERS, Pair
from sfumato.core.offsets import LAYOUT, Change

_NO_HUE = 210


class _Row(NamedTuple):
    """Two cells that stand beside each other."""

    old: str
    new: str


def side_by_side(name: str, pairs: Sequence[Pair]) -> str:
    """The page of one file's documents; `name` is harmless for a page."""
    changes = [one for pair in pairs for one in _shown(pair)]
    counts = Counter((one.label, one.operator) for one in changes)
    several = len({operator for _, operator in counts} - {"keep"}) > 1
    legend = "".join(_legend(*key, count, several) for key, count in sorted(counts.items()))
    return page(
        f"{name} - original and released",
        style=_STYLE,
        header=(
            f"<h1>{escape(name)}</h1><p>{escape(_facts(pairs, changes))}</p>"
            "<p class=warn><b>This page holds the original text.</b> It is for those who may read "
            "the original; it must not leave with the output.</p>"
            f"<ul>{legend or '<li>nothing was replaced</li>'}</ul>"
        ),
        body="".join(_article(number, pair) for number, pair in enumerate(pairs, start=1)),
    )


def _facts(pairs: Sequence[Pair], changes: Sequence[Change]) -> str:
    many = f"{len(pairs)} documents, " if len(pairs) > 1 else ""
    replaced = sum(not one.keeps for one in changes)
    kept = f", {len(changes) - replaced} kept" if replaced < len(changes) else ""
    guessed = any(one.operator == DIFFERS for one in changes)
    how = "; no map: places were found by comparing the texts" if guessed else ""
    return f"{many}{replaced} places replaced{kept}{how}"


def _legend(label: str, operator: str, count: int, several: bool) -> str:
    kept = " class=kept" if operator == "keep" else ""
    tells = kept or (several and operator != DIFFERS)
    words = f" <span>{escape(fate(operator))}</span>" if tells else ""
    return f"<li {_hue(label)}><mark{kept}>{escape(label or DIFFERS)}</mark> {count}{words}</li>"


def _article(number: int, pair: Pair) -> str:
    heading = f"<h2>line {pair.line}</h2>" if pair.line else ""
    rows = "".join(map(_row, _rows(number, pair)))
    heads = "<div class='row heads'><div>original</div><div>released</div></div>"
    return f"<article>{heading}<div class=text>{heads}{rows}</div>{_table(pair)}</article>"


def _row(row: _Row) -> str:
    if not row.old.strip() and not row.new.strip():
        return "<div class=gap><div></div><div></div></div>"
    return f"<div class=row><div class=old>{row.old}</div><div class=new>{row.new}</div></div>"


def _rows(number: int, pair: Pair) -> Iterator[_Row]:
    """The two texts cut at line ends that both have, so that they stay level."""
    old, new = "", ""
    last = Change(0, 0, 0, 0, "", "")
    finish = Change(pair.offsets.before, pair.offsets.before, pair.offsets.after, 0, "", "")
    for order, change in enumerate((*pair.offsets.changes, finish)):
        lines = pair.original[last.end : change.start].split("\n")
        for index, line in enumerate(map(escape, lines)):
            if index:
                yield _Row(old, new)
                old = new = ""
            old, new = old + line, new + line
        if change is not finish:
            before, after = _marks(f"{number}-{order}", pair, change)
            old, new = old + before, new + after
        last = change
    yield _Row(old, new)


def _marks(key: str, pair: Pair, change: Change) -> tuple[str, str]:
    """The two ends of a link; a place that only the layout changed is no mark."""
    before = escape(pair.original[change.start : change.end])
    after = escape(pair.released[change.to_start : change.to_end])
    if change.operator == LAYOUT:
        return before, after
    kept = " class=kept" if change.keeps else ""
    told = escape(" ".join(filter(None, (change.label, fate(change.operator)))))
    label = f"<small>{escape(change.label)}</small>" if change.label else ""
    gone = "" if after else "<i>nothing</i>"
    old = (
        f'<a id="o{key}" href="#r{key}"><mark{kept} {_hue(change.label)}>{before}{label}</mark></a>'
    )
    new = (
        f'<a id="r{key}" href="#o{key}" title="{told}"><mark{kept} {_hue(change.label)}>'
        f"{after}{gone}</mark></a>"
    )
    return old, new


def _table(pair: Pair) -> str:
    """What became of each original: one that got several replacements shows them all."""
    found: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for one in _shown(pair):
        original = pair.original[one.start : one.end]
        new = pair.released[one.to_start : one.to_end], one.operator
        found.setdefault((one.label, original), Counter())[new] += 1
    rows = "".join(
        f"<tr><td {_hue(label)}><mark>{escape(label or DIFFERS)}</mark><td>{escape(original)}"
        f"<td>{'<br>'.join(_fates(fates))}"
        for (label, original), fates in sorted(found.items())
    )
    head = "<thead><tr><th>label<th>original<th>released</thead>"
    table = f"<table>{head}<tbody>{rows}</table>"
    return f"<details><summary>What became of what</summary>{table}</details>" if rows else ""


def _fates(fates: Counter[tuple[str, str]]) -> Iterator[str]:
    for (new, operator), count in fates.most_common():
        often = f" <span>×{count}</span>" if count > 1 else ""
        words = "" if operator == DIFFERS else f" <span>{escape(fate(operator))}</span>"
        yield f"{escape(new)}{often}{words}"


def _shown(pair: Pair) -> list[Change]:
    return [one for one in pair.offsets.changes if one.operator != LAYOUT]


def _hue(label: str) -> str:
    return f'style="--hue:{hue_of(label) if label else _NO_HUE}"'


_STYLE = """body { max-width: 88rem; }
header .warn { color: var(--warn); border-left: 3px solid var(--warn); padding-left: .7rem;
  margin-top: .8rem; }
article { padding: 0; overflow: hidden; }
article > h2 { padding: .8rem 1.4rem 0; }
.row, .gap { display: grid; grid-template-columns: 1fr 1fr; }
.row > div { padding: .1rem 1.4rem; }
.gap { height: .7rem; }
.gap + .gap { display: none; }
.row > div + div, .gap > div + div { border-left: 1px solid var(--line); }
.row:not(.heads):hover { background: color-mix(in srgb, var(--soft) 7%, transparent); }
.row:nth-child(2) > div { padding-top: .7rem; }
.row:last-child > div { padding-bottom: 1rem; }
.heads { font: 600 .72rem system-ui, sans-serif; letter-spacing: .06em; color: var(--soft);
  text-transform: uppercase; border-bottom: 1px solid var(--line); position: sticky; top: 0;
  background: var(--card); z-index: 1; }
.heads > div { padding: .55rem 1.4rem; }
.text a { color: inherit; text-decoration: none; scroll-margin: 5rem; }
.text a:hover mark { box-shadow: 0 0 0 1px hsl(var(--hue) 60% 50%); }
.text a:target mark, .text a:focus-visible mark { box-shadow: 0 0 0 2px hsl(var(--hue) 70% 45%); }
.text a:focus-visible { outline: none; }
.old mark { background: none; border-radius: 0; padding: 0 .1em;
  border-bottom: 2px solid hsl(var(--hue) 60% 55%); }
.old mark.kept { border-bottom-style: dotted; }
.new i { color: var(--soft); font-size: .8em; }
details { margin: 0; padding: .7rem 1.4rem; }
details table { font-size: .85rem; margin: .6rem 0 .4rem; }
tbody tr { border-top: 1px solid var(--line); }
td { overflow-wrap: anywhere; padding: .3rem .8rem .3rem 0; }
td:first-child { white-space: nowrap; width: 1%; padding-right: 1.6rem; font-size: .75rem; }
td span { color: var(--soft); }
@media (max-width: 46rem) { .row > div { padding: .1rem .6rem; } .text { font-size: 14px; } }
@media print { details { display: none; } .heads { position: static; } article { border: 0; } }
"""
