"""Table: what happened to each document, for people."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sfumato.batch.deid import Done
from sfumato.cli.place import shown

_LANGUAGES = {"es": "Spanish", "en": "English", "und": "-"}
_WIDTH_IN_A_FILE = 160
_MOST_ROWS = 200


def show_done(documents: Sequence[Done], out: Path, console: Console | None = None) -> None:
    """Prints one row a document and a closing line; a long batch has its rows in the dossier."""
    console = console or Console(
        width=None if sys.stdout.isatty() else _WIDTH_IN_A_FILE, highlight=False
    )
    if len(documents) <= _MOST_ROWS:
        console.print(_table(documents))
        for done in documents:
            for words in done.entry["notes"]:
                console.print(Text.assemble((f"{_name(done)}: ", "dim"), words))
    released = sum(done.released for done in documents)
    console.print(Text(_closing(documents, released, out)))


def _table(documents: Sequence[Done]) -> Table:
    table = Table(header_style="bold", pad_edge=False)
    for heading in ("file", "language", "found", "done", "verdict"):
        table.add_column(heading, overflow="fold")
    table.add_column("time", justify="right", no_wrap=True)
    for done in documents:
        entry = done.entry
        table.add_row(
            Text(_name(done)),
            _LANGUAGES[entry["language"]],
            _counts(entry["spans"]),
            _counts(entry["operators"]),
            _verdict(done),
            "before" if done.resumed else f"{done.seconds:.2f} s",
        )
    return table


def _verdict(done: Done) -> Text:
    if done.released:
        return Text("released", "green")
    codes = dict.fromkeys(reason.partition(":")[0] for reason in done.entry["reasons"])
    return Text(f"refused: {', '.join(codes)}", "red")


def _closing(documents: Sequence[Done], released: int, out: Path) -> str:
    refused = Counter(
        reason.partition(":")[0]
        for done in documents
        if not done.released
        for reason in done.entry["reasons"][:1]
    )
    tail = f"; refused: {_counts(dict(refused.most_common()))}" if refused else ""
    return (
        f"{released} of {len(documents)} documents released into {shown(out)}/ "
        f"(see dossier.json){tail}"
    )


def _name(done: Done) -> str:
    return shown(str(done.relative), done.entry["line"])


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "-"
