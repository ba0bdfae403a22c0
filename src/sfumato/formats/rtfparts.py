"""RTF destinations: which may pass, as what, and the tables that are written anew."""

from __future__ import annotations

import re

from sfumato.formats.rtftoken import BINARY, CHARSETS, HEX, OPEN, TEXT, WORD, Tokens, codec_of

INLINE = frozenset("rtf field fldrslt shppict listtext pntext ud result".split())
"""Destinations whose text goes on in the line where they stand."""

SURFACES = {
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), "header"),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), "footer"),
    "footnote": "footnote",
    "annotation": "comment",
    "shptxt": "text box",
    "dptxbxtext": "text box",
    **dict.fromkeys(("ftnsep", "ftnsepc", "ftncn"), "footnote separator"),
    **dict.fromkeys(("aftnsep", "aftnsepc", "aftncn"), "endnote separator"),
}
"""Destinations with a text of their own."""

FRAMES = frozenset("shp shpinst shpgrp do object upr listtable list listlevel".split()) | frozenset(
    "listoverridetable listoverride lfolevel".split()
)
"""Destinations that hold other destinations: their words pass, their text does not."""

_WORDS_ONLY = re.compile(rb"(?:\\\*|\\[a-z]+-?[0-9]*|[\s{}])*")
_NUMBER = re.compile(rb"\s*(?:\\\*)?\\[a-z]+ ?\s*[0-9]{1,9}\s*")
VERBATIM = {
    "colortbl": re.compile(rb"\s*\\colortbl(?:\\[a-z]+[0-9]{0,3}|[;\s])*"),
    "atrfstart": _NUMBER,
    "atrfend": _NUMBER,
    "atnref": _NUMBER,
    "atnparent": _NUMBER,
    "levelnumbers": re.compile(rb"\s*\\levelnumbers(?:\\[a-z]+[0-9]*|\\'[0-9A-Fa-f]{2}|[;\s])*"),
    "leveltext": re.compile(
        rb"\s*\\leveltext(?:\\leveltemplateid-?[0-9]+|\\u-?[0-9]{4,5} ?|\\'[01][0-9A-Fa-f]"
        rb"|\\'[89A-Fa-f][0-9A-Fa-f]|[a-zA-Z0-9](?![a-zA-Z0-9])|[^\\{}a-zA-Z0-9])*"
    ),
    "defchp": _WORDS_ONLY,
    "defpap": _WORDS_ONLY,
    "nesttableprops": _WORDS_ONLY,
}
"""Destinations that pass as they are where their whole source looks as it should."""

_LINK_WORD = re.compile(rb'\s*HYPERLINK(?![A-Za-z])\s*"?', re.I)
_SIMPLE_FIELD = re.compile(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)(?:\s+\\\*\s*[A-Za-z]+)*\s*", re.I)

DROPPED_WORDS = frozenset(
    b"insrsid charrsid sectrsid delrsid pararsid styrsid tblrsid rsid rsidroot revised deleted "
    b"revauth revdttm revauthdel revdttmdel crauth crdate revprop mvauth mvdate mvf mvt prauth "
    b"prdate srauth srdate trauth trdate revprot revisions fromhtml fromtext passwordhash ".split()
)
"""Control words about who wrote what and when."""

DESTINATIONS = (
    INLINE
    | frozenset(SURFACES)
    | FRAMES
    | frozenset(VERBATIM)
    | frozenset(
        "fonttbl stylesheet info pict fldinst sp shprslt nonshppict revtbl bkmkstart bkmkend "
        "docvar userprops xmlnstbl rsidtbl generator template themedata colorschememapping "
        "datastore latentstyles filetbl atnid atnauthor atndate atntime atnicn listname "
        "liststylename listpicture xe tc tcn rxe txe objdata objclass objname objalias objsect "
        "objtime pn pnseclvl pntxta pntxtb author operator title subject keywords comment company "
        "manager category doccomm hlinkbase datafield formfield private background picprop "
        "blipuid pgdsctbl mmathPr nextfile falt fname panose fontemb fontfile htmltag mhtmltag "
        "nonesttables oldcprops oldpprops oldsprops oldtprops passwordhash writereservhash "
        "protusertbl mailmerge wgrffmtfilter NeXTGraphic moMath moMathPara sn sv svb hsv keycode "
        "linkval propname staticval creatim revtim printim buptim footnotesep".split()
    )
)

KNOWN_FONTS = frozenset(
    "arial,arial black,arial narrow,arial unicode ms,batang,book antiqua,bookman old style,"
    "calibri,calibri light,cambria,cambria math,candara,century,century gothic,comic sans ms,"
    "consolas,constantia,corbel,courier,courier new,dejavu sans,dejavu sans mono,dejavu serif,"
    "dotum,frutiger,garamond,geneva,georgia,gill sans mt,gulim,helvetica,helvetica neue,impact,"
    "liberation mono,liberation sans,liberation serif,lohit devanagari,lucida console,"
    "lucida grande,lucida sans,lucida sans unicode,mangal,menlo,microsoft sans serif,"
    "microsoft yahei,monaco,monotype corsiva,ms gothic,ms mincho,ms sans serif,noto sans,"
    "noto sans cjk sc,noto serif,noto serif cjk sc,open sans,opensymbol,palatino,"
    "palatino linotype,roboto,segoe ui,simsun,starsymbol,sylfaen,symbol,system,tahoma,times,"
    "times new roman,trebuchet ms,ubuntu,univers,verdana,webdings,wingdings,wingdings 2,"
    "wingdings 3".split(",")
)
_FAMILIES = {b"froman": "Times New Roman", b"fmodern": "Courier New", b"fswiss": "Arial"}
_STYLES = re.compile(
    r"normal|normal \(web\)|default|standard|default paragraph font|normal table|table normal|"
    r"table grid|no list|no spacing|heading ?[1-9]?|title|subtitle|header|footer|"
    r"header and footer|footnote (text|reference|characters|anchor)|"
    r"endnote (text|reference|characters|anchor)|footnote|endnote|"
    r"annotation (text|reference|subject)|balloon text|body text( indent)?( [23])?|text body|"
    r"list( bullet| number| paragraph| contents| heading)?( [2-5])?|index|caption|"
    r"toc [1-9]|hyperlink|internet link|followedhyperlink|page number|strong|emphasis|quote|"
    r"plain text|table contents|table heading|frame contents|numbering symbols|bullets",
    re.I,
)

_SHAPE_PROPERTIES = frozenset(
    b"shapeType fFlipH fFlipV rotation fLine fFilled lineColor lineWidth lineDashing lineStyle "
    b"fillColor fillBackColor fillType fillOpacity posh posrelh posv posrelv pctHoriz pctVert "
    b"sizerelh sizerelv fLayoutInCell fBehindDocument fAllowOverlap fHidden dhgt dxTextLeft "
    b"dyTextTop dxTextRight dyTextBottom txflTextFlow WrapText anchorText hspNext lTxid geoLeft "
    b"geoTop geoRight geoBottom relLeft relTop relRight relBottom groupLeft groupTop groupRight "
    b"groupBottom fRelFlipH fRelFlipV relRotation cropFromTop cropFromBottom cropFromLeft "
    b"cropFromRight fLockAspectRatio fPrint fIsBullet dxWrapDistLeft dyWrapDistTop "
    b"dxWrapDistRight dyWrapDistBottom fFitShapeToText fShadow shadowColor fPseudoInline "
    b"fUseShapeAnchor fEditedWrap fOnDblClickNotify fIsSignatureLine".split()
)
_PROPERTY = re.compile(
    rb"\s*\\sp\s*\{\s*\\sn\s+([A-Za-z]{1,40})\s*\}\s*\{\s*\\sv\s*(-?[0-9]{1,10})\s*\}\s*"
)


def safe_property(source: bytes) -> bool:
    """Whether a shape property is one of geometry and colour with a number for its value."""
    match = _PROPERTY.fullmatch(source)
    return match is not None and match.group(1) in _SHAPE_PROPERTIES


def font_table(tokens: Tokens, index: int) -> tuple[bytes, dict[int, str | None]]:
    """A font table written anew with known names only, and each font's codec by its number."""
    rows: list[bytes] = []
    codecs: dict[int, str | None] = {}
    for words, name in _entries(tokens, index):
        numbers = dict(words)
        if b"f" not in numbers:
            continue
        font = numbers[b"f"] or 0
        charset = numbers.get(b"fcharset")
        codec = codec_of(numbers[b"cpg"]) if b"cpg" in numbers else CHARSETS.get(charset or 0)
        codecs[font] = (
            codec if charset != 1 and (charset is not None or b"cpg" in numbers) else None
        )
        family = next((word for word, _ in words if word in _FAMILIES), b"fnil")
        known = name if name.casefold() in KNOWN_FONTS else _FAMILIES.get(family, "Arial")
        extra = b"".join(
            b"\\%s%d" % (word, number)
            for word, number in words
            if word in (b"fcharset", b"fprq", b"cpg") and number is not None
        )
        rows.append(b"{\\f%d\\%s%s %s;}" % (font, family, extra, known.encode("ascii")))
    return b"{\\fonttbl" + b"".join(rows) + b"}", codecs


def style_sheet(tokens: Tokens, index: int) -> bytes:
    """A style sheet written anew with known names only; others are numbered."""
    rows: list[bytes] = []
    for number, (words, name) in enumerate(_entries(tokens, index)):
        shown = name if _STYLES.fullmatch(name) else f"Style {number}"
        star = b"\\*" if any(word in (b"cs", b"ts", b"ds") for word, _ in words) else b""
        source = b"".join(
            b"\\" + word + (b"" if value is None else b"%d" % value)
            for word, value in words
            if word not in DROPPED_WORDS and word != b"stylesheet"
        )
        rows.append(b"{" + star + source + b" " + shown.encode("ascii") + b";}")
    return b"{\\stylesheet" + b"".join(rows) + b"}"


def _entries(tokens: Tokens, index: int) -> list[tuple[list[tuple[bytes, int | None]], str]]:
    """The entries of a table: their control words and their name up to the semicolon."""
    result: list[tuple[list[tuple[bytes, int | None]], str]] = []
    words: list[tuple[bytes, int | None]] = []
    name = b""
    at, last = index + 1, tokens.closing[index]
    while at < last:
        token = tokens.list[at]
        if token.kind == OPEN and tokens.starred(at) and words:
            at = tokens.closing[at]
        elif token.kind == WORD:
            words.append((token.value, token.number))
        elif token.kind in (TEXT, HEX):
            name += token.value
            if b";" in name:
                plain = name.partition(b";")[0].strip().decode("ascii", "replace")
                result.append((words, plain))
                words, name = [], b""
        at += 1
    return result


def field_instruction(tokens: Tokens, index: int) -> str:
    """What is to be done with a field's instruction: "keep", "read" or "drop"."""
    text = ""
    at, last = index + 1, tokens.closing[index]
    while at < last:
        token = tokens.list[at]
        if token.kind == OPEN and tokens.destination(at) in ("datafield", "formfield"):
            return "drop"
        if token.kind in (TEXT, HEX):
            text += token.value.decode("latin-1")
        elif token.kind == BINARY:
            return "drop"
        elif token.value == b"\\":
            text += "\\"
        at += 1
    if _SIMPLE_FIELD.fullmatch(text):
        return "keep"
    return "drop" if link_word(tokens, index) is None else "read"


def link_word(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Where the word HYPERLINK of an instruction stands: its token, and where it ends in it."""
    for at in range(index + 1, tokens.closing[index]):
        token = tokens.list[at]
        if token.kind == TEXT and token.value.strip():
            found = _LINK_WORD.match(token.value)
            return (at, found.end()) if found else None
    return None
