"""Mails with a sentinel on every surface: headers, parts, names, what stands between parts."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Mapping
from email.header import Header

from bench.surfaces import pdf
from bench.surfaces.records import table
from bench.surfaces.sentinels import Sentinels


def laden(say: Sentinels) -> bytes:
    """A mail with a sentinel on every surface."""
    head = [
        f"Return-Path: <{say.email('return path')}>",
        f"Received: from {say.bare('received')}"
        f".example by mx.example; Mon, 3 Feb 2020 10:00:00 +0100",
        f"Message-ID: <{say.email('message id')}>",
        f"From: {_word(say.person('from name').partition(' ')[2])} <{say.email('from address')}>",
        f'To: "{_word(say.bare("to name"))}" <{say.email("to address")}>, {say.email("second to")}',
        f"Cc: {say.email('cc')} ({_word(say.person('address comment'))})",
        f"Subject: {_word(say('subject'))}",
        f"Reply-To: {say.email('reply to')}",
        f"X-Patient-Name: {_word(say('own header'))}",
        f"X-{say.ascii('header name')}: 1",
        f"Keywords: {_word(say('keywords'))}",
        f"List-Unsubscribe: <mailto:{say.email('unsubscribe')}>",
        "Date: Mon, 3 Feb 2020 10:00:00 +0100",
        "MIME-Version: 1.0",
        'Content-Type: multipart/mixed; boundary="outer"',
    ]
    parts = [
        _part("text/plain; charset=utf-8", f"Hola,\n{say('text part')}\nUn saludo", "8bit"),
        _part("text/plain; charset=utf-8", f"Nota: {say('quoted-printable')}", "quoted-printable"),
        _part("text/plain; charset=iso-8859-1", f"Nota {say('latin-1')}", "8bit", "latin-1"),
        _part("text/plain; charset=utf-16", f"Nota {say('utf-16')}", "base64", "utf-16"),
        _part("text/html; charset=utf-8", _page(say), "base64"),
        _part(
            "text/calendar", f"BEGIN:VCALENDAR\nSUMMARY:{say('calendar')}\nEND:VCALENDAR", "8bit"
        ),
        _file("application/pdf", _name(say, "pdf name"), pdf.simple(say("pdf attachment"))),
        _file("text/csv", _name(say, "csv name"), table(say, "csv attachment")),
        _file("text/plain", "nota.txt", say("text attachment").encode()),
        _file("application/octet-stream", "x.bin", say("unknown attachment").encode()),
        _file("application/zip", "x.zip", say("archive attachment").encode()),
        _nested(say),
        _described(say),
    ]
    body = b"".join(b"--outer\r\n" + part + b"\r\n" for part in parts)
    return (
        _crlf("\n".join(head) + "\n\n")
        + _crlf(f"{say('preamble')}\n")
        + body
        + b"--outer--\r\n"
        + _crlf(f"{say('epilogue')}\n")
    )


def carrying(files: Mapping[str, bytes]) -> bytes:
    """A mail with these files attached."""
    head = (
        "From: a@example.org\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="outer"\n\n'
    )
    parts = [_file("application/octet-stream", name, data) for name, data in files.items()]
    return (
        _crlf(head) + b"".join(b"--outer\r\n" + part + b"\r\n" for part in parts) + b"--outer--\r\n"
    )


def box(say: Sentinels) -> bytes:
    """A mailbox of two small mails."""
    return b"".join(
        f"From {say.email(f'envelope {number}')} Mon Feb  3 10:00:00 2020\n"
        f"From: {say.email(f'from {number}')}\nSubject: {_word(say(f'subject {number}'))}\n"
        f"MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
        f"X-Own: {_word(say(f'header {number}'))}\n\n{say(f'text {number}')}\n\n".encode()
        for number in (1, 2)
    )


def _page(say: Sentinels) -> str:
    return (
        f"<html><head><title>{say('html title')}</title></head><body><p>{say('html part')}</p>"
        f"<!-- {say('html comment')} --><a href='mailto:{say.email('html link')}"
        f"'>x</a></body></html>"
    )


def _nested(say: Sentinels) -> bytes:
    inner = (
        f"From: {say.email('nested from')}\nSubject: {_word(say('nested subject'))}\n"
        f"X-Note: {_word(say('nested header'))}\n"
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
        f"Content-Transfer-Encoding: 8bit\n\n{say('nested text')}\n"
    )
    return _crlf(f"Content-Type: message/rfc822\n\n{inner}")


def _described(say: Sentinels) -> bytes:
    return _crlf(
        f"Content-Type: text/plain; charset=utf-8; comment={say.bare('type parameter')}\n"
        f"Content-Description: {_word(say('description'))}\n"
        f"Content-ID: <{say.email('content id')}>\n"
        f"Content-Transfer-Encoding: 8bit\n\nnada\n"
    )


def _name(say: Sentinels, surface: str) -> str:
    return f"{say.email(surface)}.dat"


def _word(text: str) -> str:
    return text if text.isascii() else Header(text, "utf-8").encode()


def _part(kind: str, text: str, encoding: str, charset: str = "utf-8") -> bytes:
    body = text.encode(charset)
    if encoding == "base64":
        body = base64.encodebytes(body)
    elif encoding == "quoted-printable":
        body = quopri.encodestring(body)
    head = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode() + body


def _file(kind: str, name: str, data: bytes) -> bytes:
    head = (
        f'Content-Type: {kind}; name="{name}"\r\nContent-Transfer-Encoding: base64\r\n'
        f'Content-Disposition: attachment; filename="{name}"\r\n\r\n'
    )
    return head.encode() + base64.encodebytes(data)


def _crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()
