"""Examples: labelled texts from BRAT folders, JSON notes and marked notes; and their windows."""

from __future__ import annotations

import json
import lzma
import random
import re
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sfumato.core.errors import Damaged
from sfumato.core.labels import LABELS
from sfumato.detect.pieces import Cutter, Pieces
from sfumato.detect.tags import OUTSIDE, tag_row
from sfumato.knowledge.marked import read_marked
from sfumato.knowledge.schemes import label_in, name_in

IGNORED = -100
_RELATIVES = name_in("meddocan", "RELATIVE")


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled text; `kind` tells which collection it comes from."""

    id: str
    text: str
    spans: tuple[tuple[int, int, str], ...]
    language: str
    kind: str


def label_of(scheme: str, name: str, covered: str) -> str | None:
    """The label of a scheme's name; names of relatives begin with a capital letter."""
    if name == _RELATIVES:
        return "RELATIVE" if covered[:1].isupper() else "KINSHIP"
    return label_in(scheme, name)


def read_brat(folder: Path) -> Iterator[Example]:
    """The documents of a BRAT folder in MEDDOCAN's types or our own labels."""
    for path in sorted(folder.glob("*.ann")):
        text = path.with_suffix(".txt").read_bytes().decode("utf-8")
        spans = _brat_spans(path.read_text(encoding="utf-8"), text)
        yield Example(path.stem, text, disjoint(spans), "es", "meddocan")


def _brat_spans(marks: str, text: str) -> list[tuple[int, int, str]]:
    spans = []
    for line in marks.splitlines():
        if line.startswith("T"):
            name, start, end = line.split("\t")[1].split()[:3]
            word = text[int(start) : int(end)]
            label = name if name in LABELS else label_of("meddocan", name, word)
            if label is None:
                raise Damaged(f"{name} is not a label of MEDDOCAN")
            spans.append((int(start), int(end), label))
    return spans


def read_json_notes(folder: Path) -> Iterator[Example]:
    """Notes as JSON files of id, lang, text, spans."""
    for path in sorted(folder.glob("*.json")):
        note = json.loads(path.read_text(encoding="utf-8"))
        spans = [(start, end, label) for start, end, label in note["spans"]]
        yield Example(
            note["id"], note["text"], disjoint(spans), note.get("lang", path.name[:2]), "note"
        )


_QUERY_LABELS = {
    "NAME": "PATIENT",
    "GEOGRAPHIC_LOCATION": "LOCATION",
    "DATE": "DATE",
    "MEDICAL_RECORD_NUMBER": "PATIENT_ID",
    "SOCIAL_SECURITY_NUMBER": "PATIENT_ID",
    "HEALTH_PLAN_BENEFICIARY_NUMBER": "INSURANCE_ID",
    "UNIQUE_IDENTIFIER": "PATIENT_ID",
    "PHONE_NUMBER": "PHONE",
    "FAX_NUMBER": "FAX",
    "EMAIL_ADDRESS": "EMAIL",
    "ACCOUNT_NUMBER": "ACCOUNT",
    "CERTIFICATE_LICENSE_NUMBER": "LICENSE",
}
_HOUSES = re.compile(r"hospital|clinic|medical|cent(?:er|re)|health|infirmary", re.IGNORECASE)


def read_queries(path: Path) -> Iterator[Example]:
    """Short queries as JSON lines of text and values with types (ASQ-PHI)."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            record = json.loads(line)
            spans = []
            for item in record["phi"]:
                label = _QUERY_LABELS[item["identifier_type"]]
                if label == "LOCATION" and _HOUSES.search(item["value"]):
                    label = "HOSPITAL"
                begin = record["text"].find(item["value"])
                while item["value"] and begin >= 0:
                    spans.append((begin, begin + len(item["value"]), label))
                    begin = record["text"].find(item["value"], begin + 1)
            yield Example(f"query-{number}", record["text"], disjoint(spans), "en", "query")


_SENTENCE_LABELS = {
    "PERSON": "PATIENT",
    "STREET_ADDRESS": "STREET",
    "GPE": "LOCATION",
    "ORGANIZATION": "INSTITUTION",
    "CREDIT_CARD": "ACCOUNT",
    "IBAN_CODE": "ACCOUNT",
    "DATE_TIME": "DATE",
    "PHONE_NUMBER": "PHONE",
    "AGE": "AGE",
    "EMAIL_ADDRESS": "EMAIL",
    "ZIP_CODE": "LOCATION",
    "DOMAIN_NAME": "URL",
    "US_SSN": "PATIENT_ID",
    "US_DRIVER_LICENSE": "LICENSE",
    "IP_ADDRESS": "IP",
}


def read_sentences(path: Path) -> Iterator[Example]:
    """Sentences as JSON of text, spans and the number of their template (presidio-research)."""
    for number, record in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        spans = [
            (span["start_position"], span["end_position"], _SENTENCE_LABELS[span["entity_type"]])
            for span in record["spans"]
            if span["entity_type"] in _SENTENCE_LABELS
        ]
        name = f"sentence-{record['template_id']}-{number}"
        yield Example(name, record["full_text"], disjoint(spans), "en", "sentence")


def read_marked_notes(folder: Path) -> Iterator[Example]:
    """Notes whose identifiers are marked in the text."""
    for path in sorted(folder.glob("*.txt")):
        for note in read_marked(path.read_text(encoding="utf-8")):
            yield Example(note.id, note.text, disjoint(note.spans), note.language, "note")


def read_archive(path: Path, share: float) -> Iterator[Example]:
    """Some documents of a packed BRAT folder (SPG)."""
    chance = random.Random(7)
    with tarfile.open(path) as archive:
        texts = {m.name: m for m in archive.getmembers() if m.isfile()}
        for name in sorted(texts):
            if name.endswith(".ann") and chance.random() < share:
                marks, text = (_member(archive, texts[part]) for part in (name, name[:-4] + ".txt"))
                spans = _brat_spans(marks, text)
                yield Example(Path(name).stem, text, disjoint(spans), "es", "template")


def _member(archive: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    held = archive.extractfile(member)
    return held.read().decode("utf-8") if held else ""


def disjoint(spans: Iterable[tuple[int, int, str]]) -> tuple[tuple[int, int, str], ...]:
    """Spans in order; of overlapping ones the longest, then the first."""
    kept: list[tuple[int, int, str]] = []
    for span in sorted(spans, key=lambda s: (s[0] - s[1], s[0])):
        if span[0] < span[1] and all(span[1] <= other[0] or other[1] <= span[0] for other in kept):
            kept.append(span)
    return tuple(sorted(kept))


@dataclass(frozen=True, slots=True)
class Encoded:
    """A text as arrays; a tag stands at the first piece of each token, IGNORED at the others."""

    ids: NDArray[np.int32]
    looks: NDArray[np.int32]
    flags: NDArray[np.int32]
    tags: NDArray[np.int32]


def encode(example: Example, cutter: Cutter) -> Encoded:
    """The arrays of an example."""
    pieces = cutter.cut(example.text)
    tags = np.full(len(pieces), IGNORED, np.int32)
    if len(pieces):
        tags[pieces.heads] = tag_row(len(pieces.heads), token_spans(pieces, example.spans))
    return Encoded(pieces.ids, pieces.looks, pieces.flags, tags)


def token_spans(
    pieces: Pieces, spans: Sequence[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Spans over tokens for spans over the text; every token that one touches is in it."""
    found = []
    last = 0
    for start, end, label in spans:
        first = max(last, int(np.searchsorted(pieces.ends, pieces.twin.at(start), side="right")))
        stop = int(np.searchsorted(pieces.starts, pieces.twin.at(end), side="left"))
        if first < stop:
            found.append((first, stop, label))
            last = stop
    return found


def windows(coded: Encoded, size: int, chance: random.Random) -> Iterator[Encoded]:
    """Random neighbouring windows over a text, so that no place in it is always the first."""
    length = len(coded.ids)
    begin = 0
    if length > size and chance.random() < 0.5:
        begin = chance.randrange(length - size // 2)
        yield from _window(coded, max(0, begin - size), begin)
    while begin < length:
        end = begin + (size if chance.random() < 0.8 else chance.randint(size // 4, size))
        yield from _window(coded, begin, min(end, length))
        begin = end


def _window(coded: Encoded, begin: int, end: int) -> Iterator[Encoded]:
    if begin < end:
        tags = coded.tags[begin:end].copy()
        first = tags[0]
        if first == IGNORED or (first > OUTSIDE and (first - 1) % 4 in (1, 2)):
            tags[: _until_outside(tags)] = IGNORED
        yield Encoded(coded.ids[begin:end], coded.looks[begin:end], coded.flags[begin:end], tags)


def _until_outside(tags: NDArray[np.int32]) -> int:
    """How many tags at the begin of a window belong to a span that begins before it."""
    for index, tag in enumerate(tags):
        if tag == OUTSIDE or (tag > 0 and (tag - 1) % 4 in (0, 3)):
            return index
    return len(tags)
