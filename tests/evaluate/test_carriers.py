"""Annotations of four formats follow the text, and bring nothing of the original along."""

from __future__ import annotations

import csv
import io
import json
import random

import pytest

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.errors import Damaged
from sfumato.core.offsets import map_of
from sfumato.core.protocols import Limits
from sfumato.core.span import Span
from sfumato.evaluate.carry import Carried, Target, carry
from sfumato.formats.markup import parse_xml

TEXT = "😀 Paciente Olga Reyna, de Lugo. Niega fiebre y tos. Firma: Dra. Berta Sanz.\n"
SECRETS = ("Olga", "Reyna", "Lugo", "Berta", "Sanz", "OLGA", "reyna")
NEW = {"Olga Reyna": "Inés Pardo Vila", "Lugo": "Soria", "Berta Sanz": "C. Gil"}


def target(text: str = TEXT, name: str = "7") -> Target:
    edits = [
        Edit(Span(text.index(old), text.index(old) + len(old), "OTHER"), new)
        for old, new in NEW.items()
        if old in text
    ]
    document = Document("", text, (Block(0, len(text), "text"),))
    return Target(name, splice(text, edits), map_of(edits, document))


def at(words: str, text: str = TEXT) -> tuple[int, int]:
    start = text.index(words)
    return start, start + len(words)


def clean(done: Carried) -> str:
    said = done.data.decode()
    assert not [secret for secret in SECRETS if secret in said]
    return said


# BRAT


def ann() -> str:
    names, fever = at("Olga Reyna"), at("fiebre")
    return (
        f"T1\tName {names[0]} {names[1]}\tOlga Reyna\n"
        f"T2\tSymptom {fever[0]} {fever[1]}\tfiebre\n"
        f"T3\tSymptom {fever[0]} {fever[1]};{at('tos')[0]} {at('tos')[1]}\tfiebre tos\n"
        f"T4\tSurname {names[0] + 5} {names[1]}\tReyna\n"
        f"T5\tWord {names[0]} {names[0] + 4}\tOlga\n"
        f"T6\tWord {names[0] + 5} {names[1]}\tReyna\n"
        "R1\tHas Arg1:T1 Arg2:T2\n"
        "R2\tHas Arg1:T5 Arg2:T2\n"
        "E1\tEvent:T2 Theme:T1\n"
        "A1\tNegated T2\n"
        "#1\tAnnotatorNotes T2\tasked Olga T9\n"
    )


def test_brat_lines_follow_and_say_what_the_output_says() -> None:
    done = carry(ann().encode(), "brat", [target()])
    text = target().text
    for line in clean(done).splitlines():
        if line.startswith("T"):
            _, place, covered = line.split("\t")
            pieces = [tuple(map(int, one.split())) for one in place.split(" ", 1)[1].split(";")]
            assert " ".join(text[a:b] for a, b in pieces) == covered
    assert "T4\tSurname 11 26\tInés Pardo Vila" in clean(done)
    assert "R1" in clean(done)
    assert "R2" not in clean(done)
    assert done.tally.ways == {"moved": 2, "widened": 2, "ambiguous": 2}
    assert (done.tally.notes, done.tally.others) == (1, 1)


def test_notes_are_kept_only_when_asked_for() -> None:
    done = carry(ann().encode(), "brat", [target()], keep_notes=True)
    assert b"#1\tAnnotatorNotes T2\tasked Olga T9\n" in done.data


def test_a_byte_order_mark_counts_in_brat() -> None:
    one = target()
    marked = Target("7", one.text, one.offsets, ahead=1)
    fever = at("fiebre")
    line = f"T1\tSymptom {fever[0] + 1} {fever[1] + 1}\tfiebre\n"
    found = carry(line.encode(), "brat", [marked]).data.decode()
    start = one.text.index("fiebre") + 1
    assert found == f"T1\tSymptom {start} {start + 6}\tfiebre\n"


# Label Studio


def task(*, units: bool = False) -> dict[str, object]:
    def region(words: str, number: int) -> dict[str, object]:
        start, end = at(words)
        ahead = 1 if units else 0
        value = {"start": start + ahead, "end": end + ahead, "text": words, "labels": ["X"]}
        return {
            "id": f"r{number}",
            "from_name": "label",
            "to_name": "text",
            "type": "labels",
            "value": value,
            "meta": {"text": ["about Olga"]},
        }

    results = [region("Olga Reyna", 1), region("fiebre", 2)]
    results += [
        {"type": "relation", "from_id": "r1", "to_id": "r2", "direction": "right"},
        {"type": "textarea", "from_name": "say", "to_name": "text", "value": {"text": ["Olga"]}},
        {"type": "choices", "from_name": "c", "to_name": "text", "value": {"choices": ["ok"]}},
    ]
    return {
        "id": 5,
        "data": {"text": TEXT, "file": "olga-reyna.txt", "patient": "Olga Reyna"},
        "annotations": [{"id": 9, "completed_by": {"email": "olga@x"}, "result": results}],
        "file_upload": "Olga.txt",
    }


@pytest.mark.parametrize("units", [False, True])
def test_tasks_of_label_studio_hold_the_released_text_and_nothing_else(units: bool) -> None:
    done = carry(json.dumps([task(units=units)]).encode(), "label-studio", [target()])
    (found,) = json.loads(clean(done))
    text = target().text
    assert found["data"] == {"text": text}
    results = found["annotations"][0]["result"]
    assert [result["type"] for result in results] == ["labels", "labels", "relation", "choices"]
    for result in results[:2]:
        value = result["value"]
        start, end = value["start"] - units, value["end"] - units
        assert text[start:end] == value["text"]
    assert done.tally.ways == {"moved": 1, "widened": 1}


def test_each_task_finds_its_document_by_the_text() -> None:
    other = "Olga Reyna vive en Lugo.\n"
    tasks = [{"data": {"text": other}}, {"data": {"text": TEXT}}]
    targets = [target(), target(other, "8")]
    found = json.loads(carry(json.dumps(tasks).encode(), "label-studio", targets).data)
    assert [one["data"]["text"] for one in found] == [targets[1].text, targets[0].text]


def test_a_task_of_another_text_is_an_error_without_text() -> None:
    with pytest.raises(Damaged, match="task 1: none of the released") as caught:
        carry(json.dumps([{"data": {"text": "Olga"}}]).encode(), "label-studio", [target()])
    assert "Olga" not in str(caught.value)


# XMI


def xmi(text: str = TEXT) -> bytes:
    def units(words: str) -> str:
        start = len(text[: text.index(words)].encode("utf-16-le")) // 2
        return f'begin="{start}" end="{start + len(words)}"'

    said = text.replace("\n", "&#10;")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore"'
        ' xmlns:t="http:///org/t.ecore" xmi:version="2.0">'
        '<cas:NULL xmi:id="0"/>'
        f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text"'
        f' sofaString="{said}"/>'
        '<t:DocumentID xmi:id="2" documentID="olga.txt"/>'
        f'<t:Person xmi:id="3" sofa="1" {units("Olga Reyna")} lemma="OLGA" head="5" cui="C01"/>'
        f'<t:Symptom xmi:id="4" sofa="1" {units("fiebre")} lemma="fiebre" polarity="-1"/>'
        f'<t:Word xmi:id="5" sofa="1" {units("Olga")} form="Olga"/>'
        f'<t:Word xmi:id="6" sofa="1" {units("Reyna")} form="Reyna"/>'
        f'<t:Note xmi:id="7" sofa="1" {units("tos")} about="seen by Berta"><w>Lugo</w></t:Note>'
        '<cas:View sofa="1" members="2 3 4 5 6 7"/></xmi:XMI>'
    ).encode()


def test_a_cas_holds_the_released_text_and_marks_in_utf_16() -> None:
    done = carry(xmi(), "xmi", [target()])
    clean(done)
    root = parse_xml(done.data, Limits())
    sofa = next(one for one in root if str(one.tag).endswith("Sofa"))
    text = sofa.get("sofaString", "").encode("utf-16-le")
    assert text.decode("utf-16-le") == target().text
    covered = {
        str(one.tag).split("}")[1]: text[2 * int(one.get("begin")) : 2 * int(one.get("end"))]
        for one in root
        if one.get("begin")
    }
    assert {name: one.decode("utf-16-le") for name, one in covered.items()} == {
        "Person": "Inés Pardo Vila",
        "Symptom": "fiebre",
        "Note": "tos",
    }
    assert b'members="3 4 7"' in done.data
    assert b'lemma="fiebre" polarity="-1"' in done.data
    assert b'cui="C01"' in done.data
    assert b"head=" not in done.data
    assert done.tally.ways == {"moved": 2, "widened": 1, "ambiguous": 2}


def test_a_cas_of_another_text_is_an_error() -> None:
    with pytest.raises(Damaged, match="Sofa 1"):
        carry(xmi(TEXT.replace("Niega", "Nunca")), "xmi", [target()])


def test_a_file_that_is_no_cas_is_an_error() -> None:
    with pytest.raises(Damaged, match="not a CAS"):
        carry(b"<a/>", "xmi", [target()])


# NOTE_NLP


def table(comma: str = ",") -> bytes:
    sink = io.StringIO()
    writer = csv.writer(sink, delimiter=comma)
    writer.writerow(
        "note_nlp_id note_id snippet offset lexical_variant nlp_date term_modifiers remark".split()
    )
    for number, words in enumerate(("fiebre", "Reyna", "Dra. Berta Sanz"), start=1):
        start, end = at(words)
        snippet = TEXT[max(0, start - 9) : end + 9]
        modifiers = "negation=true,subject=patient" if number == 1 else "subject=Olga"
        writer.writerow((number, 7, snippet, start, words, "2021-03-04", modifiers, "seen by Olga"))
    writer.writerow((4, 8, "Olga", 3, "Olga", "2021-03-04", "", ""))
    writer.writerow((5, 7, "Olga", 3, "fiebre", "2021-03-04", "", ""))
    return sink.getvalue().encode()


@pytest.mark.parametrize("comma", [",", ";", "\t"])
def test_terms_and_snippets_are_cut_anew(comma: str) -> None:
    done = carry(table(comma), "note-nlp", [target(), target("x", "9")])
    rows = list(csv.DictReader(io.StringIO(clean(done)), delimiter=comma))
    text = target().text
    assert [row["lexical_variant"] for row in rows] == [
        "fiebre",
        "Inés Pardo Vila",
        "Dra. C. Gil",
    ]
    for row in rows:
        start = int(row["offset"])
        assert text[start:].startswith(row["lexical_variant"])
        assert row["snippet"] in text
        assert row["lexical_variant"] in row["snippet"]
    assert rows[0]["term_modifiers"] == "negation=true,subject=patient"
    assert [row["remark"] for row in rows] == [""] * 3
    assert done.tally.ways == {"moved": 1, "widened": 2, "outside": 2}


def test_a_table_without_its_columns_is_an_error() -> None:
    with pytest.raises(Damaged, match="NOTE_NLP"):
        carry(b"a,b\n1,2\n", "note-nlp", [target()])


# All


@pytest.mark.parametrize("seed", range(200))
def test_marks_beside_the_edits_cover_the_same_text_in_every_format(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choice("abc𝒜 ") for _ in range(60)) + "."
    cuts = sorted(chance.sample(range(60), 8))
    edits = [
        Edit(Span(start, end, "OTHER"), chance.choice(["", "zz", "z" * 9]))
        for start, end in zip(cuts[::2], cuts[1::2], strict=True)
    ]
    document = Document("", text, (Block(0, len(text), "text"),))
    one = Target("1", splice(text, edits), map_of(edits, document))
    start, end = sorted(chance.sample(range(60), 2))
    line = f"T1\tX {start} {end}\t{text[start:end]}\n"
    value = {"start": start, "end": end, "text": text[start:end], "labels": ["X"]}
    region = {"id": "r", "type": "labels", "value": value}
    tasks = json.dumps([{"data": {"text": text}, "annotations": [{"result": [region]}]}])
    (found,) = json.loads(carry(tasks.encode(), "label-studio", [one]).data)
    said = carry(line.encode(), "brat", [one]).data.decode()
    results = found["annotations"][0]["result"]
    assert bool(said) == bool(results)
    if results:
        got = results[0]["value"]
        assert said.startswith(f"T1\tX {got['start']} {got['end']}\t")
        assert one.text[got["start"] : got["end"]] == got["text"]
        if not one.offsets.touching(start, end):
            assert got["text"] == text[start:end]
