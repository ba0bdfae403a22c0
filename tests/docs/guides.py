"""Guides: runs what the pages show, as a reader would, page by page in an empty folder.

In a page,

    ```toml ward.toml       a fence with a name is a file that the reader writes
    ```console              commands after "$ " with what they print; "..." stands for any lines
    ```python               a fence of Python without a name is a program that must run
    ```sh                   commands that are too slow or too large to run here

`python -m tests.docs.guides` writes into the pages what their commands print now.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (
    ROOT / "README.md",
    ROOT / "docs" / "tutorial.md",
    *sorted(path for path in (ROOT / "docs" / "how-to").glob("*.md") if path.stem != "evaluate"),
)
_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = "<<<shown up to here>>>"
_ANY = "..."
# What differs from run to run, or with every retraining, and means nothing to a reader.
_FLEETING = (
    (re.compile(r" *\d+\.\d\d s\b"), " 0.00 s"),
    (re.compile(r":[a-z2-7]{16}\]"), ":token]"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "digest"),
    (re.compile(r"\bdigest [0-9a-f]{16}\b"), "digest 0"),
    (re.compile(r"\((?:[\w.-]+, )\d\.\d\d\)"), "(detector, 0.00)"),
    (re.compile(r"\b\d\.\d\d +[a-z][\w.-]*"), "0.00 detector"),
    (re.compile(r"[━─═]+"), "─"),
    (re.compile(r" +"), " "),
)


@dataclass(frozen=True)
class Block:
    """One fence: its language, the name behind it, its text, and where the text stands."""

    language: str
    name: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Call:
    """A command, what the page says it prints, and where that stands in the page."""

    command: str
    shown: str
    start: int
    end: int


def blocks(page: str) -> Iterator[Block]:
    """The fences of a page."""
    for found in _FENCE.finditer(page):
        yield Block(found[1], found[2].strip(), found[3], found.start(3), found.end(3))


def calls(block: Block) -> Iterator[Call]:
    """The commands of a console fence."""
    starts = [found.start() for found in re.finditer(r"^\$ ", block.text, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(block.text)], strict=True):
        said = re.match(r"\$ ((?:[^\n]*\\\n)*[^\n]*)\n", block.text[start:end])
        assert said
        begin = start + said.end()
        yield Call(said[1], block.text[begin:end], block.start + begin, block.start + end)


def printed(page: str) -> list[tuple[Call, str]]:
    """Each command of a page with what it printed; files are written and programs run too."""
    script: list[str] = []
    shown: list[Call] = []
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "examples").symlink_to(ROOT / "examples")
        for number, block in enumerate(blocks(page)):
            if block.name and block.language not in ("console", "sh"):
                _write(here / block.name, block.text)
            elif block.language == "python":
                (here / f"program{number}.py").write_text(block.text, encoding="utf-8")
                script.append(f"python program{number}.py || exit 90")
            elif block.language == "console":
                for call in calls(block):
                    shown.append(call)
                    script.append(f"echo '{_MARK}'; (exit ${{s:-0}})\n{call.command}\ns=$?; echo")
        said = _run(here, "\n".join(script)) if script else ""
    outputs = said.split(f"{_MARK}\n")[1:]
    assert len(outputs) == len(shown), said[-2000:]
    return [(call, out.removesuffix("\n")) for call, out in zip(shown, outputs, strict=True)]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    if path.name == "pyproject.toml":
        _install(path, tomllib.loads(text)["project"])


def _install(path: Path, project: dict[str, object]) -> None:
    """What pip leaves behind, so that entry points are found without it."""
    info = path.parent / f"{str(project['name']).replace('-', '_')}-1.dist-info"
    info.mkdir(exist_ok=True)
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    groups = project["entry-points"]
    assert isinstance(groups, dict)
    lines = [
        line
        for group, points in groups.items()
        for line in (f"[{group}]", *(f"{name} = {target}" for name, target in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _run(here: Path, script: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SFUMATO_")}
    parts = [str(path.parent) for path in here.rglob("pyproject.toml")]
    environment = {
        **kept,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": os.pathsep.join(parts),
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=here,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode != 90, f"a program of the page failed:\n{done.stdout[-2000:]}"
    return done.stdout


def agrees(shown: str, out: str) -> bool:
    """Whether a page shows what was printed, fleeting parts and elided lines aside."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == _ANY else f"{re.escape(line)}\n" for line in _plain(shown)
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _plain(out))) is not None


def _plain(text: str) -> list[str]:
    for pattern, instead in _FLEETING:
        text = pattern.sub(instead, text)
    return [line.strip() for line in text.strip().splitlines()]


def refreshed(page: str) -> str:
    """The page with what its commands print now, where it showed something else."""
    for call, out in reversed(printed(page)):
        if not agrees(call.shown, out):
            said = "".join(f"{line.rstrip()}\n" for line in out.strip("\n").splitlines())
            page = page[: call.start] + said + page[call.end :]
    return page


def main() -> None:
    """Refreshes all pages, or those that are named."""
    wanted = [Path(name).resolve() for name in sys.argv[1:]] or PAGES
    for path in wanted:
        before = path.read_text("utf-8")
        after = refreshed(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            sys.stdout.write(f"refreshed {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
