# ruff: noqa: E402
"""The recipe of the bundled networks works from data to model, in little, on a processor."""

import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch, the extra sfumato[train]")
pytest.importorskip("onnx", reason="needs onnx, the extra sfumato[train]")
pytest.importorskip("tokenizers", reason="needs tokenizers, the extra sfumato[train]")

from beds import note
from cellar import fill

from sfumato.detect import recogniser
from sfumato.detect.lexicon import GIVEN, ORDINARY, PLACE, SURNAME, Lexicon
from sfumato.train import recipe, weights
from sfumato.train.export import exported
from sfumato.train.measure import figures, tagged
from sfumato.train.restore import restored
from sfumato.train.stream import load_cutter
from sfumato.train.tables import LEXICON, make_tables

pytestmark = pytest.mark.torch
SMALL = (64, 2, 2, 128)


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory):
    """What all stages of the recipe leave."""
    root = tmp_path_factory.mktemp("cellar")
    fill(root)
    tables, state = root / "tables", root / "state"
    state.mkdir()
    make_tables(root, tables)
    made = recipe.Kitchen(
        root, tables, state, root / "notes", root / "gold", workers=1, device="cpu"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(recipe.SIZES, "teacher", SMALL)
        patch.setitem(recipe._PRETRAINED, "teacher", (4e-3, 8))
        patch.setitem(recipe._PRETRAINED, "tiny", (4e-3, 8))
        patch.setitem(recipe._WINDOWS_A_STEP, "cpu", 8)
        patch.setattr(recipe, "_TEACHER_RATE", 1e-2)
        patch.setattr(recipe, "_STUDENT_RATE", 1e-2)
        for stage in (
            *("pretrain:teacher=10steps", "pretrain:tiny=10steps"),
            *("tune:held:teacher1=80steps", "tune:held:teacher2=80steps"),
            *("distil:held:tiny=80steps", "measure:held:tiny"),
        ):
            recipe.run(made, stage)
    return made


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_vocabulary_and_lexicon_know_the_texts(kitchen):
    cutter = load_cutter(kitchen.tables)
    assert len(cutter.split("paciente")) == 1
    assert len(cutter.split("patient")) == 1
    lexicon = Lexicon((kitchen.tables / LEXICON).read_bytes())
    assert lexicon.flags("elvira") & GIVEN
    assert lexicon.flags("otxoa") & SURNAME
    assert lexicon.flags("tudela") & PLACE
    assert lexicon.flags("dolor") & ORDINARY


def test_every_stage_leaves_a_network(kitchen):
    names = {path.stem for path in kitchen.state.iterdir()}
    assert names == {
        *("pretrained-teacher", "pretrained-tiny"),
        *("held-teacher1", "held-teacher2", "held-tiny"),
    }


def test_the_student_finds_what_it_never_saw(kitchen):
    """The development notes were kept aside; a network that only guessed would find nothing."""
    cutter = load_cutter(kitchen.tables)
    examples = kitchen.table("held").tests["meddocan"]
    assert not {e.id for e in examples} & {e.id for e in kitchen.table("held").learnt}
    network = weights.load(kitchen.file("held", "tiny"))
    found = tagged(network, cutter, [e.text for e in examples], "cpu")
    assert figures(examples, found).strict > 0.5


def test_the_exported_student_is_read_by_the_program(kitchen, monkeypatch):
    cutter = load_cutter(kitchen.tables)
    monkeypatch.setattr(recogniser, "cutter", lambda: cutter)
    model = exported(weights.load(kitchen.file("held", "tiny")))
    assert exported(restored(model)) == model
    text = note(33).text
    spans = recogniser.Recogniser(model=model).read(text).spans()
    found = {(text[s.start : s.end], s.label) for s in spans if s.score >= 0.5}
    assert ("07/10/2023", "DATE") in found


def test_steps_give_the_same_weights_again(kitchen, tmp_path):
    again = recipe.Kitchen(
        *(kitchen.data, kitchen.tables, tmp_path, kitchen.notes, kitchen.gold),
        workers=1,
        device="cpu",
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(recipe._PRETRAINED, "tiny", (4e-3, 8))
        recipe.run(again, "pretrain:tiny=10steps")
    one, two = (k.file("pretrained", "tiny").read_bytes() for k in (kitchen, again))
    assert one == two
