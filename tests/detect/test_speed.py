"""The two sizes of the recogniser, and who chooses between them."""

from __future__ import annotations

import pytest

from sfumato import Sfumato
from sfumato.core.document import Document
from sfumato.core.errors import PolicyError
from sfumato.detect.recogniser import Recogniser
from sfumato.detect.registry import built_in
from sfumato.policy.load import build_policy, load_policy

TEXT = "Paciente: Saioa Rekarte Iturbe. La revisa la Dra. Nekane Olabide en Zumarraga."


def test_both_sizes_find_the_names() -> None:
    for speed in ("default", "fast"):
        found = {TEXT[s.start : s.end] for s in Recogniser(speed).detect(Document("", TEXT))}
        assert {"Saioa Rekarte Iturbe", "Nekane Olabide"} <= found


def test_the_sizes_are_two() -> None:
    rows = [
        [span.score for span in built_in(speed=speed)["recogniser"].detect(Document("", TEXT))]
        for speed in ("default", "fast")
    ]
    assert rows[0] != rows[1]


def test_what_is_asked_for_counts_before_the_policy_and_changes_its_digest() -> None:
    plain, fast = (load_policy("gdpr-strict", speed=speed) for speed in (None, "fast"))
    assert (plain.speed, fast.speed) == ("default", "fast")
    assert plain.digest == load_policy("gdpr-strict", speed="default").digest != fast.digest


def test_a_policy_names_a_speed_and_no_other() -> None:
    assert build_policy({"name": "x", "speed": "fast"}, where="x").speed == "fast"
    with pytest.raises(PolicyError, match="speed"):
        build_policy({"name": "x", "speed": "hasty"}, where="x")


def test_the_class_takes_a_speed(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "note.txt"
    path.write_text(TEXT)
    with Sfumato(speed="fast") as fast:
        assert fast.detect(TEXT) != Sfumato().detect(TEXT)
        released = fast.deid(path)
    assert released.policy_digest == load_policy("hipaa-safe-harbor", speed="fast").digest
