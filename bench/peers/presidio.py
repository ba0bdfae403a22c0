"""Presidio as a child process: texts in, CPU seconds and the ranges that it found out.

Run by the Python of its own environment. Arguments: the languages, each with the name of a spaCy
pipeline behind "=", or with none for a blank one.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

import spacy
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from presidio_anonymizer import AnonymizerEngine


class Loaded(SpacyNlpEngine):  # type: ignore[misc]
    """Presidio's engine around pipelines that are loaded already."""

    def __init__(self, pipelines: dict[str, Any]) -> None:
        super().__init__(models=[{"lang_code": key, "model_name": key} for key in pipelines])
        self.nlp = pipelines

    def load(self) -> None:
        """Nothing is left to load."""


def main() -> None:
    """Answers until the input ends."""
    logging.disable(logging.CRITICAL)
    wanted = dict(argument.split("=") for argument in sys.argv[1:])
    try:
        pipelines = {
            language: spacy.load(model) if model else spacy.blank(language)
            for language, model in wanted.items()
        }
    except OSError:
        print(json.dumps({"absent": f"{' '.join(wanted.values())} is not installed"}), flush=True)
        return
    analyzer, anonymizer = _engine(pipelines), AnonymizerEngine()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        texts = json.loads(line)
        ranges = []
        began = time.process_time()
        for language, text in texts:
            found = analyzer.analyze(text, language=language)
            anonymizer.anonymize(text, analyzer_results=found)
            ranges.append([(one.start, one.end) for one in found])
        took = time.process_time() - began
        print(json.dumps({"seconds": took, "found": ranges}), flush=True)


def _engine(pipelines: dict[str, Any]) -> AnalyzerEngine:
    languages = list(pipelines)
    engine = Loaded(pipelines)
    registry = RecognizerRegistry(supported_languages=languages)
    registry.load_predefined_recognizers(languages=languages, nlp_engine=engine)
    return AnalyzerEngine(nlp_engine=engine, registry=registry, supported_languages=languages)


if __name__ == "__main__":
    main()
