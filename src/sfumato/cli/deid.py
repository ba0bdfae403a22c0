"""sfumato deid: files and folders through the line, with dossier, progress and resume."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sfumato.batch.deid import Done, deid_tree
from sfumato.batch.dossier import plain
from sfumato.batch.local import Pool
from sfumato.cli import options
from sfumato.cli.main import EXIT_CANNOT_WRITE, EXIT_FOUND
from sfumato.cli.place import shown
from sfumato.cli.progress import progress
from sfumato.core.errors import KeyMissing, WriteFailed
from sfumato.core.keys import Key, load_key
from sfumato.core.record import RecordFiles
from sfumato.core.speed import Speed
from sfumato.policy.load import load_policy
from sfumato.policy.model import Policy


@click.command("deid")
@options.paths
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Output folder.")
@options.policy
@options.lang
@options.speed
@options.jobs
@options.key_file
@options.changes
@options.record
@options.mapping
@click.option(
    "--map",
    "maps",
    is_flag=True,
    help="Write beside each output NAME.map.json: what stands where, for `sfumato carry`. It "
    "tells the lengths of the originals.",
)
@click.option(
    "--annotate",
    is_flag=True,
    help="Write beside each output NAME.jsonld: roles, encounters, and who reported something.",
)
@click.option("--resume", is_flag=True, help="Go on where an interrupted run stopped.")
@options.as_json
def command(
    paths: tuple[Path, ...],
    out: Path,
    policy_name: str,
    lang: str,
    speed: Speed | None,
    jobs: int,
    key_file: Path | None,
    changes: tuple[str, ...],
    record: Path | None,
    mapping: Path | None,
    maps: bool,
    annotate: bool,
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
        speed=speed,
        jobs=jobs,
        key_file=key_file,
        changes=(*changes, *(["annotate=true"] if annotate else [])),
        record=options.record_of(record, mapping),
        maps=maps,
        resume=resume,
        as_json=as_json,
    )
    if any(map(_unwritten, documents)):
        raise click.exceptions.Exit(EXIT_CANNOT_WRITE)
    if not all(done.released or _reported(done) for done in documents):
        raise click.exceptions.Exit(EXIT_FOUND)


def deid_paths(
    paths: tuple[Path, ...],
    out: Path,
    *,
    policy_name: str,
    lang: str = "auto",
    speed: Speed | None = None,
    jobs: int = 1,
    key_file: Path | None = None,
    changes: tuple[str, ...] = (),
    record: RecordFiles | None = None,
    maps: bool = False,
    resume: bool = False,
    as_json: bool = False,
) -> list[Done]:
    """Runs the batch and shows its progress and its table; the finished documents."""
    policy = load_policy(policy_name, changes, speed=speed)
    key = key_for(policy, key_file)
    language = options.language_of(lang)
    documents: list[Done] = []
    with (
        Pool(
            policy_name,
            policy,
            jobs=jobs,
            key=key,
            language=language,
            changes=changes,
            record=record,
        ) as pool,
        progress("de-identifying", shown=not as_json) as bar,
    ):
        work = deid_tree(paths, out, policy, pool, resume=resume, maps=maps, begun=bar.begin)
        for done in work:
            documents.append(done)
            bar.advance(done.entry["number"])
            if not done.released:
                name = shown(done.path, done.entry["line"])
                bar.say(f"{name}: {'; '.join(done.entry['reasons'])}")
    if as_json:
        for done in documents:
            click.echo(json.dumps({"path": str(done.path), **plain(done.entry)}))
    else:
        from sfumato.cli.table import show_done

        show_done(documents, out)
    return documents


def key_for(policy: Policy, key_file: Path | None) -> Key | None:
    """The key, which must be there when an operator of the policy needs one."""
    key = load_key(key_file)
    labels = policy.keyed_labels()
    if key is None and labels:
        raise KeyMissing(
            f"{policy.where}: operators.{labels[0]} needs a key: give --key-file, "
            "SFUMATO_KEY_FILE or SFUMATO_KEY"
        )
    if key is None and policy.vault:
        raise KeyMissing(
            f"{policy.where}: vault needs a key: give --key-file, SFUMATO_KEY_FILE or SFUMATO_KEY"
        )
    return key


def _unwritten(done: Done) -> bool:
    return any(reason.startswith(WriteFailed.code) for reason in done.entry["reasons"])


def _reported(done: Done) -> bool:
    """Whether a document was refused only because its policy releases nothing."""
    return all(str(reason).startswith("report-only") for reason in done.entry["reasons"])
