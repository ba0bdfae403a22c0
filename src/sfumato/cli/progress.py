"""Progress: a bar on standard error while long work runs, only where a terminal looks on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from rich.progress import Progress


class Bar(Protocol):
    """What a command tells while it works."""

    def begin(self, total: int) -> None:
        """How many sources there are."""
        ...

    def advance(self, source: int) -> None:
        """Another document is done; it belongs to the source of that number."""
        ...

    def say(self, words: str) -> None:
        """A line that stays."""
        ...


@contextmanager
def progress(words: str, *, shown: bool = True) -> Iterator[Bar]:
    """A bar that vanishes at the end; without a terminal only the lines that stay."""
    if shown and sys.stderr.isatty():
        with _Drawn(words) as bar:
            yield bar
    else:
        yield _Silent()


class _Silent:
    def begin(self, total: int) -> None:
        """Nothing."""

    def advance(self, source: int) -> None:
        """Nothing."""

    def say(self, words: str) -> None:
        """The line on standard error."""
        click.echo(words, err=True)


class _Drawn(_Silent):
    def __init__(self, words: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        self._console = Console(stderr=True, highlight=False)
        self._progress = Progress(
            TextColumn(words),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} files"),
            TextColumn("{task.fields[documents]:,} documents"),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
        )
        self._task = self._progress.add_task("", documents=0, total=1)
        self._documents = 0

    def __enter__(self) -> _Drawn:
        self._progress.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._progress.stop()

    def begin(self, total: int) -> None:
        """The bar's length."""
        self._progress.update(self._task, total=total)

    def advance(self, source: int) -> None:
        """One document more; sources before the given one are complete."""
        self._documents += 1
        self._progress.update(self._task, completed=source, documents=self._documents)

    def say(self, words: str) -> None:
        """The line above the bar."""
        self._console.print(words, markup=False, soft_wrap=True)


class StepBar(Protocol):
    """What a command tells while it goes step by step."""

    def advance(self, step: int, total: int) -> None:
        """So many steps of so many are done."""
        ...

    def say(self, words: str) -> None:
        """A line that stays."""
        ...


@contextmanager
def steps(words: str) -> Iterator[StepBar]:
    """A bar of steps that vanishes at the end; without a terminal only the lines that stay."""
    if not sys.stderr.isatty():
        yield _SilentSteps()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = Console(stderr=True, highlight=False)
    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), Remaining())
    with Progress(*columns, console=console, transient=True) as drawn:
        yield _DrawnSteps(drawn)


class _SilentSteps:
    def advance(self, step: int, total: int) -> None:
        """Nothing."""

    def say(self, words: str) -> None:
        """The line on standard error."""
        click.echo(words, err=True)


class _DrawnSteps:
    def __init__(self, drawn: Progress) -> None:
        self._drawn = drawn
        self._task = drawn.add_task("")

    def advance(self, step: int, total: int) -> None:
        """The bar's length."""
        self._drawn.update(self._task, completed=step, total=total)

    def say(self, words: str) -> None:
        """The line above the bar."""
        self._drawn.console.print(words, markup=False, soft_wrap=True)
