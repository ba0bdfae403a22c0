"""Places: all rows for addresses, postcodes, towns, countries, hospitals and institutions."""

from __future__ import annotations

from sfumato.detect.addresses import POSTCODES, STREETS
from sfumato.detect.institutions import CENTRES, HOSPITALS, INSTITUTIONS
from sfumato.detect.patterns import Row
from sfumato.detect.towns import TOWNS

ROWS: tuple[Row, ...] = (*STREETS, *POSTCODES, *TOWNS, *HOSPITALS, *CENTRES, *INSTITUTIONS)
