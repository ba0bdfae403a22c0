"""Pages and plain texts with a sentinel on every surface."""

from __future__ import annotations

import base64

from bench.surfaces.sentinels import Sentinels


def laden(say: Sentinels) -> bytes:
    """An HTML page with a sentinel on every surface."""
    split = say.email("split by tags")
    inner = base64.b64encode(f"<p>{say('data address')}</p>".encode()).decode()
    return (
        f"<!DOCTYPE html><!-- {say('comment')} --><html lang='es' data-x='{say('data attribute')}'>"
        f"<head><title>{say('title')}</title><meta name='author' content='{say('meta')}'>"
        f"<meta property='og:title' content='{say('open graph')}'>"
        f"<style>.a{{content:'{say('style')}'}}/* {say('style comment')} */</style>"
        f"<script>var x='{say('script')}';</script>"
        f'<script type=\'application/ld+json\'>{{"name":"{say("linked data")}"}}</script>'
        f"<base href='https://x.example/{say.bare('base')}/'>"
        f"<link rel='author' href='mailto:{say.email('link element')}'></head>"
        f"<body onload=\"f('{say('handler')}')\"><h1 id='{say.bare('id')}'>{say('heading')}</h1>"
        f"<p class='{say.bare('class')}'>{say('paragraph')}</p><p>{split[:6]}<b>{split[6:]}</b></p>"
        f"<p style=\"font-family:'{say.bare('inline style')}'\">x</p>"
        f"<img src='https://x.example/{say.bare('image address')}.png' alt='{say('alt')}'"
        f" title='{say('tooltip')}'><a href='tel:{say.digits('telephone link')}'>x</a>"
        f"<a href='https://x.example/?dni={say.digits('query')}#{say.bare('fragment')}'>x</a>"
        f"<input type='hidden' name='{say.bare('input name')}' value='{say('hidden input')}'>"
        f"<input placeholder='{say('placeholder')}'><textarea>{say('text area')}</textarea>"
        f"<select><option value='{say('option value')}'>{say('option')}</option></select>"
        f"<table summary='{say('summary')}'><caption>{say('caption')}</caption>"
        f"<tr><td>{say('cell')}</td></tr></table><template>{say('template')}</template>"
        f"<noscript>{say('noscript')}</noscript><div hidden>{say('hidden')}</div>"
        f"<svg><title>{say('svg title')}</title><desc>{say('svg description')}</desc>"
        f"<text>{say('svg text')}</text></svg>"
        f"<iframe srcdoc='<p>{say('frame')}</p>' src='data:text/html;base64,{inner}'></iframe>"
        f"<object data='https://x.example/{say.bare('object')}'>{say('object fallback')}</object>"
        f"<!--[if IE]>{say('conditional')}<![endif]--><x-own own='{say('own attribute')}'>"
        f"{say('own element')}</x-own><p aria-label='{say('aria label')}'>x</p>"
        f"<p>{_references(say('references'))}</p></body></html>{say('after the end')}"
    ).encode()


def _references(text: str) -> str:
    return "".join(f"&#{ord(char)};" for char in text)


def note(say: Sentinels) -> bytes:
    """A plain text, in one of the usual encodings."""
    lines = [f"{say(f'line {number}')}" for number in range(5)]
    text = "Informe de alta\r\n" + "\r\n".join(lines) + "\r\nSin más.\r\n"
    return text.encode(say.chance.choice(("utf-8", "utf-8-sig", "utf-16", "latin-1")))


def marked(say: Sentinels) -> bytes:
    """Markdown with a header of values, links, comments."""
    return (
        f"---\ntitle: {say('front matter')}\n---\n# {say('heading')}\n\n{say('paragraph')}\n\n"
        f"[x](mailto:{say.email('link')} '{say('link title')}')\n\n<!-- {say('comment')} -->\n"
        f"| a | b |\n|---|---|\n| {say('cell')} | x |\n\n```\n{say('code')}\n```\n"
    ).encode()
