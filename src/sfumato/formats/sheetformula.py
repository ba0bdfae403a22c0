"""Sheetformula: formulas that only count and point, and neutral names of sheets."""

from __future__ import annotations

import re

_FUNCTIONS = frozenset(
    """ABS AND AVERAGE AVERAGEIF AVERAGEIFS CEILING CHOOSE COLUMN COLUMNS CONCAT CONCATENATE CORREL
    COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS DATE DATEDIF DATEVALUE DAY DAYS EDATE EOMONTH
    EXACT EXP FALSE FIND FLOOR HLOOKUP HOUR IF IFERROR IFNA IFS INDEX INDIRECT INT ISBLANK
    ISERROR ISNUMBER ISTEXT LARGE LEFT LEN LN LOG LOG10 LOOKUP LOWER MATCH MAX MAXIFS MEDIAN
    MID MIN MINIFS MINUTE MOD MODE MONTH N NA NETWORKDAYS NOT NOW OFFSET OR PERCENTILE PI
    POWER PRODUCT PROPER QUARTILE RAND RANDBETWEEN RANK RIGHT ROUND ROUNDDOWN ROUNDUP ROW
    ROWS SEARCH SECOND SIGN SMALL SQRT STDEV STDEV.P STDEV.S SUBSTITUTE SUBTOTAL SUM SUMIF
    SUMIFS SUMPRODUCT TEXT TEXTJOIN TIME TIMEVALUE TODAY TRIM TRUE TRUNC UPPER VALUE VAR
    VAR.P VAR.S VLOOKUP WEEKDAY WEEKNUM WORKDAY XLOOKUP YEAR YEARFRAC
    """.split()
)
_TOKEN = re.compile(
    r"""(?P<sheet>'(?:[^']|'')+'!|[\w.]+!)
    |(?P<call>(?:_xlfn\.)?[A-Z][A-Z0-9.]*\()
    |(?P<cell>\$?[A-Z]{1,3}\$?\d{1,7}(?![\w(])|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![\w(]))
    |(?P<number>\d{1,10}(?:\.\d{1,10})?(?:E[+-]?\d{1,3})?(?![\w]))
    |(?P<word>TRUE|FALSE)(?!\w)
    |(?P<text>"[dmyhsDMYHSa0#.,/:;\-_ ]{0,20}")
    |(?P<sign>[-+*/^&=<>(),:;%{}\s$]|\#REF!|\#N/A)""",
    re.VERBOSE,
)
_LONGEST = 8192
# Words that a sheet name may be made of; a sheet with any other name is renamed.
_SHEET_WORDS = frozenset(
    """sheet hoja list lista data datos patients pacientes patient paciente results resultados labs
    laboratorio lab analítica analítica visits visitas visit visita summary resumen total totals
    totales report informe informes table tabla index índice clinic clínica admissions ingresos
    discharges altas urgencias emergency surgery cirugía oncology oncología cardiology cardiología
    cohort cohorte study estudio baseline follow up seguimiento medication medicación treatment
    tratamiento diagnosis diagnoses diagnóstico diagnósticos codes códigos raw clean notes notas
    demographics demografía variables dictionary diccionario export chart gráfico de of and y
    january february march april may june july august september october november december enero
    febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre q""".split()
)
_NAME_PART = re.compile(r"[^\W\d_]+|\d+|[^\w]|_")


class Sheets:
    """The names that the sheets of a workbook get, and formulas written with them."""

    def __init__(self, given: list[str]) -> None:
        self._made: dict[str, str] = {}
        taken = {name.casefold() for name in given if _plain(name)}
        number = 0
        for name in given:
            made = name
            while not _plain(made) or (made is not name and made.casefold() in taken):
                number += 1
                made = f"Sheet{number}"
            taken.add(made.casefold())
            self._made[name.casefold()] = made

    def name(self, given: str) -> str | None:
        """What a sheet is called in the output."""
        return self._made.get(given.casefold())

    def formula(self, given: str) -> str | None:
        """A formula of known functions, references and numbers; None for any other."""
        pieces: list[str] = []
        position = 0
        while position < len(given) <= _LONGEST:
            found = _TOKEN.match(given, position)
            piece = None if found is None else self._piece(found)
            if found is None or piece is None:
                return None
            pieces.append(piece)
            position = found.end()
        return "".join(pieces) or None

    def _piece(self, found: re.Match[str]) -> str | None:
        text = found.group()
        if found.lastgroup == "call":
            known = text[:-1].removeprefix("_xlfn.") in _FUNCTIONS
            return text if known else None
        if found.lastgroup == "sheet":
            bare = text[:-1]
            quoted = bare.startswith("'")
            made = self.name(bare[1:-1].replace("''", "'") if quoted else bare)
            return None if made is None else "'" + made.replace("'", "''") + "'!"
        return text


def _plain(name: str) -> bool:
    if not 0 < len(name) <= 31:
        return False
    for part in _NAME_PART.findall(name):
        if part.isdigit():
            if len(part) > 2 and not re.fullmatch(r"20[0-4]\d", part):
                return False
        elif part.isalpha():
            if part.casefold() not in _SHEET_WORDS:
                return False
        elif part not in " -_.":
            return False
    return True
