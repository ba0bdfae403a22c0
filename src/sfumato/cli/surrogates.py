"""sfumato evaluate surrogates: replacements checked, and read blind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from sfumato.batch.maps import MAP_SUFFIX, output_of
from sfumato.batch.store import write_whole
from sfumato.cli import options
from sfumato.cli.pairs import pairs_of
from sfumato.cli.place import shown
from sfumato.cli.scoreboard import console, show_sheets
from sfumato.core.errors import Damaged, PolicyError, Unreadable
from sfumato.evaluate.blindsheet import Score, blind_sheet, score
from sfumato.evaluate.surrogates import (
    CATEGORIES,
    Before,
    Findings,
    assess,
    by_category,
    by_label,
    fault_line,
    plain,
)

_PLACE = click.Path(path_type=Path, exists=True)
_NEW = click.Path(path_type=Path)


@click.command("surrogates")
@click.argument("original", type=_PLACE, required=False)
@click.argument("released", type=_PLACE, required=False)
@click.option("--errors", type=_NEW, help="Write each wrong place, a line each, without text.")
@click.option("--sheet", type=click.IntRange(2, 2000), help="Make a reading sheet of N passages.")
@click.option("--out", type=_NEW, help="The sheet (CSV); its key goes into NAME.key.json.")
@click.option("--seed", type=int, help="Makes the same sheet again.")
@click.option("--result", type=_PLACE, help="An answered sheet: how often the reader was right.")
@click.option("--key", type=_PLACE, help="The key of the sheet, if it does not lie beside it.")
@options.as_json
def command(
    original: Path | None,
    released: Path | None,
    errors: Path | None,
    sheet: int | None,
    out: Path | None,
    seed: int | None,
    result: Path | None,
    key: Path | None,
    as_json: bool,
) -> None:
    """Check the replacements in RELEASED, which deid --map made of ORIGINAL; files or folders.

    With --sheet, passages for a blind reader: half original, half released, shuffled. The sheet
    holds original text of yours; give it only to those who may read it, or make it of invented
    notes.
    """
    if result is not None:
        _show_score(score(_bytes(result), _bytes(key or _key_of(result))), as_json=as_json)
        return
    if original is None or released is None:
        raise click.UsageError("give ORIGINAL and RELEASED, or --result")
    documents = list(_documents(original, released))
    if sheet is not None:
        _write_sheet(documents, sheet, out, seed)
        return
    findings = assess(documents)
    if errors is not None:
        write_whole(errors, "".join(map(fault_line, findings.faults)).encode())
    _show(findings, as_json=as_json)


def _documents(original: Path, released: Path) -> Iterator[Before]:
    """The documents of two files, or of all outputs in a folder that have a map."""
    if not released.is_dir():
        yield from _of_file(original, released, released.name)
        return
    places = sorted(released.rglob(f"*{MAP_SUFFIX}"))
    if not places or not original.is_dir():
        raise Damaged(f"no *{MAP_SUFFIX} in RELEASED, or ORIGINAL is no folder")
    for place in places:
        output = output_of(place)
        name = output.relative_to(released)
        source = original / name
        if not source.exists():  # the output is text, or has a number for a name
            source = original / name.with_suffix("")
        if not source.is_file():
            click.echo(f"{shown(name)}: no original of this name; left out", err=True)
            continue
        yield from _of_file(source, output, str(name))


def _of_file(original: Path, released: Path, name: str) -> Iterator[Before]:
    for pair in pairs_of(original, released, None):
        yield Before(
            f"{name}:{pair.line}" if pair.line else name, pair.original, pair.released, pair.offsets
        )


def _write_sheet(documents: list[Before], number: int, out: Path | None, seed: int | None) -> None:
    if out is None:
        raise click.UsageError("--sheet needs --out")
    made = blind_sheet(documents, number, seed=seed)
    if _key_of(out) == out:
        raise PolicyError("the sheet would take the place of its key")
    write_whole(_key_of(out), made.key)
    write_whole(out, made.sheet)
    click.echo(f"{made.passages} passages in {shown(out)}, half of them original text")
    click.echo(f"the key is in {shown(_key_of(out))}: keep it from the reader")
    if made.left_out:
        click.echo(f"{made.left_out} places left out: masked, unchanged, or beside a mask")


def _key_of(sheet: Path) -> Path:
    return sheet.with_suffix(".key.json")


def _show_score(found: Score, *, as_json: bool) -> None:
    share = found.right / found.answered if found.answered else 0.0
    verdict = "differs from chance" if found.differs else "cannot be told from chance"
    if as_json:
        said = {
            "right": found.right,
            "answered": found.answered,
            "unanswered": found.unanswered,
            "accuracy": share,
            "low": found.low,
            "high": found.high,
            "p": found.chance,
            "differs": found.differs,
        }
        click.echo(json.dumps(said))
        return
    if not found.answered:
        raise Damaged("the sheet has no answers")
    click.echo(f"{found.right} of {found.answered} right: {share:.3f}")
    click.echo(f"95 % interval {found.low:.3f} to {found.high:.3f} (Wilson); {verdict} (0.5)")
    click.echo(f"a coin is as far from half with probability {found.chance:.3f}")
    if found.unanswered:
        click.echo(f"{found.unanswered} passages without an answer")


def _show(findings: Findings, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(plain(findings)))
        return
    screen = console()
    screen.print(f"{findings.documents} documents; {findings.kept} places kept on purpose\n")
    show_sheets((by_category(findings), by_label(findings)), screen)
    for name, words in CATEGORIES.items():
        screen.print(f"[dim]{name:14} {words}[/]", soft_wrap=True)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        problem = (error.strerror or "cannot be read").lower()
    raise Unreadable(f"{shown(path.name)}: {problem}")
