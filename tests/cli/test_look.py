"""scan, explain, policy, formats, --version, and what --help may cost."""

import json
import os
import pty
import subprocess
import sys

import pytest
from ward import NOTE

from sfumato.cli.main import COMMANDS
from sfumato.formats.registry import FORMATS
from sfumato.policy.load import shipped_policies

SECRETS = ("Otxoa", "12345678Z", "612 345 678")
HEAVY = {
    "rich",
    "lxml",
    "pikepdf",
    "PIL",
    "pypdfium2",
    "phonenumbers",
    "re2",
    "kreuzberg",
    "zxingcpp",
}


def test_scan_names_places_and_no_text_and_tells_by_its_exit_code(sfumato, ward):
    ran = sfumato("scan", ward)
    assert ran.code == 1
    assert f"{ward}/note.txt: text, line 1 column 11: PATIENT (recogniser, " in ran.out
    assert f"{ward}/lines.jsonl:3: " in ran.out
    assert "value" in ran.out, "a scan also tells what stands beside a record's text"
    assert not [secret for secret in SECRETS if secret in ran.out]
    assert sfumato("scan", ward / "deep").code == 0


def test_scan_for_machines(sfumato, ward):
    ran = sfumato("scan", ward, "--json")
    assert ran.code == 1
    keys = {"path", "id", "line", "place", "start", "end", "label", "score", "detector"}
    assert all(set(one) == keys for one in ran.objects())
    assert {one["id"] for one in ran.objects()} == {"first", "7", "3", "note"}


def test_scan_of_a_broken_file_is_exit_code_1_with_one_line(sfumato, tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 nothing")
    ran = sfumato("scan", tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"{tmp_path}/a.pdf: damaged: not a PDF that can be opened\n"


def test_explain_shows_the_text_with_its_findings_and_who_found_them(sfumato, ward):
    ran = sfumato("explain", ward / "note.txt")
    assert ran.code == 0
    assert "<<Elvira Otxoa|PATIENT>>" in ran.out
    assert "es-dni" in ran.out
    assert "5 findings; txt, Spanish" in ran.out


def test_explain_spells_out_what_could_move_the_terminal(sfumato, tmp_path):
    (tmp_path / "a.txt").write_text("DNI 12345678Z \x1b]0;x\x07 fin", encoding="utf-8")
    out = sfumato("explain", tmp_path / "a.txt").out
    assert "\\x1b]0;x\\x07 fin" in out


def test_explain_writes_a_page_without_scripts_or_outside_resources(sfumato, ward, tmp_path):
    (ward / "note.txt").write_text(NOTE + "<script>alert(1)</script> & more", encoding="utf-8")
    page = tmp_path / "page.html"
    assert sfumato("explain", ward / "note.txt", "--html", page).code == 0
    whole = page.read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in whole
    assert "<script" not in whole
    assert "http://" not in whole
    assert "default-src 'none'" in whole
    assert 'title="PATIENT: recogniser, score ' in whole


def test_explain_shows_every_record_with_its_id(sfumato, ward, tmp_path):
    page = tmp_path / "page.html"
    assert sfumato("explain", ward / "lines.jsonl", "--html", page).code == 0
    whole = page.read_text(encoding="utf-8")
    assert whole.count("<article>") == 3
    assert "line 1, first" in whole
    assert "line 2, 7" in sfumato("explain", ward / "lines.jsonl").out


def test_explain_of_a_refused_file_writes_no_page(sfumato, tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 nothing")
    ran = sfumato("explain", tmp_path / "a.pdf", "--html", tmp_path / "page.html")
    assert ran.code == 1
    assert not (tmp_path / "page.html").exists()


def test_policies_are_listed_shown_and_checked(sfumato, tmp_path):
    listed = sfumato("policy", "list").out.splitlines()
    assert [line.split()[0] for line in listed] == list(shipped_policies())
    assert (
        "DATE               truncate to year" in sfumato("policy", "show", "hipaa-safe-harbor").out
    )
    shown = sfumato("policy", "show", "hipaa-safe-harbor", "--json").objects()[0]
    assert shown["operators"]["PATIENT"] == "mask"
    assert sfumato("policy", "check", "gdpr-strict").code == 0
    (tmp_path / "mine.toml").write_text('name = "x"\nimagse = "drop"', encoding="utf-8")
    ran = sfumato("policy", "check", tmp_path / "mine.toml")
    assert ran.code == 2
    assert ran.err.startswith(f"sfumato: {tmp_path}/mine.toml: unknown key 'imagse'")


def test_formats_lists_every_format(sfumato):
    names = [one["format"] for one in sfumato("formats", "--json").objects()]
    assert names == list(FORMATS.names())
    assert "docx" in sfumato("formats").out


def test_the_version_is_told(sfumato):
    from sfumato.version import VERSION

    assert sfumato("--version").out == f"sfumato, version {VERSION}\n"


@pytest.mark.parametrize(
    "words", [["nonsense"], ["detect"], ["detect", "/no/such/file"], ["deid", "."]]
)
def test_a_wrong_call_is_exit_code_2(sfumato, words):
    assert sfumato(*words).code == 2


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_every_command_explains_itself(sfumato, command):
    ran = sfumato(*([command] if command else []), "--help")
    assert ran.code == 0
    assert ran.out.startswith("Usage: ")


@pytest.mark.parametrize("command", [[], ["deid"], ["scan"], ["formats"]])
def test_help_imports_nothing_heavy(command):
    code = (
        "import sys\nfrom sfumato.cli.main import sfumato\n"
        f"sfumato.main([*{command!r}, '--help'], standalone_mode=False)\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert not loaded & HEAVY
    if not command:
        assert "ahocorasick_rs" not in loaded


def run_on_terminal(*words):
    """Standard error of a call whose standard error is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sfumato.cli", *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(theirs)
    told = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        told += piece
    os.close(ours)
    process.wait()
    return told.decode(errors="replace")


@pytest.mark.parametrize("words", [["deid", "--out", "out"], ["scan"], ["detect"]])
def test_a_bar_is_shown_on_a_terminal_and_nowhere_else(sfumato, ward, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    assert "of 3 files" in run_on_terminal(*words, ward)
    monkeypatch.chdir(ward)
    assert sfumato(*words, ward / "deep").err == ""


def test_detect_prints_json_that_any_reader_takes(sfumato, tmp_path):
    (tmp_path / "a.jsonl").write_text(
        '{"id": "\\ud800", "text": "DNI 12345678Z"}', encoding="utf-8"
    )
    (one,) = sfumato("detect", tmp_path / "a.jsonl").objects()
    assert json.loads(json.dumps(one)) == one
