"""The guide to training shows files that the program reads."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.docs.guides import ROOT, blocks

from sfumato.policy.schema import PolicyKeys
from sfumato.train.settings import read_settings

GUIDE = ROOT / "docs" / "how-to" / "train.md"


def _shown() -> dict[str, str]:
    return {block.name: block.text for block in blocks(GUIDE.read_text("utf-8")) if block.name}


def test_the_training_file_in_the_guide_is_read(tmp_path: Path) -> None:
    file = tmp_path / "train.toml"
    file.write_text(_shown()["train.toml"], encoding="utf-8")
    settings = read_settings(file)
    assert settings.out == str(tmp_path / "ward-recogniser")
    assert settings.labels == {"Ward": "HOSPITAL", "Finding": "none"}


def test_the_policy_in_the_guide_names_the_folder_of_the_training_file() -> None:
    shown = _shown()
    policy = tomllib.loads(shown["ward.toml"])
    assert policy["recogniser"] == tomllib.loads(shown["train.toml"])["out"]
    assert set(policy) <= set(PolicyKeys.__dataclass_fields__)
