"""sfumato restore: released files back to their originals, for those who hold vault and key."""

from __future__ import annotations

import os
from pathlib import Path

import click

from sfumato.cli import options
from sfumato.cli.place import shown
from sfumato.core.errors import KeyMissing, PolicyError
from sfumato.core.keys import load_key

_OWNER_ONLY = 0o077


@click.command("restore")
@options.paths
@click.option(
    "--vault",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder that deid left beside its output folder.",
)
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Output folder.")
@click.option(
    "--key-file",
    type=click.Path(path_type=Path),
    help="File with the key (mode 0600) of the vault; else SFUMATO_KEY_FILE or SFUMATO_KEY.",
)
def command(paths: tuple[Path, ...], vault: Path, out: Path, key_file: Path | None) -> None:
    """Restore the original text of released files from their vault.

    A file that was changed, or that the vault does not know, is an error, and nothing is written
    then. What is written is as sensitive as the originals; only you may read it.
    """
    from sfumato.batch.restore import restore_tree
    from sfumato.batch.vaults import Memories

    key = load_key(key_file)
    if key is None:
        raise KeyMissing("restore needs the key: give --key-file, SFUMATO_KEY_FILE or SFUMATO_KEY")
    if out.resolve().is_relative_to(vault.resolve()):
        raise PolicyError("the originals may not go into the vault")
    before = os.umask(_OWNER_ONLY)
    try:
        count = restore_tree(paths, Memories(vault, key), out, shown=shown)
    finally:
        os.umask(before)
    click.echo(f"{count} {'file' if count == 1 else 'files'} restored into {shown(out)}/")
