"""Headings: which label a column heading, a JSON key or the name of a form field stands for.

A heading is folded to plain lower-case words ("fechaNacimiento", "Fecha de nac.", "FECHA_NAC" all
meet in one row of the tables). A strong phrase decides wherever it stands; a weak one only where
every other word of the heading is explained too, so "drug name" and "nombre del fármaco" stand
for no label.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache


def _bag(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _rows(phrases: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in phrases.split("|"))


_LONGEST = 80
_DOTTED = re.compile(r"\b([A-Za-z])\.(?=[A-Za-z]\b)")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_RUNS = re.compile(r"[a-z]+")
_SMALL = _bag("""
        a al at by da de del den di do dos el en for in la las lo los of on or para por
        su the to y and e o s un una your
    """)
_NUMBER = _bag("""
        cod code codigo id identificador identifier ident key n nbr no nr nro num number
        numero numeros ref referencia identificacion identification
    """)
_NEUTRAL = _bag("""
        actual alternate alternative alternativo completa completo complete current
        display first full habitual home line linea legal local main middle official
        oficial other otra otro permanent permanente personal preferred primary
        principal primer primera primero second secondary segunda segundo text texto
        value valor work x1 years anos y m h usual txt str responsable tratante treating
        attending referring ordering admitting consulting requesting performing
        solicitante peticionario remitente prescriptor firmante destino origen home casa
        particular laboral contacto contact emergency emergencia urgencia urgencias old
        new assigned given family last
    """)

# Labels whose phrase decides wherever it stands in the heading.
_STRONG: dict[str, str] = {
    "DATE": """
        date | fecha | fechas | fec | f nac | f nacimiento | f ingreso | f alta | fnac |
        fecnac | dob | yob | datetime | timestamp | birthdate | birthday | birth year |
        year birth | month birth | day birth | fechanacimiento | fecha nacimiento |
        fechanac | ano nacimiento | nacimiento | birth | fingreso | dod |
        last updated | created | updated | nacido | born
    """,
    "LOCATION": """
        lugar nacimiento | place birth | birth place | birthplace | city birth | birth
        city | localidad nacimiento | municipio nacimiento | provincia nacimiento |
        codigo postal | cod postal | c postal | postal code | postalcode | postcode |
        zip | zipcode | zip code | localidad | municipio | provincia | ciudad | city |
        town | province | county | comunidad autonoma | ccaa | codpostal | codigopostal
    """,
    "COUNTRY": """
        pais | country | nationality | nacionalidad | pais nacimiento | country birth |
        birth country
    """,
    "PHONE": """
        telefono | telefonos | tel | tels | telf | tlf | tlfn | tfno | tfn | tfo | phone
        | phones | telephone | cellphone | cell phone | celular | phonenumber | mobile
        phone | mobile number | numero movil | telefono movil | telefonomovil |
        mobilephone | homephone | workphone | telecom phone | pager | busca numero
    """,
    "FAX": "fax | telefax | faxnumber | fax number | numero fax | fax phone | phone fax | fax tel",
    "EMAIL": """
        email | emails | e mail | correo | correo electronico | correoelectronico | mail
        address | email address | emailaddress | direccion correo | direccion
        electronica | direccion email | direccion correo electronico
    """,
    "URL": "url | website | web site | pagina web | homepage | sitio web | web address | webpage",
    "IP": "ip address | ipaddress | direccion ip | ipv4 | ipv6 | ip addr",
    "DEVICE_ID": """
        serial number | numero serie | imei | mac address | direccion mac | device id |
        device identifier | device serial | deviceid | udi | serialnumber | n serie | no
        serie | id dispositivo | numero dispositivo
    """,
    "STREET": """
        domicilio | street | address line | addressline | direccion postal | postal
        address | home address | homeaddress | streetaddress | direccion completa |
        street address | address street | mailing address | house number
    """,
    "PATIENT_ID": """
        dni | nif | nie | dninie | nhc | nhcl | mrn | ssn | cip | curp | rfc | cuil |
        cuit | cpf | patientid | patient id | medical record number |
        medicalrecordnumber | numero historia | numero historia clinica | n historia |
        no historia | num historia | nro historia | n historia clinica | no historia
        clinica | num historia clinica | nro historia clinica | numerohistoria | social
        security | social security number | socialsecuritynumber | passport | pasaporte
        | passaport | numero documento | documento identidad | identity card | national
        id | nationalid | nhs number | nhsnumber | cipa | cipsns | chart number |
        documento nacional
    """,
    "INSURANCE_ID": """
        nass | nuss | naf | numero seguridad social | seguridad social | n seguridad
        social | num seguridad social | numero afiliacion | n afiliacion | num
        afiliacion | afiliacion | poliza | policy number | insurance number | insurance
        id | insuranceid | member id | memberid | member number | subscriber id |
        subscriberid | health plan number | numero asegurado | medicare number |
        medicare id | medicaid id | medicaid number | mbi | tarjeta sanitaria | health
        card | tsi | group number
    """,
    "DOCTOR_ID": """
        colegiado | ncol | n col | numero colegiado | npi | dea number | num col | cnp |
        no col | nro col | numcol | numcolegiado | license physician | collegiate
    """,
    "ACCOUNT": """
        iban | account number | accountnumber | numero cuenta | cuenta bancaria | bank
        account | credit card | tarjeta credito | card number | numero tarjeta | swift |
        bic | bankaccount | creditcard | ccc
    """,
    "LICENSE": """
        driver license | drivers license | driver licence | drivers licence | driver s
        license | driver s licence | driving licence | driving license | driverlicense |
        carnet conducir | permiso conducir | licencia conducir | license number |
        licence number | licensenumber
    """,
    "VEHICLE_ID": """
        matricula vehiculo | license plate | licence plate | number plate | plate number
        | licenseplate | bastidor | vin | matricula coche | vehicle id | vehicle plate |
        vehicle registration | registration plate
    """,
    "CONTACT_ID": """
        encounter id | encounterid | visit id | visitid | visit number | visitnumber |
        numero episodio | n episodio | no episodio | num episodio | id episodio |
        episode id | episode number | accession number | accession | accessionnumber |
        numero peticion | csn | encounter number | nro episodio | numero visita | id
        visita | admission number | admission id | numero ingreso | hadm id | numero
        caso | case number
    """,
    "USERNAME": """
        username | user name | usuario | login | nickname | nick | userid | user id |
        nombre usuario | nombreusuario | screen name | twitter | instagram | facebook |
        skype
    """,
    "BIOMETRIC": "fingerprint | huella dactilar | voiceprint | retina scan | iris scan",
}

# Labels whose phrase decides only where the rest of the heading is explained.
_WEAK: dict[str, str] = {
    "PHONE": "movil | mobile | cell | telecom",
    "EMAIL": "mail",
    "URL": "web | link | enlace | sitio",
    "IP": "ip",
    "DEVICE_ID": "mac | serial | serie | dispositivo id",
    "STREET": "direccion | direcciones | dir | address | addresses | addr | calle | road",
    "LOCATION": """
        cp | state | poblacion | region | postal | barrio | district | distrito |
        residencia | place residence | lugar residencia | suburb | comarca | parish |
        location | ubicacion | comunidad
    """,
    "AGE": "edad | age | edades | age group | grupo edad",
    "SEX": "sexo | sex | genero | gender",
    "PROFESSION": """
        profesion | ocupacion | occupation | profession | job | job title | jobtitle |
        puesto trabajo | oficio | trabajo | puesto
    """,
    "EMPLOYER": """
        empresa | employer | empleador | company | lugar trabajo | workplace | centro
        trabajo | compania
    """,
    "HOSPITAL": """
        hospital | hospitales | clinica | clinic | facility | centro hospitalario |
        centro sanitario | sending facility | hospital origen | hospital destino | site
        hospital
    """,
    "HEALTHCARE_CENTRE": """
        centro salud | health centre | health center | ambulatorio | caps | cs | centro
        atencion primaria | consultorio | healthcare centre | healthcare center |
        primary care centre | primary care center | centrosalud | medical center |
        centro medico
    """,
    "INSTITUTION": """
        institucion | institution | aseguradora | insurer | mutua | university |
        universidad | school | colegio | organizacion | organization | organisation |
        entidad | insurance company | compania aseguradora | payer | centro | residencia
        ancianos
    """,
    "ACCOUNT": "cuenta | account | tarjeta | card",
    "VEHICLE_ID": "matricula | plate | placa | license plate",
    "PATIENT_ID": """
        sip | documento | historia | historia clinica | medical record | record | chart
        | hc | paciente id
    """,
    "INSURANCE_ID": "insurance | seguro | plan",
    "DOCTOR_ID": "dea",
    "CONTACT_ID": "episodio | episode | encounter | visita | visit | peticion",
    "USERNAME": "user | alias | handle | apodo",
    "LICENSE": "license | licence | licencia",
    "KINSHIP": "parentesco | kinship | relationship | relacion familiar",
}
_ONLY_NUMBERED = _rows("""
        historia|historia clinica|medical
        record|record|chart|insurance|seguro|plan|license|licence|licencia|visita|visit|peticion|serie|serial|documento|hc|encounter|card|dea
    """)

_ROLES: dict[str, str] = {
    "PATIENT": """
        paciente patient pacientes patients pac pte subject sujeto titular person
        persona client cliente customer member afiliado asegurado beneficiary
        beneficiario resident residente employee empleado trabajador individual
        interesado insured subscriber donor donante participant participante pt baby
        bebe neonato alumno student
    """,
    "DOCTOR": """
        medico medica medicos doctor doctora doctors dr dra physician physicians
        provider clinician nurse enfermero enfermera enfermeria surgeon cirujano
        cirujana facultativo facultativa practitioner prescriber prescriptor
        anesthesiologist anestesista radiologist radiologo pathologist patologo
        therapist fisioterapeuta matrona midwife mir residente profesional attending
        specialist especialista pcp gp cardiologo psiquiatra psicologo psychologist
        pediatra
    """,
    "RELATIVE": """
        madre padre mother father spouse conyuge nok kin tutor tutora guardian hijo hija
        hermano hermana wife husband partner pareja esposa esposo parent son daughter
        sibling brother sister familiar cuidador cuidadora caregiver carer abuelo abuela
        next acompanante relative allegado
    """,
}
_NAMES = _bag("""
        nombre nombres name names nom fullname nombrecompleto denominacion
        nombreyapellidos nombreapellidos
    """)
_SURNAMES = _bag("""
        apellido apellidos surname surnames lastname firstname familyname givenname
        forename forenames middlename apellido1 apellido2 primerapellido segundoapellido
        apell apellidosnombre patientname nombrepaciente patientfirstname
        patientlastname
    """)
_NAME_PARTS = _bag("""first last given family middle second maiden soltera prefix suffix""")
_CONTACT = _bag("""contacto contact emergency emergencia emergencias""")
_THINGS = _bag("""
    allergy alergia alergias analisis analyte code coding codigo concept diagnosis diagnostico
    diagnosticos dispositivo drug droga exam farmaco farmacos field file finding ingredient lab
    laboratorio medicacion medicament medicamento medicamentos medication medications medicine
    observation observations organism panel problem problema procedure procedimiento producto
    product prueba pruebas result resultado resultados results species specimen study estudio
    substance symptom tag test tests tratamiento treatment unit unidad vacuna vaccine variable
    """)
_VALUES = _bag("value valor display")
_MASK = re.compile(r"(?:\[[^\[\]]*\]\s*)+")
"""A mask speaks of the cell that holds it, not of the next."""
_NONE_GIVEN = frozenset(
    (
        *("n/a", "na", "n.a.", "null", "none", "nan", "no", "yes", "si", "sí", "true", "false"),
        *("desconocido", "desconocida", "unknown", "no consta", "ns/nc", "nc", "sin datos"),
        *("not available", "not recorded", "ninguno", "ninguna", "pendiente", "pending"),
    )
)
_LONGEST_VALUE = 160
_NOT_AGE = _bag("""gestacional gestational gestation bone osea mental developmental""")
_NOT_BIRTH = _bag("""weight peso order orden type tipo certificate defect length talla""")


def _table(rows: dict[str, str]) -> dict[tuple[str, ...], str]:
    return {
        tuple(phrase.split()): label
        for label, phrases in reversed(rows.items())
        for phrase in _rows(phrases)
    }


_STRONG_PHRASES = _table(_STRONG)
_WEAK_PHRASES = _table(_WEAK)
_ROLE_OF = {word: role for role, words in reversed(_ROLES.items()) for word in words.split()}
_WIDEST = 4


@lru_cache(maxsize=4096)
def label_of(heading: str) -> str | None:
    """The label that a heading, key or field name stands for; None where it names no identifier."""
    words = _words(heading)
    if not words or _MASK.fullmatch(heading.strip()):
        return None
    found = _strong(words)
    if found is None:
        found = _named(words) or _weak(words) or _role_alone(words)
    return _for_role(found, words) if found else None


def label_within(parent: str | None, key: str) -> str | None:
    """The label of a key inside an object that stands under another key ("doctor": {"name"})."""
    own = label_of(key)
    words = set(_words(key))
    if parent is None or not words:
        return own
    if own == "PATIENT":
        if _THINGS.isdisjoint(_words(parent)):
            return label_of(f"{parent} {key}") or own
        return None if _SURNAMES.isdisjoint(words) else own
    part = words <= _NAME_PARTS and not _NAMES.isdisjoint(_words(parent))
    if own is None and (part or words <= _NUMBER | _VALUES):
        return label_of(f"{parent} {key}")
    return own


def fitting(label: str | None, text: str) -> str | None:
    """The label, unless the text cannot be a value of it: a whole paragraph, or a word for none."""
    if label is None or len(text) > _LONGEST_VALUE or not any(map(str.isalnum, text)):
        return None
    return None if text.strip().lower() in _NONE_GIVEN else label


def spoken(name: str) -> str:
    """A name of a schema as words: "valueString" would look like somebody's login name."""
    return _HUMPS.sub(" ", name) if name.isascii() and name.isalpha() else name


def _words(heading: str) -> tuple[str, ...]:
    if len(heading) > _LONGEST:
        return ()
    plain = unicodedata.normalize("NFKD", heading).replace("№", "No")
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    words = _RUNS.findall(_HUMPS.sub(" ", _DOTTED.sub(r"\1", plain)).lower())
    return tuple(word for word in words if word not in _SMALL or len(words) == 1)


def _phrases(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for width in range(min(_WIDEST, len(words)), 0, -1):
        for start in range(len(words) - width + 1):
            yield words[start : start + width]


def _strong(words: tuple[str, ...]) -> str | None:
    best: str | None = None
    width = 0
    for phrase in _phrases(words):
        if width > len(phrase):
            break
        label = _STRONG_PHRASES.get(phrase) or _dated(phrase)
        if label == "DATE" and phrase == ("birth",) and not _NOT_BIRTH.isdisjoint(words):
            continue
        if label and (best is None or label == "DATE"):
            best, width = label, len(phrase)
    if best in ("DATE", "FAX"):
        return best
    return "FAX" if best == "PHONE" and "fax" in words else best


def _dated(phrase: tuple[str, ...]) -> str | None:
    word = phrase[0]
    dated = word.startswith("fecha") or (
        word.endswith("date") and word not in ("update", "candidate", "validate", "mandate")
    )
    return "DATE" if len(phrase) == 1 and dated else None


def _named(words: tuple[str, ...]) -> str | None:
    """A person's name: a surname always, a bare "name" where all other words speak of persons."""
    if not _SURNAMES.isdisjoint(words):
        return "PATIENT"
    has_name = not _NAMES.isdisjoint(words)
    if not has_name and not (set(words) <= _NAME_PARTS - {"first", "last", "second", "prefix"}):
        return None
    rest = set(words) - _NAMES - _NAME_PARTS - _NEUTRAL - _CONTACT - _ROLE_OF.keys()
    return None if rest else "PATIENT"


def _weak(words: tuple[str, ...]) -> str | None:
    for phrase in _phrases(words):
        label = _WEAK_PHRASES.get(phrase)
        if label is None:
            continue
        rest = list(words)
        for word in phrase:
            rest.remove(word)
        if label == "AGE" and _NOT_AGE.isdisjoint(rest):
            return label
        if " ".join(phrase) in _ONLY_NUMBERED and _NUMBER.isdisjoint(rest):
            continue
        if all(_explained(word) for word in rest):
            return label
    return None


def _explained(word: str) -> bool:
    return word in _NEUTRAL or word in _NUMBER or word in _NAMES or word in _ROLE_OF


def _role_alone(words: tuple[str, ...]) -> str | None:
    """A heading that names a person by role only ("médico responsable", "mother")."""
    roles = [word for word in words if word in _ROLE_OF]
    if not roles or roles == ["next"]:
        return "RELATIVE" if set(words) <= _CONTACT and len(words) > 1 else None
    rest = set(words) - set(roles)
    if not rest <= _NEUTRAL | _NUMBER | _CONTACT:
        return None
    if rest & _NUMBER:
        return "PATIENT_ID"
    return "PATIENT"


def _for_role(label: str, words: tuple[str, ...]) -> str:
    """The same label turned to whom the heading speaks of."""
    roles = {_ROLE_OF[word] for word in words if word in _ROLE_OF}
    if not _CONTACT.isdisjoint(words) and not roles & {"DOCTOR"}:
        roles.add("RELATIVE")
    for role in ("DOCTOR", "RELATIVE"):
        if label == "PATIENT" and role in roles:
            return role
    return "DOCTOR_ID" if label == "PATIENT_ID" and "DOCTOR" in roles else label
