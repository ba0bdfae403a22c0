"""From notes to outputs and a vault, and back; and all that must not open it."""

import json
import shutil
from pathlib import Path

import pytest
from ward import NOTE

from sfumato.core.protocols import Intake
from sfumato.formats.registry import read

EXAMPLES = Path(__file__).parents[2] / "examples"
SHOWN = (
    "discharge-summary.txt",
    "informe-alta.docx",
    "portal.html",
    "vacunacion.csv",
    "inr-clinic.xlsx",
    "nota-enfermeria.odt",
    "old-letter.rtf",
    "lab-message.hl7",
    "appointment.json",
    "caso-clinico.txt",
    "caso-clinico.ann",
    "notes.jsonl",
    "correo.eml",
)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a key, another key and a policy with a vault."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SFUMATO_KEY", raising=False)
    monkeypatch.delenv("SFUMATO_KEY_FILE", raising=False)
    for name in ("key", "other"):
        (tmp_path / name).write_text(f"the {name} of this test, long enough")
        (tmp_path / name).chmod(0o600)
    (tmp_path / "vault.toml").write_text('name = "vault"\nvault = true\n')
    return tmp_path


@pytest.fixture
def kept(place, ward, sfumato):
    """The ward's notes, released with a vault."""
    done = sfumato("deid", ward, "--out", "safe", "--policy", "vault.toml", "--key-file", "key")
    assert done.code == 0, done.err
    return place


def back(sfumato, *more, released="safe", vault="safe.vault", key="key"):
    return sfumato("restore", released, "--vault", vault, "--out", "back", "--key-file", key, *more)


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_outputs_and_vault_lead_back_to_the_notes(kept, ward, sfumato):
    assert NOTE.encode() not in files(kept / "safe")["note.txt"]
    done = back(sfumato)
    assert done.code == 0, done.err
    assert files(kept / "back") == files(ward)
    modes = {path.stat().st_mode & 0o777 for path in (kept / "back").rglob("*") if path.is_file()}
    assert modes == {0o600}


def test_one_output_by_itself_is_restored(kept, ward, sfumato):
    shutil.copy(kept / "safe" / "note.txt", kept / "elsewhere.txt")
    assert back(sfumato, released="elsewhere.txt").code == 0
    assert (kept / "back" / "elsewhere.txt").read_text("utf-8") == NOTE


def test_formats_that_are_written_in_place_give_their_text_back(place, sfumato):
    (place / "in").mkdir()
    for name in SHOWN:
        shutil.copy(EXAMPLES / name, place / "in" / name)
    done = sfumato("deid", "in", "--out", "safe", "--policy", "vault.toml", "--key-file", "key")
    assert done.code == 0, done.err
    assert back(sfumato).code == 0
    released = json.loads((place / "safe" / "dossier.json").read_text())["documents"]
    places = {entry["number"]: entry["output"] for entry in released}
    sources = [name for name in sorted(SHOWN) if not name.endswith(".ann")]
    for number, name in enumerate(sources, start=1):
        assert squashed(place / "in" / name) == squashed(place / "back" / places[number]), name


def squashed(path):
    companion = path.with_suffix(".ann")
    companions = {".ann": companion.read_bytes()} if companion.exists() else {}
    _, document = read(path.read_bytes(), Intake(name=path.name, companions=companions))
    sure = [block for block in document.blocks if block.certain]
    return "".join("".join(document.text[b.start : b.end].split()) for b in sure)


def refused(done, place, words):
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert words in done.err
    assert not (place / "back").exists()


def test_another_key_opens_nothing(kept, sfumato):
    refused(back(sfumato, key="other"), kept, "another key")


def test_no_key_is_an_error_before_anything_is_written(place, ward, sfumato):
    done = sfumato("deid", ward, "--out", "safe", "--policy", "vault.toml")
    assert done.code == 2
    assert "vault needs a key" in done.err
    assert not (place / "safe").exists()
    assert not (place / "safe.vault").exists()
    refused(
        sfumato("restore", "vault.toml", "--vault", "v", "--out", "back"), place, "needs the key"
    )


def test_a_changed_output_is_refused_and_the_others_with_it(kept, sfumato):
    output = kept / "safe" / "note.txt"
    output.write_bytes(output.read_bytes().replace(b"cadera", b"rodilla"))
    refused(back(sfumato), kept, "note.txt: not in the vault")


def test_a_foreign_file_is_refused(kept, sfumato):
    (kept / "safe" / "more.txt").write_text("Nothing of this was ever released.")
    refused(back(sfumato), kept, "more.txt: not in the vault")


def test_a_tampered_vault_is_refused(kept, sfumato):
    for memory in (kept / "safe.vault").rglob("*.vault"):
        data = bytearray(memory.read_bytes())
        data[40] ^= 1
        memory.write_bytes(data)
    refused(back(sfumato), kept, "damaged or tampered")


def test_memories_that_changed_places_are_refused(kept, sfumato):
    first, second, *_ = sorted((kept / "safe.vault").rglob("*.vault"))
    one, two = first.read_bytes(), second.read_bytes()
    first.write_bytes(two)
    second.write_bytes(one)
    refused(back(sfumato), kept, "damaged or tampered")


def test_a_vault_that_is_not_there_or_none_is_refused(kept, sfumato):
    refused(back(sfumato, vault="nowhere"), kept, "no vault at that place")
    refused(back(sfumato, vault="safe"), kept, "the folder is no vault")


def test_the_vault_shows_nothing_of_the_notes(kept):
    shown = b"".join(name.encode() + data for name, data in files(kept / "safe.vault").items())
    for secret in ("Otxoa", "12345678", "note", "Llobregat", "612 345"):
        assert secret.encode() not in shown
    assert all(name.count("/") <= 1 for name in files(kept / "safe.vault"))


def test_a_second_run_writes_the_same_vault_and_reads_none_as_input(kept, ward, sfumato):
    before = files(kept / "safe.vault")
    words = ("--out", "safe", "--policy", "vault.toml", "--key-file", "key")
    assert sfumato("deid", ward, *words).code == 0
    assert files(kept / "safe.vault") == before
    done = sfumato("deid", "safe.vault", ward, *words, "--json")
    assert len(done.objects()) == 5


def test_a_memory_that_is_gone_is_made_again_by_resume(kept, ward, sfumato):
    shutil.rmtree(kept / "safe.vault" / "documents")
    words = ("--out", "safe", "--policy", "vault.toml", "--key-file", "key", "--resume")
    assert sfumato("deid", ward, *words).code == 0
    assert back(sfumato).code == 0


def test_documents_that_became_the_same_are_told_apart_by_their_places(place, sfumato):
    for name in ("a/one.txt", "b/one.txt", "b/two.txt"):
        (place / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "in" / name).write_text(f"Tel. 612 345 6{len(name)}{ord(name[0])}\n")
    lines = [json.dumps({"text": f"Tel. 612 345 6{number:02d}"}) for number in range(5)]
    (place / "in" / "lines.jsonl").write_text("".join(f"{line}\n" for line in lines))
    words = ("--policy", "vault.toml", "--key-file", "key")
    assert sfumato("deid", "in", "--out", "safe", *words).code == 0
    assert back(sfumato).code == 0
    assert files(place / "back") == files(place / "in")
    shutil.rmtree(place / "back")
    output = place / "safe" / "lines.jsonl"
    output.write_bytes(b"".join(output.read_bytes().splitlines(keepends=True)[1:]))
    refused(back(sfumato), place, "which is meant is not known")


def test_without_a_vault_outputs_depend_on_what_was_kept_alone(place, sfumato):
    """But for the digests of the inputs in the dossier, which the threat model tells."""
    told = []
    for run, (name, number) in enumerate(
        (("Elvira Otxoa", "12345678Z"), ("Amaia Urrutia", "87654321X"))
    ):
        folder = place / f"in{run}"
        folder.mkdir()
        (folder / "note.txt").write_text(f"Paciente: {name}. DNI {number}. Dolor de cadera.\n")
        done = sfumato("deid", folder, "--out", f"out{run}", "--policy", "gdpr-strict")
        assert done.code == 0
        found = files(place / f"out{run}")
        dossier = json.loads(found.pop("dossier.json"))
        del dossier["documents"][0]["input_sha256"]
        told.append((found, dossier))
    assert told[0] == told[1]
    assert not list(place.glob("*.vault"))


def test_the_dossier_counts_what_waits_for_a_person(place, sfumato):
    (place / "wait.toml").write_text(
        'name = "wait"\n[operators]\nEMAIL = "surrogate"\nPHONE = "surrogate"\n'
    )
    (place / "note.txt").write_text(
        "Contacto: ana.vidal arroba hospital punto es, tel. 612 345 678\n"
    )
    assert sfumato("deid", "note.txt", "--out", "safe", "--policy", "wait.toml").code == 0
    dossier = json.loads((place / "safe" / "dossier.json").read_text())
    assert dossier["documents"][0]["queued"] == dossier["totals"]["queued"] == 1


def test_originals_never_go_into_the_vault(kept, sfumato):
    before = files(kept / "safe.vault")
    refused(back(sfumato, "--out", "safe.vault/back"), kept, "may not go into the vault")
    assert files(kept / "safe.vault") == before


def test_a_folder_without_outputs_is_an_error(kept, sfumato):
    (kept / "empty").mkdir()
    refused(back(sfumato, released="empty"), kept, "no released file")
