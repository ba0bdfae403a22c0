"""Every row of every table keeps its promises."""

from __future__ import annotations

import itertools
import random
import re
import time

import pytest

from sfumato.core.document import Document
from sfumato.core.errors import PolicyError
from sfumato.core.labels import is_label
from sfumato.detect import contacts, identifiers
from sfumato.detect.patterns import LONGEST, Patterns, Row, compile_expression
from sfumato.detect.tables import all_patterns, rows

PATTERNS = all_patterns()

ROWS = rows()
PATTERNS = all_patterns()
MEGABYTE = 1024 * 1024

every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


def _marked(example: str) -> tuple[str, list[tuple[int, int]]]:
    """The plain text of an example and the ranges that its « » mark."""
    text, marks = "", []
    for piece in re.split(r"([«»])", example):
        if piece in ("«", "»"):
            marks.append(len(text))
        else:
            text += piece
    return text, list(zip(marks[::2], marks[1::2], strict=True))


@every_row
def test_a_row_finds_what_its_example_marks(row: Row) -> None:
    text, marks = _marked(row.example)
    found = sorted((span.start, span.end) for span in Patterns([row]).find(text))
    assert marks, "an example marks its span with « »"
    assert found == marks


@every_row
def test_a_row_leaves_its_near_misses_alone(row: Row) -> None:
    detector = Patterns([row])
    assert [near for near in row.near if detector.find(near)] == []


@every_row
def test_a_row_has_a_known_label_and_a_score(row: Row) -> None:
    assert is_label(row.label)
    assert 0 < row.score <= 1


@pytest.mark.parametrize("row", [*identifiers.ROWS, *contacts.ROWS], ids=lambda row: row.name)
def test_an_identifier_names_its_source(row: Row) -> None:
    assert row.source


@every_row
def test_an_expression_is_bounded_and_plain(row: Row) -> None:
    bare = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "a", row.expression)
    assert row.expression.isascii()
    assert not re.search(r"[*+](?!\w)|\{\d+,\}", bare)


def test_names_are_unique() -> None:
    names = [row.name for row in ROWS]
    assert [name for name in names if names.count(name) > 1] == []


def _adversary(row: Row, size: int) -> bytes:
    """Text made of the row's own example, cut and shuffled so that it nearly matches all along."""
    rng = random.Random(row.name)
    text, _ = _marked(row.example)
    plain = text.encode("ascii", "replace")
    near = [plain, plain[:-1], plain[1:], *(near.encode("ascii", "replace") for near in row.near)]
    signs = bytes(set(plain)) or b"a"
    noise = [bytes(rng.choices(signs, k=rng.randrange(1, 40))) for _ in range(20)]
    block = b" ".join(rng.choices(near + noise, k=400))
    return (block * (size // len(block) + 1))[:size]


@every_row
def test_an_expression_stays_linear_on_a_megabyte_made_against_it(row: Row) -> None:
    search = compile_expression(row.expression)
    data = _adversary(row, MEGABYTE)
    position, steps, began = 0, 0, time.process_time()
    while (found := search(data, position, len(data))) is not None and steps < 2000:
        position, steps = found[0][0] + 1, steps + 1
    search(data, max(0, len(data) - MEGABYTE // 2), len(data))
    assert time.process_time() - began < 2


def test_the_whole_table_stays_linear_on_a_megabyte_of_near_misses() -> None:
    shares = [_adversary(row, MEGABYTE // len(ROWS)) for row in ROWS]
    text = b"\n".join(shares).decode("ascii", "replace")
    began = time.process_time()
    PATTERNS.find(text)
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    "unit", ["1 ", "12 12345678 ", "A1-", "nhc ", "(", "@", "0.", "12/", "n.o 1"]
)
def test_the_whole_table_stays_linear_on_one_thing_repeated(unit: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        began = time.process_time()
        PATTERNS.find(text)
        return time.process_time() - began

    seconds(10_000)
    assert seconds(160_000) < 8 * max(seconds(40_000), 0.05)


def test_a_long_text_gives_the_same_spans_as_its_pieces() -> None:
    line = "Paciente con NHC: 482017, tel. 976 48 20 17 y correo rosa.vidal@ejemplo.org en Soria.\n"
    few = Patterns(ROWS).find(line)
    many = PATTERNS.find(line * 700)
    assert len(line) * 700 > 4 * LONGEST
    expected = {
        (span.start + shift, span.end + shift, span.detector)
        for shift in range(0, 700 * len(line), len(line))
        for span in few
    }
    found = {(span.start, span.end, span.detector) for span in many}
    assert expected - found == set()


@pytest.mark.parametrize("shift", range(8100, 8260, 7))
def test_a_match_over_the_edge_of_a_window_is_found(shift: int) -> None:
    text = "a " * (shift // 2) + "NHC: HUS-48201/7 y correo rosa.vidal.ochoa@hospital-ficticio.org"
    names = {span.detector for span in PATTERNS.find(text)}
    assert {"es-nhc", "email"} <= names


def test_a_match_that_touches_a_letter_outside_does_not_count() -> None:
    row = Row("three", "OTHER", r"\d{3}", "«123»")
    assert Patterns([row]).find("a123 123b 1234") == []
    assert len(Patterns([row]).find("(123)")) == 1


def test_a_veto_stands_right_before_the_match_only() -> None:
    row = Row("three", "OTHER", r"\b\d{3}\b", "«123»", veto=("room",))
    assert Patterns([row]).find("room: 123") == []
    assert len(Patterns([row]).find("room of patient 123")) == 1


def test_context_counts_only_within_its_reach() -> None:
    row = Row("three", "OTHER", r"\b\d{3}\b", "code «123»", context=("code",), reach=10)
    assert len(Patterns([row]).find("code 123")) == 1
    assert Patterns([row]).find("code" + " " * 20 + "123") == []


def test_disguised_signs_are_covered_by_the_span() -> None:
    text = "DNI: 50\u200b384617\u2011Ｎ."
    spans = [span for span in PATTERNS.find(text) if span.detector == "es-dni"]
    assert [(span.start, span.end) for span in spans] == [(5, len(text) - 1)]


def test_a_broken_expression_is_a_policy_error() -> None:
    for broken in ("(", r"(?=a)", r"(a)\1"):
        with pytest.raises(PolicyError):
            compile_expression(broken)


def test_no_sign_of_unicode_makes_the_table_fail() -> None:
    codes = [*range(0, 0x3000), *range(0xFE00, 0x10000), *range(0x1D400, 0x1D800, 7)]
    text = "".join(
        f"{chr(code)}1" for code in itertools.islice(codes, 14_000) if not 0xD800 <= code < 0xE000
    )
    spans = list(PATTERNS.detect(Document("unicode", text)))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
