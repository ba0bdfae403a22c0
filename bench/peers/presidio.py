"""Presidio as a child process: one line of texts in, one line with its CPU seconds out.

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
        began = time.process_time()
        for language, text in texts:
            found = analyzer.analyze(text, language=language)
            anonymizer.anonymize(text, analyzer_results=found)
        print(json.dumps({"seconds": time.process_time() - began}), flush=True)


def _engine(pipelines: dict[str, Any]) -> AnalyzerEngine:
    languages = list(pipelines)
    engine = Loaded(pipelines)
    registry = RecognizerRegistry(supported_languages=languages)
    registry.load_predefined_recognizers(languages=languages, nlp_engine=engine)
    return AnalyzerEngine(nlp_engine=engine, registry=registry, supported_languages=languages)


if __name__ == "__main__":
    main()
