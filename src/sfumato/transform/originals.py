"""Originals: what no surrogate may be, since the document or the record has it."""

from __future__ import annotations

from sfumato.core.protocols import Scene
from sfumato.transform.mask import canonical
from sfumato.transform.telephones import subscriber

_LOOSE = frozenset("AGE DATE KINSHIP COUNTRY SEX PROFESSION".split())
"""Labels whose originals may well be another's surrogate."""
_PHONES = frozenset(("PHONE", "FAX"))


def originals(scene: Scene) -> frozenset[str]:
    """The originals of the document and the values of its record, plain."""
    return scene.once("originals", _originals)


def value_of(text: str) -> str:
    """What two spellings of one number have in common: no signs, no country code of a phone."""
    return subscriber(text) or canonical(text)


def is_phone(original: str, scene: Scene) -> bool:
    """Whether the document has a value as a telephone, whatever this mention of it is called."""
    return value_of(original) in scene.once("phones", _phones)


def free(made: str, original: str, scene: Scene) -> bool:
    """Whether a surrogate is nobody's original, nor another original's surrogate here."""
    value, own = value_of(made), value_of(original)
    if value == own or {value, canonical(made)} & originals(scene):
        return False
    return scene.once("given", _given).setdefault(value, own) == own


def _originals(scene: Scene) -> frozenset[str]:
    texts = [scene.text[span.start : span.end] for span in scene.spans if span.label not in _LOOSE]
    if scene.entry is not None:
        subject = scene.entry.subject
        texts += [value.text for value in subject.values]
        texts += [name for person in subject.people for name in person.names]
    return frozenset(filter(None, [*map(canonical, texts), *map(value_of, texts)]))


def _phones(scene: Scene) -> frozenset[str]:
    spans = (span for span in scene.spans if span.label in _PHONES)
    return frozenset(value_of(scene.text[span.start : span.end]) for span in spans)


def _given(_: Scene) -> dict[str, str]:
    """Surrogate to original, as they are given out in the order of the document."""
    return {}
