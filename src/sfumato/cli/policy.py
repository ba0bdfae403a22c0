"""sfumato policy: list, show and check policies."""

from __future__ import annotations

import click

from sfumato.core.labels import LABELS
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import load_policy, policy_source, shipped_policies


@click.group("policy")
def command() -> None:
    """List, show and check policies."""


@command.command("list")
def list_all() -> None:
    """The shipped policies with a sentence each."""
    for name in shipped_policies():
        click.echo(f"{name:20} {load_policy(name).description}")


@command.command("show")
@click.argument("name")
def show(name: str) -> None:
    """The TOML of a policy, and what it does with every label."""
    policy = load_policy(name)
    click.echo(policy_source(name).rstrip())
    click.echo(f"\n# digest {policy.digest}\n# what happens to each label:")
    for label in LABELS:
        operator = policy.operator(label)
        named = "" if label in policy.operators else "  (not named: masked)"
        click.echo(f"#   {label:18} {operator}{named}")


@command.command("check")
@click.argument("name")
def check(name: str) -> None:
    """Whether a policy file is right; says what is wrong and where."""
    policy = load_policy(name)
    detectors_of(policy)
    click.echo(f"{policy.name}: right (digest {policy.digest[:16]})")
