"""Cells: a span never runs on into the next cell, and never lies where no source text is."""

from sfumato.core.document import Block, Document
from sfumato.core.span import Span
from sfumato.detect.cells import in_blocks, within_cells

TABLE = Document(
    "",
    "1\tAna Gil Rey\tx",
    (Block(0, 1, "a"), Block(2, 9, "b"), Block(10, 13, "c"), Block(14, 15, "d")),
)


def places(spans):
    return [(span.start, span.end) for span in spans]


def test_a_span_over_two_cells_becomes_two():
    assert places(within_cells(TABLE, [Span(0, 13, "PATIENT")])) == [(0, 1), (2, 13)]


def test_blocks_that_no_tab_parts_stay_together():
    assert places(within_cells(TABLE, [Span(2, 13, "PATIENT")])) == [(2, 13)]


def test_a_span_that_ends_with_the_tab_keeps_its_cell():
    assert places(within_cells(TABLE, [Span(2, 14, "PATIENT")])) == [(2, 13)]
    assert places(within_cells(TABLE, [Span(1, 9, "PATIENT")])) == [(2, 9)]


def test_a_text_without_blocks_is_left_alone():
    plain = Document("", "Ana\tGil")
    assert places(within_cells(plain, [Span(0, 7, "PATIENT")])) == [(0, 7)]
    assert places(in_blocks(plain, [Span(3, 4, "PATIENT")])) == [(3, 4)]


def test_what_lies_between_blocks_is_no_finding():
    spans = [Span(9, 10, "PATIENT"), Span(8, 10, "DOCTOR"), Span(13, 14, "PATIENT")]
    assert places(in_blocks(TABLE, spans)) == [(8, 9)]


def test_a_word_of_the_readers_own_is_cut_off():
    segment = Document("", "MSH\tHARROW LAB", (Block(4, 14, "a"),))
    assert places(in_blocks(segment, [Span(1, 10, "HOSPITAL")])) == [(4, 10)]
