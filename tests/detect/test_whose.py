"""Facts of a patient behind a name tell whose it is."""

import pytest

from sfumato.core.span import Span
from sfumato.detect.whose import told_apart


def label(text, name):
    start = text.index(name)
    (span,) = told_apart(text, [Span(start, start + len(name), "DOCTOR")])
    return span.label


@pytest.mark.parametrize(
    "text",
    [
        "saw Mr Peter Novak (MRN 4471902)",
        "visto Peter Novak, 70 años, en consulta",
        "Peter Novak DOB 3/5/61",
        "Peter Novak, nacido en 1961",
    ],
)
def test_a_number_or_an_age_behind_the_name_is_the_patients(text):
    assert label(text, "Peter Novak") == "PATIENT"


@pytest.mark.parametrize(
    "text",
    ["Dr Peter Novak, 70 years in practice", "Mr Peter Novak, consultant", "Peter Novak. Age 7"],
)
def test_a_title_before_or_anything_else_behind_leaves_it(text):
    assert label(text, "Peter Novak") == "DOCTOR"
