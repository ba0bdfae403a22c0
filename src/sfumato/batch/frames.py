"""Frames: how parent and worker talk: a JSON header and byte strings, each with its length."""

from __future__ import annotations

import json
import os
import select
import struct
import time
from collections.abc import Sequence
from typing import Any

_HEADER = struct.Struct(">II")
_LENGTH = struct.Struct(">Q")
_CHUNK_BYTES = 1 << 16


class Closed(Exception):
    """The other side is gone."""


class Late(Exception):
    """The other side did not answer in time."""


def send(handle: int, header: dict[str, Any], payloads: Sequence[bytes] = ()) -> None:
    """One frame into a file descriptor."""
    encoded = json.dumps(header).encode()
    _write(handle, _HEADER.pack(len(encoded), len(payloads)) + encoded)
    for payload in payloads:
        _write(handle, _LENGTH.pack(len(payload)))
        _write(handle, payload)


def receive(handle: int, *, timeout_s: float | None = None) -> tuple[dict[str, Any], list[bytes]]:
    """One frame from a file descriptor."""
    deadline = None if timeout_s is None else time.monotonic() + timeout_s
    size, count = _HEADER.unpack(_read(handle, _HEADER.size, deadline))
    header = json.loads(_read(handle, size, deadline))
    payloads = []
    for _ in range(count):
        (length,) = _LENGTH.unpack(_read(handle, _LENGTH.size, deadline))
        payloads.append(_read(handle, length, deadline))
    return header, payloads


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(handle, view) :]
        return
    except OSError:
        pass
    raise Closed


def _read(handle: int, size: int, deadline: float | None) -> bytes:
    pieces = []
    while size:
        if deadline is not None:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([handle], [], [], left)[0]:
                raise Late
        piece = os.read(handle, min(size, _CHUNK_BYTES * 16))
        if not piece:
            raise Closed
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)
