"""Random Unicode texts, and a file of every format that holds a given text."""

from __future__ import annotations

import base64
import csv
import io
import json
import random
from collections.abc import Callable
from xml.sax.saxutils import escape, quoteattr

from bench.surfaces import opendoc, pdf, richtext, word
from bench.surfaces.cases import Case
from bench.surfaces.package import R, packed, relations

_SIGNS: tuple[str, ...] = (
    "abcdefgh ABC XYZ 0123456789 ",
    "áéíóúñçÁÑ¿¡ßøæœŁđ ",
    "\u0301\u0308\u0327\u20dd\u0e31\u0902",  # combining
    "\u05d0\u05d1\u05ea\u0627\u0644\u0639\u0644\u0649\u200f\u202b\u202c\u2067\u2069",
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e",  # without width
    "Ωμέγα Кириллица 漢字仮名交じり文 한국어 ไทย हिन्दी ",
    "\u00a0\u2003\u2009\u202f\u3000\u1680 ",
    ".,;:!?¿()[]{}<>&\"'`|^~\\/=+-*_#@%$§€",
    "𝔘𝔫𝔦𝕔𝕠𝕕𝕖🄰🅱️𐍈\U0010fffd\ue000",
    "ＡＢＣ１２３ﬁﬀ½²™",
)
_WHOLE = (
    "👩\u200d⚕️", "👨\u200d👩\u200d👧\u200d👦", "🏴\U000e0067\U000e0062\U000e007f", "🇪🇸", "👍🏽",
    "e\u0301\u0323", "\u05e9\u05c1\u05b8", "क्षि", "\r\n", "\r\n\r\n", "\n", "\t", "  ", "\r",
    "&amp;", "&#233;", "</p>", "]]>", "<!--", "\\n", "\\u00e1", "%41", "=41", "=?utf-8?q?x?=",
    "\nFrom here", "--outer", ".\r\n", '""', "';", "{\\b", "|||", "\\.br\\", "\u2028", "\u2029",
    "\x85",
)  # fmt: skip

_W = "http://www.w3.org/1999/xhtml"
_S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml."


def unicode_text(chance: random.Random) -> str:
    """A text of one to sixty pieces, each a sign or a sequence that belongs together."""
    pieces = []
    for _ in range(chance.randint(1, 60)):
        if chance.random() < 0.25:
            pieces.append(chance.choice(_WHOLE))
        else:
            pieces.append(chance.choice(chance.choice(_SIGNS)))
    return "".join(pieces)


def holding(reader: str, text: str) -> Case:
    """A file of a format with the text in it."""
    return _BUILDERS[reader](text)


def _txt(text: str) -> Case:
    return Case("note.txt", text.encode())


def _html(text: str) -> Case:
    page = f"<!DOCTYPE html><html><head><title>x</title></head><body><p title={quoteattr(text)}>"
    return Case(
        "page.html", f"{page}{escape(text)}</p><pre>{escape(text)}</pre></body></html>".encode()
    )


def _eml(text: str) -> Case:
    return Case("mail.eml", _mail(text).encode())


def _mail(text: str) -> str:
    said = base64.b64encode(text.encode()).decode()
    packed_lines = "\r\n".join(said[at : at + 76] for at in range(0, len(said), 76))
    words = "\r\n ".join(
        f"=?utf-8?b?{base64.b64encode(text[at : at + 8].encode()).decode()}?="
        for at in range(0, len(text), 8)
    )
    return (
        f"From: a@example.org\r\nSubject: {words}\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n'
        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        f"{packed_lines}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\n"
        f"{base64.encodebytes(f'<p>{escape(text)}</p>'.encode()).decode()}\r\n--b--\r\n"
    )


def _mbox(text: str) -> Case:
    mail = _mail(text)
    return Case("box.mbox", f"From a@b.example Mon Jan  1 00:00:00 2024\n{mail}\n".encode() * 2)


def _csv(text: str) -> Case:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";")
    writer.writerows([["uno", "dos"], [text, "x"], ["y", text]])
    return Case("table.csv", out.getvalue().encode())


def _xlsx(text: str) -> Case:
    shared = f"<si><t xml:space='preserve'>{escape(text)}</t></si>"
    cell = f'<c r="B1" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'
    parts = {
        "xl/workbook.xml": f'<workbook xmlns="{_S}" xmlns:r="{R}"><sheets>'
        '<sheet name="x" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            {"rId1": ("worksheet", "worksheets/sheet1.xml"), "rId2": ("sharedStrings", "sst.xml")}
        ),
        "xl/sst.xml": f'<sst xmlns="{_S}">{shared}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_S}"><sheetData><row r="1">'
        f'<c r="A1" t="s"><v>0</v></c>{cell}</row></sheetData></worksheet>',
    }
    kinds = {
        "/xl/workbook.xml": f"{_SHEETS}sheet.main+xml",
        "/xl/sst.xml": f"{_SHEETS}sharedStrings+xml",
        "/xl/worksheets/sheet1.xml": f"{_SHEETS}worksheet+xml",
    }
    return Case("book.xlsx", packed(parts, {"rId1": ("officeDocument", "xl/workbook.xml")}, kinds))


def _json(text: str) -> Case:
    return Case("tree.json", json.dumps({"a": [text, {"b": text}], text: 1}).encode())


def _ndjson(text: str) -> Case:
    rows = [json.dumps({"n": text}, ensure_ascii=False), json.dumps([text])]
    return Case("lines.ndjson", "\n".join(rows).encode())


def _record(text: str) -> Case:
    return Case("line.record", json.dumps({"id": "1", "text": text}, ensure_ascii=False).encode())


def _fhir(text: str) -> Case:
    resource = {
        "resourceType": "Observation",
        "text": {"status": "generated", "div": f'<div xmlns="{_W}"><p>{escape(text)}</p></div>'},
        "code": {"text": text},
        "note": [{"text": text}],
    }
    return Case("observation.json", json.dumps(resource).encode())


def _hl7(text: str) -> Case:
    signs = {"\\": "\\E\\", "|": "\\F\\", "^": "\\S\\", "&": "\\T\\", "~": "\\R\\"}
    line = "".join(signs.get(sign, sign) for sign in text)
    line = line.replace("\r\n", "\\.br\\").replace("\r", "\\.br\\").replace("\n", "\\.br\\")
    head = "MSH|^~\\&|A|B|C|D|20240102||ORU^R01|1|P|2.5||||||UNICODE UTF-8"
    return Case("message.hl7", f"{head}\rOBX|1|FT|N||{line}\rNTE|1|L|{line}\r".encode())


def _cda(text: str) -> Case:
    return Case(
        "document.xml",
        f'<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3">'
        f"<title>{escape(text)}</title>"
        f"<component><section><text><paragraph>{escape(text)}</paragraph></text></section></component>"
        "</ClinicalDocument>".encode(),
    )


def _i2b2(text: str) -> Case:
    section = text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "")
    return Case(
        "note.xml",
        "<?xml version='1.0' encoding='UTF-8'?>\n<deIdi2b2>\n<TEXT><![CDATA["
        f"{section}]]></TEXT>\n<TAGS>\n</TAGS>\n</deIdi2b2>\n".encode(),
    )


def _plain_xml(text: str) -> Case:
    section = text.replace("]]>", "]]]]><![CDATA[>")
    return Case(
        "tree.xml",
        f"<?xml version='1.0'?><r a={quoteattr(text)}><b>{escape(text)}</b>"
        f"<c><![CDATA[{section}]]></c></r>".encode(),
    )


def _brat(text: str) -> Case:
    notes = f"T1\tNOMBRE 0 {len(text)}\t{' '.join(text.split())}\n"
    return Case("note.txt", text.encode(), {".ann": notes.encode()})


def _docx(text: str) -> Case:
    runs = f"<w:p><w:r><w:t xml:space='preserve'>{escape(text)}</w:t></w:r></w:p>"
    return Case("document.docx", word.package(word.body(runs)))


def _odt(text: str) -> Case:
    return Case("document.odt", opendoc.simple(f"<text:p>{escape(text)}</text:p>"))


def _rtf(text: str) -> Case:
    return Case("document.rtf", richtext.simple(text))


def _pdf(text: str) -> Case:
    return Case("document.pdf", pdf.composite(*text.splitlines()))


def _extract(text: str) -> Case:
    return Case("document.tex", text.encode())


_BUILDERS: dict[str, Callable[[str], Case]] = {
    "txt": _txt, "html": _html, "eml": _eml, "mbox": _mbox, "csv": _csv, "xlsx": _xlsx,
    "json": _json, "ndjson": _ndjson, "record": _record, "fhir": _fhir, "hl7": _hl7, "cda": _cda,
    "i2b2": _i2b2, "xml": _plain_xml, "brat": _brat, "docx": _docx, "odt": _odt, "rtf": _rtf,
    "pdf": _pdf, "extract": _extract,
}  # fmt: skip
READERS = tuple(_BUILDERS)
"""All formats but images, whose text is recognised and never certain."""
