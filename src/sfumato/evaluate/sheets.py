"""Sheets: a report as tables of words, the same for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sfumato.evaluate.bootstrap import Change, Figure
from sfumato.evaluate.counts import Key
from sfumato.evaluate.figures import MEASURES
from sfumato.evaluate.report import By, Group, Report

MEASURE_NAMES = {
    "ner": "strict (place, label)",
    "span": "span (place)",
    "merged": "merged span",
    "tokens": "tokens",
    "characters": "letters and digits",
}
BETWEEN = "95 %"
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: the first column names its rows, the others hold their figures."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def measures(report: Report) -> Sheet:
    """The measures of the whole corpus with precision, recall, F1 and what they come from."""
    heads = ("measure", "precision", "recall", "F1", BETWEEN, "right", "false", "missed")
    rows = (
        (
            MEASURE_NAMES[measure],
            *_rates(report.figures, measure),
            *map(str, report.counts.outcomes(measure)),
        )
        for measure in MEASURES
    )
    return Sheet(heads, tuple(rows))


def labels(report: Report) -> Sheet:
    """Strict figures by label, and how many of its gold spans are covered under any label."""
    heads = ("label", "precision", "recall", "F1", BETWEEN, "gold", "covered")
    return Sheet(heads, tuple(_label_row(report, label) for label in report.labels))


def groups(by: By, found: Sequence[Group]) -> Sheet:
    """The figures of each group of documents."""
    heads = (by, "documents", "strict F1", "merged F1", "direct covered", BETWEEN, "precision")
    return Sheet(heads, tuple(map(_group_row, found)))


def confusions(report: Report) -> Sheet:
    """Gold label and given label where they differ, the commonest first."""
    cells = [
        (gold, given, figure)
        for gold, row in report.cells().items()
        for given, figure in row.items()
        if gold != given
    ]
    cells.sort(key=lambda cell: (-cell[2].value, cell[:2]))
    rows = ((gold, given, f"{f.value:.0f}", whole_interval(f)) for gold, given, f in cells)
    return Sheet(("gold", "given", "spans", BETWEEN), tuple(rows))


def differences(found: Mapping[Key, Change]) -> Sheet:
    """What differs from a former result, and whether that may be chance."""
    heads = ("figure", "before", "after", "difference", BETWEEN, "")
    rows = (
        (
            " ".join(key),
            f"{change.before:.4f}",
            f"{change.after:.4f}",
            f"{change.difference.value:+.4f}",
            interval(change.difference, form="+.3f"),
            "sure" if change.is_certain else "may be chance",
        )
        for key, change in sorted(found.items())
        if change.difference.value or change.is_certain
    )
    return Sheet(heads, tuple(rows))


def coverage(report: Report) -> Iterator[tuple[str, str, str]]:
    """What is covered and what leaks: words, figure, and what the figure comes from."""
    counts = report.counts
    for kind in ("direct", "all"):
        found, whole = (counts["covered", kind, part] for part in ("found", "total"))
        figure = report.figures["coverage", f"{kind}_recall"]
        value = f"{figure.value:.4f}" if whole else NOTHING
        yield f"{kind} identifiers covered", value, _because(figure, found, whole)
    leaking = report.figures["coverage", "leaking_documents"]
    because = _because(leaking, counts["documents", "leaking"], counts["documents", "all"])
    yield "documents leaking a direct one", f"{leaking.value:.3f}", because
    lines = report.figures["leak_per_line",]
    because = _because(lines, counts["ner", "fn"], counts["lines", "all"])
    yield "missed per line of text", f"{lines.value:.5f}", because


def summary(report: Report) -> str:
    """One line: how much was evaluated."""
    counts = report.counts
    documents, lines = counts["documents", "all"], counts["lines", "all"]
    spans = counts["covered", "all", "total"]
    return f"{documents} documents, {lines} lines, {spans} identifiers"


def direct_words(report: Report) -> str:
    """One line: which labels of the gold standard count as direct identifiers."""
    return f"direct identifiers: {', '.join(sorted(report.direct)) or 'none in the gold standard'}"


def interval(figure: Figure, *, form: str = ".3f") -> str:
    """The interval in words, a dash where there were too few documents for one."""
    if figure.low is None or figure.high is None:
        return NOTHING
    return f"{figure.low:{form}} to {figure.high:{form}}"


def whole_interval(figure: Figure) -> str:
    """The same for a number of spans."""
    return interval(figure, form=".0f")


def _because(figure: Figure, part: int, whole: int) -> str:
    return f"{part} of {whole}, {interval(figure)}" if whole else "none in the gold standard"


def _rates(figures: Mapping[Key, Figure], *name: str) -> list[str]:
    precision, recall, f1 = (figures[(*name, rate)] for rate in ("precision", "recall", "f1"))
    return [*(f"{rate.value:.4f}" for rate in (precision, recall, f1)), interval(f1)]


def _label_row(report: Report, label: str) -> tuple[str, ...]:
    whole, found = (report.counts["cover", label, part] for part in ("total", "found"))
    covered = f"{found / whole:.3f}" if whole else NOTHING
    return (label, *_rates(report.figures, "labels", label), str(whole), covered)


def _group_row(group: Group) -> tuple[str, ...]:
    direct = group.figures["coverage", "direct_recall"]
    some = group.counts["covered", "direct", "total"]
    return (
        group.name,
        str(group.counts["documents", "all"]),
        f"{group.figures['ner', 'f1'].value:.4f}",
        f"{group.figures['merged', 'f1'].value:.4f}",
        *((f"{direct.value:.4f}", interval(direct)) if some else (NOTHING, NOTHING)),
        f"{group.figures['coverage', 'precision'].value:.4f}",
    )
