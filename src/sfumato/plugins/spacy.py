"""spaCy: all detectors as a component of a pipeline, `nlp.add_pipe("sfumato")`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from sfumato.core.document import Language as Tongue
from sfumato.core.errors import DetectorFailed, MissingExtra
from sfumato.core.span import Span
from sfumato.door import Sfumato

try:
    from spacy.language import Language
    from spacy.tokens import Doc, SpanGroup
    from spacy.tokens import Span as Stretch
except ImportError:
    raise MissingExtra("the component needs an extra: pip install 'sfumato[spacy]'") from None

NAME = "sfumato"


class Component:
    """Sets `doc.spans` to the identifiers with their scores, and `doc.ents` to them first of all.

    An identifier that begins or ends inside a token takes the whole token. Entities of earlier
    components stay where they touch no identifier.
    """

    def __init__(self, sfumato: Sfumato, *, spans_key: str, set_ents: bool) -> None:
        self._sfumato = sfumato
        self._spans_key = spans_key
        self._set_ents = set_ents

    def __call__(self, doc: Doc) -> Doc:
        """The same document, marked."""
        spans = self._sfumato.detect(doc.text)
        stretches = [_stretch(doc, span) for span in spans]
        scores = {"scores": [span.score for span in spans]}
        doc.spans[self._spans_key] = SpanGroup(
            doc, name=self._spans_key, spans=stretches, attrs=scores
        )
        if self._set_ents:
            doc.ents = _entities(doc, stretches)
        return doc


def _stretch(doc: Doc, span: Span) -> Stretch:
    found = doc.char_span(span.start, span.end, label=span.label, alignment_mode="expand")
    if found is None:
        raise DetectorFailed("an identifier has no token")
    return found


def _entities(doc: Doc, stretches: Sequence[Stretch]) -> list[Stretch]:
    own = list(_disjoint(doc, stretches))
    taken = {token.i for stretch in own for token in stretch}
    return [*own, *(ent for ent in doc.ents if not any(token.i in taken for token in ent))]


def _disjoint(doc: Doc, stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """Two identifiers may share a token, an entity may not; it goes to the first of them."""
    last = 0
    for stretch in stretches:
        begin = max(stretch.start, last)
        if begin < stretch.end:
            yield Stretch(doc, begin, stretch.end, label=stretch.label_)
            last = stretch.end


def make(nlp: Language, name: str, policy: str, spans_key: str, set_ents: bool) -> Component:  # noqa: ARG001
    """The component of a pipeline, as spaCy calls for it; `policy` is a shipped name or a file."""
    tongue = cast(Tongue, nlp.lang) if nlp.lang in ("es", "en") else None
    return Component(
        Sfumato(policy=policy, language=tongue), spans_key=spans_key, set_ents=set_ents
    )


# spaCy asks for this when it loads the entry point; the module is imported for nothing else.
Language.factory(
    NAME,
    default_config={"policy": "hipaa-safe-harbor", "spans_key": NAME, "set_ents": True},
    assigns=["doc.ents", "doc.spans"],
    func=make,
)
