"""Records with a sentinel in every field: FHIR, HL7 v2, JSON, tables, CDA, tagged XML, BRAT."""

from __future__ import annotations

import base64
import csv
import io
import json
from typing import Any

from bench.surfaces import pdf
from bench.surfaces.sentinels import Sentinels

_XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'


def bundle(say: Sentinels) -> bytes:
    """A FHIR Bundle."""
    entries = [_patient(say), _document(say), _observation(say)]
    whole = {
        "resourceType": "Bundle",
        "id": say.bare("bundle id"),
        "identifier": {"system": "urn:x", "value": say.digits("bundle identifier")},
        "type": "collection",
        "link": [{"relation": "self", "url": f"https://x.example/?name={say.bare('link')}"}],
        "entry": [
            {"fullUrl": f"https://x.example/Patient/{say.bare('full url')}", "resource": entry}
            for entry in entries
        ],
    }
    return json.dumps(whole, ensure_ascii=say.chance.random() < 0.5).encode()


def _patient(say: Sentinels) -> dict[str, Any]:
    return {
        "resourceType": "Patient",
        "id": say.digits("id"),
        "meta": {"source": f"https://x.example/{say.bare('meta source')}",
                 "tag": [{"display": say("meta tag")}]},
        "implicitRules": f"https://x.example/{say.bare('implicit rules')}",
        "text": {
            "status": "generated",
            "div": f"<div {_XHTML}><p title='{say('narrative title')}'>{say('narrative')}</p>"
            f"<!-- {say('narrative comment')} --></div>",
        },
        "contained": [
            {"resourceType": "Practitioner", "id": "p1",
             "name": [{"family": say.bare("contained name")}],
             "text": {"status": "generated", "div": f"<div {_XHTML}>{say('contained text')}</div>"}}
        ],
        "identifier": [
            {"system": "urn:oid:1.3.6.1.4.1.19126.3", "value": say.digits("identifier"),
             "assigner": {"display": say("assigner")}}
        ],
        "name": [{"family": say.bare("family"), "given": [say.bare("given")],
                  "text": f"{say.bare('name text')} {say.bare('name text')}",
                  "prefix": [say.person("prefix")]}],
        "telecom": [{"system": "phone", "value": say.digits("telecom")},
                    {"system": "email", "value": say.email("e-mail")}],
        "address": [{"line": [f"Calle {say.bare('street')} 3"], "city": say.bare("city"),
                     "text": say("address text")}],
        "contact": [{"name": {"text": f"{say.bare('contact')} {say.bare('contact')}"}}],
        "photo": [{"contentType": "image/png", "title": say("photo title"),
                   "data": base64.b64encode(say("photo data").encode()).decode()}],
        "generalPractitioner": [{"reference": f"Practitioner/{say.digits('reference')}",
                                 "display": say.bare("display")}],
        "_birthDate": {"extension": [{"url": "http://x.example/e",
                                      "valueString": say("primitive extension")}]},
        "extension": [
            {"url": "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName",
             "valueString": say.bare("maiden name")},
            {"url": f"http://x.example/{say.bare('extension url')}",
             "valueMarkdown": say("extension")},
        ],
    }  # fmt: skip


def _document(say: Sentinels) -> dict[str, Any]:
    def packed(data: bytes) -> str:
        return base64.b64encode(data).decode()

    return {
        "resourceType": "DocumentReference",
        "description": say("description"),
        "content": [
            {"attachment": {"contentType": "text/plain", "title": say("attachment title"),
                            "url": f"https://x.example/{say.bare('attachment url')}",
                            "data": packed(say("text attachment").encode())}},
            {"attachment": {"contentType": "application/pdf",
                            "data": packed(pdf.simple(say("pdf attachment")))}},
            {"attachment": {"contentType": "application/x-own",
                            "data": packed(say("unknown attachment").encode())}},
        ],
    }  # fmt: skip


def _observation(say: Sentinels) -> dict[str, Any]:
    return {
        "resourceType": "Observation",
        "status": "final",
        "code": {"text": say("code text"), "coding": [{"display": say("coding display")}]},
        "valueString": say("string"),
        "note": [{"text": say("note"), "authorString": say.person("author string")}],
        "performer": [{"display": f"{say.bare('performer')} {say.bare('performer')}"}],
        "unknownElement": {"deep": [say("unknown element")]},
    }


def message(say: Sentinels) -> bytes:
    """An HL7 v2 message."""
    letter = base64.b64encode(f"Carta: {say('embedded text')}".encode()).decode()
    lines = [
        f"MSH|^~\\&|LAB|{say.bare('facility')}|HIS|X|20240506070809||ORU^R01^ORU_R01|"
        f"{say.digits('control id')}|P|2.5",
        f"PID|1||{say.digits('patient id')}^^^HN^MR||{say.bare('family')}^{say.bare('given')}||"
        f"19500102|F|{say.bare('alias')}^X||Calle {say.bare('street')} 3^^Lugo||"
        f"{say.digits('phone')}|||||{say.digits('account')}",
        f"NK1|1|{say.bare('relative')}^{say.bare('relative')}|HIJA||{say.digits('relative phone')}",
        f"PV1|1|I|UCI||||{say.digits('doctor id')}^{say.bare('doctor')}^Dora",
        f"OBR|1|{say.digits('order')}|{say.digits('filler')}|718-7^Hb^LN",
        f"OBX|1|FT|NOTE^Informe||{say('observation')}\\.br\\{say('after a break')}",
        f"OBX|2|TX|NOTE^Informe||{say('text')}~{say('repetition')}",
        f"OBX|3|ED|PDF^Informe||LAB^AP^TEXT^Base64^{letter}",
        f"NTE|1|L|{say('note')}",
        f"ZPI|1|{say('own segment')}",
        "",
    ]
    return "\r".join(lines).encode()


def tree(say: Sentinels) -> bytes:
    """Any JSON object."""
    whole = {
        "paciente": {"nombre": f"{say.bare('name')} {say.bare('name')}", "nhc": say.digits("nhc")},
        "nota": say("string"),
        "lista": [say("item"), {"deep": [[say("deep item")]]}],
        "nhc": int(say.digits("number")),
        say.email("key"): 1,
        "html": f"<p>{say('html string')}</p>",
        "escaped": f"uno\n{say('after a line break')}\tdos",
    }
    return json.dumps(whole, ensure_ascii=say.chance.random() < 0.5, indent=1).encode()


def lines(say: Sentinels) -> bytes:
    """An object a line."""
    rows = [{"n": number, "nota": say(f"line {number}")} for number in range(4)]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def record(say: Sentinels) -> bytes:
    """One line with a text, as commands read it."""
    return json.dumps({"id": "1", "text": f"Nota.\n{say('text')}", "otro": say("member")}).encode()


def table(say: Sentinels, surface: str = "cell") -> bytes:
    """A table with headings."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["NHC", "nombre", "teléfono", "nota", say(f"{surface} heading")])
    for row in range(3):
        writer.writerow(
            [
                say.digits(f"{surface} nhc {row}"),
                f"{say.bare(f'{surface} name {row}')} {say.bare(f'{surface} name {row}')}",
                say.digits(f"{surface} phone {row}"),
                f"Refiere:\n{say(f'{surface} note {row}')}, sin más",
                say(f"{surface} other {row}"),
            ]
        )
    return out.getvalue().encode()


def tagged(say: Sentinels) -> bytes:
    """An i2b2 file with tags and their comments."""
    name = f"{say.bare('text')} {say.bare('text')}"
    text = f"Paciente: {name}\n{say('second line')}\n"
    start = text.index(name)
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n<deIdi2b2>\n"
        f"<!-- {say('comment')} -->\n<TEXT><![CDATA[{text}]]></TEXT>\n<TAGS>\n"
        f'<NAME id="P0" start="{start}" end="{start + len(name)}" text="{name}" TYPE="PATIENT" '
        f'comment="{say("tag comment")}" other="{say("tag attribute")}"/>\n'
        f"</TAGS>\n<extra>{say('unknown element')}</extra></deIdi2b2>"
    ).encode()


def annotated(say: Sentinels) -> tuple[bytes, bytes]:
    """A BRAT pair."""
    name = f"{say.bare('text')} {say.bare('text')}"
    text = f"Paciente: {name}\n{say('second line')}\n"
    start = text.index(name)
    notes = (
        f"T1\tNOMBRE {start} {start + len(name)}\t{name}\n"
        f"#1\tAnnotatorNotes T1\t{say('annotator note')}\n"
        f"N1\tReference T1 X:1\t{say('reference')}\n"
        f"A1\tSure T1 {say.email('attribute value')}\n{say('loose line')}\n"
    )
    return text.encode(), notes.encode()


def clinical(say: Sentinels) -> bytes:
    """A CDA document."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet href="x.xsl"?>\n'
        f"<!-- {say('comment')} -->"
        '<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc">'
        f'<id root="1.2.3" extension="{say.digits("document id")}"/>'
        f'<code code="1" displayName="{say("display name")}"/><title>{say("title")}</title>'
        f'<effectiveTime value="20200203"/><setId extension="{say.digits("set id")}" root="1.2"/>'
        "<recordTarget><patientRole>"
        f'<id root="1.3.6" extension="{say.digits("patient id")}"/>'
        f"<addr><streetAddressLine>Calle {say.bare('street')} 3</streetAddressLine>"
        f"<city>{say.bare('city')}</city></addr>"
        f'<telecom value="tel:{say.digits("telecom")}'
        f'"/><telecom value="mailto:{say.email("mail")}"/>'
        f"<patient><name><given>{say.bare('given')}</given><family>{say.bare('family')}</family>"
        f"</name></patient></patientRole></recordTarget>"
        f'<author><assignedAuthor><id extension="{say.digits("author id")}" root="1"/>'
        f"<assignedPerson><name>{say.bare('author')} {say.bare('author')}</name></assignedPerson>"
        "</assignedAuthor></author><component><structuredBody><component><section>"
        f"<title>{say('section title')}</title><text><paragraph ID='{say.bare('xml id')}'>"
        f"{say('paragraph')}</paragraph><table><tbody><tr><td>{say('cell')}</td></tr></tbody>"
        f"</table><renderMultiMedia referencedObject='m'><caption>{say('caption')}</caption>"
        "</renderMultiMedia></text>"
        f"<entry><observation><value>{say('entry text')}</value></observation></entry>"
        f'<entry><observationMedia ID="m"><value mediaType="text/plain" representation="B64">'
        f"{base64.b64encode(say('embedded text').encode()).decode()}"
        f"</value></observationMedia></entry>"
        "</section></component></structuredBody></component></ClinicalDocument>"
    ).encode()


def markup(say: Sentinels) -> bytes:
    """XML of no known kind."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><!-- {say("comment")}'
        f" --><?own {say('instruction')}?>"
        f'<informe autor="{say("attribute")}"><nota>{say("element")}</nota>'
        f"<p>{say('mixed')} <b>{say('bold')}</b> {say('tail')}</p>"
        f"<d><![CDATA[{say('cdata')}]]></d></informe>"
    ).encode()
