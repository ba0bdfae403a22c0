"""Sfumato: share clinical text without sharing the patient."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sfumato.core.document import Block, Document
    from sfumato.core.edit import Edit, splice
    from sfumato.core.errors import SfumatoError
    from sfumato.core.keys import Key, load_key
    from sfumato.core.labels import LABELS
    from sfumato.core.release import Reason, Refusal, Release
    from sfumato.core.span import Span, resolve
    from sfumato.door import Sfumato
    from sfumato.policy.load import load_policy
    from sfumato.policy.model import Policy

_HOMES = {
    "Block": "sfumato.core.document",
    "Document": "sfumato.core.document",
    "Edit": "sfumato.core.edit",
    "Key": "sfumato.core.keys",
    "LABELS": "sfumato.core.labels",
    "Policy": "sfumato.policy.model",
    "Reason": "sfumato.core.release",
    "Refusal": "sfumato.core.release",
    "Release": "sfumato.core.release",
    "Sfumato": "sfumato.door",
    "SfumatoError": "sfumato.core.errors",
    "Span": "sfumato.core.span",
    "load_key": "sfumato.core.keys",
    "load_policy": "sfumato.policy.load",
    "resolve": "sfumato.core.span",
    "splice": "sfumato.core.edit",
}

__all__ = [
    "LABELS",
    "Block",
    "Document",
    "Edit",
    "Key",
    "Policy",
    "Reason",
    "Refusal",
    "Release",
    "Sfumato",
    "SfumatoError",
    "Span",
    "load_key",
    "load_policy",
    "resolve",
    "splice",
]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first asked for, so that start-up stays instant."""
    if name not in _HOMES:
        raise AttributeError(f"module 'sfumato' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
