"""The guide to evaluation shows what the command prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sfumato.cli.main import sfumato

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "evaluate.md"


def test_the_output_in_the_guide_is_the_output_of_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(GUIDE.with_suffix(""))
    blocks = re.findall(
        r"```console\n\$ sfumato (.*)\n((?:[^`$].*\n|\n)+)```", GUIDE.read_text("utf-8")
    )
    assert blocks
    for call, shown in blocks:
        printed = CliRunner().invoke(sfumato, call.split()).stdout
        assert [
            line.rstrip() for line in printed.strip().splitlines()
        ] == shown.strip().splitlines()


def test_every_option_in_the_guide_exists() -> None:
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", GUIDE.read_text("utf-8")))
    known = " ".join(
        CliRunner().invoke(sfumato, [name, "--help"]).stdout for name in ("evaluate", "detect")
    )
    assert options
    assert [option for option in sorted(options) if option not in known] == []
