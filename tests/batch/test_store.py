import pytest

from sfumato.batch.store import Journal, sweep, unfinished, write_whole
from sfumato.core.errors import PolicyError, WriteFailed


def test_a_file_is_written_whole_and_leaves_no_part(tmp_path):
    write_whole(tmp_path / "deep" / "a.txt", b"one")
    write_whole(tmp_path / "deep" / "a.txt", b"two")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["a.txt"]
    assert (tmp_path / "deep" / "a.txt").read_bytes() == b"two"


def test_a_folder_in_the_way_is_a_failed_write_that_names_no_content(tmp_path):
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(WriteFailed) as caught:
        write_whole(tmp_path / "a.txt", b"secret")
    assert "secret" not in str(caught.value)
    assert caught.value.__context__ is None


def test_a_journal_survives_a_torn_last_line(tmp_path):
    run = {"policy": "p", "version": "1"}
    journal = Journal(tmp_path, run, resume=False)
    journal.add("one", [{"line": 0}])
    journal.add("two", [])
    journal.leave()
    path = next(tmp_path.glob(".sfumato-journal*"))
    path.write_bytes(path.read_bytes()[:-5])
    again = Journal(tmp_path, run, resume=True)
    again.leave()
    assert again.done == {"one": [{"line": 0}]}


def test_a_journal_of_another_policy_counts_for_nothing(tmp_path):
    journal = Journal(tmp_path, {"policy": "p"}, resume=False)
    journal.add("one", [])
    journal.leave()
    other = Journal(tmp_path, {"policy": "q"}, resume=True)
    other.leave()
    assert other.done == {}


def test_two_runs_at_once_into_one_folder_are_an_error(tmp_path):
    journal = Journal(tmp_path, {}, resume=False)
    with pytest.raises(PolicyError, match="another run"):
        Journal(tmp_path, {}, resume=True)
    journal.close()
    assert not list(tmp_path.iterdir())


def test_unfinished_parts_are_swept(tmp_path):
    (tmp_path / ".abc.sfumato-part").write_bytes(b"half")
    sweep(tmp_path)
    assert not list(tmp_path.iterdir())
    assert not unfinished(tmp_path)
