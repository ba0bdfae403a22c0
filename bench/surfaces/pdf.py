"""Builds PDFs for tests: plain ones, composite fonts, and one with a sentinel on every surface."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterable, Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String


def saved(pdf: pikepdf.Pdf, **options: object) -> bytes:
    """The bytes of a PDF, streams compressed."""
    out = io.BytesIO()
    pdf.save(out, static_id=True, fix_metadata_version=False, **options)  # type: ignore[arg-type]
    return out.getvalue()


def helvetica() -> Dictionary:
    """A standard font in WinAnsi."""
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type1,
        BaseFont=Name.Helvetica,
        Encoding=Name.WinAnsiEncoding,
    )


def literal(text: str) -> bytes:
    """A string operand in WinAnsi."""
    body = text.encode("cp1252").replace(b"\\", b"\\\\")
    return b"(" + body.replace(b"(", b"\\(").replace(b")", b"\\)") + b")"


def page(pdf: pikepdf.Pdf, content: bytes, **resources: object) -> pikepdf.Page:
    """A page with this content; F1 is Helvetica."""
    made = pdf.add_blank_page(page_size=(595, 842))
    made.obj.Resources = Dictionary(Font=Dictionary(F1=helvetica()), **resources)
    made.obj.Contents = pdf.make_stream(content)
    return made


def lines(*texts: str, size: int = 11) -> bytes:
    """Lines one below the other."""
    body = b" Tj T* ".join(literal(text) for text in texts)
    return f"BT /F1 {size} Tf 14 TL 50 780 Td ".encode() + body + b" Tj ET"


def simple(*texts: str) -> bytes:
    """A PDF of one page with these lines."""
    pdf = pikepdf.new()
    page(pdf, lines(*texts))
    return saved(pdf)


def raw(content: bytes) -> bytes:
    """A PDF of one page with this content stream."""
    pdf = pikepdf.new()
    page(pdf, content)
    return saved(pdf)


def composite_font(pdf: pikepdf.Pdf, alphabet: str) -> Dictionary:
    """A Type0 font with Identity-H whose code n shows the n-th character of the alphabet."""
    pairs = "\n".join(
        f"<{code:04x}> <{sign.encode('utf-16-be', 'surrogatepass').hex()}>"
        for code, sign in enumerate(alphabet, start=1)
    )
    cmap = f"1 begincodespacerange <0000> <ffff> endcodespacerange\n{len(alphabet)} beginbfchar\n"
    below = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=Name.Invented,
        CIDSystemInfo=Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
        DW=500,
        FontDescriptor=Dictionary(
            Type=Name.FontDescriptor, FontName=Name.Invented, Flags=4, ItalicAngle=0,
            FontBBox=Array([0, 0, 1000, 1000]), Ascent=800, Descent=-200, CapHeight=700, StemV=80,
        ),
    )  # fmt: skip
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name.Invented,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(below)]),
        ToUnicode=pdf.make_stream((cmap + pairs + "\nendbfchar").encode("ascii")),
    )


def composite(*texts: str) -> bytes:
    """A PDF whose lines are shown with a composite font."""
    pdf = pikepdf.new()
    alphabet = "".join(dict.fromkeys("".join(texts)))
    shown = b" T* ".join(
        b"<" + b"".join(f"{alphabet.index(sign) + 1:04x}".encode() for sign in text) + b"> Tj"
        for text in texts
    )
    made = page(pdf, b"BT /F2 11 Tf 14 TL 30 780 Td " + shown + b" ET")
    made.obj.Resources.Font.F2 = composite_font(pdf, alphabet)
    return saved(pdf)


def scan(jpeg: bytes, *, size: tuple[int, int] = (900, 320)) -> bytes:
    """A PDF whose page is one picture."""
    pdf = pikepdf.new()
    image = Stream(pdf, jpeg)
    image.update({"/Type": Name.XObject, "/Subtype": Name.Image, "/Width": size[0],
                  "/Height": size[1], "/ColorSpace": Name.DeviceRGB, "/BitsPerComponent": 8,
                  "/Filter": Name.DCTDecode})  # fmt: skip
    page(pdf, b"q 540 0 0 192 20 500 cm /Im1 Do Q", XObject=Dictionary(Im1=image))
    return saved(pdf)


def field(pdf: pikepdf.Pdf, at: int, value: str, **more: object) -> Dictionary:
    """A text field without an appearance of its own."""
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T="field", V=value,
            Rect=Array([300, at, 560, at + 18]), DA="/Helv 10 Tf 0 g", **more,
        )
    )  # fmt: skip


SURFACES = (
    "body", "form", "hidden", "white", "outside", "layer", "value", "freetext",
)  # fmt: skip
"""Surfaces whose text is read: a test edits them."""

DROPPED = (
    "info", "xmp", "pagexmp", "actual", "alt", "struct", "bookmark", "link", "note", "popup",
    "tooltip", "fieldname", "default", "xfa", "javascript", "pageaction", "destination", "label",
    "layername", "piece", "trailer", "comment", "operand", "unusedform", "pattern", "mark",
    "attachname", "imagemeta", "fontmeta", "spider", "unknownkey", "oldrevision",
)  # fmt: skip
"""Surfaces that are never carried over."""


def sentinel(surface: str) -> str:
    """A word that stands on one surface only."""
    return f"Zq{surface}Xv"


def laden(say: Callable[[str], str] = sentinel, *, hidden: bool = False) -> bytes:
    """A PDF with a sentinel on every surface; `say` gives the sentinel of a surface.

    With hidden text beside a picture the page is drawn anew from its own picture, and what only
    the rewriting of content streams does is not seen; so that surface is there when asked for.
    """
    pdf = pikepdf.new()
    form = _form(pdf, lines(f"Formulario {say('form')}"))
    unused = _form(pdf, lines(say("unusedform")))
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=say("layername")))
    image = Stream(pdf, bytes(16))
    image.update({"/Type": Name.XObject, "/Subtype": Name.Image, "/Width": 4, "/Height": 4,
                  "/ColorSpace": Name.DeviceGray, "/BitsPerComponent": 8,
                  "/Metadata": pdf.make_stream(say("imagemeta").encode())})  # fmt: skip
    pattern = pdf.make_stream(lines(say("pattern")))
    pattern.update({"/Type": Name.Pattern, "/PatternType": 1, "/PaintType": 1, "/TilingType": 1,
                    "/BBox": Array([0, 0, 9, 9]), "/XStep": 9, "/YStep": 9,
                    "/Resources": Dictionary(Font=Dictionary(F1=helvetica()))})  # fmt: skip
    font = helvetica()
    font.PieceInfo = Dictionary(App=say("fontmeta"))
    content = b"\n".join(
        [
            b"% " + say("comment").encode(),
            lines(f"Paciente {say('body')} estable"),
            b"q 1 0 0 1 0 -60 cm /Fm1 Do Q",
            _hidden(say("over a picture")) if hidden else b"",
            b"BT 0 Tr 1 g /F1 9 Tf 50 580 Td " + literal(say("white")) + b" Tj 0 g ET",
            b"BT /F1 9 Tf -900 560 Td " + literal(say("outside")) + b" Tj ET",
            b"/OC /L1 BDC BT /F1 9 Tf 50 540 Td " + literal(say("layer")) + b" Tj ET EMC",
            b"/Span << /ActualText "
            + literal(say("actual"))
            + b" /Alt "
            + literal(say("alt"))
            + b" >> BDC BT /F1 9 Tf 50 520 Td (visible) Tj ET EMC",
            literal(say("operand")) + b" 0 g",
            Name("/" + say("mark")).unparse() + b" MP",
            b"/Pattern cs /P1 scn 10 10 20 20 re f",
            b"q 20 0 0 20 300 300 cm /Im1 Do Q",
        ]
    )
    made = page(
        pdf, content, XObject=Dictionary(Fm1=form, Fm9=unused, Im1=image),
        Properties=Dictionary(L1=group), Pattern=Dictionary(P1=pattern),
    )  # fmt: skip
    made.obj.Resources.Font.F1 = font
    made.obj.Metadata = pdf.make_stream(say("pagexmp").encode())
    made.obj.PieceInfo = Dictionary(App=Dictionary(Private=say("piece")))
    made.obj.AA = Dictionary(O=Dictionary(S=Name.JavaScript, JS=say("pageaction")))
    made.obj[Name("/Unknown")] = say("unknownkey")
    _annotate(pdf, made.obj, say)
    _catalogue(pdf, made.obj, group, say)
    page(pdf, _hidden(say("hidden")))
    attach(pdf, f"{say('attachname')}.txt", b"nota adjunta")
    data = saved(pdf)
    return revised(data, say("oldrevision"))


def _hidden(text: str) -> bytes:
    return b"BT 3 Tr /F1 9 Tf 50 600 Td " + literal(text) + b" Tj ET"


def revised(data: bytes, text: str) -> bytes:
    """The same with an older revision in front: objects that nothing refers to any more."""
    old = zlib.compress(lines(text))
    head, _, tail = data.partition(b"\n")
    return (
        head
        + b"\n"
        + tail
        + b"\n9999 0 obj\n<< /Length %d /Filter /FlateDecode >>\nstream\n" % (len(old))
        + old
        + b"\nendstream\nendobj\n"
        + data[data.rindex(b"startxref") :]
    )


def _form(pdf: pikepdf.Pdf, content: bytes) -> Stream:
    form = pdf.make_stream(content)
    form.update({"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": Array([0, 0, 595, 842]),
                 "/Resources": Dictionary(Font=Dictionary(F1=helvetica()))})  # fmt: skip
    return form


def _annotate(pdf: pikepdf.Pdf, target: Dictionary, say: Callable[[str], str]) -> None:
    rect = Array([50, 400, 250, 420])
    value = field(pdf, 460, f"valor {say('value')}", TU=say("tooltip"), DV=say("default"))
    value.T = say("fieldname")
    target.Annots = Array(
        [
            value,
            pdf.make_indirect(
                Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=rect,
                           A=Dictionary(S=Name.URI, URI=f"mailto:{say('link')}@x.example"))
            ),
            pdf.make_indirect(
                Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=rect, Contents=say("note"),
                           T=say("popup"), RC=say("popup"))
            ),
            pdf.make_indirect(
                Dictionary(Type=Name.Annot, Subtype=Name.FreeText, Rect=rect,
                           Contents=f"texto {say('freetext')}", DA="/Helv 9 Tf")
            ),
        ]
    )  # fmt: skip
    pdf.Root.AcroForm = Dictionary(
        Fields=Array([value]), XFA=pdf.make_stream(say("xfa").encode()), NeedAppearances=True
    )


def _catalogue(
    pdf: pikepdf.Pdf, target: Dictionary, group: Dictionary, say: Callable[[str], str]
) -> None:
    root = pdf.Root
    item = pdf.make_indirect(Dictionary(Title=say("bookmark"), Dest=Array([target, Name.Fit])))
    outlines = pdf.make_indirect(Dictionary(Type=Name.Outlines, First=item, Last=item, Count=1))
    item.Parent = outlines
    root.Outlines = outlines
    root.Metadata = pdf.make_stream(f"<x>{say('xmp')}</x>".encode())
    root.StructTreeRoot = Dictionary(
        Type=Name.StructTreeRoot, K=Dictionary(S=Name.P, Alt=say("struct"), T=say("struct"))
    )
    root.Names = Dictionary(
        JavaScript=Dictionary(
            Names=Array([String("a"), Dictionary(S=Name.JavaScript, JS=say("javascript"))])
        ),
        Dests=Dictionary(Names=Array([String(say("destination")), Array([target, Name.Fit])])),
    )
    root.OpenAction = Dictionary(S=Name.JavaScript, JS=say("javascript"))
    root.PageLabels = Dictionary(Nums=Array([0, Dictionary(P=say("label"))]))
    root.OCProperties = Dictionary(
        OCGs=Array([group]), D=Dictionary(OFF=Array([group]), Name=say("layername"))
    )
    root.SpiderInfo = Dictionary(V=1, C=Array([Dictionary(URL=say("spider"))]))
    pdf.trailer.Info = pdf.make_indirect(Dictionary(Title=say("info"), Author=say("info")))
    pdf.trailer[Name("/Private")] = say("trailer")


def attach(pdf: pikepdf.Pdf, name: str, data: bytes) -> None:
    """An embedded file."""
    stream = pdf.make_stream(data)
    spec = Dictionary(Type=Name.Filespec, F=name, UF=name, Desc=name, EF=Dictionary(F=stream))
    names = pdf.Root.get("/Names", Dictionary())
    names.EmbeddedFiles = Dictionary(Names=Array([String(name), pdf.make_indirect(spec)]))
    pdf.Root.Names = names


def everything(data: bytes) -> Iterator[bytes]:
    """The bytes of a PDF, and of all its objects and streams as far as they can be decoded."""
    yield data
    for found in re.finditer(rb"stream\r?\n", data):
        try:
            yield zlib.decompressobj().decompress(data[found.end() :])
        except zlib.error:
            continue
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for item in pdf.objects:
            yield from _spelled(item)
        yield pdf.trailer.unparse()


def _spelled(item: pikepdf.Object) -> Iterator[bytes]:
    if isinstance(item, Stream):
        try:
            yield item.read_bytes()
        except pikepdf.PdfError:
            yield item.read_raw_bytes()
        for key in item.keys():  # noqa: SIM118
            yield str(key).encode() + b" " + str(item[key]).encode()
    elif isinstance(item, (Dictionary, Array, String)):
        yield item.unparse(resolved=False)
        yield str(item).encode("utf-8", "replace")


def holds(data: bytes, words: Iterable[str]) -> list[str]:
    """Which words are found anywhere: plain, UTF-16, or as hexadecimal digits."""
    heap = b"\n".join(everything(data)).lower()
    found = []
    for word in words:
        forms = [word.encode(), word.encode("utf-16-be"), word.encode("utf-16-le")]
        forms += [form.hex().encode() for form in forms]
        if any(form.lower() in heap for form in forms):
            found.append(word)
    return found


def saved_locked(pdf: pikepdf.Pdf, user: str) -> bytes:
    """The bytes of an encrypted PDF."""
    out = io.BytesIO()
    pdf.save(out, encryption=pikepdf.Encryption(owner="owner", user=user))
    return out.getvalue()


def image_count(found: pikepdf.Page) -> int:
    """How many images the page's own resources name."""
    drawn = found.obj.Resources.get("/XObject", {})
    return sum(1 for name in drawn if drawn[name].Subtype == "/Image")  # type: ignore[index]
