import json

import pytest
from ward import NOTE

from sfumato.batch.store import JOURNAL

SECRETS = ("Otxoa", "12345678Z", "612 345 678", "Llobregat")


def tree(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_output_mirrors_the_tree_and_holds_a_dossier(sfumato, ward, tmp_path):
    ran = sfumato("deid", ward, "--out", tmp_path / "out")
    assert ran.code == 0
    found = tree(tmp_path / "out")
    assert set(found) == {"note.txt", "deep/plain.txt", "lines.jsonl", "dossier.json"}
    whole = b"".join(found.values()).decode()
    assert not [secret for secret in SECRETS if secret in whole]
    assert "5 of 5 documents released" in ran.out


def test_output_lines_carry_their_ids_in_order(sfumato, ward, tmp_path):
    sfumato("deid", ward, "--out", tmp_path / "out")
    lines = (tmp_path / "out" / "lines.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["first", 7, None]


def test_the_dossier_tells_each_document_and_no_text(sfumato, ward, tmp_path):
    sfumato("deid", ward, "--out", tmp_path / "out")
    dossier = json.loads((tmp_path / "out" / "dossier.json").read_bytes())
    assert set(dossier) == {"sfumato", "policy", "documents", "totals"}
    assert dossier["policy"]["name"] == "hipaa-safe-harbor"
    wanted = "input_sha256 output_sha256 verdict reasons spans operators output line".split()
    assert all(set(wanted) <= set(document) for document in dossier["documents"])


def test_json_for_machines_is_one_object_a_document_without_text(sfumato, ward, tmp_path):
    ran = sfumato("deid", ward, "--out", tmp_path / "out", "--json")
    assert len(ran.objects()) == 5
    assert {one["verdict"] for one in ran.objects()} == {"released"}
    assert not [secret for secret in SECRETS if secret in ran.out]


def test_a_refused_document_is_one_line_on_standard_error_and_exit_code_1(sfumato, ward, tmp_path):
    (ward / "bad.pdf").write_bytes(b"%PDF-1.7 nothing")
    ran = sfumato("deid", ward, "--out", tmp_path / "out")
    assert ran.code == 1
    assert ran.err == f"{ward}/bad.pdf: damaged: not a PDF that can be opened\n"
    assert "5 of 6 documents released" in ran.out
    assert "bad.pdf" not in tree(tmp_path / "out")


def test_any_number_of_jobs_gives_the_same_bytes(sfumato, ward, tmp_path):
    for jobs in (1, 3):
        sfumato("deid", ward, "--out", tmp_path / str(jobs), "--jobs", jobs)
    assert tree(tmp_path / "1") == tree(tmp_path / "3")


def test_report_only_reports_and_writes_no_document(sfumato, ward, tmp_path):
    ran = sfumato("deid", ward, "--out", tmp_path / "out", "--policy", "report-only")
    assert ran.code == 0
    assert set(tree(tmp_path / "out")) == {"dossier.json"}
    dossier = json.loads((tmp_path / "out" / "dossier.json").read_bytes())
    assert dossier["totals"]["spans"]["PATIENT_ID"] == 3


def test_an_interrupted_run_asks_for_resume(sfumato, ward, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / JOURNAL).write_text("", encoding="utf-8")
    ran = sfumato("deid", ward, "--out", tmp_path / "out")
    assert ran.code == 2
    assert "add --resume" in ran.err
    assert sfumato("deid", ward, "--out", tmp_path / "out", "--resume").code == 0
    assert JOURNAL not in tree(tmp_path / "out")


def test_an_output_that_cannot_be_made_is_exit_code_3(sfumato, ward, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = sfumato("deid", ward, "--out", tmp_path / "file" / "out")
    assert ran.code == 3
    assert ran.err == "sfumato: the output folder: not a directory\n"


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ('name = "x"\nimagse = "drop"', "unknown key 'imagse'"),
        ('name = "x"\n[operators]\nDATE = { name = "mask", fast = 1 }', "unknown key 'fast'"),
        ('name = "x"\n[operators]\nDATES = "mask"', "'DATES' is not a label"),
        ('name = "x"\n[limits]\npages = 3', "unknown key 'pages'"),
        ("name = ", "not valid TOML"),
        ('name = "x"\n[[patterns]]\nname="a"\nlabel="OTHER"\nexpression="("', "patterns"),
        ('name = "x"\n[operators]\nPATIENT = "token"', "operators.PATIENT needs a key"),
    ],
)
def test_a_wrong_policy_is_one_line_with_its_file_and_nothing_is_done(
    sfumato, ward, tmp_path, monkeypatch, toml, words
):
    for name in ("SFUMATO_KEY", "SFUMATO_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    policy = tmp_path / "mine.toml"
    policy.write_text(toml, encoding="utf-8")
    ran = sfumato("deid", ward, "--out", tmp_path / "out", "--policy", policy)
    assert ran.code == 2
    assert words in ran.err
    assert "mine.toml" in ran.err
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_the_key_comes_from_a_file_or_the_environment(sfumato, ward, tmp_path, monkeypatch):
    policy, key = tmp_path / "mine.toml", tmp_path / "key"
    policy.write_text('name = "x"\n[operators]\nPATIENT = "token"', encoding="utf-8")
    key.write_bytes(b"a key that is only for tests")
    key.chmod(0o600)
    call = ("deid", ward / "note.txt", "--policy", policy, "--out")
    assert sfumato(*call, tmp_path / "1", "--key-file", key).code == 0
    monkeypatch.setenv("SFUMATO_KEY", "a key that is only for tests")
    assert sfumato(*call, tmp_path / "2").code == 0
    monkeypatch.setenv("SFUMATO_KEY", "another key only for tests")
    assert sfumato(*call, tmp_path / "3").code == 0
    one, two, three = ((tmp_path / n / "note.txt").read_text(encoding="utf-8") for n in "123")
    assert one == two != three
    key.chmod(0o644)
    ran = sfumato(*call, tmp_path / "4", "--key-file", key)
    assert ran.code == 2
    assert "mode to 0600" in ran.err


def test_a_run_resumed_with_another_key_begins_anew(sfumato, tmp_path, monkeypatch):
    from sfumato import Key, load_policy
    from sfumato.batch.deid import deid_tree
    from sfumato.batch.local import Pool

    policy = tmp_path / "mine.toml"
    policy.write_text('name = "x"\n[operators]\nPATIENT = "token"', encoding="utf-8")
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in ("a.txt", "b.txt"):
        (source / name).write_text(NOTE, encoding="utf-8")
    loaded = load_policy(str(policy))
    with Pool(str(policy), loaded, key=Key(b"a key only for tests, 1")) as pool:
        run = deid_tree([source], out, loaded, pool)
        next(run)
        run.close()
    monkeypatch.setenv("SFUMATO_KEY", "a key only for tests, 2")
    assert sfumato("deid", source, "--policy", policy, "--out", out, "--resume").code == 0
    assert (out / "a.txt").read_bytes() == (out / "b.txt").read_bytes()


def test_names_reach_the_terminal_without_their_control_signs(sfumato, tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    (source / "a\x1b[2J\n[red]\u202e.pdf").write_bytes(b"%PDF-1.7 nothing")
    ran = sfumato("deid", source, "--out", tmp_path / "out")
    assert ran.err.count("\n") == 1
    assert "a\\x1b[2J\\n[red]\\u202e.pdf: damaged" in ran.err
    assert "\x1b" not in ran.out
    assert "[red]" in ran.out


def test_an_annotation_goes_with_its_output_and_takes_no_others_place(sfumato, tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "a.txt").write_text("Paciente: Elvira Otxoa Larrea.\n", encoding="utf-8")
    (folder / "a.txt.jsonld").write_text('{"note": "sin hallazgos"}', encoding="utf-8")
    words = ("deid", folder, "--out", out, "--policy", "gdpr-strict", "--annotate")
    sfumato(*words)
    assert "urn:sfumato" in (out / "a.txt.jsonld").read_text("utf-8")
    assert "sin hallazgos" in (out / "document-0002.jsonld").read_text("utf-8")
    (folder / "a.txt").write_bytes(b"\x00\x01\xff" * 90)
    sfumato(*words)
    assert not (out / "a.txt").exists()
    assert not (out / "a.txt.jsonld").exists()
