"""`python -m bench [NAME ...]`: speed as ratios within one run, and the long trials in full."""

from __future__ import annotations

import sys
import time
from importlib import import_module

# name: (module, what it shows)
BENCHES = {
    "spans": ("bench.trials.spans", "random span sets: nothing claimed survives"),
    "roundtrip": ("bench.trials.roundtrip", "no edits: every format reads back the same text"),
    "leaks": ("bench.trials.leaks", "sentinels on every surface of every format are gone"),
    "damages": ("bench.trials.damages", "broken documents: refusals tell and keep nothing"),
    "disguises": (
        "bench.trials.disguises",
        "recall under zero-width, homoglyph and other disguises",
    ),
    "linear": ("bench.trials.linear", "every expression on 1 MB of adversarial text"),
    "kills": ("bench.trials.kills", "kill -9 at random moments, then --resume"),
    "draws": ("bench.trials.draws", "a million surrogates of a kind: none is an original"),
    "parrot": ("bench.trials.parrot", "how many leaked names a reader guesses on each dial"),
    "fuzz": ("bench.trials.fuzz", "mutated files through every reader"),
    "intervals": (
        "bench.trials.intervals",
        "moved dates: intervals, order, weekdays and layout stay",
    ),
    "grammar": ("bench.trials.grammar", "600 sentences: the replaced word agrees with the rest"),
    "hospital": (
        "bench.trials.hospital",
        "10,000 invented notes with their record: nothing known is left, roles stay right",
    ),
    "vectors": (
        "bench.trials.vectors",
        "word vectors of masked, pseudonymised and role texts: purity of clusters by role",
    ),
    "recogniser": ("bench.recogniser", "what is found on corpora beside the checkout"),
    "hardness": ("bench.hardness", "how far F1 falls without case, accents, header, or with typos"),
    "speed": ("bench.speed", "words a second beside presidio; DOCX and PDF beside their libraries"),
}


def main() -> int:
    """Runs the named benches, or all; the number of those that failed."""
    failures = 0
    for name in sys.argv[1:] or BENCHES:
        module, words = BENCHES[name]
        print(f"== {name}: {words}", flush=True)
        began = time.monotonic()
        try:
            import_module(module).full()
        except AssertionError as error:
            failures += 1
            print(f"   FAILED: {error}")
        print(f"   {time.monotonic() - began:.1f} s", flush=True)
    return failures


if __name__ == "__main__":
    sys.exit(main())
