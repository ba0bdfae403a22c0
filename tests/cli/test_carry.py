"""Maps beside outputs, and annotations carried by them."""

import json

from ward import NOTE

from sfumato.batch.maps import MAP_SUFFIX, read_maps

ANN = "T1\tSymptom 56 61\tdolor\nT2\tName 10 22\tElvira Otxoa\n#1\tNote T1\tElvira\n"


def released(sfumato, folder, out, *more):
    ran = sfumato("deid", folder, "--out", out, "--map", *more)
    assert ran.code == 0
    return out


def test_each_output_has_a_map_that_holds_no_text(sfumato, ward, tmp_path):
    out = released(sfumato, ward, tmp_path / "out")
    places = {str(path.relative_to(out)) for path in out.rglob(f"*{MAP_SUFFIX}")}
    assert places == {
        f"note.txt{MAP_SUFFIX}",
        f"deep/plain.txt{MAP_SUFFIX}",
        f"lines.jsonl{MAP_SUFFIX}",
    }
    said = (out / f"note.txt{MAP_SUFFIX}").read_text(encoding="utf-8")
    assert "Otxoa" not in said
    ((_, offsets),) = read_maps(said.encode(), (out / "note.txt").read_bytes())
    assert offsets.fits(NOTE, (out / "note.txt").read_text(encoding="utf-8"))


def test_lines_have_a_map_each(sfumato, ward, tmp_path):
    out = released(sfumato, ward, tmp_path / "out")
    data = (out / f"lines.jsonl{MAP_SUFFIX}").read_bytes()
    maps = read_maps(data, (out / "lines.jsonl").read_bytes())
    before = [json.loads(line) for line in (ward / "lines.jsonl").read_text("utf-8").splitlines()]
    after = [json.loads(line) for line in (out / "lines.jsonl").read_text("utf-8").splitlines()]
    assert [one.line for one in maps] == [1, 2, 3]
    for one, old, new in zip(maps, before, after, strict=True):
        assert one.offsets.head(len(new["text"])).fits(old["text"], new["text"])


def test_without_the_option_there_is_no_map(sfumato, ward, tmp_path):
    sfumato("deid", ward, "--out", tmp_path / "out")
    assert not list((tmp_path / "out").rglob(f"*{MAP_SUFFIX}"))


def test_marks_are_carried_by_the_map(sfumato, ward, tmp_path):
    out = released(sfumato, ward, tmp_path / "out")
    (tmp_path / "note.ann").write_text(ANN, encoding="utf-8")
    to = tmp_path / "carried.ann"
    ran = sfumato(
        "carry", tmp_path / "note.ann", "--map", out / f"note.txt{MAP_SUFFIX}", "--out", to
    )
    assert ran.code == 0, ran.err
    text = (out / "note.txt").read_text(encoding="utf-8")
    start = text.index("dolor") if "dolor" in text else -1
    lines = to.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    assert "Otxoa" not in "".join(lines)
    for line in lines:
        _, place, covered = line.split("\t")
        begin, end = map(int, place.split()[1:])
        assert text[begin:end] == covered
    assert start > 0
    assert "2 marks carried" in ran.out
    assert "1 notes" in ran.out


def test_a_folder_of_annotations_and_an_output_folder_meet_by_name(sfumato, ward, tmp_path):
    out = released(sfumato, ward, tmp_path / "out")
    (tmp_path / "marks" / "deep").mkdir(parents=True)
    for name in ("note.ann", "deep/plain.ann", "lost.ann"):
        (tmp_path / "marks" / name).write_text("T1\tX 0 4\tabcd\n", encoding="utf-8")
    ran = sfumato("carry", tmp_path / "marks", "--map", out, "--out", tmp_path / "to", "--json")
    assert ran.code == 1
    assert "lost.ann: damaged: no released document" in ran.err
    assert [one["moved"] + one["widened"] for one in ran.objects()] == [1, 1]
    assert (tmp_path / "to" / "deep" / "plain.ann").exists()


def test_a_map_of_another_output_is_told(sfumato, ward, tmp_path):
    out = released(sfumato, ward, tmp_path / "out")
    (out / "note.txt").write_text("something else\n", encoding="utf-8")
    (tmp_path / "note.ann").write_text(ANN, encoding="utf-8")
    ran = sfumato(
        "carry", tmp_path / "note.ann", "--map", out / "note.txt", "--out", tmp_path / "c"
    )
    assert ran.code == 2
    assert "belongs to another output" in ran.err


def test_a_refused_document_leaves_no_map(sfumato, ward, tmp_path):
    out = released(sfumato, ward, tmp_path / "out")
    (ward / "note.txt").write_bytes(b"%PDF-1.7 nothing")
    assert sfumato("deid", ward, "--out", out, "--map").code == 1
    assert not (out / f"note.txt{MAP_SUFFIX}").exists()
