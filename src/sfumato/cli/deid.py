"""sfumato deid: files and folders through the line, with dossier, progress and resume."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from sfumato.batch.deid import Done, deid_tree
from sfumato.batch.local import Pool
from sfumato.cli import options
from sfumato.cli.main import EXIT_CANNOT_WRITE, EXIT_FOUND
from sfumato.core.keys import load_key
from sfumato.policy.load import load_policy


@click.command("deid")
@options.paths
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Output folder.")
@options.policy
@options.lang
@options.jobs
@options.key_file
@click.option("--resume", is_flag=True, help="Go on where an interrupted run stopped.")
@options.as_json
def command(
    paths: tuple[Path, ...],
    out: Path,
    policy_name: str,
    lang: str,
    jobs: int,
    key_file: Path | None,
    resume: bool,
    as_json: bool,
) -> None:
    """De-identify files and folders (recursively) into an output folder.

    The output mirrors the input tree; dossier.json says for each document what was found and
    done, without identifying text. Refused files are never copied.
    """
    documents = deid_paths(
        paths,
        out,
        policy_name=policy_name,
        lang=lang,
        jobs=jobs,
        key_file=key_file,
        resume=resume,
        as_json=as_json,
    )
    if any("write-failed" in reason for done in documents for reason in done.entry["reasons"]):
        raise click.exceptions.Exit(EXIT_CANNOT_WRITE)
    if not all(done.released or _reported(done) for done in documents):
        raise click.exceptions.Exit(EXIT_FOUND)


def deid_paths(
    paths: tuple[Path, ...],
    out: Path,
    *,
    policy_name: str,
    lang: str = "auto",
    jobs: int = 1,
    key_file: Path | None = None,
    resume: bool = False,
    as_json: bool = False,
) -> list[Done]:
    """Runs the batch and shows its progress and its table; the finished documents."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from sfumato.cli.table import show_done

    policy = load_policy(policy_name)
    language = options.language_of(lang)
    documents: list[Done] = []
    progress = Progress(
        TextColumn("de-identifying"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=as_json or not sys.stderr.isatty(),
        transient=True,
    )
    with (
        Pool(policy_name, policy, jobs=jobs, key=load_key(key_file), language=language) as pool,
        progress,
    ):
        bar = progress.add_task("documents")
        for done in deid_tree(
            paths,
            out,
            policy,
            pool,
            resume=resume,
            begun=lambda count: progress.update(bar, total=count),
        ):
            documents.append(done)
            if done.entry["line"] <= 1:
                progress.advance(bar)
            if as_json:
                click.echo(json.dumps({"path": str(done.source), **done.entry}, ensure_ascii=False))
            elif not done.released:
                click.echo(f"{done.source}: {'; '.join(done.entry['reasons'])}", err=True)
    if not as_json:
        show_done(documents, out, Console(width=None if sys.stdout.isatty() else 160))
    return documents


def _reported(done: Done) -> bool:
    """Whether a document was refused only because its policy releases nothing."""
    return all(str(reason).startswith("report-only") for reason in done.entry["reasons"])
