"""sfumato scan: where identifiers stand, for people and for scripts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from sfumato.cli import options
from sfumato.cli.examine import Examined, examine_paths
from sfumato.cli.main import EXIT_FOUND
from sfumato.cli.place import shown
from sfumato.cli.progress import progress
from sfumato.core.speed import Speed


@click.command("scan")
@options.paths
@options.lang
@options.speed
@options.policy
@options.jobs
@options.as_json
def command(
    paths: tuple[Path, ...],
    lang: str,
    speed: Speed | None,
    policy_name: str,
    jobs: int,
    as_json: bool,
) -> None:
    """List findings by file, place and label, without their text.

    Exit code 1 when anything was found or a file could not be read.
    """
    found = False
    with progress("scanning", shown=not sys.stdout.isatty()) as bar:
        for document in examine_paths(
            paths,
            policy_name=policy_name,
            language=options.language_of(lang),
            speed=speed,
            jobs=jobs,
            bar=bar,
        ):
            if document.outcome.verdict == "refused":
                name = shown(document.path, document.line)
                bar.say(f"{name}: {document.outcome.reasons[0]}")
            found |= bool(document.outcome.findings) or document.outcome.verdict == "refused"
            for line in _json_lines(document) if as_json else _lines(document):
                click.echo(line)
    if found:
        raise click.exceptions.Exit(EXIT_FOUND)


def _lines(document: Examined) -> list[str]:
    outcome = document.outcome
    if outcome.verdict == "refused":
        return []
    name = shown(document.path, document.line)
    return [
        f"{name}: {finding.place}, {_line_of(outcome.text, finding.start)}: "
        f"{finding.label} ({finding.detector}, {finding.score:.2f})"
        for finding in outcome.findings
    ]


def _json_lines(document: Examined) -> list[str]:
    outcome = document.outcome
    if outcome.verdict == "refused":
        reasons = [str(reason) for reason in outcome.reasons]
        path, line = str(document.path), document.line
        return [json.dumps({"path": path, "id": document.id, "line": line, "refused": reasons})]
    return [
        json.dumps(
            {
                "path": str(document.path),
                "id": document.id,
                "line": document.line,
                "place": finding.place,
                "start": finding.start,
                "end": finding.end,
                "label": finding.label,
                "score": round(finding.score, 4),
                "detector": finding.detector,
            }
        )
        for finding in outcome.findings
    ]


def _line_of(text: str, offset: int) -> str:
    line = text.count("\n", 0, offset) + 1
    return f"line {line} column {offset - text.rfind(chr(10), 0, offset)}"
