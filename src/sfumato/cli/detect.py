"""sfumato detect: spans as JSON lines, BRAT or i2b2 XML."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

import click

from sfumato.batch.store import write_whole
from sfumato.cli import options
from sfumato.cli.examine import Examined, examine_paths
from sfumato.cli.main import EXIT_FOUND
from sfumato.cli.place import shown
from sfumato.cli.progress import progress
from sfumato.core.errors import WriteFailed
from sfumato.core.release import Finding
from sfumato.core.speed import Speed
from sfumato.evaluate.note import BYTE_ORDER_MARK, Mark
from sfumato.evaluate.standoff import write_ann, write_tagged
from sfumato.knowledge.schemes import SCHEMES, losses, name_in, remarks

_WORDS = 80  # as much of the text in front of a span as decides its name
_LONGEST_NAME = 50  # signs, of up to four bytes each
_UNFIT = re.compile(r"[\x00-\x1f/\\\x7f\ud800-\udfff]")


@click.command("detect")
@options.paths
@options.lang
@options.speed
@options.policy
@options.jobs
@click.option(
    "--labels",
    default="sfumato",
    show_default=True,
    type=click.Choice(list(SCHEMES)),
    help="The names that labels get.",
)
@click.option(
    "--to",
    "target",
    default="jsonl",
    show_default=True,
    type=click.Choice(["jsonl", "brat", "i2b2"]),
    help="How spans are written; brat and i2b2 need --out.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the results.")
def command(
    paths: tuple[Path, ...],
    lang: str,
    speed: Speed | None,
    policy_name: str,
    jobs: int,
    labels: str,
    target: str,
    out: Path | None,
) -> None:
    """Find identifiers and print or write their spans.

    Without --out, one JSON object a document on standard output:
    {"path", "id", "spans": [{"start", "end", "label", "score", "detector"}]}.
    With --to brat or i2b2 the text of each document is written beside its spans: the output
    identifies as much as the input does.
    """
    if target != "jsonl" and out is None:
        raise click.UsageError(f"--to {target} needs --out")
    scheme = "i2b2" if target == "i2b2" and labels == "sfumato" else labels
    for words in _lost(scheme):
        click.echo(f"note: in {scheme}, {words}", err=True)
    writer = _Writer(paths, scheme, target, out)
    refusals = 0
    with progress("detecting", shown=not (sys.stdout.isatty() and out is None)) as bar:
        for document in examine_paths(
            paths,
            policy_name=policy_name,
            language=options.language_of(lang),
            speed=speed,
            jobs=jobs,
            bar=bar,
        ):
            if document.outcome.verdict == "refused":
                refusals += 1
                name = shown(document.path, document.line)
                bar.say(f"{name}: {document.outcome.reasons[0]}")
            else:
                writer.add(document)
    writer.finish()
    if refusals:
        raise click.exceptions.Exit(EXIT_FOUND)


class _Writer:
    """Where the spans go: lines to standard output, or files into a folder."""

    def __init__(self, roots: Sequence[Path], scheme: str, target: str, out: Path | None) -> None:
        self._folders = [root for root in roots if root.is_dir()]
        self._scheme, self._target, self._out = scheme, target, out
        self._lines: list[str] = []
        self._taken: set[PurePosixPath] = set()

    def add(self, document: Examined) -> None:
        """Prints or writes one document."""
        if self._target != "jsonl":
            self._write(document)
            return
        line = json.dumps(_plain(document, self._scheme), ensure_ascii=False)
        if self._out is None:
            click.echo(line)
        else:
            self._lines.append(f"{line}\n")

    def finish(self) -> None:
        """Writes what was gathered."""
        if self._target == "jsonl" and self._out is not None:
            lines = "".join(self._lines)
            write_whole(self._out / "spans.jsonl", lines.encode("utf-8", "surrogatepass"))

    def _write(self, document: Examined) -> None:
        assert self._out is not None
        place = self._out / self._place(document)
        text, ahead = document.outcome.text, document.ahead if self._target == "brat" else 0
        marks = [
            Mark(found.start + ahead, found.end + ahead, _name(self._scheme, found, text))
            for found in document.outcome.findings
        ]
        if self._target == "brat":
            whole = BYTE_ORDER_MARK * ahead + text
            _put(place, ".txt", whole.encode("utf-8", "surrogatepass"))
            _put(place, ".ann", write_ann(whole, marks).encode("utf-8", "surrogatepass"))
        else:
            tagged = write_tagged(text, marks, scheme=self._scheme)
            _put(place, ".xml", tagged)

    def _place(self, document: Examined) -> PurePosixPath:
        """The document's place without an ending: its own folder and id, never one twice."""
        folders = (path for path in self._folders if document.path.is_relative_to(path))
        inner = next((document.path.parent.relative_to(path) for path in folders), Path())
        name = _UNFIT.sub("_", document.id)[:_LONGEST_NAME] or "_"
        file = _UNFIT.sub("_", document.path.name)[:_LONGEST_NAME]
        folder = PurePosixPath(*inner.parts)
        for candidate in (name, f"{file}-{name}", f"{file}-{document.line}-{name}"):
            if (place := folder / candidate) not in self._taken:
                self._taken.add(place)
                return place
        raise WriteFailed(f"{document.path}: two documents would go to the same output")


def _put(place: Path, ending: str, data: bytes) -> None:
    write_whole(place.with_name(place.name + ending), data)


def _lost(scheme: str) -> Iterator[str]:
    for name, merged in losses(scheme).items():
        yield f"{name} stands for {', '.join(merged)}"
    yield from remarks(scheme)


def _name(scheme: str, found: Finding, text: str) -> str:
    before = text[max(0, found.start - _WORDS) : found.start]
    return name_in(scheme, found.label, before=before, covered=text[found.start : found.end])


def _plain(document: Examined, scheme: str) -> dict[str, object]:
    return {
        "path": str(document.path),
        "id": document.id,
        "spans": [
            {
                "start": found.start,
                "end": found.end,
                "label": _name(scheme, found, document.outcome.text),
                "score": round(found.score, 4),
                "detector": found.detector,
            }
            for found in document.outcome.findings
            if not document.line or found.start < document.outcome.own
        ],
    }
