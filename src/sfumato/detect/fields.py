"""Fields: people, sex and work where a label, a title or a family word announces them.

The expressions find the announcement and open a window behind it; `capitals` reads the names at
the start of the window. Everything is plain ASCII, as in the shadow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from sfumato.detect.capitals import opened, people, run
from sfumato.detect.lists import words
from sfumato.detect.patterns import Row

Picks = Iterator[tuple[int, int]]

_WINDOW = r"([^\n\t]{1,90})"
_NEVER = words("not-names")
# A label is followed by ":", "=", "|", a tab, a leader of dots or a wide gap.
_MARK = r"(?:[ \t]{0,3}(?:\([a-zA-Z/ ]{1,12}\) ?)?(?:[:=|>#]{1,2}|\.{3,60}|_{3,60}|-{2,40}>?|\t)[ \t.]{0,40})"
_COLON = r"(?:[ \t]{0,3}[:=|][ \t.]{0,40})"


def _label(labels: str, mark: str = _MARK) -> str:
    return rf"(?:^|[^A-Za-z0-9_])(?i:{labels}){mark}{_WINDOW}"


_PATIENT = (
    r"(?:1er|2o|1o|primer|segundo|2do|1\.er)? ?apellidos?(?: ?(?:y|,|/|e|&) ?nombres?)?(?: completo)?|"
    r"nombres?(?: ?(?:y|,|/|&) ?apellidos?)?(?: completo| social| sentido)?"
    r"(?: del? (?:la |el )?(?:paciente|titular|asegurad[oa]|trabajador|trabajadora|usuari[oa]|nin[oa]|interesad[oa]|menor|alumn[oa]))?|"
    r"pa[ck]ientes?|pacte|pcte|pte|pac|paz|titular|trabajador[ae]?|asegurad[oa]|beneficiari[oa]|interesad[oa]|"
    r"usuari[oa]|lesionad[oa]|demandante|afiliad[oa]|filiacion|donante|fallecid[oa]|finad[oa]|peritad[oa]|"
    r"informad[oa]|menor|recien nacido|identificacion|"
    r"(?:full |legal |preferred |patient'?s? |pt'?s? |client |resident |child'?s? |member |last |first |middle |given |family |maiden |student )?names?"
    r"(?: of (?:patient|deceased|child|client|resident|applicant))?|"
    r"patients?|pt|surname|forenames?|fore name|resident|client|decedent|deceased|claimant|insured|subscriber|member|"
    r"employee|student|donor|recipient|preferred|also known as|a\.?k\.?a\.?|alias|goes by|re|worker|veteran|infant|baby"
)
_DOCTOR = (
    r"(?:medic[oa]s?|facultativ[oa]s?|doctor|doctora|cirujan[oa]s?|ayudantes?|anestesistas?|anestesiolog[oa]s?|"
    r"enfermer[oa]s?|enf|due|d\.u\.e|matrona|matron|tcae|auxiliar|celador|fisioterapeuta|fisio|logopeda|"
    r"psicolog[oa]|psiquiatra|pediatra|farmaceutic[oa]|trabajadora? social|ts|mir|residente r?\d?|r[1-5]|adjunt[oa]|"
    r"tutor(?:a)? (?:mir|clinic[oa])|jef[ea] de (?:servicio|seccion|equipo|sala)|supervisora?|coordinadora?|instrumentista|"
    r"circulante|radiolog[oa]|patolog[oa]|internista|cardiolog[oa]|neurolog[oa]|nefrolog[oa]|oncolog[oa]|urolog[oa]|"
    r"ginecolog[oa]|tecnic[oa]|tes|perit[oa]|forense|dietista|nutricionista|odontolog[oa]|profesional|terapeuta|"
    r"responsable|informante medico|especialista)"
    r"(?: (?:responsables?|referentes?|solicitantes?|prescriptora?|peticionari[oa]s?|tratantes?|informantes?|adjunt[oa]|de "
    r"(?:cabecera|familia|guardia|referencia|atencion primaria|ap|urgencias|zona)|del? (?:la )?(?:planta|servicio)|ap|clinic[oa]|ayudantes?|principal|asistencial|legal|legista|colaborador))?"
    r"|d(?:r|ra)\.? ?(?:responsable|solicitante|cabecera)?|"
    r"(?:remitid[oa]|firmad[oa]|informad[oa]|realizad[oa]|solicitad[oa]|validad[oa]|elaborad[oa]|revisad[oa]|redactad[oa]|atendid[oa]|valorad[oa]|"
    r"operad[oa]|dictad[oa]|transcrit[oa]|registrad[oa]|prescrit[oa]|indicad[oa]|supervisad[oa]|extraid[oa]|enviad[oa])(?: (?:digital|electronica)mente)?(?: por)?"
    r"|responsable(?: (?:clinic[oa]|del? (?:alta|informe|caso)|medic[oa]))?|firma(?: (?:del? )?(?:la )?(?:medic[oa]|facultativ[oa]|profesional|responsable|enfermer[oa]))?|"
    r"fdo(?: digitalmente)?|fda|fmdo|autor(?:a)?|solicita|prescribe|dicta|realiza|valida|informa|remite|"
    r"(?:attending|admitting|ordering|referring|primary(?: care)?|consulting|treating|prescribing|responsible|supervising|rendering|performing|interpreting|requesting|discharging|reporting|primary care|family|operating|ref|certifying)"
    r"(?: (?:physician|doctor|provider|clinician|surgeon|practitioner|md|dr|nurse|radiologist|pathologist|consultant|rn))?(?: name)?|"
    r"physician|provider|clinician|surgeons?|(?:first |second |1st |2nd )?assistants?|co-?surgeon|(?:reg(?:istered)? |charge |staff |scrub |circulating |school |practice |district |night |triage |discharge )?nurse|rn|pcp|gp|md|consultant|registrar|"
    r"resident(?: physician)?|fellow|intern|sho|anesthesiologist|anaesthetist|anesthesia|anesthetist|crna|midwife|cnm|"
    r"radiologist|pathologist|cardiologist|oncologist|neurologist|psychiatrist|psychologist|therapist|pharmacist|technologist|tech|dietitian|"
    r"social worker|case manager|care coordinator|caseworker|counselor|counsellor|keyworker|key worker|np|pa|pa-c|"
    r"(?:e-?|electronically |digitally )?(?:dictated|signed|transcribed|reviewed|authored|authorized|authorised|performed|reported|typed|prepared|verified|entered|written|interpreted|"
    r"seen|examined|completed|ordered|referred|approved|administered|given|witnessed|recorded|documented|read|drawn|taken|checked|cosigned|co-signed|attested|created|edited|resulted|received|collected)(?: (?:electronically|digitally|off))?(?: by| and signed by)"
    r"|signed|signature|author|dictator|examiner|scribe|cc|c\.c|from|sender|attn|nurse practitioner|operator|evaluator|clinician name|chaplain|doula|crew|paramedic|emt|agent"
)
_KIN_ES = (
    r"madres?|padres?|papa|hij[oa]s?|hij[oa]strs?|hijastr[oa]|herman[oa]s?|hermanastr[oa]|espos[oa]s?|marido|mujer|conyuge|pareja|novi[oa]|"
    r"abuel[oa]s?|abuelit[oa]|bisabuel[oa]|niet[oa]s?|bisniet[oa]|ti[oa]s?|prim[oa]s?|suegr[oa]s?|yerno|nuera|cunad[oa]s?|sobrin[oa]s?|madrastra|padrastro|padrin[oa]|madrina|"
    r"ahijad[oa]|consuegr[oa]|companer[oa]|exmarido|exmujer|ex ?pareja|viud[oa]|gemel[oa]s?|melliz[oa]s?|prometid[oa]|yaya|yayo"
)
_HELPER_ES = r"vecin[oa]|amig[oa]|cuidadora?|tutora?|acompanante|informante|testigo|representante|compadre|comadre"
_KIN_EN = (
    r"mother|father|mom|mum|mam|mommy|mummy|mama|dad|daddy|parents?|sons?|daughters?|dtr|brothers?|sisters?|wife|husband|spouse|partner|fiancee?|"
    r"grand(?:mother|father|ma|pa|son|daughter|parents?|child)|granddad|grandad|gran|granny|nan|nana|nephews?|nieces?|uncle|aunt|auntie|aunty|titi|tia|cousins?|"
    r"(?:mother|father|son|daughter|brother|sister)-in-law|step-?(?:mother|father|son|daughter|mom|dad|brother|sister)|half-?(?:brother|sister)|twin(?: (?:brother|sister))?|"
    r"boyfriend|girlfriend|ex-?(?:wife|husband|partner|boyfriend|girlfriend)|widow|widower|godmother|godfather|hubby|hub|"
    r"foster (?:mother|father|mom|dad|parent)|wives|kids|children"
)
_HELPER_EN = (
    r"neighbou?r|friend|roommate|housemate|flatmate|caregiver|carer|caretaker|guardian|landlord|landlady|informant|proxy|co-?worker|colleague|classmate|"
    r"witness|sponsor|best friend|companion|interpreter|daycare|nanny|babysitter"
)
_RELATIVE = (
    rf"(?:nombre (?:de |del )(?:la )?)?(?:{_KIN_ES}|{_HELPER_ES})(?: (?:del? )?(?:la )?(?:paciente|principal|legal|menor))?|"
    r"(?:persona de )?contacto(?: (?:familiar|de emergencia|principal|urgente|1|2))?|familiar(?: (?:de contacto|responsable|de referencia|acompanante))?|"
    r"avisar a|en caso de emergencia(?: avisar a)?|persona (?:de contacto|de referencia|responsable)|acompanad[oa] (?:por|de)|parentesco|llamar a|"
    rf"(?:{_KIN_EN}|{_HELPER_EN})(?:'s name|/guardian)?|next of kin|n\.?o\.?k\.?|emergency contact(?: name)?|emerg(?:ency)? ?(?:contact)?|contact(?: (?:person|name))?|ec|"
    r"(?:legal |health ?care )?(?:guardian|proxy|representative|surrogate|agent)|hcp|poa|hcpoa|dpoa|parent/guardian|parent or guardian|accompanied by|caller|"
    r"informant|historian|responsible party|guarantor|spouse/partner|family contact|who(?:'s)? with"
)


def _people(text: str, *, comma: bool = True, lower: bool = False, lists: bool = True) -> Picks:
    yield from people(text, comma=comma, lists=lists)
    if lower and not text[opened(text) : opened(text) + 1].isupper():
        yield from _whole_lower(text)


_LOWER = re.compile(r"[a-z][a-z']+(?:[ -][a-z']+){0,4}(?=\s*(?:$|[|;/.,(]|  |\t))")


def _whole_lower(text: str) -> Picks:
    """A value wholly in lower case is a name only where it fills the field."""
    found = _LOWER.match(text, opened(text))
    if found and found.end() - found.start() > 3:
        parts = re.split("[ -]", found.group())
        if not any(part in _NEVER for part in parts if part not in ("de", "la", "del", "y")):
            yield found.span()


_OF = re.compile(r"del? (?=[A-Z])")
_JOINING = re.compile(r"del? |la |el |los |las |en |con |a ")


def _kin(text: str) -> Picks:
    """Names after a family word; "de" before them is not theirs."""
    found = _OF.match(text)
    shift = found.end() if found else 0
    for start, end in people(text[shift:]):
        yield start + shift, end + shift


def _role(text: str) -> Picks:
    """Names after a role; "de" after a role leads to a place."""
    if not _JOINING.match(text):
        yield from people(text)


_TITLED = partial(people, comma=False, lists=False)

_ES_NAMES = (
    Row(
        "field.patient",
        "PATIENT",
        _label(_PATIENT),
        "Paciente: «Zuazo Ferrer, Amaya»  Edad: 40",
        ("Paciente: varon de 40 anos", "Nombre del farmaco: paracetamol"),
        pick=partial(_people, lower=True),
        open_ended=True,
    ),
)
_TITLES_DOCTOR = r"dr|dra|dres|drs|dras|doctor|doctora|doctores|prof|profesor|profesora|professor|lic|ldo|lda|enf"
_TITLES_PERSON = r"sr|sra|srta|sres|senor|senora|senorita|dn|dna\.|don|dona|mr|mrs|ms|miss|mx|mister|smt|shri"
_NURSES = (
    r"enfermer[oa]|matrona|fisioterapeuta|fisio|psicolog[oa]|logopeda|pediatra|cirujan[oa]|anestesista|neurolog[oa]|cardiolog[oa]|"
    r"oncolog[oa]|urolog[oa]|ginecolog[oa]|neumolog[oa]|nefrolog[oa]|dermatolog[oa]|supervisora|celador|auxiliar|farmaceutic[oa]|"
    r"trabajadora social|terapeuta|sor|due|mir|nurse|midwife|surgeon|therapist|social worker|pharmacist|paramedic|sister|matron|"
    r"psychologist|psychiatrist|chaplain|physiotherapist|dietitian|hospitalist|oncologist|cardiologist|neurologist|"
    r"radiologist|pediatrician|caseworker|case manager|respiratory therapist|residente|r[1-5]|resident|intern|registrar"
)
_SUFFIX = (
    r"M\.?D\.?|D\.O\.|DO|R\.?N\.?|L\.?P\.?N\.?|PA-?C|P\.A\.|PA|NP|N\.P\.|FNP(?:-[A-Z]{1,2})?|APRN|ARNP|CRNA|CNM|MSW|LCSW|LMSW|LICSW|LMFT|LPC|"
    r"Ph\.?D\.?|PsyD|Psy\.D\.|PharmD|Pharm\.?D|RPh|DPT|PT|OTR(?:/L)?|OT|CCC-SLP|SLP|RD|RDN|RT|RRT|BSN|MSN|DNP|MBBS|MBChB|MB|FRC[A-Z]{1,3}|MRC[A-Z]{1,3}|FAC[A-Z]{1,2}|"
    r"DDS|DMD|DPM|OD|DC|MPH|MS|MA|CMA|CNA|EMT(?:-[BP])?|MD/PhD|CPNP|IBCLC|MDiv|BCC|RDMS|RN-BC|RMN|RGN|AuD"
)
_NAME = r"[A-Z][A-Za-z'_-]*\.?(?:[ ]{1,2}(?:(?:de|del|de la|la|van|von|der|den|al|el|bin|da|dos|y|i|e)[ ]){0,2}[A-Z][A-Za-z'_-]*\.?){0,4}"


def _before(text: str) -> Picks:
    """The last run of name words in a window that ends where the name ends."""
    begin = 0
    best: tuple[int, int] | None = None
    while begin < len(text):
        found = run(text, begin)
        if found and found[1] >= len(text.rstrip(" .,")):
            best = found
            break
        blank = text.find(" ", begin)
        if blank < 0:
            break
        begin = blank + 1
    if best:
        yield best


_FAMILY_GAP = (
    r"(?:(?:,|:| -| \(|\)|;)? ?(?:(?:que )?se llama|llamad[oa]s?|called|named|is named|who is called|matern[oa]|patern[oa]|mayor|menor|pequen[oa]|"
    r"gemel[oa]|political?|in law|-in-law|is|es)? ?,? ?[\"(]?)"
)

ROWS: tuple[Row, ...] = (
    *_ES_NAMES,
    Row(
        "field.doctor",
        "DOCTOR",
        _label(_DOCTOR),
        "Medico responsable: Dra. «Uxue Larralde»  N Col: 1",
        ("Firma: ilegible", "GP: see letter"),
        pick=partial(_people, comma=False, lower=False),
        open_ended=True,
    ),
    Row(
        "field.relative",
        "RELATIVE",
        _label(_RELATIVE, _COLON),
        "Next of kin: «Wendell Okoro» (son)",
        ("Contact: none",),
        pick=partial(_people, comma=False, lower=False),
        open_ended=True,
    ),
    Row(
        "title.doctor",
        "DOCTOR",
        rf"\b(?i:{_TITLES_DOCTOR})\b[.:]{{0,2}}[ao]?\.?[ \n]{{0,2}}{_WINDOW}",
        "seen by Dr. «Nkechi Abara» today",
        ("Dr. de guardia", "avisado el doctor"),
        pick=_TITLED,
        open_ended=True,
    ),
    Row(
        "title.person",
        "PATIENT",
        rf"\b(?i:{_TITLES_PERSON})\b[.:]{{0,2}}[ao]?\.?[ \n]{{0,2}}{_WINDOW}",
        "La Sra. «Ochandiano» refiere",
        ("la Sra. con dolor", "el senor refiere tos"),
        pick=_TITLED,
        score=0.85,
        open_ended=True,
    ),
    Row(
        "title.d",
        "PATIENT",
        rf"(?:^|[\n:;,\"(\[]|\b(?:a|con|por|que|y|paciente|segun|al|el|entre|don)\b) {{0,2}}(?:D\.|D\.? ?a\.?) {_WINDOW}",
        "D. «Fermin Aldaz» ingresa",
        ("D. mellitus", "enf. D. de Addison"),
        pick=_TITLED,
        score=0.85,
        open_ended=True,
    ),
    Row(
        "title.role",
        "DOCTOR",
        rf"\b(?i:{_NURSES})(?:,| \()? {_WINDOW}",
        "la enfermera «Maider Lasa» cura",
        ("the nurse Denies", "enfermera de planta"),
        pick=_role,
        score=0.85,
        open_ended=True,
    ),
    Row(
        "title.after",
        "DOCTOR",
        rf"\b({_NAME})(?:, ?| |,? \()(?:{_SUFFIX})\b",
        "Signed «Orla Fitzmaurice», RN",
        ("Seen in the ER, MD aware",),
        pick=_before,
        open_ended=True,
    ),
    Row(
        "kin.es",
        "KINSHIP",
        rf"(?i:\b(?:su|sus|mi|mis|tu|el|la|los|las|un|una|al|del|dos|tres|cuatro|de|por|con|a|y|ex|nuestr[oa]))[ \n]{{1,3}}"
        rf"((?i:{_KIN_ES})(?: (?:matern[oa]s?|patern[oa]s?|politic[oa]s?))?)\b",
        "acude con su «hija» Nerea",
        ("su hijuela",),
    ),
    Row(
        "kin.name.es",
        "RELATIVE",
        rf"\b(?i:{_KIN_ES}|{_HELPER_ES}){_FAMILY_GAP}{_WINDOW}",
        "su hija «Nerea Ibarrondo» cuenta",
        ("su hija. El paciente",),
        pick=_kin,
        open_ended=True,
    ),
    Row(
        "kin.name.en",
        "RELATIVE",
        rf"\b(?i:{_KIN_EN}|{_HELPER_EN}){_FAMILY_GAP}{_WINDOW}",
        "her daughter «Kirsten Vogel» called",
        ("her daughter. She is well", "his mother Monday"),
        pick=_kin,
        open_ended=True,
    ),
    Row(
        "kin.after",
        "RELATIVE",
        rf"\b({_NAME})(?:,|,? \(|, \() ?(?i:(?:su|his|her|my|mi|the patient's|pt's) )?(?i:{_KIN_EN}|{_KIN_ES})\b",
        "we rang «Torvald Nyquist», her husband",
        ("Denies cough, mother well",),
        pick=_before,
        score=0.8,
        open_ended=True,
    ),
    Row(
        "sex.field",
        "SEX",
        r"\b(?i:sexo|sex|genero|gender)[ \t]{0,3}[:=|.\t ][ \t.|]{0,20}"
        r"((?i:masculino|femenino|femenina|hombre|mujer|varon|nina|nino|male|female|woman|man|boy|girl|no binario|non-?binary)|[MHVFmhvf])\b",
        "Sexo: «M»",
        ("sexo: no consta",),
    ),
    Row(
        "sex.prose",
        "SEX",
        r"\b((?i:varon|mujer|hombre|nino|nina))(?i:,? (?:de )?(?:unos |unas |casi )?\d{1,3}[ -]?(?:a\b|ano|mes|dia|semana)|,? de \w{3,12}(?: y \w{3,9})? (?:anos|meses|dias))",
        "«Mujer» de 45 anos",
        ("mujer de su hermano",),
    ),
    Row(
        "sex.patient",
        "SEX",
        r"\b(?i:paciente|pte|lactante|adolescente|recien nacid[oa]|neonato|hij[oa]) (?i:de sexo |del sexo |de genero )?((?i:varon|mujer|hombre|masculino|femenino))\b",
        "paciente «varon» de edad media",
        ("paciente estable",),
    ),
    Row(
        "sex.of",
        "SEX",
        r"\b(?i:de(?:l)? sexo) ((?i:varon|mujer|masculino|femenino))\b",
        "del sexo «femenino»",
        ("del sexo opuesto",),
    ),
)


def _unused() -> Callable[[str], Picks]:
    return _people
