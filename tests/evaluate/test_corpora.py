"""Corpora: every form of annotated documents is read, and what is not whole is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sfumato.core.errors import Damaged, SfumatoError, Unsupported
from sfumato.evaluate.corpora import read_gold, read_predicted
from sfumato.evaluate.note import Mark
from sfumato.evaluate.standoff import read_ann, read_tagged, write_ann, write_tagged

TEXT = "Vive en Lugo 😀 con Eva\r\nRus & Gil."
MARKS = (Mark(8, 12, "LOCATION"), Mark(19, 27, "RELATIVE"))
OBJECT = {
    "id": "n1",
    "lang": "es",
    "kind": "letter",
    "text": TEXT,
    "spans": [list(m) for m in MARKS],
}


def brat(folder: Path) -> None:
    (folder / "n1.txt").write_bytes(TEXT.encode())
    (folder / "n1.ann").write_text(write_ann(TEXT, MARKS), "utf-8")


def xml(folder: Path) -> None:
    (folder / "n1.xml").write_bytes(write_tagged(TEXT, MARKS, scheme="i2b2"))


def notes(folder: Path) -> None:
    (folder / "n1.json").write_text(json.dumps(OBJECT), "utf-8")


def one_list(folder: Path) -> None:
    (folder / "all.json").write_text(json.dumps([OBJECT]), "utf-8")


def lines(folder: Path) -> None:
    (folder / "all.jsonl").write_text("\n" + json.dumps(OBJECT) + "\n", "utf-8")


def detected(folder: Path) -> None:
    spans = [{"start": m.start, "end": m.end, "label": m.label, "score": 1.0} for m in MARKS]
    line = {"path": "some/n1.docx", "text": TEXT, "spans": spans}
    (folder / "all.jsonl").write_text(json.dumps(line), "utf-8")


@pytest.mark.parametrize("write", [brat, xml, notes, one_list, lines, detected])
def test_every_form_gives_the_same_note(write: Callable[[Path], None], tmp_path: Path) -> None:
    write(tmp_path)
    (note,) = read_gold(tmp_path)
    assert (note.id, note.text, note.marks) == ("n1", TEXT, MARKS)
    assert read_predicted(tmp_path) == {"n1": MARKS}


def test_language_and_kind_are_kept_where_the_form_has_them(tmp_path: Path) -> None:
    notes(tmp_path)
    (note,) = read_gold(tmp_path)
    assert (note.language, note.kind) == ("es", "letter")


def test_notes_marked_by_hand_are_read(tmp_path: Path) -> None:
    file = tmp_path / "hand.txt"
    file.write_text("=== n1 es letter\nVive en [[LOCATION|Lugo]].\n", "utf-8")
    (note,) = read_gold(file)
    assert (note.text, note.marks, note.kind) == (
        "Vive en Lugo.",
        (Mark(8, 12, "LOCATION"),),
        "letter",
    )


def test_documents_come_in_the_order_of_their_ids(tmp_path: Path) -> None:
    for name in ("b", "c", "a"):
        (tmp_path / f"{name}.txt").write_text("x", "utf-8")
        (tmp_path / f"{name}.ann").write_text("", "utf-8")
    assert [note.id for note in read_gold(tmp_path)] == ["a", "b", "c"]


def test_a_byte_order_mark_counts_as_brat_counts_it(tmp_path: Path) -> None:
    (tmp_path / "n1.txt").write_bytes(b"\xef\xbb\xbfLugo")
    (tmp_path / "n1.ann").write_text("T1\tLOCATION 1 5\tLugo\n", "utf-8")
    (note,) = read_gold(tmp_path)
    assert note.text[1:5] == "Lugo"


def test_a_prediction_needs_no_text_and_no_label(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    file.write_text('{"id": 7, "spans": [[0, 3], [4, 6, "AGE", 0.5]]}\n', "utf-8")
    assert read_predicted(file) == {"7": (Mark(0, 3, ""), Mark(4, 6, "AGE"))}


def test_the_parts_of_a_broken_annotation_are_marks_of_their_own() -> None:
    line = "T1\tNAME 0 3;8 11\tEva Rus\nR1\tOf Arg1:T1 Arg2:T1\n"
    assert read_ann(line, "x.ann") == (Mark(0, 3, "NAME"), Mark(8, 11, "NAME"))


def test_a_label_of_two_words_is_one_word_in_brat() -> None:
    assert (
        write_ann("Lugo", [Mark(0, 4, "Healthcare centre")]) == "T1\tHealthcare_centre 0 4\tLugo\n"
    )


def test_a_covered_text_stands_on_one_line() -> None:
    assert write_ann("Eva\u2028 \x85\r\nRus", [Mark(0, 11, "NAME")]) == "T1\tNAME 0 11\tEva Rus\n"


@pytest.mark.parametrize("scheme", ["i2b2", "meddocan"])
def test_xml_reads_back_with_its_line_ends_and_signs(scheme: str) -> None:
    text = "A ]]> B & <C>\r\n\rD"
    marks = (Mark(0, 5, "AGE"), Mark(8, 13, "FECHAS"))
    assert read_tagged(write_tagged(text, marks, scheme=scheme), "x.xml") == (text, marks)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.json", "{", "a.json: not JSON"),
        ("a.json", '{"id": "n", "text": "Eva"}', "a.json: not an object with a list of spans"),
        ("a.json", '{"id": "n", "spans": []}', "a.json: no text"),
        ("a.json", '{"id": "n", "text": "Eva", "spans": [[0, "3"]]}', "a.json, span 1"),
        (
            "a.json",
            '{"id": "n", "text": "Eva", "spans": [[0, 4, "X"]]}',
            "a.json, span 1: not inside",
        ),
        (
            "a.json",
            '{"id": "n", "text": "Eva", "spans": [[2, 1, "X"]]}',
            "a.json, span 1: not inside",
        ),
        ("a.jsonl", '{"id": 1, "text": "a", "spans": []}\n[]', "a.jsonl, line 2"),
        (
            "a.jsonl",
            '{"id": 1, "text": "", "spans": []}\n' * 2,
            "a.jsonl, line 2: a second document",
        ),
        ("a.ann", "T1\tNAME zero 3\tEva", "a.ann, line 1"),
        ("a.xml", "<a><TEXT>x</TEXT><TAGS><AGE start='0'/></TAGS></a>", "a.xml, tag 1"),
        ("a.xml", "<a><TAGS/></a>", "a.xml: no TEXT"),
        ("a.txt", "=== n1 es letter\nVive en [[LOCATION|Lugo.\n", "a.txt, line 2"),
        ("a.csv", "x", "a.csv: not one of"),
    ],
)
def test_what_is_not_whole_is_told_by_its_place_and_without_its_words(
    name: str, content: str, words: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(content, "utf-8")
    with pytest.raises(SfumatoError) as caught:
        read_gold(file)
    assert str(caught.value).startswith(words)
    assert "Eva" not in str(caught.value)


def test_a_folder_without_documents_is_no_gold_standard(tmp_path: Path) -> None:
    with pytest.raises(Unsupported):
        read_gold(tmp_path)
    (tmp_path / "a.json").write_text("[]", "utf-8")
    with pytest.raises(Damaged, match="no annotated documents"):
        read_gold(tmp_path)
