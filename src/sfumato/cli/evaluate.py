"""sfumato evaluate: detectors or predictions against a gold standard, with intervals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from sfumato.batch.store import write_whole
from sfumato.cli import options
from sfumato.cli.main import EXIT_FOUND
from sfumato.cli.predict import predict
from sfumato.cli.scoreboard import console, show_changes, show_report, summary
from sfumato.core.document import Language
from sfumato.evaluate.bootstrap import Change
from sfumato.evaluate.corpora import read_gold, read_predicted
from sfumato.evaluate.counts import Key
from sfumato.evaluate.direct import Breadth, direct_labels
from sfumato.evaluate.mistakes import Mistake, mistakes
from sfumato.evaluate.naming import named_marks, named_notes, scheme_of_notes
from sfumato.evaluate.note import Mark, Note
from sfumato.evaluate.page import page_of
from sfumato.evaluate.report import Report, evaluate
from sfumato.evaluate.result import as_json, changes_as_json, compare, digest_of_gold, read_former
from sfumato.knowledge.schemes import SCHEMES

Predictions = Mapping[str, Sequence[Mark]]
_CONTEXT_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class _Scored:
    """All that the outputs are made from."""

    gold: tuple[Note, ...]
    predicted: Predictions
    report: Report
    digest: str
    mistakes: tuple[Mistake, ...]
    changes: Mapping[Key, Change]
    settings: Mapping[str, str]


@click.command("evaluate")
@click.argument("gold", type=click.Path(path_type=Path, exists=True))
@click.argument("pred", required=False, type=click.Path(path_type=Path, exists=True))
@click.option(
    "--predictions",
    type=click.Path(path_type=Path, exists=True),
    help="The same as PRED.",
)
@options.policy
@options.lang
@options.jobs
@click.option(
    "--labels",
    type=click.Choice(list(SCHEMES)),
    help="Rename the labels of both sides; without it they are compared as the files have them.",
)
@click.option(
    "--direct",
    default="narrow",
    show_default=True,
    type=click.Choice(["narrow", "wide"]),
    help="What counts as a direct identifier: names, streets, hospitals and contacts, or also "
    "every number that leads to one person, in any scheme.",
)
@click.option(
    "--compare",
    "former",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A result that --json printed before, over the same gold standard.",
)
@click.option("--errors", type=click.Path(path_type=Path), help="Write every mistake, a line each.")
@click.option("--with-text", is_flag=True, help="Let --errors hold the text of each mistake.")
@click.option(
    "--html", "page", type=click.Path(path_type=Path), help="Write a page; it shows original text."
)
@options.as_json
def command(
    gold: Path,
    pred: Path | None,
    predictions: Path | None,
    policy_name: str,
    lang: str,
    jobs: int,
    labels: str | None,
    direct: Breadth,
    former: Path | None,
    errors: Path | None,
    with_text: bool,
    page: Path | None,
    as_json: bool,
) -> None:
    """Measure how well identifiers are found in the annotated documents of GOLD.

    GOLD is a BRAT folder, i2b2 or MEDDOCAN XML, JSON notes {id, lang, kind, text, spans}, JSON
    lines, or notes marked as [[LABEL|text]]. PRED holds predictions in any of these forms, or what
    `sfumato detect` printed; without it the detectors of the policy run.
    """
    if pred and predictions:
        raise click.UsageError("give PRED or --predictions, not both")
    if with_text and errors is None:
        raise click.UsageError("--with-text needs --errors")
    notes = read_gold(gold)
    scheme = labels or scheme_of_notes(notes)
    answers = pred or predictions
    if answers:
        found, refusals = read_predicted(answers), 0
        if labels:
            found = named_marks(notes, found, scheme)
        settings = {"predictions": answers.name}
    else:
        found, refusals = _detected(notes, policy_name, options.language_of(lang), jobs, scheme)
        settings = {"policy": policy_name}
    if labels:
        notes = named_notes(notes, labels)
    settings |= {"gold": gold.name, "labels": scheme, "direct": direct}
    scored = _scored(notes, found, settings, direct, former)
    if errors:
        write_whole(errors, _errors(scored, with_text=with_text).encode("utf-8", "surrogatepass"))
    if page:
        html = page_of(scored.report, scored.gold, scored.mistakes, scored.changes, settings)
        write_whole(page, html.encode("utf-8", "replace"))
    _print(scored, as_json=as_json)
    if refusals:
        raise click.exceptions.Exit(EXIT_FOUND)


def _detected(
    notes: Sequence[Note], policy_name: str, language: Language | None, jobs: int, scheme: str
) -> tuple[dict[str, tuple[Mark, ...]], int]:
    """What the detectors find, in the names of a scheme, and how many notes were refused."""
    found: dict[str, tuple[Mark, ...]] = {}
    refusals = 0
    for note in predict(notes, policy_name=policy_name, language=language, jobs=jobs):
        if note.refused:
            refusals += 1
            click.echo(f"{note.id}: {note.refused}", err=True)
        else:
            found[note.id] = note.marks
    return named_marks(notes, found, scheme, source="sfumato"), refusals


def _scored(
    notes: tuple[Note, ...],
    found: Predictions,
    settings: Mapping[str, str],
    breadth: Breadth,
    former: Path | None,
) -> _Scored:
    direct = direct_labels(breadth)
    report = evaluate(notes, found, direct=direct)
    digest = digest_of_gold(notes, direct)
    changes = compare(read_former(former), report, gold=digest) if former else {}
    wrong = tuple(mistakes(notes, found, direct=direct))
    return _Scored(notes, found, report, digest, wrong, changes, settings)


def _print(scored: _Scored, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_plain(scored), ensure_ascii=False))
        return
    report, screen = scored.report, console()
    screen.print(f"{summary(report.counts)}, labels of {scored.settings['labels']}\n")
    show_report(report, screen)
    if scored.changes:
        show_changes(scored.changes, screen)
    if report.unanswered:
        click.echo(f"{report.unanswered} documents without a prediction count as empty", err=True)
    if report.foreign:
        click.echo(f"{report.foreign} predictions of other documents count for nothing", err=True)


def _plain(scored: _Scored) -> dict[str, Any]:
    changes = {"changes": changes_as_json(scored.changes)} if scored.changes else {}
    return {
        "settings": dict(scored.settings),
        **changes,
        **as_json(scored.report, gold=scored.digest),
    }


def _errors(scored: _Scored, *, with_text: bool) -> str:
    texts = {note.id: note.text for note in scored.gold} if with_text else {}
    return "".join(_error_lines(scored.mistakes, texts))


def _error_lines(wrong: Sequence[Mistake], texts: Mapping[str, str]) -> Iterator[str]:
    for mistake in wrong:
        entry: dict[str, Any] = {
            "id": mistake.id,
            "sort": mistake.sort,
            "gold": mistake.gold._asdict() if mistake.gold else None,
            "given": mistake.given._asdict() if mistake.given else None,
            "leaks": mistake.leaks,
        }
        if mistake.id in texts:
            text, start, end = texts[mistake.id], mistake.start, mistake.end
            entry["before"] = text[max(0, start - _CONTEXT_CHARACTERS) : start]
            entry["text"] = text[start:end]
            entry["after"] = text[end : end + _CONTEXT_CHARACTERS]
        yield json.dumps(entry, ensure_ascii=False) + "\n"
