from sfumato.core.document import Block, Document
from sfumato.detect.registry import built_in, detect_all


def labels(document):
    return {span.label for span in detect_all(document, built_in(), timeout_s=20)}


def test_a_field_name_that_a_reader_put_between_blocks_is_nobody():
    text = "\nreminderSent: true"
    start = text.index("true")
    assert "USERNAME" in labels(Document("", text, (Block(0, len(text), "text"),)))
    assert "USERNAME" not in labels(Document("", text, (Block(start, len(text), "value 1"),)))


def test_a_login_name_in_a_block_is_found():
    text = "\njuanVidal: buenas tardes"
    assert labels(Document("", text, (Block(1, len(text), "text"),))) & {"USERNAME", "PATIENT"}
