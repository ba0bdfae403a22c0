"""Institutions: hospitals, health centres, schools, courts and companies, by their shape."""

from __future__ import annotations

import re

from sfumato.detect.patterns import Row
from sfumato.detect.placegrammar import AHEAD, LABELLED, MARK, NEVER
from sfumato.detect.placepicks import company, ends_named, kinded, town, value

_HOSPITAL_ES = (
    r"(?i:hospital(?:es)?|hosp\.?|complejo (?:hospitalario|asistencial)|complexo "
    r"hospitalario|complex hospitalari|policlinic[oa]|sanatorio|"
    r"maternidad|ospitale|clinica|ciudad sanitaria|instituto nacional de "
    r"(?:cancerologia|cardiologia|neurologia|pediatria|nutricion))"
    r"(?: (?i:universitari[oa]?|y|general|gral\.?|univ\.?|u\.|clinico|clinic|"
    r"comarcal|regional|provincial|materno[- ]?infantil|infantil|militar|municipal|"
    r"central|nacional|publico|privado|virtual|psiquiatrico|de especialidades|"
    r"pediatrico|civil|docente|san|santa|santo|sant|de alta resolucion|intermutual|"
    r"geriatrico|del nino|de ninos|metropolitano|base|real|doctora?|dr\.?|dra\.?|"
    r"medica|dental|mutua|de la mujer)){0,4}"
)
HOSPITALS = (
    Row(
        "hospital.es",
        "HOSPITAL",
        rf"\b(?:{_HOSPITAL_ES}) {{1,2}}[^\n]{{1,80}}",
        "ingresa en el «Hospital Universitario Ramon de Campoamor» por",
        ("ingresa en el hospital", "Hospital de dia", "Hospital Course: stable"),
        pick=kinded(_HOSPITAL_ES),
        open_ended=True,
    ),
    Row(
        "hospital.es.short",
        "HOSPITAL",
        r"\b(?:(?:H\. ?U\.|HU|H\.U|HCU|H\. ?C\. ?U\.|H\. Gral\.?|H\. Univ\.?|H\.|CHU|"
        r"HGU|H\. ?G\. ?U\.|Hosp\.|HUVR|H\. Clinico|Hdad\.|Clin\.)(?: (?:Univ\.?|"
        r"Gral\.?|Universitario|General|Clinico|Comarcal|de|del|la|de la|Dr\.)){0,3} "
        r"[A-Z][A-Za-z'-]{2,20}(?: (?:(?:de|del|de la|la|y) "
        r"){0,2}[A-Z][A-Za-z'-]{2,20}){0,4})",
        "viene del «H. U. Marques de Santillana»",
        ("H. pylori",),
        check=lambda text: not re.search(r"(?i)pylori|influenz|flu\b", text),
        score=0.8,
    ),
    Row(
        "hospital.en",
        "HOSPITAL",
        r"[A-Za-z.'&_] (?i:hospital|hosp|medical center|medical centre|med ctr|med "
        r"center|infirmary|general hospital|medical ctr|regional medical center|"
        r"hospital center|health system|hospice)\b",
        "admitted to «Saint Brendan Memorial Hospital» today",
        ("to the Hospital", "Admitted to Hospital", "the General Hospital"),
        behind=70,
        pick=ends_named,
        open_ended=True,
    ),
    Row(
        "hospital.en.of",
        "HOSPITAL",
        r"\b(?:(?:(?i:hospital|infirmary|medical center)) of (?:the "
        r")?[A-Z][A-Za-z'.\-_]{1,20}(?: (?:(?:of|the|and) "
        r"){0,2}[A-Z][A-Za-z'.\-_]{1,20}){0,4})",
        "at «Hospital of Saint Raphael»",
        ("hospital of choice",),
        open_ended=True,
    ),
    Row(
        "hospital.en.short",
        "HOSPITAL",
        r"[A-Za-z.'] (?:General|Memorial|Regional|Infirmary|Base|Children's|Mercy|"
        r"Methodist|Baptist|Presbyterian)\b",
        "sent to «Calder Valley General» by",
        ("Medicine General",),
        behind=70,
        pick=ends_named,
        score=0.75,
        open_ended=True,
    ),
)

_CENTRE_ES = (
    r"(?i:centros? de salud(?: mental)?|centro medico|centro de especialidades|"
    r"consultorio(?: local| medico)?|ambulatorio|centro de atencion primaria|"
    r"centro de dia|casa de salud|unidad de salud mental|policlinica|puesto de "
    r"salud|residencia(?: geriatrica| de mayores| de ancianos)?|"
    r"centro de rehabilitacion|centro sociosanitario|cesfam|farmacia|laboratorios?)|"
    r"C\. ?S\.?|CS|C\. ?SALUD|C\. de S\.|CAP|EAP|PAC|CUAP|ABS|CSMA|CSMIJ|CSM|CAPS|"
    r"USM|UBS|Amb\.|Cons\.|FRIAT"
)
CENTRES = (
    Row(
        "centre.es",
        "HEALTHCARE_CENTRE",
        rf"\b(?:{_CENTRE_ES}) {{1,2}}[^\n]{{1,70}}",
        "control en su «C. S. Valle Umbrio»",
        ("acude a su centro de salud", "CAP 3", "residencia habitual"),
        pick=kinded(_CENTRE_ES),
        open_ended=True,
    ),
    Row(
        "centre.en",
        "HEALTHCARE_CENTRE",
        r"[A-Za-z.'&_] (?i:health cent(?:er|re)|surgery|family practice|practice|"
        r"clinics?|family medicine|family health|medical practice|medical group|"
        r"pediatrics|paediatrics|health clinic|medical clinic|nursing home|care home|"
        r"care cent(?:er|re)|urgent care|walk-in|rehab|rehabilitation|rehabilitation "
        r"cent(?:er|re)|pharmacy|dental|physiotherapy|primary care|internal medicine|"
        r"associates|lodge|manor|dialysis|imaging|radiology|eye care|orthopa?edics|"
        r"cardiology|dermatology|oncology|health services?|health unit|wellness|"
        r"assisted living|senior living|skilled nursing|physicians|polyclinic|health "
        r"post|health)\b",
        "registered at «Larch Hollow Health Centre» since",
        ("the Clinic", "Cardiology Clinic", "Diabetic Clinic"),
        behind=70,
        pick=ends_named,
        score=0.8,
        open_ended=True,
    ),
)

_INSTITUTION_ES = (
    r"universidad(?: (?:autonoma|complutense|politecnica|nacional|publica|"
    r"pontificia))?|universitat|facultad(?: de [a-z]{4,15})?|colegio(?: (?:publico|"
    r"concertado|oficial|mayor|de medicos|de enfermeria))?|instituto(?: (?:nacional|"
    r"municipal|catalan|vasco|social))?|i\.?e\.?s\.?|ceip|c\.?e\.?i\.?p\.?|"
    r"escuela(?: (?:infantil|municipal|oficial|universitaria|superior|de arte|de "
    r"musica))?|guarderia|juzgado(?: de [a-z]{4,13})?(?: (?:de lo|no?\.?) "
    r"?[a-z0-9]{1,12}){0,2}|audiencia(?: provincial)?|fundacion|asociacion(?: "
    r"[a-z]{4,12} de)?|mutua|mutualidad|ayuntamiento|consejeria|ministerio|"
    r"diputacion|parroquia|convento|centro penitenciario|prision|comisaria|cofradia|"
    r"club|federacion|sindicato|academia|conservatorio|biblioteca|iglesia|cruz roja|"
    r"caritas|hermandad|cooperativa|liceo|prepa(?:ratoria)?"
)
_INSTITUTION_HEAD = rf"(?i:{_INSTITUTION_ES})(?: (?:no?\.?|n\.o) ?\d{{1,3}})?"
INSTITUTIONS = (
    Row(
        "institution.es",
        "INSTITUTION",
        rf"\b(?:{_INSTITUTION_HEAD}) {{1,2}}[^\n]{{1,80}}",
        "estudia en la «Universidad de Zumaia»",
        ("trabaja en la universidad", "el colegio de su hijo"),
        pick=kinded(_INSTITUTION_HEAD),
        score=0.8,
        open_ended=True,
    ),
    Row(
        "institution.en",
        "INSTITUTION",
        r"[A-Za-z.'&_] (?i:university|college|high school|elementary(?: school)?|middle "
        r"school|primary school|grammar school|secondary school|academy|primary|school|"
        r"school district|church|parish|temple|mosque|synagogue|cathedral|county court|"
        r"crown court|sheriff's office|police department|fire department|foundation|"
        r"institute|council|correctional (?:facility|center|institution)|prison|library|"
        r"ymca|legion|society|association|elementary|preschool|kindergarten|nursery)\b",
        "a teacher at «Harrow Bend Elementary»",
        ("at the University", "High School", "after Church"),
        behind=70,
        pick=ends_named,
        score=0.8,
        open_ended=True,
    ),
    Row(
        "institution.en.of",
        "INSTITUTION",
        r"\b(?:(?i:university|college|church|diocese|parish|school|department|ministry|"
        r"institute|bank) of (?:the )?[A-Z][A-Za-z'.\-_]{1,20}(?: (?:(?:of|the|and|at) "
        r"){0,2}[A-Z][A-Za-z'.\-_]{1,20}){0,4})",
        "degree at the «University of Wexcombe»",
        ("school of thought", "Department of Surgery"),
        check=lambda text: (
            not (set(text.lower().split()) - {"department", "institute", "school", "of", "college"})
            <= NEVER
        ),
        score=0.8,
        open_ended=True,
    ),
    Row(
        "employer.shape",
        "EMPLOYER",
        r"[A-Za-z0-9.'],? (?:S\.? ?L\.?U?\.?|S\.A\.U?\.?|SAU?|S\. ?Coop\.?|SLNE|S\.A\. "
        r"de C\.V\.|Inc\.?|LLC|Ltd\.?|LLP|L\.L\.C\.|GmbH|Corp\.?|Pty|PLC|plc|& Sons|& "
        r"Co\.?|Bros\.?)",
        "peon en «Aridos Montecillo, S.L.» desde",
        ("toma Sodio 3 SL",),
        pick=company,
        score=0.8,
        behind=70,
    ),
    Row(
        "employer.field",
        "EMPLOYER",
        rf"{LABELLED}(?i:empresa|empleador|patron|razon social|centro de trabajo|"
        rf"employer|company|workplace|place of employment){MARK}",
        "Empresa: «Aridos Montecillo»",
        ("Employer: none",),
        pick=value,
        open_ended=True,
        ahead=AHEAD,
    ),
    Row(
        "profession.field",
        "PROFESSION",
        rf"{LABELLED}(?i:profesion(?: habitual)?|ocupacion|oficio|puesto(?: de "
        rf"trabajo)?|categoria(?: profesional)?|occupation|former occupation|profession|"
        rf"job(?: title)?|trade|usual occupation){MARK}",
        "Profesion: «soldador». Casado",
        ("Occupation: none",),
        pick=value,
        open_ended=True,
        ahead=AHEAD,
    ),
    Row(
        "hospital.field",
        "HOSPITAL",
        rf"{LABELLED}(?i:hospital(?: de (?:origen|destino|referencia|procedencia))?|"
        rf"hosp|centro(?: (?:hospitalario|peticionario|solicitante|sanitario|de origen|"
        rf"de destino|emisor|remisor))?|facility|institution|site|destino){MARK}",
        "Hospital: «Valle Umbrio»  Servicio: Urologia",
        ("Hospital: no consta",),
        pick=town,
        score=0.8,
        open_ended=True,
        ahead=AHEAD,
    ),
    Row(
        "centre.field",
        "HEALTHCARE_CENTRE",
        rf"{LABELLED}(?i:centro de salud|c\.? ?s\.?|clinic|practice|gp practice|surgery|"
        rf"ambulatorio|consultorio|pharmacy|farmacia|residencia|clinica|"
        rf"clinic/location){MARK}",
        "Centro de salud: «Valle Umbrio»",
        ("Clinic: Oncology",),
        pick=town,
        score=0.8,
        open_ended=True,
        ahead=AHEAD,
    ),
)
