"""The commands: what `detect` writes is what `evaluate` reads, and both run the same detectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sfumato.cli.main import sfumato
from sfumato.evaluate.corpora import read_gold, read_predicted
from sfumato.evaluate.note import Mark
from sfumato.evaluate.standoff import write_ann
from sfumato.knowledge.schemes import names_of

TEXT = "Paciente de 54 años.\nTeléfono: 982 11 22 33\nCorreo: eva.rus@ejemplo.es\nVive en Lugo.\n"
LABELS = {
    "54 años": "EDAD_SUJETO_ASISTENCIA",
    "982 11 22 33": "NUMERO_TELEFONO",
    "eva.rus@ejemplo.es": "CORREO_ELECTRONICO",
}


def mark(words: str, label: str, text: str = TEXT) -> Mark:
    """The place of some words."""
    start = text.index(words)
    return Mark(start, start + len(words), label)


MARKS = tuple(mark(words, label) for words, label in LABELS.items())
WRONG = (MARKS[0], mark("982 11 22", "NUMERO_FAX"), mark("Correo", "PROFESION"))


def run(*arguments: object, code: int = 0) -> Result:
    """What a command prints; it has to end with that exit code."""
    result = CliRunner().invoke(sfumato, [str(part) for part in arguments])
    assert result.exit_code == code, result.output
    return result


def pair(folder: Path, name: str, marks: tuple[Mark, ...], *, text: str = TEXT) -> None:
    """A BRAT pair."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_bytes(text.encode())
    (folder / f"{name}.ann").write_text(write_ann(text, marks), "utf-8")


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """Six annotated documents."""
    for number in range(6):
        pair(tmp_path / "gold", f"es-{number}", MARKS)
    return tmp_path / "gold"


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """Predictions for them, two right, three wrong, one missing."""
    for number in range(5):
        pair(tmp_path / "given", f"es-{number}", MARKS if number < 2 else WRONG)
    return tmp_path / "given"


def as_json(result: Result) -> dict[str, Any]:
    """The result that was printed."""
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_predictions_are_measured_against_the_gold_standard(gold: Path, given: Path) -> None:
    """Right: 2 * 3 + 3 * 1 of 18; given: 5 * 3."""
    result = run("evaluate", gold, given)
    assert "6 documents, 24 lines, 18 identifiers, labels of meddocan" in result.stdout
    assert "label) 0.6000 0.5000 0.5455" in " ".join(result.stdout.split())
    assert "1 documents without a prediction count as empty" in result.stderr


def test_no_word_of_a_document_is_printed(gold: Path, given: Path, tmp_path: Path) -> None:
    plain = run("evaluate", gold, given, "--errors", tmp_path / "errors.jsonl").output
    machine = run("evaluate", gold, given, "--json").output
    for words in ("eva.rus", "982 11", "Lugo"):
        assert words not in plain + machine + (tmp_path / "errors.jsonl").read_text("utf-8")


def test_the_files_that_were_asked_for_are_written(gold: Path, given: Path, tmp_path: Path) -> None:
    errors, page = tmp_path / "errors.jsonl", tmp_path / "page.html"
    run("evaluate", gold, given, "--errors", errors, "--with-text", "--html", page)
    lines = [json.loads(line) for line in errors.read_text("utf-8").splitlines()]
    assert len(lines) == 3 * 3 + 3
    assert lines[0]["text"] == "982 11 22 33"
    assert "982 11 22" in page.read_text("utf-8")


def test_a_result_is_compared_with_a_former_one(gold: Path, given: Path, tmp_path: Path) -> None:
    former = tmp_path / "former.json"
    former.write_text(run("evaluate", gold, given, "--json").stdout, "utf-8")
    better = as_json(run("evaluate", gold, gold, "--compare", former, "--json"))
    assert better["ner"]["f1"]["value"] == 1.0
    assert better["changes"]["ner"]["recall"]["difference"] == 0.5
    assert "nothing differs" in run("evaluate", gold, given, "--compare", former).stdout


def test_groups_are_chosen(gold: Path, given: Path) -> None:
    found = as_json(run("evaluate", gold, given, "--by", "series", "--json"))
    assert found["by"]["series"]["es"]["documents"] == 6


def test_what_contradicts_itself_is_a_wrong_call(gold: Path, given: Path) -> None:
    assert "not both" in run("evaluate", gold, given, "--policy", "report-only", code=2).stderr
    assert "--errors" in run("evaluate", gold, given, "--with-text", code=2).stderr


def test_labels_that_look_like_markup_or_commands_of_a_terminal_are_printed_harmlessly(
    tmp_path: Path,
) -> None:
    note = {"id": "a", "text": "Eva", "spans": [[0, 3, "[/red]\x1b[2J"]], "kind": "[bold]"}
    file = tmp_path / "notes.json"
    file.write_text(json.dumps(note), "utf-8")
    printed = run("evaluate", file, file).stdout
    assert "[/red]\\x1b[2J" in printed
    assert "[bold]" in printed


@pytest.mark.parametrize("target", ["brat", "i2b2"])
def test_what_detect_writes_gives_the_figures_that_evaluate_finds_itself(
    target: str, gold: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run("detect", gold, "--labels", "meddocan", "--to", target, "--out", out)
    assert len(list(out.iterdir())) == (12 if target == "brat" else 6)
    written = as_json(run("evaluate", gold, out, "--json"))
    detected = as_json(run("evaluate", gold, "--policy", "report-only", "--json"))
    assert written["ner"] == detected["ner"]
    assert written["ner"]["recall"]["value"] == 1.0
    assert read_gold(out)[0].text == TEXT


def test_lines_of_detect_are_predictions(gold: Path, tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    file.write_text(run("detect", gold, "--labels", "meddocan").stdout, "utf-8")
    assert as_json(run("evaluate", gold, file, "--json"))["ner"]["recall"]["value"] == 1.0


def test_a_document_that_is_refused_counts_as_empty_and_the_exit_code_tells(
    gold: Path, tmp_path: Path
) -> None:
    pair(gold, "es-long", MARKS, text=TEXT + "Nada más. " * 40)
    policy = tmp_path / "short.toml"
    policy.write_text(
        'name = "short"\ndescription = "x"\n[limits]\nmax_characters = 200\n', "utf-8"
    )
    result = run("evaluate", gold, "--policy", policy, "--json", code=1)
    assert as_json(result)["unanswered"] == 1
    assert result.stderr.startswith("es-long: ")


def test_names_of_hitzalmed_are_written_as_one_word_and_read_back(
    gold: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run("detect", gold, "--labels", "hitzalmed", "--to", "brat", "--out", out)
    labels = {mark.label for marks in read_predicted(out).values() for mark in marks}
    assert {"Age", "Phone", "E-mail"} <= labels
    assert {label.replace("_", " ") for label in labels} <= set(names_of("hitzalmed"))
    found = as_json(run("evaluate", gold, out, "--labels", "hitzalmed", "--json"))
    assert found["ner"]["recall"]["value"] == 1.0


def test_a_byte_order_mark_is_counted_in_brat_as_scorers_count_it(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "a.txt").write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    run("detect", folder, "--to", "brat", "--out", out)
    text = (out / "a.txt").read_bytes().decode("utf-8")
    assert text[0] == "\ufeff"
    assert {text[m.start : m.end] for m in read_predicted(out)["a"]} >= set(LABELS)


def test_documents_of_one_name_are_never_written_over_each_other(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    (folder / "ward").mkdir(parents=True)
    for place in ("a.txt", "a.md", "ward/a.txt"):
        (folder / place).write_text(TEXT, "utf-8")
    run("detect", folder, "--to", "brat", "--out", out)
    written = sorted(str(file.relative_to(out)) for file in out.rglob("*.ann"))
    assert written == ["a.ann", "a.txt-a.ann", "ward/a.ann"]


def test_an_id_is_no_path(tmp_path: Path) -> None:
    file, out = tmp_path / "notes.jsonl", tmp_path / "out"
    lines = [{"id": name, "text": TEXT} for name in ("../../up", "/root\x00", "..")]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    run("detect", file, "--to", "brat", "--out", out)
    assert sorted(file.name for file in out.iterdir() if file.suffix == ".ann") == [
        "...ann",
        ".._.._up.ann",
        "_root_.ann",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.jsonl", "out"]


def test_what_a_mapping_loses_is_told_on_standard_error(gold: Path, tmp_path: Path) -> None:
    result = run("detect", gold, "--labels", "hipaa", "--to", "i2b2", "--out", tmp_path / "out")
    assert "note: in hipaa, A stands for PATIENT, RELATIVE, EMPLOYER" in result.stderr
    assert "ages under 90" in result.stderr
