"""Identifiers of Latin America: people, tax, social security, doctors' registers."""

from __future__ import annotations

from sfumato.detect.patterns import Row
from sfumato.detect.shapes import labelled
from sfumato.knowledge import checksums

ROWS: tuple[Row, ...] = (
    Row(
        name="mx-curp",
        label="PATIENT_ID",
        expression=r"(?i)\b([A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z\d]\d)\b",
        example="CURP «MAQR850412MDFRNS07»",
        near=("clave MAQR851412MDFRN", "MAQR850412"),
        source="RENAPO, Instructivo normativo para la CURP (DOF 18-10-2021)",
        score=0.97,
    ),
    Row(
        name="mx-rfc",
        label="PATIENT_ID",
        expression=r"\b([A-Z&]{3,4}[ -]?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d"
        r"|3[01])[ -]?[A-Z\d]{2}[\dA])\b",
        example="RFC «MAQR8504127K1»",
        near=("MAQR8513127K1", "LOTE850412"),
        source="Codigo Fiscal de la Federacion, art. 27; SAT",
        score=0.9,
    ),
    labelled(
        "mx-keys",
        "PATIENT_ID",
        r"curp|rfc|r\.f\.c\.|clave de elector|ine(?:/ife)?|ife",
        "CURP: «MAQR850412»",
        near=("RFC pendiente",),
        digits=5,
    ),
    labelled(
        "mx-social",
        "INSURANCE_ID",
        r"n\.?s\.?s\.?(?: imss)?|imss|issste|seguro popular|insabi|sis|essalud|fonasa|obra social"
        r"|eps"
        r"|n[o.]{1,3} ?de afiliado|ioma|pami|osde|i\.?n\.?s\.?s\.?|iess|ips|credencial(?:"
        r" n[o.]{1,3})?",
        "NSS «9283 65 1047-6»",
        near=("EPS desde 2019", "IMSS clínica 4"),
        digits=6,
    ),
    Row(
        name="ar-cuil",
        label="PATIENT_ID",
        expression=r"\b((?:20|23|24|25|26|27|30|33|34)[- .]?\d{2}\.?\d{3}\.?\d{3}[- .]?\d)\b",
        example="CUIL «27-28374651-3»",
        near=("27-28374651-4",),
        source="AFIP, Resolucion General 10/1997",
        check=checksums.cuit,
        score=0.92,
    ),
    Row(
        name="cl-rut",
        label="PATIENT_ID",
        expression=r"\b(\d{1,2}\.\d{3}\.\d{3}-[\dkK]|\d{7,8}-[\dkK])\b",
        example="RUT «14.829.365-1»",
        near=("14.829.365-2",),
        source="Servicio de Registro Civil de Chile, RUN modulo 11",
        check=checksums.rut,
        score=0.92,
    ),
    labelled(
        "latam-people",
        "PATIENT_ID",
        r"r\.?u\.?[tn]\b\.?|cui[lt]|l\.?[ce]\.?\b n[o.]{1,3}|dui|dpi|cui|run|cedula(?: \w{2,12})?"
        r"|ced\.|ci\b|c\.i\."
        r"|tarjeta de identidad|t\.i\.|registro civil|libreta civica|carne de extranjeria|ppt|nuip"
        r"|rnc"
        r"|id(?:entificacion)?(?: n[o.]{1,3})?|cpf|rg",
        "cédula «1.048.273.645»",
        near=("cédula vencida", "identificación de 12 lesiones"),
        digits=6,
    ),
    Row(
        name="br-cpf",
        label="PATIENT_ID",
        expression=r"\b(\d{3}\.\d{3}\.\d{3}-\d{2})\b",
        example="CPF «481.205.937-23»",
        near=("481.205.937-24",),
        source="Receita Federal, IN RFB 1548/2015",
        check=checksums.cpf,
        score=0.96,
    ),
    Row(
        name="br-cpf-plain",
        label="PATIENT_ID",
        expression=r"(?i:\bcpf\b[ :.no]{0,6})(\d{11})\b",
        example="CPF: «48120593723»",
        near=("CPF: 48120593724",),
        source="Receita Federal, IN RFB 1548/2015",
        check=checksums.cpf,
        score=0.96,
    ),
    Row(
        name="ec-cedula",
        label="PATIENT_ID",
        expression=r"\b(\d{9}-?\d)\b",
        example="cédula de identidad «171829304-4»",
        near=("cédula 1718293045", "folio 1718293044"),
        source="Direccion General de Registro Civil del Ecuador",
        check=checksums.cedula_ec,
        context=("ced", "c[.]i[.]", "ci", "identidad"),
    ),
    Row(
        name="co-nit",
        label="OTHER",
        expression=r"(?i:\bnit\b[ :.no]{0,6})(\d{3}\.?\d{3}\.?\d{3}-?\d)\b",
        example="NIT: «830.918.274-3»",
        near=("NIT: 830.918.274-4",),
        source="DIAN, Decreto 2788/2004",
        check=checksums.nit_co,
    ),
    labelled(
        "latam-doctor",
        "DOCTOR_ID",
        r"c\.?m\.?p\b\.?|r\.?n\.?e\b\.?|m\.?[np]\b\.?|mat(?:ricula)?\.? ?(?:nac(?:ional|\.)|prov"
        r"(?:incial|\.)"
        r"|prof(?:esional|\.)|n[o.]{1,3})|m\.?p\.?p\.?s|c\.?j\.?p|reg(?:istro|\.)? ?(?:med(?:ico"
        r"|\.)|prof\w{0,6}\.?)"
        r"|r\.?m\.?\b|t\.?p\.?\b|tarjeta profesional|dgp|ced(?:ula)?\.? ?prof\w{0,6}\.?|exequatur"
        r"|jvpm|cod\.? ?med\w{0,3}\.?"
        r"|senescyt|ssa n[o.]{1,3}|c\.?o\.?p\b n[o.]{0,3}|mpsq|r\.?p\.? ?n[o.]{1,3}|icm|rethus",
        "Dra. Paz, M.N. «118.204»",
        near=(
            "RM de 3 teslas",
            "MP a los 12 días",
            "RNE desde 2019",
            "T.P. 14 segundos",
            "rm 412-2",
        ),
        digits=5,
        veto=("por", "en", "una", "la"),
    ),
)
