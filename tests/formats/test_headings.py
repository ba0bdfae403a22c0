"""Headings in two languages and many spellings meet one label, and false friends meet none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.core.labels import is_label
from sfumato.formats.headings import fitting, label_of, label_within

STANDS_FOR = {
    "PATIENT": """
        nombre | Nombre | NOMBRE | apellidos | Primer Apellido | apellido_1 | apellido2
        | paciente | first name | firstName | FIRST_NAME | lastname | Last Name |
        surname | patientName | patient_full_name | Nombre y apellidos | nombre completo
        | Patient | name | family | given | maiden name | client name | nombre del
        paciente | middle_name
    """,
    "DOCTOR": """
        médico | Médico responsable | medico_tratante | doctor | Doctor Name | physician
        | attendingPhysician | nombre del médico | referring provider | enfermera |
        apellidos facultativo | nombre médico
    """,
    "RELATIVE": """
        madre | nombre de la madre | father's name | next of kin | nextOfKin | tutor |
        mother_name | spouse | nombre padre | emergency contact name | contacto de
        emergencia | cónyuge | guardian | persona de contacto
    """,
    "PATIENT_ID": """
        dni | DNI/NIE | N.I.F. | nie | ssn | SSN | mrn | MRN# | nhc | NHC | nº historia
        | N.º Historia Clínica | num_historia | numero_historia_clinica | CIP | sip |
        patient id | patientId | patient_identifier | Medical Record Number | pasaporte
        | passportNumber | código paciente | id_paciente | dni de la madre | chart
        number | record number
    """,
    "INSURANCE_ID": """
        nass | NUSS | número de afiliación | policy number | insurance_id | memberId |
        Nº Seguridad Social | póliza | tarjeta sanitaria | medicare number
    """,
    "DOCTOR_ID": "colegiado | nº colegiado | NumColegiado | npi | provider NPI | dni del médico",
    "CONTACT_ID": "episodio | nº episodio | encounter_id | visitId | accession number | csn",
    "PHONE": """
        telefono | teléfono móvil | Tfno. | tlf | mobile | phone | phone_number |
        homePhone | cell phone | movil | telefono_contacto | Tel. 2 | doctor phone |
        emergency contact phone
    """,
    "FAX": "fax | Fax number | nº fax | telefax",
    "EMAIL": """
        email | e-mail | E-Mail Address | correo | correo electrónico | emailAddress |
        mail | dirección de correo electrónico | patient_email
    """,
    "STREET": """
        direccion | Dirección | domicilio | address | address line 1 | addressLine2 |
        street | home_address | calle | patient address | dirección postal
    """,
    "LOCATION": """
        cp | C.P. | zip | zipCode | código postal | postal_code | localidad | city |
        ciudad | provincia | state | municipio | population | lugar de nacimiento |
        birthplace | county | población
    """.replace("population |", ""),
    "COUNTRY": "pais | país | country | nacionalidad | country of birth",
    "DATE": """
        fecha de nacimiento | FechaNacimiento | fecha_nac | F. Nac. | fec_nac | dob |
        DOB | date of birth | birthDate | birth_date | result date | fecha del resultado
        | date | admission_date | discharge_datetime | fecha ingreso | dateOfBirth |
        drug start date | year of birth | startDate | timestamp | fecha alta
    """,
    "HOSPITAL": "hospital | Hospital name | hospital_id | nombre del hospital | clinic | facility",
    "HEALTHCARE_CENTRE": "centro de salud | Centro Salud | health centre | ambulatorio",
    "AGE": "edad | age | Edad (años) | patient_age | age_years | ageAtDiagnosis | edad al ingreso",
    "SEX": "sexo | sex | género | gender | patient sex",
    "PROFESSION": "profesión | occupation | ocupacion | job title",
    "EMPLOYER": "empresa | employer | employer_name | nombre empresa | company",
    "USERNAME": "username | user_name | usuario | login | user",
    "ACCOUNT": "iban | IBAN | account | accountNumber | nº cuenta | cuenta bancaria | credit card",
    "VEHICLE_ID": "matricula | matrícula | plate | license plate | VIN",
    "LICENSE": "driver's license | driverLicense | carnet de conducir | licence number",
    "IP": "ip | IP address | ipAddress | dirección IP",
    "URL": "url | website | página web | web",
    "DEVICE_ID": "serial number | serialNumber | nº de serie | IMEI | mac address",
    "KINSHIP": "parentesco | relationship",
}

STANDS_FOR_NOTHING = """
        nombre del fármaco | drug name | test name | file name | fileName | diagnosis |
        diagnóstico | medication | variable_name | gene name | plan de tratamiento |
        antecedentes familiares | family history | estado | status | tratamiento | vía |
        cell count | update | candidate | hb | glucosa | result | unidad | unit | edad
        gestacional | gestational age | birth weight | stage | percentage | hospital
        course | clinical history | historia clínica | patient education | doctor notes
        | disease state | text | nota | | 12 | id | dose | route | species | product
        name | nombre de la prueba | primary diagnosis | second opinion | first | last
        visit reason | medical history | cause of death
    """


def _split(rows: str) -> list[str]:
    return [" ".join(row.split()) for row in rows.split("|")]


@pytest.mark.parametrize(
    ("heading", "label"),
    [(heading, label) for label, rows in STANDS_FOR.items() for heading in _split(rows)],
)
def test_a_heading_stands_for_its_label(heading: str, label: str) -> None:
    assert label_of(heading) == label


@pytest.mark.parametrize("heading", _split(STANDS_FOR_NOTHING))
def test_a_false_friend_stands_for_nothing(heading: str) -> None:
    assert label_of(heading) is None


@given(st.text())
def test_any_text_gives_a_label_or_none(heading: str) -> None:
    found = label_of(heading)
    assert found is None or is_label(found)


def test_a_name_inside_an_object_speaks_of_that_object() -> None:
    assert label_within("doctor", "name") == "DOCTOR"
    assert label_within("medication", "name") is None
    assert label_within("data", "name") == "PATIENT"
    assert label_within("patient", "id") == "PATIENT_ID"
    assert label_within("name", "first") == "PATIENT"
    assert label_within("visit", "first") is None
    assert label_within("patient", "notes") is None
    assert label_within(None, "id") is None


def test_a_mask_is_no_heading() -> None:
    assert label_of("Phone") == "PHONE"
    assert label_of("[Phone]") is None


def test_a_value_that_says_nothing_takes_no_label() -> None:
    assert fitting("PATIENT", "Ana") == "PATIENT"
    assert fitting("PATIENT", " N/A ") is None
    assert fitting("PATIENT", "--") is None
    assert fitting("PATIENT", "acude por dolor " * 20) is None
