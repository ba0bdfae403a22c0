"""Report: all figures with intervals, by groups, as plain values and back to compare with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from worked import GIVEN, GOLD, NOTE, TEXT

from sfumato.core.errors import Damaged, Unsupported
from sfumato.evaluate.direct import NARROW
from sfumato.evaluate.note import Mark, Note
from sfumato.evaluate.report import Report, evaluate
from sfumato.evaluate.result import as_json, compare, digest_of_gold, read_former
from sfumato.evaluate.sheets import confusions, coverage, differences, groups, labels, measures

NOTES = tuple(
    Note(f"{series}-{number:02}", TEXT, GOLD, language, kind)
    for series, language in (("es1", "es"), ("es2", "es"), ("en1", "en"))
    for number, kind in enumerate(["letter", "letter", "chat"])
)
FOUND = {note.id: GIVEN if note.language == "es" else GOLD for note in NOTES}
RESAMPLES = 200


def report(**options: object) -> Report:
    """The report of nine notes, six of them as in the worked example, three without a mistake."""
    return evaluate(NOTES, FOUND, resamples=RESAMPLES, **options)  # type: ignore[arg-type]


def test_figures_come_with_an_interval_around_them() -> None:
    figure = report().figures["ner", "f1"]
    assert figure.value == (6 * 1 + 3 * 4) / (9 * 4)  # as many found as marked, so P = R = F1
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low < figure.value < figure.high


def test_groups_are_of_language_kind_or_series() -> None:
    found = report(by=("language", "kind", "series"))
    sizes = {
        by: {group.name: group.counts["documents", "all"] for group in own}
        for by, own in found.groups.items()
    }
    assert sizes == {
        "language": {"es": 6, "en": 3},
        "kind": {"letter": 6, "chat": 3},
        "series": {"es1": 3, "es2": 3, "en1": 3},
    }
    assert found.groups["language"][1].figures["ner", "f1"].value == 1.0


def test_a_grouping_that_no_document_has_is_empty() -> None:
    plain = [replace(NOTE, id="alpha", language="", kind="")]
    found = evaluate(plain, {}, by=("language", "kind", "series"))
    assert not any(found.groups.values())


def test_labels_come_the_commonest_first_and_those_never_marked_last() -> None:
    assert report().labels == ["AGE", "LOCATION", "PATIENT", "PHONE", "DATE", "DOCTOR"]


def test_missing_and_foreign_predictions_are_told() -> None:
    found = evaluate(NOTES, {NOTES[0].id: (), "other": ()})
    assert (found.unanswered, found.foreign) == (8, 1)


def test_only_labels_of_the_gold_standard_are_named_as_direct() -> None:
    assert report().direct == {"PATIENT", "PHONE"}


def test_the_sheets_say_what_the_figures_are() -> None:
    found = report()
    assert measures(found).rows[0][:4] == ("strict (place, label)", "0.5000", "0.5000", "0.5000")
    assert measures(found).rows[0][5:] == ("18", "18", "18")
    assert labels(found).rows[1][:4] == ("LOCATION", "1.0000", "0.3333", "0.5000")
    assert [row[:3] for row in confusions(found).rows] == [
        ("(spurious)", "DOCTOR", "6"),
        ("AGE", "DATE", "6"),
        ("LOCATION", "(missed)", "6"),
    ]
    assert groups("kind", found.groups["kind"]).rows[1][:3] == ("chat", "3", "0.5000")
    assert [line[1] for line in coverage(found)] == ["0.6667", "0.6667", "0.667", "0.66667"]


def test_plain_values_hold_every_figure_its_interval_and_its_counts() -> None:
    plain = json.loads(json.dumps(as_json(report(), gold="digest")))
    assert plain["ner"]["f1"]["value"] == 0.5
    assert (plain["ner"]["tp"], plain["ner"]["fp"], plain["ner"]["fn"]) == (18, 18, 18)
    assert plain["labels"]["PHONE"]["tp"] == 3
    assert plain["coverage"]["labels"]["PHONE"]["found"] == 3
    assert plain["coverage"]["direct_recall"]["total"] == 18
    assert plain["confusion"]["AGE"]["DATE"]["value"] == 6
    assert plain["by"]["language"]["es"]["documents"] == 6
    assert plain["direct"] == ["PATIENT", "PHONE"]


def test_a_former_result_is_compared_figure_by_figure(tmp_path: Path) -> None:
    digest = digest_of_gold(NOTES, NARROW)
    file = tmp_path / "before.json"
    file.write_text(json.dumps(as_json(report(), gold=digest)), "utf-8")
    better = evaluate(NOTES, {note.id: GOLD for note in NOTES}, resamples=RESAMPLES)
    changes = compare(read_former(file), better, gold=digest)
    assert (changes["ner", "f1"].before, changes["ner", "f1"].after) == (0.5, 1.0)
    assert changes["ner", "f1"].is_certain
    assert ("labels PHONE f1", "0.3333", "1.0000", "+0.6667") in {
        row[:4] for row in differences(changes).rows
    }
    same = compare(read_former(file), report(), gold=digest)
    assert differences(same).rows == ()


def test_a_result_over_another_gold_standard_is_not_compared(tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    file.write_text(json.dumps(as_json(report(), gold="other")), "utf-8")
    with pytest.raises(Unsupported):
        compare(read_former(file), report(), gold=digest_of_gold(NOTES, NARROW))


def test_text_marks_and_the_direct_list_make_another_gold_standard() -> None:
    digest = digest_of_gold([NOTE], NARROW)
    assert digest_of_gold([replace(NOTE, text=TEXT + " ")], NARROW) != digest
    assert digest_of_gold([replace(NOTE, marks=(Mark(0, 3, "AGE"),))], NARROW) != digest
    assert digest_of_gold([NOTE], NARROW | {"AGE"}) != digest
    assert digest_of_gold([replace(NOTE, marks=GOLD[::-1])], NARROW) == digest


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"gold": "x"}', '{"gold": "x", "counts": {"keys": [], "documents": [[0, 1]]}}'],
)
def test_what_is_no_result_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    file.write_text(content, "utf-8")
    with pytest.raises(Damaged, match=r"before\.json"):
        read_former(file)
