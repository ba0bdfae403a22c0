"""Mutations: small and structured damage to files, the same for the same seed."""

from __future__ import annotations

import random
import re
import zipfile
from collections.abc import Callable, Sequence
from io import BytesIO

from bench.trials.treechanges import change_tree
from sfumato.formats.archive import pack

_LONGEST_BYTES = 400_000
_GRAFTS = 0.08
_TREES = 0.6
_NUMBER = re.compile(rb"-?\d+")
_NUMBERS = (b"0", b"-1", b"1", b"255", b"65536", b"2147483647", b"4294967296", b"999999999999")
_BYTES = b"\x00\x01\x09\x0a\x0d\x20\x22\x26\x28\x3c\x3e\x5b\x5c\x5e\x7b\x7c\x7f\x80\xc3\xe2\xff"
_TOKENS = (
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xe2\x80\x8b", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80"),
    *(b"<![CDATA[", b"]]>", b"<!--", b"-->", b"<a>" * 200, b"</p>", b"&#x1F600;", b"&amp;amp;"),
    *(b"&#0;", b"&x;", b"<!ENTITY x 'y'>", b"<?x?>", b"<br/>", b"[" * 500, b'{"a":' * 200),
    *(b"\\u0000", b"\\ud800", b"\\bin99999 ", b"{\\*\\x ", b"\\'zz", b"\\u-1?", b"}" * 20),
    *(b"=?utf-8?B?", b"=?utf-8?Q?=zz?=", b"\r\n\r\n", b"Content-Type: multipart/mixed\r\n"),
    *(b"Content-Transfer-Encoding: base64\r\n", b"charset=utf-7", b"boundary=\r\n", b"From \n"),
    *(b"\nendobj\n", b"\nendstream\n", b"1 0 R", b"<<", b">>", b"/Length 9", b" Tj ", b" q" * 50),
    *(b"BT ", b" ET", b"/ActualText", b"\\X", b"|||", b"~&", b"\rOBX|", b'""', b'";"', b"=1+1"),
)


def mutate(data: bytes, seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """The data with one to six changes; a part of a zip archive is changed inside the archive."""
    if data.startswith(b"PK\x03\x04") and chance.random() < 0.9:
        return _inside_archive(data, chance)
    return _several(data, seeds, chance)


def _several(data: bytes, seeds: Sequence[bytes], chance: random.Random) -> bytes:
    if chance.random() < _TREES and (changed := change_tree(data, chance)) is not None:
        return changed[:_LONGEST_BYTES]
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        if chance.random() < _GRAFTS:
            data = _graft(data, seeds, chance)
        else:
            data = chance.choice(_CHANGES)(data, chance)
    return data[:_LONGEST_BYTES]


def _inside_archive(data: bytes, chance: random.Random) -> bytes:
    # The zip module has errors of many kinds for broken archives; any of them means: damage bytes.
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except Exception:
        return _several(data, [data], chance)
    if not parts:
        return _several(data, [data], chance)
    name = chance.choice(sorted(parts))
    others = list(parts.values())
    if chance.random() < 0.05:
        del parts[name]
    else:
        parts[name] = _several(parts[name], others, chance)
    return pack(list(parts.items()), stored=["mimetype"])


def _flip(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    bit = (data[at] ^ 1 << chance.randrange(8)) if at < len(data) else 0
    return data[:at] + bytes([bit]) + data[at + 1 :]


def _put_byte(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.choice(_BYTES)]) + data[at + chance.randrange(2) :]


def _put_token(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_TOKENS) + data[at:]


def _put_number(data: bytes, chance: random.Random) -> bytes:
    found = list(_NUMBER.finditer(data, chance.randrange(len(data) + 1)))[:50]
    if not found:
        return _put_byte(data, chance)
    number = chance.choice(found)
    return data[: number.start()] + chance.choice(_NUMBERS) + data[number.end() :]


def _cut(data: bytes, chance: random.Random) -> bytes:
    start, end = _range(data, chance)
    return data[:start] + data[end:]


def _repeat(data: bytes, chance: random.Random) -> bytes:
    start, end = _range(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 1, 2, 50)) + data[end:]


def _move(data: bytes, chance: random.Random) -> bytes:
    start, end = _range(data, chance)
    rest = data[:start] + data[end:]
    at = chance.randrange(len(rest) + 1)
    return rest[:at] + data[start:end] + rest[at:]


def _truncate(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _graft(data: bytes, seeds: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(seeds)
    start, end = _range(other, chance)
    at = chance.randrange(len(data) + 1)
    return data[:at] + other[start:end] + data[at:]


def _range(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.choice((1, 4, 16, 64, 300, 2000)))


_CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_flip, _flip, _put_byte, _put_byte, _put_token, _put_token, _put_number, _put_number),
    *(_cut, _repeat, _move, _truncate),
)
