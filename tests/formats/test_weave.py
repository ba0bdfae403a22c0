from hypothesis import given
from hypothesis import strategies as st

from sfumato import Document, Edit, Span, splice
from sfumato.core.edit import block_edits
from sfumato.formats.weave import Nested, Slot, changes, weave


def rebuilt(pieces, document, edits):
    """The text that the changed pieces weave to."""
    after = list(pieces)
    for change in changes(pieces, document, edits):
        piece = pieces[change.index]
        if isinstance(piece, Slot):
            after[change.index] = Slot(change.text, piece.place, gap=piece.gap)
        else:
            inner = piece.document
            new = rebuilt_plain(inner, change.edits)
            after[change.index] = Nested(new, piece.place, gap=piece.gap)
    return weave(after, "").text


def rebuilt_plain(document, edits):
    text = splice(document.text, block_edits(document, edits))
    return Document("", text)


texts = st.lists(st.text(max_size=8), min_size=1, max_size=6)
cuts = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=5)


@given(texts, texts, cuts)
def test_changed_pieces_weave_to_the_spliced_text(outer, inner, ranges):
    nested = weave([Slot(text, "in") for text in inner], "")
    pieces = [*(Slot(text, "out") for text in outer), Nested(nested, "part"), Slot("end", "out")]
    document = weave(pieces, "")
    spans, last = [], 0
    for start, width in sorted(ranges):
        end = min(start + width, len(document.text))
        if last <= start < end:
            spans.append(Span(start, end, "OTHER"))
            last = end
    edits = [Edit(span, "[X]") for span in spans]
    expected = splice(document.text, block_edits(document, edits))
    assert rebuilt(pieces, document, edits) == expected


def test_places_of_a_nested_document_name_the_part():
    nested = weave([Slot("Ana", "line 1")], "")
    document = weave([Slot("x", "body"), Nested(nested, "attachment 1")], "")
    assert document.place_of(document.text.index("Ana")) == "attachment 1: line 1"
