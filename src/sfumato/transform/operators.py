"""The table of operators."""

from __future__ import annotations

from sfumato.core.protocols import Operator
from sfumato.core.table import Table

OPERATORS: Table[type[Operator]] = Table(
    "operators",
    {
        "mask": "sfumato.transform.mask:Mask",
        "fixed": "sfumato.transform.mask:Fixed",
        "remove": "sfumato.transform.mask:Remove",
        "token": "sfumato.transform.mask:Token",
        "truncate": "sfumato.transform.truncate:Truncate",
        "keep": "sfumato.transform.mask:Keep",
        "surrogate": "sfumato.transform.surrogate:Surrogate",
        "role": "sfumato.transform.role:RoleName",
    },
)
