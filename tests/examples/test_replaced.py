"""The examples under `replace`: all are released, the marked originals gone, the medicine there."""

import pytest
from bench.surfaces.sentinels import fold
from bench.surfaces.unpack import left
from tests.examples.test_examples import EXAMPLES, MARKED, companions, files, phrases

from sfumato.core.dice import Dice
from sfumato.core.protocols import Intake
from sfumato.core.release import Release
from sfumato.formats.registry import read
from sfumato.pipeline import Line, run
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import load_policy

_STILL_TRUE = {"jueves pasado"}
"""Dates relative to others: all move by whole weeks, so the words stay what they were."""

_SHORT = 4

_OVERDONE = ["Tétanos-difteria"]
"""The recogniser runs on into it from the town in the cell before."""


@pytest.fixture(scope="module")
def line():
    policy = load_policy("replace")
    return Line(policy, detectors_of(policy), dice=Dice(b"examples"))


def outputs(name, line):
    path = EXAMPLES / name
    data = path.read_bytes()
    parts = [(name, data)]
    if path.suffix == ".jsonl":
        parts = [(f"{number}.record", row) for number, row in enumerate(data.splitlines())]
    for part, content in parts:
        result = run(content, Intake(name=part, companions=companions(path)), line)
        assert isinstance(result, Release), (name, result.reasons)
        yield part + (result.extension or ""), result


@pytest.mark.parametrize("name", files(MARKED))
def test_an_example_is_released_with_other_names_and_its_medicine(name, line):
    gone, stays = (phrases(name, key) for key in ("gone", "stays"))
    needles = {fold(phrase): phrase for phrase in gone}
    text, raw = "", ""
    found = set()
    for part, release in outputs(name, line):
        said = read(release.output, Intake(name=part))[1].text
        text += " ".join(said.split())
        for data in (release.output, *release.companions.values()):
            found |= set(left(data, needles).values())
            raw += data.decode("utf-8", "replace")
    plain = fold(text)
    # Four letters stand by chance among packed bytes; what is short must stand in the text.
    found = {phrase for phrase in found if len(phrase) > _SHORT or fold(phrase) in plain}
    assert found <= _STILL_TRUE
    lost = [phrase for phrase in stays if " ".join(phrase.split()) not in text + raw]
    assert lost == [phrase for phrase in _OVERDONE if phrase in stays], "found better: unpin it"
