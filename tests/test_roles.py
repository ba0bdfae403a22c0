"""A record beside the text, along the whole line: roles kept, nothing known left, misfits told."""

import json
import re

import pytest
from bench.trials import hospital
from tests.roles import LINE, MAPPING, NOTE, RECORD, SECOND

from sfumato import Refusal, Release, Sfumato
from sfumato.core.protocols import Intake
from sfumato.pipeline import run

KNOWN = "Vandermole Vandermoel Ilsabet Corvin Quenneth Talvane Thistlewick Harrowby A10010".split()


def released(text, name="n1.txt", line=None):
    release = run(text.encode(), Intake(name=name), line or LINE())
    assert isinstance(release, Release), release
    return release


def test_everybody_is_told_by_role_and_no_known_value_is_left():
    text = released(NOTE).text
    family = re.search(r"Mrs\. (\w+) ", text)[1]
    assert f"{family}-CAREGIVER1 reports that {family} slept poorly" in text
    assert f"Dr. {family}-PROVIDER1 increased the morphine to 10 mg" in text
    assert f"{family}-CAREGIVER1 will call [PHONE]" in text
    assert "67401" in text
    assert [word for word in KNOWN if word.lower() in text.lower()] == []


def test_a_second_document_has_the_same_family_and_the_next_provider():
    line = LINE()
    family = re.search(r"Mrs\. (\w+) ", released(NOTE, line=line).text)[1]
    text = released(SECOND, "n2.txt", line).text
    assert text.startswith(f"Dr. {family}-PROVIDER2 saw {family} on ")


@pytest.mark.parametrize("policy", ["hipaa-safe-harbor", "hitzalmed", "gdpr-strict"])
def test_known_values_are_gone_under_other_policies_too(policy):
    text = released(NOTE, line=LINE(policy=policy)).text
    assert [word for word in KNOWN if word.lower() in text.lower()] == []


def test_a_document_that_the_record_does_not_know_is_refused():
    refusal = run(NOTE.encode(), Intake(name="n9.txt"), LINE())
    assert isinstance(refusal, Refusal)
    assert str(refusal.reasons[0]) == "record: no row of the record matches the document"


def test_another_patients_id_refuses_and_is_only_told_where_the_mapping_says_so():
    text = NOTE + "A-10020 lay beside her.\n"
    refusal = run(text.encode(), Intake(name="n1.txt"), LINE())
    assert isinstance(refusal, Refusal)
    assert str(refusal.reasons[0]).endswith("bears the id of another patient of the record")
    release = released(text, line=LINE(mapping=MAPPING + 'strangers = "note"\n'))
    assert "record: the document bears the id of another patient" in release.notes
    assert "A-10020" not in release.text


def test_another_patients_name_is_replaced_and_told():
    release = released(NOTE + "Tomaso Brelvic lay beside her.\n")
    assert "record: the document names another patient" in release.notes
    assert "NAME1 lay beside her" in release.text


def test_contradicting_dates_of_birth_are_told_and_both_are_known():
    line = LINE(record=RECORD.replace("1941-03-12", "1914-12-03", 1))
    release = released(NOTE, line=line)
    assert any("2 different dates of birth" in note for note in release.notes)
    assert "3/12/41" not in release.text


@pytest.mark.parametrize(
    ("said", "told"),
    [("DOB 3/12/41", False), ("born on 12 March 1941", False), ("Date of birth: 4/12/1941", True)],
)
def test_a_date_of_birth_that_is_not_the_records_is_told(said, told):
    release = released(f"{said}. Ilsabet rests and the patient has no pain.\n")
    assert ("record: the document gives another date of birth" in release.notes) is told


def test_a_note_that_names_nobody_of_its_subject_is_told():
    assert released("No new findings. Lungs clear.\n").notes == (
        "record: nothing known of the subject stands in the document",
    )


def test_reports_hold_nothing_of_the_record():
    for name in ("n1.txt", "n9.txt"):
        shown = repr(run(NOTE.encode(), Intake(name=name), LINE()))
        assert [word for word in (*KNOWN, "A-1001") if word in shown] == []


def test_a_file_name_that_bears_a_known_name_is_told():
    line = LINE(mapping=MAPPING.replace('file = "note"', "pattern = '^(?P<key>A-\\d+)'"))
    assert released(NOTE, "A-10010 Corvin.txt", line).name_identifies


def test_the_door_takes_record_and_mapping(tmp_path):
    (tmp_path / "record.csv").write_text(RECORD, encoding="utf-8")
    (tmp_path / "map.toml").write_text(MAPPING, encoding="utf-8")
    (tmp_path / "n1.txt").write_text(NOTE, encoding="utf-8")
    record = (tmp_path / "record.csv", tmp_path / "map.toml")
    with Sfumato(policy="roles", record=record) as door:
        assert "-PROVIDER1" in door.deid(NOTE, name="n1").text
        assert b"-PROVIDER1" in door.deid(tmp_path / "n1.txt").output


def test_the_command_takes_jsonl_and_writes_annotations(tmp_path, monkeypatch):
    from click.testing import CliRunner

    from sfumato.cli.deid import command

    monkeypatch.chdir(tmp_path)
    for name, text in (("record.csv", RECORD), ("map.toml", MAPPING), ("n2.txt", SECOND)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines = [{"id": "n1", "text": NOTE}, {"id": "n9", "text": NOTE}]
    (tmp_path / "lines.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    words = "n2.txt lines.jsonl --out out --policy roles --record record.csv --mapping map.toml"
    ran = CliRunner().invoke(command, [*words.split(), "--annotate", "--json"])
    assert ran.exit_code == 1  # one line was refused
    (line,) = (tmp_path / "out" / "lines.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["id"] == "n1"
    family = re.search(r"Mrs\. (\w+) ", line)[1]
    assert family in (tmp_path / "out" / "n2.txt").read_text("utf-8")
    graph = json.loads((tmp_path / "out" / "n2.txt.jsonld").read_text("utf-8"))
    assert f"#{family}-PROVIDER2" in {node["@id"] for node in graph["@graph"]}


def test_a_hospital_that_was_never_there_keeps_its_roles_and_loses_its_names():
    """40 patients, 200 notes; `make bench` runs 1,000 and 10,000."""
    hospital.check(hospital.trial(40, 5, seed=11))
