"""OpenDocument texts with a sentinel on every surface."""

from __future__ import annotations

from bench.surfaces.package import zipped
from bench.surfaces.sentinels import Sentinels

_URN = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "office": f"{_URN}office:1.0",
        "style": f"{_URN}style:1.0",
        "text": f"{_URN}text:1.0",
        "table": f"{_URN}table:1.0",
        "draw": f"{_URN}drawing:1.0",
        "svg": f"{_URN}svg-compatible:1.0",
        "form": f"{_URN}form:1.0",
        "meta": f"{_URN}meta:1.0",
        "script": f"{_URN}script:1.0",
        "xlink": "http://www.w3.org/1999/xlink",
        "dc": "http://purl.org/dc/elements/1.1/",
    }.items()
)


def simple(body: str) -> bytes:
    """A text with this body."""
    return _packed(_content(body), {})


def laden(say: Sentinels) -> bytes:
    """A text with a sentinel on every surface."""
    others = {
        "styles.xml": _styles(say),
        "meta.xml": f"<office:document-meta {SPACES}><office:meta><dc:creator>{say('creator')}"
        f"</dc:creator><meta:user-defined meta:name='{say('own name')}'>{say('own value')}"
        f"</meta:user-defined><dc:title>{say('title')}</dc:title></office:meta>"
        "</office:document-meta>",
        "settings.xml": f"<a>{say('settings')}</a>",
        f"Pictures/{say.bare('picture name')}.png": say("broken picture").encode(),
        "Object 1/content.xml": f"<a>{say('embedded object')}</a>",
        "ObjectReplacements/Object 1": say("object picture").encode(),
        "Thumbnails/thumbnail.png": say("thumbnail").encode(),
        "VersionList.xml": f"<a comment='{say('version')}'/>",
        "Versions/Version1": zipped({"content.xml": say("old version")}),
        "manifest.rdf": f"<a>{say('triples')}</a>",
        "layout-cache": say("layout cache").encode(),
    }
    return _packed(_content(_body(say), forms=_forms(say)), others)


def _packed(content: str, others: dict[str, str | bytes]) -> bytes:
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": content,
        **others,
    }
    return zipped(parts, stored="mimetype")


def _content(body: str, *, forms: str = "") -> str:
    return (
        f"<office:document-content {SPACES}><office:body><office:text>{forms}{body}</office:text>"
        "</office:body></office:document-content>"
    )


def _forms(say: Sentinels) -> str:
    return (
        f"<office:forms><form:form form:name='{say('form name')}'><form:text "
        f"form:current-value='{say('form value')}' form:name='{say('field name')}'/></form:form>"
        f"</office:forms><text:tracked-changes><text:changed-region text:id='c1'><text:deletion>"
        f"<office:change-info><dc:creator>{say('change author')}</dc:creator></office:change-info>"
        f"<text:p>{say('deleted text')}</text:p></text:deletion></text:changed-region>"
        f"</text:tracked-changes><text:user-field-decls><text:user-field-decl text:name='u' "
        f"office:string-value='{say('declared field')}'/></text:user-field-decls>"
    )


def _body(say: Sentinels) -> str:
    split = say.email("split spans")
    return (
        f"<text:h>{say('heading')}</text:h><text:p text:style-name='{say.bare('style reference')}'>"
        f"{say('paragraph')}</text:p>"
        f"<text:p>{split[:6]}<text:span>{split[6:]}</text:span></text:p>"
        f"<text:list><text:list-item><text:p>{say('list')}</text:p></text:list-item></text:list>"
        f"<table:table table:name='{say('table name')}'><table:table-row><table:table-cell "
        f"office:string-value='{say('cell value')}' table:formula='{say('formula')}'>"
        f"<text:p>{say('cell')}</text:p></table:table-cell></table:table-row></table:table>"
        f"<text:p>x<text:note text:note-class='footnote'><text:note-citation>1</text:note-citation>"
        f"<text:note-body><text:p>{say('footnote')}</text:p></text:note-body></text:note>"
        f"<office:annotation><dc:creator>{say('comment author')}</dc:creator>"
        f"<text:p>{say('comment')}</text:p></office:annotation></text:p>"
        f"<text:p><text:a xlink:href='mailto:{say.email('link')}"
        f"' office:title='{say('link title')}'>"
        f"{say('link text')}</text:a> <text:bookmark text:name='{say('bookmark')}'/>"
        f"<text:reference-mark text:name='{say('reference')}'/>"
        f"<text:placeholder text:description='{say('hint')}'>{say('placeholder')}"
        f"</text:placeholder> "
        f"<text:hidden-text text:string-value='{say('hidden text')}'/> "
        f"<text:conditional-text text:string-value-if-true='{say('condition')}'>x "
        f"</text:conditional-text> <text:author-name>{say('author field')}</text:author-name> "
        f"<text:script script:language='x'>{say('script')}</text:script></text:p>"
        f"<text:p><draw:frame draw:name='{say('frame name')}'><draw:text-box><text:p>"
        f"{say('text box')}</text:p></draw:text-box><svg:title>{say('alt title')}</svg:title>"
        f"<svg:desc>{say('alt text')}</svg:desc></draw:frame></text:p>"
        f"<text:section text:name='{say('section')}' text:display='none'><text:p>"
        f"{say('hidden section')}</text:p></text:section><!-- {say('XML comment')} -->"
        f"<?own {say('instruction')}?>"
    )


def _styles(say: Sentinels) -> str:
    return (
        f"<office:document-styles {SPACES}><office:styles><style:style "
        f"style:name='{say.bare('style name')}' style:display-name='{say('style display')}' "
        "style:family='paragraph'/></office:styles><office:master-styles><style:master-page "
        f"style:name='Standard'><style:header><text:p>{say('header')}</text:p></style:header>"
        f"<style:footer><text:p>{say('footer')}</text:p></style:footer></style:master-page>"
        "</office:master-styles></office:document-styles>"
    )
