"""Wordmaker: Word packages made from strings, with a mark on every surface that can hold text."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping

from bench.surfaces.package import R, relations

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)
_TYPES = {
    "word/document.xml": "document.main",
    "word/styles.xml": "styles",
    "word/numbering.xml": "numbering",
    "word/settings.xml": "settings",
    "word/header1.xml": "header",
    "word/footer1.xml": "footer",
    "word/footnotes.xml": "footnotes",
    "word/endnotes.xml": "endnotes",
    "word/comments.xml": "comments",
}
_OFFICE = "application/vnd.openxmlformats-officedocument."


def body(inside: str) -> str:
    """A document part around some paragraphs."""
    return f"<w:document {SPACES}><w:body>{inside}<w:sectPr/></w:body></w:document>"


def paragraph(*runs: str) -> str:
    """A paragraph with a run for each text."""
    return "<w:p>" + "".join(f"<w:r><w:t>{text}</w:t></w:r>" for text in runs) + "</w:p>"


def package(
    document: str, others: Mapping[str, str | bytes] | None = None, *, types: str = ""
) -> bytes:
    """A Word package with a document part and others; the root relationships are given or made."""
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations({"rId1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": document,
        **(others or {}),
    }
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="{_OFFICE}wordprocessingml.{kind}+xml"/>'
        for name, kind in _TYPES.items()
        if name in parts and f'"/{name}"' not in types
    )
    content = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Default Extension="png" ContentType="image/png"/>'
        f"{overrides}{types}</Types>"
    )
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", content)
        for name, data in parts.items():
            archive.writestr(name, data)
    return target.getvalue()


def holding(book: bytes, page: bytes, inner: bytes) -> bytes:
    """A package with a workbook, a web page and another package inside."""
    document = body(
        paragraph("Nota")
        + "<w:p><w:r><w:object><o:OLEObject Type='Embed' ProgID='Excel.Sheet.12' ShapeID='x' "
        + "r:id='rId1'/></w:object></w:r></w:p>"
        + '<w:altChunk r:id="rId2"/><w:altChunk r:id="rId3"/>'
    )
    rows = {
        "rId1": ("package", "embeddings/book.xlsx"),
        "rId2": ("aFChunk", "page.html"),
        "rId3": ("aFChunk", "inner.docx"),
    }
    types = (
        '<Default Extension="html" ContentType="text/html"/>'
        f'<Default Extension="xlsx" ContentType="{_OFFICE}spreadsheetml.sheet"/>'
        f'<Default Extension="docx" ContentType="{_OFFICE}wordprocessingml.document.main+xml"/>'
    )
    others = {
        "word/_rels/document.xml.rels": relations(rows),
        "word/embeddings/book.xlsx": book,
        "word/page.html": page,
        "word/inner.docx": inner,
    }
    return package(document, others, types=types)


def unpacked(data: bytes) -> bytes:
    """All names and bytes in a package and in the packages inside it, one after the other."""
    pieces = [data]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            inside = archive.read(info)
            pieces += [info.filename.encode(), inside]
            if inside.startswith(b"PK\x03\x04"):
                pieces.append(unpacked(inside))
    return b"\n".join(pieces)


class Marks:
    """Hands out a new mark for each surface and remembers which is which."""

    def __init__(self) -> None:
        self.surfaces: dict[str, str] = {}

    def __call__(self, surface: str) -> str:
        mark = f"Sentinel{len(self.surfaces) + 100}"
        self.surfaces[mark] = surface
        return mark


def everything(mark: Callable[[str], str]) -> bytes:
    """A package with a mark on every surface that Word has for text."""
    drawing = (
        '<w:drawing><wp:inline><wp:extent cx="9" cy="9"/>'
        f'<wp:docPr id="1" name="{mark("drawing name")}" descr="{mark("alt text")}" '
        f'title="{mark("alt title")}"/>'
        "<a:graphic><a:graphicData "
        'uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr>'
        f'<pic:cNvPr id="0" name="{mark("picture name")}" descr="{mark("picture alt")}">'
        f'<a:hlinkClick r:id="rId9" tooltip="{mark("picture tooltip")}"/></pic:cNvPr>'
        '<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId4" r:link="rId9"><a:extLst>'
        f'<a:ext uri="{mark("extension")}"/></a:extLst></a:blip></pic:blipFill><pic:spPr/>'
        f"</pic:pic>"
        "</a:graphicData></a:graphic></wp:inline></w:drawing>"
    )
    box = (
        "<mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:inline>"
        "<wp:extent cx='9' cy='9'/><wp:docPr id='2' name='x'/><a:graphic><a:graphicData "
        "uri='http://schemas.microsoft.com/office/word/2010/wordprocessingShape'><wps:wsp>"
        f"<wps:txbx><w:txbxContent>{paragraph(mark('text box'))}</w:txbxContent></wps:txbx>"
        "</wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback>"
        "<w:pict><v:shape><v:textbox><w:txbxContent>"
        f"{paragraph(mark('fallback text box'))}</w:txbxContent></v:textbox></v:shape></w:pict>"
        "</mc:Fallback></mc:AlternateContent>"
    )
    shape = (
        f'<w:pict><v:shape id="{mark("shape id")}" alt="{mark("shape alt")}" '
        f'href="http://{mark("shape link")}.example" style="width:9pt;font-family:{mark("css")}" '
        f'o:gfxdata="{mark("gfxdata")}"><v:imagedata r:id="rId4" o:title="{mark("image title")}"/>'
        f'<v:textpath string="{mark("word art")}"/><v:textbox><w:txbxContent>'
        f"{paragraph(mark('old text box'))}</w:txbxContent></v:textbox></v:shape></w:pict>"
    )
    control = (
        f'<w:sdt><w:sdtPr><w:alias w:val="{mark("alias")}"/><w:tag w:val="{mark("tag")}"/>'
        f'<w:dataBinding w:xpath="/{mark("binding")}" w:storeItemID="{{0}}"/>'
        f'<w:placeholder><w:docPart w:val="{mark("placeholder")}"/></w:placeholder>'
        f'<w:dropDownList><w:listItem w:displayText="{mark("list item")}" '
        f'w:value="{mark("list value")}"/></w:dropDownList></w:sdtPr>'
        f"<w:sdtContent><w:r><w:t>{mark('control')}</w:t></w:r></w:sdtContent></w:sdt>"
        '<w:sdt><w:sdtPr><w:date w:fullDate="1956-03-12T00:00:00Z">'
        f'<w:dateFormat w:val="{mark("date format")}"/></w:date></w:sdtPr>'
        "<w:sdtContent><w:r><w:t>x</w:t></w:r></w:sdtContent></w:sdt>"
    )
    tracked = (
        f'<w:ins w:id="1" w:author="{mark("insert author")}" w:date="2020-01-01T00:00:00Z">'
        f"<w:r><w:t>{mark('insertion')}</w:t></w:r></w:ins>"
        f'<w:del w:id="2" w:author="{mark("delete author")}"><w:r>'
        f"<w:delText>{mark('deletion')}</w:delText></w:r></w:del>"
        f'<w:moveFrom w:id="3" w:author="x"><w:r><w:t>{mark("moved from")}</w:t></w:r></w:moveFrom>'
        f'<w:moveTo w:id="4" w:author="{mark("mover")}"><w:r><w:t>{mark("moved to")}</w:t></w:r>'
        "</w:moveTo>"
        f'<w:r><w:rPr><w:rPrChange w:id="5" w:author="{mark("format author")}"><w:rPr/>'
        f"</w:rPrChange>"
        f'<w:rFonts w:ascii="{mark("font")}"/><w:rStyle w:val="{mark("dangling style")}"/></w:rPr>'
        f"<w:t>{mark('formatted')}</w:t></w:r>"
    )
    fields = (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData>'
        f'<w:name w:val="{mark("field name")}"/><w:helpText w:val="{mark("help")}"/>'
        f'<w:statusText w:val="{mark("status")}"/><w:entryMacro w:val="{mark("macro name")}"/>'
        f'<w:textInput><w:default w:val="{mark("field default")}"/></w:textInput></w:ffData>'
        "</w:fldChar></w:r><w:r><w:instrText> FORMTEXT </w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        f"<w:r><w:t>{mark('form value')}</w:t></w:r>"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "mailto:'
        f'{mark("field link")}@x.example" </w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> {mark("nested code")}'
        "</w:instrText></w:r>"
        f"<w:r><w:t>{mark('text in a code')}</w:t></w:r>"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        f"<w:r><w:t>{mark('link text')}</w:t></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r>"
        f'<w:fldSimple w:instr="MERGEFIELD {mark("merge field")}"><w:r><w:t>{mark("merged")}</w:t>'
        "</w:r></w:fldSimple>"
        f'<w:fldSimple w:instr="PAGEREF {mark("page reference")} \\h"><w:r><w:t>3</w:t></w:r>'
        "</w:fldSimple>"
    )
    links = (
        f'<w:hyperlink r:id="rId8" w:tooltip="{mark("tooltip")}"><w:r><w:t>{mark("link")}'
        f"</w:t></w:r>"
        f'</w:hyperlink><w:hyperlink w:anchor="{mark("anchor")}"><w:r><w:t>there</w:t></w:r>'
        f'</w:hyperlink><w:bookmarkStart w:id="7" w:name="{mark("bookmark")}"/>'
        '<w:bookmarkEnd w:id="7"/>'
        f'<w:smartTag w:uri="{mark("smart tag")}" w:element="x"><w:smartTagPr><w:attr w:name="n" '
        f'w:val="{mark("smart tag attribute")}"/></w:smartTagPr>'
        f"<w:r><w:t>{mark('in a smart tag')}</w:t></w:r></w:smartTag>"
        f'<w:permStart w:id="8" w:ed="{mark("permission")}"/>'
        f"<w:r><w:ruby><w:rt><w:r><w:t>{mark('ruby')}</w:t></w:r></w:rt><w:rubyBase><w:r>"
        f"<w:t>{mark('ruby base')}</w:t></w:r></w:rubyBase></w:ruby></w:r>"
        f"<m:oMath><m:r><m:t>{mark('formula')}</m:t></m:r></m:oMath>"
        f"<w:r>{mark('loose text')}<w:t>x</w:t></w:r>"
        f'<w:r w:rsidR="{mark("revision id")}" foreign="{mark("foreign attribute")}">'
        f"<w:t>y</w:t></w:r>"
        f'<x:odd xmlns:x="http://{mark("foreign space")}.example">{mark("foreign element")}</x:odd>'
        f"<!-- {mark('comment node')} --><?pi {mark('instruction')}?>"
    )
    chart = (
        '<w:drawing><wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="3" name="x"/><a:graphic>'
        '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">'
        '<c:chart r:id="rId10"/></a:graphicData></a:graphic></wp:inline></w:drawing>'
    )
    diagram = (
        '<w:drawing><wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="3" name="x"/><a:graphic>'
        '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/diagram">'
        '<dgm:relIds r:dm="rId11"/></a:graphicData></a:graphic></wp:inline></w:drawing>'
    )
    table = (
        f'<w:tbl><w:tblPr><w:tblCaption w:val="{mark("table caption")}"/>'
        f'<w:tblDescription w:val="{mark("table alt")}"/></w:tblPr><w:tr><w:tc>'
        f"{paragraph(mark('cell'))}</w:tc><w:tc>{paragraph('next')}</w:tc></w:tr>"
        '<w:tr><w:trPr><w:del w:id="9" w:author="x"/></w:trPr><w:tc>'
        f"{paragraph(mark('deleted row'))}</w:tc></w:tr></w:tbl>"
    )
    runs = "".join(f"<w:r>{inside}</w:r>" for inside in (drawing, box, shape, chart, diagram))
    split = mark("split runs")
    document = body(
        paragraph(mark("body"), split[:5], split[5:])
        + f"<w:p>{control}{tracked}{fields}{links}{runs}</w:p>{table}"
        + '<w:altChunk r:id="rId12"/>'
        + "<w:p><w:r><w:object><v:shape/><o:OLEObject Type='Embed' "
        + f"ProgID='{mark('program')}' ShapeID='x' r:id='rId13'/></w:object></w:r></w:p>"
        + '<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rId5"/>'
        + '<w:footerReference w:type="default" r:id="rId6"/></w:sectPr></w:pPr></w:p>'
    )
    rows = {
        "rId1": ("styles", "styles.xml"),
        "rId2": ("numbering", "numbering.xml"),
        "rId3": ("settings", "settings.xml"),
        "rId4": ("image", f"media/{mark('image file name')}.png"),
        "rId5": ("header", "header1.xml"),
        "rId6": ("footer", "footer1.xml"),
        "rId7": ("footnotes", "footnotes.xml"),
        "rId8": ("hyperlink", f"mailto:{mark('link target')}@x.example"),
        "rId9": ("hyperlink", f"file:///{mark('picture link')}"),
        "rId10": ("chart", "charts/chart1.xml"),
        "rId11": ("diagramData", "diagrams/data1.xml"),
        "rId12": ("aFChunk", "chunk.txt"),
        "rId13": ("oleObject", "embeddings/ole.bin"),
        "rId14": ("endnotes", "endnotes.xml"),
        "rId15": ("comments", "comments.xml"),
        "rId16": ("http://schemas.microsoft.com/office/2011/relationships/people", "people.xml"),
        "rId17": ("glossaryDocument", "glossary/document.xml"),
        "rId18": ("fontTable", "fontTable.xml"),
        "rId19": (f"http://{mark('unknown relationship')}.example/x", "odd.xml"),
        "rId20": ("customXml", "../customXml/item1.xml"),
        "rId21": ("attachedTemplate", f"file:///{mark('template')}.dotx"),
    }

    def notes(kind: str, inner: str) -> str:
        return f'<w:{kind}s {SPACES}><w:{kind} w:id="1" {inner}</w:{kind}></w:{kind}s>'

    settings = (
        f'<w:settings {SPACES}><w:attachedTemplate r:id="rId1"/>'
        f'<w:docVars><w:docVar w:name="{mark("variable name")}" w:val="{mark("variable")}"/>'
        "</w:docVars>"
        f'<w:mailMerge><w:query w:val="{mark("mail merge")}"/></w:mailMerge>'
        f'<w:rsids><w:rsid w:val="{mark("rsid")}"/></w:rsids></w:settings>'
    )
    styles = (
        f'<w:styles {SPACES}><w:style w:type="paragraph" w:styleId="{mark("style id")}">'
        f'<w:name w:val="{mark("style name")}"/><w:aliases w:val="{mark("style alias")}"/>'
        f"</w:style>"
        f'<w:latentStyles><w:lsdException w:name="{mark("latent style")}"/>'
        f"</w:latentStyles></w:styles>"
    )
    numbering = (
        f'<w:numbering {SPACES}><w:abstractNum w:abstractNumId="0">'
        f'<w:name w:val="{mark("list name")}"/><w:lvl w:ilvl="0"><w:lvlText '
        f'w:val="{mark("bullet")} %1."/></w:lvl></w:abstractNum></w:numbering>'
    )
    chart_part = (
        f"<c:chartSpace {SPACES}><c:chart><c:title><c:tx><c:rich><a:p><a:r>"
        f"<a:t>{mark('chart title')}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>"
        f"<c:pieChart><c:ser><c:cat><c:strRef><c:f>'{mark('chart sheet')}'!$A$1</c:f><c:strCache>"
        f"<c:pt idx='0'><c:v>{mark('chart cache')}</c:v></c:pt></c:strCache></c:strRef></c:cat>"
        "</c:ser></c:pieChart></c:plotArea></c:chart><c:externalData r:id='rId1'/></c:chartSpace>"
    )
    core = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
        'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:creator>{mark('author')}</dc:creator><dc:title>{mark('title')}</dc:title>"
        "</cp:coreProperties>"
    )
    others: dict[str, str | bytes] = {
        "_rels/.rels": relations(
            {
                "rId1": ("officeDocument", "word/document.xml"),
                "rId2": ("extended-properties", "docProps/app.xml"),
                "rId3": (
                    "http://schemas.openxmlformats.org/package/2006/relationships/metadata/"
                    "core-properties",
                    "docProps/core.xml",
                ),
                "rId4": ("custom-properties", "docProps/custom.xml"),
            }
        ),
        "docProps/core.xml": core,
        "docProps/app.xml": f"<Properties><Company>{mark('company')}</Company></Properties>",
        "docProps/custom.xml": f"<Properties><p>{mark('custom property')}</p></Properties>",
        "docProps/thumbnail.jpeg": mark("thumbnail").encode(),
        "customXml/item1.xml": f"<root>{mark('custom XML')}</root>",
        "word/_rels/document.xml.rels": relations(rows, outside=("rId8", "rId9", "rId21")),
        "word/settings.xml": settings,
        "word/styles.xml": styles,
        "word/numbering.xml": numbering,
        "word/header1.xml": f"<w:hdr {SPACES}>{paragraph(mark('header'))}</w:hdr>",
        "word/footer1.xml": f"<w:ftr {SPACES}>{paragraph(mark('footer'))}</w:ftr>",
        "word/footnotes.xml": notes("footnote", f">{paragraph(mark('footnote'))}"),
        "word/endnotes.xml": notes("endnote", f">{paragraph(mark('endnote'))}"),
        "word/comments.xml": notes(
            "comment",
            f'w:author="{mark("comment author")}" w:initials="{mark("initials")}" '
            f'w:date="2020-01-01T00:00:00Z">{paragraph(mark("comment"))}',
        ),
        "word/people.xml": f"<w15:people {SPACES}><w15:person w15:author='{mark('person')}'/>"
        "</w15:people>",
        "word/glossary/document.xml": body(paragraph(mark("glossary"))),
        "word/fontTable.xml": f"<w:fonts {SPACES}><w:font w:name='{mark('fonts')}'/></w:fonts>",
        "word/odd.xml": f"<odd>{mark('unknown part')}</odd>",
        "word/unreached.xml": f"<odd>{mark('unreached part')}</odd>",
        "word/charts/chart1.xml": chart_part,
        "word/diagrams/data1.xml": f"<dgm:dataModel {SPACES}><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r>"
        f"<a:t>{mark('diagram')}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>",
        "word/chunk.txt": f"Texto {mark('chunk')}",
        "word/embeddings/ole.bin": mark("embedded object").encode(),
        "word/media/notes.txt": mark("media folder"),
    }
    types = '<Default Extension="txt" ContentType="text/plain"/>'
    return package(document, others, types=types)
