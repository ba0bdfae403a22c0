"""Bad input: each file is one refusal with a reason, and the batch goes on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hostile import FILES, NOTE, SECRETS, docx, encrypted_docx, rubbish

from sfumato import load_policy
from sfumato.batch.deid import deid_tree
from sfumato.batch.local import Pool
from sfumato.core.protocols import Limits

GIGABYTE = 1 << 30
LINES = [
    b'{"id": "a", "text": "DNI 12345678Z"}',
    b"no JSON at all",
    b"[1, 2]",
    b"",
    b'{"id": "b", "text": "' + b"x" * 200 + b'"}',
    b'{"id": "c", "text": "Tel. 612 345 678"}',
]


def deid(source, out, *, policy="hipaa-safe-harbor", jobs=1, **more):
    """The finished documents by name, or name and line, and the dossier."""
    loaded = load_policy(str(policy))
    paths = source if isinstance(source, list) else [source]
    with Pool(str(policy), loaded, jobs=jobs) as pool:
        done = list(deid_tree(paths, out, loaded, pool, **more))
    found = {
        f"{one.relative}:{one.entry['line']}" if one.entry["line"] else str(one.relative): one
        for one in done
    }
    return found, json.loads((out / "dossier.json").read_bytes())


def written(out):
    return {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}


def limited(folder, **limits):
    rows = "\n".join(f"{name} = {value}" for name, value in limits.items())
    path = folder / "limited.toml"
    path.write_text(f'name = "limited"\n[limits]\n{rows}\n', encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def batch(tmp_path_factory):
    root = tmp_path_factory.mktemp("hostile")
    source = root / "in"
    source.mkdir()
    for name, (data, _) in FILES.items():
        (source / name).write_bytes(data)
    for name in ("aa.txt", "mm.txt", "zz.txt"):
        (source / name).write_text(NOTE, encoding="utf-8")
    with (source / "long-line.txt").open("wb") as handle:
        handle.truncate(GIGABYTE)
    done, dossier = deid(source, root / "out", jobs=2)
    return done, dossier, root / "out"


@pytest.mark.parametrize("name", [*FILES, "long-line.txt"])
def test_a_hostile_file_is_refused_for_its_reason_and_nothing_of_it_is_written(batch, name):
    done, _, out = batch
    entry = done[name].entry
    assert [reason.partition(":")[0] for reason in entry["reasons"]] == [
        FILES.get(name, (b"", "too-large"))[1]
    ]
    assert entry["output"] is None
    assert not (out / name).exists()
    assert "\n" not in entry["reasons"][0]


def test_the_batch_goes_on_around_the_hostile_files(batch):
    done, dossier, out = batch
    assert [name for name, one in done.items() if one.released] == ["aa.txt", "mm.txt", "zz.txt"]
    assert set(written(out)) == {"aa.txt", "mm.txt", "zz.txt", "dossier.json"}
    assert dossier["totals"]["refused"] == len(FILES) + 1


def test_the_dossier_of_a_hostile_batch_tells_nothing_of_what_the_files_hold(batch):
    whole = (batch[2] / "dossier.json").read_text(encoding="utf-8")
    assert not [secret for secret in (*SECRETS, "lol", "hostname") if secret in whole]


def test_lines_of_a_jsonl_file_are_refused_one_by_one(tmp_path):
    (tmp_path / "in.jsonl").write_bytes(b"\n".join(LINES))
    done, _ = deid(tmp_path / "in.jsonl", tmp_path / "out", policy=limited(tmp_path, max_bytes=100))
    reasons = {name: one.entry["reasons"] for name, one in done.items()}
    assert reasons == {
        "in.jsonl:1": [],
        "in.jsonl:2": ["damaged: not JSON"],
        "in.jsonl:3": ["damaged: not one JSON object"],
        "in.jsonl:5": ["too-large: over 100 bytes"],
        "in.jsonl:6": [],
    }
    lines = (tmp_path / "out" / "in.jsonl").read_bytes().splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["a", "c"]


def test_a_jsonl_file_whose_lines_are_all_refused_has_no_output(tmp_path):
    (tmp_path / "in.jsonl").write_bytes(b'{"text": "' + b"x" * 90 + b'"}\n')
    policy = limited(tmp_path, max_characters=10)
    done, _ = deid(tmp_path / "in.jsonl", tmp_path / "out", policy=policy)
    assert not done["in.jsonl:1"].released
    assert set(written(tmp_path / "out")) == {"dossier.json"}


def test_a_line_longer_than_any_memory_is_refused_and_the_next_is_read(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_bytes(b'{"text": "DNI 12345678Z"}\n')
    with path.open("r+b") as handle:
        handle.truncate(GIGABYTE)
        handle.seek(0, os.SEEK_END)
        handle.write(b'\n{"text": "DNI 12345678Z"}')
    done, _ = deid(path, tmp_path / "out")
    assert [one.entry["verdict"] for one in done.values()] == ["released", "refused", "released"]


def test_special_files_and_links_that_lead_nowhere_are_refused(tmp_path):
    source = tmp_path / "in"
    (source / "real").mkdir(parents=True)
    (source / "real" / "note.txt").write_text(NOTE, encoding="utf-8")
    os.mkfifo(source / "pipe.txt")
    (source / "one").symlink_to("two")
    (source / "two").symlink_to("one")
    (source / "lost.txt").symlink_to("nowhere")
    (source / "around").symlink_to(".")
    (source / "device.txt").symlink_to("/dev/zero")
    done, _ = deid(source, tmp_path / "out")
    assert {name: one.entry["reasons"][0] for name, one in done.items() if not one.released} == {
        "around": "unreadable: a link to a folder; links are not followed",
        "device.txt": "unreadable: not a regular file",
        "lost.txt": "unreadable: no such file or directory",
        "one": "unreadable: too many levels of symbolic links",
        "pipe.txt": "unreadable: not a regular file",
        "two": "unreadable: too many levels of symbolic links",
    }
    assert done["real/note.txt"].released


@pytest.mark.parametrize(
    "name",
    [
        "niño-e\u0301.txt".encode(),
        "😀.txt".encode(),
        "\u202egpj.txt".encode(),
        b"new\nline.txt",
        b"escape-\x1b[31m.txt",
        b"--out",
        b"[bold]%s.txt",
        b"broken-\xff\xfe.txt",
        b"x" * 251 + b".txt",
    ],
)
def test_a_file_with_an_odd_name_is_released_under_a_name_that_can_be_told(tmp_path, name):
    source = tmp_path / "in"
    source.mkdir()
    Path(os.fsdecode(os.fsencode(source) + b"/" + name)).write_text(NOTE, encoding="utf-8")
    done, dossier = deid(source, tmp_path / "out")
    (one,) = done.values()
    output = dossier["documents"][0]["output"]
    assert one.released
    assert (tmp_path / "out" / output).is_file()
    output.encode()


def test_folders_with_odd_names_are_mirrored_under_a_number(tmp_path):
    source = tmp_path / "in"
    folder = Path(os.fsdecode(os.fsencode(source) + b"/ward-\xff"))
    folder.mkdir(parents=True)
    (folder / "note.txt").write_text(NOTE, encoding="utf-8")
    deid(source, tmp_path / "out")
    assert (tmp_path / "out" / "folder-0001" / "note.txt").is_file()


def test_names_that_identify_are_in_no_path_of_the_output(tmp_path):
    source = tmp_path / "in"
    for place in ("12345678Z/a.txt", "ward/elvira_otxoa/b.txt", "ward/Otxoa.txt", "plain/c.txt"):
        (source / place).parent.mkdir(parents=True, exist_ok=True)
        (source / place).write_text(NOTE, encoding="utf-8")
    (source / "12345678Z" / "other.txt").write_text("nothing here", encoding="utf-8")
    done, dossier = deid(source, tmp_path / "out")
    names = {document["output"] for document in dossier["documents"]}
    assert all(one.released for one in done.values())
    assert names | {"dossier.json"} == set(written(tmp_path / "out"))
    assert "plain/c.txt" in names
    assert not [name for name in names if "12345678" in name or "otxoa" in name.lower()]


def test_an_input_never_becomes_the_dossier_or_another_inputs_output(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    (source / "dossier.json").write_text('{"a": "DNI 12345678Z"}', encoding="utf-8")
    (source / "a.pptx.txt").write_text("mine", encoding="utf-8")
    done, dossier = deid(source, tmp_path / "out")
    assert all(one.released for one in done.values())
    assert dossier["totals"]["documents"] == 2


def test_an_output_folder_that_holds_the_input_is_refused(tmp_path):
    from sfumato.core.errors import PolicyError

    (tmp_path / "note.txt").write_text(NOTE, encoding="utf-8")
    for source in (tmp_path, tmp_path / "note.txt"):
        with pytest.raises(PolicyError, match="output folder"):
            deid(source, tmp_path)
    assert (tmp_path / "note.txt").read_text(encoding="utf-8") == NOTE


def test_what_an_earlier_run_wrote_goes_when_its_document_is_refused(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    (source / "note.txt").write_text(NOTE, encoding="utf-8")
    deid(source, tmp_path / "out")
    (source / "note.txt").write_bytes(rubbish(9))
    deid(source, tmp_path / "out")
    assert set(written(tmp_path / "out")) == {"dossier.json"}


def test_a_folder_in_the_place_of_an_output_is_one_refusal(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.txt").write_text(NOTE, encoding="utf-8")
    (source / "b.txt").write_text(NOTE, encoding="utf-8")
    (tmp_path / "out" / "a.txt" / "mine").mkdir(parents=True)
    done, _ = deid(source, tmp_path / "out")
    assert done["a.txt"].entry["reasons"] == ["write-failed: output: is a directory"]
    assert done["b.txt"].released


def test_a_document_over_its_time_is_refused_and_the_next_is_done(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.txt").write_text("1.1.1.1 03/04/21 " * 400_000, encoding="utf-8")
    (source / "b.txt").write_text(NOTE, encoding="utf-8")
    done, _ = deid(source, tmp_path / "out", policy=limited(tmp_path, timeout_s=2.0))
    assert done["a.txt"].entry["reasons"][0].startswith(("limit:", "detector-timeout:"))
    assert done["b.txt"].released


def test_a_document_over_its_memory_is_refused_and_the_next_is_done(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.txt").write_text("dolor abdominal " * 1_000_000, encoding="utf-8")
    (source / "b.txt").write_text(NOTE, encoding="utf-8")
    done, _ = deid(source, tmp_path / "out", policy=limited(tmp_path, memory_mb=256))
    assert [reason.partition(":")[0] for reason in done["a.txt"].entry["reasons"]] == ["limit"]
    assert done["b.txt"].released


# Root may read everything; a process without these two capabilities may not (capabilities(7)).
UNPRIVILEGED = """
import ctypes, os, resource, signal, sys
if os.geteuid() == 0:
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        if ctypes.CDLL(None).prctl(24, capability, 0, 0, 0):  # PR_CAPBSET_DROP
            sys.exit(77)
if len(sys.argv) > 3:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
call = [sys.executable, "-m", "sfumato.cli", "deid", sys.argv[1], "--out", sys.argv[2]]
os.execv(sys.executable, call)
"""


@pytest.fixture
def open_folder(tmp_path):
    """A folder that can be taken away again whatever modes a test sets."""
    yield tmp_path
    for path in tmp_path.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)


def unprivileged(source, out, *more):
    """The command as a user who may not do everything."""
    done = subprocess.run(
        [sys.executable, "-c", UNPRIVILEGED, str(source), str(out), *more],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    if done.returncode == 77:
        pytest.skip("a root that cannot give up its powers")
    return done


def test_what_may_not_be_read_is_named_and_the_batch_goes_on(open_folder):
    source, out = open_folder / "in", open_folder / "out"
    (source / "shut").mkdir(parents=True)
    for place in ("shut/a.txt", "secret.txt", "z.txt"):
        (source / place).write_text(NOTE, encoding="utf-8")
    (source / "secret.txt").chmod(0)
    (source / "shut").chmod(0)
    done = unprivileged(source, out)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"{source}/secret.txt: unreadable: permission denied",
        f"{source}/shut: unreadable: the folder: permission denied",
    ]
    assert set(written(out)) == {"z.txt", "dossier.json"}


def test_a_shut_folder_given_by_name_is_one_refusal(open_folder):
    source, out = open_folder / "in", open_folder / "out"
    source.mkdir()
    source.chmod(0)
    done = unprivileged(source, out)
    assert done.returncode == 1
    assert done.stderr == f"{source}: unreadable: the folder: permission denied\n"


def test_an_output_folder_without_permission_is_an_error_of_its_own(open_folder):
    source, out = open_folder / "in", open_folder / "out"
    source.mkdir()
    (source / "a.txt").write_text(NOTE, encoding="utf-8")
    out.mkdir(mode=0o555)
    done = unprivileged(source, out)
    assert done.returncode == 3
    assert done.stderr == "sfumato: the output folder: permission denied\n"


def test_a_disk_that_takes_no_more_refuses_what_does_not_fit(open_folder):
    source, out = open_folder / "in", open_folder / "out"
    source.mkdir()
    (source / "big.txt").write_text(NOTE * 1000, encoding="utf-8")
    (source / "small.txt").write_text(NOTE, encoding="utf-8")
    (source / "lines.jsonl").write_text(
        "".join(f'{{"id": {n}, "text": "{"dolor " * 100}"}}\n' for n in range(100)),
        encoding="utf-8",
    )
    done = unprivileged(source, out, "20000")
    assert done.returncode == 3
    assert f"{source}/big.txt: write-failed: output: file too large" in done.stderr
    assert f"{source}/lines.jsonl:100: write-failed: output: file too large" in done.stderr
    left = set(written(out))
    assert "small.txt" in left
    assert left <= {"small.txt", ".sfumato-journal.jsonl"}, "nothing half-written"


def test_a_full_disk_is_told_and_a_resumed_run_finishes(open_folder):
    """On a file system of its own of 256 kB, where the system lets us have one."""
    source, disk = open_folder / "in", open_folder / "disk"
    source.mkdir()
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k,mode=777", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        for number in range(12):
            (source / f"{number:02}.txt").write_text(NOTE * 800, encoding="utf-8")
        done = unprivileged(source, disk)
        assert done.returncode == 3
        assert "write-failed: output: no space left on device" in done.stderr
        whole = {name: len(data) for name, data in written(disk).items() if name.endswith("txt")}
        assert whole
        assert len(set(whole.values())) == 1, "an output is there whole or not at all"
        subprocess.run([*mount[:4], "size=64m,remount", "tmpfs", str(disk)], check=True)
        policy = load_policy("hipaa-safe-harbor")
        with Pool("hipaa-safe-harbor", policy) as pool:
            again = list(deid_tree([source], disk, policy, pool, resume=True))
        assert all(one.released for one in again)
        assert len(written(disk)) == 13
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_the_limits_that_these_tests_rely_on_are_the_ones_that_ship():
    assert load_policy("hipaa-safe-harbor").limits == Limits()
    assert docx()
    assert encrypted_docx().startswith(b"\xd0\xcf")
