"""sfumato evaluate: detectors or predictions against a gold standard, with intervals."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.console import Console
from rich.progress import track

from sfumato.batch.store import write_whole
from sfumato.cli import options
from sfumato.cli.main import EXIT_FOUND
from sfumato.cli.place import shown
from sfumato.cli.predict import predict
from sfumato.cli.scoreboard import console, show_changes, show_report
from sfumato.core.speed import Speed
from sfumato.evaluate.bootstrap import Change
from sfumato.evaluate.corpora import read_gold, read_predicted
from sfumato.evaluate.counts import Key
from sfumato.evaluate.direct import Breadth, direct_labels
from sfumato.evaluate.mistakes import as_line, mistakes
from sfumato.evaluate.naming import coarsened, named_marks, named_notes, scheme_of_notes
from sfumato.evaluate.note import Mark, Note
from sfumato.evaluate.page import page_of
from sfumato.evaluate.report import GROUPINGS, By, Report, evaluate
from sfumato.evaluate.result import as_json, changes_as_json, compare, digest_of_gold, read_former
from sfumato.evaluate.sheets import summary
from sfumato.knowledge.schemes import SCHEMES

_COMMANDS = {"surrogates": "sfumato.cli.surrogates"}


@dataclass(frozen=True, slots=True)
class _Pair:
    """A gold standard and what was predicted for it, under the same names."""

    gold: tuple[Note, ...] = field(repr=False)
    predicted: Mapping[str, Sequence[Mark]] = field(repr=False)
    settings: Mapping[str, str]
    refusals: int = 0


@dataclass(frozen=True, slots=True)
class _Result:
    """What came of the comparison."""

    report: Report
    digest: str
    changes: Mapping[Key, Change]


class _Measuring(click.Group):
    """The command itself, save where its first word is one of its own commands."""

    allow_interspersed_args = True

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **more: Any,
    ) -> click.Context:
        """The context of the one that is meant."""
        own = self.get_command(click.Context(self), args[0]) if args else None
        if own is None:
            return super().make_context(info_name, args, parent, **more)
        return own.make_context(f"{info_name} {args[0]}", args[1:], parent, **more)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        found = import_module(_COMMANDS[cmd_name]).command
        assert isinstance(found, click.Command)
        return found

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return click.Command.collect_usage_pieces(self, ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return click.Command.parse_args(self, ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        return click.Command.invoke(self, ctx)


@click.group("evaluate", cls=_Measuring)
@click.argument("gold", type=click.Path(path_type=Path, exists=True))
@click.argument("pred", required=False, type=click.Path(path_type=Path, exists=True))
@options.policy
@options.lang
@options.speed
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
    "--by",
    multiple=True,
    default=("language", "kind"),
    show_default=True,
    type=click.Choice(list(GROUPINGS)),
    help="Figures for groups of documents too; a series is what stands before the number of an id.",
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
@click.pass_context
def command(
    context: click.Context,
    gold: Path,
    pred: Path | None,
    policy_name: str,
    lang: str,
    speed: Speed | None,
    jobs: int,
    labels: str | None,
    direct: Breadth,
    by: tuple[By, ...],
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
    given = context.get_parameter_source("policy_name") != ParameterSource.DEFAULT
    if pred and given:
        raise click.UsageError("give PRED or --policy, not both")
    if with_text and errors is None:
        raise click.UsageError("--with-text needs --errors")
    notes = read_gold(gold)
    pair = (
        _read(notes, pred, labels)
        if pred
        else _detected(notes, policy_name, lang, jobs, labels, speed)
    )
    settings = {"gold": gold.name, **pair.settings, "direct": direct}
    result = _compared(pair, direct, by, former)
    if errors or page:
        _write(pair, result, settings, errors=errors, with_text=with_text, page=page)
    _print(result, settings, as_json=as_json)
    if pair.refusals:
        raise click.exceptions.Exit(EXIT_FOUND)


def _read(notes: tuple[Note, ...], pred: Path, labels: str | None) -> _Pair:
    """Predictions that another program or an earlier run made."""
    found = read_predicted(pred)
    settings = {"predictions": pred.name, "labels": labels or scheme_of_notes(notes)}
    if labels is None:
        return _Pair(notes, found, settings)
    return _Pair(named_notes(notes, labels), named_marks(notes, found, labels), settings)


def _detected(
    notes: tuple[Note, ...],
    policy_name: str,
    lang: str,
    jobs: int,
    labels: str | None,
    speed: Speed | None,
) -> _Pair:
    """What the detectors of a policy find; a refused note counts as one without a prediction."""
    found: dict[str, tuple[Mark, ...]] = {}
    work = predict(
        notes, policy_name=policy_name, language=options.language_of(lang), speed=speed, jobs=jobs
    )
    screen = Console(stderr=True)
    for note in track(
        work, "detecting", len(notes), console=screen, transient=True, disable=not _watched()
    ):
        if note.refused:
            click.echo(f"{shown(note.id)}: {note.refused}", err=True)
        else:
            found[note.id] = note.marks
    scheme = labels or scheme_of_notes(notes)
    named = coarsened(notes, named_marks(notes, found, scheme, source="sfumato"))
    gold = named_notes(notes, labels) if labels else notes
    settings = {"policy": policy_name, **({"speed": speed} if speed else {}), "labels": scheme}
    return _Pair(gold, named, settings, len(notes) - len(found))


def _watched() -> bool:
    return sys.stderr.isatty()


def _compared(pair: _Pair, breadth: Breadth, by: Sequence[By], former: Path | None) -> _Result:
    direct = direct_labels(breadth)
    digest = digest_of_gold(pair.gold, direct)
    before = read_former(former) if former else None
    report = evaluate(pair.gold, pair.predicted, direct=direct, by=by)
    return _Result(report, digest, compare(before, report, gold=digest) if before else {})


def _write(
    pair: _Pair,
    result: _Result,
    settings: Mapping[str, str],
    *,
    errors: Path | None,
    with_text: bool,
    page: Path | None,
) -> None:
    """The files that were asked for."""
    direct = direct_labels("wide" if settings["direct"] == "wide" else "narrow")
    wrong = tuple(mistakes(pair.gold, pair.predicted, direct=direct))
    if errors:
        texts = {note.id: note.text for note in pair.gold} if with_text else {}
        lines = "".join(as_line(mistake, texts.get(mistake.id)) for mistake in wrong)
        write_whole(errors, lines.encode("utf-8", "surrogatepass"))
    if page:
        html = page_of(result.report, pair.gold, pair.predicted, wrong, result.changes, settings)
        write_whole(page, html.encode("utf-8", "replace"))


def _print(result: _Result, settings: Mapping[str, str], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_plain(result, settings), ensure_ascii=False))
        return
    report, screen = result.report, console()
    screen.print(f"{summary(report)}, labels of {settings['labels']}\n")
    show_report(report, screen)
    if result.changes:
        show_changes(result.changes, screen)
    if report.unanswered:
        click.echo(f"{report.unanswered} documents without a prediction count as empty", err=True)
    if report.foreign:
        click.echo(f"{report.foreign} predictions of other documents count for nothing", err=True)


def _plain(result: _Result, settings: Mapping[str, str]) -> dict[str, Any]:
    changes = {"changes": changes_as_json(result.changes)} if result.changes else {}
    whole = as_json(result.report, gold=result.digest)
    return {"settings": dict(settings), **changes, **whole}
