"""Surrogates of contacts: reserved domains, networks and numbers."""

import ipaddress
import re

import phonenumbers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.core.dice import Dice
from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.transform.contacts import contact
from sfumato.transform.mask import canonical
from sfumato.transform.surrogate import QUEUED, Surrogate
from sfumato.transform.telephones import subscriber

LABELS = ["PHONE", "FAX", "EMAIL", "URL", "IP", "USERNAME"]


def drawn(original, label, secret=b"one", language="es"):
    span = Span(0, len(original), label)
    scene = Scene(language=language, text=original, spans=(span,), dice=Dice(secret))
    return contact(original, span, scene)


def many(original, label, count=40):
    return [drawn(original, label, secret=b"%d" % number) for number in range(count)]


@pytest.mark.parametrize(
    "original",
    ["612 345 678", "722113344", "+34 91 123 45 67", "0034-876-55-44-33", "95 512 34 56"],
)
def test_spanish_telephones_are_numbers_that_no_operator_has(original):
    for made in many(original, "PHONE"):
        assert re.sub(r"\d", "9", made) == re.sub(r"\d", "9", original)
        parsed = phonenumbers.parse(made, "ES")
        assert parsed.country_code == 34
        assert not phonenumbers.is_valid_number(parsed)


@pytest.mark.parametrize(
    ("original", "expression"),
    [
        ("(212) 456-7890", r"\([2-9]0[2-9]\) 555-01\d\d"),
        ("+1 212 456 7890", r"\+1 [2-9]0[2-9] 555 01\d\d"),
        ("1-212-456-7890 x 22", r"1-[2-9]0[2-9]-555-01\d\d x \d\d"),
        ("020 7123 4567", r"020 7946 0\d{3}"),
        ("07811 234567", r"07700 900\d{3}"),
        ("+44 (0)161 712 3456", r"\+44 \(0\)(?:163 296 0\d{3}|113 496 0\d{3}|121 496 0\d{3})"),
        ("+353 1 871 2345", r"\+353 [\d ]{10}"),
        ("+353 87 123 4567", r"\+353 20 91\d \d{4}"),
        ("0412 345 678", r"0491 57\d \d{3}"),
        ("02 9123 4567", r"02 (?:5550|7010) \d{4}"),
    ],
)
def test_telephones_of_other_plans_are_those_for_fiction(original, expression):
    for made in many(original, "PHONE", 10):
        assert re.fullmatch(expression, made)


@pytest.mark.parametrize(
    "original", ["55 5611 4820", "+52 55 5611 4820", "2233 4455", "310 123 4567"]
)
def test_telephones_of_the_other_americas_are_nobodys(original):
    for made in many(original, "PHONE"):
        for region in ("MX", "CO", "CR", "GT", "SV", "PE", "AR", "CL"):
            if not original.startswith("+") or region == "MX":
                parsed = phonenumbers.parse(made, region)
                assert not phonenumbers.is_valid_number_for_region(parsed, region)


def test_a_telephone_has_one_surrogate_with_and_without_its_country():
    home = drawn("612 345 678", "PHONE")
    for spelling in ("+34612345678", "0034 612 34 56 78", "34612345678", "612345678"):
        assert subscriber(drawn(spelling, "FAX")) == canonical(home)


@pytest.mark.parametrize(
    "original",
    ["Ana.Vidal_48@hospital-sur.es", "ANA@HOSPITAL.ES", "mailto:a-b@c.org", "<x1@y.cat>"],
)
def test_mail_goes_to_domains_for_examples_and_keeps_its_shape(original):
    made = drawn(original, "EMAIL")
    assert re.search(r"@example\.(?:com|org|net)>?\Z", made, re.I)
    before = original.split("@")[0]
    assert len(made.split("@")[0]) == len(before)
    assert [c for c in made.split("@")[0] if not c.isalnum()] == [
        c for c in before if not c.isalnum()
    ]


@pytest.mark.parametrize("original", ["ana arroba hospital punto es", "Calle Mayor 3", "ana@", "@"])
def test_what_was_tagged_as_mail_and_is_none_is_queued(original):
    span = Span(0, len(original), "EMAIL")
    edit = Surrogate().edit(original, span, Scene(text=original, spans=(span,), dice=Dice(b"one")))
    assert (edit.operator, edit.reason) == ("mask", QUEUED)


def test_pages_lie_below_domains_for_examples():
    made = drawn("https://www.hospital.es/pacientes/Ana-Vidal.pdf?n=12", "URL")
    assert re.fullmatch(r"https://www\.[a-z]{5}\.example\.(com|org|net)/.*", made)
    assert "Vidal" not in made


@pytest.mark.parametrize("original", ["192.168.1.20", "10.0.0.1:8080", "8.8.8.8/24"])
def test_addresses_are_of_networks_for_documentation(original):
    address = ipaddress.ip_address(re.split("[:/]", drawn(original, "IP"))[0])
    nets = map(ipaddress.ip_network, ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"))
    assert any(address in net for net in nets)


@pytest.mark.parametrize(
    "original", ["fe80::1ff:fe23:4567:890a", "2001:0DB8:85A3:0:0:8A2E:370:7334", "::1"]
)
def test_long_addresses_are_of_the_network_for_documentation(original):
    assert ipaddress.ip_address(drawn(original, "IP")) in ipaddress.ip_network("2001:db8::/32")


@pytest.mark.parametrize("original", ["00:1A:2B:3C:4D:5E", "00-1a-2b-3c-4d-5e", "001a.2b3c.4d5e"])
def test_hardware_addresses_are_of_no_maker(original):
    made = drawn(original, "IP")
    assert made[1].lower() in "26ae"
    assert re.sub(r"[0-9a-fA-F]", "x", made) == re.sub(r"[0-9a-fA-F]", "x", original)


def test_letters_among_digits_are_read_as_a_hurried_hand_meant_them():
    assert re.fullmatch(r"[2-9]0[2-9]-555-01\d\d", drawn("4O4-555-Ol48", "PHONE"))
    assert "FLOWERS" not in drawn("1-800-FLOWERS", "PHONE")


@settings(max_examples=400, deadline=None)
@given(st.text(min_size=1, max_size=60), st.sampled_from(LABELS))
def test_any_text_has_another_or_none(original, label):
    made = drawn(original, label)
    assert made is None or canonical(made) != canonical(original) or made != original


@settings(max_examples=200, deadline=None)
@given(st.text("0123456789+() -./x", min_size=3, max_size=24))
def test_any_number_keeps_its_layout(original):
    made = drawn(original, "PHONE")
    assert made is None or re.sub(r"\d", "9", made) == re.sub(r"\d", "9", original)
