"""No place, street or site drawn is one of the document or of the record."""

from __future__ import annotations

import random

from bench.trials import draws


def test_no_original_is_drawn() -> None:
    assert draws.KINDS["places"](random.Random("test places"), 5_000) >= 5_000
