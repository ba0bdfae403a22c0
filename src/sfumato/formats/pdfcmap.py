"""CMaps: codes of a font to text (ToUnicode) or to glyph numbers, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_SECTION = re.compile(
    rb"begin(bfchar|bfrange|cidchar|cidrange|codespacerange)(.*?)end(?:bf|cid|code)", re.DOTALL
)
_PIECE = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])|([+-]?\d+)")
_MOST = 200_000


def parse_unicode(data: bytes) -> dict[bytes, str]:
    """Code -> text of a ToUnicode CMap (ISO 32000-1, 9.10.3)."""
    result: dict[bytes, str] = {}
    for section in _SECTION.finditer(_bare(data)):
        if section[1] == b"bfchar":
            pieces = [_bytes(piece) for piece in _PIECE.findall(section[2]) if piece[0]]
            for code, text in zip(pieces[::2], pieces[1::2], strict=False):
                result[code] = _text(text)
        elif section[1] == b"bfrange":
            _ranges(section[2], result)
        if len(result) > _MOST:
            break
    return result


def _bare(data: bytes) -> bytes:
    return re.sub(rb"%[^\r\n]*", b"", data)


def _ranges(body: bytes, result: dict[bytes, str]) -> None:
    pieces = list(_PIECE.findall(body))
    at = 0
    while at + 2 < len(pieces) and len(result) <= _MOST:
        first, last = _bytes(pieces[at]), _bytes(pieces[at + 1])
        low, high = int.from_bytes(first, "big"), int.from_bytes(last, "big")
        high = min(high, low + 65535)
        at += 2
        if pieces[at][1]:
            at += 1
            code = low
            while at < len(pieces) and not pieces[at][2]:
                if code <= high:
                    result[code.to_bytes(len(first), "big")] = _text(_bytes(pieces[at]))
                code += 1
                at += 1
            at += 1
            continue
        base = _bytes(pieces[at])
        at += 1
        if not base:
            continue
        value = int.from_bytes(base, "big")
        for code in range(low, high + 1):
            moved = (value + code - low) % (1 << 8 * len(base))
            result[code.to_bytes(len(first), "big")] = _text(moved.to_bytes(len(base), "big"))


def _bytes(piece: tuple[bytes, ...]) -> bytes:
    digits = piece[0].translate(None, b" \t\r\n\x0c\x00")
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _text(data: bytes) -> str:
    if len(data) == 1:
        return data.decode("latin-1")
    return data.decode("utf-16-be", "replace")


def parse_codes(data: bytes) -> tuple[tuple[tuple[bytes, bytes], ...], dict[bytes, int], bool]:
    """Code space ranges, code -> glyph number, and whether writing is vertical."""
    bare = _bare(data)
    spaces: list[tuple[bytes, bytes]] = []
    numbers: dict[bytes, int] = {}
    for section in _SECTION.finditer(bare):
        pieces = _PIECE.findall(section[2])
        if section[1] == b"codespacerange":
            codes = [_bytes(piece) for piece in pieces]
            spaces += list(zip(codes[::2], codes[1::2], strict=False))
        elif section[1] == b"cidchar":
            for code, cid in zip(pieces[::2], pieces[1::2], strict=False):
                numbers[_bytes(code)] = int(cid[3] or 0)
        elif section[1] == b"cidrange":
            for first, last, cid in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=False):
                _numbered(_bytes(first), _bytes(last), int(cid[3] or 0), numbers)
        if len(numbers) > _MOST:
            break
    return tuple(spaces[:100]), numbers, bool(re.search(rb"/WMode\s+1", bare))


def _numbered(first: bytes, last: bytes, cid: int, numbers: dict[bytes, int]) -> None:
    low, high = int.from_bytes(first, "big"), int.from_bytes(last, "big")
    for code in range(low, min(high, low + 65535) + 1):
        numbers[code.to_bytes(len(first), "big")] = cid + code - low


def write_unicode(table: Mapping[bytes, str]) -> bytes:
    """A ToUnicode CMap for a table; nothing in it but the table."""
    sizes = sorted({len(code) for code in table}) or [1]
    spaces = [f"<{'00' * size}> <{'FF' * size}>" for size in sizes]
    lines = [
        "/CIDInit /ProcSet findresource begin",
        "12 dict begin",
        "begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def",
        "/CMapType 2 def",
        f"{len(spaces)} begincodespacerange",
        *spaces,
        "endcodespacerange",
        *_characters(sorted(table.items())),
        "endcmap",
        "CMapName currentdict /CMap defineresource pop",
        "end",
        "end",
    ]
    return "\n".join(lines).encode("ascii")


def _characters(pairs: list[tuple[bytes, str]]) -> Iterable[str]:
    for at in range(0, len(pairs), 100):
        chunk = pairs[at : at + 100]
        yield f"{len(chunk)} beginbfchar"
        for code, text in chunk:
            yield f"<{code.hex()}> <{text.encode('utf-16-be', 'surrogatepass').hex()}>"
        yield "endbfchar"
