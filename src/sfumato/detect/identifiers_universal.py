"""Identifiers that no country owns: accounts, devices, places on the globe, names in systems."""

from __future__ import annotations

from sfumato.detect import checksums
from sfumato.detect.patterns import Row
from sfumato.detect.shapes import is_date, labelled

_NOBODY = ("none", "null", "true", "false", "unknown", "system", "manual", "friendly")
_HEX = "[0-9A-Fa-f]"

_ACCOUNTS = (
    Row(
        name="iban",
        label="ACCOUNT",
        expression=r"\b([A-Z]{2}\d{2}[ -]?(?:[A-Z\d]{4}[ -]?){2,7}[A-Z\d]{1,4})\b",
        example="abonar en «ES42 2085 1066 4303 1234 5678»",
        near=("ES43 2085 1066 4303 1234 5678",),
        source="ISO 13616-1; ISO/IEC 7064",
        check=checksums.iban,
        score=0.98,
    ),
    Row(
        name="iban-es-unchecked",
        label="ACCOUNT",
        expression=r"\b([Ee][Ss][ -]?[\dOolI]{2}(?:[ -]?[\dOolI]{4}){4,5}|[A-Z]{2}\d{2}(?:"
        r" \d{4}){3,6}(?: \d{1,4})?)\b",
        example="IBAN «ES43 2085 1066 4303 1234 5678»",
        near=("ES43 2085 1066",),
        source="ISO 13616-1, layout without the check",
        score=0.85,
    ),
    Row(
        name="card",
        label="ACCOUNT",
        expression=r"\b(\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,7}|3\d{3}[ -]?\d{6}[ -]?\d{5})\b",
        example="paid with «4819 2037 4819 2039»",
        near=("4819 2037 4819 2038", "9999 2037 4819 2039"),
        source="ISO/IEC 7812-1",
        check=checksums.card,
        score=0.92,
    ),
    Row(
        name="card-masked",
        label="ACCOUNT",
        expression=r"((?:\d{4}[ -]?)?(?:[xX*]{4}[ -]?){1,3}\d{4}\b)",
        example="VISA «**** **** **** 4820»",
        near=("**** 482",),
        source="PCI DSS 3.4, truncated card numbers",
        open_ended=True,
        score=0.8,
    ),
)

_DEVICES = (
    Row(
        name="imei",
        label="DEVICE_ID",
        expression=r"\b(\d{2}[ -]?\d{6}[ -]?\d{6}[ -]?\d)\b",
        example="IMEI «35-693803-564380-9»",
        near=("35-693803-564380-8",),
        source="3GPP TS 23.003",
        check=checksums.imei,
        score=0.85,
    ),
    Row(
        name="mac",
        label="DEVICE_ID",
        expression=rf"\b({_HEX}{{2}}(?:[:-]{_HEX}{{2}}){{5}})\b",
        example="pump at «3C:52:82:4F:0A:B7»",
        near=("12:52:82", "3C:52:82:4F:0A"),
        source="IEEE 802, EUI-48",
    ),
    Row(
        name="udi",
        label="DEVICE_ID",
        expression=r"(\(01\) ?\d{14}(?: ?\((?:10|11|17|21|240)\) ?[0-9A-Za-z./-]{1,20}){0,5})",
        example="UDI «(01)04820173948201(17)260101(21)A48»",
        near=("(01) 4820",),
        source="GS1 General Specifications; 21 CFR 830",
        open_ended=True,
    ),
    Row(
        name="dicom-uid",
        label="IMAGE_REF",
        expression=r"\b(1\.(?:2|3)\.(?:840|6|12|392|752|826|276|528)(?:\.\d{1,30}){4,14})\b",
        example="StudyInstanceUID «1.2.840.113619.2.55.3.482017.4»",
        near=("1.2.840.1",),
        source="DICOM PS3.5, chapter 9",
    ),
    labelled(
        "device-serial",
        "DEVICE_ID",
        r"[sn]/[ns]\b|sn\b|ser(?:ial|ie|\.)(?: ?(?:#|no\.?|number|n[o.]{1,3}))?|n[o.]{1,3} ?(?:de"
        r" )?serie|num(?:ero)?\.? ?(?:de )?serie"
        r"|serial_?number|device ?(?:id|serial|no\.?|#)|deviceserial\w{0,6}|conc serial|asset(?: ?"
        r"(?:tag|#|no\.?|id))?|inv\."
        r"|inventario|n[o.]{1,3} ?inv\.?|imei|udi(?:-di)?|sl\. ?no\.?|dispositivo n[o.]{1,3}"
        r"|n\.?s\.?:|ns\b|s/no|ser\b"
        r"|implante ref\.?|generador|electrodos?(?: (?:vd|ad|vi))?|mod(?:el)?[._]?serial"
        r"|ref\.? implante|pump (?:id|#|no\.?)|(?:hoist|pump|bed|monitor|vent(?:ilator)?|cpap"
        r"|holter|grabadora|bomba|equipo|telemonitor|transmitter|probe|controller|machine|laptop"
        r"|infusor|patch|unit|workstation|stationname|filter|zoll)(?: serial| sn)?(?: no\.?| #)?"
        r"|asset tag",
        "marcapasos nº de serie «PJN48201»",
        near=("serie de 12 casos", "serial troponins 12", "monitor 24 h", "bed 12", "serie 2-3"),
        digits=4,
        veto=("fisio", "en"),
    ),
)

_IMPLANTED = (
    r"implant\w{0,5}",
    r"protesis",
    r"prosthe\w{2,4}",
    r"stem",
    r"cup",
    r"vastago",
    r"cotilo",
    r"cabeza",
    r"lens",
    r"lente",
    r"iol",
    r"stent",
    r"mesh",
    r"malla",
    r"valv\w{1,3}",
    r"marcapasos",
    r"pacemaker",
    r"dai",
    r"icd",
    r"powerport",
    r"port",
    r"reservorio",
    r"nail",
    r"clavo",
    r"screws?",
    r"plate",
    r"anclaje",
    r"electrodo",
    r"lead",
    r"graft",
    r"injerto",
    r"udi",
    r"breast",
    r"mamaria",
    r"knee",
    r"hip",
    r"arthroplasty",
)

_LOTS = Row(
    name="device-lot",
    label="DEVICE_ID",
    expression=r"(?i:\b(?:lote?|batch)\b\.?[ \t]{0,2}(?:n\.?o|no|num|#)?[.:# ]{0,4})"
    r"\b([A-Za-z0-9-]{0,8}\d[A-Za-z0-9./-]{3,18})\b",
    example="prótesis cementada lote «EX-4820-17»",
    near=("vacuna lote EX-4820-17", "prótesis, referencia 12-16"),
    source="21 CFR 830 (production identifiers of a device)",
    context=_IMPLANTED,
    reach=90,
    check=lambda text: sum(sign.isdigit() for sign in text) >= 4,
    score=0.75,
)

_PLACES = (
    Row(
        name="gps-decimal",
        label="LOCATION",
        expression=r"([-+]?\b[1-8]?\d\.\d{4,8}\x7f?"
        r" ?[NSns]?,[ ]{0,2}[-+]?1?\d{1,2}\.\d{4,8}\b\x7f? ?(?:[EWOewo]\b)?)",
        example="recogido en «41.648231, -0.889152»",
        near=("0.1234, 0.5678 p", "41.6, -0.9"),
        source="ISO 6709 annex D",
        open_ended=True,
        check=lambda text: not text.startswith("0."),
    ),
    Row(
        name="gps-degrees",
        label="LOCATION",
        expression=r"\b(\d{1,2}\x7f ?\d{1,2}(?:\.\d{1,4})?['][ ]?(?:\d{1,2}"
        r"(?:\.\d{1,3})?[\"'][\"']? ?)?[NSns][ ,;/]{0,3}"
        r"\d{1,3}\x7f ?\d{1,2}(?:\.\d{1,4})?['][ ]?(?:\d{1,2}(?:\.\d{1,3})?[\"'][\"']?"
        r" ?)?[EWOewo])\b",
        example="a «41° 38' 53\" N, 0° 53' 21\" W»",
        near=("flexión 41° 38'",),
        source="ISO 6709 annex D",
    ),
)

_NAMES = (
    Row(
        name="username",
        label="USERNAME",
        expression=r"(?i:\b(?:usuari[oa]|user(?: ?name)?|user[_-]?id|login|usr|handle|gamer ?tag"
        r"|author|signed_by|esig|exported_by"
        r"|uid|usr_id|nick|alias|perfil|insta(?:gram)?|twitter|skype|snapchat|telegram|tiktok"
        r"|tramita|operador[a]?)"
        r"(?: (?:app|portal|migr|name))?['\"]?[ \t]{0,14}[:=]?[ \t]{0,12}['\"(@]{0,2})"
        r"\b((?:[A-Za-z][A-Za-z-]{0,24}[0-9_.][A-Za-z0-9_.-]{0,24}"
        r"|[A-Z]{2,4}-\d{2,6})[A-Za-z0-9])\b",
        example="acceso por usuario «rvidal_48»",
        near=("usuario habitual de 12", "user manual 2.0", "login page"),
        source="label before the value",
        check=lambda text: not text[0].isdigit() and "@" not in text,
    ),
    Row(
        name="username-assigned",
        label="USERNAME",
        expression=r"(?i:\b(?:usuari[oa]|user(?:name|_id)?|login|usr|exported_by|signed_by|author"
        r"|esig|gamer tag)['\"]?"
        r"(?:[ ]{0,3}[:=][ ]{0,3}|[ ]{1,14}\()['\"(@]{0,2})"
        r"([A-Za-z][A-Za-z0-9_.@-]{2,30}[A-Za-z0-9])\b",
        example="login: «rvidal»",
        near=("login to the portal", "usuario de silla"),
        source="label and sign before the value",
        score=0.8,
        cut=lambda text, after: 0 if text.isalpha() and after[:1] in (" ", "'") else len(text),
        check=lambda text: text.lower() not in _NOBODY,
    ),
    Row(
        name="username-equals",
        label="USERNAME",
        expression=r"(?i:\b(?:usuari[oa]|user(?:_?name|_?id)?|login|usr|(?:exported|signed|created"
        r"|modified)_by|author|esig|tramita|netid)"
        r"[\"']?[=#] ?[\"']?)([A-Za-z][A-Za-z0-9_.-]{2,30}[A-Za-z0-9])\b",
        example="user=«rvidal» ip",
        near=("user = 12",),
        source="logs",
        score=0.88,
        check=lambda text: text.lower() not in _NOBODY,
    ),
    Row(
        name="username-by",
        label="USERNAME",
        expression=r"(?i:\b(?:by|por|as|transcribed:?|anon:|digito|facebook|user|usuario)"
        r" ?[(:\"']{0,2} ?)([a-z]{2,16}[._][a-z0-9_.]{1,20}[a-z0-9]"
        r"|[a-z]{3,16}\d{1,6}|[a-z]{1,12}_[a-z0-9_]{1,16})\b",
        example="impreso por «rvidal48» ayer",
        near=("por t12", "as l5.s1", "por 48"),
        source="login names beside the verb of a log line",
        score=0.7,
    ),
    Row(
        name="username-speaker",
        label="USERNAME",
        expression=r"(?:^|\n)[> ]{0,4}([A-Za-z]{1,16}(?:[._][A-Za-z0-9]{1,16}){1,3}"
        r"|[A-Za-z]{3,16}\d{1,6})(?: -| wrote| replied| escribio"
        r"| \d\d:\d\d| \x7f| \.)",
        example="\n«rvidal_48» wrote, 14:02",
        near=("\nFEV1: 80", "\nrosa: hola"),
        source="forums and chats",
        score=0.7,
        check=lambda text: any(sign.islower() for sign in text) and ("_" in text or "." in text),
    ),
    Row(
        name="handle",
        label="USERNAME",
        expression=r"(?:^|[\s(>\"',;:])((?:@|u/)[A-Za-z][A-Za-z_.][A-Za-z0-9_.]{0,28}[A-Za-z0-9_])",
        example="escribe como «@rvidal.48» en la red",
        near=("rvidal@ejemplo.org", "@ 12", "a @"),
        source="social networks",
        score=0.85,
    ),
    labelled(
        "code-labelled",
        "OTHER",
        r"ga[uv]et\w{0,3}|codigo n[o.]{1,3}|key ?safe|pin|clave|password|contrasena|passcode"
        r"|access code|codigo de acceso|confirmation code"
        r"|estudio|ensayo|protocol[o]?|cuaderno|ref\. cliente|id#?|ref cliente|codigo|code",
        "clave: «RV4820»",
        near=("código postal 28012", "código ictus 24 h", "estudio 2019", "code blue"),
        digits=4,
        score=0.6,
        veto=("postal", "icd", "cie", "snomed", "cpt"),
    ),
    labelled(
        "image-reference",
        "IMAGE_REF",
        r"(?:foto(?:grafia)?s?|imagen|image|photo|img|dsc|fichero|archivo|serie dicom|pacs)(?: ?"
        r"(?:id|n[o.]{1,3}|#|ref\.?|file))?[_]?",
        "imagen nº «IMG-48201»",
        near=("imagen de 12 mm", "fotos 2-3", "photo 12 days"),
        digits=4,
        score=0.7,
    ),
)

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


_BARE = (
    Row(
        name="code-year",
        label="CONTACT_ID",
        expression=r"\b([A-Z]{1,5}[-/]?\d{2,4}[-/]\d{3,8}(?:[-/][A-Z0-9]{1,5})?"
        r"|\d{2,4}[-/][A-Z]{1,5}[-/]\d{3,8}|[A-Z]{2,5}[-/][A-Z]{2,5}[-/]\d{2,8})\b",
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
        expression=r"\b([A-Z]{1,4}\d{6,10}[A-Z]?|[A-Z]{2,5}-\d{5,8}(?:-[A-Z0-9]{1,4})?"
        r"|[A-Z]-\d{5,8})\b",
        example="con pulsera «HK482017»",
        near=("NCT04820173", "PMID48201734", "HK4820"),
        source=_CODE_SOURCE,
        check=_is_code,
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
)

ROWS: tuple[Row, ...] = (*_ACCOUNTS, *_DEVICES, _LOTS, *_PLACES, *_NAMES, *_BARE)
