"""sfumato evaluate surrogates, beside sfumato evaluate as it was."""

import csv
import json

import pytest

LABELS = "PATIENT RELATIVE DOCTOR DATE PATIENT_ID PHONE".split()


@pytest.fixture
def replaced(sfumato, ward, tmp_path):
    policy = tmp_path / "replace.toml"
    lines = "".join(f'{label} = "surrogate"\n' for label in LABELS)
    policy.write_text(f'name = "replace"\n[operators]\n{lines}[preferences]\nseed = 3\n', "utf-8")
    assert sfumato("deid", ward, "--out", tmp_path / "out", "--map", "--policy", policy).code == 0
    return tmp_path / "out"


def test_replacements_of_a_folder_are_checked(sfumato, ward, replaced, tmp_path):
    errors = tmp_path / "errors.jsonl"
    ran = sfumato("evaluate", "surrogates", ward, replaced, "--json", "--errors", errors)
    assert ran.code == 0, ran.err
    (found,) = ran.objects()
    assert found["documents"] == 5
    assert found["categories"]["not replaced"]["judged"] > 3
    assert "Otxoa" not in ran.out + errors.read_text("utf-8")
    ran = sfumato("evaluate", "surrogates", ward, replaced)
    assert "check digits" in ran.out


def test_a_sheet_is_made_answered_and_scored(sfumato, ward, replaced, tmp_path):
    sheet = tmp_path / "sheet.csv"
    ran = sfumato("evaluate", "surrogates", ward, replaced, "--sheet", 4, "--out", sheet)
    assert ran.code == 0, ran.err
    sides = json.loads((tmp_path / "sheet.key.json").read_text("utf-8"))["sides"]
    with sheet.open(encoding="utf-8-sig", newline="") as handle:
        rows = list(csv.reader(handle))
    with sheet.open("w", encoding="utf-8", newline="") as handle:
        filled = [[*row[:2], side] for row, side in zip(rows[1:], sides, strict=True)]
        csv.writer(handle).writerows([rows[0], *filled])
    ran = sfumato("evaluate", "surrogates", "--result", sheet)
    assert ran.code == 0, ran.err
    assert "4 of 4 right: 1.000" in ran.out
    assert "differs from chance" in ran.out


def test_what_is_missing_is_told(sfumato, ward, replaced):
    assert "give ORIGINAL and RELEASED" in sfumato("evaluate", "surrogates").err
    assert (
        "--sheet needs --out" in sfumato("evaluate", "surrogates", ward, replaced, "--sheet", 4).err
    )


def test_evaluate_itself_still_takes_a_gold_standard(sfumato, tmp_path):
    gold = tmp_path / "gold.txt"
    gold.write_text("=== one en note\nMr [[PATIENT|Bo Reed]] came.\n", encoding="utf-8")
    pred = tmp_path / "pred.jsonl"
    pred.write_text('{"id": "one", "spans": [[3, 10, "PATIENT"]]}\n', encoding="utf-8")
    ran = sfumato("evaluate", gold, pred, "--json")
    assert ran.code in (0, 2), ran.err
    assert "Measure how well" in sfumato("evaluate", "--help").out
    assert "surrogates" in sfumato("evaluate", "--help").out
    assert sfumato("evaluate").code == 2
