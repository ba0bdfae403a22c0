"""Bundle: the part of the collections that training needs, small enough to be carried elsewhere."""

from __future__ import annotations

import json
import lzma
import random
import shutil
from pathlib import Path

from sfumato.train.tables import make_tables
from sfumato.train.texts import COLLECTIONS, read_collection

_FOLDERS = ("names", "notes-train", "notes-sample", "meddocan/train", "meddocan/dev", "spg")
_FILES = (
    "asq-phi/asq-phi.jsonl.xz",
    "presidio-research/synth_dataset_v2.json",
    "taxonomies/geonames-cities15000.zip",
)
# Of the texts that vocabulary and lexicon learn from, the share that travels, where it is not all.
_CARRIED = {"wikipedia": 0.5}


def make_bundle(root: Path, target: Path) -> None:
    """Writes texts at their shares, labelled notes, lists and tables into a folder."""
    data = target / "data"
    for folder in _FOLDERS:
        shutil.copytree(root / folder, data / folder, dirs_exist_ok=True)
    for file in _FILES:
        (data / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / file, data / file)
    for name, (pattern, keys, _, _) in COLLECTIONS.items():
        path = data / pattern.replace("*", "part")
        path.parent.mkdir(parents=True, exist_ok=True)
        chance = random.Random(name)
        with lzma.open(path, "wt", encoding="utf-8", preset=6) as lines:
            for text in read_collection(root, name):
                if chance.random() < _CARRIED.get(name, 1.0):
                    lines.write(json.dumps({keys[0]: text}, ensure_ascii=False) + "\n")
    if not (target / "tables").exists():
        make_tables(root, target / "tables")
