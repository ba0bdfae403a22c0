"""sfumato explain: one file with its findings in colour, in the terminal or as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sfumato.batch.store import write_whole
from sfumato.cli import options
from sfumato.cli.examine import Examined, examine_paths
from sfumato.cli.findings import pieces, rgb_of
from sfumato.cli.main import EXIT_FOUND
from sfumato.cli.page import page_of
from sfumato.cli.place import shown, shown_text
from sfumato.core.speed import Speed
from sfumato.policy.load import load_policy

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


@click.command("explain")
@click.argument(
    "file", type=click.Path(path_type=Path, exists=True, dir_okay=False, readable=False)
)
@options.lang
@options.speed
@options.policy
@click.option("--html", "page", type=click.Path(path_type=Path), help="Write an HTML page.")
def command(
    file: Path, lang: str, speed: Speed | None, policy_name: str, page: Path | None
) -> None:
    """Show one file with its findings in colour, who found each, and what would become of it.

    The view shows the original text: it is for the eyes of those who may read the file.
    """
    documents: list[Examined] = []
    refused = 0
    for document in examine_paths(
        (file,), policy_name=policy_name, language=options.language_of(lang), speed=speed, jobs=1
    ):
        if document.outcome.verdict == "refused":
            refused += 1
            click.echo(f"{shown(file, document.line)}: {document.outcome.reasons[0]}", err=True)
        else:
            documents.append(document)
    if page is not None and documents:
        whole = page_of(documents, load_policy(policy_name))
        write_whole(page, whole.encode("utf-8", "replace"))
        click.echo(f"written: {shown(page)}")
    elif documents:
        _show(documents)
    if refused:
        raise click.exceptions.Exit(EXIT_FOUND)


def _show(documents: Sequence[Examined]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=False)
    for document in documents:
        if document.line:
            named = Text(f"line {document.line}, {shown(document.id)}", "dim")
            console.rule(named, align="left", style="dim")
        console.print(_view(document, coloured=console.color_system is not None))
        console.print()
        _show_findings(document, console)


def _view(document: Examined, *, coloured: bool) -> Text:
    """The text with its findings marked: by colour, or by signs where there is none."""
    from rich.text import Text

    view = Text()
    for piece, finding in pieces(document.outcome):
        words = shown_text(piece)
        if finding is None:
            view.append(words)
        elif coloured:
            view.append(words, style=f"black on {rgb_of(finding.label, lightness=0.72)}")
            view.append(f" {finding.label}", style=f"bold {rgb_of(finding.label, lightness=0.45)}")
        else:
            view.append(f"<<{words}|{finding.label}>>")
    return view


def _show_findings(document: Examined, console: Console) -> None:
    from rich.table import Table
    from rich.text import Text

    outcome = document.outcome
    table = Table(box=None, pad_edge=False, header_style="dim", show_header=bool(outcome.findings))
    for heading in ("label", "score", "found by", "place"):
        table.add_column(heading)
    for finding in outcome.findings:
        style = f"bold {rgb_of(finding.label, lightness=0.45)}"
        table.add_row(
            Text(finding.label, style),
            f"{finding.score:.2f}",
            Text(finding.detector),
            Text(finding.place),
        )
    console.print(table)
    language = {"es": "Spanish", "en": "English"}.get(outcome.language, "language unknown")
    console.print(f"{len(outcome.findings)} findings; {outcome.format}, {language}", style="dim")
