"""Identifiers that no country owns: accounts, devices, places on the globe."""

from __future__ import annotations

from sfumato.detect.patterns import Row
from sfumato.detect.shapes import labelled
from sfumato.knowledge import checksums

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
        r"|infusor|patch|unit|workstation|stationname|filter|zoll|band|collar|sensor|receiver|ecografo|eco"
        r"|cicladora|concentrador|glucometro|device|dexcom|libre|omnipod|resmed|medtronic|bateria"
        r"|battery)(?: \w{3,12})?(?: serial| sn)?(?: no\.?| #)?"
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

_LABELLED = (
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

ROWS: tuple[Row, ...] = (*_ACCOUNTS, *_DEVICES, _LOTS, *_PLACES, *_LABELLED)
