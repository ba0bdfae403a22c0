"""HTML and XHTML, whole pages and fragments, edited in place.

`open_html` works on a string and serves mail bodies and FHIR narratives too.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Sequence

from sfumato.core.document import Document
from sfumato.core.edit import Edit
from sfumato.core.protocols import Intake, Written
from sfumato.formats.charset import declared_in, text_of
from sfumato.formats.htmladdress import is_xhtml
from sfumato.formats.htmlpage import Page
from sfumato.formats.htmlwalk import Walk
from sfumato.formats.weave import changes, weave

__all__ = ["FORMAT", "Html", "Page", "open_html", "read_html", "write_html"]


def open_html(
    source: str,
    *,
    intake: Intake | None = None,
    xml: bool | None = None,
    charset: str | None = None,
    cids: Callable[[str], str | None] | None = None,
    depth: int = 0,
) -> Page:
    """The page of an HTML text or fragment: `pieces`, `notes` and `apply(changes) -> str`.

    Without an `intake` images in data: addresses are dropped. `xml` is told by the text when it is
    None. `charset` is what the written page says of its encoding. `cids` gives the new name of an
    image of the same mail, or None.
    """
    told = is_xhtml(source) if xml is None else xml
    walk = Walk(intake=intake, xml=told, charset=charset, cids=cids, depth=depth)
    return walk.page(source, open_html)


def read_html(source: str, *, intake: Intake | None = None, xml: bool | None = None) -> Document:
    """The document in an HTML string."""
    page = open_html(source, intake=intake, xml=xml)
    return weave(page.pieces, "", page.notes)


def write_html(
    source: str,
    document: Document,
    edits: Iterable[Edit],
    *,
    intake: Intake | None = None,
    xml: bool | None = None,
) -> str:
    """The HTML string with the edits made, cleaned of all that may not pass."""
    page = open_html(source, intake=intake, xml=xml)
    return page.apply(changes(page.pieces, document, edits))


class Html:
    """HTML files, written back in the encoding they came in."""

    def read(self, data: bytes, intake: Intake) -> Document:
        """The texts that a browser shows or keeps, then the values of attributes."""
        page, _ = _opened(data, intake)
        return weave(page.pieces, "", page.notes)

    def write(
        self, data: bytes, document: Document, edits: Sequence[Edit], intake: Intake
    ) -> Written:
        """The page with its edits; signs that the encoding lacks become references."""
        page, encode = _opened(data, intake)
        text, notes = page.render(changes(page.pieces, document, edits))
        return Written(encode(text), notes=notes)


def _opened(data: bytes, intake: Intake) -> tuple[Page, Callable[[str], bytes]]:
    found = text_of(data, declared_in(data))
    page = open_html(found.text, intake=intake, charset=found.name)

    def encode(text: str) -> bytes:
        written = found.bom + text.encode(found.encoding, "xmlcharrefreplace")
        if text_of(written, declared_in(written)).text == text:
            return written
        return codecs.BOM_UTF8 + text.encode("utf-8")  # the mark outweighs what the page declares

    return page, encode


FORMAT = Html()
