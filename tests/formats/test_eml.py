"""Mail: every surface is a slot or gone; what is written is a well-formed mail again."""

from __future__ import annotations

import email
import email.policy
import io
import re
import zipfile
from email.headerregistry import Address
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.edit import Edit, block_edits, splice
from sfumato.core.errors import Damaged, Encrypted, InputError, TooLarge, Unsupported
from sfumato.core.protocols import Intake
from sfumato.core.span import Span
from sfumato.formats.eml import FORMAT
from sfumato.formats.mailhead import Header, decode_words, encode_words, mailboxes
from sfumato.formats.mailpart import NOTICE
from sfumato.formats.mime import parse

INTAKE = Intake(name="mail.eml")
EXAMPLE = Path(__file__).parents[2] / "examples" / "correo.eml"
SECRET = "SENTINELA"
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=60)


def read(data: bytes, intake: Intake = INTAKE) -> str:
    return FORMAT.read(data, intake).text


def written(data: bytes, *secrets: str, intake: Intake = INTAKE) -> bytes:
    """The mail with each secret replaced wherever its text has it; both laws are checked."""
    document = FORMAT.read(data, intake)
    found = re.finditer("|".join(map(re.escape, secrets)) or r"\Z\A.", document.text)
    edits = [Edit(Span(one.start(), one.end(), "OTHER"), "[X]") for one in found]
    output = FORMAT.write(data, document, edits, intake).data
    assert output == FORMAT.write(data, document, edits, intake).data
    assert read(output, intake) == splice(document.text, block_edits(document, edits))
    return output


def everything(data: bytes) -> str:
    """The bytes of a mail and all that can be decoded from them, by the standard library."""
    seen = [data.decode("latin-1"), data.decode("utf-16-le", "ignore")]
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            seen += [everything(archive.read(name)) for name in archive.namelist()]
        return "\n".join(seen)
    message = email.message_from_bytes(data, policy=email.policy.default)
    for part in message.walk():
        seen += [str(part.preamble), str(part.epilogue)]
        for name, value in part.items():
            seen += [name, str(value)]
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            seen.append(payload.decode("utf-8", "replace"))
            if payload[:2] == b"PK":
                seen.append(everything(payload))
    return "\n".join(seen)


def mail(body: str = "hola\n", head: str = "", *, kind: str = "text/plain; charset=utf-8") -> bytes:
    return (
        f"From: a@example.org\n{head}MIME-Version: 1.0\nContent-Type: {kind}\n"
        f"Content-Transfer-Encoding: 8bit\n\n{body}"
    ).encode()


def parts(*bodies: str, kind: str = "mixed") -> bytes:
    inside = "".join(f"--b\n{body}\n" for body in bodies)
    return mail(f"{inside}--b--\n", kind=f'multipart/{kind}; boundary="b"')


SURFACES = {
    "subject": mail(head=f"Subject: {SECRET}\n"),
    "encoded subject": mail(head="Subject: =?utf-8?b?U0VOVElO?=\n =?utf-8?q?ELA?=\n"),
    "raw subject": mail(head=f"Subject: ñ {SECRET}\n"),
    "display name": mail(head=f'To: "{SECRET}" <b@example.org>\n'),
    "address": mail(head=f"Cc: {SECRET}@example.org\n"),
    "address comment": mail(head=f"To: b@example.org ({SECRET})\n"),
    "group": mail(head=f"To: {SECRET}: b@example.org;\n"),
    "date": mail(head=f"Date: {SECRET}\n"),
    "message id": mail(head=f"Message-ID: <{SECRET}@example.org>\n"),
    "received": mail(head=f"Received: from x\n by {SECRET};\n\ttoday\n"),
    "own header": mail(head=f"X-Patient: {SECRET}\n"),
    "header name": mail(head=f"{SECRET}: x\n"),
    "text": mail(SECRET),
    "quoted-printable": mail("SEN=\nTIN=45LA\n").replace(b"8bit", b"quoted-printable"),
    "base64": mail("U0VOVElO RUxB\n").replace(b"8bit", b"base64"),
    "delsp": mail("SENTI \nNELA\n", kind="text/plain; format=flowed; delsp=yes"),
    "html": mail("<p>SENT<b>INELA</b>", kind="text/html"),
    "html comment": mail(f"<p>x<!-- {SECRET} -->", kind="text/html"),
    "alternative": parts(
        f"Content-Type: text/plain\n\n{SECRET}",
        "Content-Type: text/html\n\n<p>SEN<i>TINELA</i></p>",
        kind="alternative",
    ),
    "preamble": parts("\nx").replace(b"--b\n", SECRET.encode() + b"\n--b\n", 1),
    "epilogue": parts("\nx") + SECRET.encode(),
    "boundary": parts("\nx").replace(b'"b"', b'"SENTINELA"').replace(b"--b", b"--SENTINELA"),
    "part header": parts(f"X-{SECRET}: {SECRET}\nContent-Description: {SECRET}\n\nx"),
    "type parameter": mail(kind=f"text/plain; x={SECRET}"),
    "forwarded": parts(f"Content-Type: message/rfc822\n\nSubject: {SECRET}\n\n{SECRET}\n"),
    "forwarded twice": parts(
        "Content-Type: message/rfc822\n\nFrom: x@example.org\nContent-Type: message/rfc822\n\n"
        f"Subject: {SECRET}\nX-A: {SECRET}\n\n{SECRET}"
    ),
    "file name": parts(f'Content-Disposition: attachment; filename="{SECRET}.txt"\n\nhola'),
    "long file name": parts(
        "Content-Type: text/csv; name*0*=utf-8''SENTI; name*1*=%4EELA.csv\n\na,b\n"
    ),
    "csv": parts(f'Content-Type: text/csv; name="a.csv"\n\nx,y\n1,{SECRET}\n'),
    "json": parts(f'Content-Type: application/json; name="a.json"\n\n{{"x": "{SECRET}"}}'),
    "unknown attachment": parts(f"Content-Type: x/y\n\n{SECRET}"),
    "calendar": parts(f"Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n{SECRET}"),
    "tnef": parts(f"Content-Type: application/ms-tnef; name=winmail.dat\n\n{SECRET}"),
    "bounce": parts(f"Content-Type: message/delivery-status\n\nFinal-Recipient: {SECRET}"),
    "signature": parts(
        "\nx", f"Content-Type: application/pgp-signature\n\n{SECRET}", kind="signed"
    ),
    "file in a text": mail(f"x\nbegin 644 {SECRET}\n{SECRET}\nend\ny\n"),
    "content id": parts(
        f"Content-Type: text/html\n\n<img src='cid:{SECRET}'>",
        f"Content-Type: image/png\nContent-ID: <{SECRET}>\n\nno picture",
        kind="related",
    ),
    "after a missing end": parts(f"\n{SECRET}").replace(b"--b--", b""),
    "bare CR": mail(head=f"Subject: a\rX: {SECRET}\n"),
    "NUL": mail("SEN\0TINELA" + " hola" * 40),
}


@pytest.mark.parametrize("surface", SURFACES)
def test_nothing_of_a_masked_text_is_left_on_any_surface(surface):
    output = written(SURFACES[surface], SECRET)
    assert SECRET not in everything(output).upper()


def test_a_mail_with_every_surface_at_once_loses_them_all():
    inner = b"".join(b"--all\nContent-Type: message/rfc822\n\n" + one for one in SURFACES.values())
    data = b"Subject: all\nContent-Type: multipart/mixed; boundary=all\n\n" + inner + b"\n--all--"
    assert SECRET not in everything(written(data, SECRET)).upper()


BODIES = st.sampled_from(
    ["text/plain", "text/html", "text/plain; format=flowed", "text/csv; name=a.csv"]
)


@given(TEXT, TEXT, BODIES)
def test_any_text_reads_back_identical(subject, body, kind):
    head = "Subject: " + encode_words(subject, 9) + "\n"
    for data in (
        mail(body, head, kind=f"{kind}; charset=utf-8"),
        parts(f"Content-Type: {kind}; charset=utf-8\n\n{body}", "\nadiós\n"),
    ):
        try:
            document = FORMAT.read(data, INTAKE)
        except Damaged:
            continue
        for source in (data, data.replace(b"\n", b"\r\n")):
            document = FORMAT.read(source, INTAKE)
            assert read(FORMAT.write(source, document, [], INTAKE).data) == document.text


@given(TEXT)
def test_any_replacement_can_be_written_anywhere(new):
    data = mail("cuerpo", "To: Ana <b@example.org>, c@example.org\nSubject: x\nDate: y\n")
    document = FORMAT.read(data, INTAKE)
    edits = [Edit(Span(one.start, one.end, "OTHER"), new) for one in document.blocks]
    output = FORMAT.write(data, document, edits, INTAKE).data
    assert read(output) == splice(document.text, edits)
    assert output.isascii()
    assert max(map(len, output.split(b"\n"))) < 998


@given(TEXT)
def test_header_texts_survive_encoded_words(text):
    lines = f"Subject: {encode_words(text, 9)}\n\n".encode()
    assert decode_words(parse(lines).first("subject")) == text


@given(st.one_of(st.none(), TEXT), st.one_of(st.none(), TEXT))
def test_mailboxes_survive_being_written(name, address):
    if name is None and address is None:
        return
    texts = [text for text in (name, address) if text is not None]
    header = Header("To", mailboxes=((name, address), ("Otra", "otra@example.org")))
    lines = header.render([*texts, "Otra", "otra@example.org"]) + "\n"
    found = list(mailboxes(parse(lines.encode()).first("to")))
    assert found == [(name, address), ("Otra", "otra@example.org")]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Ana <a@example.org>", [("Ana", "a@example.org")]),
        ('"Ruiz, Ana" <a@example.org>', [("Ruiz, Ana", "a@example.org")]),
        ("a@example.org (Ana (Ruiz))", [("Ana (Ruiz)", "a@example.org")]),
        ("=?utf-8?q?Ru=C3=ADz,_Ana?= <a@example.org>", [("Ruíz, Ana", "a@example.org")]),
        ("a@example.org; Ana b@example.org", [(None, "a@example.org"), ("Ana", "b@example.org")]),
        ("equipo: a@example.org;", [("equipo", None), (None, "a@example.org")]),
        ("Ana", [("Ana", None)]),
        ("<a@example.org", [(None, "a@example.org")]),
    ],
)
def test_mailboxes_are_read_as_people_write_them(value, expected):
    assert list(mailboxes(value)) == expected


def test_a_masked_address_leaves_a_header_that_parses():
    output = written(mail(head='To: "Ana" <ana@example.org>\n'), "ana@example.org", "Ana")
    header = email.message_from_bytes(output, policy=email.policy.default)["To"]
    assert not header.defects
    assert header.addresses == (Address("[X]", "[X]", "removed.invalid"),)


def test_headers_and_parts_say_what_they_are():
    data = mail(head="To: Ana <b@example.org>\nDate: hoy\nSubject: s\n")
    labels = [block.label for block in FORMAT.read(data, INTAKE).blocks]
    assert labels == ["EMAIL", "OTHER", "EMAIL", "DATE", None, None]


@pytest.mark.parametrize(
    ("charset", "codec"),
    [
        ("utf-8", "utf-8"),
        ("iso-8859-1", "latin-1"),
        ("windows-1252", "cp1252"),
        ("us-ascii", "latin-1"),
        ("us-ascii", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-7", "utf-7"),
        ("x-unknown", "utf-8"),
        ("utf-8", "cp1252"),
    ],
)
def test_charsets_declared_right_wrong_or_not_at_all(charset, codec):
    text = "José Núñez, 38 años\n"
    message = EmailMessage()
    message["From"] = "a@example.org"
    message.set_content(text.encode(codec), maintype="text", subtype="plain")
    message.set_param("charset", charset)
    del message["Content-Disposition"]
    data = message.as_bytes()
    assert read(data).endswith(text)
    assert "José" not in everything(written(data, "José Núñez"))


def test_japanese_mail_is_not_taken_for_ascii():
    body = "患者\n".encode("iso-2022-jp")
    for kind in ("text/plain", "text/csv; name=a.csv"):
        data = mail("", kind=f"{kind}; charset=iso-2022-jp") + body
        assert "患者" in read(data)


def test_inline_images_keep_their_place_under_a_new_name():
    picture = EmailMessage()
    picture["From"] = "a@example.org"
    picture.set_content("x")
    picture.add_alternative("<p>x<img src='cid:Ana.png@x'></p>", subtype="html")
    from PIL import Image

    stream = io.BytesIO()
    Image.new("L", (4, 4)).save(stream, "PNG")
    html = picture.get_payload(1)
    html.add_related(stream.getvalue(), "image", "png", cid="<Ana.png@x>", filename="Ana.png")
    for images in ("clean", "drop"):
        output = written(picture.as_bytes(), intake=Intake(name="m.eml", images=images))
        assert b"Ana" not in output
        assert output.count(b"part1@mail.invalid") in (0, 2)


def test_what_cannot_be_read_is_replaced_by_a_notice_that_is_no_text():
    output = written(parts("\nhola", "Content-Type: application/x-secret\n\nabc"))
    assert NOTICE in everything(output)
    assert NOTICE not in read(output)
    with pytest.raises(Unsupported):
        read(parts("Content-Type: application/x-secret\n\nabc"), Intake(parts="refuse"))


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (mail(kind="multipart/encrypted; boundary=b"), Encrypted),
        (mail(kind="application/pkcs7-mime; smime-type=enveloped-data"), Encrypted),
        (mail("-----BEGIN PGP MESSAGE-----\nabc\n-----END PGP MESSAGE-----\n"), Encrypted),
        (b"Esto no es un correo\n", Damaged),
        (b"Nota: esto tampoco\n\nx", Damaged),
        (mail(kind="multipart/mixed"), Damaged),
        (mail().replace(b"8bit", b"x-uuencode"), Damaged),
        ((b"From: a\nContent-Type: message/rfc822\n\n") * 10_000, TooLarge),
        (parts(*["\nx"] * 10_001), TooLarge),
        (
            b"From: a\n"
            + b"".join(
                b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n)
                for n in range(10_000)
            ),
            TooLarge,
        ),
    ],
    ids=range(10),
)
def test_what_cannot_be_taken_in_is_refused(data, error):
    with pytest.raises(error):
        read(data)


HOSTILE = (
    b"Subject: " + b"=?" * 50_000,
    b"From: " + b"(" * 100_000,
    b"From: " + b'"' * 100_000,
    b"From: " + b"a@b " * 30_000,
    b"From: a\n" + b" x\n" * 50_000,
    b"From: a\nContent-Type: multipart/mixed" + b";a=" * 50_000,
    b"From: a\nContent-Type: multipart/mixed; boundary=b\n\n--b" + b" " * 100_000 + b"x",
    b"From: a\n\n" + b"begin 644 x\n" * 10_000,
    b"From: a\nContent-Type: text/plain; format=flowed\n\n" + b"> \n" * 40_000,
    bytes(range(256)) * 100,
)


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_mail_is_read_or_refused_at_once(data):
    refused = None
    try:
        written(data)
    except InputError as error:
        refused = error
    assert refused is None or refused.__context__ is None


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(data):
    try:
        document = FORMAT.read(b"From: a\n" + data, INTAKE)
    except InputError:
        return
    output = FORMAT.write(b"From: a\n" + data, document, [], INTAKE).data
    assert read(output) == document.text


def test_line_ends_are_those_of_the_mail():
    data = parts("\nuno\n", "\ndos\n")
    assert b"\r" not in written(data)
    crlf = written(data.replace(b"\n", b"\r\n"))
    assert crlf.count(b"\n") == crlf.count(b"\r\n") > 5


def test_the_example_keeps_its_parts_and_loses_its_names():
    data = EXAMPLE.read_bytes()
    output = written(data, "Saturnino", "Vela", "Quintanilla", "12345678Z", "4471902", "Olalla")
    seen = everything(output)
    for gone in ("Saturnino", "12345678", "4471902", "bolmedo", "192.0.2.14", "Olalla"):
        assert gone not in seen
    message = email.message_from_bytes(output, policy=email.policy.default)
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == [
        "multipart/mixed", "multipart/alternative", "text/plain", "text/html",
        "message/rfc822", "text/plain", "text/plain", "text/csv",
    ]  # fmt: skip
    assert not any(part.defects for part in message.walk())


def test_notes_and_places_hold_no_content():
    document = FORMAT.read(parts(*(one.decode() for one in list(SURFACES.values())[:5])), INTAKE)
    assert SECRET not in " ".join([*document.notes, *(one.place for one in document.blocks)])
