"""What README, tutorial and guides show is what a reader gets."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from tests.docs.guides import PAGES, ROOT, agrees, blocks, calls, printed

from sfumato.cli.main import COMMANDS, sfumato
from sfumato.core.table import Table
from sfumato.detect.registry import DETECTORS
from sfumato.formats.registry import FORMATS
from sfumato.policy.load import shipped_policies
from sfumato.transform.operators import OPERATORS

WRITTEN = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BY_HAND = [path for path in WRITTEN if path.parent.name != "reference"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_programs_print_what_the_page_shows(page: Path) -> None:
    for call, out in printed(page.read_text("utf-8")):
        assert agrees(call.shown, out), (
            f"{page.name}: `{call.command}` prints\n{out}\n"
            "if that is right, run `python -m tests.docs.guides`"
        )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_that_are_not_run_name_what_there_is(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for block in blocks(page.read_text("utf-8")):
        if block.language == "sh":
            for line in block.text.replace("\\\n", " ").splitlines():
                words = line.split("#")[0].split()
                if words[:1] == ["make"]:
                    assert set(words[1:]) <= targets, line
                elif words[:1] == ["sfumato"] and not words[1].startswith("-"):
                    assert words[1] in COMMANDS, line
                    assert _options(words) <= _known(words[1]), line


def test_every_console_fence_holds_commands() -> None:
    for page in PAGES:
        for block in blocks(page.read_text("utf-8")):
            if block.language == "console":
                assert list(calls(block)), page.name


def test_every_command_and_policy_is_told_of_by_hand() -> None:
    text = "\n".join(path.read_text("utf-8") for path in BY_HAND)
    missing = [name for name in COMMANDS if f"sfumato {name}" not in text]
    missing += [name for name in shipped_policies() if f"`{name}`" not in text]
    assert missing == []


@pytest.mark.parametrize(("table", "page"), [(OPERATORS, "policy"), (FORMATS, "formats")])
def test_every_entry_of_a_table_is_in_the_reference(table: Table[object], page: str) -> None:
    text = (ROOT / "docs" / "reference" / f"{page}.md").read_text("utf-8")
    assert [name for name in table.names() if name not in text] == []


def test_every_detector_is_told_of_by_hand() -> None:
    text = (ROOT / "docs" / "how-to" / "extend.md").read_text("utf-8")
    assert [name for name in DETECTORS.names() if f"`{name}`" not in text] == []


def test_every_page_is_reached_from_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    linked = {
        (ROOT / "docs" / target).resolve() for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", index)
    }
    pages = {path.resolve() for path in WRITTEN if path != ROOT / "docs" / "README.md"}
    assert pages - linked == set()


def test_pictures_are_there_and_light() -> None:
    for page in WRITTEN:
        for target in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).stat().st_size < 200_000, target


def _options(words: list[str]) -> set[str]:
    return {word.partition("=")[0] for word in words if word.startswith("--")}


def _known(name: str) -> set[str]:
    context = click.Context(sfumato)
    command = sfumato.get_command(context, name)
    assert command is not None
    inner = command.list_commands(context) if isinstance(command, click.Group) else []
    found = [command, *(command.get_command(context, one) for one in inner)]  # type: ignore[union-attr]
    return {o for one in found if one for entry in one.params for o in entry.opts} | {"--help"}
