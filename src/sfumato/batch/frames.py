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


def send(
    handle: int,
    header: dict[str, Any],
    payloads: Sequence[bytes] = (),
    *,
    timeout_s: float | None = None,
) -> None:
    """One frame into a file descriptor; with a timeout it must be a non-blocking one."""
    deadline = None if timeout_s is None else time.monotonic() + timeout_s
    encoded = json.dumps(header).encode()
    _write(handle, _HEADER.pack(len(encoded), len(payloads)) + encoded, deadline)
    for payload in payloads:
        _write(handle, _LENGTH.pack(len(payload)), deadline)
        _write(handle, payload, deadline)


def receive(
    handle: int, *, timeout_s: float | None = None, most_bytes: int | None = None
) -> tuple[dict[str, Any], list[bytes]]:
    """One frame from a file descriptor; a `ValueError` when it is over `most_bytes`."""
    deadline = None if timeout_s is None else time.monotonic() + timeout_s
    size, count = _HEADER.unpack(_read(handle, _HEADER.size, deadline))
    left = _spent(most_bytes, size)
    header = json.loads(_read(handle, size, deadline))
    payloads = []
    for _ in range(count):
        (length,) = _LENGTH.unpack(_read(handle, _LENGTH.size, deadline))
        left = _spent(left, length)
        payloads.append(_read(handle, length, deadline))
    return header, payloads


def _spent(left: int | None, size: int) -> int | None:
    if left is None:
        return None
    if size > left:
        raise ValueError("a frame over its limit")
    return left - size


def _write(handle: int, data: bytes, deadline: float | None) -> None:
    view = memoryview(data)
    while view:
        _await(handle, select.POLLOUT, deadline)
        sent = _sent(handle, view)
        if sent is None:
            raise Closed
        view = view[sent:]


def _sent(handle: int, view: memoryview) -> int | None:
    try:
        return os.write(handle, view)
    except BlockingIOError:
        return 0
    except OSError:
        return None


def _await(handle: int, event: int, deadline: float | None) -> None:
    """Waits until the descriptor is ready, if there is a deadline at all."""
    if deadline is None:
        return
    waiter = select.poll()
    waiter.register(handle, event)
    left_s = deadline - time.monotonic()
    if left_s <= 0 or not waiter.poll(left_s * 1000):
        raise Late


def _read(handle: int, size: int, deadline: float | None) -> bytes:
    pieces = []
    while size:
        _await(handle, select.POLLIN, deadline)
        piece = os.read(handle, min(size, _CHUNK_BYTES * 16))
        if not piece:
            raise Closed
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)
