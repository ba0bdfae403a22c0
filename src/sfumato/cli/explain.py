"""sfumato explain: one file with its findings in colour, in the terminal or as a page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

import click

from sfumato.batch.store import write_whole
from sfumato.cli import options
from sfumato.cli.examine import Examined, examine_paths
from sfumato.cli.main import EXIT_FOUND
from sfumato.cli.place import shown
from sfumato.core.labels import LABELS
from sfumato.core.release import Finding


@click.command("explain")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@options.lang
@options.policy
@click.option("--html", "page", type=click.Path(path_type=Path), help="Write an HTML page.")
def command(file: Path, lang: str, policy_name: str, page: Path | None) -> None:
    """Show one file with its findings in colour and who found them.

    The view shows the original text: it is for the eyes of those who may read the file.
    """
    refused = False
    for document in examine_paths(
        (file,), policy_name=policy_name, language=options.language_of(lang), jobs=1
    ):
        if document.outcome.verdict == "refused":
            click.echo(f"{shown(file, document.line)}: {document.outcome.reasons[0]}", err=True)
            refused = True
        elif page is not None:
            write_whole(page, _page(document).encode("utf-8", "replace"))
            click.echo(f"written: {page}")
        else:
            _show(document)
    if refused:
        raise click.exceptions.Exit(EXIT_FOUND)


def _pieces(document: Examined) -> Iterator[tuple[str, Finding | None]]:
    text, last = document.outcome.text, 0
    for finding in document.outcome.findings:
        yield text[last : finding.start], None
        yield text[finding.start : finding.end], finding
        last = finding.end
    yield text[last:], None


def _show(document: Examined) -> None:
    from rich.console import Console
    from rich.text import Text

    view = Text()
    for piece, finding in _pieces(document):
        if finding is None:
            view.append(piece)
        else:
            hue = _hue(finding.label)
            view.append(piece, style=f"black on {_rgb(hue, 0.72)}")
            view.append(f" {finding.label} ", style=f"bold {_rgb(hue, 0.45)}")
    console = Console(highlight=False)
    console.print(view)
    console.print()
    for label, count in document.outcome.counts().items():
        console.print(f"[bold {_rgb(_hue(label), 0.45)}]{label}[/] {count}", end="   ")
    console.print(f"\n{document.outcome.format}, language {document.outcome.language}")


def _page(document: Examined) -> str:
    body = "".join(
        escape(piece)
        if finding is None
        else f'<mark style="--hue:{_hue(finding.label)}" title="{escape(finding.label)} - '
        f'{escape(finding.detector)}, score {finding.score:.2f}, {escape(finding.place)}">'
        f"{escape(piece)}<small>{escape(finding.label)}</small></mark>"
        for piece, finding in _pieces(document)
    )
    legend = "".join(
        f'<li style="--hue:{_hue(label)}"><mark>{escape(label)}</mark> {count}</li>'
        for label, count in document.outcome.counts().items()
    )
    return _PAGE.format(name=escape(document.path.name), legend=legend, body=body)


def _hue(label: str) -> int:
    """A hue a label, neighbours in the table far apart on the wheel."""
    return LABELS.index(label) * 137 % 360


def _rgb(hue: int, lightness: float) -> str:
    from colorsys import hls_to_rgb

    return "#" + "".join(
        f"{round(part * 255):02x}" for part in hls_to_rgb(hue / 360, lightness, 0.7)
    )


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{name} - findings</title>
<meta name="viewport" content="width=device-width">
<style>
:root {{ color-scheme: light dark; --ink: #1c2330; --paper: #fbfaf7; --line: #ddd8cc; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ink: #e6e3da; --paper: #16181d; --line: #333842; }}
}}
body {{ font: 16px/1.75 Georgia, serif; color: var(--ink); background: var(--paper);
  max-width: 46rem; margin: 2.5rem auto; padding: 0 1rem; }}
h1 {{ font: 600 1.05rem system-ui, sans-serif; border-bottom: 1px solid var(--line);
  padding-bottom: .6rem; }}
ul {{ list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1rem;
  font: .8rem system-ui, sans-serif; }}
main {{ white-space: pre-wrap; overflow-wrap: anywhere; }}
mark {{ color: #1c2330; background: hsl(var(--hue) 75% 86%); border-radius: .25em;
  padding: .05em .25em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }}
mark small {{ font: 600 .62rem system-ui, sans-serif; letter-spacing: .03em; margin-left: .4em;
  color: hsl(var(--hue) 70% 28%); }}
</style>
<h1>{name}</h1><ul>{legend}</ul><main>{body}</main></html>
"""
