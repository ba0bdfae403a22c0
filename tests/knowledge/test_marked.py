"""Marked notes are read exactly, and a slip of the pen names its line."""

from __future__ import annotations

import pytest

from sfumato.core.errors import Damaged
from sfumato.knowledge.marked import Marked, read_marked

TWO = """
=== one en ward-round
Seen by [[DOCTOR|Imogen Vale]], bed 4.
[ ] bloods  [x] films | K 4.1

=== two es nota
[[PATIENT|Ana
Lar]] sin fiebre.
"""


def test_notes_are_read_without_their_marks() -> None:
    assert read_marked(TWO) == [
        Marked(
            "one",
            "en",
            "ward-round",
            "Seen by Imogen Vale, bed 4.\n[ ] bloods  [x] films | K 4.1",
            ((8, 19, "DOCTOR"),),
        ),
        Marked("two", "es", "nota", "Ana\nLar sin fiebre.", ((0, 7, "PATIENT"),)),
    ]


def test_marks_may_touch() -> None:
    (note,) = read_marked("=== a en b\n[[AGE|72]][[SEX|F]]")
    assert note.spans == ((0, 2, "AGE"), (2, 3, "SEX"))


def test_nothing_gives_no_notes() -> None:
    assert read_marked("\n\n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stray\n=== a en b\ntext", "line 1: there is text before the first heading"),
        ("stray", "line 1: there is text before the first heading"),
        ("=== a fr b\ntext", "line 1: a heading reads '=== id language kind'"),
        ("=== a en\ntext", "line 1: a heading reads '=== id language kind'"),
        ("\n=== a en b\n\n", "line 2: this note is empty"),
        ("=== a en b\nx\n=== a es c\ny", "line 3: this id was given before"),
        ("=== a en b\nx\n[[NAME|y]]", "line 3: a mark has no known label"),
        ("=== a en b\n[[y]]", "line 2: a mark has no known label"),
        ("=== a en b\n[[AGE|y\nz\n", "line 2: a mark is not closed"),
        ("=== a en b\nx]]", "line 2: a mark is closed that was not opened"),
        ("=== a en b\n[[AGE|]]", "line 2: a mark is empty or begins or ends with white space"),
        ("=== a en b\n[[AGE|4 ]]", "line 2: a mark is empty or begins or ends with white space"),
        (
            "=== a en b\n[[AGE|4 [[DATE|May]]]]",
            "line 2: a mark stands inside another, or the one before is not closed",
        ),
    ],
)
def test_a_slip_names_its_line_and_nothing_else(text: str, message: str) -> None:
    with pytest.raises(Damaged) as raised:
        read_marked(text)
    assert str(raised.value) == message
