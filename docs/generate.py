"""Writes the reference pages from the program itself: `python -m docs.generate`."""

from __future__ import annotations

import sys
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import click

from sfumato.cli.main import COMMANDS, sfumato
from sfumato.core.labels import LABELS
from sfumato.core.protocols import Limits
from sfumato.formats.registry import EXTENSIONS, FORMATS
from sfumato.knowledge.schemes import SCHEMES, losses, name_in
from sfumato.policy.load import load_policy, shipped_policies
from sfumato.policy.model import DictionaryFile, Pattern
from sfumato.policy.schema import PolicyKeys
from sfumato.train.settings import Settings
from sfumato.transform.operators import OPERATORS

_HERE = Path(__file__).parent / "reference"
_MADE = "<!-- Made by `make docs`; do not edit. -->\n\n"


def pages() -> dict[str, str]:
    """All generated pages by file name."""
    return {
        "cli.md": _cli(),
        "policy.md": _policy(),
        "train.md": _train(),
        "labels.md": _labels(),
        "formats.md": _formats(),
    }


def _cli() -> str:
    parts = ["# Commands\n"]
    context = click.Context(sfumato, info_name="sfumato", **sfumato.context_settings)
    parts.append(_help(sfumato, context, "sfumato"))
    for name in COMMANDS:
        command = sfumato.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        parts.append(_help(command, inner, f"sfumato {name}"))
        for sub in command.list_commands(inner) if isinstance(command, click.Group) else []:
            subcommand = command.get_command(inner, sub)  # type: ignore[union-attr]
            assert subcommand is not None
            deeper = click.Context(subcommand, info_name=f"{name} {sub}", parent=context)
            parts.append(_help(subcommand, deeper, f"sfumato {name} {sub}"))
    return "\n".join(parts)


def _help(command: click.Command, context: click.Context, name: str) -> str:
    context.terminal_width = 96
    return f"## {name}\n\n```text\n{command.get_help(context).rstrip()}\n```\n"


def _policy() -> str:
    parts = [
        "# Policy files\n",
        "A policy is a TOML file. An unknown key, label or operator is an error.\n",
        _keys("Keys", PolicyKeys),
        _keys("`[[patterns]]`", Pattern),
        _keys("`[[dictionaries]]`", DictionaryFile),
        _keys("`[limits]`", Limits),
        "## Operators\n\n| name | what it does | options |\n| --- | --- | --- |",
    ]
    for name in OPERATORS.names():
        kind = OPERATORS.load(name)
        options = ", ".join(f"`{entry.name}` ({_kind(kind, entry.name)})" for entry in fields(kind))  # type: ignore[arg-type]
        words = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
        parts.append(f"| `{name}` | {words} | {options or '-'} |")
    parts.append("\n## Shipped policies\n\n| name | for |\n| --- | --- |")
    parts += [f"| `{name}` | {load_policy(name).description} |" for name in shipped_policies()]
    return "\n".join(parts) + "\n"


def _train() -> str:
    words = (
        "# Training files\n\nA training file is a TOML file for `sfumato train`. An unknown key, a "
        "wrong type or an impossible value is an error. See [how to train](../how-to/train.md).\n"
    )
    return f"{words}\n{_keys('Keys', Settings)}"


def _keys(title: str, kind: type[Any]) -> str:
    rows = [f"## {title}\n\n| key | type | default | meaning |\n| --- | --- | --- | --- |"]
    for entry in fields(kind):
        if entry.default is not MISSING and not hasattr(entry.default, "__dataclass_fields__"):
            default = f"`{entry.default!r}`"
        else:
            default = (
                "required" if entry.default_factory is MISSING and entry.default is MISSING else "-"
            )
        meaning = entry.metadata.get("doc", "")
        rows.append(f"| `{entry.name}` | {_kind(kind, entry.name)} | {default} | {meaning} |")
    return "\n".join(rows) + "\n"


def _kind(owner: type[Any], name: str) -> str:
    hint = get_type_hints(owner)[name]
    if get_origin(hint) is not None and all(isinstance(value, str) for value in get_args(hint)):
        return " or ".join(f"`{value}`" for value in get_args(hint))
    origin = get_origin(hint)
    if origin is tuple:
        return "list"
    if origin is not None:
        return "table"
    return {"str": "text", "int": "whole number", "float": "number", "bool": "true or false"}.get(
        hint.__name__, "table"
    )


def _labels() -> str:
    head = " | ".join(SCHEMES)
    rows = ["# Labels\n", f"| {head} |", f"|{' --- |' * len(SCHEMES)}"]
    rows += [f"| {' | '.join(name_in(scheme, label) for scheme in SCHEMES)} |" for label in LABELS]
    rows.append("\n## What a mapping loses\n")
    for scheme in SCHEMES[1:]:
        for name, merged in losses(scheme).items():
            rows.append(f"- {scheme}: {name} stands for {', '.join(merged)}")
    return "\n".join(rows) + "\n"


def _formats() -> str:
    rows = ["# Formats\n", "| format | endings | output |", "| --- | --- | --- |"]
    for name in FORMATS.names():
        endings = " ".join(f"`{end}`" for end, found in sorted(EXTENSIONS.items()) if found == name)
        output = "text (`.txt`)" if name == "extract" else "the same"
        rows.append(f"| {name} | {endings or 'told by content'} | {output} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Writes the pages; with --check only tells whether they are up to date."""
    _HERE.mkdir(exist_ok=True)
    stale = []
    for name, text in pages().items():
        path = _HERE / name
        whole = _MADE + text
        if not path.exists() or path.read_text(encoding="utf-8") != whole:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(whole, encoding="utf-8")
    if "--check" in sys.argv and stale:
        sys.exit(f"not up to date: {', '.join(stale)}; run `make docs`")


if __name__ == "__main__":
    main()
