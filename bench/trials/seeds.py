"""Seeds: right files of every format, small and laden, from which fuzzing starts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from bench.surfaces.cases import KINDS, Case, make
from bench.surfaces.sentinels import Sentinels
from sfumato.core.errors import SfumatoError
from sfumato.formats.archive import pack
from sfumato.formats.registry import sniff

_EXAMPLES = Path(__file__).parents[2] / "examples"
_LARGEST_BYTES = 120_000
SEAM = b"\n=====\n"
"""Between the text and the annotations of a BRAT seed."""

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ODF = "urn:oasis:names:tc:opendocument:xmlns"


def seeds(reader: str) -> list[bytes]:
    """Files that a reader takes: the examples of its format, laden ones, small ones made here."""
    found = [*_examples(reader), *_laden(reader), *_made(reader)]
    return found + [plain for data in found if (plain := _unpacked_pdf(data))]


def _examples(reader: str) -> list[bytes]:
    result = []
    for path in sorted(_EXAMPLES.rglob("*")):
        if path.is_file() and path.stat().st_size <= _LARGEST_BYTES:
            data = path.read_bytes()
            if _sniffed(data, path.name) == reader:
                result.append(data)
    return result


def _laden(reader: str) -> Iterator[bytes]:
    """One file with something on every surface of each kind that the reader takes."""
    for kind in KINDS:
        case = make(kind, Sentinels(random.Random(kind)))
        if _taken_by(case) == reader and len(case.data) <= _LARGEST_BYTES:
            yield SEAM.join((case.data, *case.companions.values()))


def _taken_by(case: Case) -> str:
    return "brat" if case.companions else _sniffed(case.data, case.name)


def _sniffed(data: bytes, name: str) -> str:
    try:
        return sniff(data, name)
    except SfumatoError:
        return ""


def _made(reader: str) -> list[bytes]:
    if reader == "image":
        return _pictures()
    if reader in _ARCHIVES:
        return [
            pack([(name, text.encode()) for name, text in _ARCHIVES[reader]], stored=["mimetype"])
        ]
    return [text.encode() for text in _TEXTS.get(reader, ())]


def _pictures() -> list[bytes]:
    from PIL import Image

    result = []
    for kind in ("PNG", "JPEG", "TIFF", "GIF", "BMP", "WEBP"):
        target = BytesIO()
        Image.effect_mandelbrot((40, 24), (-2, -1, 1, 1), 20).save(target, kind)
        result.append(target.getvalue())
    return result


def _unpacked_pdf(data: bytes) -> bytes:
    """A PDF with its streams inflated, so that mutations reach what is in them."""
    if not data.startswith(b"%PDF-"):
        return b""
    import pikepdf

    target = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        pdf.save(
            target,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return target.getvalue() if len(target.getvalue()) <= _LARGEST_BYTES else b""


_FHIR_TEXT = (
    '{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Patient",'
    '"text":{"status":"generated","div":"<div xmlns=\\"http://www.w3.org/1999/xhtml\\">Nuria '
    'Otxoa<br/>612 345 678</div>"},"name":[{"family":"Otxoa","given":["Nuria"]}],'
    '"birthDate":"1961-05-04"}},{"resource":{"resourceType":"DocumentReference","content":'
    '[{"attachment":{"contentType":"text/plain","data":"UGFjaWVudGU6IE51cmlhIE90eG9h"}}]}}]}'
)
_CDA_TEXT = (
    '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole>'
    '<id extension="4432"/><addr><streetAddressLine>Calle Mayor 3</streetAddressLine></addr>'
    "<patient><name><given>Nuria</given><family>Otxoa</family></name>"
    '<birthTime value="19610504"/></patient></patientRole></recordTarget><component><section>'
    "<text><paragraph>Vista por el Dr. Llobregat.</paragraph></text></section></component>"
    "</ClinicalDocument>"
)
_MAIL_TEXT = (
    "From: Nuria Otxoa <nuria@clinic.example>\r\nTo: ward@hospital.example\r\n"
    "Subject: =?utf-8?Q?Cita_de_Elvira?=\r\nMIME-Version: 1.0\r\n"
    'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n'
    "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    "Tel=C3=A9fono 612 345 678\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Hola <b>Nuria</b></p>"
    '\r\n--b\r\nContent-Type: text/csv; name="a.csv"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    "bm9tYnJlO2RuaQpOdXJpYTsxMjM0NTY3OFoK\r\n--b--\r\n"
)
_TEXTS: dict[str, tuple[str, ...]] = {
    "txt": ("Paciente: Nuria Otxoa\r\nTel. 612 345 678\n", "\ufeffMRN 4432 \u2014 seen 03/04/21"),
    "html": (
        "<!doctype html><html><head><title>Nuria</title><style>p{color:red}</style></head><body>"
        '<p title="x">Seen <b>Nu</b>ria &amp; co</p><img src="data:image/png;base64,iVBORw0KGgo=">'
        "<table><tr><td>612 345 678</td></tr></table><script>var a=1</script></body></html>",
    ),
    "eml": (_MAIL_TEXT,),
    "mbox": (f"From a@b.example Mon Jan  1 00:00:00 2024\n{_MAIL_TEXT}\n>From here\n" * 2,),
    "csv": ('nombre;nota;NHC\n"Otxoa; Nuria";"dice ""no""";4432\n;;\n', "a\tb\n1\t2\n"),
    "json": ('{"name":"Nuria","notes":["a\\u00e1",1.5,null,{"tel":"612 345 678"}]}',),
    "ndjson": ('{"id":1,"note":"Nuria"}\n{"id":2,"note":"612 345 678"}\n',),
    "record": ('{"id":"7","text":"Nuria Otxoa, tel. 612 345 678"}',),
    "fhir": (_FHIR_TEXT,),
    "hl7": (
        "MSH|^~\\&|A|B|C|D|20240102||ORU^R01|1|P|2.5\rPID|1||4432^^^H||Otxoa^Nuria||19610504|F\r"
        "OBR|1||||||20240102\rOBX|1|TX|N||Nuria \\T\\ co\\.br\\612 345 678||||||F\rNTE|1||note\r",
    ),
    "cda": (_CDA_TEXT,),
    "xml": ("<?xml version='1.0'?><r a='Nuria'><b>612 345 678</b><!-- c --><![CDATA[x]]></r>",),
    "i2b2": (
        "<?xml version='1.0' encoding='UTF-8'?>\n<deIdi2b2>\n<TEXT><![CDATA[Nuria Otxoa, 61]]>"
        '</TEXT>\n<TAGS>\n<NAME id="P0" start="0" end="11" text="Nuria Otxoa" TYPE="PATIENT" '
        'comment=""/>\n</TAGS>\n</deIdi2b2>\n',
    ),
    "brat": (
        f"Nuria Otxoa, tel. 612 345 678{SEAM.decode()}T1\tPATIENT 0 11\tNuria Otxoa\n"
        "A1\tSure T1\n#1\tAnnotatorNotes T1\tnote\n",
    ),
    "rtf": (
        "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\info{\\author Nuria}}\\pard Seen "
        "\\b Nu\\b0 ria \\'e1\\u225? 612 345 678\\par{\\*\\generator x}\\bin3 abc\\par}",
    ),
    "extract": ("\\section{Nuria}\nTel. 612 345 678\n",),
}
_ARCHIVES: dict[str, list[tuple[str, str]]] = {
    "docx": [
        (
            "[Content_Types].xml",
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
            'PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-'
            'officedocument.wordprocessingml.document.main+xml"/></Types>',
        ),
        (
            "_rels/.rels",
            f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
        ),
        (
            "word/document.xml",
            f'<w:document xmlns:w="{_WORD}"><w:body><w:p><w:r><w:t>Seen Nu</w:t></w:r><w:ins '
            'w:id="1" w:author="Otxoa"><w:r><w:t>ria</w:t></w:r></w:ins><w:r><w:tab/><w:t>612 345 '
            "678</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>4432</w:t></w:r></w:p></w:tc>"
            "</w:tr></w:tbl></w:body></w:document>",
        ),
    ],
    "xlsx": [
        (
            "[Content_Types].xml",
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
            'PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument'
            '.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" '
            'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
            '"/></Types>',
        ),
        (
            "_rels/.rels",
            f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        ),
        (
            "xl/workbook.xml",
            f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheets><sheet name="Nuria" '
            'sheetId="1" r:id="r1"/></sheets></workbook>',
        ),
        (
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
        (
            "xl/worksheets/sheet1.xml",
            f'<worksheet xmlns="{_SHEET}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>'
            'Paciente</t></is></c><c r="B1"><v>44320</v></c></row><row r="2"><c r="A2" '
            't="inlineStr"><is><t>Nuria Otxoa</t></is></c><c r="B2"><f>A1&amp;"x"</f></c></row>'
            "</sheetData></worksheet>",
        ),
    ],
    "odt": [
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        (
            "content.xml",
            f'<o:document-content xmlns:o="{_ODF}:office:1.0" xmlns:t="{_ODF}:text:1.0"><o:body>'
            "<o:text><t:p>Seen <t:span>Nu</t:span>ria<t:s t:c='3'/>612 345 678</t:p></o:text>"
            "</o:body></o:document-content>",
        ),
        (
            "META-INF/manifest.xml",
            f'<m:manifest xmlns:m="{_ODF}:manifest:1.0"><m:file-entry m:full-path="/" '
            'm:media-type="application/vnd.oasis.opendocument.text"/></m:manifest>',
        ),
    ],
}
