import json
import xml.etree.ElementTree as ElementTree

import pytest
from ward import NOTE

from sfumato.knowledge.schemes import SCHEMES, names_of

KEYS = {"start", "end", "label", "score", "detector"}


def test_each_document_is_one_object_with_path_id_and_spans(sfumato, ward):
    ran = sfumato("detect", ward)
    assert ran.code == 0
    found = [(one["path"], one["id"]) for one in ran.objects()]
    lines = str(ward / "lines.jsonl")
    assert found == [
        (lines, "first"),
        (lines, "7"),
        (lines, "3"),
        (str(ward / "note.txt"), "note"),
        (str(ward / "deep" / "plain.txt"), "plain"),
    ]
    assert all(set(one) == {"path", "id", "spans"} for one in ran.objects())
    assert all(set(span) == KEYS for one in ran.objects() for span in one["spans"])


def test_offsets_count_code_points_of_the_text_and_spans_stand_in_order(sfumato, tmp_path):
    text = "\U0001f600 niñ\u0303o. " + NOTE
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(json.dumps({"id": "b", "text": text}), encoding="utf-8")
    whole, line = sfumato("detect", tmp_path).objects()
    assert whole["spans"] == line["spans"]
    ends = [(span["start"], span["end"]) for span in whole["spans"]]
    assert ends == sorted(ends)
    assert {text[start:end] for start, end in ends} >= {"Elvira Otxoa", "12345678Z", "612 345 678"}


def test_spans_of_a_record_lie_in_its_text_whatever_else_it_carries(sfumato, ward):
    (second,) = [one for one in sfumato("detect", ward).objects() if one["id"] == "7"]
    assert second["spans"] == []


def test_a_refused_line_is_named_by_its_number_and_the_others_are_printed(sfumato, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "a", "text": "x"}\nnot JSON\n{"id": "c", "text": "y"}\n', "utf-8")
    ran = sfumato("detect", path)
    assert ran.code == 1
    assert [one["id"] for one in ran.objects()] == ["a", "c"]
    assert ran.err == f"{path}:2: damaged: not JSON\n"


def test_two_files_of_one_name_in_two_folders_are_both_read(sfumato, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "note.txt").write_text(NOTE, encoding="utf-8")
    assert len(sfumato("detect", tmp_path / "a", tmp_path / "b").objects()) == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_order_is_the_same_for_any_number_of_jobs(sfumato, tmp_path, jobs):
    lines = [json.dumps({"id": str(n), "text": "DNI 12345678Z " * (n % 7)}) for n in range(60)]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    ran = sfumato("detect", tmp_path / "a.jsonl", "--jobs", jobs)
    assert [one["id"] for one in ran.objects()] == [str(n) for n in range(60)]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_labels_are_named_as_the_scheme_names_them(sfumato, ward, scheme):
    ran = sfumato("detect", ward / "note.txt", "--labels", scheme)
    (one,) = ran.objects()
    assert one["spans"]
    assert {span["label"] for span in one["spans"]} <= set(names_of(scheme))
    assert all(line.startswith(f"note: in {scheme},") for line in ran.err.splitlines())


@pytest.mark.parametrize("target", ["brat", "i2b2"])
def test_files_of_spans_need_a_folder(sfumato, ward, target):
    ran = sfumato("detect", ward, "--to", target)
    assert ran.code == 2
    assert f"--to {target} needs --out" in ran.err


def test_brat_files_mirror_the_tree_and_mark_the_text_beside_them(sfumato, ward, tmp_path):
    out = tmp_path / "out"
    assert sfumato("detect", ward, "--to", "brat", "--out", out).code == 0
    places = {str(path.relative_to(out)) for path in out.rglob("*.ann")}
    assert places == {"first.ann", "7.ann", "3.ann", "note.ann", "deep/plain.ann"}
    text = (out / "note.txt").read_bytes().decode()
    assert text == NOTE
    for line in (out / "note.ann").read_text(encoding="utf-8").splitlines():
        _, place, words = line.split("\t")
        _, start, end = place.split()
        assert text[int(start) : int(end)] == words


def test_i2b2_files_hold_the_text_and_its_tags(sfumato, ward, tmp_path):
    assert sfumato("detect", ward / "note.txt", "--to", "i2b2", "--out", tmp_path / "o").code == 0
    root = ElementTree.parse(tmp_path / "o" / "note.xml").getroot()
    assert root.findtext("TEXT") == NOTE
    tags = list(root.find("TAGS"))
    assert tags
    assert all(NOTE[int(tag.get("start")) : int(tag.get("end"))] == tag.get("text") for tag in tags)


def test_ids_that_are_no_file_names_stay_inside_the_folder_and_apart(sfumato, tmp_path):
    ids = ["../../up", "..", "", "a/b", "a\u0000b", "x" * 400, "same", "same", "same"]
    lines = [json.dumps({"id": one, "text": "DNI 12345678Z"}) for one in ids]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "deep" / "out"
    assert sfumato("detect", tmp_path / "a.jsonl", "--to", "brat", "--out", out).code == 0
    assert len(list(out.rglob("*.ann"))) == len(ids)
    assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", "deep"}


def test_jsonl_into_a_folder_is_what_would_be_printed(sfumato, ward, tmp_path):
    printed = sfumato("detect", ward).out
    ran = sfumato("detect", ward, "--out", tmp_path / "out")
    assert ran.out == ""
    assert (tmp_path / "out" / "spans.jsonl").read_text(encoding="utf-8") == printed


def test_the_fast_recogniser_is_asked_for_by_every_command_that_looks(sfumato, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(NOTE, encoding="utf-8")
    plain, fast = (
        sfumato("detect", path, *more).objects()[0] for more in ((), ("--speed", "fast"))
    )
    assert plain != fast
    assert sfumato("scan", path, "--speed", "fast").code == 1
    assert sfumato("explain", path, "--speed", "fast").code == 0
    assert sfumato("deid", path, "--out", tmp_path / "out", "--speed", "fast").code == 0
