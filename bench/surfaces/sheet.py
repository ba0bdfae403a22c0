"""Workbooks with a sentinel on every surface."""

from __future__ import annotations

from bench.surfaces.package import R, packed, relations
from bench.surfaces.sentinels import Sentinels

_S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "application/vnd.openxmlformats-officedocument."
_PROPERTIES = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/"


def laden(say: Sentinels) -> bytes:
    """A workbook with a sentinel on every surface."""
    split = say.email("rich text runs")
    shared = (
        f'<sst xmlns="{_S}"><si><t>{say("shared string")}</t></si>'
        f"<si><r><t>{split[:5]}</t></r><r><t>{split[5:]}</t></r>"
        f"<rPh sb='0' eb='1'><t>{say('phonetic')}</t></rPh></si>"
        f"<si><t>{say('unused string')}</t></si></sst>"
    )
    parts = {
        "xl/workbook.xml": _workbook(say),
        "xl/_rels/workbook.xml.rels": relations(
            {"rId1": ("worksheet", "worksheets/sheet1.xml"),
             "rId2": ("worksheet", "worksheets/sheet2.xml"),
             "rId3": ("sharedStrings", "sharedStrings.xml"), "rId4": ("styles", "styles.xml"),
             "rId5": ("externalLink", "externalLinks/externalLink1.xml"),
             "rId6": ("connections", "connections.xml")}
        ),
        "xl/sharedStrings.xml": shared,
        "xl/styles.xml": f'<styleSheet xmlns="{_S}"><numFmts count="1"><numFmt numFmtId="170" '
        f'formatCode="&quot;{say("number format")}&quot;0"/></numFmts><cellStyles><cellStyle '
        f'name="{say("style name")}" xfId="0"/></cellStyles></styleSheet>',
        "xl/worksheets/sheet1.xml": _sheet(say),
        "xl/worksheets/sheet2.xml": f'<worksheet xmlns="{_S}"><sheetData><row r="1"><c r="A1" '
        f't="inlineStr"><is><t>{say("hidden sheet")}</t></is></c></row></sheetData></worksheet>',
        "xl/worksheets/_rels/sheet1.xml.rels": relations(
            {"rId1": ("hyperlink", f"mailto:{say.email('hyperlink')}"),
             "rId2": ("comments", "../comments1.xml"),
             "rId3": ("printerSettings", "../printerSettings/printerSettings1.bin"),
             "rId4": ("table", "../tables/table1.xml")}, outside=("rId1",)
        ),
        "xl/comments1.xml": f'<comments xmlns="{_S}"><authors><author>{say("comment author")}'
        f'</author></authors><commentList><comment ref="A1" authorId="0"><text><t>'
        f"{say('comment')}</t></text></comment></commentList></comments>",
        "xl/tables/table1.xml": f'<table xmlns="{_S}" id="1" name="{say("table name")}" '
        f'displayName="{say("table display")}" ref="D1:D2" comment="{say("table comment")}">'
        f'<tableColumns count="1"><tableColumn id="1" name="{say("column name")}"/></tableColumns>'
        "</table>",
        "xl/externalLinks/externalLink1.xml": f'<externalLink xmlns="{_S}"><externalBook>'
        f'<sheetNames><sheetName val="{say("external sheet")}"/></sheetNames></externalBook>'
        "</externalLink>",
        "xl/connections.xml": f'<connections xmlns="{_S}'
        f'"><connection id="1" name="{say("connection")}"'
        f' description="{say("connection words")}"/></connections>',
        "xl/printerSettings/printerSettings1.bin": say("printer").encode("utf-16-le"),
        "docProps/core.xml": f"<a><creator>{say('author')}</creator></a>",
        "docProps/app.xml": f"<a><Manager>{say('manager')}</Manager></a>",
        "docProps/custom.xml": f"<a>{say('custom property')}</a>",
        "customXml/item1.xml": f"<a>{say('custom XML')}</a>",
        "xl/unreached.xml": f"<a>{say('unreached part')}</a>",
    }  # fmt: skip
    roots = {
        "rId1": ("officeDocument", "xl/workbook.xml"),
        "rId2": (_PROPERTIES + "core-properties", "docProps/core.xml"),
        "rId3": ("extended-properties", "docProps/app.xml"),
        "rId4": ("custom-properties", "docProps/custom.xml"),
    }
    kinds = {
        "/xl/workbook.xml": "sheet.main",
        "/xl/sharedStrings.xml": "sharedStrings",
        "/xl/styles.xml": "styles",
        "/xl/worksheets/sheet1.xml": "worksheet",
        "/xl/worksheets/sheet2.xml": "worksheet",
        "/xl/comments1.xml": "comments",
        "/xl/tables/table1.xml": "table",
    }
    types = {name: f"{_OFFICE}spreadsheetml.{kind}+xml" for name, kind in kinds.items()}
    return packed(parts, roots, types)


def _workbook(say: Sentinels) -> str:
    return (
        f'<workbook xmlns="{_S}" xmlns:r="{R}"><fileSharing userName="{say("user")}"/><sheets>'
        f'<sheet name="{say.bare("sheet name")}" sheetId="1" r:id="rId1"/>'
        f'<sheet name="oculta" sheetId="2" state="veryHidden" r:id="rId2"/></sheets>'
        f'<definedNames><definedName name="{say.bare("defined name")}'
        f'" comment="{say("name comment")}">'
        f'"{say("name value")}"</definedName></definedNames></workbook>'
    )


def _sheet(say: Sentinels) -> str:
    return (
        f'<worksheet xmlns="{_S}" xmlns:r="{R}"><sheetData>'
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>'
        f'<c r="C1" t="inlineStr"><is><t>{say("inline string")}</t></is></c>'
        f'<c r="D1" t="str"><f>CONCAT("{say("formula")}",A1)</f><v>{say("formula result")}'
        f"</v></c></row>"
        f'<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>{say("hidden row")}</t></is></c>'
        f'<c r="B2" t="inlineStr"><is><t>NHC</t></is></c></row>'
        f'<row r="3"><c r="B3"><v>{say.digits("number under a heading")}</v></c></row>'
        "</sheetData>"
        f'<dataValidations count="1"><dataValidation type="list" sqref="A1" '
        f'promptTitle="{say("prompt title")}" prompt="{say("prompt")}" error="{say("error")}">'
        f'<formula1>"{say("list")}"</formula1></dataValidation></dataValidations>'
        f'<hyperlinks><hyperlink ref="A1" r:id="rId1" tooltip="{say("tooltip")}" '
        f'display="{say("display")}"/></hyperlinks>'
        f"<headerFooter><oddHeader>&amp;C{say('header')}</oddHeader>"
        f"<oddFooter>&amp;L{say('footer')}</oddFooter></headerFooter>"
        '<tableParts count="1"><tablePart r:id="rId4"/></tableParts></worksheet>'
    )
