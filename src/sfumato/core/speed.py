"""Speed: how much time a document may take, for a little of what is found."""

from __future__ import annotations

from typing import Literal

Speed = Literal["default", "fast"]
