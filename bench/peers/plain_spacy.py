"""A spaCy pipeline as a child process: texts in, CPU seconds and the ranges of entities out.

Run by the Python of its own environment. Argument: the name of the pipeline. Only what its entity
recogniser needs is loaded, and texts go through in batches: spaCy at its fastest.
"""

from __future__ import annotations

import json
import sys
import time

import spacy

_NEEDED = {"tok2vec", "ner"}


def main() -> None:
    """Answers until the input ends."""
    model = sys.argv[1]
    try:
        pipeline = spacy.load(model)
    except OSError:
        print(json.dumps({"absent": f"{model} is not installed"}), flush=True)
        return
    pipeline.select_pipes(disable=[name for name in pipeline.pipe_names if name not in _NEEDED])
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        texts = [text for _, text in json.loads(line)]
        began = time.process_time()
        found = [
            [(entity.start_char, entity.end_char) for entity in document.ents]
            for document in pipeline.pipe(texts)
        ]
        took = time.process_time() - began
        print(json.dumps({"seconds": took, "found": found}), flush=True)


if __name__ == "__main__":
    main()
