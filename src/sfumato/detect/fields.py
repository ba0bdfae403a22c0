"""Fields: people, sex and work where a label, a title or a family word announces them.

The expressions find the announcement and open a window behind it; `capitals` reads the names at
the start of the window. Everything is plain ASCII, as in the shadow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from sfumato.detect.capitals import opened, people, run
from sfumato.detect.patterns import Row
from sfumato.knowledge.lists import words

Picks = Iterator[tuple[int, int]]

_AHEAD = 90
_BEHIND = 60
_NEVER = words("not-names")
# A label is followed by ":", "=", "|", a tab, a leader of dots or a wide gap. One that ends in "]"
# is followed by ":" or "=": in "[Doctor] | Hemoglobin" the cell before the bar holds a mask.
_BRACKET = r"[\"'*_#]?\][\"'*_#]?[ \t]{0,3}[:=][ \t.]{0,40}"
_MARK = (
    r"(?:[\"'*_#]{0,2}[ \t]{0,3}(?:\([a-zA-Z/ ]{1,12}\) ?)?(?:[:=|>#]{1,2}|"
    rf"\.{{3,60}}|_{{3,60}}|-{{2,40}}>?|\t)[ \t.]{{0,40}}|{_BRACKET})"
)
_COLON = rf"(?:[\"'*_#]{{0,2}}[ \t]{{0,3}}[:=|][ \t.]{{0,40}}|{_BRACKET})"


def _label(labels: str, mark: str = _MARK) -> str:
    return rf"\b(?i:{labels}){mark}"


_PATIENT = (
    r"(?:1er|2o|1o|primer|segundo|2do|1\.er)? ?apellidos?(?: ?(?:y|,|/|e|&) "
    r"?nombres?)?(?: completo)?|"
    r"nombres?(?: ?(?:y|,|/|&) ?apellidos?)?(?: completo| social| sentido)?"
    r"(?: del? (?:la |el )?(?:paciente|titular|asegurad[oa]|trabajador|trabajadora|"
    r"usuari[oa]|nin[oa]|interesad[oa]|menor|alumn[oa]))?|"
    r"pa[ck]ientes?|pacte|pcte|pte|pac|paz|titular|trabajador[ae]?|asegurad[oa]|"
    r"beneficiari[oa]|interesad[oa]|"
    r"usuari[oa]|lesionad[oa]|demandante|afiliad[oa]|filiacion|donante|nombre y "
    r"apellidos|family\"|given\"|fallecid[oa]|finad[oa]|peritad[oa]|"
    r"informad[oa]|menor|recien nacido|identificacion|"
    r"(?:full |legal |preferred |patient'?s? |pt'?s? |client |resident |child'?s? |"
    r"member |last |first |middle |given |family |maiden |student )?names?"
    r"(?: of (?:patient|deceased|child|client|resident|applicant))?|"
    r"patients?|pt|surname|forenames?|fore name|resident|client|decedent|deceased|"
    r"claimant|insured|subscriber|member|"
    r"employee|student|donor|recipient|preferred|also known as|a\.?k\.?a\.?|alias|"
    r"goes by|re|worker|veteran|infant|baby"
)
_DOCTOR = (
    r"(?:medic[oa]s?|facultativ[oa]s?|doctor|doctora|cirujan[oa]s?|ayudantes?|"
    r"anestesistas?|anestesiolog[oa]s?|"
    r"enfermer[oa]s?|enf|due|d\.u\.e|matrona|matron|tcae|auxiliar|celador|"
    r"fisioterapeuta|fisio|logopeda|"
    r"psicolog[oa]|psiquiatra|pediatra|farmaceutic[oa]|trabajadora? social|ts|mir|"
    r"residente r?\d?|r[1-5]|adjunt[oa]|"
    r"tutor(?:a)? (?:mir|clinic[oa])|jef[ea] de (?:servicio|seccion|equipo|sala)|"
    r"supervisora?|coordinadora?|instrumentista|"
    r"circulante|radiolog[oa]|patolog[oa]|internista|cardiolog[oa]|neurolog[oa]|"
    r"nefrolog[oa]|oncolog[oa]|urolog[oa]|"
    r"ginecolog[oa]|tecnic[oa]|tes|perit[oa]|forense|dietista|nutricionista|"
    r"odontolog[oa]|profesional|terapeuta|"
    r"responsable|informante medico|especialista)"
    r"(?: (?:responsables?|referentes?|solicitantes?|prescriptora?|"
    r"peticionari[oa]s?|tratantes?|informantes?|adjunt[oa]|de "
    r"(?:cabecera|familia|guardia|referencia|atencion primaria|ap|urgencias|zona)|"
    r"del? (?:la )?(?:planta|servicio)|ap|clinic[oa]|ayudantes?|principal|"
    r"asistencial|legal|legista|colaborador))?"
    r"|d(?:r|ra)\.? ?(?:responsable|solicitante|cabecera)?|"
    r"(?:remitid[oa]|firmad[oa]|informad[oa]|realizad[oa]|solicitad[oa]|validad[oa]|"
    r"elaborad[oa]|revisad[oa]|redactad[oa]|atendid[oa]|valorad[oa]|"
    r"operad[oa]|dictad[oa]|transcrit[oa]|registrad[oa]|prescrit[oa]|indicad[oa]|"
    r"supervisad[oa]|extraid[oa]|enviad[oa])(?: (?:digital|electronica)mente)?(?: "
    r"por)?"
    r"|responsable(?: (?:clinic[oa]|del? (?:alta|informe|caso)|medic[oa]))?|"
    r"firma(?: (?:del? )?(?:la )?(?:medic[oa]|facultativ[oa]|profesional|"
    r"responsable|enfermer[oa]))?|"
    r"fdo(?: digitalmente)?|fda|fmdo|autor(?:a)?|solicita|prescribe|dicta|realiza|"
    r"valida|informa|remite|"
    r"(?:attending|admitting|ordering|referring|primary(?: care)?|consulting|"
    r"treating|prescribing|responsible|supervising|rendering|performing|"
    r"interpreting|requesting|discharging|reporting|primary care|family|operating|"
    r"ref|certifying)"
    r"(?: (?:physician|doctor|provider|clinician|surgeon|practitioner|md|dr|nurse|"
    r"radiologist|pathologist|consultant|rn))?(?: name)?|"
    r"physician|provider|clinician|surgeons?|(?:first |second |1st |2nd "
    r")?assistants?|co-?surgeon|(?:reg(?:istered)? |charge |staff |scrub |"
    r"circulating |school |practice |district |night |triage |discharge )?nurse|rn|"
    r"pcp|gp|md|consultant|registrar|"
    r"resident(?: physician)?|fellow|intern|sho|anesthesiologist|anaesthetist|"
    r"anesthesia|anesthetist|crna|midwife|cnm|"
    r"radiologist|pathologist|cardiologist|oncologist|neurologist|psychiatrist|"
    r"psychologist|therapist|pharmacist|technologist|tech|dietitian|"
    r"social worker|case manager|care coordinator|caseworker|counselor|counsellor|"
    r"keyworker|key worker|np|pa|pa-c|"
    r"(?:e-?|electronically |digitally )?(?:dictated|signed|transcribed|reviewed|"
    r"authored|authorized|authorised|performed|reported|typed|prepared|verified|"
    r"entered|written|interpreted|"
    r"seen|examined|completed|ordered|referred|approved|administered|given|"
    r"witnessed|recorded|documented|read|drawn|taken|checked|cosigned|co-signed|"
    r"attested|created|edited|resulted|received|collected)(?: (?:electronically|"
    r"digitally|off))?(?: by| and signed by)"
    r"|signed|signature|author|dictator|examiner|scribe|cc|c\.c|from|sender|attn|"
    r"nurse practitioner|operator|evaluator|clinician name|chaplain|doula|crew|"
    r"paramedic|emt|agent"
)
_KIN_ES_SURE = (
    r"madres?|padres?|papa|hij[oa]s?|hij[oa]strs?|hijastr[oa]|herman[oa]s?|"
    r"hermanastr[oa]|espos[oa]s?|marido|conyuge|pareja|novi[oa]|"
    r"abuel[oa]s?|abuelit[oa]|bisabuel[oa]|niet[oa]s?|bisniet[oa]|ti[oa]s?|"
    r"prim[oa]s?|suegr[oa]s?|yerno|nuera|cunad[oa]s?|sobrin[oa]s?|madrastra|"
    r"padrastro|padrin[oa]|madrina|"
    r"ahijad[oa]|consuegr[oa]|exmarido|exmujer|ex ?pareja|viud[oa]|gemel[oa]s?|"
    r"melliz[oa]s?|prometid[oa]|yaya|yayo"
)
_KIN_ES = rf"{_KIN_ES_SURE}|mujer"
_HELPER_ES = (
    r"vecin[oa]|amig[oa]|cuidadora?|tutora?|acompanante|informante|testigo|"
    r"representante|compadre|comadre"
)
_KIN_EN = (
    r"mother|father|mom|mum|mam|mommy|mummy|mama|dad|daddy|parents?|sons?|"
    r"daughters?|dtr|brothers?|sisters?|wife|husband|spouse|partner|fiancee?|"
    r"grand(?:mother|father|ma|pa|son|daughter|parents?|child)|granddad|grandad|"
    r"gran|granny|nan|nana|nephews?|nieces?|uncle|aunt|auntie|aunty|titi|tia|"
    r"cousins?|"
    r"(?:mother|father|son|daughter|brother|sister)-in-law|step-?(?:mother|father|"
    r"son|daughter|mom|dad|brother|sister)|half-?(?:brother|sister)|twin(?: "
    r"(?:brother|sister))?|"
    r"boyfriend|girlfriend|ex-?(?:wife|husband|partner|boyfriend|girlfriend)|widow|"
    r"widower|godmother|godfather|hubby|hub|"
    r"foster (?:mother|father|mom|dad|parent)|wives|kids|children"
)
_HELPER_EN = (
    r"neighbou?r|friend|roommate|housemate|flatmate|caregiver|carer|caretaker|"
    r"guardian|landlord|landlady|informant|proxy|co-?worker|colleague|classmate|"
    r"witness|sponsor|best friend|companion|interpreter|daycare|nanny|babysitter"
)
_RELATIVE = (
    rf"(?:nombre (?:de |del )(?:la )?)?(?:{_KIN_ES}|{_HELPER_ES})(?: (?:del? )?(?:la "
    rf")?(?:paciente|principal|legal|menor))?|"
    r"(?:persona de )?contacto(?: (?:familiar|de emergencia|principal|urgente|1|"
    r"2))?|familiar(?: (?:de contacto|responsable|de referencia|acompanante))?|"
    r"avisar a|en caso de emergencia(?: avisar a)?|persona (?:de contacto|de "
    r"referencia|responsable)|acompanad[oa] (?:por|de)|parentesco|llamar a|"
    rf"(?:{_KIN_EN}|{_HELPER_EN})(?:'s name|/guardian)?|next of kin|n\.?o\.?k\.?|"
    rf"emergency contact(?: name)?|emerg(?:ency)? ?(?:contact)?|contact(?: (?:person|"
    rf"name))?|ec|"
    r"(?:legal |health ?care )?(?:guardian|proxy|representative|surrogate|agent)|"
    r"hcp|poa|hcpoa|dpoa|parent/guardian|parent or guardian|accompanied by|caller|"
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


_STOP = re.compile(r"[ \n]*[.)]")
_OF = re.compile(r"del? (?=[A-Z])")
_JOINING = re.compile(r"del? |la |el |los |las |en |con |a ")


def _kin(text: str) -> Picks:
    """Names after a family word; "de" before them is not theirs, and a full stop ends the tie."""
    if _STOP.match(text):
        return
    found = _OF.match(text)
    shift = found.end() if found else 0
    for start, end in people(text[shift:]):
        yield start + shift, end + shift


def _role(text: str) -> Picks:
    """Names after a role; "de" after a role leads to a place."""
    if not _JOINING.match(text.lower()):
        yield from people(text)


def _title_case(text: str) -> Picks:
    """Names whose first word has a capital and then small letters: "PT STATES" is none."""
    begin = opened(text)
    if text[begin : begin + 1].isupper() and text[begin + 1 : begin + 2].islower():
        yield from people(text)


def _surname_first(text: str) -> Picks:
    """SURNAME, Name: the whole of it, where the surname holds no word that a name cannot."""
    found = run(text, 0)
    comma = text.find(",")
    if found and found[1] == comma and (after := run(text, comma + 2)):
        yield 0, after[1]


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
        ahead=_AHEAD,
    ),
)
_TITLES_DOCTOR = (
    r"dr|dra|dres|drs|dras|doctor|doctora|doctores|prof|profesor|profesora|"
    r"professor|lic|ldo|lda|enf"
)
_TITLES_PERSON = (
    r"sr|sra|srta|sres|senor|senora|senorita|dn|dna\.|don|dona|mr|mrs|ms|miss|mx|"
    r"mister|smt|shri"
)
_NURSES = (
    r"enfermer[oa]|matrona|fisioterapeuta|fisio|psicolog[oa]|logopeda|pediatra|"
    r"cirujan[oa]|anestesista|neurolog[oa]|cardiolog[oa]|"
    r"oncolog[oa]|urolog[oa]|ginecolog[oa]|neumolog[oa]|nefrolog[oa]|dermatolog[oa]|"
    r"supervisora|celador|auxiliar|farmaceutic[oa]|"
    r"trabajadora social|terapeuta|sor|due|aux|adjunt[oa]|resi|oculista|"
    r"neuropsicologa?|gerocultora|educadora|conductor|sw|slp|audiologist|"
    r"optometrist|dentist|surg|scribe|tech|doula|warden|carer|hca|cna|lpn|rn|np|rrt|"
    r"aide|mir|nurse|midwife|surgeon|therapist|social worker|pharmacist|paramedic|"
    r"sister|matron|"
    r"psychologist|psychiatrist|chaplain|physiotherapist|dietitian|hospitalist|"
    r"oncologist|cardiologist|neurologist|"
    r"radiologist|pediatrician|caseworker|case manager|respiratory therapist|"
    r"residente|r[1-5]|resident|intern|registrar"
)
_SUFFIX = (
    r"M\.?D\.?|D\.O\.|DO|R\.?N\.?|L\.?P\.?N\.?|PA-?C|P\.A\.|PA|NP|N\.P\.|"
    r"FNP(?:-[A-Z]{1,2})?|APRN|ARNP|CRNA|CNM|MSW|LCSW|LMSW|LICSW|LMFT|LPC|"
    r"Ph\.?D\.?|PsyD|Psy\.D\.|PharmD|Pharm\.?D|RPh|DPT|PT|OTR(?:/L)?|OT|CCC-SLP|SLP|"
    r"RD|RDN|RT|RRT|BSN|MSN|DNP|MBBS|MBChB|MB|FRC[A-Z]{1,3}|MRC[A-Z]{1,3}|"
    r"FAC[A-Z]{1,2}|"
    r"DDS|DMD|DPM|OD|DC|MPH|MS|MA|CMA|CNA|EMT(?:-[BP])?|MD/PhD|CPNP|IBCLC|MDiv|BCC|"
    r"RDMS|RN-BC|RMN|RGN|AuD"
)


def _before(text: str) -> Picks:
    """The last run of name words before the comma, bracket or blank that opens the last part."""
    end = max(text.rfind(","), text.rfind(" ("))
    yield from _ending(text, len(text[: end if end > 0 else text.rfind(" ")].rstrip(" ,(")))


def _before_two(text: str) -> Picks:
    yield from (found for found in _before(text) if " " in text[found[0] : found[1]])


def _ending(text: str, end: int) -> Picks:
    begin = 0
    while begin < end:
        found = run(text[:end], begin)
        if found and found[1] >= end and text[begin].isupper():
            yield found
            return
        begin = text.find(" ", begin, end) + 1 or end


_SIGN = re.compile(
    r"[,;.]? {0,3}\(?(?i:(?:n\.?o?\.? ?|no? de )?col|cmp|npi|gmc|nmc|hcpc|m\.?n\.|"
    r"lic\.|reg\.)[^,;]{0,12}$"
)


def _before_sign(text: str) -> Picks:
    """The last run of name words before a licence number."""
    sign = _SIGN.search(text)
    if sign:
        yield from _ending(text, sign.start())


_REST = re.compile(r"\S+\s+")
_SEX_WORD = re.compile(
    r"[ \t.|\"'>]*\b(masculin[oa]|femenin[oa]|masc|fem|hombre|mujer|varon|nina|nino|"
    r"male|female|woman|man|boy|girl|no binario|non-?binary|home|dona|muller|"
    r"[MHVF])\b",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(r"\w+")


def _after_first(text: str) -> Picks:
    found = _REST.match(text)
    if found:
        yield found.end(), len(text)


def _first_word(text: str) -> Picks:
    found = _FIRST_WORD.search(text)
    if found:
        yield found.span()


def _last_word(text: str) -> Picks:
    yield text.rstrip().rfind(" ") + 1, len(text)


def _sex(text: str) -> Picks:
    found = _SEX_WORD.match(text)
    if found:
        yield found.span(1)


_FAMILY_GAP = (
    r"(?:(?:,|:| -| \(|\)|;)? ?(?:(?:que )?se llama|llamad[oa]s?|called|named|is "
    r"named|who is called|matern[oa]|patern[oa]|mayor|menor|pequen[oa]|"
    r"gemel[oa]|political?|in law|-in-law|is|es)? ?,? ?[\"(]?)"
)

ROWS: tuple[Row, ...] = (
    *_ES_NAMES,
    Row(
        "field.doctor",
        "DOCTOR",
        _label(_DOCTOR),
        "Medico responsable: Dra. «Uxue Larralde»  N Col: 1",
        ("Firma: ilegible", "GP: see letter", "[Doctor]\tHemoglobin\t10.8"),
        pick=partial(_people, comma=False, lower=False),
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "field.relative",
        "RELATIVE",
        _label(_RELATIVE, _COLON),
        "Next of kin: «Wendell Okoro» (son)",
        ("Contact: none",),
        pick=partial(_people, comma=False, lower=False),
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "title.doctor",
        "DOCTOR",
        rf"\b(?i:{_TITLES_DOCTOR})\b[.:]{{0,2}}[ao]?\.?[ \n]{{0,2}}",
        "seen by Dr. «Nkechi Abara» today",
        ("Dr. de guardia", "avisado el doctor"),
        pick=_TITLED,
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "title.person",
        "PATIENT",
        rf"\b(?i:{_TITLES_PERSON})\b[.:]{{0,2}}[ao]?\.?[ \n]{{0,2}}",
        "La Sra. «Ochandiano» refiere",
        ("la Sra. con dolor", "el senor refiere tos"),
        pick=_TITLED,
        score=0.85,
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "title.d",
        "PATIENT",
        r"(?:^|[\n:;,\"(\[]|\b(?:a|con|por|que|y|paciente|segun|al|el|entre|don)\b) "
        r"{0,2}(?:D\.|D\.? ?a\.?) ",
        "D. «Fermin Aldaz» ingresa",
        ("D. mellitus", "enf. D. de Addison"),
        pick=_TITLED,
        score=0.85,
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "title.role",
        "DOCTOR",
        rf"\b(?i:{_NURSES})(?:,| \()? ",
        "la enfermera «Maider Lasa» cura",
        ("the nurse Denies", "enfermera de planta"),
        pick=_role,
        score=0.85,
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "name.comma",
        "PATIENT",
        r"\b[A-Z]{4,20}(?:[ -](?:DE |DEL |LA |Y )?[A-Z]{2,20}){0,3}, "
        r"?[A-Z][a-z]{2,15}(?: [A-Z][a-z.]{1,15}){0,3}",
        "«LARRAURI SOTO, Begona» NHC",
        ("URGENCIAS, Ambulancia",),
        pick=_surname_first,
        open_ended=True,
    ),
    Row(
        "name.announced",
        "PATIENT",
        r"\b(?i:(?:el |la |del |al )?paciente|pte|pac|patient|pt|full name|nombre|"
        r"trabajador|trabajadora|se llama|llamad[oa]|llamaremos|llamare|dice llamarse|"
        r"responde al nombre de|named|called|known as|goes by|alias|apodad[oa]|"
        r"conocid[oa] como|me llamo|mi nombre es|my name is|soy|i'm|i am|this is|"
        r"resident|client|bebe|baby|infant|"
        r"nino|nina|menor|identificad[oa] como|identified as|veteran|entregad[oa] a|"
        r"entrego a|se explica a|exploro a)(?:,|:| \(|\()? [\"'(]{0,2}",
        "la paciente «Saioa Rekarte» acude",
        ("el paciente Refiere", "PT STATES", "patient is"),
        pick=_title_case,
        score=0.8,
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "name.greeting",
        "DOCTOR",
        r"\b(?i:hi|hello|dear|hola|estimad[oa]|querid[oa]|bon dia|kaixo|buenos dias|"
        r"buenas tardes)(?: (?i:de nuevo|again))?,? ",
        "Hola, «Saioa»: te escribo",
        ("Dear Colleague", "Dear Sir"),
        pick=_title_case,
        score=0.8,
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "name.farewell",
        "DOCTOR",
        r"\b(?i:thanks|thank you|gracias|saludos?|un abrazo|un saludo|besos|regards|"
        r"cheers|sincerely|best wishes|best|yours(?: sincerely| faithfully| truly)?|"
        r"respectfully|atentamente|cordialmente|eskerrik asko|suy[oa](?: afmo\.)?|"
        r"cordial saludo|many thanks|warmly|ty|tia|take care|signed|gracies|salutacions|"
        r"agur|apertas|gracinas)[,.!]?(?:\n{1,3}|[ ]?[-, ]{1,3})[ -]{0,4}",
        "Kind regards,\n«Maeve Tierney»",
        ("Thanks, Will see",),
        pick=_title_case,
        score=0.8,
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "name.numbered",
        "DOCTOR",
        r"(?:[,;.] ?| {1,3})\(?(?i:(?:n\.?o?\.? ?|no? de )?col(?:egiad[oa])?\b\.?:? "
        r"?(?:n\.?o?\.? ?)?\d|cmp\b|npi\b|gmc\b|nmc\b|hcpc\b|m\.?n\.? ?\d|lic\. ?\d|"
        r"reg\. ?n)",
        "\n«Macedonio Rial Otero», col. 361",
        ("Dolor Col. lumbar",),
        pick=_before_sign,
        open_ended=True,
        behind=_BEHIND,
    ),
    Row(
        "title.after.bare",
        "DOCTOR",
        r" (?:M\.?D\.?|R\.?N\.?|LPN|PA-C|Ph\.?D\.?|MBBS|MSW|LCSW|EMT-[BP]|APRN|CRNA|RMN|"
        r"PharmD|FNP)\b",
        "called «Orla Fitzmaurice» RN",
        ("Psych RN shift", "mother's MRN 66"),
        pick=_before_two,
        score=0.85,
        open_ended=True,
        behind=_BEHIND,
    ),
    Row(
        "title.after",
        "DOCTOR",
        rf"(?:, ?| \()(?:{_SUFFIX})\b",
        "Signed «Orla Fitzmaurice», RN",
        ("Seen in the ER, MD aware",),
        pick=_before,
        open_ended=True,
        behind=_BEHIND,
    ),
    Row(
        "kin.es",
        "KINSHIP",
        rf"\b(?:(?i:su|sus|mi|mis|tu|el|la|los|las|un|una|al|del|dos|tres|cuatro|de|por|con|"
        rf"a|y|ex|nuestr[oa])[ \n]{{1,3}}(?i:{_KIN_ES_SURE})"
        rf"|(?i:su|sus|mi|mis|tu|la|por la|con la)[ \n]{{1,3}}(?i:familia(?:res)?)"
        rf"|(?i:su|mi|tu|ex)[ \n]{{1,3}}(?i:mujer))(?i: (?:matern[oa]s?|patern[oa]s?|politic[oa]s?|"
        rf"gemel[oa]s?|mayor))?\b",
        "acude con su «hija» Nerea",
        ("su hijuela", "medico de familia", "una mujer de edad", "personales y familiares"),
        pick=_after_first,
    ),
    Row(
        "kin.name.es",
        "RELATIVE",
        rf"\b(?i:{_KIN_ES}|{_HELPER_ES})\b{_FAMILY_GAP}",
        "su hija «Nerea Ibarrondo» cuenta",
        ("su hija. El paciente", "con la madre. Expresan dudas", "PRIMARY OPERATIVE"),
        pick=_kin,
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "kin.name.en",
        "RELATIVE",
        rf"\b(?i:{_KIN_EN}|{_HELPER_EN})\b{_FAMILY_GAP}",
        "her daughter «Kirsten Vogel» called",
        ("her daughter. She is well", "his mother Monday", "with the mother. Risks", "MAMMOGRAPHY"),
        pick=_kin,
        open_ended=True,
        ahead=_AHEAD,
    ),
    Row(
        "kin.after",
        "RELATIVE",
        rf"(?:, ?| \()(?i:(?:su|his|her|my|mi|the patient's|pt's) )?(?i:{_KIN_EN}|{_KIN_ES})\b",
        "we rang «Torvald Nyquist», her husband",
        ("Denies cough, mother well",),
        pick=_before,
        score=0.8,
        open_ended=True,
        behind=_BEHIND,
    ),
    Row(
        "kin.es.any",
        "KINSHIP",
        r"\b(?i:ti[oa]s? (?:matern|patern)[oa]s?|prim[oa]s? herman[oa]s?|prim[oa]s? "
        r"segund[oa]s?|herman[oa]s?|hij[oa]s?|padres?|madres?|marido|espos[oa]s?|"
        r"abuel[oa]s?|niet[oa]s?|sobrin[oa]s?|yerno|nuera|suegr[oa]s?|cunad[oa]s?|"
        r"hermanit[oa]|abuelit[oa])(?i: (?:matern[oa]s?|patern[oa]s?|politic[oa]s?|"
        r"gemel[oa]s?|mayor))?\b",
        "avisado «hijo» por la noche",
        ("hijuela",),
        score=0.8,
    ),
    Row(
        "sex.field",
        "SEX",
        r"\b(?i:sexo|sex|genero|gender)[\"'*#\]]{0,2}[ \t]{0,3}(?:[:=|.\t /#>-]|\?)",
        "Sexo: «M»",
        ("sexo: no consta",),
        pick=_sex,
        ahead=24,
    ),
    Row(
        "sex.prose",
        "SEX",
        r"\b(?i:varon|mujer|hombre|nino|nina)(?i:,? (?:de )?(?:unos |unas |casi "
        r")?\d{1,3}[ -]?(?:a\b|ano|mes|dia|semana|[,. ])|,? de \w{3,12}(?: y \w{3,9})? "
        r"(?:anos|meses|dias))",
        "«Mujer» de 45 anos",
        ("mujer de su hermano",),
        pick=_first_word,
    ),
    Row(
        "sex.age",
        "SEX",
        r"\b\d{1,3} ?(?i:a\.?|anos|anys|an|m|meses|semanas|d)[ ]{0,2}(?:[,.;/|-])?[ "
        r"]{0,2}(?i:varon|mujer|hombre|nino|nina|masculino|femenino|masc|fem)\b",
        "54 anos, «varon»",
        ("3 anos despues",),
        pick=_last_word,
    ),
    Row(
        "sex.sign",
        "SEX",
        r"(?:/|\|| - |--|;|,|\x7f) {0,2}(?i:varon|mujer|hombre|masculino|femenino|"
        r"femenina|fem|masc)\.? {0,2}(?:/|\|| - |--|;|,|\x7f|\n|\.)",
        "Ibarra, P. / «mujer» / 54",
        ("la mujer / pareja",),
        pick=_first_word,
        open_ended=True,
    ),
    Row(
        "sex.patient",
        "SEX",
        r"\b(?i:paciente|pte|lactante|adolescente|recien nacid[oa]|neonato|rn|hij[oa]) "
        r"(?i:de sexo |del sexo |de genero )?(?i:varon|mujer|hombre|masculino|"
        r"femenin[oa])\b",
        "paciente «varon» de edad media",
        ("paciente estable",),
        pick=_last_word,
    ),
    Row(
        "sex.of",
        "SEX",
        r"\b(?i:del?) (?i:sexo) (?i:varon|mujer|masculino|femenino)\b",
        "del sexo «femenino»",
        ("del sexo opuesto",),
        pick=_last_word,
    ),
)
