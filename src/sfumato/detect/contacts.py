"""Contacts: e-mail, web, network addresses, telephones and faxes."""

from __future__ import annotations

import ipaddress

from sfumato.detect import phones
from sfumato.detect.patterns import Row
from sfumato.detect.shapes import measured

_TOPS = frozenset(
    "com org net edu gov mil int info biz eu cat gal eus es mx ar cl co pe ve ec uy py bo cr gt hn"
    " sv ni pa cu do pr br pt fr"
    " it de uk ie us ca au nz za in sg jp cn nl be ch at se no dk fi pl ro ru gr tr il ae health"
    " care clinic hospital doctor"
    " online app dev io ai me tv cloud site web blog shop example test invalid local localhost lan"
    " internal coop museum".split()
)
_WORDY_TOPS = frozenset(
    "es me is in it at to so no be us am de la do se co pa per int care web app local test".split()
)

_TOP = "(?i:" + "|".join(sorted(_TOPS, key=lambda top: (-len(top), top))) + ")"
_DOMAIN = rf"(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{{0,61}}[A-Za-z0-9])?\.){{1,6}}{_TOP}\b"
_PATH = r"(?::\d{2,5})?(?:[/?#][A-Za-z0-9_~%./?#=&+:@!$,;*-]{0,200})?"


def _is_domain(text: str) -> bool:
    host, _, path = text.partition("/")
    labels = host.split("?")[0].split(":")[0].lower().split(".")
    if labels[-1] not in _TOPS or max(len(label) for label in labels[:-1]) < 3:
        return False
    if any(label.isdigit() for label in labels[:-1]) and len(labels) == 2:
        return False
    return labels[-1] not in _WORDY_TOPS or len(labels) > 2 or bool(path) or "-" in labels[0]


def _trim(text: str, _after: str) -> int:
    return len(text.rstrip(".,;:!?*)&-"))


def _is_ipv4(text: str) -> bool:
    parts = [int(part) for part in text.split("/")[0].split(":")[0].split(".")]
    return all(part < 256 for part in parts) and max(parts) > 9 and parts[0] > 0


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return any(sign.isdigit() for sign in text) and len(text) > 5


_WEB = (
    Row(
        name="email",
        label="EMAIL",
        expression=r"\b([A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@"
        r"(?:[A-Za-z0-9_-]{1,63}\.){1,6}[A-Za-z][A-Za-z0-9-]{0,23})",
        example="escribir a «rosa.vidal48@ejemplo.org»",
        near=("a @ 12", "10@37.5"),
        source="RFC 5322, addr-spec",
        score=0.99,
        open_ended=True,
        cut=_trim,
    ),
    Row(
        name="email-local",
        label="EMAIL",
        expression=r"\b([A-Za-z][A-Za-z0-9._+-]{1,63}@[A-Za-z][A-Za-z0-9_-]{2,63})\b",
        example="aviso a «rvidal@servidor»",
        near=("T@3", "12@3l"),
        source="RFC 5322, addr-spec without a dot in the host",
        cut=lambda text, after: 0 if after[:1] == "." and after[1:2].isalnum() else len(text),
        score=0.85,
    ),
    Row(
        name="email-obfuscated",
        label="EMAIL",
        expression=r"(?i)\b((?:[a-z0-9_.+-]{1,40} ?(?:punto|dot|guion bajo|guion|underscore|dash)"
        r" ){0,5}[a-z0-9_.+-]{1,64}"
        r" ?(?:\(at\)|\[at\]|\{at\}|<at>|\(arroba\)|\[arroba\]|\barroba\b|\(@\)|\[@\]| @ ) ?"
        r"[a-z0-9_-]{1,63}(?: ?(?:\.|\(dot\)|\[dot\]|\(punto\)|\[punto\]|\bdot\b|\bpunto\b)"
        r" ?[a-z0-9-]{2,24}){1,4})\b",
        example="write to «rosa.vidal (at) ejemplo (dot) org»",
        near=("vista arroba", "ring at home"),
        source="RFC 5322, spelled out",
        check=lambda text: "@ " not in text or text.rsplit(".")[-1].strip().lower() in _TOPS,
        score=0.93,
    ),
    Row(
        name="email-spoken",
        label="EMAIL",
        expression=r"(?i)\b((?:[a-z0-9_]{1,30} (?:dot|underscore|dash) ){0,4}[a-z0-9_.]{2,40} at"
        r" [a-z0-9-]{2,40}"
        r"(?: dot [a-z]{2,12}){1,3})\b",
        example="mail «rosa dot vidal at ejemplo dot org»",
        near=("seen at clinic today",),
        source="RFC 5322, spelled out",
        score=0.9,
    ),
    Row(
        name="url",
        label="URL",
        expression=r"(?i)((?:https?|hxxps?|ftp|sftp|dicom|rtsp"
        r"|smb)://[A-Za-z0-9_~%./?#=&+:@!$,;*()\[\]-]{3,400}|\bwww\.[A-Za-z0-9]"
        r"[A-Za-z0-9_~%./?#=&+:@!$,;*-]{3,400})",
        example="véase «https://visor.ejemplo.org/e/48201?u=7».",
        near=("http", "www"),
        source="RFC 3986",
        score=0.97,
        open_ended=True,
        cut=_trim,
    ),
    Row(
        name="url-bare",
        label="URL",
        expression=rf"\b({_DOMAIN}{_PATH})",
        example="pedir cita en «hospitalficticio.org/cita».",
        near=("p.ej.que", "fue alta.es", "dolor.no", "1.2.3", "pH 7.35.in", "rosa.vidal"),
        source="RFC 3986, without the scheme; IANA root zone",
        check=_is_domain,
        cut=_trim,
        score=0.8,
        open_ended=True,
    ),
    Row(
        name="ipv4",
        label="IP",
        expression=r"\b(\d{1,3}(?:\.\d{1,3}){3})\b",
        example="desde «192.0.2.48»",
        near=("versión 1.2.3.4", "192.0.2", "300.1.1.20"),
        source="RFC 791",
        check=_is_ipv4,
        cut=lambda text, after: 0 if after[:1] == "." and after[1:2].isdigit() else len(text),
        score=0.9,
    ),
    Row(
        name="ipv6",
        label="IP",
        expression=r"(?i)\b((?:[0-9a-f]{1,4}:){1,7}(?:(?::[0-9a-f]{1,4}){1,6}|[0-9a-f]{1,4}|:))",
        example="from «2001:db8:48::17»",
        near=("12:30:45", "10::", "a las 12:30"),
        source="RFC 4291",
        check=_is_ipv6,
        open_ended=True,
    ),
)

_TEL_WORDS = (
    r"(?:tels?|tele?f?s?|telefonos?|tlfs?|tfnos?|tfn[o0]?|tf|telfs?|telf|te1f|telefonos?(?:/s)?"
    r"|telephone|phones?|phone_?(?:no|number)?|ph|mob(?:ile)?|movil(?:es)?|mov|m0vil|cel(?:l|ular"
    r"|phone)?|cb|callback|call back|fijo"
    r"|llam(?:ar|en|a|e|ad|arla|arlo)(?: al?)?|ring|call|text|sms|whats ?app|wasap|wsp|wa|contact"
    r"(?:o|ar)?|hotline|helpline|landline"
    r"|secretaria|centralita|switchboard|urgencias|emergency|home|work|ice|nok|tty|dsn|direct|(?:t"
    r"|p|m|c|h|w) ?[.:])"
)
_NUMBER = (
    r"(\+?\(?[\dOolI][\dOolI .()/-]{4,22}[\dOolI](?:[ ,/-]{0,3}(?i:ext|extn|extension|int"
    r"|anexo|x)\.?:? ?\d{1,6})?)"
)
_EXTENSION = (
    r"(?:,? ?\(?(?i:ext|extn|extension|int|interno|anexo|opt|option)\.?:? ?\d(?:[\d ]{0,6}\d)?\)?"
    r"|,? ?#\d{2,6}| ?[xX] ?\d{1,6})"
)
_FAX = (
    r"(?i:(?:\btele|\b)fax(?:es|ed)?\b[^\d\n+(]{0,30}?|\bfx\b[ :.]{0,6}|\bf ?[:.] {0,4}|(?:^|\n"
    r"|[|,;] ?)f )"
)

_PHONE_CONTEXT = (
    r"tel",
    r"tf",
    r"tlf",
    r"cell?(?:phone|ular)?\b",
    r"(?:tele)?phoned?",
    r"ph\b",
    r"h/?p\b",
    r"mob",
    r"movil",
    r"call(?:ed|s|back)?",
    r"pager?d?",
    r"text",
    r"reach(?:ed|able)?",
    r"rang",
    r"ring",
    r"home",
    r"work",
    r"casa",
    r"trabajo",
    r"beeper",
    r"voicemail",
    r"whats",
    r"wasap",
    r"contact",
    r"(?:best|mi|my|su|his|her) (?:number|numero)",
    r"number is",
    r"llam",
    r"avisar",
    r"comunic",
    r"localiz",
    r"nok",
    r"hij[oa]",
    r"espos[oa]",
    r"marid",
    r"(?:grand)?(?:son|daughter)",
    r"wife",
    r"husband",
    r"mother",
    r"father",
    r"sister",
    r"brother",
    r"(?:herman|sobrin|niet|ti)[oa]",
    r"m?adre",
    r"m?padre",
    r"cuidador",
    r"carer",
)

_PHONES = (
    Row(
        name="phone-labelled",
        label="PHONE",
        expression=rf"(?i:\b{_TEL_WORDS}(?:[ .]{{0,2}}(?:n\.?[o\x7f]?\.?|no\.|num\.?|number|fijo"
        rf"|movil|casa|trabajo|origen|hijo|hija|de"
        rf" contacto|contacto|home|work|mobile)\b)?(?:[ \t.:=/|>\"'(]{{0,16}}(?:is |es |al |el |en"
        rf" |on |at )?)?){_NUMBER}",
        example="Tfno. «976 48 20 17»",
        near=("tel. 12/03/2024", "T 36.5", "P 120/80", "call 2-3 times"),
        source="ITU-T E.123",
        cut=phones.dialled,
        score=0.88,
    ),
    Row(
        name="phone-international",
        label="PHONE",
        expression=r"((?:\(\+ ?\d{1,3}\)|\+ ?\(?\d{1,3}\)?|\b00[ -]?\(?\d{1,3}\)?)"
        rf"(?:[ .()/-]{{0,3}}\d{{1,7}}){{2,6}}{_EXTENSION}?)",
        example="desde «+34 622 48 20 17 int. 12»",
        near=("+ 12 34", "FEV1 +12 %"),
        source="ITU-T E.164, E.123",
        cut=lambda text, _: phones.extended(text),
        open_ended=True,
        score=0.93,
    ),
    Row(
        name="phone-es",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])(\b[6-9]\d{1,2}(?:(?:[ .-]| ?/ ?| - )\d{2,7}){1,4}"
        rf"{_EXTENSION}?)",
        example="su hija, «622 48 20 17 (ext. 445)», avisada",
        near=("622 48 20 1", "875/125 mg", "98 120 80", "611.482.017.333"),
        source="Plan nacional de numeracion telefonica (Real Decreto 2296/2004)",
        check=phones.spanish,
        cut=lambda text, _: phones.nine(text),
        open_ended=True,
        score=0.84,
    ),
    Row(
        name="phone-es-broken",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])(\b[67]\d{2}(?:[ .,-]{1,2}[\dOol]{1,3}){3,6}"
        r"|\b9\d{2}(?:[ .,-]{1,2}[\dOol]{1,3}){3,6}|\b[679]\d{2}(?:[ .][\dOol]{2}){3})\b",
        example="estoy en el «622 48 2 0 17» por la tarde",
        near=("622 48 2 0 1", "411 48 2 0 17"),
        source="Plan nacional de numeracion telefonica (Real Decreto 2296/2004), groups as typed",
        check=phones.broken,
        score=0.75,
    ),
    Row(
        name="phone-es-plain",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])(\b[6789]\d{8})\b",
        example="móvil de la hija 622482017 o «976482017»".replace("622482017 o ", ""),
        near=("511482017", "9764820171"),
        source="Plan nacional de numeracion telefonica (Real Decreto 2296/2004)",
        check=phones.spanish,
        cut=lambda text, after: 0 if after.startswith(("/", "-", "_", "^")) else len(text),
        score=0.6,
    ),
    Row(
        name="phone-us",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])((?:\+?1[ .-])?(?:\(\d{3}\) ?|\b\d{3}[ ./-] ?)\d{3}[ .-]\d{4}"
        rf"{_EXTENSION}?)",
        example="call (her son) «404-555-0148 x 22»",
        near=("104-555-0148", "404-155-0148", "404-555-01482"),
        source="North American Numbering Plan (ATIS-0300055)",
        check=phones.american,
        cut=lambda text, after: 0 if after[:1].isalnum() else len(text),
        open_ended=True,
        score=0.86,
    ),
    Row(
        name="phone-us-noisy",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])((?:\+?[1lI][ .-]{1,3})?\( ?[2-9SBlIoO][\doOlIiSsBZ]{2} ?\)"
        r"[ .,_-]{0,3}[2-9SBZ][\doOlIiSsBZ]{2}[ .,_-]{1,3}\n?[\doOlIiSsBZ]{4}"
        r"|\b[2-9SB][\doOlIiSsBZ]{2}(?: ?[.,_/-] ?|  ?)\n?[2-9SBZ][\doOlIiSsBZ]{2}"
        r"(?: ?[.,_/-] ?|  ?)\n?[\doOlIiSsBZ]{4})\b",
        example="call her son «4O4 - 555-Ol48» at home",
        near=("1O4-555-Ol48", "bill-sos-soli", "404, 555, 01482"),
        source="North American Numbering Plan, as scans and keyboards garble it",
        check=phones.american_garbled,
        score=0.8,
    ),
    Row(
        name="phone-world",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])((?:\(\d{1,5}\)|\b\d{1,5})(?:[ .-]{1,2}\d{2,6}){1,4})\b",
        example="avisar al marido, móvil «999 482 017»",
        near=("tel. 12 48 20", "plaquetas 999 482 017", "móvil 9 94 82"),
        source="national plans of Europe, Latin America, Asia, Africa and Oceania",
        check=phones.national,
        context=_PHONE_CONTEXT,
        cut=lambda text, after: 0 if measured(after) or after[:1] == "/" else len(text),
        score=0.72,
    ),
    Row(
        name="phone-us-plain",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])(\b[2-9]\d{2}[2-9]\d{6})\b",
        example="cell of the sister: «4045550148»",
        near=("accession 1045550148", "barcode 40455501482"),
        source="North American Numbering Plan (ATIS-0300055)",
        check=phones.american_plan,
        context=(
            "tel",
            "cell?",
            "phone",
            "ph",
            "movil",
            "mob",
            "call",
            "text",
            "contact",
            "whats",
            "llam",
        ),
        reach=30,
        score=0.75,
    ),
    Row(
        name="phone-us-local",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])(\b[2-9]\d{2}-\d{4})\b",
        example="son was phoned at «555-0148»",
        near=("phone 155-0148", "accession 555-0148", "call 555-01482"),
        source="North American Numbering Plan, seven-digit dialling",
        context=_PHONE_CONTEXT,
        reach=30,
        open_ended=True,
        cut=lambda text, after: 0 if after[:1] == "-" or after[:1].isdigit() else len(text),
        score=0.75,
    ),
    Row(
        name="phone-trunk-plain",
        label="PHONE",
        expression=r"(?:^|[^\d./+-])(\b0[2-9]\d{8,9})\b",
        example="her mobile,«0412345678»,no answer",
        near=("0011570156", "lot 04123456781234"),
        source="ITU-T E.123, national notation with a trunk prefix",
        check=phones.assigned,
        score=0.65,
    ),
    Row(
        name="phone-trunk",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])(\(0\d{1,4}\) ?\d{2,4}(?:[ -]?\d{2,4}){1,3}|\b0\d{1,4}"
        r"(?:[ .-]\d{2,4}){2,4}|\b0\d{2,4} \d{5,7}|\b07\d{9})\b",
        example="mobile «07700 900482»",
        near=("03 04 2020", "0.12 0.34", "0000 000 000"),
        source="ITU-T E.123, national notation with a trunk prefix",
        check=phones.domestic,
        open_ended=True,
        score=0.84,
    ),
    Row(
        name="phone-latam",
        label="PHONE",
        expression=r"(?:^|[^\d.,/+-])((?:\(\d{2,3}\) ?|\b\d{2,3}[ -])\d{3,4}[ -]\d{2,4}"
        r"(?:[ -]\d{2})?)\b",
        example="con su esposo «55-5611-4820»",
        near=("12-3456-789", "120-80-60"),
        source="ITU-T E.123; national plans of Latin America",
        check=lambda text: sum(sign.isdigit() for sign in text) >= 10 and phones.latin(text),
        open_ended=True,
        score=0.65,
    ),
    Row(
        name="phone-short",
        label="PHONE",
        expression=r"(?i:\b(?:ext(?:n|ension)?s?\b\.?|extension telefonica|buscas?|bleep"
        r"|beep(?:er)?"
        r"|pager|pgr|bip|interno|anexo|dect|corp(?:orativo)?\.?|v(?:oice)?mail"
        r"|spectralink|vocera|intercom|local|tel\.? int\.?|ascom)(?: ?(?:no?\.?|#|de \w{4,12}"
        r"|consulta|n\.?o|(?:is|es) (?:the |la |el )?))?[ :.#]{0,4})"
        r"(\d{2,4}[ .-]\d{2,4}|\d{3,7}|\d-\d{4})\b",
        example="urólogo de guardia, busca «48.201»",
        near=("busca 3 veces", "x 12", "extensión 2019 mm", "ext. 120 mg", "local 12-16 h"),
        source="label before the value",
        cut=lambda text, after: 0 if measured(after) else len(text),
        score=0.83,
    ),
    Row(
        name="phone-x",
        label="PHONE",
        expression=r"[A-Za-z.,)] ?\bx ?(\d{4,5})\b",
        example="Dr. Hale x«4820»",
        near=("186 x 109/L", "4 x 2000", "mg x 12"),
        source="extension written as x",
        open_ended=True,
        cut=lambda text, after: 0 if measured(after) or after.startswith(("/", ",")) else len(text),
        score=0.7,
    ),
    Row(
        name="phone-digit-by-digit",
        label="PHONE",
        expression=r"\b([6-9](?:[ -]{1,3}\d){8})\b",
        example="el «6-2-2-4-8-2-0-1-7»",
        near=("6-2-2-4-8", "1-0-1"),
        source="Plan nacional de numeracion telefonica (Real Decreto 2296/2004)",
        check=phones.spanish,
        score=0.7,
    ),
    Row(
        name="phone-free",
        label="PHONE",
        expression=r"\b(1[38]00[ -]\d{3}[ -]\d{3,4}|1[38]00[ -]\d{6}|13[ -]?\d{2}[ -]\d{2}"
        r"|0?800[ -]\d{3}[ -]\d{3,4})\b",
        example="helpline «1800 482 017»",
        near=("1800 kcal", "1300 482"),
        source="national free-call ranges",
        score=0.75,
    ),
    Row(
        name="phone-spelled",
        label="PHONE",
        expression=r"(?i)\b((?:(?:alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliet"
        r"|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiskey"
        r"|x-?ray|yankee|zulu|[a-z]) ){0,4}(?:(?:cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho"
        r"|nueve|diez|once"
        r"|doce|trece|catorce|quince|dieci\w{4,6}"
        r"|veinti?\w{0,6}|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|y|zero|oh|one"
        r"|two|three|four|five|six|seven|eight"
        r"|nine|ten|double|triple|doble|hundred)[ ,-]{1,2}){5,14}(?:cero|uno|dos|tres|cuatro|cinco"
        r"|seis|siete|ocho|nueve|diez|once|doce"
        r"|veinti?\w{0,6}|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|zero|oh|one"
        r"|two|three|four|five|six|seven|eight|nine))\b",
        example="el teléfono es «seis dos dos cuatro ocho dos cero uno siete»",
        near=("uno dos tres", "two or three"),
        source="numbers as they are dictated",
        score=0.8,
    ),
    Row(
        name="fax",
        label="FAX",
        expression=_FAX + _NUMBER,
        example="Fax de la consulta: «976 48 20 18»",
        near=("fax 12/03/2024", "F. 36.5"),
        source="ITU-T E.123",
        cut=phones.dialled,
        score=0.95,
    ),
    Row(
        name="fax-international",
        label="FAX",
        expression=r"(?i:\bfax\b[^\d\n+(]{0,30}?)(\+ ?\(?\d{1,3}\)?"
        r"(?:[ .()/-]{0,3}\d{1,7}){2,6})\b",
        example="fax: «+34 976 48 20 18»",
        near=("fax + 12",),
        source="ITU-T E.164, E.123",
        cut=lambda text, _: phones.longest(text),
        open_ended=True,
        score=0.96,
    ),
)

ROWS: tuple[Row, ...] = (*_WEB, *_PHONES)
