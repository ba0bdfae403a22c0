"""Register: the structured record beside the documents, read by a mapping of its fields."""

from __future__ import annotations

from sfumato.core.errors import Unsupported
from sfumato.core.protocols import Register


def read_register(name: str, data: bytes, mapping: bytes) -> Register:
    """The register in a file's bytes; `mapping` is the TOML that names its fields."""
    raise Unsupported("no reader takes this kind of record")
