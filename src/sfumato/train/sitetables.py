"""Site tables: makes the set of names that no invented hospital or health centre may have.

Run by hand: `python -m sfumato.train.sitetables DATA TARGET`. The names themselves are not kept:
each is a short digest of its words without those that say what kind of place it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sfumato.knowledge.sites import core_digest, initials
from sfumato.train.lists import rows

_HEAD = """\
# Digests of the names of the health centres of Spain and their initials: names that are not used.
# Source: public list of health centres. Made by src/sfumato/train/sitetables.py.
"""


def main() -> None:
    """Writes the digests, one a line."""
    root, target = Path(sys.argv[1]), Path(sys.argv[2])
    names = [row["name"] for row in rows(root / "names/es-health-centres.csv")]
    digests = {core_digest(name) for name in names} | {
        core_digest(initials(name)) for name in names
    }
    text = _HEAD + "\n".join(sorted(digests)) + "\n"
    (target / "real-centres.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
