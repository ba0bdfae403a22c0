"""The `sfumato` command: a list of commands, each imported only when it is called."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper

import click

from sfumato.core.errors import SfumatoError, WriteFailed
from sfumato.version import VERSION

# command: (module, one line of help)
COMMANDS: dict[str, tuple[str, str]] = {
    "deid": ("sfumato.cli.deid", "De-identify files and folders into an output folder."),
    "detect": ("sfumato.cli.detect", "Find identifiers and print or write their spans."),
    "scan": ("sfumato.cli.scan", "List findings; exit code 1 when there are any."),
    "explain": ("sfumato.cli.explain", "Show one file with its findings in colour."),
    "evaluate": (
        "sfumato.cli.evaluate",
        "Measure detectors or predictions against a gold standard.",
    ),
    "compare": ("sfumato.cli.compare", "Show original and released text side by side."),
    "carry": ("sfumato.cli.carry", "Bring annotations of originals onto the released texts."),
    "restore": ("sfumato.cli.restore", "Bring originals back, with the vault and its key."),
    "train": ("sfumato.cli.train", "Train the recogniser on marked notes of your own."),
    "policy": ("sfumato.cli.policy", "List, show and check policies."),
    "formats": ("sfumato.cli.formats", "List the file formats that are read."),
    "demo": ("sfumato.cli.demo", "De-identify the example documents and show what happened."),
}

EXIT_FOUND = 1
EXIT_WRONG_CALL = 2
EXIT_CANNOT_WRITE = 3
EXIT_INTERRUPTED = 130


class _Commands(click.Group):
    """A group whose commands are imported on use, so that --help stays instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done; 1 findings (scan) or refused documents; 2 wrong call, policy or "
    "key; 3 the output cannot be written; 130 interrupted.",
)
@click.version_option(VERSION, prog_name="sfumato")
def sfumato() -> None:
    """Share clinical text without sharing the patient."""


def main() -> None:
    """Runs the command; errors of the program are one line, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a file name need not be valid in any encoding
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_exit_code())


def _exit_code() -> int:
    try:
        return int(sfumato.main(standalone_mode=False) or 0)
    except click.ClickException as wrong:
        wrong.show()
        return EXIT_WRONG_CALL
    except (click.Abort, KeyboardInterrupt):
        return _failed("interrupted", EXIT_INTERRUPTED)
    except SfumatoError as error:
        cannot_write = error.code == WriteFailed.code
        return _failed(str(error), EXIT_CANNOT_WRITE if cannot_write else EXIT_WRONG_CALL)
    except OSError as error:
        return _failed(error.strerror or "the system refused", EXIT_CANNOT_WRITE)
    except Exception as error:
        # The words of a foreign error may quote a document, so only its kind is told.
        return _failed(f"unexpected {type(error).__name__}; please report it", EXIT_WRONG_CALL)


def _failed(words: str, code: int) -> int:
    click.echo(f"sfumato: {' '.join(words.split())}", err=True)
    return code
