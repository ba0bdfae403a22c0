"""Presidio: all detectors as one `EntityRecognizer` of an analyzer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sfumato.core.document import Language
from sfumato.core.errors import MissingExtra, SettingsError
from sfumato.core.labels import LABELS
from sfumato.core.span import Span
from sfumato.door import Sfumato

try:
    from presidio_analyzer import AnalysisExplanation, EntityRecognizer, RecognizerResult
    from presidio_analyzer.nlp_engine import NlpArtifacts
except ImportError:
    raise MissingExtra("the recognizer needs an extra: pip install 'sfumato[presidio]'") from None

_LANGUAGES = ("es", "en")


class SfumatoRecognizer(EntityRecognizer):
    """Finds what all detectors of a policy find; the entities are Sfumato's labels."""

    def __init__(
        self,
        supported_entities: Sequence[str] = LABELS,
        name: str = "SfumatoRecognizer",
        supported_language: str = "en",
        *,
        policy: str = "hipaa-safe-harbor",
    ) -> None:
        if supported_language not in _LANGUAGES:
            raise SettingsError(f"supported_language: one of {', '.join(_LANGUAGES)}")
        if unknown := set(supported_entities) - set(LABELS):
            raise SettingsError(f"supported_entities: {sorted(unknown)[0]!r} is not a label")
        self._policy = policy
        super().__init__(list(supported_entities), name, supported_language)

    def load(self) -> None:
        """Loads the policy and the recogniser; Presidio calls it once."""
        language = cast(Language, self.supported_language)
        self._sfumato = Sfumato(policy=self._policy, language=language)

    def analyze(
        self, text: str, entities: Sequence[str], nlp_artifacts: NlpArtifacts | None = None
    ) -> list[RecognizerResult]:
        """The identifiers of a text that are asked for; its tokens are not needed."""
        wanted = set(entities or self.supported_entities)
        return [
            RecognizerResult(span.label, span.start, span.end, span.score, self._because(span))
            for span in self._sfumato.detect(text)
            if span.label in wanted
        ]

    def _because(self, span: Span) -> AnalysisExplanation:
        """Why, without a word of the text."""
        words = f"found by {span.detector}"
        return AnalysisExplanation(self.name, span.score, textual_explanation=words)
