"""Table: what happened to each document, for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sfumato.batch.deid import Done

_LANGUAGES = {"es": "Spanish", "en": "English", "und": "-"}


def show_done(documents: Sequence[Done], out: Path, console: Console) -> None:
    """Prints one row a document and a closing line."""
    table = Table(title=None, header_style="bold", pad_edge=False, show_lines=False)
    for heading in ("file", "language", "found", "done", "verdict", "time"):
        table.add_column(heading, justify="right" if heading == "time" else "left")
    for done in documents:
        entry = done.entry
        table.add_row(
            _name(done),
            _LANGUAGES[entry["language"]],
            _counts(entry["spans"]),
            _counts(entry["operators"]),
            "[green]released[/]" if done.released else "[red]refused[/]",
            "before" if done.resumed else f"{done.seconds:.2f} s",
        )
    console.print(table)
    for done in documents:
        for words in (*done.entry["reasons"], *done.entry["notes"]):
            console.print(f"[dim]{_name(done)}:[/] {words}", highlight=False)
    released = sum(done.released for done in documents)
    console.print(
        f"{released} of {len(documents)} documents released into {out}/ (see dossier.json)"
    )


def _name(done: Done) -> str:
    line = done.entry["line"]
    return f"{done.source.name}:{line}" if line else done.source.name


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "-"
