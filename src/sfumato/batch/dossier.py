"""Dossier: what is told about each document of a batch, without identifying text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

from sfumato.batch.job import Outcome
from sfumato.batch.records import Piece
from sfumato.batch.store import Entry, digest_of
from sfumato.batch.vaults import memory_place
from sfumato.policy.model import Policy
from sfumato.transform.surrogate import QUEUED
from sfumato.version import VERSION

_FOR_THE_BATCH = ("folders", "companions", "vault")
NOT_WRITTEN: Entry = {"verdict": "refused", "output": None, "output_sha256": None}
"""What an entry says after all when its output could not be written."""


def entry_of(piece: Piece, outcome: Outcome, *, place: PurePosixPath, input_sha256: str) -> Entry:
    """What the dossier says of one document, with what the batch itself needs to know of it."""
    released = outcome.verdict == "released"
    return {
        "number": piece.number,
        "output": str(place) if released else None,
        "line": piece.record.number if piece.record else 0,
        "verdict": outcome.verdict,
        "format": outcome.format,
        "language": outcome.language,
        "input_sha256": input_sha256,
        "output_sha256": digest_of(outcome.output) if released else None,
        "spans": outcome.counts(),
        "operators": dict(sorted(Counter(f.operator for f in outcome.findings).items())),
        "queued": sum(finding.reason.startswith(QUEUED) for finding in outcome.findings),
        "reasons": [str(reason) for reason in outcome.reasons],
        "notes": list(outcome.notes),
        "folders": list(outcome.folders_identify),
        "companions": list(outcome.companions),
        "vault": memory_place(piece, outcome),
    }


def dossier(entries: Sequence[Entry], policy: Policy) -> bytes:
    """The whole dossier as JSON."""
    spans: Counter[str] = Counter()
    for entry in entries:
        spans.update(entry["spans"])
    whole = {
        "sfumato": VERSION,
        "policy": {"name": policy.name, "digest": policy.digest},
        "documents": [
            plain(entry) for entry in sorted(entries, key=lambda e: (e["number"], e["line"]))
        ],
        "totals": {
            "documents": len(entries),
            "released": sum(entry["verdict"] == "released" for entry in entries),
            "refused": sum(entry["verdict"] == "refused" for entry in entries),
            "spans": dict(sorted(spans.items())),
            "queued": sum(entry["queued"] for entry in entries),
        },
    }
    return (json.dumps(whole, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def plain(entry: Entry) -> dict[str, Any]:
    """An entry as reports show it."""
    return {key: value for key, value in entry.items() if key not in _FOR_THE_BATCH}
