"""Peers in environments of their own: built once, spoken to as child processes on one core.

`python -m bench.peers.environment NAME` builds one ahead.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

_HOME = Path(".venv-peers")
_BENCH = Path("bench")


class Absent(Exception):
    """A peer that cannot be raced here, with the reason."""


def is_built(name: str) -> bool:
    """Whether the environment of a peer is there, in its pinned versions."""
    pins, stamp = _BENCH / f"peers-{name}.txt", _HOME / name / "pins.txt"
    return stamp.exists() and stamp.read_bytes() == pins.read_bytes()


def interpreter(name: str) -> Path:
    """The Python of a peer's environment, which is built from its pinned versions if need be."""
    pins = _BENCH / f"peers-{name}.txt"
    place = _HOME / name
    stamp = place / "pins.txt"
    python = place / "bin" / "python"
    if not is_built(name):
        _called(sys.executable, "-m", "venv", "--clear", str(place))
        # The versions agree with each other; what a model asks of them would not let it in.
        _called(str(python), "-m", "pip", "install", "-q", "--no-deps", "-r", str(pins))
        stamp.write_bytes(pins.read_bytes())
    return python


def _called(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Absent("its environment cannot be built here (no package index?)")


class Peer:
    """One peer at work: it reads texts from its standard input and answers with CPU seconds."""

    def __init__(self, environment: str, script: str, *arguments: str, core: int) -> None:
        command = [str(interpreter(environment)), f"bench/peers/{script}.py", *arguments]
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )
        answer = self._answer()
        if "absent" in answer:
            self.close()
            raise Absent(str(answer["absent"]))

    def seconds(self, texts: Sequence[tuple[str, str]]) -> float:
        """The CPU seconds that the peer takes for some (language, text) pairs."""
        return float(self._asked(texts)["seconds"])

    def found(self, texts: Sequence[tuple[str, str]]) -> list[list[tuple[int, int]]]:
        """The ranges that the peer finds in each text."""
        return [[(start, end) for start, end in one] for one in self._asked(texts)["found"]]

    def _asked(self, texts: Sequence[tuple[str, str]]) -> dict[str, Any]:
        self._input.write(json.dumps(list(texts)) + "\n")
        self._input.flush()
        return self._answer()

    def close(self) -> None:
        """Ends the peer."""
        self._input.close()
        self._child.wait(timeout=30)

    @property
    def _input(self) -> IO[str]:
        assert self._child.stdin is not None
        return self._child.stdin

    def _answer(self) -> dict[str, Any]:
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            raise Absent("it does not start")
        answer: dict[str, Any] = json.loads(line)
        return answer


if __name__ == "__main__":
    interpreter(sys.argv[1])
