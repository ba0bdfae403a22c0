"""sfumato carry: annotations made on originals, brought onto the released texts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from sfumato.batch.maps import MAP_SUFFIX
from sfumato.batch.store import write_whole
from sfumato.cli import options
from sfumato.cli.main import EXIT_FOUND
from sfumato.cli.place import shown
from sfumato.cli.released import Output, Reader, outputs
from sfumato.core.errors import Damaged, InputError, PolicyError, Unreadable
from sfumato.core.marks import CARRIED, Tally
from sfumato.evaluate.carry import KINDS, Target, carry

_WAYS = {
    "ambiguous": "of several parts of one replaced place",
    "emptied": "with nothing left in their place",
    "outside": "that do not fit the text",
}


@click.command("carry")
@click.argument("annotations", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--map",
    "maps",
    required=True,
    type=click.Path(path_type=Path, exists=True),
    help=f"A NAME{MAP_SUFFIX} that deid --map wrote beside its output, or the output folder.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="The file to write; a folder where ANNOTATIONS is one.",
)
@click.option(
    "--kind",
    type=click.Choice(sorted(KINDS.values())),
    help="What the annotations are; told by the ending of the file otherwise.",
)
@click.option(
    "--keep-notes",
    is_flag=True,
    help="Keep notes and other free words of annotators and programs. They may identify.",
)
@options.as_json
def command(
    annotations: Path, maps: Path, out: Path, kind: str | None, keep_notes: bool, as_json: bool
) -> None:
    """Bring ANNOTATIONS made on originals onto the released texts.

    ANNOTATIONS is a BRAT .ann file, tasks of Label Studio (.json), a CAS of UIMA or cTAKES (.xmi),
    NOTE_NLP of OMOP (.csv), or a folder of such files. Covered texts are taken from the released
    documents; a mark in a replaced place grows to the whole replacement; a mark that has no
    certain place is dropped and counted.
    """
    files = _files(annotations, kind)
    with Reader() as reader:
        known = outputs(maps, reader)
    refused = 0
    for file in files:
        relative = file.relative_to(annotations) if annotations.is_dir() else Path(file.name)
        place = out / relative if annotations.is_dir() else out
        try:
            told = _carry(file, relative, place, known, kind or KINDS[file.suffix], keep_notes)
        except InputError as error:
            refused += 1
            click.echo(f"{shown(file)}: {error.code}: {error}", err=True)
        else:
            _tell(file, told, as_json=as_json)
    if refused:
        raise click.exceptions.Exit(EXIT_FOUND)


def _files(annotations: Path, kind: str | None) -> list[Path]:
    if not annotations.is_dir():
        if kind is None and annotations.suffix not in KINDS:
            raise PolicyError(f"{shown(annotations.name)}: give --kind")
        return [annotations]
    endings = [ending for ending, name in KINDS.items() if kind in (None, name)]
    found = [path for path in sorted(annotations.rglob("*")) if path.suffix in endings]
    if not found:
        raise PolicyError(f"{shown(annotations.name)}: no annotations in the folder")
    return [path for path in found if not path.name.endswith(MAP_SUFFIX)]


def _carry(
    file: Path, relative: Path, place: Path, known: Sequence[Output], kind: str, keep_notes: bool
) -> Tally:
    targets = list(_targets(relative, known, kind))
    if not targets:
        raise Damaged("no released document with a map has this name")
    if place.resolve() == file.resolve():
        raise PolicyError("the output would take the place of the annotations")
    done = carry(_bytes(file), kind, targets, keep_notes=keep_notes)
    write_whole(place, done.data)
    return done.tally


def _targets(relative: Path, known: Sequence[Output], kind: str) -> Iterator[Target]:
    """The documents that annotations may belong to: BRAT tells it by the name alone."""
    for output in known:
        named = output.relative.with_suffix("") == relative.with_suffix("")
        if kind != "brat" or named or len(known) == 1:
            yield from output.targets


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        problem = (error.strerror or "cannot be read").lower()
    raise Unreadable(problem)


def _tell(file: Path, told: Tally, *, as_json: bool) -> None:
    marks = {way: told.ways[way] for way in ("moved", "widened", *_WAYS)}
    if as_json:
        click.echo(
            json.dumps({"path": str(file), **marks, "notes": told.notes, "others": told.others})
        )
        return
    carried = sum(marks[way] for way in CARRIED)
    widened = f" ({marks['widened']} on replaced places)" if marks["widened"] else ""
    click.echo(f"{shown(file)}: {carried} marks carried{widened}")
    for way, words in _WAYS.items():
        if marks[way]:
            click.echo(f"  dropped: {marks[way]} {words}")
    if told.others:
        click.echo(f"  dropped: {told.others} lines or parts that lost what they hang on")
    if told.notes:
        click.echo(f"  dropped: {told.notes} notes and other free words (--keep-notes keeps them)")
