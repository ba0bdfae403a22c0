"""sfumato detect: spans as JSON lines, BRAT or i2b2 XML."""

from __future__ import annotations

import json
from pathlib import Path
from xml.sax.saxutils import quoteattr

import click

from sfumato.batch.store import write_whole
from sfumato.cli import options
from sfumato.cli.examine import Examined, examine_paths
from sfumato.cli.main import EXIT_FOUND
from sfumato.knowledge.schemes import I2B2_GROUPS, SCHEMES, losses, name_in


@click.command("detect")
@options.paths
@options.lang
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
    policy_name: str,
    jobs: int,
    labels: str,
    target: str,
    out: Path | None,
) -> None:
    """Find identifiers and print or write their spans.

    Without --out, one JSON object a document on standard output:
    {"path", "id", "spans": [{"start", "end", "label", "score", "detector"}]}.
    """
    if target != "jsonl" and out is None:
        raise click.UsageError(f"--to {target} needs --out")
    for name, merged in losses(labels).items():
        click.echo(f"note: in {labels}, {name} stands for {', '.join(merged)}", err=True)
    refusals = 0
    lines: list[str] = []
    documents = examine_paths(
        paths, policy_name=policy_name, language=options.language_of(lang), jobs=jobs
    )
    for document in documents:
        if document.outcome.verdict == "refused":
            refusals += 1
            click.echo(f"{document.path}: {document.outcome.reasons[0]}", err=True)
        elif target == "jsonl":
            line = json.dumps(_plain(document, labels), ensure_ascii=False)
            if out is None:
                click.echo(line)
            else:
                lines.append(line)
        elif out is not None:
            _write(document, labels, target, out)
    if out is not None and target == "jsonl":
        write_whole(out / "spans.jsonl", "".join(f"{line}\n" for line in lines).encode())
    if refusals:
        raise click.exceptions.Exit(EXIT_FOUND)


def _plain(document: Examined, labels: str) -> dict[str, object]:
    return {
        "path": str(document.path),
        "id": document.id,
        "spans": [
            {
                "start": finding.start,
                "end": finding.end,
                "label": name_in(labels, finding.label),
                "score": round(finding.score, 4),
                "detector": finding.detector,
            }
            for finding in document.outcome.findings
        ],
    }


def _write(document: Examined, labels: str, target: str, out: Path) -> None:
    text = document.outcome.text
    name = document.id.replace("/", "_").replace("\\", "_")
    if target == "brat":
        write_whole(out / f"{name}.txt", text.encode("utf-8", "surrogatepass"))
        write_whole(out / f"{name}.ann", _brat(document, labels).encode("utf-8", "surrogatepass"))
    else:
        write_whole(out / f"{name}.xml", _i2b2(document, labels).encode("utf-8", "surrogatepass"))


def _brat(document: Examined, labels: str) -> str:
    text = document.outcome.text
    return "".join(
        f"T{number}\t{name_in(labels, found.label)} {found.start} {found.end}\t"
        f"{' '.join(text[found.start : found.end].split())}\n"
        for number, found in enumerate(document.outcome.findings, start=1)
    )


def _i2b2(document: Examined, labels: str) -> str:
    text = document.outcome.text
    group_of = {kind: group for group, kinds in I2B2_GROUPS.items() for kind in kinds}
    tags = []
    for number, found in enumerate(document.outcome.findings):
        kind = name_in("i2b2" if labels == "sfumato" else labels, found.label)
        group = group_of.get(kind) or group_of[name_in("i2b2", found.label)]
        tags.append(
            f'<{group} id="P{number}" start="{found.start}" end="{found.end}" '
            f'text={quoteattr(text[found.start : found.end])} TYPE="{kind}" comment=""/>\n'
        )
    body = text.replace("]]>", "]]]]><![CDATA[>")
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n<deIdi2b2>\n"
        f"<TEXT><![CDATA[{body}]]></TEXT>\n<TAGS>\n{''.join(tags)}</TAGS>\n</deIdi2b2>\n"
    )
