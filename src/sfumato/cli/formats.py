"""sfumato formats: what is read, and what comes out."""

from __future__ import annotations

import json

import click

from sfumato.cli import options
from sfumato.formats.registry import EXTENSIONS, FORMATS


@click.command("formats")
@options.as_json
def command(as_json: bool) -> None:
    """List the file formats that are read, with their usual endings."""
    for name in FORMATS.names():
        endings = sorted(ending for ending, found in EXTENSIONS.items() if found == name)
        output = "txt" if name == "extract" else name
        if as_json:
            click.echo(json.dumps({"format": name, "endings": endings, "output": output}))
        else:
            click.echo(f"{name:8} {' '.join(endings) or '(told by content)':44} -> {output}")
