"""XML: parsed without entities, whatever the encoding they hide in."""

from __future__ import annotations

import pytest

from sfumato.core.errors import Damaged, Dangerous, TooLarge
from sfumato.core.protocols import Limits
from sfumato.formats.markup import parse_xml, serialize_xml, xml_text

LIMITS = Limits()
BOMB = '<!DOCTYPE a [<!ENTITY x "xxxx"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>'
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>'


def test_text_is_parsed_and_written_back() -> None:
    root = parse_xml("<a b='ñ'>José\r\n👩‍⚕️</a>".encode(), LIMITS)
    assert root.text == "José\n👩‍⚕️"
    assert parse_xml(serialize_xml(root), LIMITS).get("b") == "ñ"


def test_a_carriage_return_survives_writing() -> None:
    root = parse_xml(b"<a>x&#13;y</a>", LIMITS)
    assert parse_xml(serialize_xml(root), LIMITS).text == "x\ry"


@pytest.mark.parametrize("text", [BOMB, OUTSIDE])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_entities_are_dangerous_in_every_encoding(text: str, encoding: str) -> None:
    with pytest.raises(Dangerous):
        parse_xml(text.encode(encoding), LIMITS)


def test_entities_behind_a_comment_are_dangerous() -> None:
    with pytest.raises(Dangerous):
        parse_xml(("<?xml version='1.0'?><!-- - x -->\n" + BOMB).encode(), LIMITS)


def test_a_default_attribute_is_dangerous() -> None:
    with pytest.raises(Dangerous):
        parse_xml(b'<!DOCTYPE a [<!ATTLIST a b CDATA "hidden">]><a/>', LIMITS)


def test_the_word_entity_in_a_text_is_only_a_word() -> None:
    assert parse_xml(b"<a><![CDATA[<!ENTITY]]></a>", LIMITS).text == "<!ENTITY"


def test_a_plain_doctype_passes_and_is_not_written() -> None:
    root = parse_xml(b'<!DOCTYPE a SYSTEM "x.dtd"><a/>', LIMITS)
    assert b"DOCTYPE" not in serialize_xml(root)


def test_latin_letters_follow_the_declaration() -> None:
    data = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Muñoz</a>'.encode("latin-1")
    assert parse_xml(data, LIMITS).text == "Muñoz"


@pytest.mark.parametrize("name", ["utf-7", "cp037", "nonsense", "punycode", "rot13", "hex"])
def test_an_odd_encoding_is_damaged(name: str) -> None:
    with pytest.raises(Damaged):
        parse_xml(f'<?xml version="1.0" encoding="{name}"?><a/>'.encode(), LIMITS)


def test_bare_leaves_comments_and_instructions_out() -> None:
    root = parse_xml(b"<a>x<!-- c -->y<?p q?>z</a>", LIMITS, bare=True)
    assert (len(root), root.text) == (0, "xyz")


def test_an_error_shows_no_content() -> None:
    with pytest.raises(Damaged) as caught:
        parse_xml(b"<a>Sentinel</b>", LIMITS)
    assert "Sentinel" not in str(caught.value)
    assert caught.value.__context__ is None


@pytest.mark.parametrize("data", [b"", b"<a", b"<a>" * 5000, b"\xff\xfe\x00", b"<a>\xff</a>"])
def test_broken_xml_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged):
        parse_xml(data, LIMITS)


def test_millions_of_tags_are_too_large() -> None:
    with pytest.raises(TooLarge):
        parse_xml(b"<a>" + b"<b/>" * 200_000 + b"</a>", Limits(memory_mb=100))


def test_what_xml_cannot_hold_is_replaced() -> None:
    assert xml_text("a\x00b\x0bc\ud800\ufffe\t👍") == "a\ufffdb\ufffdc\ufffd\ufffd\t👍"
