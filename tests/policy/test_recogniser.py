"""A policy names a recogniser of one's own: its bytes are read at once and belong to the digest."""

from importlib.resources import files

import pytest

from sfumato import Release, Sfumato, load_policy
from sfumato.core.errors import PolicyError, SfumatoError
from sfumato.detect.own import identity
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import MODEL

BUNDLED = files("sfumato.data") / "recogniser"
NOTE = "Paciente: Elvira Otxoa. DNI 12345678Z. Ingreso el 03/04/2021 por dolor de cadera.\n"


def marked(data, marks):
    """A network that bears marks: fields 14 of an ONNX file, which may stand at its end."""
    for key, value in marks.items():
        inner = b"".join(
            bytes([tag, len(word)]) + word
            for tag, word in ((10, key.encode()), (18, value.encode()))
        )
        data += bytes([114, len(inner)]) + inner
    return data


@pytest.fixture(scope="module")
def model():
    return marked((BUNDLED / "fast.onnx").read_bytes(), identity())


@pytest.fixture
def ward(tmp_path, model):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / MODEL).write_bytes(model)
    return tmp_path


def policy(folder, recogniser):
    path = folder / "ward.toml"
    path.write_text(f'name = "ward"\nrecogniser = "{recogniser}"\n', encoding="utf-8")
    return str(path)


def test_a_folder_or_a_file_relative_to_the_policy_is_named(ward, model):
    assert load_policy(policy(ward, "own")).recogniser == model
    assert load_policy(policy(ward, f"own/{MODEL}")).recogniser == model


def test_the_digest_is_of_the_bytes(ward, model):
    before = load_policy(policy(ward, "own")).digest
    assert load_policy(policy(ward, "own")).digest == before
    (ward / "own" / MODEL).write_bytes(model + b"")
    assert load_policy(policy(ward, "own")).digest == before
    (ward / "own" / MODEL).write_bytes(marked(model, {"another": "mark"}))
    assert load_policy(policy(ward, "own")).digest != before


def test_texts_and_files_in_confined_workers_are_read_by_it(ward):
    own = detectors_of(load_policy(policy(ward, "own")))["recogniser"]
    assert set(own.marks()) >= set(identity())
    (ward / "note.txt").write_text(NOTE, encoding="utf-8")
    with Sfumato(policy=policy(ward, "own")) as sfumato:
        for given in (NOTE, ward / "note.txt"):
            result = sfumato.deid(given)
            assert isinstance(result, Release)
            assert "12345678Z" not in result.text
            assert result.policy_digest == load_policy(policy(ward, "own")).digest


def test_a_model_that_changes_before_a_worker_starts_stops_the_batch(ward, model):
    (ward / "note.txt").write_text(NOTE, encoding="utf-8")
    with Sfumato(policy=policy(ward, "own")) as sfumato:
        (ward / "own" / MODEL).write_bytes(marked(model, {"another": "mark"}))
        with pytest.raises(SfumatoError, match="changed while"):
            sfumato.deid(ward / "note.txt")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "recogniser: is not a recogniser"),
        (b"PK\x03\x04 no network", "recogniser: is not a recogniser"),
        ((BUNDLED / "fast.onnx").read_bytes(), "was not made by `sfumato train`"),
        (
            marked((BUNDLED / "fast.onnx").read_bytes(), dict.fromkeys(identity(), "0" * 64)),
            "was made for other tables",
        ),
    ],
    ids=["empty", "foreign", "unmarked", "other tables"],
)
def test_a_network_that_does_not_fit_is_a_clear_error(ward, data, words):
    (ward / "own" / MODEL).write_bytes(data)
    with pytest.raises(PolicyError, match=words):
        detectors_of(load_policy(policy(ward, "own")))


def test_a_recogniser_that_is_not_there_is_a_clear_error(ward):
    for name in ("nowhere", "."):
        with pytest.raises(PolicyError, match=f"recogniser {name}: cannot be read"):
            load_policy(policy(ward, name))
