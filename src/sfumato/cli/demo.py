"""sfumato demo: the example documents through the line."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

import click

from sfumato.batch.deid import Done, deid_tree
from sfumato.batch.local import Pool
from sfumato.batch.store import unfinished
from sfumato.cli.place import shown
from sfumato.cli.progress import progress
from sfumato.policy.load import load_policy

_POLICY = "hitzalmed"
_LANGUAGES = {"es": "Spanish", "en": "English", "und": "-"}
_DONE = {"mask": "masked", "keep": "kept", "truncate": "truncated", "token": "tokens"}
_PLAIN_WIDTH = 100
_NARROWEST = 72
_SHOWN_FIRST = ("informe-alta.docx", "referral.pdf")
_WIDEST_FOUND = 60
_NO_BREAK = "\N{NO-BREAK SPACE}"
_DROPPED = " dropped"
_PART = re.compile(r"^(?:.*: )?(.*?)(?: \(\d+\))?$")


@click.command("demo")
@click.argument("examples", type=click.Path(path_type=Path, exists=True), default=Path("examples"))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("demo-out"),
    show_default=True,
    help="Output folder.",
)
def command(examples: Path, out: Path) -> None:
    """De-identify the example documents and show what happened."""
    width = _width()
    for line in _report(_run(examples, out), out, width):
        click.echo(line)


def _width() -> int:
    """The width of the terminal; a file or a pipe gets lines of middle length."""
    return max(_NARROWEST, shutil.get_terminal_size((_PLAIN_WIDTH, 40)).columns)


def _run(examples: Path, out: Path) -> list[Done]:
    policy = load_policy(_POLICY)
    with Pool(_POLICY, policy, jobs=2) as pool, progress("de-identifying") as bar:
        documents = []
        for done in deid_tree(
            (examples,), out, policy, pool, resume=unfinished(out), begun=bar.begin
        ):
            documents.append(done)
            bar.advance(done.entry["number"])
    return documents


def _report(documents: Sequence[Done], out: Path, width: int) -> Iterator[str]:
    yield from _table(documents, width)
    yield from _refusals(documents, width)
    yield from _left_out(documents, width)
    released = sum(done.released for done in documents)
    yield ""
    yield click.style(
        f"{released} of {len(documents)} documents released into {shown(out)}/", bold=True
    )
    yield from _next_steps(documents, out)


def _table(documents: Sequence[Done], width: int) -> Iterator[str]:
    """A row a document; what was found stands beside it, or under it in a narrow terminal."""
    rows = [_row(done) for done in documents]
    head = ("file", "language", "done", "verdict", "time", "found")
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)][:5]
    indent = sum(widths) + 2 * len(widths)
    wide = width - indent >= _WIDEST_FOUND
    yield click.style(_line(head, widths) + "  found" * wide, bold=True)
    yield "-" * (width if wide else indent)
    for done, row in zip(documents, rows, strict=True):
        found = _wrapped(row[5], width, indent if wide else 4)
        color = "green" if done.released else "red"
        line = _line(row, widths).replace(row[3], click.style(row[3], fg=color))
        yield line + (click.style("  " + found[0].lstrip(), dim=True) if wide else "")
        yield from (click.style(more, dim=True) for more in found[wide:])


def _row(done: Done) -> tuple[str, ...]:
    entry = done.entry
    return (
        shown(str(done.relative), entry["line"]),
        _LANGUAGES[entry["language"]],
        _made(entry["operators"]),
        "released" if done.released else "refused",
        "before" if done.resumed else f"{done.seconds:.2f} s",
        _counts(entry["spans"]),
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [cell.ljust(size) for cell, size in zip(row, widths, strict=False)]
    cells[4] = row[4].rjust(widths[4])
    return "  ".join(cells)


def _refusals(documents: Sequence[Done], width: int) -> Iterator[str]:
    refused = [done for done in documents if not done.released]
    if refused:
        yield "\nRefused, so not written"
    for done in refused:
        yield f"  {_row(done)[0]}"
        for reason in done.entry["reasons"]:
            yield from _wrapped(reason, width, 4)


def _left_out(documents: Sequence[Done], width: int) -> Iterator[str]:
    """The notes, each once, with how many files it is true of."""
    files: dict[str, set[str]] = {}
    for done in documents:
        for note in done.entry["notes"]:
            files.setdefault(_PART.sub(r"\1", note), set()).add(str(done.relative))
    ranked = sorted(files, key=lambda note: (-len(files[note]), note))
    dropped = [note for note in ranked if note.endswith(_DROPPED)]
    other = [note for note in ranked if note not in dropped]
    for title, notes in (("Dropped unread", dropped), ("Also", other)):
        if notes:
            counted = [f"{note.removesuffix(_DROPPED)} ({len(files[note])})" for note in notes]
            yield f"\n{title} (in how many files)"
            yield from _wrapped(_unbroken(counted, "; "), width, 4)


def _next_steps(documents: Sequence[Done], out: Path) -> Iterator[str]:
    program = shown(_program())
    released = [done for done in documents if done.released]
    ranked = sorted(released, key=lambda done: done.path.name not in _SHOWN_FIRST)
    yield "\nNext"
    for done in ranked[:1]:
        yield "  compare a document with its output:"
        yield f"    {shown(done.path)}  ->  {shown(out / done.entry['output'])}"
        yield "  see what was found in it, and by what:"
        yield f"    {program} explain {shown(done.path)} --html explained.html"
    yield "  do the same with a folder of your own:"
    yield f"    {program} deid FOLDER --out OUT"
    yield "  read on: docs/tutorial.md; digests and verdicts: " + shown(out / "dossier.json")


def _program() -> Path | str:
    called = Path(sys.argv[0])
    if shutil.which("sfumato") or not called.is_file():
        return "sfumato"
    here = Path.cwd()
    return called.relative_to(here) if called.is_relative_to(here) else called


def _made(operators: dict[str, int]) -> str:
    return ", ".join(f"{count} {_DONE.get(name, name)}" for name, count in operators.items()) or "-"


def _counts(counts: dict[str, int]) -> str:
    return _unbroken([f"{name} {count}" for name, count in counts.items()], ", ") or "-"


def _unbroken(items: Sequence[str], separator: str) -> str:
    """The items in a row that a line end divides only between them."""
    return separator.join(item.replace(" ", _NO_BREAK) for item in items)


def _wrapped(words: str, width: int, indent: int) -> list[str]:
    margin = " " * indent
    lines = wrap(words, width, initial_indent=margin, subsequent_indent=margin)
    return [line.replace(_NO_BREAK, " ") for line in lines]
