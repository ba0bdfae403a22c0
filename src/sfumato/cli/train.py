"""sfumato train: a recogniser of one's own, out of one's own marked notes."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sfumato.batch.store import remove, sweep, write_whole
from sfumato.cli.place import shown
from sfumato.cli.progress import steps
from sfumato.core.errors import MissingExtra, SettingsError, Unreadable, WriteFailed
from sfumato.evaluate.corpora import read_gold
from sfumato.evaluate.direct import scheme_of
from sfumato.train.settings import CARD, CHECKPOINT, Settings, read_settings

if TYPE_CHECKING:
    from sfumato.train.card import Facts
    from sfumato.train.corpus import Corpus
    from sfumato.train.examples import Example

_LOCK = ".sfumato-lock"
_NEEDED = ("torch", "onnx")


@click.command("train")
@click.option(
    "--config",
    required=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="TOML file that says what is learnt from and where the model goes.",
)
@click.option("--resume", is_flag=True, help="Go on where an interrupted run stopped.")
def command(config: Path, resume: bool) -> None:
    """Train the recogniser on marked notes of your own.

    The notes may be BRAT, i2b2 or MEDDOCAN XML, JSON notes or notes marked by hand. Nothing leaves
    this machine. The output folder gets the network and a card; a policy names the folder:
    recogniser = "FOLDER". A run that was stopped at any moment ends, resumed, with the same model.
    """
    settings = read_settings(config)
    _need_extra()
    with _locked(Path(settings.out)) as folder:
        if folder.is_finished():
            if not resume:
                raise SettingsError(f"{config.name}: out: the folder holds a trained recogniser")
            click.echo("nothing to resume: the recogniser is trained")
            return
        if folder.is_unfinished() and not resume:
            raise SettingsError(
                "an interrupted run left its checkpoint in the output folder; add --resume"
            )
        _show(_trained(settings, folder), Path(settings.out))


def _need_extra() -> None:
    if any(find_spec(name) is None for name in _NEEDED):
        raise MissingExtra("training needs an extra: pip install 'sfumato[train]'")


class _Folder:
    """The output folder; every write is whole or not there."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def names(self) -> list[str]:
        """The names of the files that are there."""
        return sorted(entry.name for entry in self._path.iterdir())

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        try:
            return (self._path / name).read_bytes()
        except OSError:
            pass
        raise Unreadable(f"{name}: cannot be read")

    def write(self, name: str, data: bytes) -> None:
        """Puts a file in its place."""
        write_whole(self._path / name, data)

    def remove(self, name: str) -> None:
        """Takes a file away."""
        remove(self._path / name)

    def is_unfinished(self) -> bool:
        """Whether a run was interrupted here."""
        return CHECKPOINT in self.names()

    def is_finished(self) -> bool:
        """Whether a run came to its end here."""
        return CARD in self.names() and not self.is_unfinished()


@contextmanager
def _locked(path: Path) -> Iterator[_Folder]:
    """The folder, for this run alone."""
    problem = ""
    try:
        path.mkdir(parents=True, exist_ok=True)
        handle = (path / _LOCK).open("ab")
    except OSError as error:
        problem = (error.strerror or "cannot be written").lower()
    if problem:
        raise WriteFailed(f"the output folder: {problem}")
    with handle:
        try:
            # A record lock: processes that make batches do not inherit it and outlive a kill.
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            problem = "another run is at work in the output folder"
        if problem:
            raise SettingsError(problem)
        sweep(path)
        yield _Folder(path)


def _trained(settings: Settings, folder: _Folder) -> Facts:
    from sfumato.train.adapt import Told, adapt

    corpus = _corpus(settings)
    click.echo(f"{len(corpus.train)} notes to learn from, {len(corpus.dev)} for development")
    with steps("training") as bar:

        def tell(told: Told) -> None:
            bar.advance(told.step, told.steps)
            if told.strict is not None:
                words = f"step {told.step} of {told.steps}: loss {told.loss:.4f}, strict F1 "
                bar.say(f"{words}{told.strict:.4f}{', the best so far' if told.best else ''}")

        return adapt(settings, corpus, folder, tell)


def _corpus(settings: Settings) -> Corpus:
    from sfumato.train.corpus import Corpus, apart, checked

    train = _examples(settings.train, settings)
    if not settings.dev:
        return checked(apart(train, settings.dev_share, settings.seed))
    return checked(Corpus(train, _examples(settings.dev, settings)))


def _examples(paths: Sequence[str], settings: Settings) -> tuple[Example, ...]:
    from sfumato.train.corpus import KIND, in_languages, relabelled
    from sfumato.train.examples import Example

    found: list[Example] = []
    for path in map(Path, paths):
        if not path.exists():
            raise SettingsError(f"{shown(path.name)}: there are no notes of this name")
        notes = read_gold(path)
        scheme = scheme_of(mark.label for note in notes for mark in note.marks)
        plain = (Example(n.id, n.text, tuple(n.marks), n.language, KIND) for n in notes)
        found += relabelled(plain, scheme, settings.labels)
    return in_languages(found, settings.language)


def _show(facts: Facts, out: Path) -> None:
    before = f", {facts.before:.4f} before the first step" if facts.before >= 0 else ""
    click.echo(
        f"{facts.steps} steps, the best at {facts.best_step}; on {len(facts.dev)} notes kept for "
        f"development, by the recogniser alone:\n{facts.after}{before}\n"
        f'name it in a policy: recogniser = "{shown(out)}"'
    )
