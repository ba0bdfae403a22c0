"""Scoreboard: an evaluation as tables for people, in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from sfumato.evaluate.bootstrap import Change, Figure
from sfumato.evaluate.counts import Counts, Key
from sfumato.evaluate.figures import MEASURES
from sfumato.evaluate.report import Group, Report

MEASURE_NAMES = {
    "ner": "strict (place, label)",
    "span": "span (place)",
    "merged": "merged span",
    "tokens": "tokens",
    "characters": "letters and digits",
}
_PIPED_WIDTH = 110
_MOST_KINDS = 20
_MOST_CONFUSIONS = 12


def console() -> Console:
    """A console that does not fold tables when its output goes into a file."""
    found = Console(highlight=False)
    return found if found.is_terminal else Console(highlight=False, width=_PIPED_WIDTH)


def show_report(report: Report, screen: Console) -> None:
    """Prints all tables of a report."""
    screen.print(_measures(report))
    screen.print(_coverage(report), soft_wrap=True)
    screen.print(_labels(report))
    for title, groups in (("language", report.languages), ("kind", report.kinds)):
        if groups:
            screen.print(_groups(title, groups[:_MOST_KINDS]))
        if len(groups) > _MOST_KINDS:
            screen.print(f"[dim]and {len(groups) - _MOST_KINDS} more: see --json or --html[/]\n")
    confusions = list(_confusions(report))
    if confusions:
        screen.print(_confused(confusions[:_MOST_CONFUSIONS]))


def show_changes(changes: Mapping[Key, Change], screen: Console) -> None:
    """Prints what differs from a former result, sure differences marked."""
    table = _table("against the former result", "before", "after", "difference", "95 %", "")
    for key, change in sorted(changes.items()):
        if change.difference.value or change.is_certain:
            table.add_row(
                " ".join(key),
                f"{change.before:.4f}",
                f"{change.after:.4f}",
                f"{change.difference.value:+.4f}",
                _interval(change.difference, signed=True),
                "[bold]sure[/]" if change.is_certain else "[dim]may be chance[/]",
            )
    screen.print(table if table.row_count else "nothing differs from the former result\n")


def _table(first: str, *rest: str) -> Table:
    table = Table(header_style="bold", pad_edge=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(first, no_wrap=True)
    for heading in rest:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _measures(report: Report) -> Table:
    table = _table("measure", "precision", "recall", "F1", "95 %", "right", "false", "missed")
    for measure in MEASURES:
        outcomes = map(str, report.counts.outcomes(measure))
        table.add_row(MEASURE_NAMES[measure], *_rates(report.figures, measure), *outcomes)
    return table


def _rates(figures: Mapping[Key, Figure], *name: str) -> list[str]:
    precision, recall, f1 = (figures[(*name, rate)] for rate in ("precision", "recall", "f1"))
    rates = [f"{rate.value:.4f}" for rate in (precision, recall, f1)]
    return [*rates, _interval(f1)]


def _interval(figure: Figure, *, signed: bool = False) -> str:
    if figure.low is None or figure.high is None:
        return "-"
    form = "+.3f" if signed else ".3f"
    return f"{figure.low:{form}} to {figure.high:{form}}"


def _coverage(report: Report) -> str:
    counts, documents = report.counts, report.counts["documents", "all"]
    lines = []
    for kind, words in (("direct", "direct identifiers"), ("all", "all identifiers")):
        found, whole = (counts["covered", kind, part] for part in ("found", "total"))
        figure = report.figures["coverage", f"{kind}_recall"]
        lines.append(
            f"{words} covered: [bold]{figure.value:.4f}[/] ({_interval(figure)}), {found} of {whole}"
            if whole
            else f"{words}: none in the gold standard"
        )
    leaking = report.figures["coverage", "leaking_documents"]
    lines.append(
        f"documents that leak a direct identifier: [bold]{leaking.value:.3f}[/] "
        f"({_interval(leaking)}), {counts['documents', 'leaking']} of {documents}"
    )
    lines.append(f"missed per line of text: {report.figures['leak_per_line',].value:.5f}")
    return "\n" + "\n".join(lines) + "\n"


def _labels(report: Report) -> Table:
    table = _table("label", "precision", "recall", "F1", "95 %", "gold", "covered")
    for label in report.labels:
        whole, found = (report.counts["cover", label, part] for part in ("total", "found"))
        covered = f"{found / whole:.3f}" if whole else "-"
        table.add_row(label, *_rates(report.figures, "labels", label), str(whole), covered)
    table.add_section()
    return table


def _groups(title: str, groups: Sequence[Group]) -> Table:
    table = _table(title, "documents", "strict F1", "merged F1", "direct covered", "95 %", "precision")
    for group in groups:
        direct = group.figures["coverage", "direct_recall"]
        some = group.counts["covered", "direct", "total"]
        table.add_row(
            group.name,
            str(group.counts["documents", "all"]),
            f"{group.figures['ner', 'f1'].value:.4f}",
            f"{group.figures['merged', 'f1'].value:.4f}",
            f"{direct.value:.4f}" if some else "-",
            _interval(direct) if some else "-",
            f"{group.figures['coverage', 'precision'].value:.4f}",
        )
    return table


def _confusions(report: Report) -> Iterable[tuple[str, str, Figure]]:
    """Gold label and given label where they differ, the commonest first."""
    cells = [
        (gold, given, figure)
        for gold, row in report.cells().items()
        for given, figure in row.items()
        if gold != given
    ]
    return sorted(cells, key=lambda cell: (-cell[2].value, cell[:2]))


def _confused(cells: Sequence[tuple[str, str, Figure]]) -> Table:
    table = _table("commonest confusions: gold", "given", "spans", "95 %")
    for gold, given, figure in cells:
        between = "-" if figure.low is None else f"{figure.low:.0f} to {figure.high:.0f}"
        table.add_row(gold, given, f"{figure.value:.0f}", between)
    return table


def summary(counts: Counts) -> str:
    """One line: how much was evaluated."""
    return (
        f"{counts['documents', 'all']} documents, {counts['lines', 'all']} lines, "
        f"{counts['covered', 'all', 'total']} identifiers"
    )
