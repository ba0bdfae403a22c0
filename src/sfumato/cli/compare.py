"""sfumato compare: original and released text side by side, as a page."""

from __future__ import annotations

from pathlib import Path

import click

from sfumato.batch.store import write_whole
from sfumato.cli.pairs import pairs_of
from sfumato.cli.place import shown
from sfumato.cli.sidebyside import side_by_side

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command("compare")
@click.argument("original", type=_FILE)
@click.argument("released", type=_FILE)
@click.option(
    "--html", "page", required=True, type=click.Path(path_type=Path), help="The page to write."
)
@click.option(
    "--map",
    "maps",
    type=_FILE,
    help="The map that deid --map wrote; the one beside RELEASED is taken without it.",
)
def command(original: Path, released: Path, page: Path, maps: Path | None) -> None:
    """Show ORIGINAL and RELEASED side by side, the replaced places coloured and linked.

    Both may be of any format that is read. Without a map the places are found by comparing the
    texts, and their labels are not known. The page holds the original text: it is for the eyes of
    those who may read the file.
    """
    pairs = pairs_of(original, released, maps)
    whole = side_by_side(shown(original.name), pairs)
    write_whole(page, whole.encode("utf-8", "replace"))
    click.echo(f"written: {shown(page)}; it holds the original text")
