"""sfumato policy: list, show and check policies."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, cast

import click

from sfumato.cli import options
from sfumato.core.labels import LABELS
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import load_policy, policy_source, shipped_policies
from sfumato.policy.model import Policy


@click.group("policy")
def command() -> None:
    """List, show and check policies."""


@command.command("list")
@options.as_json
def list_all(as_json: bool) -> None:
    """The shipped policies with a sentence each."""
    for name in shipped_policies():
        policy = load_policy(name)
        if as_json:
            row = {"name": name, "description": policy.description, "digest": policy.digest}
            click.echo(json.dumps(row))
        else:
            click.echo(f"{name:20} {policy.description}")


@command.command("show")
@click.argument("name")
@options.as_json
def show(name: str, as_json: bool) -> None:
    """The TOML of a policy, and what it does with every label."""
    policy = load_policy(name)
    if as_json:
        labels = {label: policy.operator_name(label) for label in LABELS}
        row = {"name": policy.name, "digest": policy.digest, "operators": labels}
        click.echo(json.dumps(row))
        return
    click.echo(policy_source(name).rstrip())
    click.echo(f"\n# digest {policy.digest}\n# what happens to each label:")
    for label in LABELS:
        click.echo(f"#   {label:18} {told(policy, label)}")


@command.command("check")
@click.argument("name")
def check(name: str) -> None:
    """Whether a policy file is right; says what is wrong and where."""
    policy = load_policy(name)
    detectors_of(policy)
    click.echo(f"{policy.name}: right (digest {policy.digest[:16]})")
    for label in policy.keyed_labels():
        click.echo(f"  {label} needs a key: --key-file, SFUMATO_KEY_FILE or SFUMATO_KEY")


def told(policy: Policy, label: str) -> str:
    """What a policy does with a label, in a few words."""
    if label not in policy.operators:
        return "mask (not named)"
    operator = policy.operator(label)
    chosen = (
        f"{entry.name} {getattr(operator, entry.name)}"
        for entry in fields(cast(Any, operator))
        if getattr(operator, entry.name) != entry.default
    )
    return " ".join(filter(None, (policy.operator_name(label), ", ".join(chosen))))
