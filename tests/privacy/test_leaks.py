"""Laden documents through the command: no sentinel is left. `make bench` runs 20,000 of them."""

import random

import pytest
from bench.surfaces.cases import KINDS, READ_BY_OCR, make
from bench.surfaces.glance import seen
from bench.surfaces.sentinels import Sentinels
from bench.surfaces.unpack import left
from bench.trials import leaks

_SHOWN = {"pixels", "barcode"}
_PARTS = 4
_DOCUMENTS = 520


def laden(kind):
    say = Sentinels(random.Random(f"surfaces {kind}"))
    return make(kind, say), say


@pytest.mark.parametrize(
    ("kind", "count"), [("pdf", 14), ("docx", 12), ("mail", 8), ("fhir", 6), ("html", 20)]
)
def test_the_laden_document_has_at_least_as_many_surfaces_as_promised(kind, count):
    assert len(set(laden(kind)[1].surfaces.values())) >= count


@pytest.mark.parametrize("kind", KINDS)
def test_the_oracle_sees_every_sentinel_of_the_laden_document(kind):
    case, say = laden(kind)
    found = {}
    for data in (case.data, *case.companions.values()):
        found |= left(data, say.surfaces)
    assert {say.surfaces[needle] for needle in say.surfaces.keys() - found.keys()} <= _SHOWN


@pytest.mark.ocr
@pytest.mark.parametrize("kind", sorted(READ_BY_OCR - {"pdf-drawn"}))
def test_the_oracle_sees_what_a_picture_shows(kind):
    case, say = laden(kind)
    assert set(seen(case.data, say.surfaces).values()) == _SHOWN


@pytest.mark.parametrize("part", range(_PARTS))
def test_no_sentinel_is_left_of_130_laden_documents(part):
    kinds = leaks.plan(_DOCUMENTS)[part::_PARTS]
    assert leaks.trial(kinds, seed=part).documents == 130


@pytest.mark.ocr
@pytest.mark.parametrize("kind", sorted(READ_BY_OCR))
def test_no_sentinel_is_left_of_a_document_of_pixels(kind):
    assert leaks.trial([kind], seed=1).documents == 1


def test_no_sentinel_is_left_of_a_mail_with_a_file_of_every_format():
    assert leaks.trial(["mail-of-all"], seed=1).documents == 1


def test_no_sentinel_is_left_where_surrogates_stand():
    assert leaks.trial(leaks.COMMON * 3, seed=2, policies=["replace"]).documents >= 60
