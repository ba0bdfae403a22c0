# ruff: noqa: E402
"""Training on notes of one's own: what comes of it, and that it can end at any moment."""

import contextlib
import tomllib

import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch, the extra sfumato[train]")
pytest.importorskip("onnx", reason="needs onnx, the extra sfumato[train]")

from beds import Killed, Memory, corpus, note, settings, shorthand

from sfumato.core.errors import SettingsError, SfumatoError
from sfumato.detect.own import own
from sfumato.train import adapt as adapting
from sfumato.train.adapt import adapt
from sfumato.train.corpus import Corpus, invented
from sfumato.train.settings import CARD, CHECKPOINT

pytestmark = pytest.mark.torch


@pytest.fixture(scope="module", autouse=True)
def few_invented():
    few = invented()[:30]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adapting, "invented", lambda: few)
        yield


def silent(told):
    pass


@pytest.fixture(scope="module")
def whole(few_invented):
    """What a run leaves that nothing disturbed."""
    store = Memory()
    adapt(settings(), corpus(), store, silent)
    return store


def test_a_run_leaves_a_network_that_detects_and_a_card(whole):
    assert whole.names() == [CARD, "recogniser.onnx"]
    card = tomllib.loads(whole.files[CARD].decode())
    assert card["model"]["bytes"] == len(whole.files["recogniser.onnx"])
    assert card["training"]["notes"] == 12
    assert card["labels"]["PATIENT"]["marked"] == 3
    for span in own(whole.files["recogniser.onnx"]).read(note(3).text).spans():
        assert 0 <= span.score <= 1


def test_the_card_names_no_word_of_a_note(whole):
    card = whole.files[CARD].decode()
    for word in {word for n in corpus().train for word in n.text.split() if len(word) > 4}:
        assert word not in card, word


def test_the_same_settings_give_the_same_bytes_and_another_seed_others(whole):
    store = Memory()
    adapt(settings(), corpus(), store, silent)
    assert store.files == whole.files
    other = Memory()
    adapt(settings(seed=2), corpus(), other, silent)
    assert other.files["recogniser.onnx"] != whole.files["recogniser.onnx"]


def test_wherever_a_run_is_killed_it_ends_with_the_same_bytes(whole):
    for act in range(whole.acts):
        files = {}
        torch.rand(act)  # another state of chance than in the run before
        with pytest.raises(Killed):
            adapt(settings(), corpus(), Memory(files, dies_at=act), silent)
        adapt(settings(), corpus(), Memory(files), silent)
        assert files == whole.files, f"killed at act {act}"


def test_a_run_may_be_killed_again_and_again(whole):
    files = {}
    for _ in range(20):
        with contextlib.suppress(Killed):
            adapt(settings(), corpus(), Memory(files, dies_at=3), silent)
        if CARD in files and CHECKPOINT not in files:
            break
    assert files == whole.files


def test_a_checkpoint_of_another_run_is_refused(whole):
    files = {}
    with pytest.raises(Killed):
        adapt(settings(), corpus(), Memory(files, dies_at=3), silent)
    for changed in ((settings(rate=1e-3), corpus()), (settings(), corpus(11))):
        with pytest.raises(SettingsError, match="other settings, notes"):
            adapt(*changed, Memory(dict(files)), silent)


def test_a_checkpoint_holds_no_text():
    files = {}
    with pytest.raises(Killed):
        adapt(settings(), corpus(), Memory(files, dies_at=3), silent)
    data = files[CHECKPOINT]
    for example in corpus().train:
        for start, end, _ in example.spans:
            assert example.text[start:end].encode() not in data


def test_it_stops_when_nothing_gets_better():
    told = []
    facts = adapt(
        settings(steps=40, check_every=1, patience=3, rate=1e-9), corpus(), Memory(), told.append
    )
    assert facts.steps < 40
    assert [t.best for t in told].count(True) == 1


def test_a_run_that_goes_astray_is_an_error():
    with pytest.raises(SfumatoError, match="lower rate"):
        adapt(settings(rate=1e30, steps=30), corpus(), Memory(), silent)


def test_it_learns():
    """A dozen short notes of one form are learnt by heart and carried over to others."""
    facts = adapt(
        settings(steps=120, batch=8, check_every=40, save_every_s=600, rate=2e-2, invented=0),
        corpus(),
        Memory(),
        silent,
    )
    assert facts.after.strict > 0.6


def test_the_bundled_network_learns_how_a_house_writes():
    house = [shorthand(number) for number in range(52)]
    facts = adapt(
        settings(
            start="bundled",
            size="fast",
            steps=24,
            batch=8,
            check_every=8,
            rate=3e-4,
            save_every_s=600,
        ),
        Corpus(tuple(house[12:]), tuple(house[:12])),
        Memory(),
        silent,
    )
    assert facts.after.strict > max(0.8, facts.before + 0.2)
