"""RTF files with a sentinel on every surface."""

from __future__ import annotations

from bench.surfaces.sentinels import Sentinels

HEAD = r"{\rtf1\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}}"


def simple(body: str) -> bytes:
    """A file with this text."""
    return f"{HEAD}{said(body)}}}".encode("ascii")


def laden(say: Sentinels) -> bytes:
    """A file with a sentinel on every surface."""

    def put(surface: str) -> str:
        return said(say(surface))

    split = say.email("split by groups")
    hexed = say("hexadecimal object").encode().hex()
    coded = "".join(f"\\'{byte:02x}" for byte in say("coded signs").encode("cp1252"))
    return (
        rf"{{\rtf1\ansi\ansicpg1252\uc1\deff0{{\fonttbl{{\f0\fswiss\fcharset0 {put('font')};}}}}"
        rf"{{\stylesheet{{\s1 {put('style name')};}}}}"
        rf"{{\info{{\title {put('title')}}}{{\author {put('author')}}}"
        rf"{{\operator {put('operator')}}}"
        rf"{{\doccomm {put('document comment')}}}}}"
        rf"{{\*\userprops{{\propname {put('own name')}}}"
        rf"\proptype30{{\staticval {put('own value')}}}}}"
        rf"{{\*\generator {put('generator')};}}{{\*\revtbl{{{put('reviser')};}}}}"
        rf"{{\*\docvar{{{put('variable name')}}}{{{put('variable')}}}}}"
        rf"{{\header {put('header')}\par}}{{\footer {put('footer')}\par}}"
        rf"{put('paragraph')}\par {split[:5]}{{\b {split[5:]}}}\par {coded}\par"
        rf"{{\deleted {put('deleted')}}} {{\revised {put('inserted')}}} {{\v {put('hidden')}}} "
        rf"{{\footnote {put('footnote')}}}{{\*\atnid {put('initials')}}}{{\*\atnauthor "
        rf"{put('comment author')}}}{{\*\annotation {put('comment')}}}"
        rf"{{\field{{\*\fldinst HYPERLINK "
        "mailto:{say.email('link')}"
        "}}{{\fldrslt {put('link text')}}}}}"
        rf"{{\*\bkmkstart {say.bare('bookmark')}}}{{\*\bkmkend x}}{{\xe {put('index entry')}}}"
        rf"{{\shp{{\*\shpinst{{\sp{{\sn wzDescription}}{{\sv {put('alt text')}}}}}"
        rf"{{\shptxt {put('text box')}}}}}}}"
        rf"{{\object\objemb{{\*\objclass {put('object class')}}}{{\*\objdata {hexed}}}"
        rf"{{\result {put('object result')}}}}}"
        rf"{{\pict\pngblip {say('broken picture').encode().hex()}}}"
        rf"{{\*\unknown {put('unknown group')}}}"
        rf"{{\*\formfield{{\*\ffdeftext {put('form default')}}}}}"
        rf"\trowd\cellx999 {put('cell')}\cell\row\par}}{say('after the end')}"
    ).encode("cp1252")


def said(text: str) -> str:
    """A text as RTF writes it: signs beyond ASCII as UTF-16 units."""
    return "".join(
        char if char.isascii() and char.isprintable() and char not in "\\{}" else _units(char)
        for char in text
    )


def _units(char: str) -> str:
    coded = char.encode("utf-16-le")
    units = (int.from_bytes(coded[at : at + 2], "little") for at in range(0, len(coded), 2))
    return "".join(f"\\u{unit - 65536 if unit > 32767 else unit}?" for unit in units)
