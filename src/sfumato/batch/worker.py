"""Worker: the child process that reads foreign formats, confined, one document at a time."""

from __future__ import annotations

import base64
import os
import sys
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from sfumato.batch.frames import Closed, receive, send
from sfumato.batch.job import Job, Outcome, perform, refused
from sfumato.batch.sandbox import allow_seconds, confine
from sfumato.core.dice import Dice
from sfumato.core.errors import SfumatoError
from sfumato.core.keys import Key
from sfumato.knowledge.register import read_register
from sfumato.pipeline import Line
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import load_policy


def serve(incoming: int, outgoing: int) -> None:
    """Answers jobs until the parent closes the pipe."""
    header, files = receive(incoming)
    try:
        line = _line(header)
        closed = confine(memory_mb=line.policy.limits.memory_mb)
        line = _with_record(line, header["record"], files)
    except SfumatoError as error:
        send(outgoing, {"error": error.code, "words": str(error)})
        return
    send(outgoing, {"ready": True, "network_closed": closed})
    while True:
        try:
            header, payloads = receive(incoming)
        except Closed:
            return
        allow_seconds(line.policy.limits.timeout_s)
        _answer(outgoing, _perform(header, payloads, line))


def _line(header: dict[str, Any]) -> Line:
    policy = load_policy(header["policy"], header["changes"], speed=header["speed"])
    if policy.digest != header["digest"]:
        raise SfumatoError("the policy file changed while the batch was starting")
    secret = header.get("key")
    return Line(
        policy=policy,
        detectors=detectors_of(policy),
        key=Key(base64.b64decode(secret)) if secret else None,
        language=header.get("language"),
        dice=Dice(base64.b64decode(header["secret"])),
    )


def _with_record(line: Line, name: str | None, files: list[bytes]) -> Line:
    """The line with its record, which is foreign bytes like any document."""
    if name is None:
        return line
    return replace(line, record=read_register(name, *files))


def _perform(header: dict[str, Any], payloads: list[bytes], line: Line) -> Outcome:
    companions = dict(zip(header["companions"], payloads[1:], strict=True))
    folders = tuple(header["folders"])
    job = Job(header["task"], header["name"], payloads[0], MappingProxyType(companions), folders)
    try:
        return perform(job, line)
    except MemoryError:
        return refused("limit", "the document needs more memory than it may have")


def _answer(outgoing: int, outcome: Outcome) -> None:
    text = outcome.text.encode("utf-8", "surrogatepass")
    vault = outcome.vault.data if outcome.vault else b""
    payloads = [outcome.output, text, vault, *outcome.companions.values()]
    send(outgoing, outcome.header(), payloads)


def main() -> None:
    """The entry point: frames on standard input and output, nothing on standard error."""
    incoming, outgoing = os.dup(0), os.dup(1)
    silence = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(silence, handle)
    sys.dont_write_bytecode = True
    serve(incoming, outgoing)


if __name__ == "__main__":
    main()
