"""The policy `replace` on the command line: what repeats, what does not, and what is refused."""

import pytest
from ward import NOTE

ORIGINALS = ("Elvira", "Otxoa", "12345678Z", "612 345 678", "03/04/2021")


@pytest.fixture
def replaced(sfumato, ward, tmp_path):
    """The outputs of a run under `replace`, by path."""

    def run(name, *more):
        out = tmp_path / name
        ran = sfumato("deid", ward, "--out", out, "--policy", "replace", *more)
        assert ran.code == 0, ran.err
        files = {path.relative_to(out): path for path in out.rglob("*") if path.is_file()}
        said = ran.out + ran.err + "".join(path.read_text("utf-8") for path in files.values())
        assert [one for one in ORIGINALS if one in said] == []
        return {place: path.read_bytes() for place, path in files.items() if path.suffix == ".txt"}

    return run


def test_a_seed_repeats_a_run_on_any_number_of_workers(replaced):
    one = replaced("one", "--set", "seed=3", "--jobs", "1")
    assert one == replaced("two", "--set", "seed=3", "--jobs", "2")
    assert one != replaced("other", "--set", "seed=4")
    assert one != replaced("rerolled", "--set", "seed=3", "--set", "reroll=1")


def test_without_seed_and_key_two_runs_differ(replaced):
    assert replaced("one") != replaced("two")


def test_with_a_key_separate_runs_agree(replaced, monkeypatch):
    monkeypatch.setenv("SFUMATO_KEY", "a key only for tests, 1")
    one = replaced("one")
    assert one == replaced("two")
    monkeypatch.setenv("SFUMATO_KEY", "a key only for tests, 2")
    assert one != replaced("three")


def test_a_resumed_run_without_a_seed_begins_again(sfumato, tmp_path):
    from sfumato import load_policy
    from sfumato.batch.deid import deid_tree
    from sfumato.batch.local import Pool

    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in ("a.txt", "b.txt"):
        (source / name).write_text(NOTE, encoding="utf-8")
    policy = load_policy("replace")
    with Pool("replace", policy) as pool:
        run = deid_tree([source], out, policy, pool)
        next(run)
        run.close()
    assert sfumato("deid", source, "--out", out, "--policy", "replace", "--resume").code == 0
    assert (out / "a.txt").read_bytes() == (out / "b.txt").read_bytes()


@pytest.mark.parametrize(
    "preference", ["colour=red", "seed=three", "dial=loud", "age_years", "shift_days=1"]
)
def test_a_preference_that_is_wrong_is_one_line_and_nothing_is_written(
    sfumato, ward, tmp_path, preference
):
    out = tmp_path / "out"
    ran = sfumato("deid", ward, "--out", out, "--policy", "replace", "--set", preference)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert not out.exists()
