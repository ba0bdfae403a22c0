"""Checksums accept numbers that add up and nothing that differs in one digit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.knowledge import checksums

Check = Callable[[str], bool]

VALID: tuple[tuple[Check, str], ...] = (
    (checksums.dni, "50384617N"),
    (checksums.dni, "50.384.617-n"),
    (checksums.nie, "Y-4718236-F"),
    (checksums.cif, "B-58391749"),
    (checksums.cif, "Q2839174F"),
    (checksums.naf, "28/10374652/54"),
    (checksums.iban, "ES42 2085 1066 4303 1234 5678"),
    (checksums.iban, "GB82 WEST 1234 5698 7654 32"),
    (checksums.ccc, "2085 1066 45 0312345678"),
    (checksums.curp, "MAQR850412MDFRNS07"),
    (checksums.cuit, "27-28374651-3"),
    (checksums.rut, "14.829.365-1"),
    (checksums.cpf, "481.205.937-23"),
    (checksums.cedula_ec, "171829304-4"),
    (checksums.nss_mx, "9283 65 1047-6"),
    (checksums.nit_co, "830.918.274-3"),
    (checksums.npi, "1482019373"),
    (checksums.dea, "BK4819326"),
    (checksums.vin, "1HGCM82633A004352"),
    (checksums.vin, "WVWZZZ1K6AW283746"),
    (checksums.sin, "419 283 742"),
    (checksums.nhs, "481 920 3754"),
    (checksums.chi, "0708514820"),
    (checksums.pps, "4819203O"),
    (checksums.pps, "4819203AA"),
    (checksums.medicare_au, "4819 20372 1"),
    (checksums.ihi, "8003 6048 1920 3752"),
    (checksums.tfn, "481 920 376"),
    (checksums.nhi, "KBD4828"),
    (checksums.aadhaar, "4819 2037 4858"),
    (checksums.said, "850412 4819 080"),
    (checksums.card, "4819 2037 4819 2039"),
    (checksums.imei, "35-693803-564380-9"),
)
ids = [f"{check.__name__}-{text}" for check, text in VALID]


@pytest.mark.parametrize(("check", "text"), VALID, ids=ids)
def test_a_number_that_adds_up_is_accepted(check: Check, text: str) -> None:
    assert check(text)


@pytest.mark.parametrize(("check", "text"), VALID, ids=ids)
def test_a_change_of_one_digit_is_nearly_always_noticed(check: Check, text: str) -> None:
    value = checksums.plain(text)
    changed = [
        value[:index] + other + value[index + 1 :]
        for index, sign in enumerate(value)
        for other in "0123456789"
        if sign.isdigit() and other != sign
    ]
    accepted = [one for one in changed if check(one)]
    assert len(accepted) < 0.2 * len(changed)


@pytest.mark.parametrize(("check", "text"), VALID, ids=ids)
def test_a_number_that_is_too_short_or_long_is_refused(check: Check, text: str) -> None:
    value = checksums.plain(text)
    assert not check(value[:5])
    assert not check(value + "0000000000000000000000")
    assert not check("")


CHECKS = sorted({check for check, _ in VALID}, key=lambda check: check.__name__)


@given(st.text(max_size=40))
def test_no_text_makes_a_checksum_fail(text: str) -> None:
    assert all(check(text) in (True, False) for check in CHECKS)


@pytest.mark.parametrize(
    "text", ["000-12-3456", "666-12-3456", "418-00-3746", "418-29-0000", "900-12-3456"]
)
def test_an_impossible_social_security_number_is_refused(text: str) -> None:
    assert not checksums.ssn(text)


def test_a_taxpayer_number_counts_as_a_social_security_number() -> None:
    assert checksums.ssn("912-71-4820")
    assert checksums.ssn("418-29-3746")


def test_luhn_and_verhoeff_know_the_published_examples() -> None:
    assert checksums.luhn("79927398713")
    assert not checksums.luhn("79927398710")
    assert checksums.verhoeff("2363")
    assert not checksums.verhoeff("2364")


def test_both_forms_of_the_new_zealand_health_number_are_known() -> None:
    assert checksums.nhi("ZZZ0016")
    assert checksums.nhi("ZBN77VL")
    assert not checksums.nhi("ZZZ0017")


def test_a_row_of_one_digit_is_no_number() -> None:
    assert not checksums.nhs("1111111111")
    assert not checksums.card("0000000000000000")
    assert not checksums.cpf("11111111111")
