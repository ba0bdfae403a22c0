"""Scoreboard: an evaluation as tables for people, in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sfumato.cli.place import shown
from sfumato.evaluate import sheets
from sfumato.evaluate.bootstrap import Change
from sfumato.evaluate.counts import Key
from sfumato.evaluate.report import Report
from sfumato.evaluate.sheets import Sheet

_PIPED_WIDTH = 110
_MOST_GROUPS = 20
_MOST_CONFUSIONS = 12


def console() -> Console:
    """A console that does not fold tables when its output goes into a file."""
    found = Console(highlight=False)
    return found if found.is_terminal else Console(highlight=False, width=_PIPED_WIDTH)


def show_report(report: Report, screen: Console) -> None:
    """Prints all tables of a report."""
    _show(sheets.measures(report), screen)
    for words, value, because in sheets.coverage(report):
        screen.print(f"{words:32}[bold]{value}[/]   {because}", soft_wrap=True)
    screen.print(f"[dim]{escape(shown(sheets.direct_words(report)))}[/]\n", soft_wrap=True)
    _show(sheets.labels(report), screen)
    for by, groups in report.groups.items():
        if groups:
            _show(sheets.groups(by, groups), screen, most=_MOST_GROUPS)
    confusions = sheets.confusions(report)
    if confusions.rows:
        _show(confusions, screen, most=_MOST_CONFUSIONS)


def show_sheets(found: Iterable[Sheet], screen: Console) -> None:
    """Prints tables one after another."""
    for sheet in found:
        _show(sheet, screen)


def show_changes(changes: Mapping[Key, Change], screen: Console) -> None:
    """Prints what differs from a former result."""
    found = sheets.differences(changes)
    if found.rows:
        _show(found, screen)
    else:
        screen.print("nothing differs from the former result\n")


def _show(sheet: Sheet, screen: Console, *, most: int | None = None) -> None:
    table = Table(header_style="bold", pad_edge=False, box=None, padding=(0, 2, 0, 0))
    for place, heading in enumerate(sheet.headings):
        number = any(sign.isdigit() for row in sheet.rows for sign in row[place][:2])
        table.add_column(heading, justify="right" if place and number else "left", no_wrap=True)
    for row in sheet.rows[:most]:
        table.add_row(*(escape(shown(cell)) for cell in row))
    screen.print(table)
    left = len(sheet.rows[most:]) if most is not None else 0
    screen.print(f"[dim]and {left} more: see --json or --html[/]\n" if left else "")
