"""Bare identifiers: numbers and codes without a label, told by their make alone; weak guesses."""

from __future__ import annotations

import re

from sfumato.detect.patterns import Row
from sfumato.detect.shapes import is_date, labelled, measured

_CODE_SOURCE = "shapes of numbers that registers give out; no label needed"
_SCIENCE = (
    "nct",
    "pmid",
    "pmc",
    "doi",
    "icd",
    "cie",
    "snomed",
    "loinc",
    "atc",
    "cpt",
    "rs",
    "nm",
    "np",
    "isbn",
    "issn",
    "iso",
    "astm",
    "din",
    "eudract",
    "hla",
    "mesh",
    "omim",
    "grch",
    "chr",
    "genbank",
    "cas",
    "ndc",
    "covid",
    "sars",
    "ca",
    "cd",
    "il",
    "version",
    "v",
    "ref",
)


def _is_code(text: str) -> bool:
    letters = "".join(sign for sign in text if sign.isalpha()).lower()
    return letters not in _SCIENCE and not is_date(text)


_GENES = re.compile(
    r"[A-Z]\d+[A-Z]|CYP.*|[A-Z]*T\d[A-D]?N\d.*|(?:AZD|BMS|MK|SB|LY|GSK|PF|RO|CT|ICD|UNE|ISO|EN|RFC"
    r"|HPV|COVID|SARS|PHQ|GAD|FEV|FIO|SPO|CA|CD|IL|HLA|EGFR|KRAS|BRAF|HER|MELD|NYHA|CHA|L\d|C\d"
    r"|T\d|S\d|Q[SRT]|H\d+N|V\d|G\d+P|P\d+|B\d+)[A-Z\d/-]*"
)
# Sizes (14x10x10), formulas of letters that each have a number (G2V2A0, D3P2M1), and doses.
_MEASURES = re.compile(
    r"\d+(?:X\d+)+[A-Z]{0,2}|(?:[A-Z]\d{1,2}){3,}|\d+(?:UI|IU|MG|MCG|UG|NG|PG|KG|GR?|ML|DL|CC|CM|MM"
    r"|KM|MTS|LPM|RPM|BPM|PPM|LEU|LEUC|HEM|PLQ|CEL|COP|KCAL|CAL|HZ|KHZ|MHZ|KV|MAS|GY|CGY|MEQ|MMOL"
    r"|MOSM|PTS|EUR|USD|HRS?|MIN|SEG|SEC)",
)
_DAYS = re.compile(r"(?:[0-3]?\d[-/]){2,3}[01]?\d|[01]?\d/(?:19|20)\d\d/(?:19|20)\d\d")
_PACKED = re.compile(r"(?:19|20)\d\d[01]\d[0-3]\d(?:[0-2]\d[0-5]\d)*")


def is_packed_date(text: str) -> bool:
    """Whether digits are a date written without signs, as machines do."""
    return _PACKED.fullmatch(text) is not None


def _unmeasured(text: str, after: str) -> int:
    """All of it, unless a unit or another number follows: then it is a measure or a range."""
    return 0 if measured(after) or after[:1] in ("/", "^", "%") or after[1:2] == "/" else len(text)


def _is_grouped(text: str) -> bool:
    """Whether groups of digits are a code: no date or days, no range from less to more."""
    groups = [int(group) for group in re.findall(r"\d+", text)]
    count = sum(sign.isdigit() for sign in text)
    if (
        is_date(text)
        or _DAYS.fullmatch(text)
        or count < 6
        or count == len(text)
        or "000" in text[-4:]
    ):
        return False
    if len(groups) == 2:
        ranged = groups[0] <= groups[1] < 12 * groups[0] and not text.startswith("0")
        return count > 6 and not ranged and not _is_year(text)
    return count > 7


def _is_year(text: str) -> bool:
    return re.fullmatch(r"(?:19|20)\d\d[/-](?:19|20)?\d\d", text) is not None


def _is_mixed(text: str) -> bool:
    """Whether capitals and digits are mixed as in serial numbers: no gene, drug, stage or dose."""
    digits = sum(sign.isdigit() for sign in text)
    other = _GENES.fullmatch(text) or _MEASURES.fullmatch(text)
    return digits > 2 and len(text) > 5 and not other and _is_code(text)


ROWS: tuple[Row, ...] = (
    Row(
        name="code-year",
        label="CONTACT_ID",
        expression=r"\b([A-Z]{1,5}[-/]?\d{2,4}[-/]\d{3,8}(?:[-/][A-Z0-9]{1,5})?"
        r"|\d{2,4}[-/][A-Z]{1,5}[-/]\d{3,8}|[A-Z]{2,5}[-/][A-Z]{2,5}[-/]\d{2,8}"
        r"|[A-Z]{2,5}[-/]\d{2,4}[-/]\d{2}[-/][A-Z0-9]{1,6})\b",
        example="biopsia, «U24/048213», remitida",
        near=("COVID-19", "NCT04820173", "T4-1203 "),
        source=_CODE_SOURCE,
        check=_is_code,
        veto=_SCIENCE,
        score=0.5,
    ),
    Row(
        name="code-letters",
        label="PATIENT_ID",
        expression=r"\b([A-Z]{1,4}\d{6,10}[A-Z]?(?:[-/]\d{1,6}){0,2}"
        r"|(?:[A-Z]{2,6}-)?[A-Z]{1,5}-\d{5,8}(?:[-/][A-Z0-9]{1,6})?"
        r"|[A-Z]\d{2}\.\d{5}|\d{6}-\d{4}-?[A-Z]?|[A-Z]{2,3} \d{3}[ .]\d{3}(?:[ .]\d{2,3})?)\b",
        example="con pulsera «HK482017»",
        near=("NCT04820173", "PMID48201734", "HK4820", "PLQ 235.000/mm3"),
        source=_CODE_SOURCE,
        check=lambda text: _is_code(text) and not text.endswith("000"),
        veto=_SCIENCE,
        score=0.5,
    ),
    labelled(
        "code-number",
        "OTHER",
        r"n[.]?o[.s]?|no\.|num(?:ero)?\.?|number|nr\.?|#|n\.?\x7f|n",
        "talón n.º «TL-48201»",
        near=("n.º 12", "no. 4 French", "número 2-3", "no 2020"),
        digits=5,
        score=0.5,
    ),
    Row(
        name="code-digits",
        label="OTHER",
        expression=r"(?:^|[^\d.,/+-])(\b\d{7,14})\b",
        example="lote de pruebas 12, «48201734», remitido",
        near=("1250000 copias", "482017", "20240312", "4820173 UI/ml", "PMID: 48201734"),
        source=_CODE_SOURCE,
        check=lambda text: not is_packed_date(text) and not text.endswith("000"),
        cut=_unmeasured,
        veto=_SCIENCE,
        score=0.5,
    ),
    Row(
        name="code-groups",
        label="OTHER",
        expression=r"(?:^|[^\d.,/+-])(\b\d{1,8}(?:[/-]\d{1,8}){1,3}(?:-[A-Z0-9]{1,2})?)\b",
        example="su ficha: «4471-1190», dice",
        near=(
            "12/03/2024",
            "150-400",
            "4000-11000",
            "120/80",
            "2019-2021",
            "150000-400000/mm3",
            "21-23-24/01",
        ),
        source=_CODE_SOURCE,
        check=_is_grouped,
        cut=_unmeasured,
        veto=_SCIENCE,
        score=0.5,
    ),
    Row(
        name="code-mixed",
        label="OTHER",
        expression=r"\b([A-Z]{1,3}\d{1,6}[A-Z]{1,6}[A-Z\d]{1,10}|\d{1,6}[A-Z]{1,6}\d[A-Z\d]{1,10}"
        r"|\d{4,7}[A-Z]{2,3}|[A-Z]{1,5}-?\d{4,5}(?:[/-][A-Z0-9]{1,6})?)\b",
        example="el sensor «8GK2YT48» se soltó",
        near=(
            "CYP2C19",
            "G20210A",
            "V600E",
            "T2N0M0",
            "H1N1",
            "1200MG",
            "AZD9291",
            "14X10X10",
            "G2V2A0",
        ),
        source=_CODE_SOURCE,
        check=_is_mixed,
        veto=_SCIENCE,
        score=0.5,
    ),
)
