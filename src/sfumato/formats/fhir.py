"""FHIR R4 in JSON: one resource, a Bundle, or the lines of a bulk export."""

from __future__ import annotations

from sfumato.formats.json import Json

FORMAT = Json(many=True)
