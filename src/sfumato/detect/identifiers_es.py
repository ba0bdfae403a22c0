"""Identifiers of Spain: identity, health cards, histories, episodes, colleges, accounts, plates."""

from __future__ import annotations

from sfumato.detect.patterns import Row
from sfumato.detect.shapes import is_date, labelled
from sfumato.knowledge import checksums

_DNI = r"\d{2}[. ]?\d{3}[. ]?\d{3}[ .]?[ -]?[ ]?[A-Za-z]"
_NIE = r"[XYZxyz][ -]{0,2}\d{1,2}[. ]?\d{3}[. ]?\d{3}[ ]?-?[ ]?[A-Za-z]"
_NAF = r"\d{2}[ ./-]{0,3}\d{7,8}[ ./-]{0,3}\d{2}"

_IDENTITY = (
    Row(
        name="es-dni",
        label="PATIENT_ID",
        expression=rf"\b{_DNI}\b",
        example="con DNI «50.384.617-N», vecina de Soria",
        near=("con 50.384.617-P de", "factura 150384617N", "peso 50384617 g"),
        source="Real Decreto 1553/2005, art. 11",
        check=checksums.dni,
        score=0.97,
    ),
    Row(
        name="es-nie",
        label="PATIENT_ID",
        expression=rf"\b{_NIE}\b",
        example="NIE «Y-4718236-F»",
        near=("modelo Y-4718236-G",),
        source="Orden INT/2058/2008",
        check=checksums.nie,
        score=0.97,
    ),
    Row(
        name="es-dni-labelled",
        label="PATIENT_ID",
        expression=r"(?i:\b(?:d\.?[n1]\.?[il1](?:\.|\b)|n\.?i\.?[ef]\b\.?|documento|identidad)"
        r"[^\n\d]{0,24}?)\b((?:[XYZ][ -]?)?\d[\dOolIS. ]{5,9}\d[ .-]{0,3}(?:[A-Z]\b)?)",
        example="D.N.I. nº «50384617 P»",
        near=("DNI pendiente de aportar",),
        source="label before the value; letter wrong or missing",
        score=0.85,
    ),
    labelled(
        "es-documento",
        "PATIENT_ID",
        r"d\.?[n1]\.?[il1]\.?|n\.?i\.?[ef]\.?|documento(?: de identidad| nacional)?|doc\.?"
        r" ident\w{0,6}"
        r"|cedula(?: de (?:identidad|ciudadania))?|c\.c\.|c\.i\.|carnet de identidad",
        "NIE: «X/0088-412»",
        near=("documento adjunto del 12/03/2024",),
        digits=4,
    ),
    labelled(
        "es-passport",
        "PATIENT_ID",
        r"pasap[o0]rte(?: \w{5,12})?|pass?aport|pasap\.?",
        "pasaporte nº «PAB482913»",
        near=("pasaporte sanitario caducado",),
        digits=4,
    ),
    Row(
        name="es-cif",
        label="OTHER",
        expression=r"(?i:\b(?:c\.?i\.?f|n\.?i\.?f)\b[^\n\d]{0,12}?)\b"
        r"([A-Wa-w][ -]?\d{2}\.?\d{3}\.?\d{2}"
        r"[ -]?[\dA-Ja-j])\b",
        example="CIF: «B-58391749»",
        near=("CIF: B-58391748",),
        source="Orden EHA/451/2008",
        check=checksums.cif,
    ),
)

_CARDS = (
    Row(
        name="es-naf",
        label="INSURANCE_ID",
        expression=rf"\b{_NAF}\b",
        example="afiliada con «28/10374652/54»",
        near=("cuenta 28/10374652/55", "28-10374652-5"),
        source="TGSS, numero de afiliacion: modulo 97",
        check=checksums.naf,
        score=0.93,
    ),
    labelled(
        "es-nass",
        "INSURANCE_ID",
        r"n\.?a\.?s\.?s\b\.?|n\.?a\.?f\b\.?|n\.?u?\.?s\.?s\b\.?|nuss|#ss#|n[.]?o? ?s\.?s\.?"
        r"|s(?:eg)?\.? ?social(?: n.m\.?)?|seguridad social|afiliacion|n\.? ?afil\w{0,7}\.?|seg\."
        r" soc\.?",
        "NASS: «28 10374652 55»",
        near=("seguridad social desde 1998", "NASS: pendiente"),
        digits=5,
        score=0.9,
    ),
    Row(
        name="es-nass-whole",
        label="INSURANCE_ID",
        expression=rf"(?i:\b(?:n[au]?ss|naf|s\.?s\.?|social|afiliacion)\b[^\d\n]{{0,44}}?)({_NAF})",
        example="nº S.S. «28 1037465255»",
        near=("S.S. 12 de mayo",),
        source="label before the value",
        score=0.92,
    ),
    Row(
        name="es-cip-sns",
        label="PATIENT_ID",
        expression=r"\b(BBBB[B]{0,4} ?[A-Z]{2} ?\d{6}|[A-Z]{4}[ -]?[01] ?\d{6} ?\d{2} ?\d"
        r"|[A-Z]{4}\d{12}|[A-Z]{4}[ -]?\d{6}[ -]?9\d{5}[ -]?\d{2,3})\b",
        example="tarjeta «VIRE 0 850412 03 1»",
        near=("UNE-EN 1850412031", "LOTE 85041203"),
        source="Real Decreto 183/2004 (codigo de identificacion personal)",
        score=0.9,
    ),
    Row(
        name="es-cip-regional",
        label="PATIENT_ID",
        expression=r"\b((?:AN|CYL|CLM|CARM|CANT|ARGN?|EXT|ASTU|GAL|MURC?|CIPNA"
        r"|RIOJ)[ -]?\d{8,12})\b",
        example="NUHSA «AN0482716394»",
        near=("AN0482", "CYL 2024"),
        source="Real Decreto 183/2004 (codigos autonomicos)",
        score=0.92,
    ),
    labelled(
        "es-tarjeta",
        "INSURANCE_ID",
        r"t\.?s\.?i\b\.?|t\.?i\.?s\b\.?|s\.?i\.?p\b\.?|cip(?:[ -]?(?:sns|autonomico))?|nuhsa"
        r"|cip-?na"
        r"|tarjeta sanitaria(?: individual| europea)?|tarjeta s\.?|cobertura|t\.? sanitaria|tse\b",
        "SIP: «4820173»",
        near=("SIP caducada", "tarjeta sanitaria desde 2019"),
        digits=4,
    ),
    labelled(
        "es-cipa",
        "PATIENT_ID",
        r"cipa|c\.i\.p\.a\.?|cic",
        "CIPA: «1048273645»",
        near=("CIPA no consta",),
        digits=3,
        score=0.9,
    ),
    labelled(
        "es-poliza",
        "INSURANCE_ID",
        r"poliza(?:[ _-](?:de salud|auto|salud|dental|seguro|colectiva))?|pol\.|asegurad[oa]"
        r"|mutualista"
        r"|n[.]?o?\.? (?:de )?(?:poliza|asegurado|socio|mutualista|beneficiario)|muface|isfas"
        r"|mugeju"
        r"|tarjeta (?:adeslas|sanitas|asisa|dkv|mapfre|axa|caser|medica)|carnet? (?:de"
        r" )?mutua\w{0,5}"
        r"|certificado de seguro|afiliad[oa]|adeslas|sanitas|asisa|dkv|caser",
        "póliza nº «48-2017-0093»",
        near=("la póliza cubre 12 sesiones", "póliza vencida en 2021"),
        digits=3,
    ),
)

_INSURERS = labelled(
    "es-insurer",
    "INSURANCE_ID",
    r"seguros?(?: escolar| privado)?|mutua(?:lidad)?|aseg(?:uradora|\.)?|aseg|cartilla|tarj"
    r"(?:eta)?\.?(?: sanitaria"
    r"| europea| de la mutua)?|compania|tarjeta \w{4,12}|socia?o?|plan de salud|sociedad medica",
    "seguro: Mutua Ficticia, nº «48-2017-093»",
    near=("seguro de 2 meses", "mutua desde 2019 por 12345 euros"),
    digits=6,
    gap=28,
    score=0.7,
)

_HISTORY = (
    r"hist(?:oria|orial|[.])?(?: ?(?:clinic[oa]|clin\.?|electronica|medica|digital|hospitalaria))"
)
_CHARTS = (
    labelled(
        "es-nhc",
        "PATIENT_ID",
        r"n\.? ?h\.?(?: ?c\b\.?)?(?: (?:ant|nuevo|previo|hosp|paciente)\.?)?(?:[: ]{0,2}nhc-)?"
        r"|nhcu|h\.?c\.?[eu]?\.?"
        rf"|{_HISTORY}s?|n[o.]{{1,3}} ?(?:de )?(?:h[ao]?\.?|historia|hist\.?)|num(?:ero|\.) ?(?:de"
        rf" )?historia"
        r"|historia|historial|hist\.?|nhist\w{0,5}|ha\.? ?cl?[.]|cipa: nhc-?|historial?",
        "NHC: «HUS-48201/7»",
        near=("historia de 12 años de evolución", "HC de 2019", "historia clínica de 3 días"),
        digits=2,
        score=0.9,
    ),
    labelled(
        "es-historia-short",
        "PATIENT_ID",
        r"h\.?a\.?|historial?(?:, que ahora)?|n\.?res\.?|n[.]?o? provisional|n[o.]{1,3} ?tarjeta"
        r"|pep"
        r"|r\.?c\.?",
        "la Hª «M-482017»",
        near=("ha 120 mg", "se ha 2020", "ha 12.500 plaquetas"),
        digits=5,
        score=0.75,
    ),
    labelled(
        "es-paciente",
        "PATIENT_ID",
        r"(?:id|cod(?:igo)?|n[o.]{1,3}|num(?:ero)?|identificador)[. _]{0,2}(?:de(?:l)? )?"
        r"(?:paciente|pac\.?|usuari[oa] sanitario|residente|sujeto|participante|caso clinico"
        r"|animal|mascota)"
        r"|pulsera|ficha(?: clinica)?|sujeto|expediente clinico|expediente electronico|residente"
        r"|num[.]? identificacion|microchip|matricula escolar|chip",
        "código de paciente «ONC-0482»",
        near=("paciente 2 de la lista", "ficha técnica de 12 páginas"),
        digits=3,
    ),
)

_EPISODES = (
    labelled(
        "es-episodio",
        "CONTACT_ID",
        r"episodios?(?: de urgencias)?|epis\.?|n[.]?o? ?epi(?:sodio)?|ep\.|icu|n[.]?o? (?:de )?"
        r"(?:ingreso"
        r"|urgencia|asistencia|atencion|visita|proceso|caso|folio)|n\. ?urg\.?|urg\.|ingreso"
        r" n[.]?o?"
        r"|encuentro|contacto asist\w{0,8}|folio|folio(?: de)? \w{4,10}|proceso|consulta n[.]?o",
        "episodio: «U24/048213»",
        near=("episodios de 15 minutos", "episodio febril de 39", "proceso de 3 semanas"),
        digits=3,
        score=0.88,
    ),
    labelled(
        "es-expediente",
        "CONTACT_ID",
        r"expediente(?: de \w{4,14})?|exp(?:te|dte)?\.|expte|n[.]?o? ?exp\.?|peticion(?:es)?|pet\."
        r"|solicitud"
        r"|orden(?: de (?:trabajo|laboratorio|servicio))?|ref(?:erencia)?\.?(?: interna| cita|"
        r" externa)?"
        r"|n[.]?/ref\.?|s/ref\.?|ref[._](?:siniestro|cita|externa)|radicado|caso|diligencias(?:"
        r" previas)?"
        r"|autos|procedimiento|resolucion|juicio|atestado|denuncia|incidencia|reclamacion|queja"
        r"|parte"
        r"|recurso|protocolo(?: n[.]?o?)?|albaran|oficio|salida n[.]?o?|entrada n[.]?o?|sentencia"
        r"|tramite",
        "expediente «CAI-2024/0317»",
        near=(
            "caso de 45 años",
            "orden de 12 sesiones",
            "referencia 12-16 g/dl",
            "parte de 2",
            "en este caso 12",
        ),
        digits=3,
        veto=(r"rango de", r"valor(?:es)? de", r"en (?:este|su|tal|cada)"),
    ),
    labelled(
        "es-registro",
        "CONTACT_ID",
        r"(?:n[.]?o? (?:de )?)?reg(?:istro)?\.? (?:de (?:entrada|salida|urgencias|quirofano)"
        r"|n[.]?o?)"
        r"|registro|muestras?|n[.]?o? (?:de )?muestra|biopsia|bx|b[.]? ?n[.]?o?|citologia|anat\."
        r" ?pat\.?"
        r"|ap|a\.p\.|necropsia|autopsia|frasco|bloque|bote|estudio n[.]?o?|informe n[.]?o?|num\.?"
        r" informe"
        r"|informe|n[.]?o? (?:de )?(?:informe|estudio|biopsia|peticion|registro|documento|serie"
        r" clinica)"
        r"|accession|n[.]?o? acceso|analitica n[.]?o?|laboratorio n[.]?o?|n[.]?o? lab"
        r"(?:oratorio)?\.?"
        r"|codigo de (?:muestra|barras|donante)|donante|receptor|hemocultivos?|preparacion|placa"
        r" n[.]?o?",
        "muestra «24B-018273»",
        near=("muestras de 5 ml", "biopsia 2 cm", "registro de 24 h", "informe de 2 páginas"),
        digits=4,
    ),
    labelled(
        "es-autorizacion",
        "CONTACT_ID",
        r"autorizacion(?:es)?(?: n[.]?o?)?|aut\.|volante|localizador|siniestro|n[.]?o? (?:de )?"
        r"(?:siniestro"
        r"|autorizacion|volante|cita|localizador|orden|pedido|factura|recibo|albaran|servicio"
        r"|aviso|parte)"
        r"|cita n[.]?o?|codigo (?:de )?(?:cita|confirmacion|reserva|seguimiento|localizador)"
        r"|cod\.? cita"
        r"|ticket|factura(?: n[.]?o?)?|fra\.|recibo|pedido|reserva|receta(?: electronica)?|csv"
        r"|sisaad"
        r"|codigo seguro(?: de verificacion)?|codigo(?: de)? verificacion|ficha n[.]?o?|turno"
        r" n[.]?o?"
        r"|hoja n[.]?o?|talon n[.]?o?|tarjeta n[.]?o?|sesion n[.]?o|aviso n[.]?o|n[.]?o? (?:de"
        r" )?aviso",
        "autorización «AX-48201»",
        near=("volante para 10 sesiones", "factura de 120 euros"),
        digits=3,
    ),
)

_DOCTORS = (
    Row(
        name="es-colegiado",
        label="DOCTOR_ID",
        expression=r"(?i:\b(?:n\.?[o\x7f]?\.? ?col(?:eg)?(?:iad[oa])?\b\.?|num(?:ero|\.) ?(?:de )?"
        r"col(?:eg)?(?:iad[oa])?\b\.?|c[o0]l(?:eg)?\.|col(?:eg)?\b|colegiad[oa](?:/a)?"
        r"|col.legiad[oa]"
        r"|colexiad[oa]"
        r"|elkargokide)[ \t]{0,3}(?:n\.?[o\x7f]?s?\.?|num\.?|zk\.?)?[ \t.:]{0,4}\s?)"
        r"((?:[A-Z]{1,5}[ -]{1,2})?[\dOolI][\dOolI ./-]{2,14}[\dOolI])",
        example="Nuria Vidal NºCol: «28 28 20943»",
        near=("col. lumbar L4", "col. 12 mg", "colegiado de Madrid"),
        source="Real Decreto 1465/2001 (number of the college and of the member)",
        score=0.93,
    ),
    labelled(
        "es-colegiado-letters",
        "DOCTOR_ID",
        r"n[.]?o?\.? ?col(?:eg)?(?:iad[oa])?\.?|col\.|coleg\.|colegiad[oa](?: en \w{3,12})?|icomem"
        r"|c\.? ?prof\.?"
        r"|(?-i:R?I?COM[A-Z]{1,3}|CO?DEM|COIB|COFM?|COP[A-Z]?)|num[._]? ?col\w{0,7}\.?"
        r"|col[.]?legiad[oa]|cod(?:igo)?\.? (?:medico|facultativo|enfermer[oa])|ced"
        r"(?:ula)?\.? "
        r"prof(?:esional|\.)?",
        "col. «NA-0482»",
        near=("colegiado en Madrid", "col. dorsal"),
        digits=3,
    ),
    Row(
        name="es-cias",
        label="DOCTOR_ID",
        expression=r"(?i:\bcias\b[ :.no]{0,5})(\d{10}[ -]?[A-Za-z])\b",
        example="CIAS «1601048213K»",
        near=("CIAS 16010",),
        source="Codigo de identificacion de area sanitaria (Ministerio de Sanidad)",
    ),
)

_TITLE = (
    r"dr[.]?",
    r"dra[.]?",
    r"medic[oa]",
    r"enfermer[oa]",
    r"enf[.]",
    r"matrona",
    r"psicolog[oa]",
    r"\w{2,14}(?:olog[oa]|iatra|pedista)",
    r"fdo",
    r"firma(?:do)?",
    r"facultativ[oa]",
    r"fisio\w{0,8}",
    r"cirujan[oa]",
    r"due",
    r"adj",
    r"colegiad[oa0]",
    r"sello",
)
_SIGNED = Row(
    name="es-college-number",
    label="DOCTOR_ID",
    expression=r"(?:[(,:.\x7f-] ?|[a-z]{2} )(?:n\.?[o\x7f]?\.? ?|num\.? ?)?((?:0[1-9]|[1-4]\d"
    r"|5[0-2])(?:[/ -]?"
    r"(?:0[1-9]|[1-4]\d|5[0-2]))?"
    r"[/-]?\d{4,7}(?:-\d)?)\b",
    example="Dra. Nuria Vidal Ochoa (nº «28/48201»)",
    near=("Dra. Vidal, 12/03/2024", "Dr. Ochoa (48201)"),
    source="Real Decreto 1465/2001 (number of the college and of the member)",
    context=_TITLE,
    reach=60,
    check=lambda text: 6 <= sum(sign.isdigit() for sign in text) <= 9 and not is_date(text),
    score=0.72,
)

_ACCOUNTS = (
    Row(
        name="es-ccc",
        label="ACCOUNT",
        expression=r"\b(\d{4}[ -]?\d{4}[ -]?\d{2}[ -]?\d{10}|\d{4}(?:[ -]\d{4}){4})\b",
        example="cuenta «2100 0418 45 0200051332»",
        near=("2100 0418 46 0200051332",),
        source="CSB, Norma 19 (codigo cuenta cliente)",
        check=checksums.ccc,
    ),
    labelled(
        "es-cuenta",
        "ACCOUNT",
        r"ccc|cuenta(?: bancaria| corriente| terminada en)?|c/c|cta\.?(?: cte\.?)?|c\.c\.c\.?|clabe"
        r"|iban|cbu"
        r"|domiciliad[oa] en|tarj(?:eta)?\.? (?:visa|mastercard|terminada en|de credito)|visa"
        r"|abonar en|conta",
        "cuenta «0482-31-220917»",
        near=("cuenta con 3 hijos", "se da cuenta a las 12:30"),
        digits=4,
    ),
)

_PLATE = r"\d{4}[ -]?[BCDFGHJ-NPRSTV-Z]{3}"
_OLD_PLATE = (
    r"(?:A|AB|AL|AV|B|BA|BI|BU|C|CA|CC|CE|CO|CR|CS|CU|GC|GI|GE|GR|GU|H|HU|J|L|LE|LO|LU|M|MA|ML|MU"
    r"|NA"
    r"|O|OR|OU|P|PM|IB|PO|S|SA|SE|SG|SO|SS|T|TE|TF|TO|V|VA|VI|Z|ZA)[ -]?\d{4}-?[ -]?[A-Z]{1,2}"
)
_CAR = (
    r"matr(?:icula)?\.?|mat\.|coche|furgo(?:neta|n)?|moto(?:cicleta)?|vehiculo(?: de empresa)?"
    r"|turismo"
    r"|taxi|camion|tractor|ambulancia|amb\.?|remolque|autobus|autocar|patinete|ciclomotor|dacia"
    r"|seat|renault"
    r"|opel|ford|citroen|peugeot|toyota|kia|placas?|grua|unidad|conduc\w{1,5}"
)
_VEHICLES = (
    Row(
        name="es-plate",
        label="VEHICLE_ID",
        expression=rf"\b({_PLATE})\b",
        example="su coche, «4820 KDV», quedó",
        near=("4820 AEI", "1234 TSH alta"),
        source="Real Decreto 2822/1998, anexo XVIII",
        context=(_CAR,),
        reach=60,
    ),
    Row(
        name="es-plate-bare",
        label="VEHICLE_ID",
        expression=r"\b(\d{4}-?[BCDFGHJKLMNPRSTVWXYZ]{3})\b",
        example="aparcado «4820KDV» fuera",
        near=("4820KDA", "2000MCG"),
        source="Real Decreto 2822/1998, anexo XVIII",
        check=lambda text: not text.upper().endswith(("MCG", "TSH", "PPM", "RPM", "LDL", "PCR")),
        score=0.7,
    ),
    Row(
        name="es-plate-provincial",
        label="VEHICLE_ID",
        expression=rf"\b({_OLD_PLATE})\b",
        example="moto «LE-4820-AF»",
        near=("V-4820 sin letra",),
        source="Codigo de la Circulacion 1934, art. 233 (matricula provincial)",
        context=(_CAR,),
        reach=60,
    ),
    Row(
        name="es-plate-provincial-bare",
        label="VEHICLE_ID",
        expression=r"\b((?:[A-Z]{1,2})-\d{4}-[A-Z]{1,3}|[ER]-?\d{4}-?[BCDFGHJKLMNPRSTVWXYZ]{3})\b",
        example="va con «M-4820-ZX» a casa",
        near=("M-482-ZX",),
        source="Codigo de la Circulacion 1934, art. 233 (matricula provincial)",
        score=0.75,
    ),
    labelled(
        "es-matricula",
        "VEHICLE_ID",
        r"matr(?:icula)?\.?|mat\.|placa(?: de circulacion)?|bastidor|dominio|patente",
        "matrícula «AF 482 KT»",
        near=("matrícula de honor en 2010", "placas de 12 mm"),
        digits=2,
        letters=3,
        veto=(r"tarjeta de",),
    ),
    labelled(
        "es-licencia",
        "LICENSE",
        r"permiso(?: de (?:conducir|conduccion|circulacion|armas))?(?: (?:clase"
        r" )?[A-E]1?\b[ ,:(])?|carne?t?(?: de "
        r"(?:conducir|manipulador|\w{5,12}))?|licencia(?: (?:de \w{4,12}|municipal|federativa))?"
        r"|lic\."
        r"|brevete|titulo de patron|tip|permiso_conducir|tarjeta de estacionamiento",
        "permiso de conducir «B-48201734»",
        near=("permiso de 15 días", "licencia de 3 meses", "carnet B desde 1999"),
        digits=3,
    ),
)

ROWS: tuple[Row, ...] = (
    *_IDENTITY,
    *_CARDS,
    _INSURERS,
    *_CHARTS,
    *_EPISODES,
    *_DOCTORS,
    _SIGNED,
    *_ACCOUNTS,
    *_VEHICLES,
)
