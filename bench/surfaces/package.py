"""Packages of parts, as Office writes them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"


def relations(rows: Mapping[str, tuple[str, str]], *, outside: tuple[str, ...] = ()) -> str:
    """A relationship part: id -> kind and target."""
    made = "".join(
        f'<Relationship Id="{key}" Type="{kind if ":" in kind else R + "/" + kind}" '
        f'Target="{target}" TargetMode="{"External" if key in outside else "Internal"}"/>'
        for key, (kind, target) in rows.items()
    )
    return f'<Relationships xmlns="{_RELATIONS}">{made}</Relationships>'


def zipped(parts: Mapping[str, str | bytes], *, stored: str = "", comment: str = "") -> bytes:
    """An archive of parts; the one named `stored` is not compressed."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = comment.encode()
        for name, data in parts.items():
            method = zipfile.ZIP_STORED if name == stored else zipfile.ZIP_DEFLATED
            archive.writestr(name, data, method)
    return target.getvalue()


def packed(
    parts: Mapping[str, str | bytes],
    roots: Mapping[str, tuple[str, str]],
    types: Mapping[str, str],
) -> bytes:
    """An Office package: parts, root relationships, content type of each part."""
    overrides = "".join(
        f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in types.items()
    )
    content = (
        f'<Types xmlns="{_TYPES}"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Default Extension="bin" ContentType="application/octet-stream"/>{overrides}</Types>'
    )
    return zipped({"[Content_Types].xml": content, "_rels/.rels": relations(roots), **parts})
