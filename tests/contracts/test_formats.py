"""The law of formats, for every entry of the table; `make bench` runs more of the same."""

import pytest
from bench.surfaces.texts import READERS
from bench.trials import roundtrip, spans

from sfumato.formats.registry import FORMATS


def test_every_format_but_pictures_has_a_file_that_holds_any_text():
    assert set(READERS) == set(FORMATS.names()) - {"image"}


@pytest.mark.parametrize("reader", READERS)
def test_without_edits_1000_random_unicode_texts_read_back_identical(reader):
    assert roundtrip.trial(reader, 1000, seed=1) > 990


@pytest.mark.parametrize("reader", READERS)
def test_150_deletions_from_random_texts_leave_nothing_in_the_bytes(reader):
    assert roundtrip.deletions(reader, 150, seed=2) == 150


@pytest.mark.parametrize("reader", READERS)
def test_no_sign_of_any_span_survives_in_40_files(reader):
    assert spans.files(reader, 40, seed=3) > 40
