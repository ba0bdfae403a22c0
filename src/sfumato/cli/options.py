"""Options that several commands share, each defined once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast, get_args

import click

from sfumato.core.document import Language
from sfumato.core.errors import PolicyError
from sfumato.core.record import RecordFiles
from sfumato.core.speed import Speed

F = TypeVar("F", bound=Callable[..., Any])

# A path that may not be read is one refused file among others; a path that is not there is a slip.
paths = click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, readable=False)
)
policy = click.option(
    "--policy",
    "policy_name",
    default="hipaa-safe-harbor",
    show_default=True,
    metavar="NAME|FILE",
    help="A shipped policy or a TOML file.",
)
jobs = click.option(
    "--jobs", default=1, show_default=True, type=click.IntRange(1, 64), help="Worker processes."
)
lang = click.option(
    "--lang",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "es", "en"]),
    help="The documents' language.",
)
speed = click.option(
    "--speed",
    type=click.Choice(get_args(Speed)),
    help="How long the recogniser may look: `fast` takes a third of the time and gives more false "
    "alarms; else as the policy says.",
)
key_file = click.option(
    "--key-file",
    type=click.Path(path_type=Path),
    help="File with the key (mode 0600) for keyed operators; else SFUMATO_KEY_FILE or SFUMATO_KEY.",
)
changes = click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="KEY=VALUE",
    help="A preference of the policy, set for this run; may be given several times.",
)
record = click.option(
    "--record",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The structured record beside the documents: people and values that are known.",
)
mapping = click.option(
    "--mapping",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="TOML file that says which fields of the record hold what.",
)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object a line, for machines."
)


def language_of(choice: str) -> Language | None:
    """The language that was asked for; None lets each document tell."""
    return None if choice == "auto" else cast(Language, choice)


def record_of(record: Path | None, mapping: Path | None) -> RecordFiles | None:
    """The bytes of the record and of its mapping."""
    if record is None and mapping is None:
        return None
    if record is None or mapping is None:
        raise PolicyError("--record and --mapping go together")
    return RecordFiles.read(record, mapping)
