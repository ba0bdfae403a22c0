"""The examples: each is released, nothing that is marked in it is left, its medicine stays."""

import tomllib
from functools import cache
from pathlib import Path

import pytest
from bench.surfaces.sentinels import fold
from bench.surfaces.unpack import left

from sfumato.core.protocols import Intake
from sfumato.core.release import Release
from sfumato.formats.registry import FORMATS, read, sniff
from sfumato.pipeline import Line, run
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import load_policy

EXAMPLES = Path(__file__).parents[2] / "examples"
MARKED = tomllib.loads((Path(__file__).parent / "marked.toml").read_text(encoding="utf-8"))
PICTURES = {"etiqueta.png", "hoja-escaneada.png", "scanned-fax.pdf"}


def files(names):
    return [pytest.param(name, marks=pytest.mark.ocr if name in PICTURES else ()) for name in names]


def phrases(name, key):
    return [phrase for phrase in MARKED[name].get(key, "").split("|") if phrase]


@cache
def line():
    policy = load_policy("hitzalmed")
    return Line(policy, detectors_of(policy))


@cache
def released(name):
    """The outputs of an example by file name; a JSONL file has one document a line."""
    path = EXAMPLES / name
    data = path.read_bytes()
    if path.suffix == ".jsonl":
        parts = {f"{number}.record": record for number, record in enumerate(data.splitlines())}
    else:
        parts = {name: data}
    outputs = {}
    for part, content in parts.items():
        result = run(content, Intake(name=part, companions=companions(path)), line())
        assert isinstance(result, Release), (name, result.reasons)
        outputs[part + (result.extension or "")] = result.output
        outputs |= {f"{part}{ending}": found for ending, found in result.companions.items()}
    return outputs


def companions(path):
    beside = path.with_suffix(".ann")
    return {".ann": beside.read_bytes()} if path.suffix == ".txt" and beside.exists() else {}


def text_of(name):
    texts = [
        read(data, Intake(name=part))[1].text
        for part, data in released(name).items()
        if not part.endswith(".ann")
    ]
    return " ".join(" ".join(texts).split())


def still_there(name, wanted):
    """Which phrases stand in an output: in any byte of it, or in the text that its reader gives."""
    needles = {fold(phrase): phrase for phrase in wanted}
    found = set()
    for data in released(name).values():
        found |= set(left(data, needles).values())
    plain = fold(text_of(name))
    return found | {phrase for needle, phrase in needles.items() if needle in plain}


def absent(name, wanted):
    """Which phrases stand neither in the text of an output nor in its bytes."""
    text = text_of(name)
    raw = " ".join(data.decode("utf-8", "replace") for data in released(name).values())
    return [phrase for phrase in wanted if " ".join(phrase.split()) not in text + raw]


def test_every_example_is_marked():
    names = {path.name for path in EXAMPLES.iterdir() if path.suffix != ".ann"}
    assert names == set(MARKED)


def test_every_format_has_an_example():
    assert {format_of(EXAMPLES / name) for name in MARKED} == set(FORMATS.names()) - {"xml"}


def format_of(path):
    if path.suffix == ".jsonl":
        return "record"
    return "brat" if companions(path) else sniff(path.read_bytes(), path.name)


@pytest.mark.parametrize("name", files(MARKED))
def test_an_example_leaves_without_what_is_marked_and_with_its_medicine(name):
    gone, stays, missed, lost = (phrases(name, key) for key in ("gone", "stays", "missed", "lost"))
    assert still_there(name, gone) == set()
    assert absent(name, stays) == []
    assert still_there(name, missed) == set(missed), "found at last: move it to `gone`"
    assert absent(name, lost) == lost, "left alone at last: move it to `stays`"


@pytest.mark.parametrize("name", [name for name in MARKED if name not in PICTURES])
def test_what_is_marked_stood_in_the_example(name):
    data = (EXAMPLES / name).read_bytes()
    needles = {fold(phrase): phrase for phrase in phrases(name, "gone")}
    known = set(left(data, needles).values())
    plain = fold(read(data, Intake(name=name))[1].text)
    assert {phrase for needle, phrase in needles.items() if needle not in plain} <= known
