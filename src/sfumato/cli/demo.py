"""sfumato demo: the example documents through the line."""

from __future__ import annotations

from pathlib import Path

import click

from sfumato.cli.deid import deid_paths


@click.command("demo")
@click.argument("examples", type=click.Path(path_type=Path, exists=True), default=Path("examples"))
@click.option("--out", type=click.Path(path_type=Path), default=Path("demo-out"))
def command(examples: Path, out: Path) -> None:
    """De-identify the example documents and show what happened."""
    documents = deid_paths((examples,), out, policy_name="hitzalmed", jobs=2)
    first = next((done for done in documents if done.released), None)
    click.echo("\nNext: compare a document with its output, for example")
    if first is not None:
        click.echo(f"  sfumato explain {first.source} --html before.html")
        click.echo(f"  {first.source}  ->  {out / first.entry['output']}")
