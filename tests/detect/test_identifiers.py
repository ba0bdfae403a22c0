"""Identifiers in the ways that people write them, and numbers that are none."""

from __future__ import annotations

import pytest

from sfumato.core.span import resolve
from sfumato.detect import identifiers
from sfumato.detect.patterns import Patterns

DETECTOR = Patterns(identifiers.ROWS)


def _resolved(text: str) -> set[tuple[str, str]]:
    return {(text[span.start : span.end], span.label) for span in resolve(DETECTOR.find(text))}


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("DNI: 50384617N", "50384617N", "PATIENT_ID"),
        ("con d.n.i. 50.384.617-n", "50.384.617-n", "PATIENT_ID"),
        ("DNI 50384617 P (sic)", "50384617 P", "PATIENT_ID"),
        ("NIE Y4718236F", "Y4718236F", "PATIENT_ID"),
        ("NASS: 28 10374652 55.", "28 10374652 55", "INSURANCE_ID"),
        ("n.º S.S. 28/10374652/54", "28/10374652/54", "INSURANCE_ID"),
        ("Nº de historia clínica: 482017", "482017", "PATIENT_ID"),
        ("Nº Hª 0048-2017", "0048-2017", "PATIENT_ID"),
        ("NHC HUS-48201/7", "HUS-48201/7", "PATIENT_ID"),
        ("CIPA: nhc-4820173", "4820173", "PATIENT_ID"),
        ("NUHSA AN0482716394", "AN0482716394", "PATIENT_ID"),
        ("Episodio: 48201734", "48201734", "CONTACT_ID"),
        ("expediente CAI-2024/0317", "CAI-2024/0317", "CONTACT_ID"),
        ("NºCol: 28 28 20943", "28 28 20943", "DOCTOR_ID"),
        ("col. 28/2820943", "28/2820943", "DOCTOR_ID"),
        ("colegiada nº 282820943", "282820943", "DOCTOR_ID"),
        ("IBAN ES42 2085 1066 4303 1234 5678", "ES42 2085 1066 4303 1234 5678", "ACCOUNT"),
        ("matrícula 4820 KDV", "4820 KDV", "VEHICLE_ID"),
        ("CURP MAQR850412MDFRNS07", "MAQR850412MDFRNS07", "PATIENT_ID"),
        ("RUT 14.829.365-1", "14.829.365-1", "PATIENT_ID"),
        ("MRN: PV-482017", "PV-482017", "PATIENT_ID"),
        ("Hosp # 48-20-17A", "48-20-17A", "PATIENT_ID"),
        ("SSN 418-29-3746", "418-29-3746", "PATIENT_ID"),
        ("NPI: 1482019373", "1482019373", "DOCTOR_ID"),
        ("Acct #: 7-048213", "7-048213", "ACCOUNT"),
        ("Accession: S24-048213", "S24-048213", "CONTACT_ID"),
        ("Member ID: XQH 482017 01", "XQH 482017 01", "INSURANCE_ID"),
        ("NHS No: 481 920 3754", "481 920 3754", "PATIENT_ID"),
        ("GMC 7482019", "7482019", "DOCTOR_ID"),
        ("OHIP 4820-173-948-KX", "4820-173-948-KX", "INSURANCE_ID"),
        ("VIN 1HGCM82633A004352", "1HGCM82633A004352", "VEHICLE_ID"),
        ("nº de serie PJN48201", "PJN48201", "DEVICE_ID"),
        ("user=rvidal ", "rvidal", "USERNAME"),
        ("recogido en 41.648231, -0.889152", "41.648231, -0.889152", "LOCATION"),
    ],
)
def test_an_identifier_gets_its_range_and_label(text: str, value: str, label: str) -> None:
    assert (value, label) in _resolved(text)


@pytest.mark.parametrize(
    "disguise",
    [
        lambda text: text.replace("0", "０").replace("4", "４"),
        lambda text: "\u200b".join(text),
        lambda text: text.replace("N", "Ν").replace("H", "Н"),
        lambda text: text.replace("-", "\u2011"),
        lambda text: text.replace("8", "8\u00ad"),
    ],
    ids=["full-width", "zero-width", "homoglyph", "dash", "soft-hyphen"],
)
@pytest.mark.parametrize("text", ["NHC: HUS-48201", "DNI: 50384617-N", "MRN: PH-482017"])
def test_a_disguise_hides_nothing(text: str, disguise: object) -> None:
    hidden = disguise(text)  # type: ignore[operator]
    assert len(resolve(DETECTOR.find(hidden))) == len(resolve(DETECTOR.find(text)))


@pytest.mark.parametrize(
    "text",
    [
        "Varón de 48 años con historia de 12 años de evolución, en este caso 3 episodios de 15 min",
        "Leucocitos 9.800/mm3 (valores de referencia: 4.5-11.0), plaquetas 186.000",
        "CHA2DS2-VASc 4, HAS-BLED 2, NYHA III, FEVI 58%",
        "IL-6 482 pg/ml, CD4 350, HER2 3+, BRCA1 c.68_69delAG",
        "Prótesis de cadera Charnley 28 mm, clavo 11 x 380 mm, sutura 3-0",
        "Tratamiento: omeprazol 20 mg 1-0-0, metformina 850 mg/12 h",
        "tumor pT2N1M0, Gleason 4+3=7, Ki-67 20%",
        "SARS-CoV-2 PCR 38, Ct 24; COVID-19 en 2021",
        "BP 120/80, HR 72, RR 16, T 36.8, SpO2 98% on 2 L",
        "Case of a 45-year-old woman, visit 3 of 12, group 2, plan 2-3 weeks",
        "the account of 12 patients; chart review of 48 patients; subject to change in 2024",
        "MR of the brain 2019, CT 64-slice, 1.5 T, b 1000",
        "expediente de regulación, parte de 12 casos, orden de 3 sesiones",
        "control en 6 meses, cita el 12/03/2024 a las 10:30",
        "NCT04820173, PMID 31820471, doi:10.1016/j.medcli.2020.04.017",
        "carboplatino AUC 5 día 1 cada 21 días, 6 ciclos, dosis 450 mg",
        "UNE-EN 12182, protocolo 2019, nivel 2, grado 3",
        "usuario habitual de audífono, serie de 12 casos, placas de 12 mm",
    ],
)
def test_clinical_numbers_are_left_alone(text: str) -> None:
    assert _resolved(text) == set()


def test_a_label_at_the_end_of_a_line_finds_its_value_on_the_next() -> None:
    assert ("482017", "PATIENT_ID") in _resolved("NHC:\n482017\nNombre:")


def test_an_age_behind_a_number_is_not_swallowed() -> None:
    assert ("771-LR-0428", "PATIENT_ID") in _resolved("MRN 771-LR-0428 45 yo male")
    assert ("4820173", "PATIENT_ID") in _resolved("NHC 4820173 12/03/2024")
